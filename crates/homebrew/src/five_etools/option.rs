//! Races, backgrounds, feats and other options of characters.

use content::json::{Object, whole};
use content::markdown::{self, Body, Part, ability_in_full};
use content::model::{CharacterOption, Details, Kind, capitalised, fold, ordinal, title_case};
use serde_json::Value;

use super::context::{Content, Context};
use super::creature::speed;
use super::entries::{line, markdown, markdown_of, name_of};
use super::tags::plain_tags;
use super::words::{joined, size};

pub(super) fn race(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    Ok(of_ancestry(object, None, context))
}

pub(super) fn subrace(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    Ok(of_ancestry(object, object.text("raceName").map(str::to_owned), context))
}

fn of_ancestry(object: Object<'_>, parent: Option<String>, context: &Context<'_, '_>) -> Content {
    let walk = object.integer("speed").or_else(|| object.at("speed").integer("walk"));
    let (text, parts) = named_parts(object);
    let given = [
        ("Ability Score Increase", abilities(object)),
        ("Age", line(object.at("age").value())),
        ("Size", size(object).unwrap_or_default()),
        ("Speed", speed(object).unwrap_or_default()),
        (
            "Darkvision",
            object.integer::<u32>("darkvision").map(|feet| format!("{feet} ft.")).unwrap_or_default(),
        ),
        ("Languages", proficiencies(object, "languageProficiencies")),
        ("Skills", proficiencies(object, "skillProficiencies")),
        ("Tools", proficiencies(object, "toolProficiencies")),
        ("Weapons", proficiencies(object, "weaponProficiencies")),
        ("Armor", proficiencies(object, "armorProficiencies")),
    ];
    let is_told = |label: &str| {
        let told = fold(label);
        parts
            .iter()
            .any(|part| fold(&part.name) == told || told == "skills" && fold(&part.name).contains("skill"))
    };
    let given =
        given.into_iter().filter(|(label, words)| !is_told(label) && !words.is_empty() && *words != "{}");
    let mut all: Vec<Part> = given.map(|(label, words)| Part::new(label, &words)).collect();
    let details = CharacterOption {
        parent,
        size: size(object),
        speed: walk,
        features: parts.iter().map(|part| part.name.clone()).collect(),
        ..CharacterOption::default()
    };
    all.extend(parts);
    let kind = context.kind.kind;
    let text = Body::default().block(&context.fluff(object)).block(&text).finish();
    let body = markdown::option(kind, &details, &text, &all);
    Content::new(kind, Details::CharacterOption(details), body)
}

/// Splits the entries of an item into its text and its named passages.
fn named_parts(object: Object<'_>) -> (String, Vec<Part>) {
    let (mut text, mut parts) = (Body::default(), Vec::new());
    for entry in object.list("entries") {
        let name = name_of(entry);
        let is_part =
            matches!(entry.text("type"), Some("entries" | "section" | "item") | None) && !name.is_empty();
        if is_part {
            let inner = ["entries", "entry"].map(|field| markdown_of(entry, field)).join("\n\n");
            parts.push(Part { name, text: inner.trim().to_owned() });
        } else {
            text.block(&markdown(entry.value()));
        }
    }
    (text.finish(), parts)
}

pub(super) fn background(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let (text, parts) = named_parts(object);
    let details = CharacterOption {
        prerequisite: prerequisite(object),
        features: parts.iter().map(|part| part.name.clone()).collect(),
        ..CharacterOption::default()
    };
    let mut all: Vec<Part> = Vec::new();
    let told = fold(&text);
    for (label, field) in [
        ("Skill Proficiencies", "skillProficiencies"),
        ("Tool Proficiencies", "toolProficiencies"),
        ("Languages", "languageProficiencies"),
        ("Feats", "feats"),
    ] {
        let words = proficiencies(object, field);
        if !words.is_empty() && !told.contains(&fold(label)) {
            all.push(Part::new(label, &words));
        }
    }
    let abilities = abilities(object);
    if !abilities.is_empty() && !told.contains("ability scores") {
        all.push(Part::new("Ability Scores", &abilities));
    }
    all.extend(parts);
    let text = Body::default().block(&text).block(&context.fluff(object)).finish();
    let body = markdown::option(Kind::Background, &details, &text, &all);
    Ok(Content::new(Kind::Background, Details::CharacterOption(details), body))
}

pub(super) fn feat(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let category = object.text("category").map(|code| match code {
        "O" => "origin feat".to_owned(),
        "G" => "general feat".to_owned(),
        "FS" => "fighting style feat".to_owned(),
        "EB" => "epic boon feat".to_owned(),
        other => context.index.name_of_code("featCategories", other).unwrap_or_else(|| other.to_owned()),
    });
    Ok(option(object, category, None, context))
}

/// Types of optional features by their code.
const FEATURE_TYPES: [(&str, &str); 14] = [
    ("AI", "artificer infusion"),
    ("AS", "arcane shot"),
    ("ED", "elemental discipline"),
    ("EI", "eldritch invocation"),
    ("FS:B", "fighting style"),
    ("FS:F", "fighting style"),
    ("FS:P", "fighting style"),
    ("FS:R", "fighting style"),
    ("MM", "metamagic"),
    ("MV", "maneuver"),
    ("MV:B", "maneuver"),
    ("OR", "onomancy resonant"),
    ("PB", "pact boon"),
    ("RN", "rune knight rune"),
];

/// An optional feature, a psionic, a gift, or another option.
pub(super) fn feature(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let code = object.texts("featureType").next();
    let known = code.map(|code| {
        let known = FEATURE_TYPES.iter().find(|(known, _)| *known == code);
        let own = context.index.name_of_code("optionalFeatureTypes", code).map(|name| name.to_lowercase());
        known.map_or_else(|| own.unwrap_or_else(|| code.to_owned()), |(_, words)| (*words).to_owned())
    });
    let of_kind = match object.text("type") {
        Some("D") if context.kind.property == "psionic" => Some("psionic discipline".to_owned()),
        Some("T") if context.kind.property == "psionic" => Some("psionic talent".to_owned()),
        other => other.map(|words| plain_tags(words).to_lowercase()),
    };
    let section = Some(context.kind.section.to_owned()).filter(|section| !section.is_empty());
    let parent = object.text("order").map(str::to_owned);
    Ok(option(object, known.or(of_kind).or(section), parent, context))
}

fn option(
    object: Object<'_>,
    subtype: Option<String>,
    parent: Option<String>,
    context: &Context<'_, '_>,
) -> Content {
    let details = CharacterOption {
        prerequisite: prerequisite(object),
        level: object
            .list("prerequisite")
            .find_map(|each| each.integer("level").or_else(|| each.at("level").integer("level"))),
        subtype,
        parent,
        ..CharacterOption::default()
    };
    let mut parts = Vec::new();
    let focus = markdown_of(object, "focus");
    if !focus.is_empty() {
        parts.push(Part { name: "Psychic Focus".to_owned(), text: focus });
    }
    for mode in object.list("modes").chain(object.list("focusModes")) {
        let cost = mode.at("cost");
        let cost = match (cost.integer::<u32>("min"), cost.integer::<u32>("max")) {
            (Some(least), Some(most)) if least == most => format!(" ({least} psi)"),
            (Some(least), Some(most)) => format!(" ({least}–{most} psi)"),
            _ => String::new(),
        };
        parts.push(Part { name: format!("{}{cost}", name_of(mode)), text: markdown_of(mode, "entries") });
    }
    let abilities = abilities(object);
    let abilities =
        if abilities.is_empty() { String::new() } else { format!("**Ability Score Increase** {abilities}") };
    let entries = markdown_of(object, "entries");
    let told = entries.to_lowercase().contains("increase your");
    let mut text = Body::default();
    if !told {
        text.block(&abilities);
    }
    let text = text.block(&entries).block(&context.fluff(object)).finish();
    let kind = context.kind.kind;
    let body = markdown::option(kind, &details, &text, &parts);
    let line = details.subtype.as_deref().filter(|_| kind == Kind::ClassOption).map(capitalised);
    let body = Body::default().italic(&line.unwrap_or_default()).block(&body).finish();
    Content::new(kind, Details::CharacterOption(details), body)
}

/// Returns increases of abilities: `Dexterity +2, Wisdom +1`, `choose 2 of any +1`.
fn abilities(object: Object<'_>) -> String {
    let words = object.list("ability").map(|set| {
        let words = set.fields().filter_map(|(ability, value)| match ability_in_full(ability) {
            Some(name) => whole(value).map(|number| format!("{name} {number:+}")),
            None if ability == "choose" => {
                let choose = Object::new(value);
                let from: Vec<String> =
                    choose.texts("from").filter_map(ability_in_full).map(str::to_owned).collect();
                let from = if from.is_empty() || from.len() == 6 {
                    "any ability".to_owned()
                } else {
                    joined(&from, "or")
                };
                let weighted = choose.at("weighted");
                if weighted.exists() {
                    let weights: Vec<String> = weighted
                        .list("weights")
                        .filter_map(|weight| whole(weight.value()))
                        .map(|weight| format!("{weight:+}"))
                        .collect();
                    return Some(format!("choose {}", weights.join(" and ")));
                }
                let (number, amount) = (
                    choose.integer::<u32>("count").unwrap_or(1),
                    choose.integer::<i64>("amount").unwrap_or(1),
                );
                Some(format!("{number} of {from} {amount:+}"))
            }
            None => None,
        });
        words.collect::<Vec<_>>().join(", ")
    });
    joined(&words.filter(|words| !words.is_empty()).collect::<Vec<_>>(), "or")
}

/// Returns proficiencies: `Insight, Religion`, `any 2 languages`.
fn proficiencies(object: Object<'_>, field: &str) -> String {
    let sets = object.list(field).map(choices).filter(|words| !words.is_empty());
    joined(&sets.collect::<Vec<_>>(), "or")
}

/// Returns a set of choices in words.
pub(super) fn choices(set: Object<'_>) -> String {
    let name = |key: &str| title_case(&plain_tags(key.split('|').next().unwrap_or(key)));
    let words = set.fields().filter_map(|(key, value)| match (key, value) {
        ("choose", value) => {
            let choose = Object::new(value);
            let from: Vec<String> = choose.texts("from").map(name).collect();
            Some(format!("choose {} from {}", choose.integer::<u32>("count").unwrap_or(1), from.join(", ")))
        }
        (_, Value::Bool(true)) => Some(name(key)),
        (_, value) if key.starts_with("any") => {
            let kind = key.strip_prefix("any").unwrap_or(key);
            let kind = if kind.is_empty() { "choice".to_owned() } else { spaced(kind) };
            Some(format!("any {} {kind}", whole(value).unwrap_or(1)))
        }
        (_, Value::Number(number)) => Some(format!("{number} × {}", name(key))),
        _ => None,
    });
    words.collect::<Vec<_>>().join(", ")
}

/// `ArtisansTool` becomes `artisans tool`.
fn spaced(words: &str) -> String {
    let mut spaced = String::new();
    for letter in words.chars() {
        if letter.is_uppercase() && !spaced.is_empty() {
            spaced.push(' ');
        }
        spaced.extend(letter.to_lowercase());
    }
    spaced
}

/// Returns what an option requires, each alternative after an `or`.
pub(super) fn prerequisite(object: Object<'_>) -> Option<String> {
    let alternatives = object.list("prerequisite").map(|needed| {
        let words = needed.fields().map(|(field, value)| requirement(field, Object::new(value)));
        words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
    });
    let alternatives: Vec<String> = alternatives.filter(|words| !words.is_empty()).collect();
    let words = joined(&alternatives, "or");
    Some(words).filter(|words| !words.is_empty()).or_else(|| object.text("prerequisite").map(plain_tags))
}

fn requirement(field: &str, value: Object<'_>) -> String {
    let names = |value: Object<'_>| {
        let all = value.value().as_array().map_or_else(|| std::slice::from_ref(value.value()), Vec::as_slice);
        let names = all.iter().map(|item| {
            let object = Object::new(item);
            let text = item
                .as_str()
                .or(object.text("displayEntry"))
                .or(object.text("entry"))
                .or(object.text("name"));
            let name = plain_tags(text.unwrap_or_default());
            let short = name.split(['|', '#']).next().unwrap_or_default();
            object.text("subrace").map_or_else(|| short.to_owned(), |subrace| format!("{short} ({subrace})"))
        });
        joined(&names.collect::<Vec<_>>(), "or")
    };
    match field {
        "level" => {
            let level = whole(value.value()).or_else(|| value.integer("level"));
            let class = value.at("class").text("name").map(|class| format!(" {class}"));
            let level = level.and_then(|level| u8::try_from(level).ok()).map(ordinal);
            level.map(|level| format!("{level} level{}", class.unwrap_or_default())).unwrap_or_default()
        }
        "ability" => {
            let all = value.value().as_array().into_iter().flatten().map(|scores| {
                let scores = Object::new(scores).fields().filter_map(|(ability, score)| {
                    Some(format!("{} {} or higher", ability_in_full(ability)?, whole(score)?))
                });
                scores.collect::<Vec<_>>().join(" and ")
            });
            joined(&all.collect::<Vec<_>>(), "or")
        }
        "pact" => format!("Pact of the {}", names(value)),
        "patron" => format!("{} patron", names(value)),
        "spellcasting" | "spellcasting2020" | "spellcastingFeature" | "spellcastingPrepared" => {
            "the ability to cast at least one spell".to_owned()
        }
        "psionics" => "psionics".to_owned(),
        "proficiency" => {
            let all = value.value().as_array().into_iter().flatten().flat_map(|each| {
                Object::new(each)
                    .fields()
                    .map(|(kind, of)| format!("{} {kind}", of.as_str().unwrap_or("any")))
                    .collect::<Vec<_>>()
            });
            format!("proficiency with {}", joined(&all.collect::<Vec<_>>(), "or"))
        }
        "otherSummary" => value.text("entry").map(plain_tags).unwrap_or_default(),
        "alignment" => super::words::alignment_words(value.value()),
        "note" => names(value),
        "feature" | "feat" | "optionalfeature" | "background" | "race" | "item" | "other" | "campaign"
        | "group" | "culture" | "membership" => names(value),
        "spell" => names(value).replace("#c", ""),
        _ => {
            let words = line(value.value());
            if words.is_empty() { spaced(field) } else { format!("{} {words}", spaced(field)) }
        }
    }
}
