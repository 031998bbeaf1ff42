//! The prompt `review_homebrew`.

use std::collections::HashMap;
use std::fmt::Write as _;

use lore::EntryKey;
use lore::browse::{Browse, BrowseResult, EntrySummary, FieldFilter};
use lore::fields::Filter;
use lore::fields::creature::CHALLENGE_RATING;
use lore::fields::origin::DOCUMENT;
use lore::fields::spell::LEVEL;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Details, Document, Kind, excerpt, fold, in_one_line, quoted, shown};
use lore::query::{Entry, Limit, Lookup};
use rmcp::ErrorData;
use rmcp::model::ContentBlock;

use super::arguments::{Argument, Suggestion, invalid};
use super::content::{RULES_OF_CONTENT, content, one_line};
use super::documents::{DOCUMENTS, LibraryDocuments, document};
use super::prompt::{Prompt, PromptContext};
use crate::protocol::address::Address;
use crate::protocol::error::RequestError;

/// The maximum number of entries that are listed in all, and per kind where there are many.
const MAX_ENTRIES: usize = 40;
const MAX_ENTRIES_PER_KIND: usize = 6;
/// The maximum number of entries that are compared with official ones.
const MAX_COMPARED_ENTRIES: usize = 6;
/// The maximum number of import reports, and of lines of each list of a report.
const MAX_REPORT_LINES: usize = 4;
/// The maximum length of a report line.
const MAX_LINE_CHARS: usize = 160;
/// The maximum number of keys that are suggested when the document is not homebrew.
const MAX_SUGGESTED_KEYS: usize = 5;
/// The number of characters of an entry's text that it is compared by.
const COMPARED_CHARS: usize = 300;
/// The official documents.
const OFFICIAL: [&str; 2] = ["srd-2014", "srd-2024"];

const INSTRUCTIONS: &str = "\n## How to review\n\
    - Read the entries themselves with `{read_entry}` and their addresses, the strongest and the strangest of each kind first; judge none by its name. \
    `{lookup_spell}` and `{lookup_creature}` with the same level or challenge rating find official entries to compare with, `{search_dnd_content}` anything similar.\n\
    - Look at: damage, healing and control for the level or rating; action economy; what grows without limit or stacks; wording that leaves open who, when, how often; \
    what is missing (a saving throw, a duration, a range); what has the name of an official entry and differs from it.\n\
    - Take the import report seriously: a repair or an omission may have changed how an entry works. A file that was corrected is imported again with `{import_orcbrew}` \
    when the user asks for it.\n\
    - Write: a verdict in three sentences; a table of the entries you read (entry, official entry, judgement: weak, fair, strong, broken); the problems, gravest first, each \
    with the sentence to change and a better one; what is good and should stay. Say what you did not read.\n\
    - An imported book is never changed. If the user wants a correction, `{save_entry}` with `copy_of` writes a changed copy into a book of theirs: preview it first.\n";

pub(super) struct ReviewHomebrew;

impl Prompt for ReviewHomebrew {
    const NAME: &'static str = "review_homebrew";
    const TITLE: &'static str = "Review a homebrew book";
    const DESCRIPTION: &'static str = "A critical reading of one of the user's homebrew books: its content, what its import repaired or left out, and how it compares with official entries.";
    const ARGUMENTS: &'static [Argument] = &[Argument {
        name: "document",
        title: "Homebrew book",
        description: "The key or title of a book that was imported from a file.",
        required: true,
        suggestion: Suggestion::OwnDocument,
    }];

    async fn render(context: PromptContext<'_>) -> Result<Vec<ContentBlock>, RequestError> {
        let PromptContext { library, names, arguments } = context;
        let documents = LibraryDocuments::read(library).await?;
        let book = document(library, "document", arguments.required("document")).await?;
        if !book.source_api.is_homebrew() {
            return Err(not_homebrew(&documents, &book).into());
        }
        let found = browse(context, &book, Vec::new(), 0).await?;
        let reports = library.import_reports(&book.document_key).await?;
        let entries = sample(context, &book, &found).await?;
        let (title, key) = (one_line(&book.document_name), &book.document_key);
        let mut summary = format!("{title} (`{key}`, homebrew). {}\n\n{}\n", counts(&found), list(&entries));
        let is_sample = found.total > entries.len();
        if is_sample {
            let _ = write!(summary, "\nThese are {} of {}.", entries.len(), found.total);
        }
        let mut text = format!(
            "Review a homebrew book for the game master who wants to use it: read it as a critical, friendly editor.\n\n## What is in it\n{}",
            content(DOCUMENTS, &summary)
        );
        if is_sample {
            let others = "For the others call `{lookup_spell}`, `{lookup_creature}` and so on with `documents` and `detail` `short`.\n";
            text += &names.fill(others);
        }
        let _ = write!(text, "\n## Import report\n{}", import_summary(&reports, &book));
        let compared = comparisons(context, &documents, &entries).await?;
        if !compared.is_empty() {
            text +=
                "\n## Beside official entries\nThe nearest in level or challenge rating and in meaning:\n";
            text += &content(DOCUMENTS, &compared);
        }
        text += &names.fill(INSTRUCTIONS);
        text += RULES_OF_CONTENT;
        text += &documents.notices(official(&documents).map(|document| &document.document_key));
        Ok(vec![ContentBlock::text(text)])
    }
}

fn not_homebrew(documents: &LibraryDocuments, book: &Document) -> ErrorData {
    let homebrew = documents.all().iter().filter(|document| document.source_api.is_homebrew());
    let mut keys: Vec<&str> = homebrew.map(|document| document.document_key.as_str()).collect();
    let total = keys.len();
    keys.truncate(MAX_SUGGESTED_KEYS);
    let available = match total {
        0 => "the library has none; import one from an .orcbrew file".to_owned(),
        1..=MAX_SUGGESTED_KEYS => format!("there are {}", quoted(&keys)),
        _ => format!("there are {total}, such as {}", quoted(&keys)),
    };
    let key = shown(book.document_key.as_str());
    invalid("document", &format!("`{key}` is not a homebrew book of the user; {available}"), &[])
}

/// Browses a document's entries, of some kinds or of all.
async fn browse(
    context: PromptContext<'_>,
    book: &Document,
    kinds: Vec<Kind>,
    limit: usize,
) -> Result<BrowseResult, RequestError> {
    let include = vec![book.document_key.to_string()];
    let only = FieldFilter { field: &DOCUMENT, include, exclude: Vec::new(), every: false };
    let browse = Browse { kinds, filters: vec![only], limit, ..Browse::default() };
    Ok(context.library.browse(&browse).await?.found)
}

/// Returns some entries of each kind, or all entries if they are few.
async fn sample(
    context: PromptContext<'_>,
    book: &Document,
    found: &BrowseResult,
) -> Result<Vec<EntrySummary>, RequestError> {
    let mut entries = Vec::new();
    let per_kind = if found.total <= MAX_ENTRIES { MAX_ENTRIES } else { MAX_ENTRIES_PER_KIND };
    for count in &found.kinds {
        let limit = per_kind.min(MAX_ENTRIES.saturating_sub(entries.len()));
        entries.extend(browse(context, book, vec![count.kind], limit).await?.entries);
    }
    Ok(entries)
}

fn counts(found: &BrowseResult) -> String {
    let kinds: Vec<String> =
        found.kinds.iter().map(|count| format!("{} {}", count.count, count.kind)).collect();
    match found.total {
        0 => "No entries.".to_owned(),
        1 => format!("1 entry: {}.", kinds.join(", ")),
        total => format!("{total} entries: {}.", kinds.join(", ")),
    }
}

fn list(entries: &[EntrySummary]) -> String {
    let line = |entry: &EntrySummary| {
        let summary = one_line(&entry.summary);
        let dash = if summary.is_empty() { "" } else { " — " };
        format!("- {} ({}){dash}{summary} — {}", one_line(&entry.name), entry.kind, entry.uri)
    };
    entries.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Summarises the import reports of a document's files.
fn import_summary(reports: &[ImportReport], book: &Document) -> String {
    if reports.is_empty() {
        return "The library has no import report for this book, so it is unknown what was repaired or left out.\n".to_owned();
    }
    let mut text = String::new();
    for report in reports.iter().take(MAX_REPORT_LINES) {
        text += &content(&format!("lore://import/{}", book.document_key), &report_lines(report).join("\n"));
    }
    if reports.len() > MAX_REPORT_LINES {
        let total = reports.len();
        let _ = writeln!(text, "The book comes from {total} files; these are the first {MAX_REPORT_LINES}.");
    }
    text + "The whole report is the resource `lore://import/` with the book's key.\n"
}

fn report_lines(report: &ImportReport) -> Vec<String> {
    let ImportReport { file, read, stored, repairs, notes, rejected, conflicts, damaged, .. } = report;
    let damaged = if *damaged { " The file was damaged, so entries may be missing." } else { "" };
    let header = format!(
        "File {}: {read} entries read, {stored} stored; {} places repaired, {} fields not used, {} entries not kept, {} entries whose key another entry has.{damaged}",
        one_line(file),
        repairs.len(),
        notes.len(),
        rejected.len(),
        conflicts.len(),
    );
    let max = MAX_REPORT_LINES;
    let rejected = rejected.iter().take(max).map(|lost| format!("not kept: {}: {}", lost.key, lost.reason));
    let notes = notes.iter().take(max).map(|note| format!("not used: {}: {}", note.key, note.reason));
    let conflicts = conflicts.iter().take(max).map(|twice| format!("twice: {}: {}", twice.name, twice.what));
    let repairs = repairs.iter().take(max).map(|it| format!("repaired in line {}: {}", it.line, it.what));
    let lines = rejected.chain(notes).chain(conflicts).chain(repairs);
    let lines = lines.map(|line| format!("- {}", excerpt(&in_one_line(&line), MAX_LINE_CHARS)));
    std::iter::once(header).chain(lines).collect()
}

/// Returns the official documents of the library.
fn official(documents: &LibraryDocuments) -> impl Iterator<Item = &Document> {
    documents.all().iter().filter(|document| OFFICIAL.contains(&document.document_key.as_str()))
}

/// Compares entries with official ones of the same name, or of the same level or rating, a line each.
async fn comparisons(
    context: PromptContext<'_>,
    documents: &LibraryDocuments,
    entries: &[EntrySummary],
) -> Result<String, RequestError> {
    let official: Vec<String> =
        official(documents).map(|document| document.document_key.to_string()).collect();
    let mut lines = Vec::new();
    let mut count_by_kind: HashMap<Kind, usize> = HashMap::new();
    for listed in entries {
        let count = count_by_kind.entry(listed.kind).or_default();
        let is_full = lines.len() >= MAX_COMPARED_ENTRIES || *count >= MAX_COMPARED_ENTRIES / 2;
        if official.is_empty() || is_full {
            continue;
        }
        let Some(place) = Address::parse(&listed.uri).entry() else { continue };
        let Some((entry, nearest)) = nearest_official(context, &official, &place).await? else { continue };
        *count += 1;
        let same = if fold(&nearest.name) == fold(&entry.name) { " (the same name)" } else { "" };
        lines.push(format!(
            "- {} ({}) — beside {}{same} ({}) — {}",
            one_line(&entry.name),
            power(&entry),
            one_line(&nearest.name),
            power(&nearest),
            nearest.uri
        ));
    }
    Ok(lines.join("\n"))
}

/// Returns an entry with the official entry that is nearest to it.
async fn nearest_official(
    context: PromptContext<'_>,
    official: &[String],
    place: &EntryKey,
) -> Result<Option<(Entry, Entry)>, RequestError> {
    let Some(entry) = context.library.entry(place).await? else { return Ok(None) };
    let filter = match &entry.details {
        Details::Spell(spell) => Filter::spells(spell.level.map(|level| LEVEL.is(level))),
        Details::Creature(creature) => {
            Filter::creatures(creature.challenge_rating.map(|rating| CHALLENGE_RATING.is(rating)))
        }
        _ => return Ok(None),
    };
    let lookup = Lookup {
        name: None,
        documents: Some(official.to_vec()),
        edition: None,
        semantic_query: Some(format!("{} {}", entry.name, excerpt(&entry.body, COMPARED_CHARS))),
        limit: Limit::try_from(1).unwrap_or_default(),
    };
    let answer = context.library.lookup(&lookup, &filter).await?;
    Ok(answer.entries.into_iter().next().map(|nearest| (entry, nearest)))
}

/// Describes the power of an entry in a few words: level and damage, or rating, AC and HP.
fn power(entry: &Entry) -> String {
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
