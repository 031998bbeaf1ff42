//! The strict reader.

use super::escapes::{closing_mark, unescape};
use super::frame::{Frame, Role, push};
use super::scanner::{Scanner, Token};
use super::{MAX_DEPTH, Notices, Value};

/// The structure of a text is not in order.
#[derive(Debug)]
pub(crate) struct Disorder;

/// Fails at the first thing that makes the structure doubtful: a bracket without its counterpart, brackets
/// nested deeper than [`MAX_DEPTH`], an unterminated string, a key without a value, or a string directly
/// followed by a word. Other oddities become notices.
pub(crate) fn read_strictly<'a>(text: &'a str, notices: &mut Notices) -> Result<Vec<Value<'a>>, Disorder> {
    let mut scanner = Scanner::new(text);
    let mut stack: Vec<Frame<'a>> = Vec::new();
    let mut top: Vec<Value<'a>> = Vec::new();
    loop {
        let (at, token) = scanner.next(notices);
        let value = match token {
            Token::Open(form) if stack.len() < MAX_DEPTH => {
                stack.push(Frame::new(at, form, Role::Field));
                continue;
            }
            Token::Word(word) => word,
            Token::Quote => read_string(&mut scanner, at, notices)?,
            Token::Close(bracket) => {
                let closed = |frame: &Frame<'a>| frame.form.is_closed_by(bracket) && frame.key.is_none();
                stack.pop().filter(closed).and_then(Frame::into_value).ok_or(Disorder)?
            }
            Token::End if stack.is_empty() => return Ok(top),
            Token::Open(_) | Token::End => return Err(Disorder),
        };
        push(&mut stack, &mut top, value);
    }
}

fn read_string<'a>(
    scanner: &mut Scanner<'a>,
    at: usize,
    notices: &mut Notices,
) -> Result<Value<'a>, Disorder> {
    let start = scanner.at;
    let end = closing_mark(scanner.text(), start).ok_or(Disorder)?;
    scanner.at = end + 1;
    // Every program that writes these files puts a blank or a bracket after a string.
    if scanner
        .rest()
        .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | ':' | '.' | '\'' | '!' | '?' | '-'))
    {
        return Err(Disorder);
    }
    let (text, unknown) = unescape(scanner.text().get(start..end).unwrap_or_default());
    if let Some(letter) = unknown {
        notices.add(at, format!("`\\{letter}` is not an escape and was kept as it is"));
    }
    Ok(Value::String(text))
}
