//! Where a bracket stands, and what it closes.

use super::super::field::{holds_map, holds_plain_value, is_item, is_of_item};
use super::super::frame::{Form, Frame, Role};
use super::super::scan::{Bracket, is_blank};
use super::super::{Map, Value};
use super::Mender;

impl<'a> Mender<'a, '_> {
    pub(super) fn open(&mut self, at: usize, form: Form<'a>) {
        let is_map = matches!(form, Form::Brackets(Bracket::Map) | Form::Namespaced(_));
        let Some(frame) = self.stack.last() else {
            return self.push_frame(at, form, if is_map { Role::Container } else { Role::Field });
        };
        if !frame.is_map() || self.editing() {
            return self.push_frame(at, form, Role::Field);
        }
        let role = match &frame.key {
            Some(key) if is_map && frame.role == Role::Item && holds_plain_value(key) => {
                return self.note(at, "an opening bracket before a plain value was left out");
            }
            Some(_) if frame.role == Role::Type && !is_map => {
                if self.last_is_a_map() {
                    self.back_into_item(at);
                }
                Role::Field
            }
            Some(key) => frame.role_of_value(key),
            None if is_map && frame.pairs.is_empty() => {
                return self.note(at, "an opening bracket that stood twice was left out");
            }
            // A map at the place of a key is a bracket too many: what stands in it belongs to the map around it.
            None => {
                let around = frame.role;
                if is_map && self.opens_lost_map(at) { Role::Field } else { around }
            }
        };
        let role = if is_map { role } else { Role::Field };
        self.push_frame(at, form, role);
    }

    pub(super) fn close(&mut self, at: usize, bracket: Bracket) {
        let mut wanted = None;
        for (index, frame) in self.stack.iter().enumerate().rev() {
            if frame.is_closed_by(bracket) {
                wanted = Some(index);
                break;
            }
            // A bracket of a list never closes an item.
            if bracket != Bracket::Map && frame.role != Role::Field {
                break;
            }
        }
        // Within a list, a bracket of a map that more of the list follows closes nothing.
        let rest = self.scanner.rest().trim_start_matches(is_blank);
        let in_list = self.stack.last().is_some_and(Frame::is_sequence);
        let wanted = wanted.filter(|_| !(bracket == Bracket::Map && in_list && rest.starts_with(['{', ']'])));
        let Some(wanted) = wanted else {
            return self.note(at, "a closing bracket without an opening one was left out");
        };
        if self.stack.iter().skip(wanted + 1).any(Frame::is_bracket) {
            self.note(at, "a bracket was closed by one of another kind");
        }
        while self.stack.len() > wanted + 1 {
            self.finish(false);
        }
        self.finish(true);
    }

    /// Closes what is open last and gives its value to what is open around it. `by_bracket` tells whether its own
    /// bracket closes it.
    pub(super) fn finish(&mut self, by_bracket: bool) {
        let Some(frame) = self.stack.pop() else { return };
        let at = frame.at;
        let role = frame.role;
        let was_sequence = frame.is_sequence();
        let Some(value) = frame.into_value() else { return };
        let value = match value {
            Value::Map(map) => match self.place_of_map(at, role, map, by_bracket) {
                Some(map) => Value::Map(map),
                None => return,
            },
            other if was_sequence && !by_bracket => return self.push_sequence(at, other),
            other => other,
        };
        if self.editing() {
            return self.push(value);
        }
        // A list or map at the place of a key.
        let Some(frame) = self.stack.last_mut() else { return self.push(value) };
        if !(frame.is_map() && frame.key.is_none()) {
            return self.push(value);
        }
        match (frame.pairs.last_mut(), value) {
            (Some((_, Value::Vector(values) | Value::List(values))), Value::Map(map)) => {
                values.push(Value::Map(map));
                self.note(at, "a closing bracket stood too early in a list");
            }
            (_, Value::Map(map)) => {
                frame.pairs.extend(map.pairs);
                self.note(at, "an opening bracket that belongs to nothing was left out");
            }
            _ => self.note(at, "a list without a key was left out"),
        }
    }

    /// Puts a map that is complete where it belongs, when that is not where it stands.
    pub(super) fn place_of_map(
        &mut self,
        at: usize,
        role: Role,
        map: Map<'a>,
        by_bracket: bool,
    ) -> Option<Map<'a>> {
        if self.editing() {
            return Some(map);
        }
        let (around, key) = self.here();
        let is_item = is_item(&map);
        match (around, key) {
            // A field's map behind an item that was closed too early.
            (Some(Role::Type), Some(key))
                if holds_map(key)
                    && !map.has_any(&["option-pack", "name", "key"])
                    && self.last_is_a_map() =>
            {
                self.back_into_item(at);
                Some(map)
            }
            // A field's map that was not closed and took the rest of its item: its bracket was the item's.
            (Some(Role::Item | Role::Field), Some(holder))
                if role == Role::Field
                    && holds_map(holder)
                    && map.pairs.iter().any(|(key, _)| is_of_item(key, holder)) =>
            {
                let own = map.pairs.iter().position(|(key, _)| is_of_item(key, holder)).unwrap_or_default();
                let mut pairs = map.pairs;
                let rest = pairs.split_off(own);
                self.note(at, "a closing bracket was missing behind a field");
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
                self.note(at, "a closing bracket was missing before an item");
                while self.stack.len() > outer {
                    self.finish(false);
                }
                if let Some(frame) = self.stack.last_mut() {
                    frame.key = Some(key);
                }
                Some(map)
            }
            // A trait within a trait that was not closed.
            (Some(Role::Field), None) if map.has_any(&["name"]) && self.is_named_in_list() => {
                self.note(at, "a closing bracket was missing in a list");
                self.finish(false);
                Some(map)
            }
            _ => Some(map),
        }
    }

    /// Whether what is open last is a map with a name that stands in a list.
    pub(super) fn is_named_in_list(&self) -> bool {
        let mut frames = self.stack.iter().rev();
        let (last, around) = (frames.next(), frames.next());
        let is_name =
            |(key, _): &(Value<'_>, Value<'_>)| matches!(key, Value::Keyword(name) if name == "name");
        around.is_some_and(Frame::is_sequence) && last.is_some_and(|last| last.pairs.iter().any(is_name))
    }

    /// A list without its closing bracket: the fields in it belong to the item around it.
    pub(super) fn push_sequence(&mut self, at: usize, value: Value<'a>) {
        let (Value::Vector(mut values) | Value::List(mut values)) = value else { return self.push(value) };
        let end_of_maps =
            values.windows(2).position(|pair| matches!(pair, [Value::Map(_), Value::Keyword(_)]));
        let fields = end_of_maps.map(|end| values.split_off(end + 1)).unwrap_or_default();
        self.push(Value::Vector(values));
        let Some(frame) = self.stack.last_mut().filter(|frame| frame.is_map()) else { return };
        let mut fields = fields.into_iter();
        let mut moved = false;
        while let (Some(key), Some(value)) = (fields.next(), fields.next()) {
            frame.pairs.push((key, value));
            moved = true;
        }
        if moved {
            self.note(at, "a closing bracket was missing behind a list");
        }
    }
}
