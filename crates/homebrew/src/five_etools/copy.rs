//! Copies: an item that names another and the changes to it (`_copy` and `_mod`).

use serde_json::{Map, Value};

use super::index::{Index, ItemName};
use super::modify::modify;

/// The longest chain of copies. The longest known has 4.
const MAX_CHAIN: usize = 32;

/// Properties that a copy does not take from its base (5etools, `DataUtil.generic.COPY_ENTRY_KEYS`).
const NOT_COPIED: [&str; 16] = [
    "_versions", "basicRules", "basicRules2024", "freeRules2024", "hasFluff", "hasFluffImages", "hasToken",
    "otherSources", "page", "referenceSources", "reprintedAs", "srd", "srd52", "tokenCustom", "altArt",
    "soundClip",
];

/// Returns an item with everything that it copies. `notes` takes changes that cannot be made.
///
/// # Errors
/// If a base is unknown or copies lead in a circle; as a sentence.
pub(super) fn with_copied(
    property: &str,
    item: Value,
    index: &Index<'_>,
    notes: &mut Vec<String>,
) -> Result<Value, String> {
    let mut copies: Vec<Map<String, Value>> = Vec::new();
    let mut names: Vec<_> = Vec::new();
    let mut base = into_object(item)?;
    while let Some(copy) = base.get("_copy") {
        let Some(name) = ItemName::of(copy, index.is_by_abbreviation(property)) else {
            return Err("its `_copy` does not say what it copies".to_owned());
        };
        if names.contains(&name.key) {
            return Err(format!("its `_copy` of {name} leads back to itself"));
        }
        if names.len() == MAX_CHAIN {
            return Err(format!("it is a copy of a copy, more than {MAX_CHAIN} times over"));
        }
        let found = index.item(property, &name).or_else(|| index.of_library(property, &name));
        let Some(found) = found else {
            return Err(format!(
                "it is a changed copy of {name}, which is neither in the file nor in the library; import what has that first, then this again"
            ));
        };
        copies.push(std::mem::replace(&mut base, into_object(found?)?));
        names.push(name.key);
    }
    let mut whole = base;
    for copy in copies.into_iter().rev() {
        whole = overlaid(whole, copy, notes);
    }
    Ok(Value::Object(whole))
}

fn into_object(item: Value) -> Result<Map<String, Value>, String> {
    match item {
        Value::Object(fields) => Ok(fields),
        other => Err(format!("it has no fields, only `{}`", text::shown(&other.to_string()))),
    }
}

fn overlaid(
    base: Map<String, Value>,
    mut copy: Map<String, Value>,
    notes: &mut Vec<String>,
) -> Map<String, Value> {
    let meta = copy.shift_remove("_copy").unwrap_or_default();
    let preserved = |field: &str| {
        let preserve = meta.get("_preserve");
        preserve.is_some_and(|preserve| preserve.get("*").or(preserve.get(field)).is_some())
    };
    let mut whole = base;
    whole.retain(|field, _| !NOT_COPIED.contains(&field.as_str()) || preserved(field));
    for (field, value) in copy {
        if value.is_null() {
            whole.shift_remove(&field);
        } else {
            whole.insert(field, value);
        }
    }
    let templates = meta.get("_templates").or(meta.get("_trait"));
    let templates = templates.and_then(Value::as_array).into_iter().flatten();
    for name in templates.filter_map(|template| template.get("name")?.as_str()) {
        notes.push(format!("the template `{}` is not in the file and was not applied", text::shown(name)));
    }
    for (field, changes) in meta.get("_mod").and_then(Value::as_object).into_iter().flatten() {
        modify(&mut whole, field, changes, notes);
    }
    whole
}
