//! Repairs italics whose marks are a few letters off, such as `th_e Plum_`.

/// Moves marks of italics between words. Only lines with an odd number of such marks change.
pub(super) fn between_words(text: &str) -> String {
    if !text.lines().any(is_odd) {
        return text.to_owned();
    }
    let line = |line: &str| if is_odd(line) { moved(line) } else { line.to_owned() };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns true if a mark in a line has no partner. Markdown ignores marks within words.
fn is_odd(line: &str) -> bool {
    if !line.contains('_') {
        return false;
    }
    let letters: Vec<char> = line.chars().collect();
    !(0..letters.len())
        .filter(|place| is_mark(&letters, *place) && !is_inner(&letters, *place))
        .count()
        .is_multiple_of(2)
}

fn is_mark(letters: &[char], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|place| letters.get(place));
    letters.get(place) == Some(&'_') && before != Some(&'\\')
}

fn is_inner(letters: &[char], place: usize) -> bool {
    let at = |place: Option<usize>| {
        place.and_then(|place| letters.get(place)).is_some_and(|c| c.is_alphanumeric())
    };
    at(place.checked_sub(1)) && at(place.checked_add(1))
}

/// Moves each mark within a word to the nearer end of the word, and removes a lone mark at the end of the
/// line.
fn moved(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let mut moved = String::with_capacity(line.len());
    let mut is_open = false;
    let mut put_off = false;
    for (place, letter) in letters.iter().enumerate() {
        if put_off && !letter.is_alphanumeric() {
            // An opening mark goes before the next word, a closing one after this word.
            if is_open && letter.is_whitespace() {
                moved.push(*letter);
                moved.push('_');
            } else {
                moved.push('_');
                moved.push(*letter);
            }
            put_off = false;
            continue;
        }
        if !is_mark(&letters, place) {
            moved.push(*letter);
            continue;
        }
        is_open = !is_open;
        if !is_inner(&letters, place) {
            moved.push('_');
            continue;
        }
        let other = moved.char_indices().rev().find(|(_, c)| !c.is_alphanumeric());
        let word_start = other.map_or(0, |(at, c)| at + c.len_utf8());
        let before = moved.chars().rev().take_while(|c| c.is_alphanumeric()).count();
        let rest = letters.get(place + 1..).unwrap_or_default();
        let after = rest.iter().take_while(|c| c.is_alphanumeric()).count();
        let is_whole_word = is_open && rest.get(after) == Some(&'_');
        if is_whole_word || before < after {
            let start = if is_open {
                word_start
            } else {
                moved.get(..word_start).unwrap_or_default().trim_end().len()
            };
            moved.insert(start, '_');
        } else {
            put_off = true;
        }
    }
    if put_off {
        moved.push('_');
    }
    match moved.strip_suffix(" _") {
        Some(rest) if is_odd(&moved) => rest.trim_end().to_owned(),
        _ => moved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_within_words_move_to_their_ends() {
        assert_eq!(between_words("eat th_e Plum Book_ now"), "eat the _Plum Book_ now");
        assert_eq!(between_words("cast sugges_tion_ here"), "cast _suggestion_ here");
        assert_eq!(between_words("cast the _gate  s_pell, then"), "cast the _gate_  spell, then");
        assert_eq!(between_words("_The Plum Ches_t lacks"), "_The Plum Chest_ lacks");
        assert_eq!(between_words("holding a_n Orb of Plums,_ you"), "holding an _Orb of Plums,_ you");
        assert_eq!(between_words("eat m_e"), "eat m_e");
        assert_eq!(between_words("“_eat m_e”."), "“_eat me_”.");
        assert_eq!(between_words("light, jam _"), "light, jam");
    }

    #[test]
    fn lines_in_order_stay_as_they_are() {
        for text in ["_a_ b_c _d_", "snake_case", r"one \_ mark", "a\nb"] {
            assert_eq!(between_words(text), text);
        }
    }
}
