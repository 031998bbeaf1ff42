//! The text between two values: spaces, comments and at most one comma.

/// The bytes between two positions, which contain no value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The position of the comma.
    pub(super) comma: Option<usize>,
    /// The position for a new line: before the first line break, after any comment on the same line.
    pub(super) line_end: usize,
}

impl Gap {
    pub(super) fn between(text: &str, from: usize, to: usize) -> Self {
        let bytes = text.as_bytes().get(from..to).unwrap_or_default();
        let at = |index: usize| bytes.get(index).copied();
        let (mut comma, mut line_end, mut solid, mut index) = (None, None, 0, 0);
        while let Some(byte) = at(index) {
            match (byte, at(index + 1)) {
                (b'/', Some(b'/')) => {
                    while at(index).is_some_and(|byte| byte != b'\n' && byte != b'\r') {
                        index += 1;
                    }
                    solid = index;
                    continue;
                }
                (b'/', Some(b'*')) => {
                    index += 2;
                    while at(index).is_some() && (at(index), at(index + 1)) != (Some(b'*'), Some(b'/')) {
                        index += 1;
                    }
                    index += 2;
                    solid = index;
                    continue;
                }
                (b',', _) => {
                    comma = comma.or(Some(from + index));
                    solid = index + 1;
                }
                (b'\r' | b'\n', _) => line_end = line_end.or(Some(from + index)),
                _ => {}
            }
            if line_end.is_some() && comma.is_some() {
                break;
            }
            index += 1;
        }
        Self { comma, line_end: line_end.unwrap_or(from + solid) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_in_a_comment_does_not_count() {
        let text = "1 /* , */ // , \n , 2";
        assert_eq!(Gap::between(text, 1, text.len() - 1), Gap { comma: Some(17), line_end: 15 });
    }

    #[test]
    fn without_a_line_break_the_new_line_begins_after_the_comment() {
        let text = "1 /* x */ }";
        assert_eq!(Gap::between(text, 1, 10), Gap { comma: None, line_end: 9 });
    }
}
