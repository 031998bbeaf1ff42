//! Texts: HTML with the tags that Foundry VTT and dnd5e replace when they show it.

use std::cell::Cell;
use std::collections::HashMap;

use content::json::Object;
use content::markdown::clean_markdown;
use content::model::{capitalised, fold, title_case};
use regex::Captures;
use text::{Pattern, pattern};

use super::codes;
use super::config::Config;
use super::document::Raw;
use super::fields;
use super::item::Item;
use crate::html;

/// The maximum size of what a text takes from other documents, in bytes.
const MAX_EMBEDDED: usize = 200 << 10;

/// The maximum number of rolls in the texts of an item that are calculated.
const MAX_ROLLS: usize = 2_000;

/// Matches `@UUID[…]{…}`, `&Reference[…]{…}` and `[[…]]{…}`.
static TAG: Pattern = pattern!(concat!(
    r"@(\w+)\[([^\]\n]*)\](?:\{([^{}]{0,300})\})?",
    r"|&(?:amp;)?[Rr]eference\[([^\]\n]*)\](?:\{([^{}]{0,300})\})?",
    r"|\[\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\](?:\{([^{}]{0,300})\})?",
));
/// Matches what explains a document's technical side to users of Foundry VTT.
static FOUNDRY_NOTE: Pattern =
    pattern!(r#"(?s)<section[^<>]*secret[^<>]*>\s*<p>\s*<strong>\s*Foundry Note.*?</section>"#);
static VARIABLE: Pattern = pattern!(r"@(?:\w+\.)*(\w+)");

/// What other documents mention by its id.
#[derive(Debug)]
struct Target {
    name: String,
    /// The type of an item or actor.
    kind: String,
    /// The text of a page, which other texts embed.
    html: Option<String>,
}

/// The documents of a source by their ids.
#[derive(Debug, Default)]
pub(super) struct Index {
    targets: HashMap<String, Target>,
    /// The classes that can learn a spell, by its id.
    classes: HashMap<String, Vec<String>>,
}

impl Index {
    /// Adds a document; of a journal, each page.
    pub(super) fn add(&mut self, raw: &Raw<'_>) {
        let is_journal = raw.text.contains("pages");
        let value = if is_journal { raw.value().ok() } else { None };
        let pages: Vec<Object<'_>> =
            value.iter().flat_map(|value| Object::new(value).list("pages")).collect();
        for page in pages {
            let system = page.at("system");
            if system.text("type") == Some("class") {
                let class = system.text("identifier").map(title_case);
                for uuid in system.texts("spells") {
                    self.classes.entry(id_of(uuid).to_owned()).or_default().extend(class.clone());
                }
            }
            let html = fields::html_of(page).filter(|html| html.len() < MAX_EMBEDDED).map(str::to_owned);
            if let Some((id, name)) = page.string("_id").zip(page.string("name")) {
                self.targets.insert(id, Target { name, kind: "page".to_owned(), html });
            }
        }
        if let Some([id, name, kind]) = raw.head() {
            self.targets.insert(id, Target { name, kind, html: None });
        }
    }

    /// Returns the name of the document with a UUID.
    pub(super) fn name(&self, uuid: &str) -> Option<&str> {
        self.targets.get(id_of(uuid)).map(|target| target.name.as_str())
    }

    /// Returns the classes that can learn a spell.
    pub(super) fn classes(&self, id: &str) -> Vec<String> {
        self.classes.get(id).cloned().unwrap_or_default()
    }
}

fn id_of(uuid: &str) -> &str {
    uuid.split('#').next().unwrap_or_default().rsplit('.').next().unwrap_or_default()
}

/// Names by ids.
pub(super) type Siblings<'a> = HashMap<&'a str, &'a str>;

/// What a text can refer to.
pub(super) struct Scope<'a> {
    pub(super) index: &'a Index,
    pub(super) item: Item<'a>,
    /// The names of its creature's items, by their ids.
    pub(super) siblings: &'a Siblings<'a>,
    pub(super) is_2024: bool,
    embedded: Cell<usize>,
    rolls: Cell<usize>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(index: &'a Index, item: Item<'a>, siblings: &'a Siblings<'a>, is_2024: bool) -> Self {
        Self { index, item, siblings, is_2024, embedded: Cell::new(0), rolls: Cell::new(0) }
    }

    /// Converts a text to Markdown.
    pub(super) fn markdown(&self, html: &str) -> String {
        html::markdown(&self.replaced(&FOUNDRY_NOTE.replace_all(html, ""), 0))
    }

    /// Returns a text in one line without tags.
    pub(super) fn plain(&self, text: &str) -> String {
        let text = html::unescape(&self.replaced(text, 0));
        clean_markdown(&text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn replaced(&self, html: &str, depth: u8) -> String {
        let replaced = |tag: &Captures<'_>| {
            let group = |number| tag.get(number).map(|it| it.as_str());
            let label = |number: usize| {
                let label = group(number).map(str::trim).filter(|label| !label.is_empty())?;
                Some(if depth < 2 { self.replaced(label, depth + 1) } else { label.to_owned() })
            };
            if let (Some(word), Some(target)) = (group(1), group(2)) {
                self.link(word, target, label(3), depth)
            } else if let Some(target) = group(4) {
                label(5).unwrap_or_else(|| reference(target))
            } else {
                self.roll(&html::unescape(group(6).unwrap_or_default()), label(7))
            }
        };
        TAG.replace_all(html, replaced).into_owned()
    }

    fn link(&self, word: &str, target: &str, label: Option<String>, depth: u8) -> String {
        // Before UUIDs, links to documents of the world had their names.
        let is_name = !matches!(word, "UUID" | "Embed") && !target.contains('.');
        let words = if is_name { target } else { target.split_whitespace().next().unwrap_or_default() };
        let target = words.trim();
        let (path, id) = (target.split('#').next().unwrap_or_default(), id_of(target));
        let found = self.index.targets.get(id);
        if word == "Embed" {
            let html = found.and_then(|found| found.html.as_deref()).filter(|_| depth == 0);
            let total = self.embedded.get() + html.map_or(0, str::len);
            if let Some(html) = html.filter(|_| total < MAX_EMBEDDED) {
                self.embedded.set(total);
                return format!("{}<div></div>", self.replaced(html, depth + 1));
            }
            let name = found.map(|found| found.name.clone());
            return label.or(name).map(|name| format!("<strong>{name}</strong>")).unwrap_or_default();
        }
        let sibling = || self.sibling(id).map(str::to_owned);
        let is_id = target.len() == 16 && !target.contains(' ');
        let named = || (is_name && !is_id).then(|| target.to_owned());
        let name = label.or_else(|| found.map(|it| it.name.clone())).or_else(sibling).or_else(named);
        let kind = found.map_or("", |found| found.kind.as_str());
        let is_spell = kind == "spell" || kind.is_empty() && path.contains("spell");
        let is_creature = kind == "npc" || kind.is_empty() && path.contains("Actor.");
        match name {
            None => nameless(word, path).to_owned(),
            Some(name) if is_spell => format!("<em>{name}</em>"),
            Some(name) if is_creature => format!("<strong>{name}</strong>"),
            Some(name) => name,
        }
    }

    fn sibling(&self, id: &str) -> Option<&'a str> {
        self.siblings.get(id).copied()
    }

    /// Returns what stands for `[[…]]`.
    fn roll(&self, content: &str, label: Option<String>) -> String {
        self.rolls.set(self.rolls.get() + 1);
        if self.rolls.get() > MAX_ROLLS {
            return label.unwrap_or_default();
        }
        let (command, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let config = Config::read(rest);
        let known = match command.to_lowercase().as_str() {
            "/attack" => self.attack(&config),
            "/damage" => self.damage(&config, false),
            "/heal" | "/healing" => self.damage(&config, true),
            "/save" | "/concentration" => self.save(&config, command == "/concentration"),
            "/check" | "/skill" | "/tool" => self.check(&config),
            "/item" => self.item(rest),
            "/award" => Some(award(rest)),
            "lookup" => return self.lookup(&config).or(label).unwrap_or_else(|| "its".to_owned()),
            "language" => config.values.first().map(|name| codes::in_words(name)),
            command if command.starts_with('/') => Some(self.formula_in_words(rest)),
            _ => Some(self.formula_in_words(content)),
        };
        label.or(known).unwrap_or_default()
    }

    pub(super) fn formula_in_words(&self, formula: &str) -> String {
        let formula = formula.split('#').next().unwrap_or_default().trim();
        match self.item.formula(formula, None) {
            Some(known) => known.to_string(),
            None => VARIABLE.replace_all(formula, "$1").replace(['"', '['], "").trim().to_owned(),
        }
    }

    fn item(&self, name: &str) -> Option<String> {
        let name = name.trim().trim_matches('"');
        let id = name.strip_prefix('.').or(Some(name).filter(|name| name.contains('.')));
        let Some(id) = id else { return Some(name.split(" activity=").next()?.to_owned()) };
        let id = id.split_whitespace().next()?.rsplit('.').next()?;
        let known = self.sibling(id).map(str::to_owned);
        Some(known.or_else(|| self.index.name(id).map(str::to_owned)).unwrap_or_else(|| "it".to_owned()))
    }

    fn lookup(&self, config: &Config) -> Option<String> {
        let path = config.values.iter().find_map(|value| value.strip_prefix('@'))?;
        let parts: Vec<&str> = path.split('.').collect();
        let activity = self.item.activity(config.get("activity"), &[]);
        let value = match (activity, self.item.owner) {
            (Some(activity), _) => self.activity_value(activity, &parts),
            (None, Some(owner)) => owner.value(path),
            (None, None) if parts.first() == Some(&"item") => {
                fields::at_path(self.item.system, parts.get(1..)?)
            }
            (None, None) => None,
        };
        let value = value.or_else(|| self.label_of_spell(path))?;
        Some(match () {
            () if config.has("lowercase") => fold(&value),
            () if config.has("capitalize") => capitalised(&value),
            () if config.has("uppercase") => value.to_uppercase(),
            () => value,
        })
    }

    fn activity_value(&self, activity: Object<'a>, parts: &[&str]) -> Option<String> {
        match parts {
            ["save", "dc", ..] => Some(self.item.save(Some(activity))?.1?.to_string()),
            ["target" | "range" | "duration", ..] if !has_path(activity, parts) => {
                fields::at_path(self.item.system, parts)
            }
            _ => fields::at_path(activity, parts),
        }
    }

    /// Returns the area or targets of a spell in words, which its text takes from its fields.
    fn label_of_spell(&self, path: &str) -> Option<String> {
        let target = self.item.system.at("target");
        match path {
            "labels.description.affects" => {
                let affects = target.at("affects");
                let count = fields::at_path(affects, &["count"]);
                let kind = codes::in_words(affects.text("type").unwrap_or("creature")).to_lowercase();
                Some(count.map_or_else(|| format!("each {kind}"), |count| format!("{count} {kind}")))
            }
            "labels.description.template" => {
                let template = target.at("template");
                let size = fields::at_path(template, &["size"])?;
                let shape = template.text("type").unwrap_or("area");
                let name = match shape {
                    "sphere" | "circle" | "cylinder" => format!("{size}-foot-radius {}", capitalised(shape)),
                    "radius" => format!("{size}-foot Emanation"),
                    shape => format!("{size}-foot {}", capitalised(shape)),
                };
                Some(name)
            }
            _ => None,
        }
    }
}

fn has_path(object: Object<'_>, parts: &[&str]) -> bool {
    fields::at_path(object, parts).is_some()
}

fn reference(target: &str) -> String {
    let config = Config::read(target);
    let named = config.named.iter().find(|(key, _)| key != "apply").map(|(_, value)| value.clone());
    let values: Vec<&str> = config.values.iter().map(String::as_str).filter(|it| *it != "apply").collect();
    codes::reference(&named.unwrap_or_else(|| values.join(" ")))
}

fn award(text: &str) -> String {
    let spaced = |word: &str| {
        let digits = word.find(|letter: char| letter.is_ascii_alphabetic()).filter(|at| *at > 0);
        match digits.and_then(|at| word.split_at_checked(at)) {
            Some((number, unit)) if unit.eq_ignore_ascii_case("xp") => format!("{number} XP"),
            Some((number, unit)) => format!("{number} {}", unit.to_uppercase()),
            None => word.to_owned(),
        }
    };
    text.split_whitespace().map(spaced).collect::<Vec<_>>().join(" ")
}

/// Returns a word for a document whose name is not known.
fn nameless(word: &str, path: &str) -> &'static str {
    const KINDS: &[(&str, &str)] = &[
        ("spell", "a spell"),
        ("Actor", "a creature"),
        ("JournalEntry", "a journal entry"),
        ("RollTable", "a table"),
        ("Scene", "a scene"),
        ("Macro", "a macro"),
        ("Item", "an item"),
    ];
    let kind = KINDS.iter().find(|(mark, _)| path.contains(mark) || word == *mark);
    kind.map_or("a document", |(_, words)| words)
}

#[cfg(test)]
mod tests;
