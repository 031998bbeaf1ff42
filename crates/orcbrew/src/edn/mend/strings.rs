//! Strings, and where they belong.

use super::super::Value;
use super::super::escapes::unescape;
use super::super::frame::{Frame, Role};
use super::super::known_fields::content_type;
use super::super::scanner::{is_blank, is_word_end};
use super::super::string_end::{end_of_unopened, ends_before_value, extent};
use super::Mender;

impl<'a> Mender<'a, '_> {
    pub(super) fn string(&mut self, at: usize) {
        let start = self.scanner.at;
        let is_field_value = self.stack.last().is_some_and(|frame| {
            frame.form.is_map() && !frame.expects_key() && frame.role != Role::Container
        });
        let found = extent(self.scanner.text(), start, is_field_value);
        self.scanner.at = found.next;
        let raw = self.scanner.text().get(start..found.end).unwrap_or_default();
        if let Some(problem) = found.problem {
            self.notices.add(at, problem);
        }
        if self.too_deep > 0 || (raw.is_empty() && found.problem.is_some()) {
            return;
        }
        self.push_string(at, Value::String(unescape(raw).0));
    }

    fn push_string(&mut self, at: usize, string: Value<'a>) {
        if self.is_edited() {
            return self.push(string);
        }
        if self.begins_book() {
            self.return_to_books(at);
            return self.push(string);
        }
        let Some(frame) = self.stack.last() else { return self.push(string) };
        let has_no_key = frame.expects_key()
            && matches!(frame.role, Role::Item | Role::Field)
            && matches!(frame.pairs.last(), Some((Value::Keyword(_), _)));
        if has_no_key {
            if !self.join_to_string(at, &string) {
                self.notices.add(at, "a text without a key was left out");
            }
            return;
        }
        if frame.role == Role::Type && frame.key.is_some() && self.last_is_map() {
            self.return_to_item(at);
        }
        self.push(string);
    }

    /// Returns true if the string that was just read is followed by a bracket and a content type.
    fn begins_book(&self) -> bool {
        let rest = self.rest();
        let inside = rest.strip_prefix('{').map(|rest| rest.trim_start_matches(is_blank));
        rest.starts_with("#:orcpub.dnd.e5")
            || inside
                .and_then(|inside| inside.strip_prefix(':'))
                .and_then(|name| content_type(name.split(is_word_end).next()?))
                .is_some()
    }

    fn return_to_books(&mut self, at: usize) {
        if self.stack.is_empty() {
            self.reopen_last();
            return;
        }
        let is_new_container = |frame: &Frame<'_>| {
            frame.role == Role::Container && frame.expects_key() && frame.pairs.is_empty()
        };
        if self.stack.last().is_some_and(is_new_container) {
            return;
        }
        let is_container = |frame: &Frame<'_>| frame.role == Role::Container;
        let level = self
            .stack
            .iter()
            .rposition(|frame| is_container(frame) && frame.holds_books())
            .or_else(|| self.stack.iter().position(is_container));
        let Some(level) = level else { return };
        if level + 1 < self.stack.len() {
            self.notices.add(at, "a closing bracket was missing before the name of a book");
        }
        self.finish_to(level + 1);
        if self.innermost().1.is_some() {
            self.push(Value::Nil);
        }
    }

    /// Reads a bare word in place of a string as one without its opening mark. Returns false if it is none.
    pub(super) fn read_unopened_string(&mut self, at: usize) -> bool {
        if !self.stack.last().is_some_and(|frame| frame.form.is_map() && frame.key.is_some()) {
            return false;
        }
        let text = self.scanner.text();
        let Some(mark) = end_of_unopened(text, at) else { return false };
        let raw = text.get(at..mark).unwrap_or_default();
        if ends_before_value(raw) || raw.contains(['{', '}']) {
            return false;
        }
        self.notices.add(at, "a quotation mark was missing before a text");
        self.scanner.at = mark + 1;
        self.push_string(at, Value::String(unescape(raw).0));
        true
    }

    /// Appends a word or string in place of a key to the string before it; returns false for any other.
    pub(super) fn join_to_string(&mut self, at: usize, word: &Value<'a>) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        if !(frame.expects_key() && matches!(frame.role, Role::Item | Role::Field)) {
            return false;
        }
        let more = match word {
            Value::String(text) => text.as_ref(),
            Value::Symbol(word) => word,
            _ => return false,
        };
        let Some((_, before)) = frame.pairs.last_mut() else {
            self.notices.add(at, "a word without a key was left out");
            return true;
        };
        if let Value::Symbol(word) = *before {
            *before = Value::String(word.into());
        }
        if let Value::String(before) = before {
            let before = before.to_mut();
            before.push(' ');
            before.push_str(more);
        } else {
            self.notices.add(at, "a word without a key was left out");
        }
        true
    }
}
