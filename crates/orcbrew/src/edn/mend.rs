//! Reading a text whose brackets or quotation marks are not in order. What a homebrew file holds tells where a lost one
//! stood: a content type begins at the level of a book, an item at the level of a content type, a field in an item.

mod brackets;
mod texts;
mod words;

use super::field::{is_content_type, is_item};
use super::frame::{Form, Frame, Role};
use super::scan::{Bracket, Scanner, Token, is_blank};
use super::{DEEPEST, Map, Notice, Notices, Value};

/// Reads as much of a text as there is to read, and tells everything that was mended.
pub(crate) fn mend<'a>(text: &'a str, notices: &mut Notices) -> Vec<Value<'a>> {
    Mender::new(Scanner::doubtful(text), Vec::new(), notices).read()
}

/// Reads the one item whose opening bracket stands at `bracket`, and gives the place behind it. `None` when it is no
/// whole item. What it reads is taken from `fuel`, in bytes, and no more than that is read.
pub(crate) fn item_at<'a>(
    text: &'a str,
    bracket: usize,
    fuel: &mut usize,
    notices: &mut Notices,
) -> Option<(Map<'a>, usize)> {
    let mut scanner = Scanner::doubtful(text);
    scanner.at = bracket + 1;
    let mut from = scanner.at;
    let mut items = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Type);
    items.key = Some(Value::Nil);
    let item = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Item);
    let so_far = notices.len();
    let longest = LONGEST_ITEM.min(*fuel);
    let mut mender = Mender::new(scanner, vec![items, item], notices);
    loop {
        let (at, token) = mender.scanner.next(mender.notices);
        let ended = at > bracket + longest
            || mender.too_deep > 0
            || match &token {
                Token::End => true,
                Token::Word(word) => is_content_type(word),
                _ => false,
            };
        *fuel = fuel.saturating_sub(mender.scanner.at.saturating_sub(from));
        from = mender.scanner.at;
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
        (Some((_, Value::Map(item))), next) if is_item(&item) => {
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
    /// How often a map was opened again.
    reopened: usize,
    notices: &'n mut Notices,
}

/// How often maps are opened again at most. Each time looks at the whole of one, and no file was damaged in so many places.
const MOST_REOPENED: usize = 2_000;

impl<'a, 'n> Mender<'a, 'n> {
    fn new(scanner: Scanner<'a>, stack: Vec<Frame<'a>>, notices: &'n mut Notices) -> Self {
        Self { scanner, stack, top: Vec::new(), too_deep: 0, reopened: 0, notices }
    }

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
                                "the file ends before every bracket is closed ({open} are open); it may have been cut off"
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
            Token::Discard | Token::Meta | Token::Tag(_) if self.stack.len() >= DEEPEST => {}
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
        self.put_frame(Frame::new(at, form, role));
    }

    fn put_frame(&mut self, frame: Frame<'a>) {
        let is_edited = self.editing();
        self.stack.push(Frame { is_edited, ..frame });
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
        self.stack.last().is_some_and(|frame| {
            frame.is_edited || matches!(&frame.key, Some(Value::Keyword(key)) if key == "edit-event")
        })
    }
}
