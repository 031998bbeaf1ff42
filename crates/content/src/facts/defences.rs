//! A creature's immunities, resistances, vulnerabilities, senses, ways of moving and kinds of action.

use std::collections::{BTreeSet, HashMap};

use super::pattern::{CONDITIONS, DAMAGE_TYPES, Pattern, named};
use super::text::{Text, first_part, plain};
use super::{Fact, Facts};
use crate::model::Creature;

/// The value for damage of weapons that are not magical, whatever else the words except.
pub(super) const NONMAGICAL: &str = "nonmagical attacks";
pub(super) const SENSES: [&str; 5] = ["blindsight", "darkvision", "keensense", "tremorsense", "truesight"];
pub(super) const MOVEMENTS: [&str; 5] = ["burrow", "climb", "fly", "hover", "swim"];

static NONMAGIC: Pattern = Pattern::new(r"\bnon-?magic|\bmundane\b");
static LIMITED: Pattern = Pattern::new(r"\b(?:while|when|only|except|unless|if)\b");
static SPEED: Pattern = Pattern::new(r"\b(burrow|climb|fly|swim)\w*:?\s*(\d+)?");
static BONUS_ACTION: Pattern =
    Pattern::new(r"\b(?:as a|uses? (?:a|its|their|his|her)|takes? a|with a) bonus action\b");
static OF_OTHERS: Pattern =
    Pattern::new(r"\b(?:controller|target|grappled creature|restrained creature)\b[^.]*$");
static OTHERS: Pattern = Pattern::new(r"^[^.]{0,40}\bto (?:end|free|remove|escape)\b|^[^.]*\bcontroller\b");

pub(super) fn read(creature: &Creature, body: &str, text: &Text, facts: &mut Facts) {
    let defences = [
        (Fact::VulnerableTo, "vulnerable", &creature.damage_vulnerabilities),
        (Fact::Resists, "resistant", &creature.damage_resistances),
        (Fact::ImmuneTo, "immune", &creature.damage_immunities),
        (Fact::ImmuneTo, "immune", &creature.condition_immunities),
    ];
    let traits: HashMap<&str, &str> =
        body.lines().rev().filter_map(|line| line.strip_prefix("***")?.split_once(".***")).collect();
    for (fact, word, list) in defences {
        let list = list.as_deref().unwrap_or_default();
        list.split(';').for_each(|part| read_part(fact, part, facts));
        let names: BTreeSet<&str> =
            list.split([';', ',']).map(str::trim).filter(|name| name.contains(' ')).collect();
        for paragraph in names.into_iter().filter_map(|name| traits.get(name)) {
            read_sentence(fact, word, paragraph, facts);
        }
    }
    let senses = creature.senses.as_deref().unwrap_or_default();
    facts.add_named(Fact::Sense, &SENSES, senses, senses);
    movement(creature.speed.as_deref().unwrap_or_default(), facts);
    if creature.legendary_actions.is_some() || body.contains("### Legendary Actions") {
        facts.add(Fact::LegendaryActions, true, "Legendary Actions");
    }
    for (heading, action) in [("### Bonus Actions", "bonus action"), ("### Reactions", "reaction")] {
        if let Some(at) = body.find(heading) {
            let first =
                body.get(at + 4..).unwrap_or_default().lines().filter(|line| !line.is_empty()).take(2);
            facts.add(Fact::Action, action, &plain(&first.collect::<Vec<_>>().join(": ")));
        }
    }
    for found in text.matches(&BONUS_ACTION) {
        let place = found.place();
        let (before, after) = text.around(&place);
        if !OF_OTHERS.is_match(before) && !OTHERS.is_match(after) && !before.contains("its turn, not") {
            facts.add(Fact::Action, "bonus action", &text.words(&place));
        }
    }
}

fn read_part(fact: Fact, part: &str, facts: &mut Facts) {
    if LIMITED.is_match(part) && !NONMAGIC.is_match(part) {
        return;
    }
    let is_nonmagical = NONMAGIC.is_match(part);
    for damage_type in named(&DAMAGE_TYPES, part) {
        if !is_nonmagical || !matches!(damage_type, "bludgeoning" | "piercing" | "slashing") {
            facts.add(fact, damage_type, part);
        }
    }
    if is_nonmagical {
        facts.add(fact, NONMAGICAL, part);
    }
    facts.add_named(fact, &CONDITIONS, part, part);
}

fn read_sentence(fact: Fact, word: &str, paragraph: &str, facts: &mut Facts) {
    for sentence in paragraph.split(". ") {
        let words = ["immune", "resistant", "vulnerable"];
        for clause in sentence.split(" it is ").flat_map(|clause| clause.split(" is ")) {
            if words.iter().any(|it| clause.starts_with(it)) && clause.starts_with(word) {
                read_part(fact, clause, facts);
            }
        }
    }
}

fn movement(speed: &str, facts: &mut Facts) {
    for found in SPEED.captures_iter(first_part(speed)) {
        let is_none = found.get(2) == Some("0");
        if !is_none {
            facts.add_named(Fact::Movement, &MOVEMENTS, found.get(1).unwrap_or_default(), speed);
        }
    }
    facts.add_named(Fact::Movement, &["hover"], speed, speed);
}
