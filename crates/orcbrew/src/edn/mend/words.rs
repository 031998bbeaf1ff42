//! Keywords and other single words, and the brackets that are missing before them.

use super::super::Value;
use super::super::frame::{Frame, Role, qualified};
use super::super::known_fields::{CONTENT_TYPES, LIST_FIELDS, PLAIN_FIELDS, holds_map, is_content_type};
use super::super::scanner::{Bracket, Form};
use super::{MAX_REOPENED, Mender};

impl<'a> Mender<'a, '_> {
    pub(super) fn word(&mut self, at: usize, word: Value<'a>) {
        if self.is_edited() {
            return self.push(word);
        }
        let word = self.with_namespace(word);
        let has_place = match &word {
            Value::Keyword(_) if is_content_type(&word) && self.opens_bracket_next() => {
                self.return_to_book(at);
                true
            }
            Value::Keyword(_) => {
                self.prepare_for_keyword(at);
                true
            }
            Value::Symbol(_) => !self.read_unopened_string(at) && !self.join_to_string(at, &word),
            _ => self.prepare_for_value(at, &word),
        };
        if has_place {
            self.push(word);
        }
    }

    /// Adds the namespace to a content type in a book with one namespace for all of them.
    fn with_namespace(&self, word: Value<'a>) -> Value<'a> {
        let book = self.stack.iter().rev().find(|frame| frame.role == Role::Container);
        match book.map(|book| book.form) {
            Some(Form::Namespaced(namespace))
                if word.is_keyword(CONTENT_TYPES) && self.rest().starts_with('{') =>
            {
                qualified(namespace, word)
            }
            _ => word,
        }
    }

    fn return_to_book(&mut self, at: usize) {
        if self.stack.iter().any(|frame| frame.role == Role::Container) {
            if self.innermost().0 != Some(Role::Container) {
                self.notices.add(at, "a closing bracket was missing before a content type");
            }
            while self.innermost().0 != Some(Role::Container) {
                self.finish(false);
            }
        } else {
            self.notices.add(at, "an opening bracket was missing before a content type");
            self.finish_to(0);
            self.push_form(at, Form::Brackets(Bracket::Map), Role::Container);
        }
        match self.innermost().1 {
            Some(key) if is_content_type(key) => self.push(Value::Nil),
            Some(_) => {
                self.notices.add(at, "an opening bracket was missing after the name of a book");
                self.push_form(at, Form::Brackets(Bracket::Map), Role::Container);
            }
            None => {}
        }
    }

    fn prepare_for_keyword(&mut self, at: usize) {
        if self.is_in_list_of_maps() {
            self.notices.add(at, "an opening bracket was missing in a list");
            return self.push_form(at, Form::Brackets(Bracket::Map), Role::Field);
        }
        match self.innermost() {
            (Some(Role::Container), None) if self.opens_bracket_next() && self.last_is_map() => {
                self.notices.add(
                    at,
                    "a misplaced closing bracket was left out; the items after it were added to the content type before it",
                );
                if self.reopen_last() {
                    self.prepare_for_keyword(at);
                }
            }
            (Some(Role::Container), Some(key)) if is_content_type(key) => {
                self.notices.add(at, "an opening bracket was missing after a content type");
                self.push_form(at, Form::Brackets(Bracket::Map), Role::Type);
            }
            (Some(Role::Type), Some(key)) if key.is_keyword(PLAIN_FIELDS) && self.last_is_map() => {
                self.return_to_item(at);
            }
            (Some(Role::Type), Some(_)) => {
                self.notices.add(at, "an opening bracket was missing before the fields of an item");
                self.push_form(at, Form::Brackets(Bracket::Map), Role::Item);
            }
            _ => {}
        }
    }

    fn is_in_list_of_maps(&self) -> bool {
        let mut frames = self.stack.iter().rev();
        let Some(list) = frames.next().filter(|frame| frame.is_sequence()) else { return false };
        match list.values.last() {
            Some(last) => matches!(last, Value::Map(_)),
            None => {
                let around = frames.next().and_then(|around| around.key.as_ref());
                around.is_some_and(|key| key.is_keyword(LIST_FIELDS))
            }
        }
    }

    /// Returns false if there is no place for the value.
    fn prepare_for_value(&mut self, at: usize, value: &Value<'a>) -> bool {
        let Some(frame) = self.stack.last().filter(|frame| frame.form.is_map()) else { return true };
        if frame.key.is_some() {
            if frame.role == Role::Type && *value != Value::Nil && self.last_is_map() {
                self.return_to_item(at);
            }
            return true;
        }
        // As a key, a number is plausible among numbers, and `nil` anywhere.
        let is_plausible = match value {
            Value::Integer(_) | Value::Float(_) => {
                frame.pairs.last().is_none_or(|(key, _)| matches!(key, Value::Integer(_) | Value::Float(_)))
            }
            Value::Nil => true,
            _ => false,
        };
        if is_plausible || self.open_missing_map(at) {
            return true;
        }
        self.notices.add(at, "a value without a key was left out");
        false
    }

    /// Adds a missing opening bracket: a field that holds a map has a key of that map as its value.
    pub(super) fn open_missing_map(&mut self, at: usize) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        let is_missing = frame.pairs.last().is_some_and(|(key, value)| {
            holds_map(key) && matches!(value, Value::Keyword(_) | Value::Integer(_))
        });
        let Some((key, inner)) = frame.pairs.pop_if(|_| is_missing) else { return false };
        self.notices.add(at, "an opening bracket was missing after a field");
        self.set_key(key);
        self.push_form(at, Form::Brackets(Bracket::Map), Role::Field);
        self.set_key(inner);
        true
    }

    /// Opens the previous item again, which a bracket too many has closed, and moves the open key into it.
    pub(super) fn return_to_item(&mut self, at: usize) {
        let Some(key) = self.stack.last_mut().and_then(|frame| frame.key.take()) else { return };
        self.notices.add(
            at,
            "a misplaced closing bracket was left out; the fields after it were added to the item before it",
        );
        self.reopen_last();
        self.set_key(key);
    }

    pub(super) fn last_is_map(&self) -> bool {
        match self.stack.last() {
            Some(frame) => matches!(frame.pairs.last(), Some((_, Value::Map(_)))),
            None => matches!(self.top.last(), Some(Value::Map(_))),
        }
    }

    pub(super) fn reopen_last(&mut self) -> bool {
        if self.reopened == MAX_REOPENED {
            return false;
        }
        self.reopened += 1;
        let Some(frame) = self.stack.last_mut() else {
            let Some(Value::Map(map)) = self.top.pop_if(|value| matches!(value, Value::Map(_))) else {
                return false;
            };
            self.notices.add(map.at, "content after the last closing bracket was read as well");
            self.push_frame(Frame::reopen(map, Role::Container));
            return true;
        };
        let last = frame.pairs.pop_if(|(_, value)| matches!(value, Value::Map(_)));
        let Some((key, Value::Map(map))) = last else { return false };
        let role = frame.role_of_value(&key);
        frame.key = Some(key);
        self.push_frame(Frame::reopen(map, role));
        true
    }
}
