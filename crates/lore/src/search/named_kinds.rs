//! Kinds of entries that a query names: `a spell that heals`, `horse price`.

use crate::model::Kind;

/// Words, without the plural's s, and the kinds that they stand for.
const NAMES: &[(&[&str], &[Kind])] = &[
    (&["spell", "cantrip", "ritual"], &[Kind::Spell]),
    (&["monster", "creature", "beast", "animal", "enemy", "villain"], &[Kind::Creature]),
    (&["armor", "armour"], &[Kind::Armor]),
    (&["weapon"], &[Kind::Weapon, Kind::MagicItem]),
    (&["potion", "ring", "wand", "amulet", "artifact", "wondrous", "relic", "enchanted"], &[Kind::MagicItem]),
    (&["item"], &[Kind::MagicItem, Kind::Item]),
    (
        &["price", "cost", "buy", "gear", "tool", "equipment", "shop"],
        &[Kind::Item, Kind::Weapon, Kind::Armor],
    ),
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
            "barbarian",
            "bard",
            "cleric",
            "druid",
            "fighter",
            "monk",
            "paladin",
            "ranger",
            "rogue",
            "sorcerer",
            "warlock",
            "wizard",
        ],
        &[Kind::Class, Kind::Subclass, Kind::ClassOption],
    ),
];

/// Returns the kinds that the words of a query name, each once.
pub(super) fn named_kinds(words: &[String]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for word in words {
        let singular = word.strip_suffix('s').unwrap_or(word);
        let named =
            NAMES.iter().filter(|(names, _)| names.contains(&singular) || names.contains(&word.as_str()));
        for kind in named.flat_map(|(_, kinds)| *kinds) {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_in_any_number() {
        let kinds = |query: &str| named_kinds(&query.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(kinds("healing spells"), [Kind::Spell]);
        assert_eq!(kinds("armor for an animal"), [Kind::Armor, Kind::Creature]);
        assert_eq!(kinds("class feature"), [Kind::Class, Kind::ClassOption]);
        assert_eq!(kinds("rogue extra damage"), [Kind::Class, Kind::Subclass, Kind::ClassOption]);
        assert!(kinds("red dragon").is_empty());
    }
}
