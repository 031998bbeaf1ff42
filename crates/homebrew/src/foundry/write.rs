//! Writes entries as documents of dnd5e 5.3; what is left out has its initial value there.

mod creature;
mod equipment;
mod spell;

use content::markdown::ability_in_full;
use content::model::{CharacterOption, Details, Kind, OwnEntry, content_hash};
use pulldown_cmark::{Event, Options, Parser};
use serde_json::{Value, json};
use text::{Pattern, pattern};

use super::codes::{RULES, code_of};

/// The version of dnd5e whose fields these are. A newer one migrates them.
const VERSION: &str = "5.3.0";

static TO_HIT: Pattern = pattern!(r"([+−-])(\d+) to hit\b");
static DICE: Pattern = pattern!(r"\((\d+d\d+(?: ?[+−-] ?\d+)?)\)");

/// An entry to be written.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// Its fields.
    pub details: &'a Details,
    /// Its text, and the parts of a stat block.
    pub own: &'a OwnEntry,
    /// What is unique to it, such as its address.
    pub key: &'a str,
    /// Its book: title, page, licence, and rules (`2014` or `2024`), as dnd5e has them.
    pub source: &'a Value,
}

/// A document, by the collection that it belongs to.
#[derive(Debug)]
pub enum Collected {
    /// An actor.
    Actor(Value),
    /// An item.
    Item(Value),
    /// A page of a journal.
    Page(Value),
}

/// Returns the document of an entry; `None` for an encounter.
pub fn document(entry: &Written<'_>) -> Option<Collected> {
    let text = html(&entry.own.text);
    let (kind, mut system) = match entry.details {
        Details::Creature(fields) => return Some(Collected::Actor(creature::actor(entry, fields))),
        Details::Spell(fields) => ("spell", spell::system(fields)),
        Details::Equipment(fields) => equipment::system(entry.own.kind, fields),
        Details::CharacterOption(fields) => option_system(entry.own.kind, fields),
        Details::Rule(_) => return Some(Collected::Page(page(entry, &text))),
        Details::Encounter(_) => return None,
    };
    let higher = match entry.details {
        Details::Spell(spell) => spell.higher_level.as_deref().unwrap_or_default(),
        _ => "",
    };
    let higher =
        html(&if higher.is_empty() { String::new() } else { format!("**At Higher Levels.** {higher}") });
    set(&mut system, "description", json!({ "value": text + &higher, "chat": "" }));
    set(&mut system, "identifier", identifier(&entry.own.name).into());
    set(&mut system, "source", entry.source.clone());
    Some(Collected::Item(item(&id(&[entry.key]), &entry.own.name, kind, &system)))
}

/// Returns a journal of pages.
pub fn journal(title: &str, pages: Vec<Value>) -> Value {
    let mut journal = common(&id(&["journal", title]), title);
    set(&mut journal, "pages", pages.into());
    journal
}

/// Returns an adventure, which brings all documents into a world at once. `description` is HTML.
pub fn adventure(title: &str, description: &str, lists: Vec<(&str, Vec<Value>)>) -> Value {
    let mut adventure = common(&id(&["adventure", title]), title);
    set(&mut adventure, "description", description.into());
    for name in ["scenes", "tables", "macros", "cards", "playlists", "folders", "combats"] {
        set(&mut adventure, name, json!([]));
    }
    for (name, list) in lists {
        set(&mut adventure, name, list.into());
    }
    adventure
}

/// Returns the fields that every document has.
fn common(id: &str, name: &str) -> Value {
    json!({
        "_id": id, "name": name, "img": "icons/svg/book.svg", "folder": null, "sort": 0, "flags": {},
        "ownership": { "default": 0 },
        "_stats": { "systemId": "dnd5e", "systemVersion": VERSION, "coreVersion": "13" },
    })
}

fn item(id: &str, name: &str, kind: &str, system: &Value) -> Value {
    let mut item = common(id, name);
    set(&mut item, "type", kind.into());
    set(&mut item, "img", "icons/svg/item-bag.svg".into());
    set(&mut item, "system", system.clone());
    set(&mut item, "effects", json!([]));
    item
}

fn page(entry: &Written<'_>, html: &str) -> Value {
    let kind = RULES.iter().find(|(_, kind)| *kind == entry.own.kind);
    let mut page = common(&id(&[entry.key]), &entry.own.name);
    set(&mut page, "type", if kind.is_some() { "rule" } else { "text" }.into());
    set(&mut page, "system", kind.map_or_else(|| json!({}), |(code, _)| json!({ "type": code })));
    set(&mut page, "text", json!({ "content": html, "format": 1 }));
    page
}

fn option_system(kind: Kind, option: &CharacterOption) -> (&'static str, Value) {
    let level = option.level.map(|level| format!(" {level}")).unwrap_or_default();
    let owner = option.parent.as_ref().map(|parent| format!("{parent}{level}"));
    let requirements = owner.into_iter().chain(option.prerequisite.clone()).collect::<Vec<_>>().join(", ");
    let feature =
        |code: &str| json!({ "type": { "value": code, "subtype": "" }, "requirements": requirements });
    match kind {
        Kind::Class => {
            let ability = option.spellcasting_ability.as_deref().and_then(ability_code);
            let casting = json!({ "progression": if ability.is_some() { "full" } else { "none" }, "ability": ability.unwrap_or_default() });
            let saves: Vec<String> = option
                .saving_throws
                .iter()
                .filter_map(|it| Some(format!("saves:{}", ability_code(it)?)))
                .collect();
            let grants = json!({
                "_id": id(&["saves"]), "type": "Trait", "level": 1, "classRestriction": "primary",
                "configuration": { "grants": saves, "choices": [] },
            });
            let hit_die = json!({ "denomination": option.hit_die.as_deref().unwrap_or("d8") });
            ("class", json!({ "levels": 1, "hd": hit_die, "spellcasting": casting, "advancement": [grants] }))
        }
        Kind::Subclass => {
            let class = option.parent.as_deref().unwrap_or_default().to_lowercase().replace(' ', "-");
            ("subclass", json!({ "classIdentifier": class }))
        }
        Kind::Race | Kind::Subrace => {
            let sizes: Vec<String> =
                option.size.iter().flat_map(|size| size.split(" or ")).filter_map(size_code).collect();
            let size = json!({ "_id": id(&["size"]), "type": "Size", "configuration": { "sizes": sizes } });
            ("race", json!({ "movement": { "walk": option.speed, "units": "ft" }, "advancement": [size] }))
        }
        Kind::Background => ("background", json!({})),
        Kind::Feat => ("feat", feature("feat")),
        Kind::Trait => ("feat", feature("race")),
        _ => ("feat", feature("class")),
    }
}

/// Returns the id of a document: 16 letters and digits, the same in each export.
fn id(parts: &[&str]) -> String {
    const SIGNS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let hash = content_hash(parts.iter().copied());
    hash.iter()
        .take(16)
        .filter_map(|byte| SIGNS.get(usize::from(*byte) % SIGNS.len()))
        .map(|it| char::from(*it))
        .collect()
}

fn identifier(name: &str) -> String {
    content::model::Slug::new(name).to_string()
}

/// Returns a text as HTML in which attacks and dice can be rolled. HTML in it stays text.
pub fn html(markdown: &str) -> String {
    let mut html = String::new();
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    pulldown_cmark::html::push_html(&mut html, events);
    let html = TO_HIT.replace_all(&html, "[[/r 1d20$1$2]]{$1$2} to hit");
    DICE.replace_all(html.trim(), "([[/r $1]]{$1})").replace('\n', " ")
}

fn size_code(words: &str) -> Option<String> {
    let size = words.split_whitespace().next().map(code_of)?;
    ["tiny", "sm", "med", "lg", "huge", "grg"].contains(&size.as_str()).then_some(size)
}

/// Returns the code of an ability, given in any form.
fn ability_code(name: &str) -> Option<String> {
    ability_in_full(name)?.get(..3).map(str::to_lowercase)
}

fn set(object: &mut Value, field: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(field.to_owned(), value);
    }
}

#[cfg(test)]
mod tests;
