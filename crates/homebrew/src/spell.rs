//! The fields of spells as they are printed.

use content::model::{capitalised, casting_time};
use text::{Pattern, pattern};

use crate::fields::Fields;

/// Matches `3rd-level evocation (ritual)`, `Evocation cantrip` and `Level 3 Evocation (Wizard)`.
static LEVEL: Pattern = pattern!(concat!(
    r"(?i)^(?:(\d)(?:st|nd|rd|th)?[ -]level,? (\p{L}+)|level (\d) (\p{L}+)|(\p{L}+) cantrip|cantrip, (\p{L}+))",
    r"\s*(?:\(([^()]*)\))?"
));
static MATERIAL: Pattern = pattern!(r"^([^(]*)\((.*)\)\s*\.?$");
static CONCENTRATION: Pattern = pattern!(r"(?i)^concentration(?:,? *(?:up to )?)? *");
static HIGHER: Pattern = pattern!(concat!(
    r"(?im)^\W*(?:at higher levels|using a higher[- ]level spell slot|cantrip upgrade)[.:]?\W*[.:]?\W*",
));

/// Returns true for the line below a spell's name.
pub(crate) fn is_level_line(line: &str) -> bool {
    LEVEL.is_match(line)
}

impl Fields {
    /// Sets level, school, ritual and classes from the line below the name.
    pub(crate) fn set_level_line(&mut self, line: &str) {
        let Some(found) = LEVEL.captures(line) else { return };
        let text =
            |indices: &[usize]| indices.iter().find_map(|index| found.get(*index)).map(|it| it.as_str());
        self.set("level", text(&[1, 3]).unwrap_or("0").parse::<u8>().ok());
        self.set("school", text(&[2, 4, 5, 6]).map(|school| capitalised(&school.to_lowercase())));
        let notes = text(&[7]).unwrap_or_default();
        let parts = notes.split(',').map(str::trim).filter(|part| !part.is_empty());
        let (ritual, classes): (Vec<&str>, Vec<&str>) =
            parts.partition(|part| part.eq_ignore_ascii_case("ritual"));
        if !ritual.is_empty() {
            self.set("ritual", true);
        }
        if found.get(2).is_none() {
            self.set("classes", classes);
        } else if !classes.is_empty() {
            self.describe(&format!("*{}*", classes.join(", ")));
        }
    }

    /// Sets the casting time, and the trigger of a reaction.
    pub(crate) fn set_casting_time(&mut self, text: &str) {
        let (text, is_ritual) = match text.trim().strip_suffix("or Ritual") {
            Some(rest) => (rest.trim(), true),
            None => (text.trim(), false),
        };
        self.set("casting_time", casting_time(text));
        if text.to_lowercase().contains("reaction") {
            self.set("reaction_condition", text.split_once(',').map(|(_, condition)| condition.trim()));
        }
        if is_ritual {
            self.set("ritual", true);
        }
    }

    /// Sets the components and the material.
    pub(crate) fn set_components(&mut self, text: &str) {
        let found = MATERIAL.captures(text.trim()).map(|found| found.extract().1);
        let [components, material] = found.unwrap_or([text, ""]);
        self.set("components", components.trim());
        self.set("material", material.trim());
    }

    /// Sets the duration, and whether it requires concentration.
    pub(crate) fn set_duration(&mut self, text: &str) {
        let text = text.trim();
        match CONCENTRATION.find(text) {
            Some(found) => {
                self.set("concentration", true);
                self.set("duration", text.get(found.end()..).unwrap_or_default());
            }
            None => self.set("duration", text),
        }
    }

    /// Adds the text, without the effect of a higher-level slot, which has a field.
    pub(crate) fn set_spell_text(&mut self, text: &str) {
        let Some(found) = HIGHER.find(text) else { return self.describe(text) };
        let (before, after) = (text.get(..found.start()), text.get(found.end()..));
        self.describe(before.unwrap_or_default().trim_end_matches(['*', '_', ' ', '\n']));
        self.set("higher_level", after.unwrap_or_default().trim());
    }
}
