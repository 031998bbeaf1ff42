//! Translates lookups into queries of the API.
//!
//! A query filters by what the API can filter by; the API ignores unknown parameters and would return
//! everything. The library filters the answer by the rest. A query returns one page. A list that the lookup
//! does not limit is not queried, unless it is requested from its beginning.

mod name;

use std::collections::BTreeMap;

use content::fields::equipment::MAGIC_ITEMS;
use content::fields::{ApiCondition, CharacterOptionType, EntryType, EquipmentType, Filter, RuleType};

use self::name::{Name, names};
use super::api_query::ApiQuery;

/// The limit of queries whose answers the library filters, and of whole lists. No lookup returns more.
pub const MAX_OBJECTS: u32 = 100;

/// A lookup, as far as the API can answer it.
#[derive(Debug, Clone, Copy)]
pub struct LookupRequest<'a> {
    /// The filter by fields.
    pub filter: &'a Filter,
    /// The name or pattern.
    pub name: Option<&'a str>,
    /// The keys of the documents to query; `None` for all.
    pub documents: Option<&'a [String]>,
    /// The maximum number of entries.
    pub limit: u32,
}

/// The queries that answer a lookup.
#[derive(Debug, Clone, Default)]
pub struct QueryPlan {
    /// The queries of each step. A step follows only if the library has too little after the one before.
    pub steps: Vec<Vec<ApiQuery>>,
    /// True if the queries of all steps return everything that can match.
    pub is_complete: bool,
}

/// Plans the queries of a lookup.
pub fn plan_queries(request: LookupRequest<'_>) -> QueryPlan {
    let Some(names) = names(request.name) else { return QueryPlan::default() };
    let lists = lists(request.filter, !names.is_empty());
    // Open5e has no list of proficiencies.
    let has_no_list = request.filter.entry_type == EntryType::Rule(RuleType::Proficiency);
    let mut is_complete = !lists.is_empty() || has_no_list;
    let mut steps: Vec<Vec<ApiQuery>> = Vec::new();
    if names.is_empty() {
        let queries: Vec<ApiQuery> = lists.iter().filter_map(|list| list.query(request, None)).collect();
        is_complete &= queries.len() == lists.len();
        // Base entries precede the others in an answer, so they are queried first.
        let per_step = if request.filter.entry_type.has_base_entries() { 1 } else { usize::MAX };
        steps.extend(queries.chunks(per_step).map(<[ApiQuery]>::to_vec));
    }
    for name in &names {
        let mut step: Vec<ApiQuery> = Vec::new();
        for list in &lists {
            match list.query(request, Some(name)) {
                Some(query) if !steps.iter().flatten().chain(&step).any(|earlier| *earlier == query) => {
                    step.push(query);
                }
                Some(_) => {}
                None => is_complete = false,
            }
        }
        if !step.is_empty() {
            steps.push(step);
        }
    }
    QueryPlan { steps, is_complete }
}

#[derive(Debug, Clone)]
struct List {
    path: &'static str,
    conditions: BTreeMap<&'static str, String>,
    /// True if the API checks every condition of the filter.
    exact: bool,
    /// True if the list is short enough to be queried whole.
    short: bool,
}

impl List {
    fn new(path: &'static str) -> Self {
        Self { path, conditions: BTreeMap::new(), exact: true, short: false }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.conditions.insert(name, value.into());
        self
    }

    /// Returns `None` if no entry of the list can satisfy the filter.
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

    /// Returns `None` if the query would return entries that the lookup does not select.
    fn query(&self, request: LookupRequest<'_>, name: Option<&Name>) -> Option<ApiQuery> {
        let documents = request.documents.map(<[String]>::to_vec);
        let path = self.path;
        if self.short {
            let conditions = BTreeMap::new();
            return Some(ApiQuery { path, conditions, documents, ordering: None, limit: MAX_OBJECTS });
        }
        let (mut conditions, mut exact) = (self.conditions.clone(), self.exact);
        if let Some(name) = name {
            let (parameter, value, name_is_exact) = name.condition(path)?;
            conditions.insert(parameter, value);
            exact &= name_is_exact;
        }
        if !exact && conditions.is_empty() {
            return None;
        }
        let limit = if exact { request.limit } else { MAX_OBJECTS };
        Some(ApiQuery { path, conditions, documents, ordering: Some("name"), limit })
    }
}

/// The lists of base entries come first, unless the lookup has a name.
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
    let (classes, species) = (List::new("/v2/classes/"), List::new("/v2/species/"));
    let classes_that = |are_subclasses: &str| classes.clone().with("is_subclass", are_subclasses);
    let species_that = |are_whole: &str| species.clone().with("subspecies_of__isnull", are_whole);
    match option_type {
        CharacterOptionType::Class if named => vec![classes],
        CharacterOptionType::Class => ["false", "true"].map(classes_that).to_vec(),
        CharacterOptionType::Subclass => vec![classes_that("true")],
        CharacterOptionType::Race if named => vec![species],
        CharacterOptionType::Race => ["true", "false"].map(species_that).to_vec(),
        CharacterOptionType::Subrace => vec![species_that("false")],
        CharacterOptionType::Background => vec![List::new("/v2/backgrounds/")],
        CharacterOptionType::Feat => vec![List::new("/v2/feats/")],
        // They are parts of classes, and the API cannot filter classes by them.
        CharacterOptionType::ClassOption => Vec::new(),
    }
}

fn rules(rule_type: RuleType) -> Vec<List> {
    let path = match rule_type {
        // The library has the other lists, which are short, from the books.
        RuleType::Any => return [rules(RuleType::Rule), rules(RuleType::Condition)].concat(),
        RuleType::Rule => return ["/v2/rules/", "/v2/rulesets/"].map(List::new).to_vec(),
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
    vec![List { short: true, ..List::new(path) }]
}

#[cfg(test)]
mod tests;
