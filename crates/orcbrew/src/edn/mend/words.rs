//! Where a word stands, and what is missing when it should stand elsewhere.

use super::super::Value;
use super::super::field::{CONTENT_TYPES, holds_list_of_maps, holds_map, holds_plain_value, is_content_type};
use super::super::frame::{Form, Frame, Role};
use super::super::scan::{Bracket, is_blank};
use super::super::strict::qualified;
use super::{MOST_REOPENED, Mender};

impl<'a> Mender<'a, '_> {
    pub(super) fn word(&mut self, at: usize, word: Value<'a>) {
        if self.editing() {
            return self.push(word);
        }
        let word = self.with_namespace(word);
        match &word {
            Value::Keyword(_) if is_content_type(&word) && self.next_opens_a_bracket() => self.begin_type(at),
            Value::Keyword(_) => self.before_keyword(at),
            Value::Symbol(_) if self.lost_its_mark(at) => return,
            Value::Symbol(_) => {
                if self.joined_to_text(at, &word) {
                    return;
                }
            }
            _ => {
                if !self.before_value(at, &word) {
                    return;
                }
            }
        }
        self.push(word);
    }

    /// A content type in a book that gives its namespace once for all of them.
    fn with_namespace(&self, word: Value<'a>) -> Value<'a> {
        let Value::Keyword(name) = &word else { return word };
        let book = self.stack.iter().rev().find(|frame| frame.role == Role::Container);
        let Some(Form::Namespaced(namespace)) = book.map(|book| book.form) else { return word };
        let rest = self.scanner.rest().trim_start_matches(is_blank);
        if CONTENT_TYPES.contains(&name.as_ref()) && rest.starts_with('{') {
            qualified(namespace, word)
        } else {
            word
        }
    }

    /// Goes to the level of a book, where a content type begins.
    pub(super) fn begin_type(&mut self, at: usize) {
        if self.stack.is_empty() && self.reopen_last() && self.last_is_a_book() {
            self.reopen_last();
        }
        if self.stack.iter().any(|frame| frame.role == Role::Container) {
            if !matches!(self.here().0, Some(Role::Container)) {
                self.note(at, "a closing bracket was missing before a content type");
            }
            while !matches!(self.here().0, Some(Role::Container)) {
                self.finish(false);
            }
        } else {
            self.note(at, "an opening bracket was missing before a content type");
            while !self.stack.is_empty() {
                self.finish(false);
            }
            self.push_frame(at, Form::Brackets(Bracket::Map), Role::Container);
        }
        match self.here().1 {
            Some(key) if is_content_type(key) => self.push(Value::Nil),
            Some(_) => {
                self.note(at, "an opening bracket was missing behind the name of a book");
                self.push_frame(at, Form::Brackets(Bracket::Map), Role::Container);
            }
            None => {}
        }
    }

    pub(super) fn before_keyword(&mut self, at: usize) {
        // An item outside its content type: a bracket too many closed that.
        if self.stack.is_empty() {
            if self.next_opens_a_bracket() && self.reopen_last() {
                self.before_keyword(at);
            }
            return;
        }
        if self.in_list_of_maps() {
            self.note(at, "an opening bracket was missing in a list");
            return self.push_frame(at, Form::Brackets(Bracket::Map), Role::Field);
        }
        match self.here() {
            (Some(Role::Container), None) if self.next_opens_a_bracket() && self.last_is_a_map() => {
                self.note(
                    at,
                    "a closing bracket stood too early; what follows was put into the content type before it",
                );
                if self.reopen_last() {
                    self.before_keyword(at);
                }
            }
            (Some(Role::Container), Some(key)) if is_content_type(key) => {
                self.note(at, "an opening bracket was missing behind a content type");
                self.push_frame(at, Form::Brackets(Bracket::Map), Role::Type);
            }
            (Some(Role::Type), Some(key)) if holds_plain_value(key) && self.last_is_a_map() => {
                self.back_into_item(at);
            }
            (Some(Role::Type), Some(_)) => {
                self.note(at, "an opening bracket was missing before the fields of an item");
                self.push_frame(at, Form::Brackets(Bracket::Map), Role::Item);
            }
            _ => {}
        }
    }

    /// Whether what is open last is a list whose values are maps.
    pub(super) fn in_list_of_maps(&self) -> bool {
        let mut frames = self.stack.iter().rev();
        let Some(list) = frames.next().filter(|frame| frame.is_sequence()) else { return false };
        match list.values.last() {
            Some(last) => matches!(last, Value::Map(_)),
            None => frames.next().and_then(|around| around.key.as_ref()).is_some_and(holds_list_of_maps),
        }
    }

    /// Prepares the place of a value that is no keyword; false when there is no place for it.
    pub(super) fn before_value(&mut self, at: usize, value: &Value<'a>) -> bool {
        let Some(frame) = self.stack.last() else { return true };
        if !frame.is_map() {
            return true;
        }
        if frame.key.is_some() {
            if frame.role == Role::Type && *value != Value::Nil && self.last_is_a_map() {
                self.back_into_item(at);
            }
            return true;
        }
        // At the place of a key, where a number stands among numbers and `nil` anywhere.
        let plausible = match value {
            Value::Integer(_) | Value::Float(_) => {
                frame.pairs.last().is_none_or(|(key, _)| matches!(key, Value::Integer(_) | Value::Float(_)))
            }
            Value::Nil => true,
            _ => false,
        };
        if plausible {
            return true;
        }
        if self.opens_lost_map(at) {
            return true;
        }
        self.note(at, "a value without a key was left out");
        false
    }

    /// Where the value of a field that holds a map is one key of that map, the map's bracket is missing.
    pub(super) fn opens_lost_map(&mut self, at: usize) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        let lost = frame.pairs.last().is_some_and(|(key, value)| {
            holds_map(key) && matches!(value, Value::Keyword(_) | Value::Integer(_))
        });
        let Some((key, inner)) = frame.pairs.pop_if(|_| lost) else { return false };
        self.note(at, "an opening bracket was missing behind a field");
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
        }
        self.push_frame(at, Form::Brackets(Bracket::Map), Role::Field);
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(inner);
        }
        true
    }

    /// Goes back into the item before, which a bracket too many closed, with the key that waits.
    pub(super) fn back_into_item(&mut self, at: usize) {
        let Some(key) = self.stack.last_mut().and_then(|frame| frame.key.take()) else { return };
        self.note(at, "a closing bracket stood too early; what follows was put into the item before it");
        self.reopen_last();
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
        }
    }

    pub(super) fn last_is_a_map(&self) -> bool {
        match self.stack.last() {
            Some(frame) => matches!(frame.pairs.last(), Some((_, Value::Map(_)))),
            None => matches!(self.top.last(), Some(Value::Map(_))),
        }
    }

    pub(super) fn last_is_a_book(&self) -> bool {
        let last = self.stack.last().and_then(|frame| frame.pairs.last());
        matches!(last, Some((Value::Text(_) | Value::Symbol(_), Value::Map(_))))
    }

    /// Opens the map again that was closed last.
    pub(super) fn reopen_last(&mut self) -> bool {
        if self.reopened == MOST_REOPENED {
            return false;
        }
        self.reopened += 1;
        let Some(frame) = self.stack.last_mut() else {
            let Some(Value::Map(map)) = self.top.pop_if(|value| matches!(value, Value::Map(_))) else {
                return false;
            };
            self.note(map.at, "what stands behind the last bracket was read as well");
            self.put_frame(Frame::again(map, Role::Container));
            return true;
        };
        let reopened = frame.pairs.pop_if(|(_, value)| matches!(value, Value::Map(_)));
        let Some((key, Value::Map(map))) = reopened else { return false };
        let role = frame.role_of_value(&key);
        frame.key = Some(key);
        self.put_frame(Frame::again(map, role));
        true
    }
}
