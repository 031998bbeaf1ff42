use std::collections::HashMap;
use std::fmt::Write as _;

use lore::EntryKey;
use lore::browse::{Browse, Browsed, Field, FieldFilter, Listed};
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Details, Document, Kind, Provider, excerpt, fold, in_one_line, quoted};
use lore::query::{CreatureFilter, Entry, Filter, Limit, Lookup, SpellFilter};
use rmcp::ErrorData;

use super::books::{Books, DOCUMENTS, document};
use super::content::{RULES_OF_CONTENT, content, one_line};
use super::given::refused;
use super::{Argument, Description, Desk, Suggestion};
use crate::protocol::address::Address;
use crate::resources::internal;
use crate::tools::{BrowseEntries, ImportOrcbrew, LookupCreature, LookupSpell, ReadEntry, SearchDndContent};

/// How many entries of the book are named, and how many of one kind at least where there are that many.
const NAMED: usize = 40;
const OF_EACH_KIND: usize = 6;
/// How many entries are set beside official ones.
const COMPARED: usize = 6;
/// How many lines of each list of a report are told.
const LINES: usize = 4;
/// How many keys are offered when the book is none of the user's own.
const OFFERED: usize = 5;
/// What an entry is compared by, in characters of its text.
const GIST: usize = 300;
/// The documents that count as official here.
const OFFICIAL: [&str; 2] = ["srd-2014", "srd-2024"];

pub(super) const DESCRIPTION: Description = Description {
    name: "review_homebrew",
    title: "Review a homebrew book",
    description: "A critical reading of a homebrew book of the user's: what is in it, what its import had to mend or leave out, and how it compares with official entries.",
    arguments: &[Argument {
        name: "document",
        title: "Homebrew book",
        description: "The key or title of a book that was imported from a file.",
        required: true,
        suggestion: Suggestion::OwnDocument,
    }],
};

pub(super) async fn text(desk: Desk<'_>) -> Result<String, ErrorData> {
    let Desk { library, names, given } = desk;
    let books = Books::of(library).await?;
    let book = document(library, "document", given.required("document")).await?;
    if book.source_api != Provider::OrcBrew {
        return Err(not_homebrew(&books, &book));
    }
    let found = in_the_book(desk, &book, Vec::new(), 0).await?;
    let reports = library.import_reports(&book.document_key).await.map_err(|error| internal(&error))?;
    let entries = entries_of_each_kind(desk, &book, &found).await?;
    let title = one_line(&book.document_name);
    let key = &book.document_key;
    let mut has = format!("{title} (`{key}`, homebrew). {}\n\n{}\n", counts(&found), lines_of(&entries));
    if found.total > entries.len() {
        let filters = serde_json::json!([{"field": "document", "include": [key]}]);
        let _ = write!(has, "\nThese are {} of {}; `filters` for all: {filters}", entries.len(), found.total);
    }
    let mut text = format!(
        "Review a homebrew book for the game master who wants to use it: read it as a critical, friendly editor.\n\n## What is in it\n{}",
        content(DOCUMENTS, &has)
    );
    if found.total > entries.len() {
        let _ = writeln!(text, "For the others call `{}` with these `filters`.", names.of::<BrowseEntries>());
    }
    text.push_str("\n## What its import told\n");
    text.push_str(&told(&reports, &book));
    let compared = compared(desk, &books, &entries).await?;
    if !compared.is_empty() {
        text.push_str(
            "\n## Beside official entries\nThe nearest in level or challenge rating and in meaning:\n",
        );
        text.push_str(&content(DOCUMENTS, &compared));
    }
    let _ = write!(
        text,
        "\n## How to review\n\
         - Read the entries themselves with `{read}` and their addresses, the strongest and the strangest of each kind first; judge none by its name. \
         `{spell}` and `{creature}` with the same level or challenge rating find official measures, `{search}` whatever is alike.\n\
         - Look at: damage, healing and control for the level or rating; action economy; what grows without limit or stacks; wording that leaves open who, when, how often; \
         what is missing (a saving throw, a duration, a range); what has the name of an official entry and differs from it.\n\
         - Take the import's report seriously: what was mended or left out may have changed how an entry works. A file that was corrected is imported again with `{import}` \
         when the user asks for it.\n\
         - Write: a verdict in three sentences; a table of the entries you read (entry, official measure, judgement: weak, fair, strong, broken); the problems, gravest first, each \
         with the sentence to change and a better one; what is good and should stay. Say what you did not read.\n{RULES_OF_CONTENT}",
        read = names.of::<ReadEntry>(),
        spell = names.of::<LookupSpell>(),
        creature = names.of::<LookupCreature>(),
        search = names.of::<SearchDndContent>(),
        import = names.of::<ImportOrcbrew>(),
    );
    text.push_str(&books.notices(official(&books).iter().map(|document| &document.document_key)));
    Ok(text)
}

fn not_homebrew(books: &Books, book: &Document) -> ErrorData {
    let own = books.all().iter().filter(|document| document.source_api == Provider::OrcBrew);
    let mut keys: Vec<&str> = own.map(|document| document.document_key.as_str()).collect();
    let known = keys.len();
    keys.truncate(OFFERED);
    let yours = match known {
        0 => "the library has none; one comes from an .orcbrew file".to_owned(),
        1..=OFFERED => format!("there are {}", quoted(&keys)),
        _ => format!("there are {known}, such as {}", quoted(&keys)),
    };
    let words = format!(
        "`{}` is no homebrew book from a file of the user's; {yours}",
        crate::protocol::arguments::shown(book.document_key.as_str())
    );
    refused("document", &words, &[])
}

/// The entries of a book, of some kinds or of all.
async fn in_the_book(
    desk: Desk<'_>,
    book: &Document,
    kinds: Vec<Kind>,
    limit: usize,
) -> Result<Browsed, ErrorData> {
    let include = vec![book.document_key.to_string()];
    let only = FieldFilter { field: Field::Document, include, exclude: Vec::new(), every: false };
    let browse = Browse { kinds, filters: vec![only], limit, ..Browse::default() };
    Ok(desk.library.browse(&browse).await.map_err(|error| internal(&error))?.found)
}

/// Some entries of each kind, all if they are few.
async fn entries_of_each_kind(
    desk: Desk<'_>,
    book: &Document,
    found: &Browsed,
) -> Result<Vec<Listed>, ErrorData> {
    let mut entries = Vec::new();
    let of_each = if found.total <= NAMED { NAMED } else { OF_EACH_KIND };
    for count in &found.kinds {
        let room = NAMED.saturating_sub(entries.len());
        let of_kind = in_the_book(desk, book, vec![count.kind], of_each.min(room)).await?;
        entries.extend(of_kind.entries);
    }
    Ok(entries)
}

fn counts(found: &Browsed) -> String {
    let kinds: Vec<String> =
        found.kinds.iter().map(|count| format!("{} {}", count.count, count.kind)).collect();
    match found.total {
        0 => "No entries.".to_owned(),
        1 => format!("1 entry: {}.", kinds.join(", ")),
        total => format!("{total} entries: {}.", kinds.join(", ")),
    }
}

fn lines_of(entries: &[Listed]) -> String {
    let line = |entry: &Listed| {
        let summary = one_line(&entry.summary);
        let dash = if summary.is_empty() { "" } else { " — " };
        format!("- {} ({}){dash}{summary} — {}", one_line(&entry.name), entry.kind, entry.uri)
    };
    entries.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What the reports of the book's files say, in short.
fn told(reports: &[ImportReport], book: &Document) -> String {
    if reports.is_empty() {
        return "No report of an import is kept for this book, so nothing is known of what was mended or left out.\n".to_owned();
    }
    let mut text = String::new();
    for report in reports.iter().take(LINES) {
        let ImportReport { file, read, stored, repairs, notes, rejected, conflicts, damaged, .. } = report;
        let broken = if *damaged { " The file was damaged, so entries may be missing." } else { "" };
        let lines = |count: usize, what: &str| format!("{count} {what}");
        let head = format!(
            "File {}: {read} entries read, {stored} stored; {}.{broken}",
            one_line(file),
            [
                lines(repairs.len(), "places mended"),
                lines(notes.len(), "fields not used"),
                lines(rejected.len(), "entries not kept"),
                lines(conflicts.len(), "under a key that another has")
            ]
            .join(", ")
        );
        let mut told = Vec::new();
        told.extend(
            rejected.iter().take(LINES).map(|lost| format!("not kept: {}: {}", lost.key, lost.reason)),
        );
        told.extend(notes.iter().take(LINES).map(|note| format!("not used: {}: {}", note.key, note.reason)));
        told.extend(
            conflicts.iter().take(LINES).map(|twice| format!("twice: {}: {}", twice.name, twice.what)),
        );
        told.extend(
            repairs
                .iter()
                .take(LINES)
                .map(|mended| format!("mended in line {}: {}", mended.line, mended.what)),
        );
        let told = told.iter().map(|line| format!("- {}", excerpt(&in_one_line(line), 160)));
        let told: Vec<String> = std::iter::once(head).chain(told).collect();
        text.push_str(&content(&format!("lore://import/{}", book.document_key), &told.join("\n")));
    }
    if reports.len() > LINES {
        let _ = writeln!(text, "The book comes from {} files; these are the first {LINES}.", reports.len());
    }
    text.push_str("The whole report is the resource `lore://import/` with the book's key.\n");
    text
}

/// The official documents that are here.
fn official(books: &Books) -> Vec<&Document> {
    let is = |document: &&Document| OFFICIAL.contains(&document.document_key.as_str());
    books.all().iter().filter(is).collect()
}

/// Lines that set entries of the book beside official ones: those of the same name, or of the same level or rating.
async fn compared(desk: Desk<'_>, books: &Books, entries: &[Listed]) -> Result<String, ErrorData> {
    let official: Vec<String> =
        official(books).iter().map(|document| document.document_key.to_string()).collect();
    let mut lines = Vec::new();
    let mut of_kind: HashMap<Kind, usize> = HashMap::new();
    for listed in entries {
        let count = of_kind.entry(listed.kind).or_default();
        if official.is_empty() || *count >= COMPARED / 2 || lines.len() >= COMPARED {
            continue;
        }
        let Some(place) = Address::read(&listed.uri).entry() else { continue };
        let Some((entry, measure)) = measure(desk, &official, &place).await? else { continue };
        *count += 1;
        let same = if fold(&measure.name) == fold(&entry.name) { " (the same name)" } else { "" };
        lines.push(format!(
            "- {} ({}) — beside {}{same} ({}) — {}",
            one_line(&entry.name),
            gist(&entry),
            one_line(&measure.name),
            gist(&measure),
            measure.uri
        ));
    }
    Ok(lines.join("\n"))
}

/// An entry with the official one that it is best measured by.
async fn measure(
    desk: Desk<'_>,
    official: &[String],
    place: &EntryKey,
) -> Result<Option<(Entry, Entry)>, ErrorData> {
    let Some(entry) = desk.library.entry(place).await.map_err(|error| internal(&error))? else {
        return Ok(None);
    };
    let filter = match &entry.details {
        Details::Spell(spell) => Filter::Spell(SpellFilter { level: spell.level, ..SpellFilter::default() }),
        Details::Creature(creature) => {
            Filter::Creature(CreatureFilter { cr: creature.challenge_rating, ..CreatureFilter::default() })
        }
        _ => return Ok(None),
    };
    let gist = format!("{} {}", entry.name, excerpt(&entry.body, GIST));
    let lookup = Lookup {
        name: None,
        documents: Some(official.to_vec()),
        edition: None,
        semantic_query: Some(gist),
        limit: Limit::try_from(1).unwrap_or_default(),
    };
    let nearest = desk.library.lookup(&lookup, &filter).await.map_err(|error| internal(&error))?;
    Ok(nearest.entries.into_iter().next().map(|measure| (entry, measure)))
}

/// What an entry is measured by, in a few words.
fn gist(entry: &Entry) -> String {
    match &entry.details {
        Details::Spell(spell) => {
            let damage = spell.damage_types.join("/");
            let concentration = if spell.concentration { ", concentration" } else { "" };
            let deals = if damage.is_empty() { String::new() } else { format!(", {}", one_line(&damage)) };
            format!("{}{deals}{concentration}", spell.level_in_words())
        }
        Details::Creature(creature) => {
            let rating = creature.challenge_rating.map(|rating| format!("CR {rating}"));
            let armor = creature.armor_class.map(|armor| format!("AC {armor}"));
            let points = creature.hit_points.map(|points| format!("{points} HP"));
            [rating, armor, points].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        _ => entry.kind.to_string(),
    }
}
