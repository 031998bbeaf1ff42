//! Character options: classes, subclasses, races, backgrounds, feats and features.

use std::collections::BTreeMap;

use content::json::Object;
use content::markdown::{self, ABILITIES, ClassSheet, Table, ability_in_full, joined};
use content::model::{CharacterOption, Details, Kind, ordinal, title_case};
use text::{Pattern, pattern};

use super::Entry;
use super::codes::{in_words, skill};
use super::fields::at_path;
use super::item::Item;
use super::text::Scope;

/// Matches a class or race with a level, as features name whose they are: `Warlock 5`, `Fighter`.
static OWNER: Pattern = pattern!(r"^([\p{L}' -]+?)(?: (\d{1,2}))?(?:,\s*(.+))?$");

pub(super) fn option(scope: &Scope<'_>) -> Entry {
    match scope.item.kind() {
        "class" | "subclass" => class(scope),
        "race" => race(scope),
        "background" => plain(Kind::Background, CharacterOption::default(), scope),
        _ => feature(scope),
    }
}

fn plain(kind: Kind, option: CharacterOption, scope: &Scope<'_>) -> Entry {
    let text = scope.markdown(scope.item.html());
    let facts = proficiencies(scope.item);
    let mut body = markdown::Body::default();
    body.block(&text);
    if text.is_empty() {
        body.facts(facts.iter().map(|(label, value)| (label.as_str(), Some(value.clone()))));
    }
    let text = body.finish();
    let body = markdown::option(kind, &option, &text, &[]);
    Entry { kind, details: Details::CharacterOption(option), body }
}

/// A feature of a class, a race or a monster, or a feat; its owner and level stand in its requirements.
fn feature(scope: &Scope<'_>) -> Entry {
    let system = scope.item.system;
    let (value, subtype) = (scope.item.subtype(), system.at("type").string("subtype"));
    let requirements = system.string("requirements");
    let owner = requirements.as_deref().and_then(|text| OWNER.captures(text));
    let group = |number| owner.as_ref().and_then(|it| it.get(number)).map(|it| it.as_str().to_owned());
    let required: Option<u8> = system.at("prerequisites").integer("level");
    let level = group(2).and_then(|level| level.parse().ok()).or(required);
    let has_owner = owner.is_some() && (level.is_some() || value == "race");
    let kind = match value {
        "race" | "monster" | "vehicle" => Kind::Trait,
        "class" | "enchantment" | "background" => Kind::ClassOption,
        "" if has_owner => Kind::ClassOption,
        _ => Kind::Feat,
    };
    let is_feat = kind == Kind::Feat;
    let subtype = subtype.or_else(|| matches!(value, "monster" | "vehicle").then(|| value.to_owned()));
    let option = CharacterOption {
        subtype: subtype.map(|code| in_words(&code).to_lowercase()),
        parent: group(1).filter(|_| !is_feat && has_owner),
        level: level.filter(|_| !is_feat),
        prerequisite: if is_feat {
            prerequisite(system, requirements.clone(), required)
        } else {
            prerequisite(system, group(3), None)
        },
        ..CharacterOption::default()
    };
    plain(kind, option, scope)
}

fn prerequisite(system: Object<'_>, stated: Option<String>, level: Option<u8>) -> Option<String> {
    let level = level.map(|level| format!("Level {level}+"));
    let items = system.at("prerequisites").texts("items").map(title_case);
    let all: Vec<String> = level.into_iter().chain(items).chain(stated).collect();
    Some(all.join(", ")).filter(|all| !all.is_empty())
}

/// Returns the steps of advancement: a list, or a map since version 5.1.
fn advancement(item: Item<'_>) -> Vec<Object<'_>> {
    let system = item.system;
    let of_map = system.at("advancement").fields().map(|(_, value)| Object::new(value));
    system.list("advancement").chain(of_map).collect()
}

fn class(scope: &Scope<'_>) -> Entry {
    let (item, system) = (scope.item, scope.item.system);
    let is_class = item.kind() == "class";
    let steps = advancement(item);
    let saves = steps.iter().flat_map(|step| step.at("configuration").texts("grants"));
    let saves = saves.filter_map(|grant| grant.strip_prefix("saves:")).chain(system.texts("saves"));
    let hit_die = system.at("hd").string("denomination").or_else(|| system.string("hitDice"));
    let identifier = system.text("classIdentifier").or_else(|| system.text("class"));
    let ability = system.at("spellcasting").text("ability").and_then(ability_in_full);
    let features = granted(scope, &steps);
    let mut names: Vec<String> = Vec::new();
    for name in features.values().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let mut option = CharacterOption {
        parent: identifier.filter(|_| !is_class).map(title_case),
        level: features.keys().copied().find(|level| *level > 0).filter(|_| !is_class),
        hit_die: hit_die.filter(|_| is_class),
        saving_throws: saves.filter_map(ability_in_full).map(str::to_owned).collect(),
        spellcasting_ability: ability.map(str::to_owned),
        features: names,
        ..CharacterOption::default()
    };
    option.saving_throws.dedup();
    let text = scope.markdown(item.html());
    let facts = if text.contains("Hit Di") || text.contains("Hit Point Di") {
        Vec::new()
    } else {
        proficiencies(item)
    };
    let facts = facts.iter().map(|(label, value)| (label.as_str(), value.clone()));
    let has_table = text.contains("| Features") || text.contains("| Class Features");
    let table = if has_table { Table::default() } else { levels(&steps, features) };
    let sheet = ClassSheet { text, facts: facts.collect(), table, ..ClassSheet::default() };
    let body = sheet.to_markdown(&option);
    let kind = if is_class { Kind::Class } else { Kind::Subclass };
    Entry { kind, details: Details::CharacterOption(option), body }
}

/// Returns the names of features by the level at which they are gained.
fn granted(scope: &Scope<'_>, steps: &[Object<'_>]) -> BTreeMap<u8, Vec<String>> {
    let mut levels: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for step in steps {
        let level = step.integer("level").unwrap_or_default();
        let title = step.string("title").filter(|title| !title.ends_with("Features"));
        let names = levels.entry(level).or_default();
        match step.text("type").unwrap_or_default() {
            "ItemGrant" => {
                let items = step.at("configuration");
                let ids =
                    items.texts("items").chain(items.list("items").filter_map(|item| item.text("uuid")));
                let known = ids.filter_map(|uuid| scope.index.name(uuid).map(str::to_owned));
                let before = names.len();
                names.extend(known);
                if names.len() == before {
                    names.extend(title);
                }
            }
            "AbilityScoreImprovement" if level > 0 => {
                names.push(title.unwrap_or_else(|| "Ability Score Improvement".to_owned()));
            }
            "Subclass" => names.push(title.unwrap_or_else(|| "Subclass".to_owned())),
            "ItemChoice" => names.extend(title),
            _ => {}
        }
    }
    levels.retain(|_, names| !names.is_empty());
    levels
}

/// Returns the table of levels: features, and values that grow.
fn levels(steps: &[Object<'_>], mut features: BTreeMap<u8, Vec<String>>) -> Table {
    let scales: Vec<(String, BTreeMap<u8, String>)> = steps
        .iter()
        .filter(|step| step.text("type") == Some("ScaleValue"))
        .map(|step| {
            let scale = step.at("configuration").at("scale");
            let value = |(level, value): (&str, &serde_json::Value)| {
                Some((level.parse().ok()?, scaled(Object::new(value))?))
            };
            (step.string("title").unwrap_or_default(), scale.fields().filter_map(value).collect())
        })
        .collect();
    let mut all: Vec<u8> =
        features.keys().copied().chain(scales.iter().flat_map(|(_, it)| it.keys().copied())).collect();
    all.sort_unstable();
    all.dedup();
    let titles = scales.iter().map(|(title, _)| title.clone());
    let headings = ["Level".to_owned(), "Features".to_owned()].into_iter().chain(titles);
    let mut table = Table::new(headings);
    for level in all {
        let names = features.remove(&level).unwrap_or_default().join(", ");
        let values = scales.iter().map(|(_, scale)| {
            scale.range(..=level).next_back().map_or_else(|| "—".to_owned(), |(_, value)| value.clone())
        });
        let names = if names.is_empty() { "—".to_owned() } else { names };
        table.row([ordinal(level), names].into_iter().chain(values));
    }
    table.without_empty_columns()
}

fn scaled(value: Object<'_>) -> Option<String> {
    let faces = at_path(value, &["faces"]).or_else(|| at_path(value, &["die"]));
    let number = at_path(value, &["number"]).or_else(|| at_path(value, &["n"]));
    match (number, faces) {
        (number, Some(faces)) => Some(format!("{}d{faces}", number.unwrap_or_default())),
        _ => at_path(value, &["value"]),
    }
}

/// Returns the proficiencies that advancement grants, by their sort.
fn proficiencies(item: Item<'_>) -> Vec<(String, String)> {
    const SORTS: [(&str, &str); 6] = [
        ("saves", "Saving Throws"),
        ("skills", "Skills"),
        ("tool", "Tools"),
        ("armor", "Armor"),
        ("weapon", "Weapons"),
        ("languages", "Languages"),
    ];
    let mut facts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let place = |key: &str| SORTS.iter().position(|(sort, _)| key.split(':').next() == Some(*sort));
    for step in advancement(item).iter().filter(|step| step.text("type") == Some("Trait")) {
        let configuration = step.at("configuration");
        for key in configuration.texts("grants") {
            facts.entry(place(key).unwrap_or(SORTS.len())).or_default().push(of_key(key));
        }
        for choice in configuration.list("choices") {
            let pool: Vec<&str> = choice.texts("pool").collect();
            let number: u8 = choice.integer("count").unwrap_or(1);
            let names: Vec<String> = pool.iter().map(|key| of_key(key)).collect();
            let sort = pool.first().and_then(|key| place(key)).unwrap_or(SORTS.len());
            facts.entry(sort).or_default().push(format!("choose {number} from {}", joined(&names, "or")));
        }
    }
    let hit_die = item.system.at("hd").string("denomination").or_else(|| item.system.string("hitDice"));
    let hit_die = hit_die.filter(|_| item.kind() == "class").map(|die| ("Hit Die".to_owned(), die));
    let named = facts
        .into_iter()
        .filter_map(|(sort, values)| Some((SORTS.get(sort)?.1.to_owned(), values.join(", "))));
    hit_die.into_iter().chain(named).collect()
}

/// Returns the last part of a trait's key in words: `skills:ath`, `weapon:mar:longsword`, `languages:*`.
fn of_key(key: &str) -> String {
    let last = key.rsplit(':').next().unwrap_or_default();
    let sort = key.split(':').next().unwrap_or_default();
    match (sort, last) {
        (sort, "*") => format!("any {}", in_words(sort).to_lowercase().trim_end_matches('s')),
        ("skills", code) => skill(code).map_or_else(|| in_words(code), |(name, _)| name.to_owned()),
        ("saves", code) => {
            ABILITIES.iter().find(|(short, _)| *short == code).map_or(code, |(_, full)| *full).to_owned()
        }
        ("armor", "lgt") => "light armor".to_owned(),
        ("armor", "med") => "medium armor".to_owned(),
        ("armor", "hvy") => "heavy armor".to_owned(),
        ("armor", "shl") => "shields".to_owned(),
        ("weapon", "sim") => "simple weapons".to_owned(),
        ("weapon", "mar") => "martial weapons".to_owned(),
        (_, code) => in_words(code),
    }
}

fn race(scope: &Scope<'_>) -> Entry {
    let system = scope.item.system;
    let steps = advancement(scope.item);
    let size = steps.iter().find(|step| step.text("type") == Some("Size"));
    let sizes: Vec<String> =
        size.iter().flat_map(|step| step.at("configuration").texts("sizes")).map(in_words).collect();
    let walk = at_path(system, &["movement", "walk"]).and_then(|walk| walk.parse().ok());
    let features = granted(scope, &steps).into_values().flatten().collect();
    let size = Some(joined(&sizes, "or")).filter(|size| !size.is_empty());
    let option = CharacterOption { size, speed: walk, features, ..CharacterOption::default() };
    plain(Kind::Race, option, scope)
}
