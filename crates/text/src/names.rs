//! Names as they are compared, and texts as they are stored and quoted.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the folded form of a name, by which names are compared: lower case, without accents, with uniform
/// apostrophes, quotation marks and dashes, and single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let push = |c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{02bc}' | '`' | '\u{00b4}' => {
            folded.push('\'');
        }
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' => folded.push('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'ø' => folded.push('o'),
        'ß' => folded.push_str("ss"),
        'ð' | 'đ' => folded.push('d'),
        'þ' => folded.push_str("th"),
        'ł' => folded.push('l'),
        'ı' => folded.push('i'),
        c if c.is_whitespace() || c.is_control() => {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        }
        c => folded.push(c),
    };
    if text.is_ascii() {
        text.chars().map(|c| c.to_ascii_lowercase()).for_each(push);
    } else {
        text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).for_each(push);
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Returns the ordinal of a number: `1st`, `2nd`, `11th`.
pub fn ordinal(number: u8) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns a text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Text from outside made fit to store and show: line ends as `\n`, no NUL or other control characters, no
/// trailing spaces, at most one empty line in a row.
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let mut cleaned = String::with_capacity(text.len());
    let mut empty_lines = 0;
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        let line = line.trim_end();
        if line.is_empty() {
            empty_lines += 1;
            continue;
        }
        if !cleaned.is_empty() {
            cleaned.push_str(if empty_lines > 0 { "\n\n" } else { "\n" });
        }
        empty_lines = 0;
        cleaned.push_str(line);
    }
    cleaned
}

/// Returns true for an invisible character: joiners, direction marks, and characters without width.
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns a text in one line without invisible characters.
pub fn in_one_line(text: &str) -> String {
    let visible: String = clean(text).chars().filter(|c| !is_invisible(*c)).collect();
    visible.replace(['\n', '\t'], " ")
}

/// The maximum number of characters of an external text in a message.
const SHOWN: usize = 80;

/// Returns an external text as quoted in messages: short, in one line, without backticks.
pub fn shown(text: &str) -> String {
    excerpt(&in_one_line(text), SHOWN).replace('`', "'")
}

/// Joins external names or keys for a message, each between backticks.
pub fn quoted<T: AsRef<str>>(names: &[T]) -> String {
    names.iter().map(|name| format!("`{}`", shown(name.as_ref()))).collect::<Vec<_>>().join(", ")
}

/// Converts `sleight_of_hand` or `magic-item` to a heading: `Sleight of Hand`, `Magic Item`.
pub fn title_case(text: &str) -> String {
    let words = text.split(['_', '-', ' ']).filter(|word| !word.is_empty());
    let mut title = String::with_capacity(text.len());
    for (position, word) in words.enumerate() {
        if position > 0 {
            title.push(' ');
        }
        if position > 0 && matches!(word, "of" | "the" | "and" | "in" | "to" | "a") {
            title.push_str(word);
            continue;
        }
        title.push_str(&capitalised(word));
    }
    title
}

/// Returns the start of a text, at most `longest` characters, cut at a word and marked with `…`.
pub fn excerpt(text: &str, longest: usize) -> String {
    let Some((cut, _)) = text.char_indices().nth(longest) else { return text.to_owned() };
    let (head, _) = text.split_at(cut);
    let end = head.rfind(char::is_whitespace).unwrap_or(cut);
    let (head, _) = head.split_at(end);
    format!("{}…", head.trim_end())
}

/// Formats a number with thousands separators: `11,500`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string().into_bytes();
    let groups: Vec<Cow<'_, str>> = digits.rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Formats a number with the noun that goes with it: `1 entry`, `11,500 entries`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
