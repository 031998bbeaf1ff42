//! Things: mundane and magic items, variants, groups, vehicles, objects.

use content::json::Object;
use content::markdown::{self, Body};
use content::model::{Details, Equipment, Kind, Rarity, capitalised, title_case};
use serde_json::{Map, Value};

use super::context::{Content, Context};
use super::creature::{defences, speed};
use super::entries::{line, markdown_of, name_of};
use super::tags::plain_tags;
use super::words::{damage_type, size};

/// Types of items by their code: the kind and the category.
const TYPES: [(&str, Kind, &str); 43] = [
    ("$", Kind::Item, "Treasure"),
    ("$A", Kind::Item, "Treasure (Art Object)"),
    ("$C", Kind::Item, "Treasure (Coinage)"),
    ("$G", Kind::Item, "Treasure (Gemstone)"),
    ("A", Kind::Item, "Ammunition"),
    ("AF", Kind::Item, "Ammunition (Firearm)"),
    ("AIR", Kind::Item, "Vehicle (Air)"),
    ("AT", Kind::Item, "Artisan's Tools"),
    ("EM", Kind::Item, "Eldritch Machine"),
    ("EXP", Kind::Item, "Explosive"),
    ("FD", Kind::Item, "Food and Drink"),
    ("G", Kind::Item, "Adventuring Gear"),
    ("GS", Kind::Item, "Gaming Set"),
    ("GV", Kind::Item, "Generic Variant"),
    ("HA", Kind::Armor, "Heavy Armor"),
    ("IDG", Kind::Item, "Illegal Drug"),
    ("INS", Kind::Item, "Instrument"),
    ("LA", Kind::Armor, "Light Armor"),
    ("M", Kind::Weapon, "Melee Weapon"),
    ("MA", Kind::Armor, "Medium Armor"),
    ("MNT", Kind::Item, "Mount"),
    ("MR", Kind::Item, "Master Rune"),
    ("OTH", Kind::Item, "Other"),
    ("P", Kind::Item, "Potion"),
    ("R", Kind::Weapon, "Ranged Weapon"),
    ("RD", Kind::Item, "Rod"),
    ("RG", Kind::Item, "Ring"),
    ("S", Kind::Armor, "Shield"),
    ("SC", Kind::Item, "Scroll"),
    ("SCF", Kind::Item, "Spellcasting Focus"),
    ("SHP", Kind::Item, "Vehicle (Water)"),
    ("SPC", Kind::Item, "Vehicle (Space)"),
    ("ST", Kind::Item, "Staff"),
    ("T", Kind::Item, "Tools"),
    ("TAH", Kind::Item, "Tack and Harness"),
    ("TB", Kind::Item, "Trade Bar"),
    ("TG", Kind::Item, "Trade Good"),
    ("VEH", Kind::Item, "Vehicle (Land)"),
    ("WD", Kind::Item, "Wand"),
    ("GEM", Kind::Item, "Gemstone"),
    ("ART", Kind::Item, "Art Object"),
    ("TKN", Kind::Item, "Token"),
    ("W", Kind::Item, "Wondrous Item"),
];

/// Properties of weapons by their code.
const PROPERTIES: [(&str, &str); 16] = [
    ("2H", "Two-Handed"),
    ("A", "Ammunition"),
    ("AF", "Ammunition (Firearm)"),
    ("BF", "Burst Fire"),
    ("ER", "Extended Reach"),
    ("F", "Finesse"),
    ("H", "Heavy"),
    ("L", "Light"),
    ("LD", "Loading"),
    ("R", "Reach"),
    ("RLD", "Reload"),
    ("S", "Special"),
    ("T", "Thrown"),
    ("V", "Versatile"),
    ("Vst", "Vestige of Divergence"),
    ("OH", "One-Handed"),
];

pub(super) fn equipment(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let code = code_of(object.text("type").unwrap_or_default());
    let known = TYPES.iter().find(|(known, ..)| *known == code);
    let rarity = object.text("rarity").filter(|rarity| !matches!(*rarity, "none" | "unknown"));
    let is_wondrous = object.flag("wondrous");
    let is_magic = rarity.is_some() || is_wondrous || object.at("reqAttune").value() != &Value::Null;
    let mundane = known.map_or(Kind::Item, |(_, kind, _)| *kind);
    let mundane = if object.flag("weapon") { Kind::Weapon } else { mundane };
    let kind = if is_magic { Kind::MagicItem } else { mundane };
    let found = (if is_magic { rarity.and_then(Rarity::find) } else { None }, rarity);
    if let (None, Some(words)) = found
        && !words.starts_with("unknown")
    {
        context.notes.push(format!("`{}` is no rarity", text::shown(words)));
    }
    let (requires_attunement, attunement_detail) = attunement(object);
    let properties = properties(object, context);
    let has = |code: &str| {
        object.list("property").any(|each| each.value().as_str().is_some_and(|it| code_of(it) == code))
    };
    let is_weapon = mundane == Kind::Weapon;
    let thing = Equipment {
        category: category(object, code, known.map(|(.., category)| *category), is_wondrous),
        rarity: found.0,
        requires_attunement,
        attunement_detail,
        is_magic,
        cost_gp: object.number("value").filter(|copper| *copper >= 0.0).map(|copper| copper / 100.0),
        weight_lb: object.number("weight").filter(|pounds| *pounds >= 0.0),
        damage_dice: object.text("dmg1").map(plain_tags),
        two_handed_damage_dice: object.text("dmg2").map(plain_tags),
        damage_type: object.text("dmgType").map(damage_type),
        properties,
        range: object.text("range").map(str::to_owned),
        is_simple: object.text("weaponCategory").map(|category| category == "simple"),
        is_finesse: is_weapon.then(|| has("F")),
        is_light: is_weapon.then(|| has("L")),
        armor_class: armor_class(object, code),
        strength_required: object.integer("strength").or_else(|| object.text("strength")?.parse().ok()),
        stealth_disadvantage: object.maybe_flag("stealth"),
        base_item: object.text("baseItem").map(|base| title_case(base.split('|').next().unwrap_or(base))),
    };
    let body = markdown::equipment(&thing, &text_of(object, context));
    Ok(Content::new(kind, Details::Equipment(Box::new(thing)), body))
}

/// A code may have its source behind it: `M|XPHB`.
fn code_of(text: &str) -> &str {
    text.split('|').next().unwrap_or(text)
}

fn category(object: Object<'_>, code: &str, known: Option<&str>, is_wondrous: bool) -> Option<String> {
    let weapon = object.text("weaponCategory").map(capitalised);
    let category = match (known, weapon) {
        (Some(known), Some(weapon)) => Some(format!("{weapon} {known}")),
        (Some(known), None) => Some(known.to_owned()),
        (None, Some(weapon)) => Some(format!("{weapon} Weapon")),
        (None, None) => Some(code.to_owned()).filter(|code| !code.is_empty()),
    };
    let flags = [("staff", "Staff"), ("tattoo", "Tattoo"), ("poison", "Poison"), ("armor", "Armor")];
    let flag = flags.iter().find(|(field, _)| object.flag(field)).map(|(_, name)| (*name).to_owned());
    let wondrous = is_wondrous.then(|| "Wondrous Item".to_owned());
    let name = object.text("typeText").map(plain_tags);
    name.or(category.filter(|_| code != "GV")).or(wondrous).or(flag)
}

/// Returns whether a thing requires attunement, and by whom.
fn attunement(object: Object<'_>) -> (bool, Option<String>) {
    match object.at("reqAttune").value() {
        Value::Bool(required) => (*required, None),
        Value::String(text) => {
            let words = plain_tags(text);
            let detail = if words == "optional" { "optional".to_owned() } else { words };
            (true, Some(detail).filter(|detail| !detail.is_empty()))
        }
        _ => (false, None),
    }
}

fn properties(object: Object<'_>, context: &Context<'_, '_>) -> Vec<String> {
    let range = object.text("range").map(|range| format!(" (range {range})"));
    let mut names: Vec<String> = object
        .list("property")
        .filter_map(|property| property.value().as_str().or_else(|| property.text("uid")))
        .map(|property| {
            let (code, source) = property.split_once('|').unwrap_or((property, ""));
            let known =
                PROPERTIES.iter().find(|(known, _)| *known == code).map(|(_, name)| (*name).to_owned());
            let name = known
                .or_else(|| context.named("itemProperty", code, source))
                .unwrap_or_else(|| code.to_owned());
            match (code, object.text("dmg2")) {
                ("T" | "A", _) => format!("{name}{}", range.clone().unwrap_or_default()),
                ("V", Some(dice)) => format!("{name} ({dice})"),
                _ => name,
            }
        })
        .collect();
    let masteries =
        object.list("mastery").filter_map(|mastery| mastery.value().as_str().or_else(|| mastery.text("uid")));
    names.extend(masteries.map(|mastery| code_of(mastery).to_owned()));
    names
}

fn armor_class(object: Object<'_>, code: &str) -> Option<String> {
    let special = object.text("acSpecial").map(plain_tags);
    let number = object.integer::<i64>("ac");
    let most = object.integer::<i64>("dexterityMax");
    special.or_else(|| {
        let number = number?;
        Some(match (code, most) {
            ("LA", _) => format!("{number} + Dex modifier"),
            ("MA", most) => format!("{number} + Dex modifier (max {})", most.unwrap_or(2)),
            ("S", _) => format!("+{number}"),
            _ => number.to_string(),
        })
    })
}

fn text_of(object: Object<'_>, context: &Context<'_, '_>) -> String {
    let mut body = Body::default();
    let bonuses = [
        ("Bonus to Attack and Damage Rolls", "bonusWeapon"),
        ("Bonus to Attack Rolls", "bonusWeaponAttack"),
        ("Bonus to Damage Rolls", "bonusWeaponDamage"),
        ("Bonus to Armor Class", "bonusAc"),
        ("Bonus to Spell Attack Rolls", "bonusSpellAttack"),
        ("Bonus to Spell Save DCs", "bonusSpellSaveDc"),
        ("Bonus to Saving Throws", "bonusSavingThrow"),
        ("Charges", "charges"),
    ];
    let word = |field: &str| match object.at(field).value() {
        Value::Null | Value::Bool(_) => None,
        value => Some(line(value)),
    };
    let defended = [
        ("Resistance", "resist"),
        ("Immunity", "immune"),
        ("Vulnerability", "vulnerable"),
        ("Condition Immunity", "conditionImmune"),
    ];
    body.facts(bonuses.map(|(label, field)| (label, word(field))))
        .facts(defended.map(|(label, field)| (label, defences(object, field))));
    let entries = markdown_of(object, "entries");
    body.block(&with_variables(&entries, object)).block(&markdown_of(object, "additionalEntries"));
    let contents = object.list("packContents").map(|content| {
        let name = content
            .value()
            .as_str()
            .or_else(|| content.text("item").or_else(|| content.text("special")))
            .unwrap_or_default();
        let number = content
            .integer::<u32>("quantity")
            .filter(|number| *number > 1)
            .map(|number| format!("{number} × "));
        format!("- {}{}", number.unwrap_or_default(), plain_tags(code_of(name)))
    });
    body.block(&contents.collect::<Vec<_>>().join("\n")).block(&context.fluff(object));
    body.finish()
}

/// Replaces `{=bonusWeapon}` by the value of that field.
fn with_variables(text: &str, object: Object<'_>) -> String {
    let mut parts = text.split("{=");
    let mut done = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (variable, rest) = part.split_once('}').unwrap_or((part, ""));
        let field = variable.split('/').next().unwrap_or(variable);
        let value = line(object.at(field).value());
        done.push_str(if value.is_empty() { field } else { &value });
        done.push_str(rest);
    }
    done
}

/// A magic variant has most of its fields in `inherits`, which say what it adds to a base item.
pub(super) fn variant(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let mut fields: Map<String, Value> =
        object.fields().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    for (name, value) in object.at("inherits").fields() {
        fields.entry(name).or_insert_with(|| value.clone());
    }
    fields.entry("rarity").or_insert_with(|| "varies".into());
    let bases = object.list("requires").filter_map(|required| {
        let words = required.fields().map(|(name, value)| match value {
            Value::String(text) if matches!(name, "name" | "weaponCategory") => text.clone(),
            Value::String(text) if name == "type" => {
                let code = code_of(text);
                TYPES
                    .iter()
                    .find(|(known, ..)| *known == code)
                    .map_or(code.to_owned(), |(.., name)| name.to_lowercase())
            }
            Value::String(text) => format!("{name} {}", code_of(text)),
            _ => title_case(name).to_lowercase(),
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(" "))
    });
    let bases: Vec<String> = bases.collect();
    let value = Value::Object(fields);
    let mut content = equipment(Object::new(&value), context)?;
    content.kind = Kind::MagicItem;
    if let Details::Equipment(thing) = &mut content.details {
        thing.is_magic = true;
        thing.category =
            thing.category.take().filter(|category| category != "GV").or(Some("Magic Variant".to_owned()));
        let mut body = Body::default();
        let base = (!bases.is_empty()).then(|| bases.join(", "));
        body.facts([("Base Item", base)]).block(&text_of(Object::new(&value), context));
        content.body = markdown::equipment(thing, &body.finish());
    }
    Ok(content)
}

/// A group of items, such as the instruments of the bards.
pub(super) fn group(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let mut content = equipment(object, context)?;
    let items: Vec<String> =
        object.texts("items").map(|item| format!("- {}", plain_tags(code_of(item)))).collect();
    content.body = Body::default().block(&content.body).block(&items.join("\n")).finish();
    Ok(content)
}

/// The parts of a vehicle, with their headings.
const SECTIONS: [(&str, &str); 10] = [
    ("Traits", "trait"),
    ("Actions", "action"),
    ("Actions", "actionEntries"),
    ("Reactions", "reaction"),
    ("Action Stations", "actionStation"),
    ("Hull", "hull"),
    ("Control", "control"),
    ("Movement", "movement"),
    ("Weapons", "weapon"),
    ("Other", "other"),
];

/// A vehicle or an object with armor class and hit points.
pub(super) fn vehicle(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let kind = object.text("vehicleType").or(object.text("objectType")).map(vehicle_type);
    let category = kind
        .map_or_else(|| context.kind.section.to_owned(), |kind| format!("{} ({kind})", context.kind.section));
    let thing = Equipment {
        category: Some(category),
        cost_gp: object.number("cost").map(|copper| copper / 100.0),
        ..Equipment::default()
    };
    let value = |field: &str| match object.at(field).value() {
        Value::Null => None,
        Value::Object(fields) => {
            let words = fields
                .iter()
                .map(|(name, value)| format!("{} {}", title_case(name).to_lowercase(), line(value)));
            Some(words.collect::<Vec<_>>().join(", "))
        }
        value => Some(line(value)),
    };
    let mut body = Body::default();
    body.facts([
        ("Size", size(object)),
        ("Armor Class", value("ac")),
        ("Hit Points", value("hp")),
        ("Speed", speed(object).or_else(|| value("pace"))),
        (
            "Creature Capacity",
            value("capCrew").map(|crew| {
                format!(
                    "{crew} crew{}",
                    value("capPassenger").map(|it| format!(", {it} passengers")).unwrap_or_default()
                )
            }),
        ),
        ("Cargo Capacity", value("capCargo")),
        ("Dimensions", Some(object.texts("dimensions").collect::<Vec<_>>().join(" by "))),
        ("Damage Resistances", defences(object, "resist")),
        ("Damage Immunities", defences(object, "immune")),
        ("Damage Vulnerabilities", defences(object, "vulnerable")),
        ("Condition Immunities", defences(object, "conditionImmune")),
    ]);
    body.block(&markdown_of(object, "entries"));
    for (title, field) in SECTIONS {
        let text = parts_of(object.at(field).value());
        if !text.is_empty() {
            body.block(&format!("### {title}\n\n{text}"));
        }
    }
    body.block(&context.fluff(object));
    let body = markdown::equipment(&thing, &body.finish());
    Ok(Content::new(Kind::Item, Details::Equipment(Box::new(thing)), body))
}

/// Returns the parts of a vehicle, each with its name, numbers and text.
fn parts_of(value: &Value) -> String {
    let all = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    let parts = all.iter().filter(|part| !part.is_null()).map(|part| {
        let object = Object::new(part);
        let name = name_of(object);
        let number =
            |label: &str, field: &str| object.integer::<i64>(field).map(|number| format!("{label} {number}"));
        let numbers = [number("AC", "ac"), number("HP", "hp"), number("count", "count")];
        let numbers = numbers.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let text =
            if object.exists() { markdown_of(object, "entries") } else { super::entries::markdown(part) };
        let speed = ["locomotion", "speed"].map(|field| markdown_of(object, field)).join(" ");
        let actions = parts_of(object.at("action").value());
        let lead = match (name.as_str(), numbers.as_str()) {
            ("", numbers) => format!("{numbers} "),
            (name, "") => format!("***{name}.*** "),
            (name, numbers) => format!("***{name} ({numbers}).*** "),
        };
        format!("{lead}{} {} {}", text, speed.trim(), actions).trim().to_owned()
    });
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn vehicle_type(code: &str) -> String {
    match code {
        "SHIP" => "Ship",
        "SPELLJAMMER" => "Spelljammer",
        "ELEMENTAL_AIRSHIP" => "Elemental Airship",
        "INFWAR" => "Infernal War Machine",
        "CREATURE" => "Creature",
        "OBJECT" | "U" => "Object",
        "SW" => "Siege Weapon",
        "GEN" => "Generic",
        other => return title_case(&other.to_lowercase()),
    }
    .to_owned()
}

pub(super) fn vehicle_upgrade(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let thing = Equipment { category: Some(context.kind.section.to_owned()), ..Equipment::default() };
    let body = markdown::equipment(&thing, &markdown_of(object, "entries"));
    Ok(Content::new(Kind::Item, Details::Equipment(Box::new(thing)), body))
}

pub(super) fn deck(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let thing = Equipment { category: Some(context.kind.section.to_owned()), ..Equipment::default() };
    let cards = object.list("cards").map(|card| {
        let name = card
            .value()
            .as_str()
            .or_else(|| card.text("uid").or_else(|| card.text("name")))
            .unwrap_or_default();
        format!("- {}", plain_tags(code_of(name)))
    });
    let cards = cards.collect::<Vec<_>>().join("\n");
    let text = Body::default().block(&markdown_of(object, "entries")).block(&cards).finish();
    let body = markdown::equipment(&thing, &text);
    Ok(Content::new(Kind::Item, Details::Equipment(Box::new(thing)), body))
}
