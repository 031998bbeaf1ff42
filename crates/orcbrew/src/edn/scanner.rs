//! Tokens.

use text::is_unwanted;

use super::number::number;
use super::{Notices, Value};

/// The namespace is repeated in every key, so a longer one is cut.
const MAX_NAMESPACE_CHARS: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    /// `{…}`
    Map,
    /// `[…]`
    Vector,
    /// `(…)`
    List,
    /// `#{…}`
    Set,
}

/// A syntactic form that holds values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form<'a> {
    Brackets(Bracket),
    /// `#:namespace{…}`, a map whose keys without a namespace have this one.
    Namespaced(&'a str),
    /// `#_`: the next value is discarded.
    Discard,
    /// `^`: metadata, which is discarded, and the value it describes.
    Meta,
    Tag(&'a str),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'a> {
    Open(Form<'a>),
    /// A closing bracket; a set has that of a map.
    Close(Bracket),
    /// A quotation mark. The string after it is not read yet.
    Quote,
    Word(Value<'a>),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// The position of the next token, in bytes.
    pub(super) at: usize,
    /// True if a semicolon may be part of prose rather than the beginning of a comment.
    doubtful_comments: bool,
    /// The position of the next bracket, quotation mark or line break after a semicolon, if known.
    next_mark: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, doubtful_comments: false, next_mark: 0 }
    }

    pub(super) fn of_damaged(text: &'a str) -> Self {
        Self { doubtful_comments: true, ..Self::new(text) }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Also returns the position at which the token begins.
    pub(super) fn next(&mut self, notices: &mut Notices) -> (usize, Token<'a>) {
        if !notices.continues() {
            return (self.at, Token::End);
        }
        self.skip_blanks();
        let start = self.at;
        let Some(byte) = self.peek() else { return (start, Token::End) };
        self.at += 1;
        let token = match byte {
            b'{' => Token::Open(Form::Brackets(Bracket::Map)),
            b'[' => Token::Open(Form::Brackets(Bracket::Vector)),
            b'(' => Token::Open(Form::Brackets(Bracket::List)),
            b'}' => Token::Close(Bracket::Map),
            b']' => Token::Close(Bracket::Vector),
            b')' => Token::Close(Bracket::List),
            b'"' => Token::Quote,
            b'^' => Token::Open(Form::Meta),
            b'#' => self.after_hash(start, notices),
            b'\\' => Token::Word(self.character(start, notices)),
            b':' => {
                let name = self.word().trim_start_matches(':');
                if name.is_empty() {
                    notices.add(start, "a colon without a name was read as an empty key");
                }
                Token::Word(Value::Keyword(name.into()))
            }
            _ => {
                self.at = start;
                let word = self.word();
                Token::Word(match word {
                    "nil" => Value::Nil,
                    "true" => Value::Bool(true),
                    "false" => Value::Bool(false),
                    "NaN" => {
                        notices.add(start, "a bare `NaN` was read as “not a number”");
                        Value::Float(f64::NAN)
                    }
                    _ => number(word).unwrap_or(Value::Symbol(word)),
                })
            }
        };
        (start, token)
    }

    fn after_hash(&mut self, start: usize, notices: &mut Notices) -> Token<'a> {
        let mark = self.peek().filter(|mark| b"{_\"#:".contains(mark));
        self.at += usize::from(mark.is_some());
        match mark {
            Some(b'{') => Token::Open(Form::Brackets(Bracket::Set)),
            Some(b'_') => Token::Open(Form::Discard),
            Some(b'"') => Token::Quote,
            Some(b'#') => Token::Word(match self.word() {
                "Inf" => Value::Float(f64::INFINITY),
                "-Inf" => Value::Float(f64::NEG_INFINITY),
                "NaN" => Value::Float(f64::NAN),
                other => Value::Symbol(other),
            }),
            Some(_) => {
                let namespace = first_chars(self.word().trim_start_matches(':'), MAX_NAMESPACE_CHARS);
                self.skip_opening_brace();
                Token::Open(Form::Namespaced(namespace))
            }
            None => match self.word() {
                "" if self.skip_opening_brace() => {
                    notices.add(start, "blanks between `#` and `{` were left out");
                    Token::Open(Form::Brackets(Bracket::Set))
                }
                "" => Token::Word(Value::Symbol("#")),
                tag => Token::Open(Form::Tag(tag)),
            },
        }
    }

    /// Skips blanks and an opening brace after them. Returns false if there is none.
    fn skip_opening_brace(&mut self) -> bool {
        self.skip_blanks();
        let is_there = self.peek() == Some(b'{');
        self.at += usize::from(is_there);
        is_there
    }

    /// Reads a character such as `\a`, `\newline` or `\u00e6`.
    fn character(&mut self, start: usize, notices: &mut Notices) -> Value<'a> {
        let Some(first) = self.rest().chars().next() else { return Value::Symbol("\\") };
        let name_start = self.at;
        self.at += first.len_utf8();
        if first.is_alphanumeric() {
            let more = self.rest().find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest().len());
            self.at += more;
        }
        let name = self.text.get(name_start..self.at).unwrap_or_default();
        let by_code = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        let letter = match name {
            "newline" => Some('\n'),
            "return" => Some('\r'),
            "space" => Some(' '),
            "tab" => Some('\t'),
            "backspace" => Some('\u{8}'),
            "formfeed" => Some('\u{c}'),
            _ if name.chars().nth(1).is_none() => Some(first),
            _ if name.starts_with('u') => by_code(name.trim_start_matches('u'), 16),
            _ if name.starts_with('o') => by_code(name.trim_start_matches('o'), 8),
            _ => None,
        };
        match letter {
            Some(letter) => Value::Character(if is_unwanted(letter) { ' ' } else { letter }),
            None => {
                notices.add(start, format!("`\\{name}` is not a character and was read as a word"));
                Value::Symbol(name)
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_end = |(at, byte): (usize, u8)| match byte {
            0..=b' ' | b',' | b'"' | b';' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'\\' => true,
            0x80.. => rest.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_blank),
            _ => false,
        };
        let length = rest.bytes().enumerate().position(is_end).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                0..=b' ' | b',' => self.at += 1,
                b';' => self.skip_comment(),
                0x80.. => match self.rest().chars().next() {
                    Some(letter) if is_blank(letter) => self.at += letter.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// In prose that has lost its quotation mark, a semicolon must not hide the structure after it.
    fn skip_comment(&mut self) {
        if self.next_mark <= self.at {
            let marks: &[char] =
                if self.doubtful_comments { &['\n', '"', '{', '}', '[', ']'] } else { &['\n'] };
            self.next_mark = self.at + self.rest().find(marks).unwrap_or(self.rest().len());
        }
        let is_comment = self.text.as_bytes().get(self.next_mark).is_none_or(|mark| *mark == b'\n');
        self.at = if is_comment { self.next_mark } else { self.at + 1 };
    }
}

pub(crate) fn first_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Returns true for EDN's separators of values, and for blanks that editors and web pages leave behind.
pub(crate) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || is_unwanted(letter)
}

/// Returns true if a character ends a word in damaged text, where a semicolon may belong to the word.
pub(crate) fn is_word_end(letter: char) -> bool {
    is_blank(letter) || "\"{}[]()".contains(letter)
}
