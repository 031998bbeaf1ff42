//! Creatures: non-player characters and vehicles.

use std::collections::BTreeMap;

use content::json::Object;
use content::markdown::{ABILITIES, Part, Section, StatBlock, action};
use content::model::{Creature, Details, Kind, capitalised, title_case};
use serde_json::Value;

use super::Entry;
use super::codes::{self, SKILLS, in_words};
use super::fields::{at_path, is_2024, system_of};
use super::item::Item;
use super::stats::Stats;
use super::text::{Index, Scope, Siblings};

pub(super) fn creature(doc: Object<'_>, index: &Index, notes: &mut Vec<String>) -> Entry {
    let system = system_of(doc);
    let stats = Stats::of(doc, system);
    let items: Vec<Object<'_>> = doc.list("items").collect();
    let mut creature = fields(&stats, &items);
    add_printed(&mut creature, doc.at("flags").at("dnd5e").at("statBlockOverride"));
    match (stats.rating, system.at("details").value().get("cr")) {
        (Some(rating), _) => creature.set_challenge_rating(rating),
        (None, None | Some(Value::Null)) => {}
        (None, Some(other)) => notes.push(format!("its challenge rating {other} is none")),
    }
    let siblings: Siblings<'_> =
        items.iter().filter_map(|item| Some((item.text("_id")?, item.text("name")?))).collect();
    let own = Scope::new(index, Item::new(doc, Some(stats)), &siblings, is_2024(system));
    let biography = system.at("details").at("biography").text("value").unwrap_or_default();
    let mut block = StatBlock { lore: own.markdown(biography), ..StatBlock::default() };
    add_passages(&mut block, &items, &own);
    if creature.legendary_actions.is_some() && block.legendary_text.is_empty() {
        block.legendary_text = stats.legendary_text();
    }
    let body = block.to_markdown(&creature);
    Entry { kind: Kind::Creature, details: Details::Creature(Box::new(creature)), body }
}

fn fields(stats: &Stats<'_>, items: &[Object<'_>]) -> Creature {
    let system = stats.system;
    let (attributes, traits, details) = (system.at("attributes"), system.at("traits"), system.at("details"));
    let (armor_class, armor_detail) = stats.armor_class(items);
    let (creature_type, subtype) = creature_type(system);
    let is_2024 = is_2024(system);
    let defences = |key| defences(traits.at(key), is_2024);
    let hit_points = attributes.at("hp");
    let legendary = system.at("resources").at("legact").integer("max").filter(|number: &u8| *number > 0);
    Creature {
        size: traits.text("size").map(in_words),
        creature_type,
        subtype,
        alignment: details.string("alignment").map(|it| if is_2024 { it } else { it.to_lowercase() }),
        armor_class,
        armor_detail: armor_detail.filter(|_| !is_2024),
        hit_points: hit_points.integer("max").or_else(|| hit_points.integer("value")),
        hit_dice: hit_points.string("formula").map(|dice| dice.replace(' ', "")),
        initiative_bonus: is_2024.then(|| stats.initiative()),
        legendary_actions: legendary,
        speed: speed(attributes, is_2024),
        ability_scores: system.at("abilities").exists().then(|| stats.scores()),
        saving_throws: saving_throws(stats),
        skills: skills(stats),
        damage_vulnerabilities: defences("dv"),
        damage_resistances: defences("dr"),
        damage_immunities: defences("di"),
        condition_immunities: defences("ci"),
        senses: senses(stats, attributes, is_2024),
        gear: gear(items, is_2024),
        languages: languages(traits.at("languages"), is_2024),
        environments: environments(details),
        ..Creature::default()
    }
}

/// Sets what the stat block prints instead of derived words.
fn add_printed(creature: &mut Creature, printed: Object<'_>) {
    for (field, key) in [
        (&mut creature.speed, "speed"),
        (&mut creature.senses, "senses"),
        (&mut creature.languages, "languages"),
        (&mut creature.gear, "gear"),
        (&mut creature.alignment, "alignment"),
    ] {
        if let Some(words) = printed.string(key) {
            *field = Some(words);
        }
    }
    if let Some((number, detail)) = printed.text("ac").and_then(|armor| armor.split_once(" (")) {
        creature.armor_class = number.parse().ok().or(creature.armor_class);
        creature.armor_detail = Some(detail.trim_end_matches(')').to_owned());
    }
}

fn creature_type(system: Object<'_>) -> (Option<String>, Option<String>) {
    let details = system.at("details");
    let object = details.at("type");
    let value = object.text("value").or_else(|| details.text("type"));
    let of_vehicle = system.text("vehicleType").or_else(|| details.text("vehicleType"));
    let name = match value {
        Some("custom") => object.string("custom"),
        Some(value) => Some(in_words(value)),
        None => object.string("custom").or_else(|| of_vehicle.map(|_| "Vehicle".to_owned())),
    };
    let subtype = object.string("subtype").or_else(|| of_vehicle.map(str::to_owned));
    let subtype = subtype.map(|subtype| if is_2024(system) { subtype } else { subtype.to_lowercase() });
    let swarm = object.text("swarm").zip(name.as_deref()).map(|(size, name)| {
        let plural = match name {
            "Fey" | "Undead" => name.to_owned(),
            _ => name.strip_suffix('y').map_or_else(|| format!("{name}s"), |stem| format!("{stem}ies")),
        };
        format!("Swarm of {} {plural}", in_words(size))
    });
    (name, swarm.or(subtype))
}

fn saving_throws(stats: &Stats<'_>) -> BTreeMap<String, i32> {
    let bonuses = ABILITIES.iter().map(|(short, full)| ((*full).to_owned(), stats.save(short)));
    bonuses.filter(|(_, (_, is_proficient))| *is_proficient).map(|(name, (bonus, _))| (name, bonus)).collect()
}

fn skills(stats: &Stats<'_>) -> BTreeMap<String, i32> {
    let bonuses = SKILLS.iter().map(|(code, name, _)| ((*name).to_owned(), stats.skill(code)));
    bonuses.filter(|(_, (_, is_proficient))| *is_proficient).map(|(name, (bonus, _))| (name, bonus)).collect()
}

/// Returns a number that may be a formula, and not 0.
fn distance(object: Object<'_>, key: &str) -> Option<String> {
    at_path(object, &[key]).filter(|value| value != "0")
}

fn units(object: Object<'_>) -> &str {
    object.text("units").filter(|units| *units != "ft").unwrap_or("ft.")
}

fn speed(attributes: Object<'_>, is_2024: bool) -> Option<String> {
    let movement = attributes.at("movement");
    let units = units(movement);
    let walk = distance(movement, "walk").unwrap_or_else(|| "0".to_owned());
    let mut speeds = vec![format!("{walk} {units}")];
    for key in ["burrow", "climb", "fly", "swim"] {
        let hover = if key == "fly" && movement.flag("hover") { " (hover)" } else { "" };
        let name = if is_2024 { capitalised(key) } else { key.to_owned() };
        speeds.extend(distance(movement, key).map(|distance| format!("{name} {distance} {units}{hover}")));
    }
    speeds.extend(movement.string("special"));
    let old = || attributes.at("speed").string("value").filter(|_| !movement.exists());
    old().or_else(|| movement.exists().then(|| speeds.join(", ")))
}

fn senses(stats: &Stats<'_>, attributes: Object<'_>, is_2024: bool) -> Option<String> {
    let object = attributes.at("senses");
    let ranges = if object.at("ranges").exists() { object.at("ranges") } else { object };
    let mut senses = Vec::new();
    for key in ["blindsight", "darkvision", "tremorsense", "truesight"] {
        let name = if is_2024 { capitalised(key) } else { key.to_owned() };
        senses.extend(distance(ranges, key).map(|distance| format!("{name} {distance} {}", units(object))));
    }
    senses.extend(object.string("special").map(|special| special.trim_end_matches(';').to_owned()));
    senses.extend(stats.system.at("traits").string("senses"));
    let passive = if is_2024 { "Passive Perception" } else { "passive Perception" };
    let passive = format!("{passive} {}", stats.passive("prc"));
    Some(both(&senses.join(", "), &passive, is_2024))
}

fn languages(object: Object<'_>, is_2024: bool) -> Option<String> {
    let mut languages: Vec<String> = object.texts("value").map(in_words).collect();
    let custom = object.text("custom").into_iter().flat_map(|custom| custom.split(';'));
    languages.extend(custom.map(|language| language.trim().to_owned()).filter(|it| !it.is_empty()));
    let ranges = object.at("communication").fields().filter_map(|(name, range)| {
        let range = Object::new(range);
        Some(format!("{name} {} {}", distance(range, "value")?, units(range)))
    });
    let all = both(&languages.join(", "), &ranges.collect::<Vec<_>>().join(", "), is_2024);
    let none = is_2024.then(|| "None".to_owned());
    Some(all).filter(|languages| !languages.is_empty()).or(none)
}

/// Joins two lists of which either may be empty: since 2024 with a semicolon.
fn both(first: &str, second: &str, is_2024: bool) -> String {
    let separator = match (first.is_empty() || second.is_empty(), is_2024) {
        (true, _) => "",
        (false, true) => "; ",
        (false, false) => ", ",
    };
    format!("{first}{separator}{second}")
}

/// Formats resistances and the like. Some damage counts only if an attack lacks some property.
fn defences(object: Object<'_>, is_2024: bool) -> Option<String> {
    let bypasses: Vec<&str> = object.texts("bypasses").collect();
    let is_physical = |code: &&str| matches!(*code, "bludgeoning" | "piercing" | "slashing");
    let (physical, plain): (Vec<&str>, Vec<&str>) =
        object.texts("value").partition(|code| !bypasses.is_empty() && is_physical(code));
    let mut plain: Vec<String> = plain
        .into_iter()
        .map(|code| match code {
            "physical" => "bludgeoning, piercing, and slashing from nonmagical attacks".to_owned(),
            code if is_2024 => in_words(code),
            code => in_words(code).to_lowercase(),
        })
        .collect();
    plain.extend(object.string("custom"));
    let physical: Vec<String> = physical.into_iter().map(str::to_owned).collect();
    let physical = match physical.as_slice() {
        [] => String::new(),
        types => format!(
            "{} from nonmagical attacks{}",
            content::markdown::joined(types, "and"),
            except(&bypasses)
        ),
    };
    let all: Vec<String> =
        [plain.join(", "), physical].into_iter().filter(|words| !words.is_empty()).collect();
    Some(all.join("; ")).filter(|words| !words.is_empty())
}

fn except(bypasses: &[&str]) -> &'static str {
    match (bypasses.contains(&"ada"), bypasses.contains(&"sil")) {
        (true, true) => " that aren't adamantine or silvered",
        (true, false) => " that aren't adamantine",
        (false, true) => " that aren't silvered",
        (false, false) => "",
    }
}

fn environments(details: Object<'_>) -> Vec<String> {
    let habitat = details.at("habitat");
    let listed = habitat.list("value").filter_map(|place| {
        let kind = capitalised(place.text("type")?);
        Some(
            place
                .text("subtype")
                .map_or_else(|| kind.clone(), |plane| format!("{kind} ({})", title_case(plane))),
        )
    });
    let custom = habitat.text("custom").or_else(|| details.text("environment"));
    let custom =
        custom.into_iter().flat_map(|words| words.split([',', ';'])).map(|it| capitalised(it.trim()));
    listed.chain(custom).filter(|place| !place.is_empty()).collect()
}

/// Lists what it carries. The stat blocks of 2014 have no such line; their armor and weapons stand elsewhere.
fn gear(items: &[Object<'_>], is_2024: bool) -> Option<String> {
    let is_gear = |item: &Item<'_>| match item.kind() {
        "weapon" | "equipment" => item.has("gear"),
        "consumable" | "tool" | "loot" | "container" | "backpack" => item.has("gear") || !is_2024,
        _ => false,
    };
    let names = items.iter().map(|item| Item::new(*item, None)).filter(is_gear).map(|item| {
        let number: u32 = item.system.integer("quantity").unwrap_or(1);
        if number > 1 { format!("{} ({number})", item.name()) } else { item.name().to_owned() }
    });
    Some(names.collect::<Vec<_>>().join(", ")).filter(|names| !names.is_empty())
}

fn add_passages(block: &mut StatBlock, items: &[Object<'_>], own: &Scope<'_>) {
    let mut sorted: Vec<&Object<'_>> = items.iter().collect();
    sorted.sort_by_key(|item| item.integer::<i64>("sort").unwrap_or_default());
    for doc in sorted {
        let item = Item::new(*doc, own.item.owner);
        if !matches!(item.kind(), "feat" | "weapon") {
            continue;
        }
        let scope = Scope::new(own.index, item, own.siblings, own.is_2024);
        let text = passage(&scope);
        let is_introduction =
            matches!(item.system.text("identifier"), Some("legendary-actions" | "mythic-actions"));
        if is_introduction || item.name() == "Legendary Actions" {
            block.legendary_text = text;
            continue;
        }
        let (section, suffix) = section(item);
        let uses = item.uses().filter(|_| !item.name().contains('('));
        let name =
            format!("{}{}{suffix}", item.name(), uses.map(|uses| format!(" ({uses})")).unwrap_or_default());
        let part = if section == Section::Traits { Part::new(&name, &text) } else { action(&name, &text) };
        block.passages.entry(section).or_default().push(part);
    }
    let traits = block.passages.entry(Section::Traits).or_default();
    if !traits.iter().any(|part| part.name.contains("Spellcasting")) {
        traits.extend(spells(items, own));
    }
}

/// Returns the text of a trait or action. That of a weapon which does not say so begins with the attack.
fn passage(scope: &Scope<'_>) -> String {
    let item = scope.item;
    let text = scope.markdown(item.html());
    let says_so = ["Attack", "attack roll", "*Hit:*", "Hit:"].iter().any(|words| text.contains(words));
    if item.kind() != "weapon" && !text.is_empty() || says_so {
        return text;
    }
    let activity = item.activity(None, &["attack"]);
    let Some(attack) = item.attack(activity) else { return text };
    let bonus = attack.bonus.map_or_else(String::new, |bonus| format!("{bonus:+}"));
    let bonus = if scope.is_2024 { bonus } else { format!("{bonus} to hit") };
    let attack = scope.extended_attack(&attack, &bonus, activity).replace("<em>", "").replace("</em>", "");
    let damage = codes::listed(&scope.damage_of(activity, true), "plus");
    let damage = if damage.is_empty() { String::new() } else { format!(" Hit: {damage} damage.") };
    let rest = if text.is_empty() { text } else { format!(" {text}") };
    format!("{attack}.{damage}{rest}")
}

/// Returns the section of an item, and what its name needs in that section.
fn section(item: Item<'_>) -> (Section, &'static str) {
    let (kind, ..) = item.activation();
    match kind {
        _ if item.has("trait") => (Section::Traits, ""),
        "action" => (Section::Actions, ""),
        "bonus" => (Section::BonusActions, ""),
        "reaction" => (Section::Reactions, ""),
        "legendary" => (Section::LegendaryActions, ""),
        "mythic" => (Section::LegendaryActions, " (Mythic Action)"),
        "lair" => (Section::LegendaryActions, " (Lair Action)"),
        _ if item.kind() == "weapon" => (Section::Actions, ""),
        _ => (Section::Traits, ""),
    }
}

/// Lists the spells of a creature whose traits do not.
fn spells(items: &[Object<'_>], own: &Scope<'_>) -> Option<Part> {
    let mut levels: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for item in items.iter().filter(|item| item.text("type") == Some("spell")) {
        let level = system_of(*item).integer("level").unwrap_or_default();
        levels.entry(level).or_default().push(format!("*{}*", item.text("name").unwrap_or_default()));
    }
    if levels.is_empty() {
        return None;
    }
    let lines = levels.into_iter().map(|(level, names)| {
        let title = if level == 0 {
            "Cantrips".to_owned()
        } else {
            format!("{} level", content::model::ordinal(level))
        };
        format!("**{title}:** {}", names.join(", "))
    });
    let dc = own.item.owner.map(|owner| format!("Spell save DC {}.", owner.spell_dc())).unwrap_or_default();
    let text: Vec<String> = std::iter::once(dc).chain(lines).collect();
    Some(Part::new("Spellcasting", &text.join("\n\n")))
}
