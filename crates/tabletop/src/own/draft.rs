//! What the user gives for an own entry, and its check.

use content::model::{ContentType, CopiedFrom, Kind, OwnEntry, clean, in_one_line, shown};
use content::query::nearest;
use content::stat_block;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::check::{self, Problem};
use super::form::form_of;

const MAX_NAME_CHARS: usize = 200;
/// The maximum size of an entry, in bytes.
pub const MAX_ENTRY_BYTES: usize = 100 * 1024;

/// An own entry as the user gives it. What is absent is taken from the entry to be copied or changed.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EntryDraft {
    /// Its kind; `table` stands for a rule with a table.
    pub kind: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The user's book that holds it, by key or name; a new name makes a book.
    pub book: Option<String>,
    /// The fields of its kind; null clears one.
    pub fields: Map<String, Value>,
    /// Its text as Markdown.
    pub text: Option<String>,
    /// A creature as the text of a stat block.
    pub stat_block: Option<String>,
    /// The address of an entry of any book, of which it is a changed copy.
    pub copy_of: Option<String>,
    /// The address of the own entry that is changed.
    pub change: Option<String>,
    /// Where an exported entry was copied from.
    pub copied_from: Option<Box<CopiedFrom>>,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The entry, if its kind is known. It is ready to be stored if there are no problems.
    pub entry: Option<OwnEntry>,
    /// Every value that cannot be stored.
    pub problems: Vec<Problem>,
    /// What is probably missing, or was not understood.
    pub warnings: Vec<String>,
}

impl Checked {
    fn refuse(&mut self, field: &str, problem: impl Into<String>) {
        self.problems.push(Problem::new(field, problem));
    }
}

/// Returns the kind that a text means, and true for a table.
fn kind_meant_by(text: &str) -> Result<(Kind, bool), Problem> {
    let plain = text.trim().to_lowercase();
    if matches!(plain.as_str(), "table" | "tables") {
        return Ok((Kind::Rule, true));
    }
    let found = plain.parse().ok().or_else(|| match ContentType::find(&plain) {
        Some(content_type) if content_type.name != "Equipment" => content_type.kinds.first().copied(),
        _ => None,
    });
    match found {
        Some(kind) if kind != Kind::Encounter => Ok((kind, false)),
        _ => {
            let kinds = Kind::ALL.iter().filter(|kind| **kind != Kind::Encounter);
            let names: Vec<&str> = kinds.map(|kind| kind.as_str()).chain(["table"]).collect();
            let (shown, near, all) = (shown(text), nearest(&plain, &names, 1).join(""), names.join(", "));
            let problem =
                format!("`{shown}` is not a kind of entry; the nearest is `{near}`. The kinds are {all}.");
            Err(Problem::new("kind", problem))
        }
    }
}

/// Checks a draft. `base` is the entry to be copied or changed.
pub fn check(draft: &EntryDraft, base: Option<OwnEntry>) -> Checked {
    let mut checked = Checked::default();
    let given = match &draft.kind {
        Some(text) => kind_meant_by(text).map_err(|problem| checked.problems.push(problem)).ok(),
        None if draft.stat_block.is_some() => Some((Kind::Creature, false)),
        None => base.as_ref().map(|base| (base.kind, false)),
    };
    let Some((kind, is_table)) = given else {
        if draft.kind.is_none() {
            checked.refuse("kind", "it is missing; give a kind such as creature, spell, magic-item or rule.");
        }
        return checked;
    };
    let mut entry = start(kind, base, &mut checked.problems);
    if let Some(text) = draft.stat_block.as_deref().filter(|text| !text.trim().is_empty()) {
        read_stat_block(text, &mut entry, &mut checked);
    }
    let (valid, problems) = check::fields(form_of(entry.kind), &draft.fields, &entry.fields);
    checked.problems.extend(problems);
    entry.fields.extend(valid);
    entry.fields.retain(|_, value| !value.is_null());
    if let Some(text) = &draft.text {
        entry.text = clean(text).trim().to_owned();
    }
    if let Some(name) = &draft.name {
        entry.name = in_one_line(clean(name).trim());
    }
    if draft.copied_from.is_some() {
        entry.copied_from.clone_from(&draft.copied_from);
    }
    // Text that is not a stat block has no name either.
    if draft.stat_block.is_none() || checked.problems.is_empty() {
        checked.problems.extend(problem_of_name(&entry.name));
    }
    if is_table && !has_table(&entry.text) {
        let form = "| d6 | Result |\\n|---|---|\\n| 1 | … |";
        checked.refuse("text", format!("a table is missing; write its rows as `{form}`."));
    }
    let size = entry.text.len() + serde_json::to_string(&entry.fields).map_or(0, |fields| fields.len());
    if size > MAX_ENTRY_BYTES {
        checked.refuse("text", format!("the entry has {size} bytes; {MAX_ENTRY_BYTES} are possible."));
    }
    if checked.problems.is_empty() && entry.text.is_empty() && entry.fields.is_empty() {
        checked.refuse("text", "there is nothing to store; give `fields` or `text`.");
    }
    checked.warnings.extend(missing(&entry));
    checked.entry = Some(entry);
    checked
}

fn start(kind: Kind, base: Option<OwnEntry>, problems: &mut Vec<Problem>) -> OwnEntry {
    match base {
        Some(base) if base.kind.family() == kind.family() => OwnEntry { kind, ..base },
        Some(base) => {
            let problem = format!("a {} cannot become a {kind}; leave `kind` out.", base.kind);
            problems.push(Problem::new("kind", problem));
            base
        }
        None => {
            OwnEntry { kind, name: String::new(), fields: Map::new(), text: String::new(), copied_from: None }
        }
    }
}

fn read_stat_block(text: &str, entry: &mut OwnEntry, checked: &mut Checked) {
    if entry.kind != Kind::Creature {
        return checked.refuse("stat_block", format!("only a creature has one, not a {}.", entry.kind));
    }
    match stat_block::read(text, MAX_ENTRY_BYTES) {
        Ok(read) => {
            (entry.name, entry.fields, entry.text) = (read.name, read.fields, read.text);
            entry.set_edition(read.edition);
            checked.warnings.extend(read.warnings);
        }
        Err(problem) => checked.refuse("stat_block", problem),
    }
}

fn problem_of_name(name: &str) -> Option<Problem> {
    let count = name.chars().count();
    let is_readable = name.chars().any(char::is_alphanumeric);
    let problem = format!("give a name with letters, of 1 to {MAX_NAME_CHARS} characters.");
    (count > MAX_NAME_CHARS || !is_readable).then(|| Problem::new("name", problem))
}

fn has_table(text: &str) -> bool {
    let is_rule =
        |line: &str| line.contains("---") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    text.lines().any(is_rule) && text.lines().filter(|line| line.contains('|')).count() > 2
}

fn missing(entry: &OwnEntry) -> Option<String> {
    let usual: &[&str] = match entry.kind {
        Kind::Spell => &["level", "school", "casting_time", "range", "components", "duration"],
        Kind::Creature => &[
            "size", "type", "armor_class", "hit_points", "speed", "ability_scores", "challenge_rating",
            "actions",
        ],
        Kind::Weapon => &["damage_dice", "damage_type"],
        Kind::Armor => &["armor_class"],
        Kind::MagicItem => &["rarity"],
        _ => &[],
    };
    let missing: Vec<&str> =
        usual.iter().copied().filter(|field| !entry.fields.contains_key(*field)).collect();
    (!missing.is_empty()).then(|| format!("Other entries of this kind also have: {}.", missing.join(", ")))
}
