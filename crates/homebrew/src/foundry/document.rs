//! Documents within files: one, a list, the parts of an adventure, or one a line.

use content::json::Object;
use serde_json::Value;

use crate::json::{Lines, Top, parse_text};
use crate::{File, yaml};

/// The lists of an adventure, with the collections that their documents belong to.
const LISTS: [(&str, Collection); 9] = [
    ("actors", Collection::Actor),
    ("items", Collection::Item),
    ("journal", Collection::Journal),
    ("tables", Collection::Table),
    ("folders", Collection::Folder),
    ("scenes", Collection::Other("scene")),
    ("macros", Collection::Other("macro")),
    ("playlists", Collection::Other("playlist")),
    ("cards", Collection::Other("deck of cards")),
];

/// The sort of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Collection {
    Actor,
    Item,
    Journal,
    Table,
    Folder,
    /// A document that holds nothing for a library, with its name.
    Other(&'static str),
}

/// The text of a document in a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'a> {
    pub(super) file: &'a File,
    pub(super) text: &'a str,
    pub(super) line: u32,
    collection: Option<Collection>,
    is_yaml: bool,
}

impl<'a> Raw<'a> {
    /// Finds the documents of a file.
    pub(super) fn all(file: &'a File) -> Vec<Self> {
        let whole = Self { file, text: &file.text, line: 1, collection: None, is_yaml: true };
        if !file.text.trim_start().starts_with(['{', '[']) {
            return vec![whole];
        }
        let lines = Lines::new(&file.text);
        let part = |text: &'a str, collection| Self {
            text,
            line: lines.of(text),
            collection,
            is_yaml: false,
            ..whole
        };
        match Top::read(&file.text) {
            Ok(Top::List(values)) => values.into_iter().map(|value| part(value.get(), None)).collect(),
            Ok(top) if is_adventure(&top) => {
                let list = |(name, collection): &(&str, Collection)| {
                    let values = Top::part(top.field(name)?)?.values().to_vec();
                    Some(
                        values
                            .into_iter()
                            .map(|value| part(value.get(), Some(*collection)))
                            .collect::<Vec<_>>(),
                    )
                };
                LISTS.iter().filter_map(list).flatten().collect()
            }
            Ok(_) => vec![part(file.text.trim_start(), None)],
            // The databases of Foundry VTT before version 11 have a document on each line.
            Err(_) => {
                let all = file.text.lines().filter(|line| !line.trim().is_empty());
                if file.text.lines().next().is_some_and(|line| Top::read(line).is_ok()) {
                    all.map(|line| part(line, None)).collect()
                } else {
                    vec![part(file.text.trim_start(), None)]
                }
            }
        }
    }

    /// Parses the document.
    pub(super) fn value(&self) -> Result<Value, String> {
        let value = if self.is_yaml { yaml::read(self.text) } else { parse_text(self.text) }?;
        if value.is_object() {
            Ok(value)
        } else {
            Err("it is no document of Foundry VTT but a single value".to_owned())
        }
    }

    /// Returns its id, name and type without parsing the rest.
    pub(super) fn head(&self) -> Option<[String; 3]> {
        if self.is_yaml {
            let field = |name: &str| {
                let mut lines = self.text.lines();
                let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))?;
                yaml::read(value).ok()?.as_str().map(str::to_owned)
            };
            return Some([field("_id")?, field("name")?, field("type").unwrap_or_default()]);
        }
        let top = Top::read(self.text).ok()?;
        let field = |name: &str| serde_json::from_str::<String>(top.field(name)?.get()).ok();
        Some([field("_id")?, field("name")?, field("type").unwrap_or_default()])
    }

    pub(super) fn collection(&self, doc: Object<'_>) -> Collection {
        self.collection.unwrap_or_else(|| collection_of(doc))
    }
}

fn is_adventure(top: &Top<'_>) -> bool {
    let lists = LISTS.iter().filter(|(name, _)| top.field(name).is_some()).count();
    lists > 0
        && ["system", "data", "pages", "prototypeToken", "results"]
            .iter()
            .all(|name| top.field(name).is_none())
}

fn collection_of(doc: Object<'_>) -> Collection {
    let key = doc.text("_key").and_then(|key| key.strip_prefix('!')?.split(['!', '.']).next());
    let has = |field: &str| doc.value().get(field).is_some();
    let kind = doc.text("type").unwrap_or_default();
    match key {
        Some("actors") => Collection::Actor,
        Some("items") => Collection::Item,
        Some("journal") => Collection::Journal,
        Some("tables") => Collection::Table,
        Some("folders") => Collection::Folder,
        Some("scenes") => Collection::Other("scene"),
        Some("macros") => Collection::Other("macro"),
        Some("playlists") => Collection::Other("playlist"),
        Some("cards") => Collection::Other("deck of cards"),
        _ if has("pages") => Collection::Journal,
        _ if has("results") => Collection::Table,
        _ if has("prototypeToken") || matches!(kind, "npc" | "character" | "vehicle" | "group") => {
            Collection::Actor
        }
        _ if has("system") || has("data") => Collection::Item,
        _ if has("walls") || has("grid") => Collection::Other("scene"),
        _ if has("command") => Collection::Other("macro"),
        _ if has("sounds") => Collection::Other("playlist"),
        _ if has("content") => Collection::Journal,
        _ if has("sorting") || has("folder") => Collection::Folder,
        _ => Collection::Other("document of another kind"),
    }
}
