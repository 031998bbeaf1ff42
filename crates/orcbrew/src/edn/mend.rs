//! The repairing reader, for texts whose brackets or quotation marks are not in order.
//!
//! The shape of a homebrew file shows where a missing bracket was: a content type begins at the level of a
//! book, an item at the level of a content type, and a field within an item.

mod brackets;
mod strings;
mod words;

use super::frame::{Frame, Role, push};
use super::known_fields::{is_content_type, is_item};
use super::scanner::{Bracket, Form, Scanner, Token, is_blank};
use super::{MAX_DEPTH, Map, Notices, Value};

/// The maximum length of an item, in bytes; larger than any known one.
const MAX_ITEM_BYTES: usize = 1 << 20;
/// Opening a map again means scanning all of it, and no file is damaged in so many places.
const MAX_REOPENED: usize = 2_000;

/// Reads as much of a text as possible. Every repair becomes a notice.
pub(crate) fn mend<'a>(text: &'a str, notices: &mut Notices) -> Vec<Value<'a>> {
    Mender::new(Scanner::of_damaged(text), Vec::new(), notices).read()
}

/// Returns the item at an opening bracket and the position after it; subtracts what it read from `budget`.
pub(crate) fn item_at<'a>(
    text: &'a str,
    bracket: usize,
    budget: &mut usize,
    notices: &mut Notices,
) -> Option<(Map<'a>, usize)> {
    let mut scanner = Scanner::of_damaged(text);
    scanner.at = bracket + 1;
    let mut from = scanner.at;
    let mut items = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Type);
    items.key = Some(Value::Nil);
    let item = Frame::new(bracket, Form::Brackets(Bracket::Map), Role::Item);
    let earlier_notices = notices.len();
    let limit = bracket + MAX_ITEM_BYTES.min(*budget);
    let mut mender = Mender::new(scanner, vec![items, item], notices);
    loop {
        let (at, token) = mender.scanner.next(mender.notices);
        let is_over = at > limit
            || mender.too_deep > 0
            || match &token {
                Token::End => true,
                Token::Word(word) => is_content_type(word),
                _ => false,
            };
        *budget = budget.saturating_sub(mender.scanner.at.saturating_sub(from));
        from = mender.scanner.at;
        if is_over {
            mender.notices.truncate(earlier_notices);
            return None;
        }
        mender.token(at, token);
        if mender.stack.len() < 2 || mender.stack.first().is_some_and(|items| !items.pairs.is_empty()) {
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
            mender.notices.truncate(earlier_notices);
            None
        }
    }
}

struct Mender<'a, 'n> {
    scanner: Scanner<'a>,
    stack: Vec<Frame<'a>>,
    /// The values outside all brackets.
    top: Vec<Value<'a>>,
    /// The number of open brackets beyond [`MAX_DEPTH`].
    too_deep: usize,
    reopened: usize,
    notices: &'n mut Notices,
}

impl<'a, 'n> Mender<'a, 'n> {
    fn new(scanner: Scanner<'a>, stack: Vec<Frame<'a>>, notices: &'n mut Notices) -> Self {
        Self { scanner, stack, top: Vec::new(), too_deep: 0, reopened: 0, notices }
    }

    fn read(mut self) -> Vec<Value<'a>> {
        loop {
            let (at, token) = self.scanner.next(self.notices);
            if token != Token::End {
                self.token(at, token);
                continue;
            }
            let open = self.stack.iter().filter(|frame| frame.form.is_bracket()).count() + self.too_deep;
            if open > 0 {
                self.notices.add(
                    at,
                    format!(
                        "the file ends before every bracket is closed ({open} are open); it may be incomplete"
                    ),
                );
            }
            self.finish_to(0);
            return self.top;
        }
    }

    fn token(&mut self, at: usize, token: Token<'a>) {
        match token {
            Token::End => {}
            Token::Close(_) if self.too_deep > 0 => self.too_deep -= 1,
            Token::Close(bracket) => self.close(at, bracket),
            Token::Open(form) if self.stack.len() >= MAX_DEPTH => {
                if form.is_bracket() && self.too_deep == 0 {
                    self.notices.add(at, format!("brackets nested deeper than {MAX_DEPTH} were left out"));
                }
                self.too_deep += usize::from(form.is_bracket());
            }
            Token::Open(form) if form.is_bracket() => self.open(at, form),
            Token::Open(form) => self.push_form(at, form, Role::Field),
            Token::Quote => self.string(at),
            Token::Word(_) if self.too_deep > 0 => {}
            Token::Word(word) => self.word(at, word),
        }
    }

    fn push_form(&mut self, at: usize, form: Form<'a>, role: Role) {
        self.push_frame(Frame::new(at, form, role));
    }

    fn push_frame(&mut self, frame: Frame<'a>) {
        let is_edited = self.is_edited();
        self.stack.push(Frame { is_edited, ..frame });
    }

    fn innermost(&self) -> (Option<Role>, Option<&Value<'a>>) {
        match self.stack.last() {
            Some(frame) => (Some(frame.role), frame.key.as_ref()),
            None => (None, None),
        }
    }

    /// Returns the text after the current position without leading blanks.
    fn rest(&self) -> &'a str {
        self.scanner.rest().trim_start_matches(is_blank)
    }

    fn opens_bracket_next(&self) -> bool {
        let rest = self.rest();
        rest.starts_with(['{', '[', '(']) || (rest.starts_with('#') && !rest.starts_with("##"))
    }

    fn push(&mut self, value: Value<'a>) {
        push(&mut self.stack, &mut self.top, value);
    }

    fn set_key(&mut self, key: Value<'a>) {
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
        }
    }

    fn is_edited(&self) -> bool {
        self.stack.last().is_some_and(|frame| {
            frame.is_edited || frame.key.as_ref().is_some_and(|key| key.is_keyword(&["edit-event"]))
        })
    }
}
