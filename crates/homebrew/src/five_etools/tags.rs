//! Tags in texts, such as `{@spell fireball|PHB|burning ball}`: what stands in their place.

use content::markdown::ability_in_full;
use content::model::{Kind, capitalised, ordinal};
use text::{Pattern, pattern};

use crate::mention;

/// Tags within each other beyond this depth lose their meaning and keep their text.
const MAX_DEPTH: usize = 32;

/// Matches a question to the roller within dice: `#$prompt_number:title=Enter a number$#`.
static PROMPT: Pattern = pattern!(r"#\$[^$#]*\$#");
/// Matches the area that a name adds in brackets: `Sphere [Area of Effect]`.
static BRACKETS: Pattern = pattern!(r" \[[^\[\]]*\]$");

struct Tag<'t> {
    name: &'t str,
    content: String,
}

/// Returns a text with every tag replaced by what it means to a reader. Takes linear time.
pub(super) fn plain_tags(text: &str) -> String {
    if !text.contains("{@") {
        return text.to_owned();
    }
    let mut done = String::with_capacity(text.len());
    let (mut open, mut too_deep): (Vec<Tag<'_>>, usize) = (Vec::new(), 0);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        innermost(&mut open, &mut done).push_str(before);
        if let Some(tag) = from.strip_prefix("{@") {
            let end =
                tag.find(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '|')).unwrap_or(tag.len());
            let (name, after) = tag.split_at(end);
            rest = after.strip_prefix(' ').unwrap_or(after);
            if open.len() < MAX_DEPTH {
                open.push(Tag { name, content: String::new() });
            } else {
                too_deep += 1;
            }
            continue;
        }
        // A variable such as `{=bonusWeapon}`, which the reader of items replaces.
        if let Some(end) = from.strip_prefix("{=").and_then(|variable| variable.find('}')) {
            let (variable, after) = from.split_at(end + "{=}".len());
            innermost(&mut open, &mut done).push_str(variable);
            rest = after;
            continue;
        }
        let (sign, after) = from.split_at(1);
        rest = after;
        if sign == "}" && too_deep > 0 {
            too_deep -= 1;
        } else if let Some(Tag { name, content }) = (sign == "}").then(|| open.pop()).flatten() {
            let words = in_words(name, &content);
            innermost(&mut open, &mut done).push_str(&words);
        } else {
            innermost(&mut open, &mut done).push_str(sign);
        }
    }
    innermost(&mut open, &mut done).push_str(rest);
    for Tag { content, .. } in open {
        done.push_str(&content);
    }
    done
}

fn innermost<'o>(open: &'o mut [Tag<'_>], done: &'o mut String) -> &'o mut String {
    match open.last_mut() {
        Some(tag) => &mut tag.content,
        None => done,
    }
}

/// `content` has no tags left.
fn in_words(tag: &str, content: &str) -> String {
    let parts: Vec<&str> = content.split('|').map(str::trim).collect();
    let part = |index: usize| parts.get(index).copied().filter(|part| !part.is_empty());
    let first = part(0).unwrap_or_default();
    match tag {
        "b" | "bold" => surrounded("**", content),
        "i" | "italic" | "note" => surrounded("*", content),
        "s" | "strike" | "s2" | "strikeDouble" | "u" | "underline" | "u2" | "underlineDouble" | "sup"
        | "sub" | "kbd" => content.to_owned(),
        "code" => format!("`{content}`"),
        "link" | "5etools" => match part(1).filter(|url| tag == "link" && url.starts_with("https://")) {
            Some(url) => format!("[{first}]({url})"),
            None => first.to_owned(),
        },
        "homebrew" if first.is_empty() => String::new(),
        "unit" => match (first, part(1), part(2)) {
            ("1", Some(one), _) | (_, Some(one), None) => format!("{first} {one}"),
            (_, _, Some(many)) => format!("{first} {many}"),
            _ => first.to_owned(),
        },
        "spell" => mention(Kind::Spell, part(2).unwrap_or(first)),
        "creature" => mention(Kind::Creature, part(2).unwrap_or(first)),
        _ => rolled(tag, first, &parts)
            .or_else(|| attack(tag, first))
            .unwrap_or_else(|| named(tag, first, &parts).to_owned()),
    }
}

fn surrounded(mark: &str, content: &str) -> String {
    let words = content.trim();
    if words.is_empty() {
        return content.to_owned();
    }
    let (before, after) = content.split_once(words).unwrap_or_default();
    format!("{before}{mark}{words}{mark}{after}")
}

/// Tags of numbers and dice.
fn rolled(tag: &str, first: &str, parts: &[&str]) -> Option<String> {
    let display = parts.get(1).copied().filter(|display| !display.is_empty());
    let signed = |number: &str| {
        if number.starts_with(['+', '-', '−']) || !number.starts_with(|c: char| c.is_ascii_digit()) {
            number.to_owned()
        } else {
            format!("+{number}")
        }
    };
    let last_word = || signed(first.rsplit(' ').next().unwrap_or(first));
    Some(match tag {
        "dice" | "damage" | "autodice" | "hazard_dice" => {
            display.map_or_else(|| PROMPT.replace_all(first, "X").replace(';', "/"), str::to_owned)
        }
        "scaledice" | "scaledamage" => parts.get(4).or(parts.get(2)).copied().unwrap_or(first).to_owned(),
        "hit" | "d20" | "initiative" => display.map_or_else(|| signed(first), str::to_owned),
        "savingThrow" | "skillCheck" => display.map_or_else(last_word, str::to_owned),
        "dc" => format!("DC {}", display.unwrap_or(first)),
        "ability" => display.map_or_else(
            || {
                let score = first.rsplit(' ').next().unwrap_or(first);
                let modifier = score.parse::<i32>().map(|score| (score - 10).div_euclid(2));
                modifier.map_or_else(|_| score.to_owned(), |modifier| format!("{score} ({modifier:+})"))
            },
            str::to_owned,
        ),
        "chance" => display.map_or_else(|| format!("{first} percent"), str::to_owned),
        "coinflip" => display.or(Some(first).filter(|it| !it.is_empty())).unwrap_or("flip a coin").to_owned(),
        "recharge" if matches!(first, "" | "6") => "(Recharge 6)".to_owned(),
        "recharge" => format!("(Recharge {first}–6)"),
        "hitYourSpellAttack" => or_else(first, "your spell attack modifier"),
        "dcYourSpellSave" => or_else(first, "your spell save DC"),
        _ => return None,
    })
}

fn or_else(words: &str, default: &str) -> String {
    if words.is_empty() { default } else { words }.to_owned()
}

/// Tags of the fixed terms of attacks and saving throws.
fn attack(tag: &str, first: &str) -> Option<String> {
    let kinds = |words: &dyn Fn(char) -> Option<&'static str>| -> Vec<&'static str> {
        let mut kinds = Vec::new();
        for kind in first.split(',').flat_map(str::chars).filter_map(words) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    };
    let range = || {
        let ranges = kinds(&|letter| match letter {
            'm' => Some("Melee"),
            'r' | 'g' => Some("Ranged"),
            'a' => Some("Area"),
            _ => None,
        });
        if ranges.is_empty() { String::new() } else { format!("{} ", ranges.join(" or ")) }
    };
    let weapon = || {
        let weapons = kinds(&|letter| match letter {
            'w' => Some("Weapon"),
            's' => Some("Spell"),
            'p' => Some("Power"),
            _ => None,
        });
        if weapons.is_empty() { String::new() } else { format!("{} ", weapons.join(" or ")) }
    };
    Some(match tag {
        "atk" => format!("{}{}Attack:", range(), weapon()),
        "atkr" => format!("{}Attack Roll:", range()),
        "h" => "Hit: ".to_owned(),
        "m" => "Miss: ".to_owned(),
        "hom" => "Hit or Miss: ".to_owned(),
        "actSave" => format!(
            "{} Saving Throw:",
            ability_in_full(first).map_or_else(|| capitalised(first), str::to_owned)
        ),
        "actSaveSuccess" => "Success:".to_owned(),
        "actSaveFail" => match first.parse::<u8>() {
            Ok(number) => format!("{} Failure:", ordinal_word(number)),
            Err(_) => "Failure:".to_owned(),
        },
        "actSaveFailBy" => format!("Failure by {first} or More:"),
        "actSaveSuccessOrFail" => "Failure or Success:".to_owned(),
        "actTrigger" => "Trigger:".to_owned(),
        "actResponse" => if first.contains('d') { "Response—" } else { "Response:" }.to_owned(),
        _ => return None,
    })
}

fn ordinal_word(number: u8) -> String {
    match number {
        1 => "First".to_owned(),
        2 => "Second".to_owned(),
        3 => "Third".to_owned(),
        number => ordinal(number),
    }
}

/// Tags of entries, and of styles whose text comes first. The text to be shown, if it differs from the name,
/// stands behind the parts that identify the entry.
fn named<'t>(tag: &str, first: &'t str, parts: &[&'t str]) -> &'t str {
    let shown = match tag {
        "quickref" | "subclass" => 4,
        "deity" | "card" => 3,
        "classFeature" => 5,
        "subclassFeature" => 7,
        "color" | "style" | "font" | "highlight" | "tip" | "help" | "footnote" | "filter" | "area"
        | "book" | "adventure" | "loader" | "5etoolsImg" | "homebrew" | "condensed" => 0,
        _ => 2,
    };
    let shown = parts.get(shown).copied().filter(|shown| !shown.is_empty());
    shown.unwrap_or_else(|| {
        BRACKETS.find(first).and_then(|brackets| first.get(..brackets.start())).unwrap_or(first)
    })
}
