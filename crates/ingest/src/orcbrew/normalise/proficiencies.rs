//! Proficiencies, in the field `profs`.

use content::model::capitalised;
use serde_json::Value;

use super::benefits::{armor, weapons};
use super::fields::Fields;
use super::keywords::{ability_or_words, bare, in_words, label};
use super::values::{names_in, names_in_words, present_fields, value_in_words, whole};
use crate::markdown::{Part, joined};

#[derive(Debug, Default)]
pub(super) struct Proficiencies {
    pub(super) saving_throws: Vec<String>,
    pub(super) others: Vec<(&'static str, String)>,
}

impl Proficiencies {
    pub(super) fn parts(&self) -> Vec<Part> {
        let saves = ("Saving Throws", self.saving_throws.join(", "));
        let all = std::iter::once(&saves).chain(&self.others).filter(|(_, words)| !words.is_empty());
        all.map(|(label, words)| Part::new(label, words)).collect()
    }
}

pub(super) fn proficiencies(fields: &mut Fields<'_>) -> Proficiencies {
    let mut all = Proficiencies::default();
    let Some(profs) = fields.object("profs") else { return all };
    let saves = profs.get("save").map(names_in).unwrap_or_default();
    all.saving_throws = saves.into_iter().map(ability_or_words).collect();
    let listed = |key: &str, words: fn(&Value) -> Vec<String>| {
        profs.get(key).map(|value| words(value).join(", ")).unwrap_or_default()
    };
    all.others = vec![
        ("Armor", capitalised(&listed("armor", armor))),
        ("Weapons", capitalised(&listed("weapon", weapons))),
        ("Tools", listed("tool", names_in_words)),
        ("Skills", listed("skill", names_in_words)),
        ("Languages", listed("language", names_in_words)),
    ];
    let mut known = vec!["save", "armor", "weapon", "tool", "skill", "language"];
    let mut choices = Vec::new();
    for (key, value) in present_fields(profs) {
        if let Some(choice) = choice(key, value) {
            choices.extend(choice);
            known.push(bare(key));
        }
    }
    all.others.push(("Choices", choices.join("; ")));
    fields.add_unknown("proficiencies", profs, &known);
    all
}

/// `2 skills from Athletics, Insight or Stealth`; `None` for a field that is not a choice, and `Some(None)`
/// for a choice without options, which the program that writes the files does not offer.
fn choice(key: &str, value: &Value) -> Option<Option<String>> {
    let (key, multiclass) = key.strip_prefix("multiclass-").map_or((key, false), |key| (key, true));
    let (one, many) = match key.strip_suffix("-options")? {
        "skill" | "skill-expertise" => ("skill", "skills"),
        "language" => ("language", "languages"),
        "tool" => ("tool", "tools"),
        "weapon-proficiency" | "weapon" => ("weapon", "weapons"),
        "armor-proficiency" | "armor" => ("sort of armor", "sorts of armor"),
        _ => return None,
    };
    let object = value.as_object()?;
    let thing = |number: i64| if number == 1 { one } else { many };
    let words = if object.contains_key("options") || object.contains_key("choose") {
        let number = object.get("choose").and_then(whole).unwrap_or(1);
        let options = object.get("options").map(names_in).unwrap_or_default();
        if options.is_empty() {
            return Some(None);
        }
        if options.contains(&"any") {
            format!("any {number} {}", thing(number))
        } else {
            let options: Vec<String> = options.into_iter().map(in_words).collect();
            format!("{number} {} from {}", thing(number), joined(&options, "or"))
        }
    } else {
        // Tools, with the number for each kind.
        present_fields(object)
            .map(|(kind, number)| match whole(number) {
                Some(number) => format!("any {number} {}", tools_of_kind(kind, number)),
                None => format!("{} {}", in_words(kind), value_in_words(number)),
            })
            .collect::<Vec<_>>()
            .join(", ")
    };
    let words = if key.starts_with("skill-expertise") { format!("expertise in {words}") } else { words };
    let words = capitalised(&words);
    Some(Some(if multiclass { format!("{words} (when multiclassing)") } else { words }))
}

fn tools_of_kind(kind: &str, number: i64) -> String {
    let words = match kind {
        "any" => "tool".to_owned(),
        "artisans-tool" | "artisans-tools" => "artisan's tool".to_owned(),
        kind => label(kind),
    };
    if number == 1 || words.ends_with('s') { words } else { format!("{words}s") }
}
