//! The passages of a stat block: traits, actions, and what else has a name in bold.

use content::facts::number;
use serde_json::{Map, Value, json};
use text::{Pattern, pattern};

use super::line::Line;

static STRONG_LEAD: Pattern =
    pattern!(r"^(?:\*\*\*|\*\*_|_\*\*|___)([^*]+?)(?:\*\*\*|_\*\*|\*\*_|___)[.:]?(?:\s+(.*))?$");
static BOLD_LEAD: Pattern = pattern!(r"^\*\*([^*]{1,90}?)(?:[.:]\*\*|\*\*[.:])(?:\s+(.*))?$");
/// Matches the name of a passage in plain text: words with large initials, then a stop.
static PLAIN_LEAD: Pattern = pattern!(concat!(
    r"^(\p{Lu}[\p{L}'’-]*(?:,? (?:\p{Lu}[\p{L}'’-]*|of|the|and|in|to|or|with|from|for|an?|on|at|by|as|into|\d+)){0,7}",
    r"(?: ?\([^()]{1,60}\))?)[.!](?:\s+(.*))?$"
));
/// Matches the start of a list of spells by their uses.
static SPELLS: Pattern = pattern!(concat!(
    r"(?i)^(?:cantrips?|at will|\d(?:st|nd|rd|th)(?:[–-]\d(?:st|nd|rd|th))?[ -]level|\d/(?:day|rest)(?: each)?)",
    r"(?: \([^()]*\))?:"
));
static USES: Pattern =
    pattern!(r"(?i)can take (\d|one|two|three|four|five) legendary action|legendary action uses: (\d)");
static OF_2024: Pattern = pattern!(
    r"Attack Roll:|Saving Throw: DC|Legendary Action Uses:|(?m:^)Trigger: |(?:Failure|Success|Response): "
);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Head,
    Traits,
    Actions,
    BonusActions,
    Reactions,
    LegendaryActions,
    Description,
}

const FIELDS: [(Section, &str); 5] = [
    (Section::Traits, "traits"),
    (Section::Actions, "actions"),
    (Section::BonusActions, "bonus_actions"),
    (Section::Reactions, "reactions"),
    (Section::LegendaryActions, "legendary_parts"),
];

/// Headings of parts that have no fields.
const OTHER_HEADINGS: [&str; 3] = ["lair actions", "regional effects", "mythic actions"];

impl Section {
    /// The description goes on to the end, whatever headings it has.
    pub(super) fn begun_by(line: &Line, present: Self, marks: Marks) -> Option<Self> {
        let heading = line.plain.trim_end_matches([':', '.']).to_lowercase();
        if present == Self::Description {
            let is_heading = line.is_heading() || OTHER_HEADINGS.contains(&heading.as_str());
            return (is_heading && marks != Marks::Rendered).then_some(Self::Description);
        }
        Some(match heading.as_str() {
            "traits" => Self::Traits,
            "actions" => Self::Actions,
            "bonus actions" => Self::BonusActions,
            "reactions" => Self::Reactions,
            "legendary actions" => Self::LegendaryActions,
            "description" => Self::Description,
            other if OTHER_HEADINGS.contains(&other) => Self::Description,
            _ if line.raw.trim() == "---" && present > Self::Traits => Self::Description,
            _ if line.is_heading() && present > Self::Head && marks != Marks::Rendered => Self::Description,
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// As a rendered stat block does, line by line.
    Rendered,
    /// In bold italics.
    Strong,
    Bold,
    None,
}

impl Marks {
    pub(super) fn of(text: &str) -> Self {
        let has =
            |lead: &Pattern| text.lines().any(|line| lead.is_match(line.trim_start_matches(['>', ' '])));
        if has(&STRONG_LEAD) {
            Self::Strong
        } else if has(&BOLD_LEAD) {
            Self::Bold
        } else {
            Self::None
        }
    }

    /// Without marks, a passage begins only where the text above it can end.
    pub(super) fn lead_of(self, line: &Line, can_begin: bool) -> Option<(String, String)> {
        let raw = line.raw.trim_start_matches(['>', ' ']);
        let (lead, text) = match self {
            Self::Rendered | Self::Strong => (&STRONG_LEAD, raw),
            Self::Bold => (&BOLD_LEAD, raw),
            Self::None => (&PLAIN_LEAD, line.plain.as_str()),
        };
        let found = lead.captures(text).filter(|_| self != Self::None || can_begin)?;
        let part = |index: usize| found.get(index).map_or("", |part| part.as_str()).trim().to_owned();
        let name = part(1);
        Some((name.strip_suffix('.').unwrap_or(&name).to_owned(), part(2)))
    }

    const fn keeps_lines(self) -> bool {
        matches!(self, Self::Rendered | Self::Strong)
    }
}

#[derive(Debug, Default)]
pub(super) struct Passages {
    /// Each with its section, its name, which may be empty, and its text.
    passages: Vec<(Section, String, String)>,
    description: String,
}

impl Passages {
    /// A heading for which there is no field stays in the description.
    pub(super) fn begin(&mut self, section: Section, heading: &Line) {
        if section == Section::Description
            && !heading.is_rule()
            && heading.plain.to_lowercase() != "description"
        {
            add_after(&mut self.description, "\n\n", &format!("### {}", heading.plain));
        }
    }

    pub(super) fn add(&mut self, section: Section, line: &Line, marks: Marks) {
        if section == Section::Description {
            return self.describe(line, marks);
        }
        let above = self.passages.last_mut().filter(|(of, ..)| *of == section);
        let can_begin = line.after_gap || above.as_ref().is_none_or(|(_, _, text)| is_whole(text));
        match (marks.lead_of(line, can_begin), above) {
            (Some((name, text)), _) => self.passages.push((section, name, text)),
            (None, Some((_, _, text))) => add_line(text, line, marks),
            (None, None) => {
                let mut text = String::new();
                add_line(&mut text, line, marks);
                self.passages.push((section, String::new(), text));
            }
        }
    }

    pub(super) fn describe(&mut self, line: &Line, marks: Marks) {
        add_line(&mut self.description, line, marks);
    }

    pub(super) fn is_2024(&self) -> bool {
        self.passages.iter().any(|(_, _, text)| OF_2024.is_match(text))
    }

    /// Adds the passages to the fields of a creature, and returns the description.
    pub(super) fn add_to(self, fields: &mut Map<String, Value>) -> String {
        let Self { mut passages, description } = self;
        let is_introduction = |(section, name, _): &(Section, String, String)| {
            *section == Section::LegendaryActions && name.is_empty()
        };
        if let Some(at) = passages.iter().position(is_introduction) {
            let (_, _, text) = passages.remove(at);
            if let Some(uses) = USES.captures(&text).and_then(|found| found.iter().skip(1).flatten().next()) {
                fields.entry("legendary_actions").or_insert(number(uses.as_str()).unwrap_or(0).into());
            }
            fields.insert("legendary_text".to_owned(), text.into());
        }
        for (section, field) in FIELDS {
            let of_section = passages.iter().filter(|(of, ..)| *of == section);
            let parts: Vec<Value> =
                of_section.map(|(_, name, text)| json!({"name": name, "text": text})).collect();
            if !parts.is_empty() {
                fields.insert(field.to_owned(), parts.into());
            }
        }
        description
    }
}

/// Returns true for a text that ends with a sentence, or with an item of a list, which needs no stop.
fn is_whole(text: &str) -> bool {
    let ends_in_list = || text.lines().last().is_some_and(|last| last.starts_with("- "));
    text.is_empty() || text.ends_with(['.', '!', '?', ')', '”', '"', '*']) || ends_in_list()
}

/// Adds a line as a new paragraph, an item or a row, or as the rest of a wrapped line.
fn add_line(text: &mut String, line: &Line, marks: Marks) {
    if marks.keeps_lines() {
        let gap = if line.after_gap { "\n\n" } else { "\n" };
        return add_after(text, gap, &line.raw);
    }
    let last_is_item = text.lines().last().is_some_and(|last| last.starts_with(['-', '|']));
    let gap = if last_is_item { "\n" } else { "\n\n" };
    let plain = line.plain.as_str();
    if SPELLS.is_match(plain) || (line.is_item() && !line.raw.trim_start().starts_with(['|', '>'])) {
        add_after(text, gap, &format!("- {plain}"));
    } else if line.is_item() {
        add_after(text, gap, line.raw.trim());
    } else if line.after_gap || text.lines().last().is_some_and(|last| last.starts_with("### ")) {
        add_after(text, "\n\n", plain);
    } else if let Some(word) = text.strip_suffix('-').filter(|word| is_parted(word, plain)) {
        text.truncate(word.len());
        text.push_str(plain);
    } else {
        add_after(text, " ", plain);
    }
}

/// Returns true if the hyphen at the end of a line parts a word.
fn is_parted(above: &str, below: &str) -> bool {
    above.ends_with(char::is_lowercase) && below.starts_with(char::is_lowercase)
}

fn add_after(text: &mut String, gap: &str, more: &str) {
    if !text.is_empty() {
        text.push_str(gap);
    }
    text.push_str(more);
}
