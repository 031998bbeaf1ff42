//! The known content types and fields. They show where a missing bracket was.

use super::{Map, Value};

const NAMESPACE: &str = "orcpub.dnd.e5";

pub(crate) const CONTENT_TYPES: &[&str] = &[
    "backgrounds", "boons", "classes", "draconic-ancestries", "encounters", "feats", "fighting-styles",
    "invocations", "languages", "monsters", "races", "selections", "spells", "subclasses", "subraces",
];

const MAP_FIELDS: &[&str] = &[
    "abilities", "armor", "cantrips-known", "components", "condition-immunity", "damage-immunity",
    "damage-resistance", "damage-vulnerability", "equipment", "hit-points", "language", "language-options",
    "legendary-actions", "options", "path-prereqs", "profs", "props", "save", "saving-throw-advantage",
    "saving-throws", "skill", "skill-options", "skill-expertise-options", "skills", "spell-list",
    "spell-lists", "spellcasting", "spells-known", "tool", "tool-options", "treasure", "weapon",
    "weapon-prof", "weapons",
];

pub(super) const LIST_FIELDS: &[&str] = &[
    "actions", "creatures", "equipment-choices", "level-modifiers", "level-selections", "selections",
    "traits",
];

pub(super) const PLAIN_FIELDS: &[&str] = &[
    "alignment", "armor-class", "armor-notes", "attack-roll?", "casting-time", "cha", "challenge", "class",
    "con", "darkvision", "description", "dex", "die", "die-count", "disabled?", "duration", "help",
    "hit-die", "int", "key", "level", "name", "option-pack", "race", "range", "ritual", "school", "size",
    "str", "subclass-level", "subclass-title", "wis",
];

/// Fields that only an item itself has, never a map within it.
const ITEM_FIELDS: &[&str] = &[
    "alignment", "armor-class", "armor-notes", "attack-roll?", "casting-time", "challenge", "duration",
    "hit-die", "hit-points", "level-modifiers", "name", "option-pack", "profs", "props", "range",
    "saving-throws", "school", "spell-lists", "traits",
];

pub(super) fn holds_map(key: &Value<'_>) -> bool {
    key.is_keyword(MAP_FIELDS) || matches!(key, Value::Keyword(name) if name.ends_with("-spells"))
}

/// Returns true if a field belongs to the item itself rather than to the map in its field `holder`.
pub(super) fn belongs_to_item(key: &Value<'_>, holder: &Value<'_>) -> bool {
    key.is_keyword(ITEM_FIELDS)
        || (key.is_keyword(&["description", "help", "key", "level"])
            && !holder.is_keyword(&["legendary-actions"]))
}

pub(super) fn is_item(map: &Map<'_>) -> bool {
    let has = |field| map.has_any(&[field]);
    (has("option-pack") && (has("name") || has("key"))) || (has("name") && has("key"))
}

pub(super) fn is_content_type(key: &Value<'_>) -> bool {
    matches!(key, Value::Keyword(name) if content_type(name).is_some())
}

/// `spells` for `orcpub.dnd.e5/spells`. The builder's state of an item being edited is no content type.
pub(crate) fn content_type(keyword: &str) -> Option<&str> {
    let name = keyword.strip_prefix(NAMESPACE)?.strip_prefix('/')?;
    (!name.is_empty() && !name.starts_with("edit-")).then_some(name)
}
