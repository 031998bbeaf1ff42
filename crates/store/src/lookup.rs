//! Lookups as SQL statements, and the entries that they read.

use content::error::{Error, Result};
use content::fields::{Filter, Sort};
use content::model::{DocumentKey, EntryId, Kind, Provider, Slug};
use content::query::{NameTest, SEPARATORS, WordForms};
use serde::Deserialize;
use sqlx::FromRow;

use super::Store;
use super::conditions;
use super::contents::{self, Content};
use super::facets::table_of;
use super::sql::{Sql, Statement, homebrew_providers, json_array};

/// Selects entries by one test of the name and by every other filter.
#[derive(Debug, Clone, Copy)]
pub struct Selection<'a> {
    /// The kinds, base entries first.
    pub kinds: &'a [Kind],
    pub filter: Option<&'a Filter>,
    /// The ids of the documents; `None` for all.
    pub documents: Option<&'a [i64]>,
    /// The test of the name.
    pub name: &'a NameTest,
    /// The maximum number of entries.
    pub limit: u32,
    /// The ids of documents whose entries come before others of the same name.
    pub preferred: &'a [i64],
    /// The order, if it is not that of the test of the name.
    pub sort: Option<Sort>,
}

impl Default for Selection<'_> {
    /// Every entry.
    fn default() -> Self {
        Self {
            kinds: &[],
            filter: None,
            documents: None,
            name: &NameTest::Any,
            limit: u32::MAX,
            preferred: &[],
            sort: None,
        }
    }
}

impl Selection<'_> {
    /// The same selection with a limit greater by one, which shows whether the limit excludes any entry.
    pub fn one_more(self) -> Self {
        Self { limit: self.limit.saturating_add(1), ..self }
    }
}

/// The properties of an entry that ranking uses, in the order of the columns of the statement.
#[derive(Debug, Clone, Deserialize)]
pub struct EntryHeader {
    pub id: i64,
    pub kind: Kind,
    /// The folded name.
    pub name: String,
    /// The folded name of the mundane item that a magic item is made from.
    pub base_item: Option<String>,
    pub document_key: String,
    pub provider: Provider,
    pub document: i64,
    pub document_name: String,
    pub publisher: Option<String>,
    pub game_system: Option<String>,
    /// The beginning of the text of an entry of the user's own, if it is wanted.
    pub own_text: Option<String>,
}

/// An entry with its document, as read by a lookup.
#[derive(Debug, Clone, FromRow)]
pub struct EntryRow {
    pub id: EntryId,
    pub document_id: i64,
    #[sqlx(try_from = "String")]
    pub kind: Kind,
    pub slug: Slug,
    pub name: String,
    pub page: Option<u16>,
    pub updated_at: String,
    pub document_key: DocumentKey,
    pub document_name: String,
    #[sqlx(try_from = "String")]
    pub provider: Provider,
    pub publisher: Option<String>,
    pub license: Option<String>,
    /// The time when all of its document was last stored.
    pub whole_at: Option<String>,
    /// The time when an on-demand answer last contained it.
    pub checked_at: Option<String>,
    pub body: String,
    pub details: String,
    pub facts: Option<String>,
    /// The user's note on it.
    pub note: Option<String>,
    sources: Option<String>,
    hash: Vec<u8>,
    /// Whether the index of the keys has it at its key, which its hash does not cover.
    is_at_its_key: bool,
}

/// An [`EntryRow`]'s columns, with the note at `entry_address`, from `entries e`, `documents d`, `texts t`.
pub(super) const ENTRY_COLUMNS: &str =
    "e.id, e.document_id, e.kind, e.slug, e.name, e.page, e.updated_at, d.key AS document_key, d.name AS document_name,
     d.provider, d.publisher, d.license, d.whole_at,
     (SELECT checked_at FROM entry_checks WHERE entry_id = e.id) AS checked_at, t.body, t.details, t.sources,
     (SELECT facts FROM facts WHERE entry_id = e.id) AS facts,
     (SELECT text FROM notes WHERE uri = 'lore://entry/' || d.key || '/' || e.kind || '/' || e.slug) AS note, e.hash,
     e.id IS (SELECT id FROM entries WHERE document_id = e.document_id AND kind = e.kind AND slug = e.slug) AS is_at_its_key";

impl Store {
    /// Returns the entries of a selection. SQLite trusts its indexes; an entry that is found by one but does
    /// not have the name is left out, and the damage is reported.
    pub async fn pick(&self, selection: Selection<'_>) -> Result<Vec<EntryRow>> {
        if matches!(selection.name, NameTest::Ranked(ids) if ids.is_empty()) {
            return Ok(Vec::new());
        }
        let mut sql = statement(selection);
        let mut rows = self.undamaged_entries(sql.build()).await?;
        let found = rows.len();
        rows.retain(|row| selection.name.may_match(&row.name, &row.slug));
        if rows.len() < found {
            self.report_damaged_index();
        }
        Ok(rows)
    }

    /// Reads entries. Damaged ones, and those with another key in the keys' index, are reported and left out.
    pub(super) async fn undamaged_entries(&self, query: Statement<'_>) -> Result<Vec<EntryRow>> {
        let mut rows: Vec<EntryRow> = self.all(query).await?;
        rows.retain(|row| {
            let EntryRow { kind, name, page, body, details, sources, document_key, hash, .. } = row;
            let sources = sources.as_deref();
            let content = Content { name, body, details, sources, page: page.map(i64::from) };
            let is_sound = content.has_hash(hash);
            if !row.is_at_its_key {
                self.report_damaged_index();
            }
            if !is_sound {
                self.report_damage(&contents::describe_entry(kind.as_str(), name, document_key.as_str()));
            }
            is_sound && row.is_at_its_key
        });
        self.with_shown_names(rows).await
    }

    /// Returns the ids of all entries of a selection, regardless of its limit, in no order.
    pub async fn pick_ids(&self, selection: Selection<'_>) -> Result<Vec<i64>> {
        // One text is read much faster than thousands of rows.
        let mut sql = Sql::new("SELECT group_concat(e.id)");
        push_conditions(&mut sql, selection);
        let ids: Option<String> = self.value(sql.build()).await?;
        Ok(ids.iter().flat_map(|ids| ids.split(',')).filter_map(|id| id.parse().ok()).collect())
    }

    /// Returns the distinct names of all entries of a selection, regardless of its limit.
    pub async fn names(&self, selection: Selection<'_>) -> Result<Vec<String>> {
        let mut sql = Sql::new("SELECT DISTINCT e.name");
        push_conditions(&mut sql, selection);
        self.values(sql.build()).await
    }

    /// Returns the headers of entries, in no order. Those that cannot be decoded are reported and left out.
    ///
    /// They are those of some ids, of `own_among` those that are the user's own, and those of a selection,
    /// whatever its limit. The user's own entries have as many characters of their texts as are asked for.
    pub async fn headers(
        &self,
        ids: &[i64],
        own_among: &[i64],
        named: Option<Selection<'_>>,
        own_text_chars: u32,
    ) -> Result<Vec<EntryHeader>> {
        let mut sql =
            Sql::new("WITH own AS (SELECT id FROM documents WHERE provider IN (SELECT value FROM json_each(");
        sql.push_bind(homebrew_providers()).push("))), wanted AS (SELECT value AS id FROM json_each(");
        sql.push_bind(json_array(ids)).push(")");
        if !own_among.is_empty() {
            // Without own documents none is read.
            sql.push(" UNION SELECT e.id FROM json_each(").push_bind(json_array(own_among)).push(
                ") other CROSS JOIN entries e ON e.id = other.value WHERE EXISTS (SELECT 1 FROM own) AND e.document_id IN own",
            );
        }
        if let Some(selection) = named {
            sql.push(" UNION SELECT e.id");
            push_conditions(&mut sql, selection);
        }
        // One text is read much faster than hundreds of rows.
        sql.push(
            ") SELECT json_group_array(json_array(e.id, e.kind, e.folded, q.base_item, d.key, d.provider, d.id, d.name,
                d.publisher, d.game_system, ",
        );
        if own_text_chars > 0 {
            sql.push("CASE WHEN d.id IN own THEN (SELECT substr(body, 1, ").push_bind(own_text_chars);
            sql.push(") FROM texts WHERE entry_id = e.id) END");
        } else {
            sql.push("NULL");
        }
        sql.push(
            ")) FROM wanted CROSS JOIN entries e ON e.id = wanted.id
             LEFT JOIN documents d ON d.id = e.document_id LEFT JOIN equipment q ON q.entry_id = e.id",
        );
        let headers: String = self.value(sql.build()).await?;
        if let Ok(headers) = serde_json::from_str(&headers) {
            return Ok(headers);
        }
        // One of them is damaged; the others are decoded one by one.
        let each: Vec<serde_json::Value> = serde_json::from_str(&headers)
            .map_err(|error| Error::Internal(format!("headers of entries: {error}")))?;
        Ok(each.iter().filter_map(|header| self.header_or_report(header)).collect())
    }

    fn header_or_report(&self, header: &serde_json::Value) -> Option<EntryHeader> {
        let read = EntryHeader::deserialize(header);
        if read.is_err() {
            let text = |place: usize| header.get(place).and_then(serde_json::Value::as_str).unwrap_or("?");
            self.report_damage(&contents::describe_entry(text(1), text(2), text(4)));
        }
        read.ok()
    }

    /// Counts the entries left out only because a filter's field is unknown, whatever the limit.
    pub async fn count_unknown(&self, selection: Selection<'_>) -> Result<u64> {
        let conditions = selection.filter.map_or(&[][..], |filter| &filter.conditions);
        let mut sql = Sql::new("SELECT count(*)");
        push_base(&mut sql, selection);
        for condition in conditions {
            sql.push(" AND ");
            conditions::push_or_unknown(&mut sql, condition);
        }
        sql.push(" AND (0");
        for condition in conditions {
            sql.push(" OR ");
            conditions::push_unknown(&mut sql, condition.field);
        }
        sql.push(")");
        self.count(sql.build()).await
    }
}

const BY_NAME: &str = "e.folded, e.document_id, e.slug";

/// Selects and orders entries by their short rows, and joins only those few with their long texts.
fn statement(selection: Selection<'_>) -> Sql {
    let Selection { kinds, filter, name, limit, preferred, sort, .. } = selection;
    let mut sql = Sql::new("WITH picked AS MATERIALIZED (SELECT e.id, ");
    let base = kinds.first().filter(|_| filter.is_some_and(|filter| filter.entry_type.has_base_entries()));
    match (name, base) {
        (NameTest::Ranked(_), _) => sql.push("ranked.key"),
        (NameTest::Contains(words), base) => {
            push_rank(&mut sql, words);
            if let Some(base) = base {
                sql.push(" * 2 + (e.kind <> ").push_bind(base.as_str()).push(")");
            }
            &mut sql
        }
        (_, Some(base)) => sql.push("e.kind <> ").push_bind(base.as_str()),
        (_, None) => sql.push("0"),
    };
    sql.push(" AS place");
    let mut order = match (name, base) {
        (NameTest::Ranked(_), _) => " ORDER BY place".to_owned(),
        (NameTest::Contains(_), _) | (_, Some(_)) => format!(" ORDER BY place, {BY_NAME}"),
        (_, None) => format!(" ORDER BY {BY_NAME}"),
    };
    if let Some(Sort { field, is_descending }) = sort {
        sql.push(", ");
        conditions::push_sort(&mut sql, field);
        sql.push(" AS sorted");
        let direction = if is_descending { " DESC" } else { "" };
        order = format!(" ORDER BY sorted IS NULL, sorted{direction}, {BY_NAME}");
    }
    if !preferred.is_empty() {
        sql.push(", e.document_id NOT IN (SELECT value FROM json_each(").push_bind(json_array(preferred));
        sql.push(")) AS is_other");
        order = order.replace("e.document_id", "is_other, e.document_id");
    }
    push_conditions(&mut sql, selection);
    // SQLite replans when a bare LIMIT or a GLOB's bare pattern is bound anew, but not in an expression.
    sql.push(&order).push(" LIMIT ").push_bind(limit).push(" + 0");
    sql.push(") SELECT ").push(ENTRY_COLUMNS).push(
        // An entry without its document or text is damaged, which is reported when it is decoded.
        " FROM picked p CROSS JOIN entries e ON e.id = p.id LEFT JOIN documents d ON d.id = e.document_id
          LEFT JOIN texts t ON t.entry_id = e.id",
    );
    sql.push(&order);
    sql
}

fn push_conditions(sql: &mut Sql, selection: Selection<'_>) {
    push_base(sql, selection);
    for condition in selection.filter.iter().flat_map(|filter| &filter.conditions) {
        sql.push(" AND ");
        conditions::push(sql, condition);
    }
}

/// Appends the tables of a selection and its conditions on kind, name and document.
fn push_base(sql: &mut Sql, selection: Selection<'_>) {
    let Selection { kinds, filter, documents, name, .. } = selection;
    push_tables(sql, selection);
    push_kinds(sql, kinds);
    push_name(sql, name);
    if let Some(ids) = documents {
        sql.push(" AND e.document_id IN (SELECT value FROM json_each(").push_bind(json_array(ids)).push("))");
    }
    push_categories(sql, filter.map_or(&[], |filter| filter.entry_type.magic_categories()));
}

/// Entries given by id are read one by one. Without a name, entries are read in order until there are enough,
/// unless few match the fields: that would be nearly all, so those few are read first and sorted.
fn push_tables(sql: &mut Sql, Selection { kinds, filter, name, sort, .. }: Selection<'_>) {
    let has_categories = filter.is_some_and(|filter| !filter.entry_type.magic_categories().is_empty());
    let uses_facets = has_categories || conditions::uses_columns(filter, sort);
    let facets = kinds.first().filter(|_| uses_facets).and_then(|kind| table_of(kind.family()));
    if let NameTest::Ranked(ids) = name {
        sql.push(" FROM json_each(").push_bind(json_array(ids));
        sql.push(") ranked CROSS JOIN entries e ON e.id = ranked.value");
        if let Some(facets) = facets {
            sql.push(" CROSS JOIN ").push(facets).push(" f ON f.entry_id = e.id");
        }
        return;
    }
    let named = !matches!(name, NameTest::Any | NameTest::Letters(_) | NameTest::Contains(_));
    match facets {
        None => sql.push(" FROM entries e"),
        Some(facets) if !named && filter.is_some_and(conditions::is_selective) => {
            sql.push(" FROM ").push(facets).push(" f CROSS JOIN entries e ON e.id = f.entry_id")
        }
        Some(facets) => sql.push(" FROM entries e JOIN ").push(facets).push(" f ON f.entry_id = e.id"),
    };
}

fn push_kinds(sql: &mut Sql, kinds: &[Kind]) {
    match kinds {
        [] => sql.push(" WHERE 1"),
        [kind] => sql.push(" WHERE e.kind = ").push_bind(kind.as_str()),
        several => {
            sql.push(" WHERE e.kind IN (");
            push_list(sql, several.iter().copied().map(Kind::as_str));
            sql.push(")")
        }
    };
}

fn push_list(sql: &mut Sql, words: impl Iterator<Item = &'static str>) {
    let mut list = sql.separated(", ");
    for word in words {
        list.push_bind(word);
    }
}

fn push_name(sql: &mut Sql, name: &NameTest) {
    match name {
        NameTest::Any | NameTest::Ranked(_) => sql,
        NameTest::Equal(folded) => sql.push(" AND e.folded = ").push_bind(folded.clone()),
        NameTest::OneOf(folded) => {
            let names: serde_json::Value = folded.iter().map(String::as_str).collect();
            sql.push(" AND e.folded IN (SELECT value FROM json_each(").push_bind(names.to_string()).push("))")
        }
        NameTest::Slug(slug) => sql.push(" AND e.slug = ").push_bind(slug.clone()),
        NameTest::Letters(letters) => {
            sql.push(" AND ").push("replace(".repeat(SEPARATORS.len())).push("e.folded");
            for separator in SEPARATORS {
                sql.push(", ").push_bind(separator.to_string()).push(", '')");
            }
            sql.push(" = ").push_bind(letters.clone())
        }
        NameTest::Pattern(glob) => {
            if !glob.start.is_empty() {
                sql.push(" AND e.folded >= ").push_bind(glob.start.clone());
                if let Some(end) = &glob.end {
                    sql.push(" AND e.folded < ").push_bind(end.clone());
                }
            }
            sql.push(" AND e.folded GLOB (").push_bind(glob.pattern.clone()).push(" || '')")
        }
        NameTest::Contains(words) => {
            for forms in words {
                sql.push(" AND (");
                push_any(sql, forms, |sql, form| {
                    sql.push("instr(e.folded, ").push_bind(form.clone()).push(") > 0");
                });
                sql.push(")");
            }
            sql
        }
    };
}

/// Appends the rank of a name that contains some words: 0 if it begins with the first and has all as whole
/// words, 1 if it has them as whole words, 2 at the beginning of words, 3 inside words.
fn push_rank(sql: &mut Sql, words: &[WordForms]) {
    /// A character before or after a word; names are compared with a space at each end.
    const BORDER: &str = "[^a-z0-9]";
    let spaced = |sql: &mut Sql, pattern: String| {
        // An expression, since SQLite would replan for each bare pattern.
        sql.push("' ' || e.folded || ' ' GLOB (").push_bind(pattern).push(" || '')");
    };
    let each = |sql: &mut Sql, pattern: &dyn Fn(&str) -> String| {
        for (number, forms) in words.iter().enumerate() {
            sql.push(if number == 0 { "(" } else { " AND (" });
            push_any(sql, forms, |sql, form| spaced(sql, pattern(form)));
            sql.push(")");
        }
    };
    sql.push("CASE WHEN ");
    each(sql, &|form| format!("*{BORDER}{form}{BORDER}*"));
    sql.push(" THEN (CASE WHEN ");
    push_any(sql, words.first().map_or(&[], Vec::as_slice), |sql, form| {
        spaced(sql, format!(" {form}{BORDER}*"));
    });
    sql.push(" THEN 0 ELSE 1 END) WHEN ");
    each(sql, &|form| format!("*{BORDER}{form}*"));
    sql.push(" THEN 2 ELSE 3 END");
}

fn push_any(sql: &mut Sql, forms: &[String], mut push: impl FnMut(&mut Sql, &String)) {
    for (number, form) in forms.iter().enumerate() {
        if number > 0 {
            sql.push(" OR ");
        }
        push(sql, form);
    }
}

fn push_categories(sql: &mut Sql, categories: &[&'static str]) {
    if !categories.is_empty() {
        sql.push(" AND (e.kind <> ").push_bind(Kind::MagicItem.as_str()).push(" OR f.category IN (");
        push_list(sql, categories.iter().copied());
        sql.push("))");
    }
}
