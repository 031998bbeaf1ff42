//! Creatures from the text of a stat block, in the layout of 2014 (SRD 5.1, "Statistics"), in that of 2024
//! (SRD 5.2.1, "Stat Block Overview"), or as [`markdown`](crate::markdown) renders it.
//!
//! A text of a page has wrapped lines and nothing that marks a passage; one in Markdown has both; one of
//! Homebrewery also has marks of its own. A line that is not understood is never lost: it continues the
//! passage above, or stands in the description with a warning.

mod abilities;
mod facts;
mod line;
mod names;
mod passages;

use serde_json::{Map, Value};

use self::facts::Facts;
use self::line::{Line, lines_of};
pub use self::names::{ABILITIES, SKILLS};
use self::passages::{Marks, Passages, Section};
use crate::model::{Edition, clean, shown, title_case};

const MAX_QUOTED: usize = 5;

/// A creature that was read from a text.
#[derive(Debug)]
pub struct Read {
    /// Its name; empty if the text has none.
    pub name: String,
    /// Its fields and the passages of its stat block, as in [`written`](crate::written).
    pub fields: Map<String, Value>,
    /// Its description.
    pub text: String,
    /// The edition of the layout.
    pub edition: Edition,
    /// The lines that were not understood, each in a sentence.
    pub warnings: Vec<String>,
}

/// Reads a stat block.
///
/// # Errors
/// If the text is too long or no stat block; as a sentence.
pub fn read(text: &str, max_bytes: usize) -> Result<Read, String> {
    if text.len() > max_bytes {
        return Err(format!("it has {} bytes; {max_bytes} are possible.", text.len()));
    }
    let marks = Marks::of(text);
    let Assembled { name, facts, passages, mut unknown } = assemble(text, marks);
    let missing = facts.missing();
    if missing.len() > 2 {
        let missing = missing.join(", no ");
        return Err(format!(
            "this is not a stat block: it has no {missing}. Paste it whole, from its name on."
        ));
    }
    let edition = if facts.is_2024() || passages.is_2024() { Edition::Of2024 } else { Edition::Of2014 };
    let (mut fields, half_read) = facts.into_fields();
    let text = passages.add_to(&mut fields);
    let text = half_read.iter().map(String::as_str).chain([text.as_str()]).filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join("\n\n");
    unknown.extend(half_read);
    let quote =
        |line: &String| format!("`{}` was not understood and stands in the description.", shown(line));
    let warnings = unknown.iter().take(MAX_QUOTED).map(quote).collect();
    Ok(Read { name, fields, text, edition, warnings })
}

/// Adds the passages of a rendered stat block to the fields, and returns its description.
pub fn parts(body: &str, fields: &mut Map<String, Value>) -> String {
    let legendary_actions = fields.get("legendary_actions").cloned();
    let text = assemble(body, Marks::Rendered).passages.add_to(fields);
    // The passages only count these actions where no field does.
    if let Some(number) = legendary_actions {
        fields.insert("legendary_actions".to_owned(), number);
    }
    text
}

#[derive(Default)]
struct Assembled {
    name: String,
    facts: Facts,
    passages: Passages,
    /// The lines above the first passage that are none of its parts.
    unknown: Vec<String>,
}

/// What the last line above the first passage was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Start,
    /// A fact, which the next line may continue.
    Fact,
    Other,
}

fn assemble(text: &str, marks: Marks) -> Assembled {
    let mut assembled = Assembled::default();
    let lines = lines_of(&clean(text));
    let mut section = Section::Head;
    let mut above = Above::Start;
    let mut rest = lines.as_slice();
    while let [line, others @ ..] = rest {
        rest = others;
        if line.raw.starts_with("**Environments** ") && others.is_empty() {
            assembled.facts.read_facts(line);
        } else if let Some(next) = Section::begun_by(line, section, marks) {
            section = next;
            assembled.passages.begin(section, line);
        } else if section != Section::Head {
            assembled.passages.add(section, line, marks);
        } else if let Some(count) = assembled.facts.read_abilities(line, others) {
            rest = others.get(count..).unwrap_or_default();
            above = Above::Other;
        } else {
            above = assembled.read_head(line, above, marks, &mut section);
        }
    }
    assembled
}

impl Assembled {
    fn read_head(&mut self, line: &Line, above: Above, marks: Marks, section: &mut Section) -> Above {
        if line.is_rule() {
            return Above::Other;
        }
        if self.facts.read_type(line) || self.facts.read_facts(line) {
            return Above::Fact;
        }
        if self.facts.is_empty() && self.name.is_empty() && above == Above::Start {
            self.name = name_of(&line.plain);
            return Above::Other;
        }
        // A list of facts and the passages after it have no sentence between them.
        if !self.facts.is_empty() && marks.lead_of(line, true).is_some() {
            *section = Section::Traits;
            self.passages.add(*section, line, marks);
        } else if above == Above::Fact && !line.after_gap && self.facts.can_continue_with(&line.plain) {
            self.facts.continue_with(&line.plain);
            return Above::Fact;
        } else {
            self.unknown.push(line.plain.clone());
            self.passages.describe(line, marks);
        }
        Above::Other
    }
}

/// Returns the fields of the line below a creature's name, such as `Large fiend (demon), chaotic evil`.
pub fn kind_of_creature(line: &str) -> Map<String, Value> {
    let mut facts = Facts::default();
    if let [line] = lines_of(&format!("*{}*", line.trim())).as_slice() {
        facts.read_type(line);
    }
    facts.into_fields().0
}

/// Returns the number of legendary actions that their introduction states.
pub fn legendary_actions(introduction: &str) -> Option<u64> {
    passages::legendary_actions(introduction)
}

fn name_of(line: &str) -> String {
    let line = line.trim_matches(['|', ' ', ':']);
    if line.chars().any(char::is_lowercase) { line.to_owned() } else { title_case(&line.to_lowercase()) }
}

#[cfg(test)]
mod tests;
