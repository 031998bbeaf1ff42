use super::number::number;
use super::{Notice, Notices, Value};
use crate::ingest::plain::is_unwanted;

/// The longest namespace of a map, in characters.
const LONGEST_NAMESPACE: usize = 100;

/// One of the four kinds of bracket.
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

/// The smallest pieces of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'a> {
    /// An opening bracket.
    Open(Bracket),
    /// `#:namespace{`, which is put before every keyword of the map that has none.
    OpenNamespaced(&'a str),
    /// A closing bracket; that of a set is that of a map.
    Close(Bracket),
    /// A quotation mark. The text behind it is not read yet.
    Quote,
    /// `#_`: the next value does not count.
    Discard,
    /// `^`: the next value tells something of the one after it.
    Meta,
    /// `#tag`: the next value is of this sort.
    Tag(&'a str),
    /// A value that is one word.
    Word(Value<'a>),
    /// The end of the text.
    End,
}

/// A text while it is read.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// The place of the next piece, in bytes.
    pub(super) at: usize,
    /// Whether a semicolon in the middle of prose may be no comment.
    doubtful_comments: bool,
    /// The next bracket, quotation mark or line break behind a semicolon, as far as it was looked for.
    next_mark: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, doubtful_comments: false, next_mark: 0 }
    }

    /// A scanner of a text whose quotation marks may be missing, so that what seems a comment may be prose.
    pub(super) fn doubtful(text: &'a str) -> Self {
        Self { doubtful_comments: true, ..Self::new(text) }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The text from the present place on.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Reads the next piece and gives the place where it begins.
    pub(super) fn next(&mut self, notices: &mut Notices) -> (usize, Token<'a>) {
        if !notices.goes_on() {
            return (self.at, Token::End);
        }
        self.skip_blanks();
        let start = self.at;
        let Some(byte) = self.byte(0) else { return (start, Token::End) };
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
                    notices.push(Notice::new(
                        start,
                        "a colon without a word behind it was read as an empty key",
                    ));
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
                        notices.push(Notice::new(start, "a bare `NaN` was read as “no number”"));
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
        match self.byte(0) {
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
                // It is put before every key, so a long one is cut.
                let namespace = first_chars(self.word().trim_start_matches(':'), LONGEST_NAMESPACE);
                self.skip_blanks();
                if self.byte(0) == Some(b'{') {
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
                if self.byte(0) == Some(b'{') {
                    self.at += 1;
                    notices.push(Notice::new(start, "a `#` and its `{` stood apart and were read as one"));
                    return Token::Open(Bracket::Set);
                }
                Token::Word(Value::Symbol("#"))
            }
        }
    }

    /// `\a`, `\newline`, `\u00e6`.
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
        let coded = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        let letter = match name {
            "newline" => Some('\n'),
            "return" => Some('\r'),
            "space" => Some(' '),
            "tab" => Some('\t'),
            "backspace" => Some('\u{8}'),
            "formfeed" => Some('\u{c}'),
            _ if name.chars().nth(1).is_none() => Some(first),
            _ if name.starts_with('u') => coded(name.trim_start_matches('u'), 16),
            _ if name.starts_with('o') => coded(name.trim_start_matches('o'), 8),
            _ => None,
        };
        letter.map_or_else(
            || {
                notices
                    .push(Notice::new(start, format!("`\\{name}` is no character and was read as a word")));
                Value::Symbol(name)
            },
            |letter| Value::Character(if is_unwanted(letter) { ' ' } else { letter }),
        )
    }

    /// The letters up to the end of the word.
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
        while let Some(byte) = self.byte(0) {
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

    /// Where prose has lost its quotation mark, a semicolon in it must not hide what stands behind it.
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

/// The first characters of a text.
pub(crate) fn first_chars(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// What stands between values: besides what EDN names, the blanks that editors and web pages leave behind.
pub(crate) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '\u{feff}' | '\u{200b}')
}
