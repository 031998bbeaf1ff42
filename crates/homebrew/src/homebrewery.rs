//! Markdown of Homebrewery, in its layouts V3 and legacy, and of GM Binder: the stat blocks, spells, magic
//! items and tables, each below a heading.

mod lines;

use content::model::{Kind, Rarity, capitalised};
use content::stat_block;
use serde_json::Map;
use text::{Pattern, pattern};

use self::lines::{Line, lines_of};
use crate::creatures::Read;
use crate::fields::Fields;
use crate::spell::is_level_line;
use crate::{Format, Item, Output, Sample, Source};

/// Homebrewery.
pub static FORMAT: Format = Format {
    name: "Homebrewery",
    files: "the source text of a brew in Homebrewery or GM Binder, saved as .md or .txt",
    is_spread: true,
    recognises,
    read,
};

/// The maximum size of a stat block, in bytes.
const MAX_STAT_BLOCK_BYTES: usize = 200 * 1024;
/// The number of lines below a heading in which a stat block has its armor class.
const HEAD_LINES: usize = 12;

/// Matches what only such a file has: facts of a stat block or a spell, a page, a frame.
static MARK: Pattern = pattern!(concat!(
    r"(?m)^[> \t]*(?:[-*] +)?\*\*(?:Armor Class|Casting [Tt]ime):?\*\*|^\\(?:page|column)\w*[ \t]*$",
    r"|^\{\{(?:monster|note|descriptive|classTable|spellList|wide|pageNumber)\b"
));
static ARMOR_CLASS: Pattern = pattern!(r"(?i)^[-* ]*\*\*(?:armor class[.:]?\*\*|ac[.:]?\*\*[ :]*\d)");
static FACT: Pattern =
    pattern!(r"(?i)^[-* ]*\*\*(casting time|range|components|duration|classes)(?::\*\*|\*\*:?)[ :]*(.*)$");
/// Matches `Weapon (longsword), rare (requires attunement by a bard)`.
static ITEM: Pattern = pattern!(concat!(
    r"(?i)^((?:armor|potion|ring|rod|scroll|staff|wand|weapon|wondrous item|ammunition|shield)\b[^,]*),\s*",
    r"(common|uncommon|rare|very rare|legendary|artifact|(?:rarity )?varies|unique)\b[^(]*(?:\(([^()]*)\))?\s*$"
));

fn recognises(sample: &Sample<'_>) -> bool {
    sample.json.is_none() && MARK.is_match(sample.text)
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    for file in source.files {
        let (title, lines) = lines_of(&file.text);
        let book = title.as_deref().unwrap_or(source.title);
        let mut rest = lines.as_slice();
        while let [line, below @ ..] = rest {
            rest = below;
            let Some((level, name)) = line.heading() else { continue };
            let is_end = |next: &Line| {
                next.group != line.group || next.heading().is_some_and(|(next, _)| next <= level)
            };
            let section =
                below.get(..below.iter().position(is_end).unwrap_or(below.len())).unwrap_or_default();
            let Some((content_type, record, length)) = item(&name, section) else { continue };
            let item = Item {
                content_type: content_type.to_owned(),
                key: name,
                file: (source.files.len() > 1).then(|| file.name.clone()),
                line: line.number,
                record,
            };
            if !output.add(book, item) {
                return Ok(());
            }
            rest = below.get(length..).unwrap_or_default();
        }
    }
    Ok(())
}

/// Returns the item below a heading with its content type and the number of its lines.
fn item(name: &str, section: &[Line]) -> Option<(&'static str, Read, usize)> {
    let written = section.iter().filter(|line| !line.is_gap());
    let first = written.clone().next()?;
    if written
        .clone()
        .take(HEAD_LINES)
        .take_while(|line| line.heading().is_none())
        .any(|line| ARMOR_CLASS.is_match(&line.text))
    {
        return Some(("stat block", creature(name, section), section.len()));
    }
    let plain = first.in_italics();
    let text = || section.iter().skip_while(|line| line.number <= first.number);
    if let Some(level) = plain.filter(|plain| is_level_line(plain)) {
        return Some(("spell", spell(name, level, text()), section.len()));
    }
    if let Some(found) = plain.and_then(|plain| ITEM.captures(plain)) {
        let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
        return Some(("magic item", magic_item(name, [part(1), part(2), part(3)], text()), section.len()));
    }
    if first.is_row() {
        let end = |line: &&Line| line.is_row() || line.number < first.number;
        let rows = section.iter().take_while(end);
        let length = rows.clone().count();
        let rows: Vec<&str> = rows.filter(|line| line.is_row()).map(|line| line.text.trim()).collect();
        if rows.len() > 2 {
            let mut fields = Fields::new(Kind::Rule, name, Map::new());
            fields.describe(&rows.join("\n"));
            return Some(("table", fields.finish(&[]), length));
        }
    }
    None
}

fn creature(name: &str, section: &[Line]) -> Read {
    let mut text = format!("## {name}\n");
    for line in section {
        text.push_str(&line.text);
        text.push('\n');
    }
    let read = stat_block::read(&text, MAX_STAT_BLOCK_BYTES)?;
    let mut fields = Fields::new(Kind::Creature, name, Map::new());
    fields.entry.fields = read.fields;
    fields.describe(&read.text);
    read.warnings.into_iter().for_each(|warning| fields.note(warning.trim_end_matches('.').to_owned()));
    fields.finish(&[])
}

fn spell<'a>(name: &str, level: &str, lines: impl Iterator<Item = &'a Line>) -> Read {
    let mut fields = Fields::new(Kind::Spell, name, Map::new());
    fields.set_level_line(level);
    let mut text = String::new();
    for line in lines {
        let found = FACT.captures(&line.text).filter(|_| text.trim().is_empty());
        let Some([label, value]) = found.map(|found| found.extract().1) else {
            text.push_str(if line.is_rule() { "" } else { &line.text });
            text.push('\n');
            continue;
        };
        match label.to_lowercase().as_str() {
            "casting time" => fields.set_casting_time(value),
            "range" => fields.set("range", value.trim()),
            "components" => fields.set_components(value),
            "duration" => fields.set_duration(value),
            _ => fields.set("classes", value.split(',').map(str::trim).collect::<Vec<_>>()),
        }
    }
    fields.set_spell_text(&text);
    fields.finish(&[])
}

fn magic_item<'a>(
    name: &str,
    [category, rarity, note]: [&str; 3],
    lines: impl Iterator<Item = &'a Line>,
) -> Read {
    let mut fields = Fields::new(Kind::MagicItem, name, Map::new());
    fields.set("category", capitalised(&category.to_lowercase()));
    fields.set("rarity", Rarity::find(rarity).map(Rarity::as_str));
    if let Some(by) = note.to_lowercase().strip_prefix("requires attunement") {
        fields.set("requires_attunement", true);
        fields.set("attunement_detail", by.trim());
    }
    let text: Vec<&str> = lines.filter(|line| !line.is_rule()).map(|line| line.text.as_str()).collect();
    fields.describe(&text.join("\n"));
    fields.finish(&[])
}

#[cfg(test)]
mod tests;
