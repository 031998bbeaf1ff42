use super::field::is_content_type;
use super::scan::Bracket;
use super::strict::qualified;
use super::{Map, Value};

/// What a map is in a homebrew file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It holds books or the content types of one.
    Container,
    /// It holds the items of a content type.
    Type,
    /// It holds the fields of an item.
    Item,
    /// It stands in an item.
    Field,
}

/// What the values of a frame become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form<'a> {
    Brackets(Bracket),
    Namespaced(&'a str),
    Discard,
    Meta,
    Tag(&'a str),
}

/// What is open while a text is mended.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// The place of its bracket.
    pub(super) at: usize,
    pub(super) form: Form<'a>,
    pub(super) role: Role,
    /// Whether it stands in what the builder kept of an item while it was edited.
    pub(super) is_edited: bool,
    /// Of a map: the key that waits for its value.
    pub(super) key: Option<Value<'a>>,
    /// Of a map: what is complete.
    pub(super) pairs: Vec<(Value<'a>, Value<'a>)>,
    /// Of everything else: what stands in it.
    pub(super) values: Vec<Value<'a>>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(at: usize, form: Form<'a>, role: Role) -> Self {
        Self { at, form, role, is_edited: false, key: None, pairs: Vec::new(), values: Vec::new() }
    }

    /// A map that was complete, open again.
    pub(super) fn again(map: Map<'a>, role: Role) -> Self {
        Self { pairs: map.pairs, ..Self::new(map.at, Form::Brackets(Bracket::Map), role) }
    }

    pub(super) fn is_map(&self) -> bool {
        matches!(self.form, Form::Brackets(Bracket::Map) | Form::Namespaced(_))
    }

    pub(super) fn is_sequence(&self) -> bool {
        matches!(self.form, Form::Brackets(Bracket::Vector | Bracket::List))
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.form, Form::Brackets(_) | Form::Namespaced(_))
    }

    pub(super) fn is_closed_by(&self, bracket: Bracket) -> bool {
        match self.form {
            Form::Brackets(Bracket::Set) | Form::Namespaced(_) => bracket == Bracket::Map,
            Form::Brackets(own) => own == bracket,
            _ => false,
        }
    }

    /// Whether it has all the values it takes; brackets take any number.
    pub(super) fn is_complete(&self) -> bool {
        match self.form {
            Form::Discard | Form::Tag(_) => !self.values.is_empty(),
            Form::Meta => self.values.len() == 2,
            Form::Brackets(_) | Form::Namespaced(_) => false,
        }
    }

    /// Whether it is a map whose keys name books.
    pub(super) fn holds_books(&self) -> bool {
        // The last ones first: where there are many books, one of them is near.
        let keys = self.key.iter().chain(self.pairs.iter().rev().map(|(key, _)| key));
        keys.into_iter().any(|key| matches!(key, Value::Text(_)))
    }

    /// What the map that is the value of a key is.
    pub(super) fn role_of_value(&self, key: &Value<'a>) -> Role {
        match self.role {
            Role::Container if matches!(key, Value::Text(_) | Value::Symbol(_)) => Role::Container,
            Role::Container if is_content_type(key) => Role::Type,
            Role::Type => Role::Item,
            Role::Container | Role::Item | Role::Field => Role::Field,
        }
    }

    /// Adds a key or the value of one to a map.
    pub(super) fn put(&mut self, value: Value<'a>) {
        let namespace = match self.form {
            Form::Namespaced(namespace) => Some(namespace),
            _ => None,
        };
        match (self.key.take(), namespace) {
            (Some(key), _) => self.pairs.push((key, value)),
            (None, Some(namespace)) => self.key = Some(qualified(namespace, value)),
            (None, None) => self.key = Some(value),
        }
    }

    /// What it becomes; nothing when it was not to count.
    pub(super) fn into_value(mut self) -> Option<Value<'a>> {
        Some(match self.form {
            Form::Brackets(Bracket::Map) | Form::Namespaced(_) => {
                if let Some(key) = self.key.take() {
                    self.pairs.push((key, Value::Nil));
                }
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
