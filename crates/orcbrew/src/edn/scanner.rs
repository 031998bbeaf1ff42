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

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'a> {
    Open(Bracket),
    /// `#:namespace{`, a map whose keys without a namespace have this one.
    OpenNamespaced(&'a str),
    /// A closing bracket; a set has that of a map.
    Close(Bracket),
    /// A quotation mark. The string after it is not read yet.
    Quote,
    /// `#_`: the next value is discarded.
    Discard,
    /// `^`: the next value is metadata of the value after it.
    Meta,
    Tag(&'a str),
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
    /// The position of the next bracket, quotation mark or line break after a semicolon, as far as it is known.
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
        let simple = match byte {
            b'{' => Some(Token::Open(Bracket::Map)),
            b'[' => Some(Token::Open(Bracket::Vector)),
            b'(' => Some(Token::Open(Bracket::List)),
            b'}' => Some(Token::Close(Bracket::Map)),
            b']' => Some(Token::Close(Bracket::Vector)),
            b')' => Some(Token::Close(Bracket::List)),
            b'"' => Some(Token::Quote),
            b'^' => Some(Token::Meta),
            _ => None,
        };
        if let Some(token) = simple {
            self.at += 1;
            return (start, token);
        }
        let token = match byte {
            b'#' => self.after_hash(notices),
            b'\\' => Token::Word(self.character(notices)),
            b':' => {
                self.at += 1;
                let name = self.word().trim_start_matches(':');
                if name.is_empty() {
                    notices.add(start, "a colon without a name was read as an empty key");
                }
                Token::Word(Value::Keyword(name.into()))
            }
            _ => {
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

    fn after_hash(&mut self, notices: &mut Notices) -> Token<'a> {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                Token::Open(Bracket::Set)
            }
            Some(b'_') => {
                self.at += 1;
                Token::Discard
            }
            Some(b'"') => {
                self.at += 1;
                Token::Quote
            }
            Some(b'#') => {
                self.at += 1;
                match self.word() {
                    "Inf" => Token::Word(Value::Float(f64::INFINITY)),
                    "-Inf" => Token::Word(Value::Float(f64::NEG_INFINITY)),
                    "NaN" => Token::Word(Value::Float(f64::NAN)),
                    other => Token::Word(Value::Symbol(other)),
                }
            }
            Some(b':') => {
                self.at += 1;
                let namespace = first_chars(self.word().trim_start_matches(':'), MAX_NAMESPACE_CHARS);
                self.skip_blanks();
                if self.peek() == Some(b'{') {
                    self.at += 1;
                }
                Token::OpenNamespaced(namespace)
            }
            _ => {
                let word = self.word();
                if !word.is_empty() {
                    return Token::Tag(word);
                }
                self.skip_blanks();
                if self.peek() == Some(b'{') {
                    self.at += 1;
                    notices.add(start, "blanks between `#` and `{` were left out");
                    return Token::Open(Bracket::Set);
                }
                Token::Word(Value::Symbol("#"))
            }
        }
    }

    /// Reads a character such as `\a`, `\newline` or `\u00e6`.
    fn character(&mut self, notices: &mut Notices) -> Value<'a> {
        let start = self.at;
        self.at += 1;
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
        let start = self.at;
        let rest = self.rest();
        let mut length = rest.len();
        for (at, byte) in rest.bytes().enumerate() {
            let ends = match byte {
                0..=b' ' | b',' | b'"' | b';' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'\\' => true,
                0x80.. => rest.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_blank),
                _ => false,
            };
            if ends {
                length = at;
                break;
            }
        }
        self.at = start + length;
        self.text.get(start..self.at).unwrap_or_default()
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

/// Returns true if a character separates values: the separators of EDN, and the blanks that editors and web pages leave behind.
pub(crate) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || is_unwanted(letter)
}

/// Returns true if a character ends a word in damaged text, where a semicolon may belong to the word.
pub(crate) fn is_word_end(letter: char) -> bool {
    is_blank(letter) || "\"{}[]()".contains(letter)
}
