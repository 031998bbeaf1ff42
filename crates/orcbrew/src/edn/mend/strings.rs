//! Texts, and where they end.

use super::super::Value;
use super::super::field::content_type;
use super::super::follow::{Place, Problem, begins_a_value, extent, mark_behind};
use super::super::frame::{Frame, Role};
use super::super::scan::is_blank;
use super::super::text::unescape;
use super::Mender;

impl<'a> Mender<'a, '_> {
    pub(super) fn text(&mut self, at: usize) {
        let start = self.scanner.at;
        let place = match self.stack.last() {
            Some(frame) if frame.is_map() && frame.key.is_none() => Place::Key,
            Some(frame) if frame.is_map() && frame.role != Role::Container => Place::Field,
            _ => Place::Among,
        };
        let found = extent(self.scanner.text(), start, place);
        self.scanner.at = found.next;
        let raw = self.scanner.text().get(start..found.end).unwrap_or_default();
        match found.problem {
            Some(Problem::NoEnd) => {
                self.note(at, "a text without an end was ended where the next field begins");
            }
            Some(Problem::MarksWithin) => {
                self.note(at, "quotation marks within a text were kept as letters of it");
            }
            None => {}
        }
        if self.too_deep > 0 || (raw.is_empty() && found.problem.is_some()) {
            return;
        }
        self.put_text(at, Value::Text(unescape(raw).0));
    }

    pub(super) fn put_text(&mut self, at: usize, text: Value<'a>) {
        if self.editing() {
            return self.push(text);
        }
        if self.begins_a_book() {
            self.begin_book(at);
            return self.push(text);
        }
        let Some(frame) = self.stack.last() else { return self.push(text) };
        let out_of_place = frame.is_map()
            && frame.key.is_none()
            && matches!(frame.role, Role::Item | Role::Field)
            && matches!(frame.pairs.last(), Some((Value::Keyword(_), _)));
        if out_of_place {
            if !self.joined_to_text(at, &text) {
                self.note(at, "a text without a key was left out");
            }
            return;
        }
        if frame.role == Role::Type && frame.key.is_some() && self.last_is_a_map() {
            self.back_into_item(at);
        }
        self.push(text);
    }

    /// Whether a bracket and a content type stand behind the text that was just read.
    pub(super) fn begins_a_book(&self) -> bool {
        let rest = self.scanner.rest().trim_start_matches(is_blank);
        let within = rest.strip_prefix('{').map(|rest| rest.trim_start_matches(is_blank));
        rest.starts_with("#:orcpub.dnd.e5")
            || within.and_then(|rest| rest.strip_prefix(':')).is_some_and(|rest| {
                let end = rest.find(|c| is_blank(c) || "{}[]()\"".contains(c)).unwrap_or(rest.len());
                content_type(rest.get(..end).unwrap_or_default()).is_some()
            })
    }

    /// Goes to the level of the names of books.
    pub(super) fn begin_book(&mut self, at: usize) {
        if self.stack.is_empty() {
            self.reopen_last();
            return;
        }
        let just_opened = |frame: &Frame<'_>| {
            frame.role == Role::Container && frame.key.is_none() && frame.pairs.is_empty()
        };
        if self.stack.last().is_some_and(just_opened) {
            return;
        }
        let named = |frame: &Frame<'_>| frame.role == Role::Container && frame.holds_books();
        let wanted = self
            .stack
            .iter()
            .rposition(named)
            .or_else(|| self.stack.iter().position(|frame| frame.role == Role::Container));
        let Some(wanted) = wanted else { return };
        if wanted + 1 < self.stack.len() {
            self.note(at, "a closing bracket was missing before the name of a book");
        }
        while self.stack.len() > wanted + 1 {
            self.finish(false);
        }
        if self.here().1.is_some() {
            self.push(Value::Nil);
        }
    }

    /// A bare word where a text should stand: the text has lost its first mark.
    pub(super) fn lost_its_mark(&mut self, at: usize) -> bool {
        let Some(frame) = self.stack.last() else { return false };
        if !(frame.is_map() && frame.key.is_some()) {
            return false;
        }
        let text = self.scanner.text();
        let Some(mark) = mark_behind(text, at) else { return false };
        let raw = text.get(at..mark).unwrap_or_default();
        if begins_a_value(raw) || raw.contains(['{', '}']) {
            return false;
        }
        self.note(at, "a quotation mark was missing before a text");
        self.scanner.at = mark + 1;
        self.put_text(at, Value::Text(unescape(raw).0));
        true
    }

    /// A word or text at the place of a key belongs to the text before it.
    pub(super) fn joined_to_text(&mut self, at: usize, word: &Value<'a>) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        if !(frame.is_map() && frame.key.is_none() && matches!(frame.role, Role::Item | Role::Field)) {
            return false;
        }
        let more = match word {
            Value::Text(text) => text.as_ref(),
            Value::Symbol(word) => word,
            _ => return false,
        };
        let before = match frame.pairs.last_mut() {
            Some((_, Value::Text(text))) => text,
            Some((_, value @ Value::Symbol(_))) => {
                let Value::Symbol(word) = value else { return false };
                *value = Value::Text((*word).into());
                let Value::Text(text) = value else { return false };
                text
            }
            _ => {
                self.note(at, "a word without a key was left out");
                return true;
            }
        };
        let joined = before.to_mut();
        joined.push(' ');
        joined.push_str(more);
        true
    }
}
