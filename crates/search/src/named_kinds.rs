//! Kinds of entries that a query names or asks for: `a spell that heals`, `horse price`, `how many actions`.

use content::model::Kind;

const GEAR: &[Kind] = &[Kind::Item, Kind::Weapon, Kind::Armor];

/// Questions for a price, which begin like those for a rule.
const PRICES: &[&str] = &["how much is", "how much are", "how much for", "how expensive"];

/// Words, without the plural's s, and the kinds that they stand for.
const NAMES: &[(&[&str], &[Kind])] = &[
    (&["spell", "cantrip", "ritual"], &[Kind::Spell]),
    (&["monster", "creature", "beast", "animal", "enemy", "villain"], &[Kind::Creature]),
    (&["armor", "armour"], &[Kind::Armor]),
    (&["weapon"], &[Kind::Weapon, Kind::MagicItem]),
    (&["potion", "ring", "wand", "amulet", "artifact", "wondrous", "relic", "enchanted"], &[Kind::MagicItem]),
    (&["item"], &[Kind::MagicItem, Kind::Item]),
    (&["price", "cost", "buy", "gear", "tool", "equipment", "shop"], GEAR),
    (&["feat"], &[Kind::Feat]),
    (&["background"], &[Kind::Background]),
    (&["race", "species"], &[Kind::Race, Kind::Subrace]),
    (&["class"], &[Kind::Class]),
    (&["subclass", "archetype"], &[Kind::Subclass]),
    (&["feature", "invocation", "metamagic"], &[Kind::ClassOption]),
    (&["rule"], &[Kind::Rule]),
    (&["condition"], &[Kind::Condition]),
    (&["skill"], &[Kind::Skill]),
    (&["language"], &[Kind::Language]),
    (
        &[
            "barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue",
            "sorcerer", "warlock", "wizard",
        ],
        &[Kind::Class, Kind::Subclass, Kind::ClassOption],
    ),
];

/// Words that stand alone and turns of phrase, folded, and the kinds that they ask for without naming them:
/// `used to bake bread` is somebody's past.
const PHRASES: &[(&[&str], &[Kind])] = &[
    (
        &["how many", "how long", "how far", "how much", "how high", "how often", "can i", "do i"],
        &[Kind::Rule, Kind::Condition, Kind::Skill],
    ),
    (&["used to", "grew up", "before adventuring"], &[Kind::Background]),
    (&["folk", "people", "player", "playable"], &[Kind::Race, Kind::Subrace]),
];

/// Returns the kinds that a folded query with these words asks for, each once.
pub(super) fn named_kinds(query: &str, words: &[String]) -> Vec<Kind> {
    let query = format!(" {query} ");
    let has_any = |phrases: &[&str]| phrases.iter().any(|phrase| query.contains(&format!(" {phrase} ")));
    let phrases = if has_any(PRICES) { &[(PRICES, GEAR)][..] } else { PHRASES };
    let phrases = phrases.iter().filter(|(phrases, _)| has_any(phrases));
    let names = words.iter().flat_map(|word| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        NAMES.iter().filter(move |(names, _)| names.contains(&singular) || names.contains(&word.as_str()))
    });
    let mut kinds = Vec::new();
    for kind in names.chain(phrases).flat_map(|(_, kinds)| *kinds) {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    kinds
}

#[cfg(test)]
mod tests;
