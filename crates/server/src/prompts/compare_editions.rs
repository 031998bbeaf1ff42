use std::collections::BTreeMap;
use std::fmt::Write as _;

use lore::browse::Browse;
use lore::model::{Edition, Kind, excerpt, fold, in_one_line};
use lore::query::{Entry, Limit, Match, NameLookup, nearest, whole_markdown};
use rmcp::ErrorData;
use rmcp::model::{ContentBlock, EmbeddedResource, ResourceContents};
use serde_json::Value;

use super::books::{Books, DOCUMENTS};
use super::content::{RULES_OF_CONTENT, asked, content, one_line};
use super::given::refused;
use super::{Argument, Description, Desk, Suggestion};
use crate::protocol::address::Address;
use crate::protocol::arguments::shown;
use crate::protocol::size;
use crate::resources::internal;
use crate::tools::{ListOpen5e, ReadEntry, SearchDndContent, SyncOpen5e};

/// How many entries come with their texts, and how many bytes these have together.
const WITH_TEXT: usize = 5;
const TEXT: usize = 12_000;
/// How many entries are named at all.
const NAMED: usize = 12;
/// How many fields that differ are told, and how many characters of a value.
const FIELDS: usize = 14;
const VALUE: usize = 60;
/// How many characters of what the library says of a name are told.
const MESSAGE: usize = 300;

/// Fields that say where an entry stands, and not what it is.
const OF_THE_PLACE: &[&str] = &[
    "name",
    "slug",
    "kind",
    "document",
    "document_key",
    "document_name",
    "document_source",
    "publisher",
    "license",
    "cached_at",
    "cache_status",
    "similarity_score",
    "uri",
    "description",
    "description_is_cut",
    "option_pack",
    "challenge_rating_decimal",
];

pub(super) const DESCRIPTION: Description = Description {
    name: "compare_editions",
    title: "Compare editions of an entry",
    description: "One entry as each book and edition of the user's library has it, side by side: what changed, and what that means at the table.",
    arguments: &[
        Argument {
            name: "name",
            title: "Name",
            description: "The name of the entry, such as `Fireball`.",
            required: true,
            suggestion: Suggestion::Name,
        },
        Argument {
            name: "kind",
            title: "Kind",
            description: "What it is, such as `spell` or `condition`, where one name stands for several things.",
            required: false,
            suggestion: Suggestion::Kind,
        },
    ],
};

pub(super) async fn blocks(desk: Desk<'_>) -> Result<Vec<ContentBlock>, ErrorData> {
    let Desk { library, names, given } = desk;
    let name = given.required("name");
    let kinds = kinds(given.get("kind"))?;
    let books = Books::of(library).await?;
    let lookup = NameLookup {
        // A star is a pattern to the library, and one entry is asked for here.
        name: excerpt(&name.replace('*', " "), 300),
        kinds,
        documents: None,
        edition: None,
        limit: Limit::try_from(50).unwrap_or_default(),
    };
    let answer = library.by_any_name(&lookup).await.map_err(|error| internal(&error))?;
    let (found, is_named) = (answer.entries, answer.matched.is_some_and(Match::is_of_the_name));
    let known: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
    let meant = nearest(name, &known, 1);
    let first = found.iter().find(|entry| is_named || meant.contains(&entry.name));
    let Some(first) = first else { return Ok(vec![ContentBlock::text(nothing(desk, name).await?)]) };
    let (folded, kind) = (fold(&first.name), first.kind);
    let (same, others): (Vec<&Entry>, Vec<&Entry>) =
        found.iter().partition(|entry| fold(&entry.name) == folded && entry.kind == kind);
    let known: Vec<&str> = same.iter().map(|entry| entry.uri.as_str()).collect();
    let twins = twins(desk, first, &known).await?;
    let mut same: Vec<&Entry> = same.into_iter().chain(&twins).collect();
    let place = |entry: &&Entry| match books.edition(&entry.document_key) {
        Edition::Of2014 => (0, !entry.document_key.as_str().starts_with("srd")),
        Edition::Of2024 => (1, !entry.document_key.as_str().starts_with("srd")),
        Edition::Other => (2, false),
    };
    // The two core rules first, then the others by edition.
    same.sort_by_key(|entry| {
        let (edition, other) = place(entry);
        (other, edition)
    });

    let mut has = String::new();
    if fold(name) != folded && is_named {
        let _ = writeln!(has, "{}", excerpt(&in_one_line(&answer.messages.join(" ")), MESSAGE));
    } else if fold(name) != folded {
        let (asked, nearest) = (shown(name), one_line(&first.name));
        let _ = writeln!(has, "There is no entry named `{asked}`; the nearest is *{nearest}*.");
    }
    for entry in same.iter().take(NAMED) {
        let (name, source) = (one_line(&entry.name), books.source(entry));
        let _ = writeln!(has, "- {name} ({kind}) — {source} — {}", entry.uri);
    }
    if same.len() > NAMED {
        let _ = writeln!(has, "and {} more", same.len() - NAMED);
    }
    if same.len() > 1 {
        has.push_str(&differences(&same));
    }
    let others: Vec<String> = others
        .iter()
        .filter(|entry| fold(&entry.name) == folded)
        .take(4)
        .map(|entry| format!("{} ({})", entry.kind, entry.uri))
        .collect();
    if !others.is_empty() {
        let _ = writeln!(has, "The name also stands for: {}.", others.join(", "));
    }
    let mut text = format!(
        "Compare this {kind} across the books and editions of the user's library, for a game master who wants to know what changes at the table.\n\n{}\n\
         ## What the library has\n{}",
        asked("name", name),
        content(DOCUMENTS, &has)
    );
    if same.len() == 1 {
        let _ = writeln!(
            text,
            "It stands in this one book only, so there is nothing to compare it with here. `{}` tells which other books could be fetched, `{}` fetches them when the user wants that.",
            names.of::<ListOpen5e>(),
            names.of::<SyncOpen5e>()
        );
    }
    let attached = same.len().min(WITH_TEXT);
    let _ = write!(
        text,
        "\n## How to compare\n\
         - {} Read what is cut, or not attached, with `{read}` and its address; `{search}` finds what has another name in another edition.\n\
         - First in two sentences what changed most. Then a table: a row for each thing that differs, a column for each book and edition. Then what it means in play: who gains, \
         who loses, what a game master who mixes editions should rule.\n\
         - Compare the words themselves, not your memory of them; where the texts say the same in other words, say so and leave it.\n{RULES_OF_CONTENT}",
        if attached == 1 {
            "The entry is attached.".to_owned()
        } else {
            format!("The first {attached} entries are attached.")
        },
        read = names.of::<ReadEntry>(),
        search = names.of::<SearchDndContent>(),
    );
    let mut blocks = vec![ContentBlock::text(text)];
    for entry in same.iter().take(WITH_TEXT) {
        blocks.push(attachment(desk, entry, TEXT / attached.max(1)).await?);
    }
    Ok(blocks)
}

/// The entries that an entry is in other documents, but for those that are known already.
async fn twins(desk: Desk<'_>, entry: &Entry, known: &[&str]) -> Result<Vec<Entry>, ErrorData> {
    let mut twins = Vec::new();
    let Some(place) = Address::read(&entry.uri).entry() else { return Ok(twins) };
    let whole = desk.library.whole_entry(&place).await.map_err(|error| internal(&error))?;
    let uris = whole.into_iter().flat_map(|whole| whole.twins).map(|twin| twin.uri);
    for place in
        uris.filter(|uri| !known.contains(&uri.as_str())).filter_map(|uri| Address::read(&uri).entry())
    {
        twins.extend(desk.library.entry(&place).await.map_err(|error| internal(&error))?);
    }
    Ok(twins)
}

/// An entry as an attached resource. Of a long one the beginning, and the way to the rest.
async fn attachment(desk: Desk<'_>, entry: &Entry, most: usize) -> Result<ContentBlock, ErrorData> {
    let notice = desk.library.notice_for(entry).await.map_err(|error| internal(&error))?;
    let mut shortened = entry.clone();
    if let [first, _, ..] = size::parts(&entry.body, most).as_slice() {
        shortened.body = format!(
            "{}\n\n… (the rest: `{}` with {})",
            first.trim_end(),
            desk.names.of::<ReadEntry>(),
            entry.uri
        );
    }
    let text = content(&entry.uri, &whole_markdown(&shortened, notice.as_deref()));
    let contents = ResourceContents::text(text, &entry.uri).with_mime_type("text/markdown");
    Ok(ContentBlock::Resource(EmbeddedResource::new(contents)))
}

/// The fields whose values are not the same everywhere.
fn differences(entries: &[&Entry]) -> String {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let entries: Vec<&&Entry> = entries.iter().take(WITH_TEXT).collect();
    let objects: Vec<Value> =
        entries.iter().map(|entry| serde_json::to_value(entry).unwrap_or_default()).collect();
    let names = objects.iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    for field in names.filter(|field| !OF_THE_PLACE.contains(&field.as_str())) {
        let values = objects.iter().map(|object| written(object.get(field)));
        fields.entry(field.clone()).or_insert_with(|| values.collect());
    }
    fields.retain(|_, values| values.windows(2).any(|two| two.first() != two.last()));
    let mut text = String::new();
    if fields.is_empty() {
        text.push_str("Their fields are the same; only the texts can differ.\n");
    } else {
        text.push_str("Fields that differ:\n");
    }
    let more = fields.len().saturating_sub(FIELDS);
    for (field, values) in fields.iter().take(FIELDS) {
        let values =
            values.iter().zip(&entries).map(|(value, entry)| format!("{value} (`{}`)", entry.document_key));
        let _ = writeln!(text, "- {field}: {}", values.collect::<Vec<_>>().join("; "));
    }
    if more > 0 {
        let _ = writeln!(text, "- and {more} more fields");
    }
    let same = entries.windows(2).all(|two| match two {
        [one, other] => fold(&one.body) == fold(&other.body),
        _ => true,
    });
    if same {
        text.push_str("The texts are the same word for word.\n");
    }
    text
}

/// A value in a line.
fn written(value: Option<&Value>) -> String {
    let text = match value {
        None | Some(Value::Null) => return "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(list)) if list.is_empty() => return "none".to_owned(),
        Some(Value::Array(list)) => {
            list.iter().map(|item| written(Some(item))).collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    };
    excerpt(&one_line(&text), VALUE)
}

/// The kinds that are asked for.
fn kinds(text: Option<&str>) -> Result<Option<Vec<Kind>>, ErrorData> {
    let Some(text) = text else { return Ok(None) };
    if let Ok(kind) = text.to_lowercase().replace([' ', '_'], "-").parse() {
        return Ok(Some(vec![kind]));
    }
    crate::protocol::arguments::kinds("kind", Some(vec![text.to_owned()])).map_err(|_| {
        let kinds = Kind::ALL.map(Kind::as_str);
        let words = format!("`{}` is no kind of entry", shown(text));
        refused("kind", &words, &nearest(&shown(text), &kinds, 3))
    })
}

/// What to do when the library has no such entry.
async fn nothing(desk: Desk<'_>, name: &str) -> Result<String, ErrorData> {
    let Desk { library, names, .. } = desk;
    let browse = Browse { query: excerpt(name, 300), limit: 1, ..Browse::default() };
    let found = library.browse(&browse).await.map_err(|error| internal(&error))?.found;
    let near = match found.nearest.as_slice() {
        [] => String::new(),
        near => {
            let names: Vec<String> = near.iter().map(|name| one_line(name)).collect();
            content(DOCUMENTS, &format!("The nearest names are {}.", names.join(", ")))
        }
    };
    Ok(format!(
        "The user wants to compare an entry across editions, but the library has no entry of that name.\n\n{}{near}\nTry `{}` with other words. If there is still none, \
         tell the user so: `{}` lists the books that could be fetched, and `{}` fetches them when the user wants that. Do not compare from memory without saying so.\n\n{RULES_OF_CONTENT}",
        asked("name", name),
        names.of::<SearchDndContent>(),
        names.of::<ListOpen5e>(),
        names.of::<SyncOpen5e>()
    ))
}
