//! Output to a terminal. Names, file names and errors come from outside, and control sequences in them could
//! set a terminal's title, hide lines or reverse the text. They are replaced before printing.

use std::borrow::Cow;
use std::io::{self, Write};

use lore::ingest::is_unwanted;

/// A closed pipe is not an error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(printable(text).as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// A failure is ignored, because there is nowhere left to report it.
pub(crate) fn print_error(text: &str) {
    let _ = PrintableStderr.write_all(format!("{text}\n").as_bytes());
}

/// Lines and tabs stay.
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

/// Returns `true` if a terminal acts on the character: a control, a carriage return or a line separator.
fn is_obeyed(c: char) -> bool {
    is_unwanted(c) || matches!(c, '\r' | '\u{2028}' | '\u{2029}')
}

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
mod tests;
