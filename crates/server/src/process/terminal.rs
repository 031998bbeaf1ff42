//! What is written to a terminal. Names, file names and errors come from outside, and a terminal obeys the control
//! sequences in them: they could set its title, hide lines, or reverse what the user reads.

use std::borrow::Cow;
use std::io::{self, Write};

use lore::ingest::is_unwanted;
use tracing_subscriber::fmt::MakeWriter;

/// Writes text to stdout. A reader that has gone is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(printable(text).as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Writes a line to stderr, where the user reads errors. There is nowhere to tell that it could not be written.
pub(crate) fn print_error(text: &str) {
    let _ = Log.write_all(format!("{text}\n").as_bytes());
}

/// Text with a `U+FFFD` in the place of every character that a terminal would obey. Lines and tabs stay.
fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    // Windows ends lines with two characters, the first of which alone would write over the line.
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.replace(is_obeyed, "\u{fffd}"))
}

/// JSON that means the same, with an escape in the place of every character that a terminal would obey.
pub(crate) fn printable_json(json: &str) -> String {
    let mut printable = String::with_capacity(json.len());
    for c in json.chars() {
        if is_obeyed(c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| printable.push_str(&format!("\\u{unit:04x}")));
        } else {
            printable.push(c);
        }
    }
    printable
}

/// Whether a terminal takes a character for an order. A carriage return writes over the line, a separator of lines can end it.
fn is_obeyed(c: char) -> bool {
    is_unwanted(c) || matches!(c, '\r' | '\u{2028}' | '\u{2029}')
}

/// Stderr, as what is logged gets there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        io::stderr().lock().write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        for (text, printed) in [
            ("Fire\tball\n", "Fire\tball\n"),
            ("a\u{1b}]0;owned\u{7}b", "a\u{fffd}]0;owned\u{fffd}b"),
            ("a\u{9b}2Jb\u{7f}", "a\u{fffd}2Jb\u{fffd}"),
            ("ok\rno", "ok\u{fffd}no"),
            ("a\r\nb\u{1b}c", "a\nb\u{fffd}c"),
            ("wercbro.\u{202e}exe\u{2066}", "wercbro.\u{fffd}exe\u{fffd}"),
            ("👩\u{200d}🚀 é\u{301}", "👩\u{200d}🚀 é\u{301}"),
        ] {
            assert_eq!(printable(text), printed);
        }
    }

    #[test]
    fn printed_json_means_what_it_meant() {
        let value = serde_json::json!({ "name": "\u{1b}[31m\u{9b}x\u{202e}\u{200f} \u{2028}é \u{e0041}" });
        let printed = printable_json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!printed.contains(is_obeyed));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).unwrap(), value);
    }
}
