//! Creatures that extend others: of the same source, or of the library.

use std::collections::{HashMap, HashSet};

use content::model::{Edition, Kind, OwnEntry, fold};
use content::stat_block::ABILITIES;
use serde_json::{Map, Value};

use super::sheet::{COPIED, IGNORED, PASSAGES, Sheet};
use crate::fields::in_words;

/// The most creatures that one extends, directly or not.
const MAX_BASES: usize = 50;

type Object = Map<String, Value>;

pub(super) struct Bases<'a> {
    sheets: HashMap<String, &'a Object>,
    library: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
}

impl<'a> Bases<'a> {
    pub(super) fn new(
        sheets: &'a [Sheet],
        library: &'a dyn Fn(Kind, &str, Edition) -> Option<OwnEntry>,
    ) -> Self {
        let named = sheets.iter().filter_map(|sheet| Some((fold(&sheet.name), sheet.fields.as_ref().ok()?)));
        Self { sheets: named.filter(|(_, fields)| fields.contains_key("name")).collect(), library }
    }

    fn find(&self, name: &str) -> Option<Object> {
        let sheet = self.sheets.get(&fold(name)).map(|fields| (*fields).clone());
        sheet.or_else(|| (self.library)(Kind::Creature, name, Edition::Other).map(of_library))
    }

    /// Returns true for a block that only shows a creature that is stored.
    pub(super) fn is_mention(&self, fields: &Object) -> bool {
        let shown = ["creature", "monster"].iter().find_map(|key| fields.get(*key)).map(in_words);
        let adds_nothing = fields.keys().all(|key| IGNORED.contains(&key.as_str()) && key != "name");
        adds_nothing && shown.is_some_and(|name| self.find(&name).is_some())
    }

    /// Returns the fields of a creature with those of the ones that it extends.
    pub(super) fn whole(&self, fields: &Object) -> Result<Object, String> {
        self.with_bases(fields, &mut HashSet::new())
    }

    fn with_bases(&self, fields: &Object, used: &mut HashSet<String>) -> Result<Object, String> {
        let mut whole = Object::new();
        // The first one counts most.
        for name in names_of_bases(fields).iter().rev() {
            if !used.insert(fold(name)) {
                continue;
            }
            if used.len() > MAX_BASES {
                return Err(format!("it extends more than {MAX_BASES} creatures"));
            }
            let Some(base) = self.find(name) else {
                return Err(format!(
                    "it extends “{name}”, which is neither in these files nor in the library"
                ));
            };
            merge(&mut whole, &self.with_bases(&base, used)?);
        }
        merge(&mut whole, fields);
        Ok(whole)
    }
}

fn names_of_bases(fields: &Object) -> Vec<String> {
    let mut names = Vec::new();
    for key in ["creature", "monster", "extends"] {
        match fields.get(key) {
            Some(Value::Array(list)) => names.extend(list.iter().map(in_words)),
            other => names.extend(other.map(in_words)),
        }
    }
    names.retain(|name| !name.trim().is_empty());
    names
}

/// Sets fields. Of the passages in a list, those with the same name are replaced. `actions+` adds passages,
/// `actions-` removes some by name, and `actions~` replaces those that there are.
fn merge(whole: &mut Object, fields: &Object) {
    for (key, value) in fields {
        let (list, sign) = match key.char_indices().next_back() {
            Some((at, sign @ ('+' | '-' | '~'))) => (key.get(..at).unwrap_or_default(), sign),
            _ => (key.as_str(), ' '),
        };
        let (Some(Value::Array(own)), given) = (whole.get_mut(list), value) else {
            if !matches!(sign, '-' | '~') {
                whole.insert(list.to_owned(), value.clone());
            }
            continue;
        };
        let is_passages = PASSAGES.iter().any(|(known, _)| *known == list) || list.ends_with("_actions");
        match given {
            Value::Array(given) if is_passages => merge_passages(own, given, sign),
            given if sign == ' ' => {
                whole.insert(list.to_owned(), given.clone());
            }
            Value::Array(given) if sign == '+' => own.extend(given.iter().cloned()),
            _ => {}
        }
    }
}

fn merge_passages(own: &mut Vec<Value>, given: &[Value], sign: char) {
    if sign == '+' {
        return own.extend(given.iter().cloned());
    }
    let name = |passage: &Value| {
        let name = passage.get("name").or_else(|| passage.get(0)).unwrap_or(passage);
        fold(&in_words(name))
    };
    let mut places: HashMap<String, usize> = own.iter().map(name).zip(0..).collect();
    let mut removed = HashSet::new();
    for passage in given {
        match (places.get(&name(passage)).copied(), sign) {
            (Some(place), '-') => {
                removed.insert(place);
            }
            (Some(place), _) => {
                if let Some(old) = own.get_mut(place) {
                    *old = passage.clone();
                }
            }
            (None, ' ') => {
                places.insert(name(passage), own.len());
                own.push(passage.clone());
            }
            (None, _) => {}
        }
    }
    let mut place = 0..;
    own.retain(|_| !place.next().is_some_and(|place| removed.contains(&place)));
}

/// Returns an entry of the library in the fields of the plug-in.
fn of_library(entry: OwnEntry) -> Object {
    let OwnEntry { name, fields, text, .. } = entry;
    let scores = fields.get("ability_scores").map(|scores| {
        ABILITIES
            .iter()
            .map(|ability| scores.get(fold(ability)).cloned().unwrap_or_default())
            .collect::<Value>()
    });
    let renamed = [
        ("size", "size"),
        ("type", "type"),
        ("subtype", "subtype"),
        ("alignment", "alignment"),
        ("ac", "armor_class"),
        ("ac_class", "armor_detail"),
        ("hp", "hit_points"),
        ("hit_dice", "hit_dice"),
        ("modifier", "initiative_bonus"),
        ("saves", "saving_throws"),
        ("skillsaves", "skills"),
        ("cr", "challenge_rating"),
        ("legendary_description", "legendary_text"),
        ("legendary_actions", "legendary_parts"),
    ];
    let renamed = renamed.iter().chain(&COPIED).chain(&PASSAGES);
    let mut base: Object =
        renamed.filter_map(|(key, field)| Some(((*key).to_owned(), fields.get(*field)?.clone()))).collect();
    base.extend(scores.map(|scores| ("stats".to_owned(), scores)));
    base.insert("name".to_owned(), name.into());
    base.insert("description".to_owned(), text.into());
    base
}
