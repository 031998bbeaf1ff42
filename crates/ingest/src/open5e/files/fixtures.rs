//! Fixtures: the rows of the tables of Open5e's database, which refer to each other by keys, joined to the
//! objects that its API answers with.

use std::collections::{BTreeMap, HashMap};

use content::json::whole;
use content::markdown::ability_in_full;
use content::model::title_case;
use serde_json::{Map, Value, json};

use crate::open5e::normalise::Objects;

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) key: String,
    pub(super) fields: Map<String, Value>,
}

/// The lists of the models whose rows make entries or describe documents.
const MODELS: [(&str, &str); 25] = [
    ("creature", "creatures"),
    ("spell", "spells"),
    ("magicitem", "magicitems"),
    ("item", "items"),
    ("weapon", "weapons"),
    ("armor", "armor"),
    ("service", "services"),
    ("itemset", "itemsets"),
    ("characterclass", "classes"),
    ("species", "species"),
    ("background", "backgrounds"),
    ("feat", "feats"),
    ("rule", "rules"),
    ("ruleset", "rulesets"),
    ("language", "languages"),
    ("spellschool", "spellschools"),
    ("weaponproperty", "weaponproperties"),
    ("environment", "environments"),
    ("condition", "conditions"),
    ("skill", "skills"),
    ("ability", "abilities"),
    ("damagetype", "damagetypes"),
    ("creaturetype", "creaturetypes"),
    ("alignment", "alignments"),
    ("document", "documents"),
];

/// The models of parts: the field with the key of the whole, its model, and the list there.
const PARTS: [(&str, &str, &str, &str); 14] = [
    ("classfeatureitem", "parent", "classfeature", "feature_items"),
    ("classfeature", "parent", "characterclass", "features"),
    ("creatureaction", "parent", "creature", "actions"),
    ("creaturetrait", "parent", "creature", "traits"),
    ("speciestrait", "parent", "species", "traits"),
    ("backgroundbenefit", "parent", "background", "benefits"),
    ("featbenefit", "parent", "feat", "benefits"),
    ("weaponpropertyassignment", "weapon", "weapon", "properties"),
    ("conditiondescription", "describes", "condition", "descriptions"),
    ("skilldescription", "describes", "skill", "descriptions"),
    ("abilitydescription", "describes", "ability", "descriptions"),
    ("damagetypedescription", "describes", "damagetype", "descriptions"),
    ("creaturetypedescription", "describes", "creaturetype", "descriptions"),
    ("alignmentdescription", "describes", "alignment", "descriptions"),
];

/// What other objects say in their own words.
const FOLDED: [&str; 12] = [
    "creatureactionattack", "spellcastingoption", "image", "crossreference", "creatureset", "license",
    "publisher", "gamesystem", "size", "itemcategory", "itemrarity", "pagesource",
];

/// Fields with the key of another object, or a list of keys, by model.
const REFERENCES: [(&str, &[&str]); 12] = [
    ("document", &["publisher", "gamesystem", "licenses"]),
    (
        "creature",
        &[
            "size", "type", "environments", "damage_vulnerabilities", "damage_resistances",
            "damage_immunities", "condition_immunities",
        ],
    ),
    ("spell", &["school", "classes"]),
    ("magicitem", &["category", "rarity", "weapon", "armor"]),
    ("item", &["category", "rarity", "weapon", "armor"]),
    ("weapon", &["damage_type"]),
    ("weaponpropertyassignment", &["property"]),
    ("service", &["category"]),
    ("itemset", &["items"]),
    ("characterclass", &["subclass_of", "primary_abilities", "saving_throws"]),
    ("environment", &[]),
    ("language", &[]),
];

pub(super) fn list_of_model(model: &str) -> Option<String> {
    let list = MODELS.iter().find(|(known, _)| *known == model).map(|(_, list)| format!("/v2/{list}/"));
    list.or_else(|| PARTS.iter().any(|(part, ..)| *part == model).then(String::new))
}

/// The rows by model.
#[derive(Debug, Default)]
pub(super) struct Tables(BTreeMap<String, Vec<Row>>);

impl Tables {
    pub(super) fn add(&mut self, model: &str, row: Row) {
        self.0.entry(model.to_owned()).or_default().push(row);
    }

    /// Adds the objects that the rows make. Returns the models and keys of rows that make none.
    pub(super) fn join(
        &mut self,
        objects: &mut Objects,
        documents: &mut HashMap<String, Value>,
    ) -> Vec<(String, String)> {
        let mut names = HashMap::new();
        for row in self.0.values().flatten() {
            if let Some(name) = row.fields.get("name").and_then(Value::as_str) {
                names.entry(row.key.clone()).or_insert_with(|| name.to_owned());
            }
        }
        for key in self.0.values().flatten().filter_map(|row| row.fields.get("document")?.as_str()) {
            documents.entry(key.to_owned()).or_insert_with(|| named(key, &names));
        }
        let mut lonely = Vec::new();
        for model in FOLDED {
            self.0.remove(model);
        }
        for (part, field, model, list) in PARTS {
            self.join_parts((part, field, model, list), &names, &mut lonely);
        }
        let whole: HashMap<String, Value> = ["weapon", "armor"]
            .iter()
            .flat_map(|model| self.0.get(*model).into_iter().flatten().map(move |row| (model, row)))
            .map(|(model, row)| (row.key.clone(), object_of(model, row, &names, &HashMap::new())))
            .collect();
        for (model, rows) in std::mem::take(&mut self.0) {
            let Some(path) = list_of_model(&model).filter(|path| !path.is_empty()) else {
                lonely.extend(rows.into_iter().map(|row| (model.clone(), row.key)));
                continue;
            };
            for row in &rows {
                let object = object_of(&model, row, &names, &whole);
                if model == "document" {
                    documents.insert(row.key.clone(), object);
                    continue;
                }
                objects.add(&path, vec![object]);
            }
        }
        lonely
    }

    /// Puts the rows of parts into the rows that they belong to.
    fn join_parts(
        &mut self,
        (part, field, model, list): (&str, &str, &str, &str),
        names: &HashMap<String, String>,
        lonely: &mut Vec<(String, String)>,
    ) {
        let mut parts: HashMap<String, Vec<Value>> = HashMap::new();
        let mut rows = self.0.remove(part).unwrap_or_default();
        rows.sort_by_key(|row| row.fields.get("order").or_else(|| row.fields.get("index")).and_then(whole));
        for row in rows {
            let of = row.fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
            parts.entry(of).or_default().push(object_of(part, &row, names, &HashMap::new()));
        }
        for row in self.0.get_mut(model).into_iter().flatten() {
            if let Some(parts) = parts.remove(&row.key) {
                row.fields.insert(list.to_owned(), parts.into());
            }
        }
        for (key, parts) in parts {
            // What a description describes may be in the tables that all publishers share.
            if field == "describes" {
                let mut fields = Map::from_iter([(list.to_owned(), parts.into())]);
                fields.insert("name".to_owned(), named(&key, names).get("name").cloned().unwrap_or_default());
                self.add(model, Row { key, fields });
            } else {
                let keys = parts.iter().filter_map(|part| part.get("key")?.as_str());
                lonely.extend(keys.map(|key| (part.to_owned(), key.to_owned())));
            }
        }
    }
}

/// Returns the object that the API answers with for a row.
fn object_of(
    model: &str,
    row: &Row,
    names: &HashMap<String, String>,
    objects: &HashMap<String, Value>,
) -> Value {
    let mut fields = row.fields.clone();
    fields.insert("key".to_owned(), row.key.as_str().into());
    let references = REFERENCES.iter().find(|(of, _)| *of == model).map_or(&[][..], |(_, fields)| *fields);
    let refer = |key: &str| objects.get(key).cloned().unwrap_or_else(|| named(key, names));
    for name in references.iter().chain(&["document"]) {
        match fields.get_mut(*name) {
            Some(Value::Array(keys)) => {
                for key in keys.iter_mut() {
                    *key = key.as_str().map_or(Value::Null, refer);
                }
            }
            Some(value) => *value = value.as_str().map_or(Value::Null, refer),
            None => {}
        }
    }
    match model {
        "creature" => nest_creature(&mut fields),
        "creatureaction" => {
            let part = |name: &str| fields.get(name).cloned().unwrap_or_default();
            let limits = json!({ "type": part("uses_type"), "param": part("uses_param") });
            fields.insert("usage_limits".to_owned(), limits);
        }
        "classfeature" => split_levels(&mut fields),
        "characterclass" => {
            for ability in fields.get_mut("saving_throws").and_then(Value::as_array_mut).into_iter().flatten()
            {
                if let Some(full) = ability.get("key").and_then(Value::as_str).and_then(ability_in_full) {
                    *ability = json!({ "name": full });
                }
            }
        }
        "armor" => {
            let number = |name: &str| fields.get(name).and_then(whole);
            let dexterity = match number("ac_cap_dexmod") {
                _ if fields.get("ac_add_dexmod") != Some(&Value::Bool(true)) => String::new(),
                Some(most) => format!(" + Dex modifier (max {most})"),
                None => " + Dex modifier".to_owned(),
            };
            let display = number("ac_base").map(|base| format!("{base}{dexterity}"));
            fields.insert("ac_display".to_owned(), display.into());
        }
        _ => {}
    }
    fields.into()
}

/// Nests the columns of a creature as the API does.
fn nest_creature(fields: &mut Map<String, Value>) {
    let groups = [
        ("ability_score_", "ability_scores"),
        ("saving_throw_", "saving_throws"),
        ("skill_bonus_", "skill_bonuses"),
    ];
    for (prefix, group) in groups {
        let inner: Map<String, Value> = fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .filter_map(|(name, value)| Some((name.strip_prefix(prefix)?.to_owned(), value.clone())))
            .collect();
        fields.insert(group.to_owned(), inner.into());
    }
    let of = |names: &[&str]| -> Value {
        names.iter().filter_map(|name| Some(((*name).to_owned(), fields.get(*name)?.clone()))).collect()
    };
    let speed = of(&["walk", "burrow", "climb", "fly", "swim", "hover", "unit"]);
    let defences = of(&[
        "damage_vulnerabilities_display",
        "damage_resistances_display",
        "damage_immunities_display",
        "condition_immunities_display",
        "damage_vulnerabilities",
        "damage_resistances",
        "damage_immunities",
        "condition_immunities",
    ]);
    let languages = json!({ "as_string": fields.get("languages_desc") });
    let points = fields.get("experience_points_integer").cloned().unwrap_or_default();
    fields.insert("speed".to_owned(), speed);
    fields.insert("resistances_and_immunities".to_owned(), defences);
    fields.insert("languages".to_owned(), languages);
    fields.insert("experience_points".to_owned(), points);
}

/// Parts the levels at which a feature is gained from the cells of the class table, as the API does.
fn split_levels(fields: &mut Map<String, Value>) {
    let items = fields.shift_remove("feature_items").unwrap_or_default();
    let items = items.as_array().cloned().unwrap_or_default();
    let (mut gained, cells): (Vec<Value>, Vec<Value>) =
        items.into_iter().partition(|item| item.get("column_value").is_none_or(Value::is_null));
    let has_text = fields.get("desc").and_then(Value::as_str).is_some_and(|text| text != "[Column data]");
    let level = |item: &&Value| item.get("level").and_then(whole);
    gained.extend(cells.iter().filter(|_| has_text).min_by_key(level).cloned());
    fields.insert("gained_at".to_owned(), gained.into());
    fields.insert("data_for_class_table".to_owned(), cells.into());
    fields.entry("feature_type").or_insert_with(|| "CLASS_LEVEL_FEATURE".into());
}

/// Returns what the API says of an object in another: its key and its name.
fn named(key: &str, names: &HashMap<String, String>) -> Value {
    let words = || title_case(&key.split_once('_').map_or(key, |(_, rest)| rest).replace(['-', '_'], " "));
    json!({ "key": key, "name": names.get(key).cloned().unwrap_or_else(words) })
}
