//! The forms of a text that are open while it is read, such as maps and tags.

use super::known_fields::is_content_type;
use super::scanner::{Bracket, Form};
use super::{Map, Value};

impl Form<'_> {
    pub(super) fn is_map(self) -> bool {
        matches!(self, Form::Brackets(Bracket::Map) | Form::Namespaced(_))
    }

    pub(super) fn is_bracket(self) -> bool {
        matches!(self, Form::Brackets(_) | Form::Namespaced(_))
    }

    pub(super) fn is_closed_by(self, bracket: Bracket) -> bool {
        match self {
            Form::Brackets(Bracket::Set) | Form::Namespaced(_) => bracket == Bracket::Map,
            Form::Brackets(own) => own == bracket,
            _ => false,
        }
    }

    pub(super) fn is_complete(self, values: usize) -> bool {
        match self {
            Form::Discard | Form::Tag(_) => values > 0,
            Form::Meta => values == 2,
            Form::Brackets(_) | Form::Namespaced(_) => false,
        }
    }
}

/// The role of a map in a homebrew file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It holds books, or the content types of a book.
    Container,
    /// It holds the items of a content type.
    Type,
    Item,
    /// It is the value of a field, or within one.
    Field,
}

/// A form that is open while a text is read. The strict reader gives every frame the role of a field.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// The position of the opening bracket, in bytes.
    pub(super) at: usize,
    pub(super) form: Form<'a>,
    pub(super) role: Role,
    /// True if the frame is within the copy that the builder keeps of an item while it is edited.
    pub(super) is_edited: bool,
    /// The key of a map whose value is still missing.
    pub(super) key: Option<Value<'a>>,
    pub(super) pairs: Vec<(Value<'a>, Value<'a>)>,
    /// The values of any other form.
    pub(super) values: Vec<Value<'a>>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(at: usize, form: Form<'a>, role: Role) -> Self {
        Self { at, form, role, is_edited: false, key: None, pairs: Vec::new(), values: Vec::new() }
    }

    pub(super) fn reopen(map: Map<'a>, role: Role) -> Self {
        Self { pairs: map.pairs, ..Self::new(map.at, Form::Brackets(Bracket::Map), role) }
    }

    pub(super) fn is_sequence(&self) -> bool {
        matches!(self.form, Form::Brackets(Bracket::Vector | Bracket::List))
    }

    pub(super) fn expects_key(&self) -> bool {
        self.form.is_map() && self.key.is_none()
    }

    pub(super) fn holds_books(&self) -> bool {
        // In reverse, because in a file with many books one of them is near the end.
        let keys = self.key.iter().chain(self.pairs.iter().rev().map(|(key, _)| key));
        keys.into_iter().any(|key| matches!(key, Value::String(_)))
    }

    pub(super) fn role_of_value(&self, key: &Value<'a>) -> Role {
        match self.role {
            Role::Container if matches!(key, Value::String(_) | Value::Symbol(_)) => Role::Container,
            Role::Container if is_content_type(key) => Role::Type,
            Role::Type => Role::Item,
            Role::Container | Role::Item | Role::Field => Role::Field,
        }
    }

    fn push_to_map(&mut self, value: Value<'a>) {
        match (self.key.take(), self.form) {
            (Some(key), _) => self.pairs.push((key, value)),
            (None, Form::Namespaced(namespace)) => self.key = Some(qualified(namespace, value)),
            (None, _) => self.key = Some(value),
        }
    }

    /// Returns `None` if the values are discarded.
    pub(super) fn into_value(mut self) -> Option<Value<'a>> {
        Some(match self.form {
            Form::Brackets(Bracket::Map) | Form::Namespaced(_) => {
                self.pairs.extend(self.key.map(|key| (key, Value::Nil)));
                Value::Map(Map { at: self.at, pairs: self.pairs })
            }
            Form::Brackets(Bracket::Vector) => Value::Vector(self.values),
            Form::Brackets(Bracket::List) => Value::List(self.values),
            Form::Brackets(Bracket::Set) => Value::Set(self.values),
            Form::Tag(tag) => Value::Tagged(tag, Box::new(self.values.pop()?)),
            Form::Meta => self.values.pop()?,
            Form::Discard => return None,
        })
    }
}

/// Adds a value to the innermost frame, or else to `top`, and completes tags and metadata with it.
pub(super) fn push<'a>(stack: &mut Vec<Frame<'a>>, top: &mut Vec<Value<'a>>, mut value: Value<'a>) {
    loop {
        let Some(frame) = stack.last_mut() else { return top.push(value) };
        if frame.form.is_map() {
            return frame.push_to_map(value);
        }
        frame.values.push(value);
        if !frame.form.is_complete(frame.values.len()) {
            return;
        }
        let Some(completed) = stack.pop().and_then(Frame::into_value) else { return };
        value = completed;
    }
}

/// The namespace `_` stands for none.
pub(super) fn qualified<'a>(namespace: &str, key: Value<'a>) -> Value<'a> {
    let Value::Keyword(name) = key else { return key };
    Value::Keyword(match name.split_once('/') {
        Some(("_", plain)) => plain.to_owned().into(),
        Some(_) => name,
        None => format!("{namespace}/{name}").into(),
    })
}
