//! Reading a text whose brackets or quotation marks are not in order. What a homebrew file holds tells where a lost one
//! stood: a content type begins at the level of a book, an item at the level of a content type, a field in an item.

use super::field::{
    content_type, holds_list_of_maps, holds_map, holds_plain_value, is_content_type, is_of_item,
};
use super::follow::{Place, Problem, begins_a_value, extent};
use super::frame::{Form, Frame, Role};
use super::scan::{Bracket, Scanner, Token, is_blank};
use super::text::unescape;
use super::{DEEPEST, Map, Notice, Value};

/// Reads as much of a text as there is to read, and tells everything that was mended.
pub(crate) fn mend<'a>(text: &'a str, notices: &mut Vec<Notice>) -> Vec<Value<'a>> {
    let mender =
        Mender { scanner: Scanner::doubtful(text), stack: Vec::new(), top: Vec::new(), too_deep: 0, notices };
    mender.read()
}

/// Reads the one item whose opening bracket stands at `bracket`, and gives the place behind it. `None` when it is no
/// whole item.
pub(crate) fn item_at<'a>(
    text: &'a str,
    bracket: usize,
    notices: &mut Vec<Notice>,
) -> Option<(Map<'a>, usize)> {
    let mut scanner = Scanner::doubtful(text);
    scanner.at = bracket + 1;
    let mut items = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Type);
    items.key = Some(Value::Nil);
    let item = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Item);
    let so_far = notices.len();
    let mut mender = Mender { scanner, stack: vec![items, item], top: Vec::new(), too_deep: 0, notices };
    loop {
        let (at, token) = mender.scanner.next(mender.notices);
        let ended = at > bracket + LONGEST_ITEM
            || mender.too_deep > 0
            || match &token {
                Token::End => true,
                Token::Word(word) => is_content_type(word),
                _ => false,
            };
        if ended {
            mender.notices.truncate(so_far);
            return None;
        }
        mender.token(at, token);
        let done =
            mender.stack.len() < 2 || mender.stack.first().is_some_and(|items| !items.pairs.is_empty());
        if done {
            break;
        }
    }
    let mut found = mender.stack.into_iter().next()?.pairs.into_iter();
    let end = mender.scanner.at;
    match (found.next(), found.next()) {
        (Some((_, Value::Map(item))), next)
            if item.has_any(&["option-pack"]) && item.has_any(&["name", "key"]) =>
        {
            let end = if let Some((_, Value::Map(next))) = next { next.at } else { end };
            Some((item, end))
        }
        _ => {
            mender.notices.truncate(so_far);
            None
        }
    }
}

/// Longer than any item, in bytes.
const LONGEST_ITEM: usize = 1 << 20;

struct Mender<'a, 'n> {
    scanner: Scanner<'a>,
    stack: Vec<Frame<'a>>,
    /// The values outside every bracket.
    top: Vec<Value<'a>>,
    /// How many brackets are open beyond the deepest that is kept.
    too_deep: usize,
    notices: &'n mut Vec<Notice>,
}

impl<'a> Mender<'a, '_> {
    fn read(mut self) -> Vec<Value<'a>> {
        loop {
            let (at, token) = self.scanner.next(self.notices);
            match token {
                Token::End => {
                    let open = self.stack.iter().filter(|frame| frame.is_bracket()).count() + self.too_deep;
                    if open > 0 {
                        self.note(
                            at,
                            format!(
                                "the file ends before {open} brackets are closed; it may have been cut off"
                            ),
                        );
                    }
                    while !self.stack.is_empty() {
                        self.finish(false);
                    }
                    return self.top;
                }
                token => self.token(at, token),
            }
        }
    }

    fn token(&mut self, at: usize, token: Token<'a>) {
        match token {
            Token::End => {}
            Token::Close(_) if self.too_deep > 0 => self.too_deep -= 1,
            Token::Close(bracket) => self.close(at, bracket),
            Token::Open(_) | Token::OpenNamespaced(_) if self.stack.len() >= DEEPEST => {
                if self.too_deep == 0 {
                    self.note(at, format!("brackets deeper than {DEEPEST} were left out"));
                }
                self.too_deep += 1;
            }
            Token::Open(bracket) => self.open(at, Form::Brackets(bracket)),
            Token::OpenNamespaced(namespace) => self.open(at, Form::Namespaced(namespace)),
            Token::Quote => self.text(at),
            _ if self.too_deep > 0 => {}
            Token::Discard => self.push_frame(at, Form::Discard, Role::Field),
            Token::Meta => self.push_frame(at, Form::Meta, Role::Field),
            Token::Tag(tag) => self.push_frame(at, Form::Tag(tag), Role::Field),
            Token::Word(word) => self.word(at, word),
        }
    }

    fn note(&mut self, at: usize, what: impl Into<String>) {
        self.notices.push(Notice::new(at, what));
    }

    fn push_frame(&mut self, at: usize, form: Form<'a>, role: Role) {
        self.stack.push(Frame::new(at, form, role));
    }

    /// The role of what is open last, and the key that waits for its value there.
    fn here(&self) -> (Option<Role>, Option<&Value<'a>>) {
        match self.stack.last() {
            Some(frame) => (Some(frame.role), frame.key.as_ref()),
            None => (None, None),
        }
    }

    fn next_opens_a_bracket(&self) -> bool {
        let rest = self.scanner.rest().trim_start_matches(is_blank);
        rest.starts_with(['{', '[', '(']) || (rest.starts_with('#') && !rest.starts_with("##"))
    }

    // Words.

    fn word(&mut self, at: usize, word: Value<'a>) {
        if self.editing() {
            return self.push(word);
        }
        match &word {
            Value::Keyword(_) if is_content_type(&word) && self.next_opens_a_bracket() => self.begin_type(at),
            Value::Keyword(_) => self.before_keyword(at, &word),
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

    /// Goes to the level of a book, where a content type begins.
    fn begin_type(&mut self, at: usize) {
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

    fn before_keyword(&mut self, at: usize, keyword: &Value<'a>) {
        // An item outside its content type: a bracket too many closed that.
        if self.stack.is_empty() {
            if self.next_opens_a_bracket() && self.reopen_last() {
                self.before_keyword(at, keyword);
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
                self.reopen_last();
                self.before_keyword(at, keyword);
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
    fn in_list_of_maps(&self) -> bool {
        let mut frames = self.stack.iter().rev();
        let Some(list) = frames.next().filter(|frame| frame.is_sequence()) else { return false };
        match list.values.last() {
            Some(last) => matches!(last, Value::Map(_)),
            None => frames.next().and_then(|around| around.key.as_ref()).is_some_and(holds_list_of_maps),
        }
    }

    /// Prepares the place of a value that is no keyword; false when there is no place for it.
    fn before_value(&mut self, at: usize, value: &Value<'a>) -> bool {
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
    fn opens_lost_map(&mut self, at: usize) -> bool {
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
    fn back_into_item(&mut self, at: usize) {
        let Some(key) = self.stack.last_mut().and_then(|frame| frame.key.take()) else { return };
        self.note(at, "a closing bracket stood too early; what follows was put into the item before it");
        self.reopen_last();
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
        }
    }

    fn last_is_a_map(&self) -> bool {
        match self.stack.last() {
            Some(frame) => matches!(frame.pairs.last(), Some((_, Value::Map(_)))),
            None => matches!(self.top.last(), Some(Value::Map(_))),
        }
    }

    fn last_is_a_book(&self) -> bool {
        let last = self.stack.last().and_then(|frame| frame.pairs.last());
        matches!(last, Some((Value::Text(_) | Value::Symbol(_), Value::Map(_))))
    }

    /// Opens the map again that was closed last.
    fn reopen_last(&mut self) -> bool {
        let Some(frame) = self.stack.last_mut() else {
            let Some(Value::Map(map)) = self.top.pop_if(|value| matches!(value, Value::Map(_))) else {
                return false;
            };
            self.note(map.at, "what stands behind the last bracket was read as well");
            self.stack.push(Frame::again(map, Role::Container));
            return true;
        };
        let reopened = frame.pairs.pop_if(|(_, value)| matches!(value, Value::Map(_)));
        let Some((key, Value::Map(map))) = reopened else { return false };
        let role = frame.role_of_value(&key);
        frame.key = Some(key);
        self.stack.push(Frame::again(map, role));
        true
    }

    // Texts.

    fn text(&mut self, at: usize) {
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
                self.note(at, "a text without an end was ended where the next field begins")
            }
            Some(Problem::MarksWithin) => {
                self.note(at, "quotation marks within a text were kept as letters of it")
            }
            None => {}
        }
        if self.too_deep > 0 || (raw.is_empty() && found.problem.is_some()) {
            return;
        }
        self.put_text(at, Value::Text(unescape(raw).0));
    }

    fn put_text(&mut self, at: usize, text: Value<'a>) {
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
    fn begins_a_book(&self) -> bool {
        let rest = self.scanner.rest().trim_start_matches(is_blank);
        let within = rest.strip_prefix('{').map(|rest| rest.trim_start_matches(is_blank));
        rest.starts_with("#:orcpub.dnd.e5")
            || within.and_then(|rest| rest.strip_prefix(':')).is_some_and(|rest| {
                let end = rest.find(is_blank).unwrap_or(rest.len());
                content_type(rest.get(..end).unwrap_or_default()).is_some()
            })
    }

    /// Goes to the level of the names of books.
    fn begin_book(&mut self, at: usize) {
        if self.stack.is_empty() {
            self.reopen_last();
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
    fn lost_its_mark(&mut self, at: usize) -> bool {
        let Some(frame) = self.stack.last() else { return false };
        if !(frame.is_map() && frame.key.is_some()) {
            return false;
        }
        let text = self.scanner.text();
        let found = extent(text, at, Place::Field);
        let raw = text.get(at..found.end).unwrap_or_default();
        if found.problem == Some(Problem::NoEnd) || begins_a_value(raw) || raw.contains(['{', '}']) {
            return false;
        }
        self.note(at, "a quotation mark was missing before a text");
        self.scanner.at = found.next;
        self.put_text(at, Value::Text(unescape(raw).0));
        true
    }

    /// A word or text at the place of a key belongs to the text before it.
    fn joined_to_text(&mut self, at: usize, word: &Value<'a>) -> bool {
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

    // Brackets.

    fn open(&mut self, at: usize, form: Form<'a>) {
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

    fn close(&mut self, at: usize, bracket: Bracket) {
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
    fn finish(&mut self, by_bracket: bool) {
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
    fn place_of_map(&mut self, at: usize, role: Role, map: Map<'a>, by_bracket: bool) -> Option<Map<'a>> {
        if self.editing() {
            return Some(map);
        }
        let (around, key) = self.here();
        let is_item = map.has_any(&["option-pack"]) && map.has_any(&["name", "key"]);
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
            (Some(Role::Item | Role::Field), Some(key))
                if role == Role::Field
                    && holds_map(key)
                    && map.pairs.iter().any(|(key, _)| is_of_item(key)) =>
            {
                self.note(at, "a closing bracket was missing behind a field");
                let mut pairs = map.pairs.into_iter();
                let mut own = Vec::new();
                let mut rest = Vec::new();
                for pair in pairs.by_ref() {
                    if !rest.is_empty() || is_of_item(&pair.0) {
                        rest.push(pair);
                    } else {
                        own.push(pair);
                    }
                }
                self.push(Value::Map(Map { at: map.at, pairs: own }));
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
    fn is_named_in_list(&self) -> bool {
        let mut frames = self.stack.iter().rev();
        let named = frames.next().is_some_and(|frame| {
            frame.pairs.iter().any(|(key, _)| matches!(key, Value::Keyword(name) if name == "name"))
        });
        named && frames.next().is_some_and(Frame::is_sequence)
    }

    /// A list without its closing bracket: the fields in it belong to the item around it.
    fn push_sequence(&mut self, at: usize, value: Value<'a>) {
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

    /// Gives a value to what is open, completing what waits for just one.
    fn push(&mut self, value: Value<'a>) {
        let mut value = value;
        loop {
            let Some(frame) = self.stack.last_mut() else { return self.top.push(value) };
            if frame.is_map() {
                return frame.put(value);
            }
            frame.values.push(value);
            if !frame.is_complete() {
                return;
            }
            let Some(completed) = self.stack.pop().and_then(Frame::into_value) else { return };
            value = completed;
        }
    }

    /// Whether this stands in what the builder kept of an item while it was edited.
    fn editing(&self) -> bool {
        self.stack.iter().any(|frame| matches!(&frame.key, Some(Value::Keyword(key)) if key == "edit-event"))
    }
}
