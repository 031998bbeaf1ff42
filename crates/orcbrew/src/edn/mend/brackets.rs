//! Brackets, and what they open and close.

use super::super::frame::Role;
use super::super::known_fields::{PLAIN_FIELDS, belongs_to_item, holds_map, is_item};
use super::super::scanner::{Bracket, Form};
use super::super::{Map, Value};
use super::Mender;

impl<'a> Mender<'a, '_> {
    pub(super) fn open(&mut self, at: usize, form: Form<'a>) {
        let is_map = form.is_map();
        let Some(frame) = self.stack.last() else {
            return self.push_form(at, form, if is_map { Role::Container } else { Role::Field });
        };
        if !frame.form.is_map() || self.is_edited() {
            return self.push_form(at, form, Role::Field);
        }
        let role = match &frame.key {
            Some(key) if is_map && frame.role == Role::Item && key.is_keyword(PLAIN_FIELDS) => {
                return self.notices.add(at, "an opening bracket before a plain value was left out");
            }
            Some(_) if frame.role == Role::Type && !is_map => {
                if self.last_is_map() {
                    self.return_to_item(at);
                }
                Role::Field
            }
            Some(key) => frame.role_of_value(key),
            None if is_map && frame.pairs.is_empty() => {
                return self.notices.add(at, "a duplicate opening bracket was left out");
            }
            // A map in place of a key has a bracket too many: its contents belong to the map around it.
            None => {
                let around = frame.role;
                if is_map && self.open_missing_map(at) { Role::Field } else { around }
            }
        };
        let role = if is_map { role } else { Role::Field };
        self.push_form(at, form, role);
    }

    pub(super) fn close(&mut self, at: usize, bracket: Bracket) {
        let Some(index) = self.closed_frame(bracket) else {
            return self.notices.add(at, "a closing bracket without an opening one was left out");
        };
        if self.stack.iter().skip(index + 1).any(|frame| frame.form.is_bracket()) {
            self.notices.add(at, "a bracket was closed by one of another kind");
        }
        self.finish_to(index + 1);
        self.finish(true);
    }

    fn closed_frame(&self, bracket: Bracket) -> Option<usize> {
        for (index, frame) in self.stack.iter().enumerate().rev() {
            if frame.form.is_closed_by(bracket) {
                return Some(index);
            }
            // The bracket of a list never closes an item.
            if bracket != Bracket::Map && frame.role != Role::Field {
                break;
            }
        }
        None
    }

    pub(super) fn finish_to(&mut self, depth: usize) {
        while self.stack.len() > depth {
            self.finish(false);
        }
    }

    /// `by_bracket` is true if the frame's own bracket closes it.
    pub(super) fn finish(&mut self, by_bracket: bool) {
        let Some(frame) = self.stack.pop() else { return };
        let at = frame.at;
        let role = frame.role;
        let Some(value) = frame.into_value() else { return };
        let value = match value {
            Value::Map(map) => self.relocate_map(at, role, map, by_bracket).map(Value::Map),
            other => Some(other),
        };
        let Some(value) = value else { return };
        if self.is_edited() {
            return self.push(value);
        }
        let Some(frame) = self.stack.last_mut().filter(|frame| frame.expects_key()) else {
            return self.push(value);
        };
        // A list or map in place of a key.
        if let Value::Map(map) = value {
            frame.pairs.extend(map.pairs);
            self.notices.add(at, "an opening bracket without a key before it was left out");
        } else {
            self.notices.add(at, "a list without a key was left out");
        }
    }

    /// Moves a complete map to where it belongs. Returns the map if it belongs to the innermost frame.
    fn relocate_map(&mut self, at: usize, role: Role, map: Map<'a>, by_bracket: bool) -> Option<Map<'a>> {
        if self.is_edited() {
            return Some(map);
        }
        let (around, key) = self.innermost();
        let is_item = is_item(&map);
        match (around, key) {
            // The map of a field after an item that was closed too early.
            (Some(Role::Type), Some(key))
                if holds_map(key) && !map.has_any(&["option-pack", "name", "key"]) && self.last_is_map() =>
            {
                self.return_to_item(at);
                Some(map)
            }
            // The map of an unclosed field that holds the rest of its item: the bracket closes the item.
            (Some(Role::Item | Role::Field), Some(holder))
                if role == Role::Field
                    && holds_map(holder)
                    && map.pairs.iter().any(|(key, _)| belongs_to_item(key, holder)) =>
            {
                let first = map.pairs.iter().position(|(key, _)| belongs_to_item(key, holder));
                let mut pairs = map.pairs;
                let rest = pairs.split_off(first.unwrap_or_default());
                self.notices.add(at, "a closing bracket was missing after a field");
                self.push(Value::Map(Map { at: map.at, pairs }));
                if let Some(frame) = self.stack.last_mut() {
                    frame.pairs.extend(rest);
                }
                if by_bracket {
                    self.finish(true);
                }
                None
            }
            // An item within an item that was not closed.
            (Some(Role::Item | Role::Field), Some(Value::Keyword(_))) if is_item && role == Role::Field => {
                let outer = self.stack.iter().rposition(|frame| frame.role == Role::Item)?;
                let Some(key) = self.stack.last_mut().and_then(|frame| frame.key.take()) else {
                    return Some(map);
                };
                self.notices.add(at, "a closing bracket was missing before an item");
                self.finish_to(outer);
                self.set_key(key);
                Some(map)
            }
            // A trait within a trait that was not closed.
            (Some(Role::Field), None) if map.has_any(&["name"]) && self.is_named_in_list() => {
                self.notices.add(at, "a closing bracket was missing in a list");
                self.finish(false);
                Some(map)
            }
            _ => Some(map),
        }
    }

    fn is_named_in_list(&self) -> bool {
        let [.., list, map] = self.stack.as_slice() else { return false };
        list.is_sequence() && map.pairs.iter().any(|(key, _)| key.is_keyword(&["name"]))
    }
}
