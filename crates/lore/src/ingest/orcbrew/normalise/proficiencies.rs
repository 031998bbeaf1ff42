//! Proficiencies, in the field `profs`.

use serde_json::Value;

use super::benefits::{armor, weapons};
use super::fields::Fields;
use super::keywords::{ability_or_words, bare, in_words, label};
use super::values::{names_in, names_in_words, present_fields, value_in_words, whole};
use crate::ingest::markdown::{Part, alternatives, capitalised};

/// The proficiencies that an item grants, in the order of the body.
#[derive(Debug, Default)]
pub(super) struct Proficiencies {
    /// The full names of the abilities of saving throws.
    pub(super) saving_throws: Vec<String>,
    /// Labels and words of all others.
    pub(super) others: Vec<(&'static str, String)>,
}

impl Proficiencies {
    /// Converts the proficiencies to passages.
    pub(super) fn parts(&self) -> Vec<Part> {
        let saves = ("Saving Throws", self.saving_throws.join(", "));
        let all = std::iter::once(&saves).chain(&self.others).filter(|(_, words)| !words.is_empty());
        all.map(|(label, words)| Part::new(label, words)).collect()
    }
}

/// Takes the proficiencies.
pub(super) fn proficiencies(fields: &mut Fields<'_>) -> Proficiencies {
    let mut all = Proficiencies::default();
    let Some(profs) = fields.object("profs") else { return all };
    let mut choices = Vec::new();
    let mut known = Vec::new();
    let [mut armors, mut arms, mut tools, mut skills, mut languages] = [const { Vec::<String>::new() }; 5];
    for (key, value) in present_fields(profs) {
        match key.as_str() {
            "save" => all.saving_throws = names_in(value).into_iter().map(ability_or_words).collect(),
            "armor" => armors = armor(value),
            "weapon" => arms = weapons(value),
            "tool" => tools = names_in_words(value),
            "skill" => skills = names_in_words(value),
            "language" => languages = names_in_words(value),
            _ => match choice(key, value) {
                Some(choice) => choices.extend(choice),
                None => continue,
            },
        }
        known.push(bare(key));
    }
    let listed = |words: Vec<String>| words.join(", ");
    all.others = vec![
        ("Armor", capitalised(&listed(armors))),
        ("Weapons", capitalised(&listed(arms))),
        ("Tools", listed(tools)),
        ("Skills", listed(skills)),
        ("Languages", listed(languages)),
        ("Choices", choices.join("; ")),
    ];
    all.others.retain(|(_, words)| !words.is_empty());
    fields.add_unknown("proficiencies", profs, &known);
    all
}

/// Converts a choice to words: `2 skills from Athletics, Insight or Stealth`.
///
/// Returns `None` for a field that is no choice, and `Some(None)` for a choice without options, which the program that
/// writes the files does not offer.
fn choice(key: &str, value: &Value) -> Option<Option<String>> {
    let (key, multiclass) = key.strip_prefix("multiclass-").map_or((key, false), |key| (key, true));
    let (one, many) = match key.strip_suffix("-options")? {
        "skill" => ("skill", "skills"),
        "skill-expertise" => ("skill", "skills"),
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
            format!("{number} {} from {}", thing(number), alternatives(&options))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn choices_become_words_and_empty_ones_are_omitted() {
        for (key, value, words) in [
            (
                "skill-options",
                json!({ "choose": 2, "options": { "stealth": true, "insight": true } }),
                Some("2 skills from Stealth or Insight"),
            ),
            ("skill-options", json!({ "options": { "any": true } }), Some("Any 1 skill")),
            ("skill-options", json!({ "choose": 2, "options": { "stealth": false } }), None),
            (
                "tool-options",
                json!({ "musical-instrument": 3, "gaming-set": 1 }),
                Some("Any 3 musical instruments, any 1 gaming set"),
            ),
            (
                "multiclass-skill-options",
                json!({ "choose": 1, "options": { "any": true } }),
                Some("Any 1 skill (when multiclassing)"),
            ),
        ] {
            assert_eq!(choice(key, &value), Some(words.map(str::to_owned)), "{value}");
        }
        assert_eq!(choice("tides", &json!({})), None);
    }
}
