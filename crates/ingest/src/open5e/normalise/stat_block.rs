//! Actions, traits and other parts of a stat block.

use content::facts::number;
use content::model::fold;
use text::{Pattern, pattern};

use crate::json::Object;
use crate::markdown::{Part, Section, StatBlock, action};

/// More uses per day than any creature has; a larger number is a misread one.
const MOST_USES: u32 = 20;

static LEGENDARY: Pattern =
    pattern!(r"(?i)\b(?:has|have|take) (\d|one|two|three|four|five|six)\b[^.]{0,40}?\blegendary actions?\b");

/// The action lists of a stat block in order: our field, and that of version 1.
pub(super) const SORTS: [(&str, &str); 5] = [
    ("traits", "special_abilities"),
    ("actions", "actions"),
    ("bonus_actions", "bonus_actions"),
    ("reactions", "reactions"),
    ("legendary_actions", "legendary_actions"),
];

/// Each list is in printed order. Damage types come from texts: the API's fields are wrong in srd-2014.
pub(super) struct ActionLists<'a> {
    /// The objects of version 2, in the order of [`SORTS`].
    pub(super) objects: [Vec<Object<'a>>; 5],
    pub(super) parts: [Vec<Part>; 5],
    pub(super) legendary_text: String,
}

impl<'a> ActionLists<'a> {
    pub(super) fn of(creature: Object<'a>) -> Self {
        let mut actions: Vec<Object<'a>> = creature.list("actions").collect();
        // Actions without a position come last.
        actions.sort_by_key(|action| action.integer::<i64>("order_in_statblock").unwrap_or(i64::MAX));
        let actions = without_repetitions(&actions);
        let introduction = actions.iter().find(|it| is_introduction(**it)).map(|it| {
            let Part { name, text } = it.part();
            format!("{}. {text}", name.trim_end_matches('.')).trim().to_owned()
        });
        let of_type = |action_type: &str| -> Vec<Object<'a>> {
            let of_type = actions.iter().filter(|it| it.text("action_type") == Some(action_type));
            of_type.filter(|it| !is_introduction(**it)).copied().collect()
        };
        let known = ["BONUS_ACTION", "REACTION", "LEGENDARY_ACTION"];
        let plain = actions.iter().filter(|it| !it.text("action_type").is_some_and(|it| known.contains(&it)));
        let objects = [
            creature.list("traits").collect(),
            plain.copied().collect(),
            of_type("BONUS_ACTION"),
            of_type("REACTION"),
            of_type("LEGENDARY_ACTION"),
        ];
        Self {
            parts: objects.each_ref().map(|list| list.iter().map(|it| part(*it)).collect()),
            objects,
            legendary_text: introduction.unwrap_or_default(),
        }
    }

    pub(super) fn is_harmless(&self) -> bool {
        self.parts.iter().skip(1).all(Vec::is_empty)
    }

    pub(super) fn into_block(self, lore: String) -> StatBlock {
        let passages = Section::ALL.into_iter().zip(self.parts).collect();
        StatBlock { passages, legendary_text: self.legendary_text, lore }
    }
}

/// Removes duplicates: one with a position, and one without whose name contains its usage.
fn without_repetitions<'a>(actions: &[Object<'a>]) -> Vec<Object<'a>> {
    let base = |action: &Object<'_>| {
        let name = action.text("name").unwrap_or_default();
        fold(name.split_once(" (").map_or(name, |(base, _)| base))
    };
    let placed = |action: &Object<'_>| action.integer::<i64>("order_in_statblock").is_some();
    let repeated = |action: &Object<'_>| {
        !placed(action)
            && actions.iter().any(|other| {
                placed(other) && other.text("desc") == action.text("desc") && base(other) == base(action)
            })
    };
    actions.iter().copied().filter(|action| !repeated(action)).collect()
}

fn part(object: Object<'_>) -> Part {
    let name = object.text("name").unwrap_or_default();
    let limits = [usage(object.at("usage_limits")), object.string("limited_to_form"), cost(object)];
    let told = name.contains("Recharge") || name.contains("/Day") || name.contains("(Costs");
    let limits: Vec<String> =
        limits.into_iter().flatten().filter(|limit| !told || !is_told(name, limit)).collect();
    let name = if limits.is_empty() { name.to_owned() } else { format!("{name} ({})", limits.join("; ")) };
    action(&name, object.text("desc").unwrap_or_default())
}

fn is_told(name: &str, limit: &str) -> bool {
    ["Recharge", "/Day", "Costs"].iter().any(|word| name.contains(word) && limit.contains(word))
}

/// Returns the usage limit, such as `Recharge 5–6` or `3/Day`.
fn usage(limits: Object<'_>) -> Option<String> {
    let number: u32 = limits.integer("param")?;
    match limits.text("type")? {
        "PER_DAY" => (number <= MOST_USES).then(|| format!("{number}/Day")),
        "RECHARGE_ON_ROLL" | "RECHARGE" if number == 6 => Some("Recharge 6".to_owned()),
        "RECHARGE_ON_ROLL" | "RECHARGE" => Some(format!("Recharge {number}–6")),
        _ => None,
    }
}

/// Returns `Costs 2 Actions` for a legendary action that costs more than one.
fn cost(action: Object<'_>) -> Option<String> {
    let cost: u32 = action.integer("legendary_action_cost")?;
    let legendary = action.text("action_type") == Some("LEGENDARY_ACTION");
    (legendary && cost > 1).then(|| format!("Costs {cost} Actions"))
}

pub(super) fn is_introduction(action: Object<'_>) -> bool {
    action.text("name").is_some_and(|name| name.contains("egendary") && LEGENDARY.is_match(name))
}

pub(super) fn legendary_count(introduction: &str) -> Option<u8> {
    u8::try_from(number(LEGENDARY.captures(introduction)?.get(1)?.as_str())?).ok()
}

#[cfg(test)]
mod tests;
