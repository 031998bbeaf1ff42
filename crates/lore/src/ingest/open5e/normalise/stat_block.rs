//! Actions, traits and other parts of a stat block.

use super::both::{introduction_of, is_introduction, legendary_count};
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, StatBlock, action};
use crate::model::fold;

/// More uses a day than any creature has: beyond it, something else was read as a number.
const MOST_USES: u32 = 20;

/// The sorts of what a creature can do in the order of a stat block: our field, and that of the first version.
pub(super) const SORTS: [(&str, &str); 5] = [
    ("traits", "special_abilities"),
    ("actions", "actions"),
    ("bonus_actions", "bonus_actions"),
    ("reactions", "reactions"),
    ("legendary_actions", "legendary_actions"),
];

/// What a creature can do, by sort, each in the order of the printed stat block. Types of damage stand in the texts
/// only: the API's own fields for them are wrong in srd-2014.
pub(super) struct ActionLists<'a> {
    /// The objects of the second version, in the order of [`SORTS`].
    pub(super) objects: [Vec<Object<'a>>; 5],
    /// The passages of the stat block, in the same order.
    pub(super) parts: [Vec<Part>; 5],
    /// How the creature uses its legendary actions.
    pub(super) legendary_text: String,
}

impl<'a> ActionLists<'a> {
    /// The traits and actions of an object of the second version.
    pub(super) fn of(creature: Object<'a>) -> Self {
        let mut actions: Vec<Object<'a>> = creature.list("actions").collect();
        // Those without a place come last, in the order they came.
        actions.sort_by_key(|action| action.integer::<i64>("order_in_statblock").unwrap_or(i64::MAX));
        let actions = without_repetitions(&actions);
        let introduction = actions.iter().find(|it| is_introduction(**it)).copied();
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
            legendary_text: introduction.map(introduction_of).unwrap_or_default(),
        }
    }

    /// How many legendary actions there are.
    pub(super) fn legendary_count(&self) -> Option<u8> {
        legendary_count(&self.legendary_text)
    }

    /// Whether the creature can do anything to others.
    pub(super) fn is_harmless(&self) -> bool {
        self.parts.iter().skip(1).all(Vec::is_empty)
    }

    /// The stat block, with what is told of the creature.
    pub(super) fn into_block(self, lore: String) -> StatBlock {
        let [traits, actions, bonus_actions, reactions, legendary_actions] = self.parts;
        let legendary_text = self.legendary_text;
        StatBlock { traits, actions, bonus_actions, reactions, legendary_text, legendary_actions, lore }
    }
}

/// Without what stands there twice: once properly, and once without a place, its usage in the name.
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
    let limits =
        [usage(object.at("usage_limits")), object.text("limited_to_form").map(str::to_owned), cost(object)];
    let told = name.contains("Recharge") || name.contains("/Day") || name.contains("(Costs");
    let limits: Vec<String> =
        limits.into_iter().flatten().filter(|limit| !told || !is_told(name, limit)).collect();
    let name = if limits.is_empty() { name.to_owned() } else { format!("{name} ({})", limits.join("; ")) };
    action(&name, object.text("desc").unwrap_or_default())
}

/// Whether a name tells this sort of limit already.
fn is_told(name: &str, limit: &str) -> bool {
    ["Recharge", "/Day", "Costs"].iter().any(|word| name.contains(word) && limit.contains(word))
}

/// `Recharge 5–6`, `3/Day`.
fn usage(limits: Object<'_>) -> Option<String> {
    let number: u32 = limits.integer("param")?;
    match limits.text("type")? {
        "PER_DAY" => (number <= MOST_USES).then(|| format!("{number}/Day")),
        "RECHARGE_ON_ROLL" | "RECHARGE" if number == 6 => Some("Recharge 6".to_owned()),
        "RECHARGE_ON_ROLL" | "RECHARGE" => Some(format!("Recharge {number}–6")),
        _ => None,
    }
}

/// `Costs 2 Actions`, of a legendary action that costs more than one.
fn cost(action: Object<'_>) -> Option<String> {
    let cost: u32 = action.integer("legendary_action_cost")?;
    let legendary = action.text("action_type") == Some("LEGENDARY_ACTION");
    (legendary && cost > 1).then(|| format!("Costs {cost} Actions"))
}
