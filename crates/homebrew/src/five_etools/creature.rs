//! Creatures.

use std::collections::BTreeMap;

use content::json::{Object, whole};
use content::markdown::{Body, Part, Section, StatBlock, action, clean_markdown};
use content::model::{AbilityScores, Creature, Details, Kind, capitalised, title_case};
use serde_json::Value;

use super::context::{Content, Context};
use super::entries::{line, markdown, markdown_of, name_of, spellcasting};
use super::tags::plain_tags;
use super::words::{ABILITIES, alignment, feet, joined, size};

pub(super) fn creature(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let mut creature = fields(object, context.notes);
    let mut block = sections(object);
    block.lore = context.fluff(object);
    creature.legendary_actions = object.integer("legendaryActions").or_else(|| {
        let has = object.list("legendary").next().is_some();
        has.then_some(3)
    });
    let mut body = Body::default();
    body.block(&block.to_markdown(&creature));
    if let Some(group) = context.other("legendaryGroup", object.at("legendaryGroup")) {
        let titles = [
            ("Lair Actions", "lairActions"),
            ("Regional Effects", "regionalEffects"),
            ("Mythic Encounter", "mythicEncounter"),
        ];
        for (title, field) in titles {
            let text = markdown_of(Object::new(&group), field);
            if !text.is_empty() {
                body.block(&format!("### {title}\n\n{text}"));
            }
        }
    }
    let body = body.finish();
    Ok(Content::new(Kind::Creature, Details::Creature(Box::new(creature)), body))
}

fn fields(object: Object<'_>, notes: &mut Vec<String>) -> Creature {
    let kind = object.at("type");
    let (creature_type, subtype) = creature_type(kind);
    let (armor_class, armor_detail) = armor(object);
    let hp = object.at("hp");
    let hit_points = hp.integer("average").or_else(|| object.integer("hp"));
    let mut creature = Creature {
        size: size(object),
        creature_type,
        subtype,
        alignment: alignment(object),
        armor_class,
        armor_detail,
        hit_points,
        hit_dice: hp
            .text("formula")
            .map(|dice| dice.replace(' ', ""))
            .or_else(|| hp.text("special").map(plain_tags)),
        speed: speed(object),
        ability_scores: scores(object),
        saving_throws: bonuses(object.at("save"), notes, |name| {
            content::markdown::ability_in_full(name).map(str::to_owned)
        }),
        skills: bonuses(object.at("skill"), notes, |name| Some(title_case(name))),
        damage_vulnerabilities: defences(object, "vulnerable"),
        damage_resistances: defences(object, "resist"),
        damage_immunities: defences(object, "immune"),
        condition_immunities: defences(object, "conditionImmune"),
        senses: senses(object),
        gear: list_of(object, "gear"),
        languages: list_of(object, "languages"),
        environments: object.texts("environment").map(title_case).collect(),
        initiative_bonus: initiative(object),
        ..Creature::default()
    };
    rating(object, &mut creature, notes);
    creature
}

fn rating(object: Object<'_>, creature: &mut Creature, notes: &mut Vec<String>) {
    let cr = object.at("cr");
    let text = cr.text("cr").or(object.text("cr"));
    creature.experience_points = cr.integer("xp");
    creature.lair_experience_points = cr.integer("xpLair").or_else(|| {
        let lair: content::model::ChallengeRating = cr.text("lair")?.parse().ok()?;
        Some(lair.experience_points())
    });
    creature.proficiency_bonus =
        object.text("pbNote").and_then(|note| note.trim_start_matches('+').split(' ').next()?.parse().ok());
    match text.map(str::parse) {
        Some(Ok(rating)) => creature.set_challenge_rating(rating),
        Some(Err(_)) if !matches!(text, Some("Unknown" | "—" | "-" | "None" | "Varies" | "*")) => {
            notes.push(format!("`{}` is not a challenge rating", text::shown(text.unwrap_or_default())));
        }
        _ => {}
    }
}

/// Returns the type and what stands in brackets behind it.
fn creature_type(kind: Object<'_>) -> (Option<String>, Option<String>) {
    if let Some(text) = kind.value().as_str() {
        return (Some(capitalised(&plain_tags(text))), None);
    }
    let of_kind = |value: Object<'_>| -> Option<String> {
        let choices: Vec<String> = value
            .at("choose")
            .value()
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(capitalised)
            .collect();
        value
            .value()
            .as_str()
            .map(capitalised)
            .or_else(|| (!choices.is_empty()).then(|| joined(&choices, "or")))
    };
    let name = of_kind(kind.at("type"));
    let name = match kind.text("swarmSize").and_then(super::words::size_name) {
        Some(size) => name.map(|name| format!("Swarm of {size} {name}s")),
        None => name,
    };
    let tags = kind.list("tags").filter_map(|tag| match tag.value().as_str() {
        Some(tag) => Some(tag.to_owned()),
        None => {
            Some(format!("{} {}", tag.text("prefix").unwrap_or_default(), tag.text("tag")?).trim().to_owned())
        }
    });
    let mut tags: Vec<String> = tags.collect();
    tags.extend(kind.text("note").map(|note| plain_tags(note).trim_matches(['(', ')']).to_owned()));
    (name, (!tags.is_empty()).then(|| tags.join(", ")))
}

/// Returns the first armor class, and all that is said about it.
fn armor(object: Object<'_>) -> (Option<u32>, Option<String>) {
    let single = object.at("ac").value();
    let all = single.as_array().map_or_else(|| std::slice::from_ref(single), Vec::as_slice);
    let number_of =
        |value: &Value| whole(value.get("ac").unwrap_or(value)).and_then(|ac| u32::try_from(ac).ok());
    let words: Vec<String> = all
        .iter()
        .filter_map(|value| {
            let armor = Object::new(value);
            let from: Vec<String> = armor.texts("from").map(plain_tags).collect();
            let condition = armor.text("condition").map(plain_tags);
            let detail: Vec<String> = [Some(from.join(", ")), condition]
                .into_iter()
                .flatten()
                .filter(|it| !it.is_empty())
                .collect();
            let detail = if detail.is_empty() {
                String::new()
            } else {
                format!(" ({})", detail.join(" ").trim_matches(['(', ')']))
            };
            match number_of(value) {
                Some(number) => Some(format!("{number}{detail}")),
                None => armor.text("special").map(plain_tags),
            }
        })
        .collect();
    let first = all.first().and_then(number_of);
    let detail = match (first, words.as_slice()) {
        (Some(number), [one]) => {
            let detail = one.strip_prefix(&number.to_string()).unwrap_or_default().trim();
            Some(detail.trim_matches(['(', ')']).to_owned()).filter(|detail| !detail.is_empty())
        }
        (_, words) => Some(words.join(", ")).filter(|words| !words.is_empty()),
    };
    (first, detail)
}

pub(super) fn speed(object: Object<'_>) -> Option<String> {
    let speed = object.at("speed");
    if let Some(walk) = object.integer::<i64>("speed") {
        return Some(format!("{walk} ft."));
    }
    if let Some(text) = object.text("speed") {
        return Some(plain_tags(text));
    }
    let mut words = Vec::new();
    for mode in ["walk", "burrow", "climb", "fly", "swim"] {
        let values = [speed.at(mode)].into_iter().chain(speed.at("alternate").list(mode));
        words.extend(values.filter_map(|value| {
            let distance = match value.value() {
                Value::Bool(true) => "equal to its walking speed".to_owned(),
                Value::Object(_) => {
                    let note = value.text("condition").map(|note| format!(" {}", plain_tags(note)));
                    format!("{}{}", feet(value.integer("number")?), note.unwrap_or_default())
                }
                other => feet(whole(other)?),
            };
            let hover = mode == "fly" && speed.flag("canHover") && !distance.contains("hover");
            let hover = if hover { " (hover)" } else { "" };
            Some(if mode == "walk" { distance } else { format!("{mode} {distance}{hover}") })
        }));
    }
    if let Some(choose) = Some(speed.at("choose")).filter(|choose| choose.exists()) {
        let from: Vec<String> = choose.texts("from").map(str::to_owned).collect();
        let amount = choose.integer("amount").map(feet).unwrap_or_default();
        words.push(
            format!("{} {amount} {}", joined(&from, "or"), choose.text("note").unwrap_or_default())
                .trim()
                .to_owned(),
        );
    }
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

fn scores(object: Object<'_>) -> Option<AbilityScores> {
    let score = |ability: &str| object.integer::<u16>(ability);
    let any = ABILITIES.iter().any(|ability| score(ability).is_some());
    let score = |ability| score(ability).unwrap_or(10);
    any.then(|| AbilityScores {
        strength: score("str"),
        dexterity: score("dex"),
        constitution: score("con"),
        intelligence: score("int"),
        wisdom: score("wis"),
        charisma: score("cha"),
    })
}

fn initiative(object: Object<'_>) -> Option<i32> {
    let initiative = object.at("initiative");
    let fixed = initiative.integer("initiative").or_else(|| object.integer("initiative"));
    fixed.or_else(|| {
        let level = initiative.integer::<i32>("proficiency")?;
        let rating = object.at("cr").text("cr").or(object.text("cr"))?;
        let rating: content::model::ChallengeRating = rating.parse().ok()?;
        let dexterity = AbilityScores::modifier(object.integer("dex").unwrap_or(10));
        Some(dexterity + level.clamp(0, 2) * i32::from(rating.proficiency_bonus()))
    })
}

/// Reads bonuses such as `{"perception": "+5"}`. One that is no number is noted.
fn bonuses(
    object: Object<'_>,
    notes: &mut Vec<String>,
    name_of: impl Fn(&str) -> Option<String>,
) -> BTreeMap<String, i32> {
    let mut bonuses = BTreeMap::new();
    for (name, value) in object.fields().filter(|(name, _)| !matches!(*name, "special" | "other")) {
        let text = value.as_str().map(plain_tags);
        let number = match &text {
            Some(text) => text
                .trim()
                .trim_start_matches('+')
                .replace('−', "-")
                .split(' ')
                .next()
                .and_then(|it| it.parse().ok()),
            None => whole(value).and_then(|number| i32::try_from(number).ok()),
        };
        match (name_of(name), number) {
            (Some(name), Some(number)) => {
                bonuses.insert(name, number);
            }
            _ => notes.push(format!(
                "the bonus `{} {}` is not a number",
                text::shown(name),
                text::shown(&value.to_string())
            )),
        }
    }
    bonuses
}

fn list_of(object: Object<'_>, field: &str) -> Option<String> {
    let value = object.at(field);
    let words: Vec<String> = match value.value() {
        Value::String(text) => vec![plain_tags(text)],
        Value::Array(items) => items
            .iter()
            .filter_map(|item| match item.as_str() {
                Some(text) => Some(text.split('|').next().unwrap_or(text).to_owned())
                    .filter(|_| field == "gear")
                    .or_else(|| Some(plain_tags(text))),
                None => {
                    let gear = Object::new(item);
                    let name = gear.text("displayName").or_else(|| gear.text("item")?.split('|').next())?;
                    let number = gear.integer::<u32>("quantity").filter(|number| *number > 1);
                    Some(number.map_or_else(
                        || plain_tags(name),
                        |number| format!("{} ({number})", plain_tags(name)),
                    ))
                }
            })
            .collect(),
        _ => Vec::new(),
    };
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

/// Returns damage types or conditions in words: `cold, fire; slashing from nonmagical attacks`.
pub(super) fn defences(object: Object<'_>, field: &str) -> Option<String> {
    let words = defence_words(object.at(field).value(), field);
    Some(words).filter(|words| !words.is_empty())
}

fn defence_words(value: &Value, field: &str) -> String {
    let all = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    let (mut plain, mut groups) = (Vec::new(), Vec::new());
    for item in all {
        match item {
            Value::String(text) => plain.push(plain_tags(text)),
            Value::Object(_) => {
                let item = Object::new(item);
                let special = item.text("special").map(plain_tags);
                let nested = item.at(field).value().as_array().map(|types| {
                    let types: Vec<String> = types.iter().map(|each| defence_words(each, field)).collect();
                    joined(&types, "and")
                });
                let words = [
                    item.text("preNote").map(plain_tags),
                    special.or(nested),
                    item.text("note").map(plain_tags),
                ];
                let words: Vec<String> = words.into_iter().flatten().collect();
                groups.push(words.join(" "));
            }
            _ => {}
        }
    }
    let plain = plain.join(", ");
    [plain].into_iter().chain(groups).filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ")
}

fn senses(object: Object<'_>) -> Option<String> {
    let senses = list_of(object, "senses");
    let passive = match object.at("passive").value() {
        Value::String(text) => Some(text.clone()),
        other => whole(other).map(|number| number.to_string()),
    };
    let words = [senses, passive.map(|passive| format!("passive Perception {passive}"))];
    let words: Vec<String> = words.into_iter().flatten().collect();
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

fn sections(object: Object<'_>) -> StatBlock {
    let mut block = StatBlock::default();
    let fields = [
        (Section::Traits, "trait", ""),
        (Section::Actions, "action", "action"),
        (Section::BonusActions, "bonus", "bonus"),
        (Section::Reactions, "reaction", "reaction"),
        (Section::LegendaryActions, "legendary", "legendary"),
        (Section::LegendaryActions, "mythic", "mythic"),
    ];
    for (section, field, display) in fields {
        let parts = block.passages.entry(section).or_default();
        let header = markdown_of(object, &format!("{field}Header"));
        if field == "legendary" {
            block.legendary_text = header;
        } else if !header.is_empty() {
            parts.push(Part {
                name: if field == "mythic" { "Mythic Actions".to_owned() } else { String::new() },
                text: header,
            });
        }
        for casting in object.list("spellcasting") {
            if casting.text("displayAs").unwrap_or_default() == display
                || display.is_empty() && casting.text("displayAs") == Some("trait")
            {
                let (name, text) = spellcasting(casting);
                parts.push(Part { name, text: clean_markdown(&text) });
            }
        }
        for item in object.list(field) {
            let (name, text) = (name_of(item), markdown(item.at("entries").value()));
            parts.push(if display.is_empty() { Part::new(&name, &text) } else { action(&name, &text) });
        }
        parts.retain(|part| !part.name.is_empty() || !part.text.is_empty());
    }
    let variants = object.list("variant").map(|variant| Part {
        name: format!("Variant: {}", name_of(variant).trim_start_matches("Variant: ")),
        text: markdown(variant.at("entries").value()),
    });
    block.passages.entry(Section::Traits).or_default().extend(variants);
    block.passages.retain(|_, parts| !parts.is_empty());
    let special = [("save", "Saving Throws"), ("skill", "Skills")];
    for (field, title) in special {
        let text = line(object.at(field).at("special").value());
        if !text.is_empty() {
            block.passages.entry(Section::Traits).or_default().push(Part::new(title, &text));
        }
    }
    block
}
