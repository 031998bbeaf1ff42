//! A stat block and its fields.

use serde_json::{Map, Value};

/// What describes the note, the layout or the image.
pub(super) const IGNORED: [&str; 31] = [
    "name", "layout", "statblock", "image", "creature", "monster", "extends", "columns", "columnWidth",
    "columnHeight", "forceColumns", "forcecolumns", "dice", "render", "export", "note", "path", "mtime",
    "bestiary", "statblock-link", "tags", "aliases", "cssclass", "cssclasses", "obsidianUIMode", "NoteIcon",
    "fage_stats", "publish", "permalink", "BestiaryType", "SourceType",
];

/// The fields that are copied, with those of an entry.
pub(super) const COPIED: [(&str, &str); 7] = [
    ("speed", "speed"),
    ("damage_vulnerabilities", "damage_vulnerabilities"),
    ("damage_resistances", "damage_resistances"),
    ("damage_immunities", "damage_immunities"),
    ("condition_immunities", "condition_immunities"),
    ("senses", "senses"),
    ("languages", "languages"),
];

pub(super) const PASSAGES: [(&str, &str); 4] = [
    ("traits", "traits"),
    ("actions", "actions"),
    ("bonus_actions", "bonus_actions"),
    ("reactions", "reactions"),
];

/// A stat block, from which file and line, or the reason why it cannot be read.
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) file: Option<String>,
    pub(super) line: u32,
    pub(super) fields: Result<Map<String, Value>, String>,
}
