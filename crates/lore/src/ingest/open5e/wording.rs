//! How a lookup is worded for the API: which questions answer it, in the order in which they are asked.
//!
//! Only what the API can filter by becomes a condition; it ignores parameters that it does not know and would give
//! everything. What it cannot filter by, the library filters afterwards. A question asks for one page at most, and
//! where nothing of the lookup limits the list, it is not asked, unless the list is wanted from its beginning.

mod name;

use self::name::names;
use super::question::Question;
use crate::fields::equipment::MAGIC_ITEMS;
use crate::fields::{ApiCondition, CharacterOptionType, EntryType, EquipmentType, Filter, RuleType};

/// How many objects are asked for where the library has to choose among them, and the longest list that is asked for
/// whole: as many as the longest answer of a lookup has.
pub const MOST: u32 = 100;

/// A lookup as it is worded for the API.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The fields.
    pub filter: &'a Filter,
    /// The name or pattern.
    pub name: Option<&'a str>,
    /// Keys of the documents that may be asked for; `None` for all.
    pub documents: Option<&'a [String]>,
    /// How many entries are wanted.
    pub limit: u32,
}

/// The questions that answer a lookup.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    /// Those of the first step are asked first; the next step only if the library then still has too little.
    pub steps: Vec<Vec<Question>>,
    /// Whether the questions of every step together ask for all that could match. Where nothing of the lookup limits a list,
    /// that list is not asked.
    pub asks_everything: bool,
}

/// Words a lookup as questions.
#[must_use]
pub fn steps(wish: Wish<'_>) -> Steps {
    let Some(names) = names(wish.name) else { return Steps::default() };
    let lists = lists(wish.filter, !names.is_empty());
    let has_lists = !lists.is_empty() || in_no_list(wish.filter);
    if names.is_empty() {
        let questions = lists.iter().filter_map(|list| list.question(wish, None)).collect::<Vec<_>>();
        let asks_everything = has_lists && questions.len() == lists.len();
        // Where some kinds come before others in an answer, they are asked for first.
        let in_order = questions.chunks(if wish.filter.entry_type.has_base_entries() { 1 } else { usize::MAX });
        return Steps { steps: in_order.map(<[Question]>::to_vec).collect(), asks_everything };
    }
    let mut asks_everything = has_lists;
    let mut steps: Vec<Vec<Question>> = Vec::new();
    for name in &names {
        let mut step: Vec<Question> = Vec::new();
        for list in &lists {
            let Some(question) = list.question(wish, Some(name)) else {
                asks_everything = false;
                continue;
            };
            let asked = steps.iter().flatten().chain(&step).any(|earlier| *earlier == question);
            if !asked {
                step.push(question);
            }
        }
        if !step.is_empty() {
            steps.push(step);
        }
    }
    Steps { steps, asks_everything }
}

/// Whether Open5e has no entries of the kinds that are looked for.
fn in_no_list(filter: &Filter) -> bool {
    filter.entry_type == EntryType::Rule(RuleType::Proficiency)
}

/// A list of the API with the conditions that the fields make.
#[derive(Debug, Clone)]
struct List {
    path: &'static str,
    conditions: Vec<(&'static str, String)>,
    /// Whether the conditions say all that the fields say.
    exact: bool,
    /// Whether the list is so short that it is asked for whole.
    short: bool,
}

impl List {
    fn new(path: &'static str) -> Self {
        Self { path, conditions: Vec::new(), exact: true, short: false }
    }

    fn short(path: &'static str) -> Self {
        Self { short: true, ..Self::new(path) }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.conditions.push((name, value.into()));
        self
    }

    /// Adds the conditions of a filter; `None` when no entry of the list can satisfy them.
    fn filtered(mut self, filter: &Filter) -> Option<Self> {
        for condition in &filter.conditions {
            match condition.for_api(self.path) {
                ApiCondition::Parameters(parameters) => self.conditions.extend(parameters),
                ApiCondition::AlwaysTrue => {}
                ApiCondition::NeverTrue => return None,
                ApiCondition::Unsupported => self.exact = false,
            }
        }
        Some(self)
    }

    /// The question for this list; `None` when it would fetch what nobody asked for.
    fn question(&self, wish: Wish<'_>, name: Option<&name::Name>) -> Option<Question> {
        let documents = wish.documents.map(<[String]>::to_vec);
        if self.short {
            let conditions = Default::default();
            return Some(Question { path: self.path, conditions, documents, ordering: None, most: MOST });
        }
        let named = match name {
            Some(name) => Some(name.condition(self.path)?),
            None => None,
        };
        let exact = self.exact && named.as_ref().is_none_or(|(_, _, exact)| *exact);
        let mut conditions: std::collections::BTreeMap<_, _> = self.conditions.iter().cloned().collect();
        conditions.extend(named.map(|(parameter, value, _)| (parameter, value)));
        if !exact && conditions.is_empty() {
            return None;
        }
        let most = if exact { wish.limit } else { MOST };
        Some(Question { path: self.path, conditions, documents, ordering: Some("name"), most })
    }
}

/// The lists that hold the entries of a filter, with its conditions; those of base entries first, unless they are queried by
/// name.
fn lists(filter: &Filter, named: bool) -> Vec<List> {
    let lists = match filter.entry_type {
        EntryType::Spell => vec![List::new("/v2/spells/")],
        EntryType::Creature => vec![List::new("/v2/creatures/")],
        EntryType::Equipment(equipment_type) => equipment(equipment_type),
        EntryType::CharacterOption(option_type) => options(option_type, named),
        EntryType::Rule(rule_type) => rules(rule_type),
    };
    lists.into_iter().filter_map(|list| list.filtered(filter)).collect()
}

/// Mundane items, then magic items.
fn equipment(equipment_type: EquipmentType) -> Vec<List> {
    let (items, magic_items) = (List::new("/v2/items/"), List::new(MAGIC_ITEMS));
    match equipment_type {
        EquipmentType::Weapon => {
            vec![items.with("is_weapon", "true"), magic_items.with("category__in", "weapon")]
        }
        EquipmentType::Armor => {
            [items, magic_items].map(|list| list.with("category__in", "armor,shield")).to_vec()
        }
        EquipmentType::MagicItem => vec![magic_items],
        // The API cannot exclude weapons and armor.
        EquipmentType::Item => vec![List { exact: false, ..items }],
        EquipmentType::All => vec![items, magic_items],
    }
}

fn options(option_type: CharacterOptionType, named: bool) -> Vec<List> {
    let classes = || List::new("/v2/classes/");
    let species = || List::new("/v2/species/");
    match option_type {
        CharacterOptionType::Class if named => vec![classes()],
        CharacterOptionType::Class => {
            vec![classes().with("is_subclass", "false"), classes().with("is_subclass", "true")]
        }
        CharacterOptionType::Subclass => vec![classes().with("is_subclass", "true")],
        CharacterOptionType::Race if named => vec![species()],
        CharacterOptionType::Race => vec![
            species().with("subspecies_of__isnull", "true"),
            species().with("subspecies_of__isnull", "false"),
        ],
        CharacterOptionType::Subrace => vec![species().with("subspecies_of__isnull", "false")],
        CharacterOptionType::Background => vec![List::new("/v2/backgrounds/")],
        CharacterOptionType::Feat => vec![List::new("/v2/feats/")],
        // They stand within classes, which cannot be asked for by them.
        CharacterOptionType::ClassOption => Vec::new(),
    }
}

fn rules(rule_type: RuleType) -> Vec<List> {
    let path = match rule_type {
        // The others are short lists, which a library has from the books.
        RuleType::Any => {
            return [RuleType::Rule, RuleType::Condition].into_iter().flat_map(rules).collect();
        }
        RuleType::Rule => {
            return ["/v2/rules/", "/v2/rulesets/"].map(List::new).to_vec();
        }
        RuleType::Condition => "/v2/conditions/",
        RuleType::DamageType => "/v2/damagetypes/",
        RuleType::WeaponProperty => "/v2/weaponproperties/",
        RuleType::Skill => "/v2/skills/",
        RuleType::AbilityScore => "/v2/abilities/",
        RuleType::MagicSchool => "/v2/spellschools/",
        RuleType::Language => "/v2/languages/",
        RuleType::Alignment => "/v2/alignments/",
        // Open5e has no list of them.
        RuleType::Proficiency => return Vec::new(),
    };
    vec![List::short(path)]
}

#[cfg(test)]
mod tests;
