//! Trees of entries as Markdown.

use content::json::Object;
use content::markdown::{Table, ability_in_full, clean_markdown};
use content::model::{Kind, capitalised, ordinal};
use serde_json::Value;

use super::tags::plain_tags;
use crate::mention;

/// Returns the Markdown of a value: a text, an object of a type, or a list of them.
pub(super) fn markdown(value: &Value) -> String {
    clean_markdown(&blocks(value).join("\n\n"))
}

/// Returns the Markdown of a field.
pub(super) fn markdown_of(object: Object<'_>, field: &str) -> String {
    markdown(object.at(field).value())
}

/// Returns a value in one line.
pub(super) fn line(value: &Value) -> String {
    blocks(value).join(" ").replace('\n', " ").trim().to_owned()
}

/// Returns the name of an object without tags, in one line.
pub(super) fn name_of(object: Object<'_>) -> String {
    object.text("name").map(|name| plain_tags(name).replace('\n', " ").trim().to_owned()).unwrap_or_default()
}

fn blocks(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![plain_tags(text)],
        Value::Number(number) => vec![number.to_string()],
        Value::Array(values) => values.iter().flat_map(blocks).collect(),
        Value::Object(_) => object_blocks(Object::new(value)),
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

fn object_blocks(object: Object<'_>) -> Vec<String> {
    let inner = || -> Vec<String> {
        ["entries", "entry", "items"].into_iter().flat_map(|field| blocks(object.at(field).value())).collect()
    };
    let name = name_of(object);
    match object.text("type").unwrap_or_default() {
        "list" => list(object),
        "table" => table(object),
        "tableGroup" => under(&name, blocks(object.at("tables").value())),
        "section" => headed(&name, inner()),
        "inset" | "insetReadaloud" | "variant" | "variantInner" | "variantSub" => {
            quoted(under(&name, inner()))
        }
        "quote" => quotation(object, inner()),
        "inline" | "inlineBlock" => vec![inner().concat()],
        "abilityDc" | "abilityAttackMod" => vec![ability_line(object, &name)],
        "abilityGeneric" => {
            let abilities = abilities(object, " or ");
            let text = object.text("text").map(plain_tags).unwrap_or_default();
            let words = [text, abilities].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>();
            under(&name, vec![words.join(" ")])
        }
        "bonus" => object.integer::<i64>("value").map(|bonus| format!("{bonus:+}")).into_iter().collect(),
        "bonusSpeed" => {
            object.integer::<i64>("value").map(|bonus| format!("{bonus:+} ft.")).into_iter().collect()
        }
        "dice" => vec![dice(object)],
        "link" => vec![object.text("text").map(plain_tags).unwrap_or_default()],
        "attack" => attack(object, &name),
        "spellcasting" => {
            let (name, text) = spellcasting(object);
            under(&name, vec![text])
        }
        "statblock" => statblock(object),
        "statblockInline" => statblock_inline(object),
        "flowchart" => blocks(object.at("blocks").value()),
        "ingredient" => blocks(object.at("entry").value()),
        "wrapper" => blocks(object.at("wrapped").value()),
        "refClassFeature" => reference(object, "classFeature"),
        "refSubclassFeature" => reference(object, "subclassFeature"),
        "refOptionalfeature" => reference(object, "optionalfeature"),
        "refFeat" => reference(object, "feat"),
        "optfeature" => {
            let mut all = inner();
            let prerequisite = object.text("prerequisite").map(plain_tags);
            if let Some(prerequisite) = prerequisite {
                all.insert(0, format!("*Prerequisite: {prerequisite}*"));
            }
            under(&name, all)
        }
        "image" | "gallery" | "hr" | "dataCreature" | "dataSpell" | "dataItem" | "dataObject"
        | "dataTrapHazard" => Vec::new(),
        _ => under(&name, inner()),
    }
}

/// Puts a name before the first block.
fn under(name: &str, mut blocks: Vec<String>) -> Vec<String> {
    if name.is_empty() {
        return blocks;
    }
    let stop = if name.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    let lead = format!("***{name}{stop}***");
    match blocks.first_mut() {
        Some(first) if !first.starts_with(['|', '#', '>', '-', '*']) && !first.starts_with("1.") => {
            *first = format!("{lead} {first}");
        }
        _ => blocks.insert(0, lead),
    }
    blocks
}

fn headed(name: &str, mut blocks: Vec<String>) -> Vec<String> {
    if !name.is_empty() {
        blocks.insert(0, format!("### {name}"));
    }
    blocks
}

fn quoted(blocks: Vec<String>) -> Vec<String> {
    let text = blocks.join("\n\n");
    let lines = text.lines().map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") });
    let quote = lines.collect::<Vec<_>>().join("\n");
    if quote.is_empty() { Vec::new() } else { vec![quote] }
}

fn quotation(object: Object<'_>, mut blocks: Vec<String>) -> Vec<String> {
    let by: Vec<&str> = object.texts("by").collect();
    let from = object.text("from");
    let who = [(!by.is_empty()).then(|| by.join(", ")), from.map(|from| format!("*{from}*"))];
    let who: Vec<String> = who.into_iter().flatten().collect();
    if !who.is_empty() {
        blocks.push(format!("— {}", plain_tags(&who.join(", "))));
    }
    quoted(blocks)
}

/// Items are indented below those that contain them.
fn list(object: Object<'_>) -> Vec<String> {
    let is_numbered = object.text("style").is_some_and(|style| style.contains("decimal"));
    let mut lines = Vec::new();
    let items = object.at("items").value();
    let all = items.as_array().map_or_else(|| std::slice::from_ref(items), Vec::as_slice);
    for (index, item) in all.iter().enumerate() {
        let is_list = Object::new(item).text("type") == Some("list");
        let mark = if is_numbered { format!("{}. ", index + 1) } else { "- ".to_owned() };
        let item = blocks(item).join("\n\n");
        let mut item_lines = item.lines();
        if !is_list {
            lines.extend(item_lines.next().map(|first| format!("{mark}{first}")));
        }
        lines.extend(item_lines.filter(|line| !line.is_empty()).map(|line| format!("  {line}")));
    }
    let mut blocks: Vec<String> = Some(name_of(object))
        .filter(|name| !name.is_empty())
        .map(|name| format!("**{name}**"))
        .into_iter()
        .collect();
    if !lines.is_empty() {
        blocks.push(lines.join("\n"));
    }
    blocks
}

fn table(object: Object<'_>) -> Vec<String> {
    let cells = |row: &Value| -> Vec<String> {
        let row = if row.is_object() { Object::new(row).at("row").value() } else { row };
        row.as_array().into_iter().flatten().flat_map(cell).collect()
    };
    let rows: Vec<Vec<String>> = object.list("rows").map(|row| cells(row.value())).collect();
    let labels = object.list("colLabelRows").last().unwrap_or(object.at("colLabels"));
    let mut headings = cells(labels.value());
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    headings.resize(headings.len().max(columns), String::new());
    let mut table = Table::new(headings);
    for row in rows {
        table.row(row);
    }
    let caption =
        object.text("caption").or(object.text("name")).map(|caption| format!("**{}**", plain_tags(caption)));
    let mut all: Vec<String> = blocks(object.at("intro").value());
    all.extend(caption);
    all.extend(Some(table.to_markdown()).filter(|table| !table.is_empty()));
    all.extend(["footnotes", "outro"].into_iter().flat_map(|field| blocks(object.at(field).value())));
    all
}

/// A cell may span several columns.
fn cell(value: &Value) -> Vec<String> {
    let object = Object::new(value);
    let mut text = match object.text("type") {
        Some("cell") => {
            let roll = object.at("roll");
            let padded = |number: i64| {
                if roll.flag("pad") { format!("{number:02}") } else { number.to_string() }
            };
            let numbers = match (roll.integer("exact"), roll.integer("min"), roll.integer("max")) {
                (Some(exact), ..) => padded(exact),
                (_, Some(least), Some(most)) => format!("{}–{}", padded(least), padded(most)),
                _ => String::new(),
            };
            format!("{numbers}{}", line(object.at("entry").value()))
        }
        Some("cellHeader") => line(object.at("entry").value()),
        _ => line(value),
    };
    text = text.trim().to_owned();
    let width = object.integer::<usize>("width").unwrap_or(1).clamp(1, 100);
    let mut cells = vec![text];
    cells.resize(width, String::new());
    cells
}

fn abilities(object: Object<'_>, conjunction: &str) -> String {
    let names = object.texts("attributes").map(|name| match ability_in_full(name) {
        Some(ability) => format!("{ability} modifier"),
        None if name == "spellcasting" => "spellcasting ability modifier".to_owned(),
        None => name.to_owned(),
    });
    names.collect::<Vec<_>>().join(conjunction)
}

fn ability_line(object: Object<'_>, name: &str) -> String {
    let abilities = abilities(object, " or ");
    if object.text("type") == Some("abilityDc") {
        format!("**{name} save DC** = 8 + your proficiency bonus + your {abilities}")
    } else {
        format!("**{name} attack modifier** = your proficiency bonus + your {abilities}")
    }
}

fn dice(object: Object<'_>) -> String {
    let dice = object.list("toRoll").map(|roll| {
        let number = roll.integer::<u32>("number").unwrap_or(1);
        let faces = roll.integer::<u32>("faces").unwrap_or_default();
        let modifier = roll.integer::<i64>("modifier").filter(|modifier| *modifier != 0);
        format!("{number}d{faces}{}", modifier.map(|modifier| format!("{modifier:+}")).unwrap_or_default())
    });
    dice.collect::<Vec<_>>().join(" + ")
}

fn attack(object: Object<'_>, name: &str) -> Vec<String> {
    let kind = match object.text("attackType") {
        Some("RW") => "Ranged Weapon Attack",
        Some("MS") => "Melee Spell Attack",
        Some("RS") => "Ranged Spell Attack",
        _ => "Melee Weapon Attack",
    };
    let (to_hit, hit) = (line(object.at("attackEntries").value()), line(object.at("hitEntries").value()));
    under(name, vec![format!("*{kind}:* {to_hit} *Hit:* {hit}")])
}

fn statblock(object: Object<'_>) -> Vec<String> {
    let name = object.text("displayName").or(object.text("name")).map(plain_tags).unwrap_or_default();
    let kind = match object.text("tag").or(object.text("prop")) {
        Some("spell") => Kind::Spell,
        Some("creature" | "monster") => Kind::Creature,
        _ => Kind::Rule,
    };
    vec![mention(kind, &name)]
}

fn statblock_inline(object: Object<'_>) -> Vec<String> {
    let data = object.at("data");
    let name = object.text("displayName").map_or_else(|| name_of(data), plain_tags);
    let fields = ["entries", "trait", "action", "bonus", "reaction", "legendary"];
    let text = fields.into_iter().flat_map(|field| blocks(data.at(field).value()));
    let heading =
        if name.is_empty() { capitalised(object.text("dataType").unwrap_or_default()) } else { name };
    quoted(std::iter::once(format!("**{heading}**")).chain(text).collect())
}

/// A feature that is described elsewhere: `Sneak Attack|Rogue|PHB|1`.
fn reference(object: Object<'_>, field: &str) -> Vec<String> {
    let name = object.text(field).and_then(|whole| whole.split('|').next()).map(plain_tags);
    name.map(|name| format!("*{name}*")).into_iter().collect()
}

/// How often the spells of a group are cast: their field and the words before and after the number.
const FREQUENCIES: [(&str, &str); 11] = [
    ("daily", "/day"),
    ("rest", "/rest"),
    ("restLong", "/long rest"),
    ("weekly", "/week"),
    ("monthly", "/month"),
    ("yearly", "/year"),
    ("charges", " charges"),
    ("legendary", " legendary actions"),
    ("recharge", ""),
    ("resource", ""),
    ("ritual", ""),
];

/// Returns the name and the text of a block of spellcasting.
pub(super) fn spellcasting(object: Object<'_>) -> (String, String) {
    let hidden: Vec<&str> = object.texts("hidden").collect();
    let mut lines: Vec<String> = Vec::new();
    let mut group = |title: &str, spells: &Value| {
        let spells: Vec<String> = all(spells)
            .iter()
            .filter(|spell| !Object::new(spell).flag("hidden"))
            .map(|spell| line(spell.get("entry").unwrap_or(spell)))
            .filter(|spell| !spell.is_empty())
            .collect();
        if !spells.is_empty() {
            lines.push(format!("- {title}: {}", spells.join(", ")));
        }
    };
    for (field, title) in [("constant", "Constant"), ("will", "At will")] {
        if !hidden.contains(&field) {
            group(title, object.at(field).value());
        }
    }
    for (field, unit) in FREQUENCIES.into_iter().filter(|(field, _)| !hidden.contains(field)) {
        if let Value::Array(_) = object.at(field).value() {
            group("Rituals", object.at(field).value());
        }
        let groups = object.at(field);
        for (number, spells) in groups.fields() {
            let (number, each) = match number.strip_suffix('e') {
                Some(number) => (number, " each"),
                None => (number, ""),
            };
            let title = match field {
                "recharge" => format!("Recharge {number}–6"),
                _ => format!("{number}{unit}{each}"),
            };
            group(&title, spells);
        }
    }
    for (level, spells) in object.at("spells").fields().filter(|_| !hidden.contains(&"spells")) {
        let of_level = Object::new(spells);
        let slots = of_level.integer::<u32>("slots").map(|slots| match slots {
            1 => "1 slot".to_owned(),
            slots => format!("{slots} slots"),
        });
        let lower = of_level.integer::<u8>("lower").map(|lower| format!("{}–", ordinal(lower)));
        let title = match level.parse::<u8>() {
            Ok(0) | Err(_) => "Cantrips (at will)".to_owned(),
            Ok(level) => {
                let slots = slots.map(|slots| format!(" ({slots})")).unwrap_or_default();
                format!("{}{} level{slots}", lower.unwrap_or_default(), ordinal(level))
            }
        };
        group(&title, of_level.at("spells").value());
    }
    let parts = [
        markdown(object.at("headerEntries").value()),
        lines.join("\n"),
        markdown(object.at("footerEntries").value()),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (name_of(object), parts.join("\n\n"))
}

fn all(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}
