//! String literals: where they end, and what their escapes stand for.

use std::borrow::Cow;

use text::into_plain;

pub(super) fn closing_mark(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.as_bytes().get(at..)?)?;
        if text.as_bytes().get(at) == Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// Also returns the first letter that no escape has, if any.
pub(super) fn unescape(raw: &str) -> (Cow<'_, str>, Option<char>) {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return (Cow::Borrowed(raw), None);
    }
    let mut plain = String::with_capacity(raw.len());
    let mut unknown = None;
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let mut letters = after.chars();
        let Some(letter) = letters.next() else {
            rest = "";
            break;
        };
        rest = letters.as_str();
        match letter {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'b' => plain.push('\u{8}'),
            'f' => plain.push('\u{c}'),
            '"' | '\\' | '/' | '\'' => plain.push(letter),
            'u' => match unicode(rest) {
                Some((letter, after)) => {
                    plain.push(letter);
                    rest = after;
                }
                None => {
                    unknown.get_or_insert('u');
                    plain.push_str("\\u");
                }
            },
            '0'..='7' => {
                let digits = after.len() - after.trim_start_matches(|c: char| ('0'..='7').contains(&c)).len();
                let (octal, after) = after.split_at(digits.min(3));
                plain.extend(u32::from_str_radix(octal, 8).ok().and_then(char::from_u32));
                rest = after;
            }
            other => {
                unknown.get_or_insert(other);
                plain.push('\\');
                plain.push(other);
            }
        }
    }
    plain.push_str(rest);
    (Cow::Owned(into_plain(plain)), unknown)
}

/// Parses the digits of `\u`, with a second `\u` for a surrogate pair. Returns the letter and the rest.
fn unicode(text: &str) -> Option<(char, &str)> {
    let unit = |text: &'_ str| {
        let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(text)?;
    let after = text.get(4..)?;
    if let Some(letter) = char::from_u32(u32::from(first)) {
        return Some((letter, after));
    }
    let second = unit(after.strip_prefix("\\u")?)?;
    let letter = char::decode_utf16([first, second]).next()?.ok()?;
    Some((letter, after.get(6..)?))
}

#[cfg(test)]
mod tests;
