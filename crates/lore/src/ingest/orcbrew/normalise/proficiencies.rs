use serde_json::{Map, Value};

use super::fields::Fields;
use super::props::{armor, weapons};
use super::values::{ability_or_words, chosen, chosen_in_words, in_words, is_nothing, value_in_words, whole};
use crate::ingest::markdown::{Part, alternatives, capitalised};

/// What an item makes a character proficient in, in the order in which it is shown: label and words.
#[derive(Debug, Default)]
pub(super) struct Proficiencies {
    /// Abilities whose saving throws they are, in full.
    pub(super) saving_throws: Vec<String>,
    /// Everything else.
    pub(super) others: Vec<(&'static str, String)>,
}

impl Proficiencies {
    /// They as passages.
    pub(super) fn parts(&self) -> Vec<Part> {
        let saves = ("Saving Throws", self.saving_throws.join(", "));
        let all = std::iter::once(&saves).chain(&self.others).filter(|(_, words)| !words.is_empty());
        all.map(|(label, words)| Part::new(label, words)).collect()
    }
}

/// The proficiencies in `profs`.
pub(super) fn proficiencies(fields: &mut Fields<'_>) -> Proficiencies {
    let mut all = Proficiencies::default();
    let Some(profs) = fields.object("profs") else { return all };
    let mut choices = Vec::new();
    let mut strange = Map::new();
    let [mut armors, mut arms, mut tools, mut skills, mut languages] = [const { Vec::<String>::new() }; 5];
    for (key, value) in profs.iter().filter(|(_, value)| !is_nothing(value)) {
        match key.as_str() {
            "save" => all.saving_throws = saving_throws(value),
            "armor" => armors = armor(value),
            "weapon" => arms = weapons(value),
            "tool" => tools = chosen_in_words(value),
            "skill" => skills = chosen_in_words(value),
            "language" => languages = chosen_in_words(value),
            _ => match choice(key, value) {
                Some(choice) => choices.extend(choice),
                None => {
                    strange.insert(key.clone(), value.clone());
                }
            },
        }
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
    fields.also_unknown("proficiencies", &strange, &[]);
    all
}

fn saving_throws(value: &Value) -> Vec<String> {
    chosen(value).into_iter().map(ability_or_words).collect()
}

/// What may be chosen: `2 skills from Athletics, Insight or Stealth`. Without options there is nothing to choose, as in
/// the program that writes them. `None` for what is no choice.
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
        let options = object.get("options").map(chosen).unwrap_or_default();
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
        // The tools: how many of each sort.
        object
            .iter()
            .filter(|(_, value)| !is_nothing(value))
            .map(|(sort, number)| match whole(number) {
                Some(number) => format!("any {number} {}", of_sort(sort, number)),
                None => format!("{} {}", in_words(sort), value_in_words(number)),
            })
            .collect::<Vec<_>>()
            .join(", ")
    };
    let words = if key.starts_with("skill-expertise") { format!("expertise in {words}") } else { words };
    let words = capitalised(&words);
    Some(Some(if multiclass { format!("{words} (when multiclassing)") } else { words }))
}

fn of_sort(sort: &str, number: i64) -> String {
    let words = match sort {
        "any" => "tool".to_owned(),
        "artisans-tool" | "artisans-tools" => "artisan's tool".to_owned(),
        sort => in_words(sort).to_lowercase(),
    };
    if number == 1 || words.ends_with('s') { words } else { format!("{words}s") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn choices_are_told_in_words_and_empty_ones_are_none() {
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
