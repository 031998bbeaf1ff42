use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, StatBlock, action};
use crate::model::fold;

/// More uses a day than any creature has: beyond it, something else was read as a number.
const MOST_USES: u32 = 20;

/// The traits and actions of a creature, each sort in the order of the printed stat block. Types of damage stand in
/// the texts only: the API's own fields for them are wrong in srd-2014.
pub(super) fn of(creature: Object<'_>) -> StatBlock {
    let mut actions: Vec<Object<'_>> = creature.list("actions").collect();
    // Those without a place come last, in the order they came.
    actions.sort_by_key(|action| action.integer::<i64>("order_in_statblock").unwrap_or(i64::MAX));
    let actions = without_repetitions(&actions);
    let of_type = |action_type: &str| -> Vec<Part> {
        actions.iter().filter(|it| it.text("action_type") == Some(action_type)).map(|it| part(*it)).collect()
    };
    let known = ["BONUS_ACTION", "REACTION", "LEGENDARY_ACTION"];
    let plain = actions.iter().filter(|it| !it.text("action_type").is_some_and(|it| known.contains(&it)));
    StatBlock {
        traits: creature.list("traits").map(part).collect(),
        actions: plain.map(|it| part(*it)).collect(),
        bonus_actions: of_type("BONUS_ACTION"),
        reactions: of_type("REACTION"),
        legendary_actions: of_type("LEGENDARY_ACTION"),
        ..StatBlock::default()
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
