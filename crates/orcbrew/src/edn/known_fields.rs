//! What the fields of items hold, as far as that tells where a lost bracket stood. The programs that write the files
//! name them so.

use super::{Map, NAMESPACE, Value};

/// The content types that are known.
pub(crate) const CONTENT_TYPES: &[&str] = &[
    "backgrounds",
    "boons",
    "classes",
    "draconic-ancestries",
    "encounters",
    "feats",
    "fighting-styles",
    "invocations",
    "languages",
    "monsters",
    "races",
    "selections",
    "spells",
    "subclasses",
    "subraces",
];

/// Fields that hold a map.
const MAPS: &[&str] = &[
    "abilities",
    "armor",
    "cantrips-known",
    "components",
    "condition-immunity",
    "damage-immunity",
    "damage-resistance",
    "damage-vulnerability",
    "equipment",
    "hit-points",
    "language",
    "language-options",
    "legendary-actions",
    "options",
    "path-prereqs",
    "profs",
    "props",
    "save",
    "saving-throw-advantage",
    "saving-throws",
    "skill",
    "skill-options",
    "skill-expertise-options",
    "skills",
    "spell-list",
    "spell-lists",
    "spellcasting",
    "spells-known",
    "tool",
    "tool-options",
    "treasure",
    "weapon",
    "weapon-prof",
    "weapons",
];

/// Fields that hold a list of maps.
const LISTS: &[&str] = &[
    "actions",
    "creatures",
    "equipment-choices",
    "level-modifiers",
    "level-selections",
    "selections",
    "traits",
];

/// Fields that hold neither a map nor a list.
const PLAIN: &[&str] = &[
    "alignment",
    "armor-class",
    "armor-notes",
    "attack-roll?",
    "casting-time",
    "cha",
    "challenge",
    "class",
    "con",
    "darkvision",
    "description",
    "dex",
    "die",
    "die-count",
    "disabled?",
    "duration",
    "help",
    "hit-die",
    "int",
    "key",
    "level",
    "name",
    "option-pack",
    "race",
    "range",
    "ritual",
    "school",
    "size",
    "str",
    "subclass-level",
    "subclass-title",
    "wis",
];

/// Fields that stand in an item itself and never in a map within it.
const OF_ITEMS: &[&str] = &[
    "alignment",
    "armor-class",
    "armor-notes",
    "attack-roll?",
    "casting-time",
    "challenge",
    "duration",
    "hit-die",
    "hit-points",
    "level-modifiers",
    "name",
    "option-pack",
    "profs",
    "props",
    "range",
    "saving-throws",
    "school",
    "spell-lists",
    "traits",
];

/// Whether a field of this name holds a map.
pub(super) fn holds_map(key: &Value<'_>) -> bool {
    matches!(key, Value::Keyword(name) if MAPS.contains(&name.as_ref()) || name.ends_with("-spells"))
}

/// Whether a field of this name holds a list of maps.
pub(super) fn holds_list_of_maps(key: &Value<'_>) -> bool {
    matches!(key, Value::Keyword(name) if LISTS.contains(&name.as_ref()))
}

/// Whether a field of this name holds neither a map nor a list.
pub(super) fn holds_plain_value(key: &Value<'_>) -> bool {
    matches!(key, Value::Keyword(name) if PLAIN.contains(&name.as_ref()))
}

/// Whether a field of this name stands in an item itself, and not in the map that the field `holder` holds.
pub(super) fn is_of_item(key: &Value<'_>, holder: &Value<'_>) -> bool {
    let told = |field: &Value<'_>, names: &[&str]| matches!(field, Value::Keyword(name) if names.contains(&name.as_ref()));
    told(key, OF_ITEMS)
        || (told(key, &["description", "help", "key", "level"]) && !told(holder, &["legendary-actions"]))
}

/// Whether a map has what only an item has.
pub(super) fn is_item(map: &Map<'_>) -> bool {
    let has = |field| map.get(field).is_some();
    (has("option-pack") && (has("name") || has("key"))) || (has("name") && has("key"))
}

/// Whether a keyword is that of a content type.
pub(super) fn is_content_type(key: &Value<'_>) -> bool {
    matches!(key, Value::Keyword(name) if content_type(name).is_some())
}

/// The content type of a keyword: `spells` of `orcpub.dnd.e5/spells`. What the builder notes while it edits is none.
pub(crate) fn content_type(keyword: &str) -> Option<&str> {
    let name = keyword.strip_prefix(NAMESPACE)?.strip_prefix('/')?;
    (!name.is_empty() && !name.starts_with("edit-")).then_some(name)
}
