//! What the text of an entry says about its effects, in a few words.

use std::sync::LazyLock;

use regex::Regex;
use text::{Pattern, pattern};

use crate::facts::{CONDITIONS, DAMAGE_TYPES};

const USES: [(&str, &str); 10] = [
    (
        "healing",
        r"regains? (a number of |up to |\d+ |[^.]{0,20})?hit points|restores? [^.]{0,30}hit points|ends? [^.]{0,40}(disease|poisoned)",
    ),
    ("bringing back the dead", r"return(s|ed)? to life|dead creature|died within"),
    (
        "movement",
        r"teleport|flying speed|fly speed|speed (increases|is doubled)|climb speed|jump distance|swimming speed",
    ),
    (
        "summoning",
        r"you summon|you conjure|calls? forth|summons? (a|an|one|up)|appears? in an unoccupied space",
    ),
    (
        "control of others",
        r"(obeys?|follows?) your|charmed by you|you (control|command)|forced to (move|act)",
    ),
    (
        "detection and divination",
        r"you (sense|learn|know|detect|see) (the|whether|if|that|a|an|into|any)|scry|omen",
    ),
    (
        "protection",
        r"resistance to|immunity to|bonus to (AC|armor class|its AC|your AC)|protects?|can't be (targeted|damaged|harmed)|barrier",
    ),
    ("invisibility and illusion", r"invisible|illusion|disguise"),
    ("light", r"sheds? (dim|bright) light|bright light"),
    ("changing shape", r"transforms? (into|the target)|assume the form|polymorph|new form"),
];

static USE_PATTERNS: LazyLock<[(&str, Regex); 10]> =
    LazyLock::new(|| USES.map(|(name, words)| (name, pattern(&format!("(?i){words}")))));
static DAMAGE: Pattern = pattern!(&format!(r"(?i)\b({}) damage", DAMAGE_TYPES.join("|")));
static CONDITION: Pattern = LazyLock::new(|| {
    // An effect gives levels of exhaustion, and makes nobody so.
    let names: Vec<&str> = CONDITIONS.into_iter().filter(|name| *name != "exhaustion").collect();
    let before = "be|is|are|becomes?|has the|have the|knocked|falls?|target|creature";
    pattern(&format!(r"(?i)\b(?:{before}) ({})\b", names.join("|")))
});
static ABILITY: Pattern = pattern!(r"(?m)^\*\*\*([^*(]+)");

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) uses: Vec<&'static str>,
    pub(super) damage_types: Vec<String>,
    pub(super) conditions: Vec<String>,
}

impl Effects {
    pub(super) fn of(text: &str) -> Self {
        Self {
            uses: USE_PATTERNS
                .iter()
                .filter(|(_, words)| words.is_match(text))
                .map(|(name, _)| *name)
                .collect(),
            damage_types: matches(&DAMAGE, text),
            conditions: matches(&CONDITION, text),
        }
    }
}

/// Returns the first group of each match in lower case, each once.
fn matches(pattern: &Regex, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for captures in pattern.captures_iter(text) {
        let (_, [word]) = captures.extract();
        let word = word.trim().trim_end_matches('.').to_lowercase();
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

pub(super) fn named_abilities(body: &str) -> Vec<String> {
    let mut names = matches(&ABILITY, body);
    names.retain(|name| name != "multiattack");
    names
}

pub(super) fn senses(senses: &str) -> Vec<&'static str> {
    let senses = senses.to_lowercase();
    let known = [
        ("darkvision", "sees in the dark"),
        ("blindsight", "blindsight"),
        ("tremorsense", "feels vibrations in the ground"),
        ("truesight", "sees through illusions and invisibility"),
    ];
    known.into_iter().filter(|(name, _)| senses.contains(name)).map(|(_, words)| words).collect()
}

#[cfg(test)]
mod tests;
