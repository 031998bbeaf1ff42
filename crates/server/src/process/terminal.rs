//! Output to a terminal. Names, file names and errors come from outside, and a terminal obeys the control sequences in
//! them: they could set its title, hide lines, or reverse the text. They are replaced before anything is printed.

use std::borrow::Cow;
use std::io::{self, Write};

use lore::ingest::is_unwanted;

/// Writes text to stdout. A closed pipe is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(printable(text).as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Writes a line to stderr. A failure is ignored, because there is nowhere left to report it.
pub(crate) fn print_error(text: &str) {
    let _ = PrintableStderr.write_all(format!("{text}\n").as_bytes());
}

/// Replaces every character that a terminal obeys with `U+FFFD`. Lines and tabs stay.
fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    // A carriage return alone would overwrite the line; before a line feed it is Windows' line ending.
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.replace(is_obeyed, "\u{fffd}"))
}

/// Escapes every character that a terminal obeys in JSON text; the value stays the same.
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

/// Returns `true` for a character that a terminal acts on: a control character, a carriage return or a line separator.
fn is_obeyed(c: char) -> bool {
    is_unwanted(c) || matches!(c, '\r' | '\u{2028}' | '\u{2029}')
}

/// A writer to stderr that replaces the characters a terminal obeys.
pub(crate) struct PrintableStderr;

impl Write for PrintableStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        io::stderr().lock().write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
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
    fn printable_json_has_the_same_value() {
        let value = serde_json::json!({ "name": "\u{1b}[31m\u{9b}x\u{202e}\u{200f} \u{2028}é \u{e0041}" });
        let printed = printable_json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!printed.contains(is_obeyed));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).unwrap(), value);
    }
}
