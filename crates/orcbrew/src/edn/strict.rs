//! The strict reader.

use super::escapes::{closing_mark, unescape};
use super::frame::{Form, qualified};
use super::scanner::{Bracket, Scanner, Token};
use super::{MAX_DEPTH, Map, Notices, Value};

/// The structure of a text is not in order.
#[derive(Debug)]
pub(crate) struct Disorder;

/// A form that is open while a text is read.
struct Frame<'a> {
    at: usize,
    form: Form<'a>,
    values: Vec<Value<'a>>,
}

/// Reads every value of a text whose brackets and quotation marks are in order. Other oddities become notices.
///
/// # Errors
/// At the first thing that makes the structure doubtful: a bracket without its counterpart, brackets nested deeper than
/// [`MAX_DEPTH`], an unterminated string, a key without a value, or a string directly followed by a word.
pub(crate) fn read_strictly<'a>(text: &'a str, notices: &mut Notices) -> Result<Vec<Value<'a>>, Disorder> {
    let mut scanner = Scanner::new(text);
    let mut stack: Vec<Frame<'a>> = Vec::new();
    let mut top: Vec<Value<'a>> = Vec::new();
    loop {
        let (at, token) = scanner.next(notices);
        let form = match token {
            Token::Open(bracket) => Some(Form::Brackets(bracket)),
            Token::OpenNamespaced(namespace) => Some(Form::Namespaced(namespace)),
            Token::Discard => Some(Form::Discard),
            Token::Meta => Some(Form::Meta),
            Token::Tag(tag) => Some(Form::Tag(tag)),
            _ => None,
        };
        if let Some(form) = form {
            if stack.len() == MAX_DEPTH {
                return Err(Disorder);
            }
            stack.push(Frame { at, form, values: Vec::new() });
            continue;
        }
        let mut value = match token {
            Token::Word(word) => word,
            Token::Quote => read_string(&mut scanner, at, notices)?,
            Token::Close(bracket) => match stack.pop() {
                Some(frame) if frame.form.is_closed_by(bracket) => frame.into_value()?,
                _ => return Err(Disorder),
            },
            _ if stack.is_empty() => return Ok(top),
            _ => return Err(Disorder),
        };
        // A value may complete the tag, metadata or discard mark before it.
        loop {
            let Some(frame) = stack.last_mut() else {
                top.push(value);
                break;
            };
            frame.values.push(value);
            if !frame.form.is_complete(frame.values.len()) {
                break;
            }
            let completed = stack.pop().and_then(|frame| frame.form.into_value(frame.values));
            let Some(completed) = completed else { break };
            value = completed;
        }
    }
}

/// Reads the string after a quotation mark.
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
        notices.add(at, format!("`\\{letter}` is no escape and was kept as it is"));
    }
    Ok(Value::String(text))
}

impl<'a> Frame<'a> {
    fn into_value(self) -> Result<Value<'a>, Disorder> {
        let namespace = match self.form {
            Form::Brackets(Bracket::Map) => None,
            Form::Namespaced(namespace) => Some(namespace),
            other => return other.into_value(self.values).ok_or(Disorder),
        };
        if self.values.len() % 2 == 1 {
            return Err(Disorder);
        }
        let mut pairs = Vec::with_capacity(self.values.len() / 2);
        let mut values = self.values.into_iter();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            let key = match namespace {
                Some(namespace) => qualified(namespace, key),
                None => key,
            };
            pairs.push((key, value));
        }
        Ok(Value::Map(Map { at: self.at, pairs }))
    }
}
