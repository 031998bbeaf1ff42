use super::scan::{Bracket, Scanner, Token};
use super::text::{end_of_text, unescape};
use super::{DEEPEST, Map, Notice, Notices, Value};

/// What is open while a text is read.
struct Frame<'a> {
    at: usize,
    form: Form<'a>,
    values: Vec<Value<'a>>,
}

/// What the values of a frame become.
enum Form<'a> {
    Brackets(Bracket),
    Namespaced(&'a str),
    /// One value that does not count.
    Discard,
    /// A value that tells something, and the value it tells it of; only the second counts.
    Meta,
    /// One value of a sort.
    Tag(&'a str),
}

/// Reads every value of a text whose brackets and quotation marks are in order, and tells what else was odd.
///
/// # Errors
/// At the first thing that makes the structure doubtful: a bracket without its other half, brackets deeper than any
/// file needs, a text that does not end, a key without a value, a text with a word on its heels.
pub(crate) fn read_strictly<'a>(text: &'a str, notices: &mut Notices) -> Result<Vec<Value<'a>>, Notice> {
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
            if stack.len() == DEEPEST {
                return Err(Notice::new(
                    at,
                    format!("brackets stand more than {DEEPEST} deep in one another"),
                ));
            }
            stack.push(Frame { at, form, values: Vec::new() });
            continue;
        }
        let mut value = match token {
            Token::Word(word) => word,
            Token::Quote => quoted(&mut scanner, at, notices)?,
            Token::Close(bracket) => match stack.pop() {
                Some(frame) if frame.is_closed_by(bracket) => frame.into_value()?,
                _ => return Err(Notice::new(at, "a closing bracket has no opening one")),
            },
            _ if stack.is_empty() => return Ok(top),
            _ => return Err(Notice::new(at, "the file ends before every bracket is closed")),
        };
        // A value may complete what stands before it: a tag, something that tells of it, a mark that it does not count.
        loop {
            let Some(frame) = stack.last_mut() else {
                top.push(value);
                break;
            };
            frame.values.push(value);
            let complete = match frame.form {
                Form::Discard | Form::Tag(_) => true,
                Form::Meta => frame.values.len() == 2,
                Form::Brackets(_) | Form::Namespaced(_) => false,
            };
            if !complete {
                break;
            }
            let Some(Frame { form, mut values, .. }) = stack.pop() else { break };
            let Some(last) = values.pop() else { break };
            value = match form {
                Form::Discard => break,
                Form::Tag(tag) => Value::Tagged(tag, Box::new(last)),
                _ => last,
            };
        }
    }
}

/// The text behind a quotation mark.
fn quoted<'a>(scanner: &mut Scanner<'a>, at: usize, notices: &mut Notices) -> Result<Value<'a>, Notice> {
    let start = scanner.at;
    let end = end_of_text(scanner.text(), start).ok_or_else(|| Notice::new(at, "a text does not end"))?;
    scanner.at = end + 1;
    // Every program that writes these files leaves a blank or a bracket behind a text.
    if scanner
        .rest()
        .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | ':' | '.' | '\'' | '!' | '?' | '-'))
    {
        return Err(Notice::new(end, "a text has a word on its heels"));
    }
    let (text, unknown) = unescape(scanner.text().get(start..end).unwrap_or_default());
    if let Some(letter) = unknown {
        notices.push(Notice::new(at, format!("`\\{letter}` means nothing in a text and was kept as it is")));
    }
    Ok(Value::Text(text))
}

impl<'a> Frame<'a> {
    fn is_closed_by(&self, bracket: Bracket) -> bool {
        match self.form {
            Form::Brackets(Bracket::Set) | Form::Namespaced(_) => bracket == Bracket::Map,
            Form::Brackets(own) => own == bracket,
            _ => false,
        }
    }

    fn into_value(self) -> Result<Value<'a>, Notice> {
        let namespace = match self.form {
            Form::Brackets(Bracket::Vector) => return Ok(Value::Vector(self.values)),
            Form::Brackets(Bracket::List) => return Ok(Value::List(self.values)),
            Form::Brackets(Bracket::Set) => return Ok(Value::Set(self.values)),
            Form::Namespaced(namespace) => Some(namespace),
            _ => None,
        };
        if self.values.len() % 2 == 1 {
            return Err(Notice::new(self.at, "a key of a map has no value"));
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

/// A key of a namespaced map: a keyword gets the namespace unless it has one; `_` stands for none.
pub(super) fn qualified<'a>(namespace: &str, key: Value<'a>) -> Value<'a> {
    let Value::Keyword(name) = key else { return key };
    Value::Keyword(match name.split_once('/') {
        Some(("_", plain)) => plain.to_owned().into(),
        Some(_) => name,
        None => format!("{namespace}/{name}").into(),
    })
}
