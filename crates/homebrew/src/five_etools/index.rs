//! Where each item of a file is, by kind, name and source.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use content::json::Object;
use content::model::{Edition, Kind, OwnEntry, fold};
use serde_json::Value;
use serde_json::value::RawValue;

use super::write;
use crate::json::{Top, parse};

/// The sources of the rules of 2024; every other official source is of 2014.
const SOURCES_OF_2024: [&str; 6] = ["xphb", "xdmg", "xmm", "xscreen", "srd52", "free52"];

/// What identifies an item of a list: its name and source, and what else tells it from others: the class and
/// level of a feature, or the class of a subclass. Each is folded.
type Key = (String, String, String);

/// The name by which an item is copied.
#[derive(Debug, Clone)]
pub(super) struct ItemName {
    pub(super) key: Key,
    shown: String,
}

impl ItemName {
    pub(super) fn of(item: &Value, by_abbreviation: bool) -> Option<Self> {
        let object = Object::new(item);
        let abbreviation = object.text("abbreviation").filter(|_| by_abbreviation);
        let shown = abbreviation.or(object.text("name")).or(object.text("id"))?;
        let source = object.text("source").or(object.at("inherits").text("source")).unwrap_or_default();
        let of = ["className", "subclassShortName", "raceName", "pantheon"];
        let mut of: Vec<String> = of.iter().filter_map(|field| object.text(field)).map(fold).collect();
        of.extend(object.integer::<i64>("level").filter(|_| !of.is_empty()).map(|level| level.to_string()));
        Some(Self { key: (fold(shown), fold(source), of.join("|")), shown: shown.to_owned() })
    }

    pub(super) fn new(name: &str, source: &str) -> Self {
        Self { key: (fold(name), fold(source), String::new()), shown: name.to_owned() }
    }

    /// Returns the id of the source, folded.
    fn source(&self) -> &str {
        &self.key.1
    }
}

impl fmt::Display for ItemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", text::shown(&self.shown))?;
        match self.source() {
            "" => Ok(()),
            source => write!(f, " ({})", text::shown(&source.to_uppercase())),
        }
    }
}

/// An item of a file that is not parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawItem<'a> {
    pub(super) property: &'a str,
    pub(super) raw: &'a RawValue,
}

/// The items of a file.
pub(super) struct Index<'a> {
    items: HashMap<(&'a str, Key), &'a RawValue>,
    /// Features of classes by class, and of subclasses by subclass: folded names with their raw items.
    features: HashMap<(&'a str, String), Vec<&'a RawValue>>,
    /// What the file says about its sources and codes.
    meta: &'a Value,
    /// How many bytes may still be parsed again, for items that others copy or name. Without a limit, a
    /// million copies of one large item would take a million times its size.
    bytes_left: Cell<usize>,
    base: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
}

/// The least that may be parsed again, and how many times the size of the file.
const MIN_PARSED_BYTES: usize = 64 << 20;
const MAX_PARSED_TIMES: usize = 16;

impl<'a> Index<'a> {
    /// Each item is parsed once for its name; one that cannot be parsed cannot be copied.
    pub(super) fn new(
        items: impl Iterator<Item = RawItem<'a>>,
        meta: &'a Value,
        length: usize,
        base: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
    ) -> Self {
        let bytes_left = Cell::new(MIN_PARSED_BYTES.max(MAX_PARSED_TIMES * length));
        let (items_by_name, features) = (HashMap::new(), HashMap::new());
        let mut index = Self { items: items_by_name, features, meta, bytes_left, base };
        for RawItem { property, raw } in items {
            let Some(head) = head(raw) else { continue };
            if matches!(property, "classFeature" | "subclassFeature") {
                let owner = if property == "classFeature" { "className" } else { "subclassShortName" };
                let owner = fold(Object::new(&head).text(owner).unwrap_or_default());
                index.features.entry((property, owner)).or_default().push(raw);
            }
            if let Some(name) = ItemName::of(&head, index.is_by_abbreviation(property)) {
                index.items.entry((property, name.key)).or_insert(raw);
            }
        }
        index
    }

    pub(super) fn is_by_abbreviation(&self, property: &str) -> bool {
        matches!(property, "itemProperty" | "itemType")
    }

    pub(super) fn item(&self, property: &str, name: &ItemName) -> Option<Result<Value, String>> {
        // A base item may stand in either list.
        let properties: &[&str] = match property {
            "item" | "baseitem" => &["item", "baseitem"],
            property => &[property],
        };
        let found = properties.iter().find_map(|property| self.items.get(&(*property, name.key.clone())))?;
        Some(self.parsed(found))
    }

    /// Returns true if the file has an item.
    pub(super) fn has(&self, property: &str, name: &ItemName) -> bool {
        self.items.contains_key(&(property, name.key.clone()))
    }

    /// Parses a part of the file again.
    pub(super) fn parsed(&self, raw: &RawValue) -> Result<Value, String> {
        let left = self.bytes_left.get().checked_sub(raw.get().len());
        let left =
            left.ok_or("the items of this file copy and name each other too often to be read whole")?;
        self.bytes_left.set(left);
        parse(raw)
    }

    /// Returns the name of a code that the file defines, such as a school of magic.
    pub(super) fn name_of_code(&self, group: &str, code: &str) -> Option<String> {
        let names = Object::new(self.meta).at(group);
        names.text(code).or_else(|| names.at(code).text("full")).map(str::to_owned)
    }

    /// Returns an entry of the library in the form of this format.
    pub(super) fn of_library(&self, property: &str, name: &ItemName) -> Option<Result<Value, String>> {
        let kinds: &[Kind] = match property {
            "monster" => &[Kind::Creature],
            "spell" => &[Kind::Spell],
            "item" => &[Kind::MagicItem, Kind::Item, Kind::Weapon, Kind::Armor],
            "baseitem" => &[Kind::Weapon, Kind::Armor, Kind::Item],
            "feat" => &[Kind::Feat],
            "background" => &[Kind::Background],
            _ => return None,
        };
        let edition = edition_of(name.source());
        let found = kinds.iter().find_map(|kind| (self.base)(*kind, &name.shown, edition))?;
        write::item(&found, &name.source().to_uppercase()).map(|(_, item)| Ok(item))
    }

    /// Returns the features of a class or subclass.
    pub(super) fn features(&self, property: &'a str, owner: &str) -> &[&'a RawValue] {
        self.features.get(&(property, fold(owner))).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns the edition of an official source, in any case.
pub(super) fn edition_of(source: &str) -> Edition {
    if SOURCES_OF_2024.contains(&fold(source).as_str()) { Edition::Of2024 } else { Edition::Of2014 }
}

/// Parses only the short fields of an item by which it is named.
pub(super) fn head(raw: &RawValue) -> Option<Value> {
    const FIELDS: [&str; 10] = [
        "name", "id", "source", "inherits", "abbreviation", "className", "subclassShortName", "raceName",
        "pantheon", "level",
    ];
    let Some(Top::Object(fields)) = Top::part(raw) else { return None };
    let named = fields.into_iter().filter(|(name, _)| FIELDS.contains(&name.as_str()));
    Some(Value::Object(named.filter_map(|(name, value)| Some((name, parse(value).ok()?))).collect()))
}
