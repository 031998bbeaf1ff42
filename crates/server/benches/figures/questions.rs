use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::server::Server;

/// Questions of one sort, and what is expected of their answers on the full library.
pub(crate) struct Group {
    /// What is asked.
    pub(crate) what: &'static str,
    /// What the nearest comparable system needs.
    pub(crate) comparable: &'static str,
    /// The longest median, in milliseconds.
    pub(crate) p50: Option<f64>,
    /// What is expected on the grown library.
    pub(crate) grown: Grown,
    tool: &'static str,
    arguments: Vec<Value>,
}

/// What is expected of a median on the grown library.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Grown {
    /// At most this multiple of the full library's; then p95 stays below three times p50 on the full one, too.
    Times(f64),
    /// At most so many milliseconds.
    Within(f64),
    /// Nothing.
    Told,
}

impl Group {
    /// Calls that go through many different questions, the same ones each time.
    pub(crate) fn calls(&self, count: usize) -> impl Iterator<Item = (&'static str, &Value)> {
        // A step that shares no factor with the length visits everything, and neighbours seldom follow each other.
        let step = if self.arguments.len().is_multiple_of(7919) { 1 } else { 7919 };
        (0..count)
            .filter_map(move |number| self.arguments.get(number * step % self.arguments.len()))
            .map(|arguments| (self.tool, arguments))
    }
}

/// What a table asks about: words that are no names.
const PHRASES: &[&str] = &[
    "drains life",
    "breathes fire",
    "returns when thrown",
    "healing",
    "turn invisible",
    "walk on water",
    "protection from evil",
    "resistance to cold damage",
    "speak with the dead",
    "regains hit points",
    "poisoned for one hour",
    "difficult terrain",
    "advantage on saving throws",
    "extra attack",
    "swim speed",
    "teleport to another plane",
    "summons undead",
    "charmed by the caster",
    "underwater breathing",
    "magic sword",
    "opportunity attack",
    "falling damage",
    "long rest",
    "two weapon fighting",
    "wild shape",
    "bonus action",
    "concentration broken",
    "necrotic damage",
    "frightened of its source",
    "climbs walls",
];

/// Questions of every sort, made of what a library holds.
pub(crate) struct Questions(pub(crate) Vec<Group>);

impl Questions {
    /// Takes names and fields from a library through its tools.
    pub(crate) fn from_library(server: &Server) -> Result<Self> {
        let spells = entries(server, "lookup_spell")?;
        let creatures = entries(server, "lookup_creature")?;
        let (spell_names, creature_names) = (names(&spells), names(&creatures));
        let fields = [("level", "level"), ("school", "school")];
        let by_level_and_school = fields_of(&spells, fields);
        let by_rating_and_type = fields_of(&creatures, [("challenge_rating", "cr"), ("type", "type")]);
        let all_names: Vec<&String> = spell_names.iter().chain(&creature_names).collect();
        let searched = all_names
            .iter()
            .enumerate()
            .map(|(number, name)| match number % 3 {
                0 => (*name).clone(),
                1 => mistyped(name),
                _ => PHRASES.get(number / 3 % PHRASES.len()).map_or_else(String::new, ToString::to_string),
            })
            .map(|query| json!({ "query": query, "semantic": false }))
            .collect();
        let group = |what, comparable, p50, grown, tool, arguments: Vec<Value>| {
            if arguments.is_empty() {
                bail!("the library holds nothing to ask about: {what}");
            }
            Ok(Group { what, comparable, p50, grown, tool, arguments })
        };
        let named = |names: &BTreeSet<String>| names.iter().map(|name| json!({ "name": name })).collect();
        let spell = "lookup_spell";
        let twice = Grown::Times(2.0);
        Ok(Self(vec![
            group("spell by exact name", "2.2 ms", Some(0.4), twice, spell, named(&spell_names))?,
            group("spell by level and school", "3.7 ms", Some(0.8), twice, spell, by_level_and_school)?,
            group("spell by pattern", "26 ms", Some(0.8), twice, spell, patterns(&spell_names))?,
            group("spell by mistyped name", "", None, Grown::Told, spell, {
                spell_names.iter().map(|name| json!({ "name": mistyped(name) })).collect()
            })?,
            group(
                "creature by CR and type",
                "127 ms",
                Some(0.8),
                twice,
                "lookup_creature",
                by_rating_and_type,
            )?,
            group(
                "creature by exact name",
                "127 ms",
                Some(0.8),
                twice,
                "lookup_creature",
                named(&creature_names),
            )?,
            group(
                "unified search, by words",
                "77 ms",
                Some(5.0),
                Grown::Within(15.0),
                "search_dnd_content",
                searched,
            )?,
            group("list_documents", "201 ms", Some(1.0), Grown::Told, "list_documents", vec![json!({})])?,
        ]))
    }
}

/// What the window asks while someone types words letter by letter.
pub(crate) fn by_keystroke() -> Questions {
    let typed = |phrase: &&str| {
        let letters: Vec<char> = phrase.chars().collect();
        let beginnings = (1..=letters.len()).filter_map(|end| letters.get(..end).map(String::from_iter));
        beginnings.map(|query| json!({ "query": query, "limit": 100 })).collect::<Vec<_>>()
    };
    Questions(vec![Group {
        what: "a keystroke in the window (browse_entries, 100 rows)",
        comparable: "",
        p50: None,
        grown: Grown::Told,
        tool: "guide_browse_entries",
        arguments: PHRASES.iter().flat_map(typed).collect(),
    }])
}

/// Questions that are answered by meaning.
pub(crate) fn by_meaning() -> Questions {
    let asked = |arguments: fn(&str) -> Value| PHRASES.iter().map(|phrase| arguments(phrase)).collect();
    let group = |what, comparable, p50, grown, tool, arguments| Group {
        what,
        comparable,
        p50: Some(p50),
        grown: Grown::Within(grown),
        tool,
        arguments,
    };
    let spell = asked(|phrase| json!({ "semantic_query": phrase }));
    let narrowed = asked(|phrase| json!({ "semantic_query": phrase, "cr_max": 5, "limit": 10 }));
    let search = asked(|phrase| json!({ "query": phrase }));
    let unified = "unified search, by words and meaning";
    Questions(vec![
        group("semantic lookup of a spell", "12.9 ms", 2.6, 10.0, "lookup_spell", spell),
        group("semantic lookup of a creature by CR", "12.9 ms", 2.6, 10.0, "lookup_creature", narrowed),
        group(unified, "77 ms (words)", 5.0, 15.0, "search_dnd_content", search),
    ])
}

/// Entries of a lookup tool, up to a hundred for each letter.
fn entries(server: &Server, tool: &str) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for letter in 'a'..='z' {
        let value = server.value(tool, &json!({ "name": format!("{letter}*"), "limit": 100 }))?;
        all.extend(value.as_array().context("the value is no list")?.iter().cloned());
    }
    Ok(all)
}

fn names(entries: &[Value]) -> BTreeSet<String> {
    entries.iter().filter_map(|entry| Some(entry.get("name")?.as_str()?.to_owned())).collect()
}

/// The different pairs of values that two fields have together, as arguments under the names of their filters.
fn fields_of(entries: &[Value], fields: [(&str, &str); 2]) -> Vec<Value> {
    let [(first, first_filter), (second, second_filter)] = fields;
    let pairs: BTreeSet<(String, String)> = entries
        .iter()
        .filter_map(|entry| Some((entry.get(first)?.to_string(), entry.get(second)?.to_string())))
        .collect();
    pairs
        .iter()
        .filter_map(|(one, other)| {
            let (one, other): (Value, Value) =
                (serde_json::from_str(one).ok()?, serde_json::from_str(other).ok()?);
            Some(json!({ first_filter: one, second_filter: other }))
        })
        .collect()
}

/// What the words of names begin with and hold, as patterns.
fn patterns(names: &BTreeSet<String>) -> Vec<Value> {
    let mut patterns = BTreeSet::new();
    for name in names {
        let mut words = name.split_whitespace().filter(|word| word.chars().count() >= 4);
        patterns.extend(words.next().map(|word| format!("{word}*")));
        patterns.extend(words.next().map(|word| format!("*{word}*")));
    }
    patterns.into_iter().map(|pattern| json!({ "name": pattern })).collect()
}

/// A name without the letter in its middle.
fn mistyped(name: &str) -> String {
    let middle = name.chars().count() / 2;
    name.chars().enumerate().filter(|(place, _)| *place != middle).map(|(_, letter)| letter).collect()
}
