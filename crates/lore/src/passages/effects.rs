//! What the text of an entry says about its effects, in a few words.

use std::sync::LazyLock;

use regex::Regex;

/// The conditions of both editions that an effect imposes on its target.
const CONDITIONS: [&str; 13] = [
    "blinded",
    "charmed",
    "deafened",
    "frightened",
    "grappled",
    "incapacitated",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
];

/// What an entry is used for, and the words that show it.
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

static USE_PATTERNS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let pattern =
        |(name, words): &(&'static str, &str)| Some((*name, Regex::new(&format!("(?i){words}")).ok()?));
    USES.iter().filter_map(pattern).collect()
});
static DAMAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let types = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
    Regex::new(&format!(r"(?i)\b({types}) damage")).ok()
});
static CONDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let names = CONDITIONS.join("|");
    Regex::new(&format!(
        r"(?i)\b(?:be|is|are|becomes?|has the|have the|knocked|falls?|target|creature) ({names})\b"
    ))
    .ok()
});
static ABILITY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?m)^\*\*\*([^*(]+)").ok());

/// The effects that a text describes, in the order of the tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) uses: Vec<&'static str>,
    /// In lower case, the first mentioned first.
    pub(super) damage_types: Vec<String>,
    /// In lower case, the first mentioned first.
    pub(super) conditions: Vec<String>,
}

impl Effects {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Self {
        Self {
            uses: USE_PATTERNS
                .iter()
                .filter(|(_, words)| words.is_match(text))
                .map(|(name, _)| *name)
                .collect(),
            damage_types: matches(DAMAGE.as_ref(), text),
            conditions: matches(CONDITION.as_ref(), text),
        }
    }
}

/// Returns the first group of each match in lower case, each once.
fn matches(pattern: Option<&Regex>, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for captures in pattern.into_iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let Some(word) =
            captures.get(1).map(|word| word.as_str().trim().trim_end_matches('.').to_lowercase())
        else {
            continue;
        };
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Returns the names of a stat block's traits and actions, but not that of the number of its attacks.
pub(super) fn named_abilities(body: &str) -> Vec<String> {
    let mut names = matches(ABILITY.as_ref(), body);
    names.retain(|name| name != "multiattack");
    names
}

/// Returns the special senses in a creature's senses, without their ranges.
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
mod tests {
    use super::*;

    #[test]
    fn effects_are_read_from_the_text() {
        let text = "Each creature takes 2d6 Fire damage and 1d4 cold damage and is knocked prone. A creature has the Frightened \
                    condition. You regain hit points equal to half the fire damage. The orb sheds bright light.";
        assert_eq!(
            Effects::of(text),
            Effects {
                uses: vec!["healing", "light"],
                damage_types: vec!["fire".into(), "cold".into()],
                conditions: vec!["prone".into(), "frightened".into()],
            }
        );
        assert_eq!(Effects::of("A plum."), Effects::default());
    }

    #[test]
    fn abilities_are_the_bold_names_of_a_stat_block() {
        let body = "- **Armor Class** 7\n\n***Sticky (Recharge 5–6).*** It sticks.\n\n### Actions\n\n***Multiattack.*** Two.\n\n***Slap.*** It slaps.";
        assert_eq!(named_abilities(body), ["sticky", "slap"]);
    }

    #[test]
    fn senses_are_told_in_everyday_words() {
        assert_eq!(senses("Darkvision 60 ft., passive Perception 13"), ["sees in the dark"]);
        assert!(senses("passive Perception 10").is_empty());
    }
}
