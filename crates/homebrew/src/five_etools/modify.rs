//! Changes to a copied item (`_mod`).

use content::json::{Object, whole};
use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value, json};
use text::{Pattern, pattern};

use super::words::{ABILITIES, ability_of_skill};

/// A group that a replacement names in JavaScript: `$1`, `$&`.
static GROUP: Pattern = pattern!(r"\$(\d+|&)");
static HIT: Pattern = pattern!(r"\{@hit ([-+]?\d+)\}");
static DC: Pattern = pattern!(r"\{@dc (\d+)\}");

/// The size from which texts stay as they are.
const MAX_TEXT_BYTES: usize = 1 << 18;
/// The most places of a text that are replaced, and the longest replacement.
const MAX_REPLACED: usize = 1_000;
const MAX_REPLACEMENT_BYTES: usize = 1_000;

/// The most names in the path of a field.
const MAX_PATH: usize = 4;

/// Fields whose texts a change of `*` or `_` reaches.
const TEXT_FIELDS: [&str; 11] = [
    "action", "reaction", "trait", "legendary", "mythic", "variant", "spellcasting", "actionHeader",
    "legendaryHeader", "mythicHeader", "bonus",
];

/// Makes the changes of a field; those that cannot be made are noted.
pub(super) fn modify(item: &mut Map<String, Value>, field: &str, changes: &Value, notes: &mut Vec<String>) {
    let all = match changes {
        Value::Array(changes) => changes.as_slice(),
        one => std::slice::from_ref(one),
    };
    for change in all {
        if change.as_str() == Some("remove") {
            item.shift_remove(field);
        } else if let Err(reason) = one_change(item, field, Object::new(change)) {
            notes.push(format!("a change to `{}` could not be made: {reason}", text::shown(field)));
        }
    }
}

fn one_change(item: &mut Map<String, Value>, field: &str, change: Object<'_>) -> Result<(), String> {
    let mode = change.text("mode").ok_or("it has no `mode`")?;
    match mode {
        "addSenses" => {
            senses(item, change);
            return Ok(());
        }
        "addSkills" | "addSaves" | "addAllSaves" | "addAllSkills" => {
            return proficiencies(item, mode, change);
        }
        "addSpells" | "removeSpells" | "replaceSpells" => return spells(item, mode, change),
        "setProps" => {
            item.extend(change.at("props").fields().map(|(name, value)| (name.to_owned(), value.clone())));
            return Ok(());
        }
        "scalarMultXp" => return Ok(()),
        _ => {}
    }
    if matches!(field, "*" | "_") && !matches!(mode, "setProp" | "calculateProp") {
        for name in TEXT_FIELDS {
            if let Some(value) = item.get_mut(name) {
                change_value(value, mode, change)?;
            }
        }
        return Ok(());
    }
    let target = change.text("prop").filter(|_| mode.ends_with("Prop"));
    let path = match (target, field) {
        (Some(prop), "*" | "_") => prop.to_owned(),
        (Some(prop), field) if prop != "*" && mode != "setProp" => format!("{field}.{prop}"),
        (Some(prop), _) if prop != "*" => prop.to_owned(),
        (_, field) => field.to_owned(),
    };
    if mode == "setProp" {
        *place(item, &path) = change.at("value").value().clone();
        return Ok(());
    }
    let value = place(item, &path);
    if target == Some("*")
        && let Some(fields) = value.as_object_mut()
    {
        return fields.values_mut().try_for_each(|value| change_value(value, mode, change));
    }
    change_value(value, mode, change)
}

/// Returns the value at a path such as `speed.fly`, which is made if it is not there.
fn place<'m>(item: &'m mut Map<String, Value>, path: &str) -> &'m mut Value {
    let mut names = path.splitn(MAX_PATH, '.');
    let value = item.entry(names.next().unwrap_or_default()).or_insert(Value::Null);
    names.fold(value, |value, name| {
        if !value.is_object() {
            *value = json!({});
        }
        &mut value[name]
    })
}

fn change_value(value: &mut Value, mode: &str, change: Object<'_>) -> Result<(), String> {
    match mode {
        "replaceTxt" => {
            let (pattern, with) = replacement(change)?;
            replace_texts(value, &pattern, &with, &change.texts("props").collect::<Vec<_>>());
            Ok(())
        }
        "replaceName" => {
            let (pattern, with) = replacement(change)?;
            for item in value.as_array_mut().into_iter().flatten() {
                if let Some(Value::String(name)) = item.get_mut("name") {
                    if name.len() < MAX_TEXT_BYTES {
                        *name = pattern.replacen(name, MAX_REPLACED, with.as_str()).into_owned();
                    }
                }
            }
            Ok(())
        }
        "appendStr" | "prependStr" => {
            let (text, joiner) = (change.text("str").unwrap_or_default(), change.at("joiner").value());
            let joiner = joiner.as_str().unwrap_or_default();
            let old = value.as_str().unwrap_or_default();
            *value = match (old, mode) {
                ("", _) => text.into(),
                (old, "appendStr") => format!("{old}{joiner}{text}").into(),
                (old, _) => format!("{text}{joiner}{old}").into(),
            };
            Ok(())
        }
        "prefixSuffixStringProp" => {
            let word = |field: &str| change.at(field).value().as_str().unwrap_or_default();
            if let Some(old) = value.as_str() {
                *value = format!("{}{old}{}", word("prefix"), word("suffix")).into();
            }
            Ok(())
        }
        "scalarAddProp" | "scalarMultProp" => {
            scale(value, mode, change);
            Ok(())
        }
        "scalarAddHit" => {
            add_to(value, &HIT, change.integer("scalar").unwrap_or(0), "hit");
            Ok(())
        }
        "scalarAddDc" => {
            add_to(value, &DC, change.integer("scalar").unwrap_or(0), "dc");
            Ok(())
        }
        _ => change_list(value, mode, change),
    }
}

fn replacement(change: Object<'_>) -> Result<(Regex, String), String> {
    let wanted = change.at("replace").value().as_str().ok_or("it does not say what to replace")?;
    let flags = change.at("flags").value().as_str().unwrap_or("g");
    let pattern = compiled(wanted, flags)?;
    let with = change.at("with").value().as_str().unwrap_or_default();
    if with.len() > MAX_REPLACEMENT_BYTES {
        return Err(format!("the replacement is longer than {MAX_REPLACEMENT_BYTES} bytes"));
    }
    let with = GROUP.replace_all(with, |group: &regex::Captures<'_>| match group_of(group) {
        "&" => "${0}".to_owned(),
        number => format!("${{{number}}}"),
    });
    Ok((pattern, with.into_owned()))
}

fn group_of<'t>(found: &regex::Captures<'t>) -> &'t str {
    found.get(1).map_or("", |group| group.as_str())
}

fn compiled(expression: &str, flags: &str) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(expression);
    builder.case_insensitive(flags.contains('i')).multi_line(flags.contains('m')).size_limit(1 << 20);
    let built = builder.build();
    built.map_err(|_| format!("the pattern `{}` cannot be used", text::shown(expression)))
}

/// Without `props`, the texts of entries; else the texts of these fields.
fn replace_texts(value: &mut Value, pattern: &Regex, with: &str, props: &[&str]) {
    let is_reached = |field: &str| match props {
        [] => matches!(
            field,
            "entries" | "headerEntries" | "footerEntries" | "entry" | "items" | "rows" | "row" | "caption"
        ),
        props => props.contains(&field) || matches!(field, "entries" | "items"),
    };
    match value {
        // Repeated replacements could let a text grow without end.
        Value::String(text) if text.len() < MAX_TEXT_BYTES && pattern.is_match(text) => {
            *text = pattern.replacen(text, MAX_REPLACED, with).into_owned();
        }
        Value::Array(values) => {
            values.iter_mut().for_each(|value| replace_texts(value, pattern, with, props))
        }
        Value::Object(fields) => {
            for (_, value) in fields.iter_mut().filter(|(field, _)| is_reached(field)) {
                replace_texts(value, pattern, with, props);
            }
        }
        _ => {}
    }
}

fn scale(value: &mut Value, mode: &str, change: Object<'_>) {
    let Some(by) = change.number("scalar") else { return };
    let text = value.as_str().map(str::to_owned);
    let number = value.as_f64().or_else(|| text.as_ref()?.trim_start_matches('+').parse().ok());
    let Some(number) = number else { return };
    let mut result = if mode == "scalarAddProp" { number + by } else { number * by };
    if change.flag("floor") {
        result = result.floor();
    }
    let number = whole(&json!(result)).map_or_else(|| json!(result), |whole| json!(whole));
    *value = match text {
        Some(_) if result >= 0.0 => format!("+{number}").into(),
        Some(_) => number.to_string().into(),
        None => number,
    };
}

fn add_to(value: &mut Value, tag: &Regex, scalar: i64, name: &str) {
    match value {
        Value::String(text) => {
            let added = tag.replace_all(text, |found: &regex::Captures<'_>| {
                let number = group_of(found).trim_start_matches('+').parse::<i64>().unwrap_or_default();
                format!("{{@{name} {}}}", number.saturating_add(scalar))
            });
            *text = added.into_owned();
        }
        Value::Array(values) => values.iter_mut().for_each(|value| add_to(value, tag, scalar, name)),
        Value::Object(fields) => fields.values_mut().for_each(|value| add_to(value, tag, scalar, name)),
        _ => {}
    }
}

fn listed(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    }
}

fn change_list(value: &mut Value, mode: &str, change: Object<'_>) -> Result<(), String> {
    let mut items = listed(value);
    let new = listed(change.at("items").value());
    match mode {
        "prependArr" => drop(items.splice(0..0, new)),
        "appendArr" => items.extend(new),
        "appendIfNotExistsArr" => {
            let missing: Vec<Value> = new.into_iter().filter(|item| !items.contains(item)).collect();
            items.extend(missing);
        }
        "insertArr" => {
            let at = change.integer::<usize>("index").unwrap_or(items.len()).min(items.len());
            drop(items.splice(at..at, new));
        }
        "replaceArr" | "replaceOrAppendArr" => {
            let at = position(&items, change.at("replace").value())?;
            match at {
                Some(at) => drop(items.splice(at..=at, new)),
                None if mode == "replaceOrAppendArr" => items.extend(new),
                None => return Err("what it replaces is not there".to_owned()),
            }
        }
        "removeArr" => {
            let names: Vec<&str> = change.texts("names").collect();
            items.retain(|item| !new.contains(item) && !names.iter().any(|name| named(item) == Some(*name)));
        }
        "renameArr" => {
            for rename in listed(change.at("renames").value()) {
                let rename = Object::new(&rename);
                let (old, with) = (rename.text("rename"), rename.text("with").unwrap_or_default());
                let found = items.iter_mut().find(|item| named(item) == old);
                if let Some(Value::Object(fields)) = found {
                    fields.insert("name".to_owned(), with.into());
                }
            }
        }
        other => return Err(format!("the mode `{}` is not known", text::shown(other))),
    }
    *value = Value::Array(items);
    Ok(())
}

/// An item of a list by its name, or a text by itself.
fn named(item: &Value) -> Option<&str> {
    item.get("name").unwrap_or(item).as_str()
}

fn position(items: &[Value], wanted: &Value) -> Result<Option<usize>, String> {
    if let Some(name) = wanted.as_str() {
        return Ok(items.iter().position(|item| named(item) == Some(name)));
    }
    let wanted = Object::new(wanted);
    if let Some(index) = wanted.integer::<usize>("index") {
        return Ok(Some(index).filter(|index| *index < items.len()));
    }
    let expression = wanted.text("regex").ok_or("it does not say what it replaces")?;
    let pattern = compiled(expression, wanted.text("flags").unwrap_or_default())?;
    Ok(items.iter().position(|item| named(item).is_some_and(|name| pattern.is_match(name))))
}

fn senses(item: &mut Map<String, Value>, change: Object<'_>) {
    let mut senses = listed(item.get("senses").unwrap_or(&Value::Null));
    for sense in listed(change.at("senses").value()) {
        let sense = Object::new(&sense);
        let (kind, range) =
            (sense.text("type").unwrap_or_default(), sense.integer::<u32>("range").unwrap_or(0));
        senses.retain(|old| !old.as_str().is_some_and(|old| old.starts_with(kind)));
        senses.push(format!("{kind} {range} ft.").into());
    }
    item.insert("senses".to_owned(), senses.into());
}

/// Adds proficiencies, at the bonus of the creature's rating: 1 is proficiency, 2 expertise.
fn proficiencies(item: &mut Map<String, Value>, mode: &str, change: Object<'_>) -> Result<(), String> {
    let (field, wanted) = if mode.ends_with("Saves") { ("save", "saves") } else { ("skill", "skills") };
    if mode.starts_with("addAll") && field == "skill" {
        return Err("all skills at once are not known".to_owned());
    }
    let rating = item.get("cr").map(|cr| cr.get("cr").unwrap_or(cr).clone());
    let rating = rating.as_ref().and_then(Value::as_str).and_then(|text| text.parse().ok());
    let bonus =
        rating.map_or(2, |rating: content::model::ChallengeRating| i64::from(rating.proficiency_bonus()));
    let levels: Vec<(String, i64)> = match mode {
        "addAllSaves" => {
            let level = change.integer("saves").unwrap_or(1);
            ABILITIES.map(|ability| (ability.to_owned(), level)).into()
        }
        _ => change
            .at(wanted)
            .fields()
            .filter_map(|(name, level)| Some((name.to_owned(), whole(level)?)))
            .collect(),
    };
    for (name, level) in levels {
        let ability = if field == "save" { name.as_str() } else { ability_of_skill(&name) };
        let score = item.get(ability).and_then(whole).unwrap_or(10).clamp(0, 100);
        let total = (score - 10).div_euclid(2) + bonus * level.clamp(0, 2);
        *place(item, &format!("{field}.{name}")) = format!("{total:+}").into();
    }
    Ok(())
}

/// Changes the lists of spells of the first spellcasting.
fn spells(item: &mut Map<String, Value>, mode: &str, change: Object<'_>) -> Result<(), String> {
    let casting = item.get_mut("spellcasting").and_then(|all| all.get_mut(0)).and_then(Value::as_object_mut);
    let casting = casting.ok_or("the base casts no spells")?;
    for (group, wanted) in change.fields().filter(|(name, _)| *name != "mode") {
        let levels: Vec<(String, Value)> = match wanted {
            Value::Object(levels) => levels.iter().map(|(level, new)| (level.clone(), new.clone())).collect(),
            list => vec![(String::new(), list.clone())],
        };
        for (level, new) in levels {
            let path = match (group, level.as_str()) {
                (group, "") => group.to_owned(),
                ("spells", level) => format!("spells.{level}.spells"),
                (group, level) => format!("{group}.{level}"),
            };
            let target = place(casting, &path);
            let mut list = listed(target);
            let new = if group == "spells" { new.get("spells").unwrap_or(&new).clone() } else { new };
            for spell in listed(&new) {
                match mode {
                    "addSpells" => list.push(spell),
                    "removeSpells" => list.retain(|old| *old != spell),
                    _ => {
                        let (old, with) =
                            (spell.get("replace"), listed(spell.get("with").unwrap_or(&Value::Null)));
                        if let Some(at) = list.iter().position(|each| Some(each) == old) {
                            drop(list.splice(at..=at, with));
                        }
                    }
                }
            }
            *target = list.into();
        }
    }
    Ok(())
}
