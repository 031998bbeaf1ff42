use serde::Deserialize;
use sqlx::{QueryBuilder, Sqlite};

use super::conditions::conditions;
use super::entries::{ENTRY_COLUMNS, EntryRow};
use super::{LossyText, Store};
use crate::error::{Error, Result};
use crate::model::{Family, Kind, Provider};
use crate::query::{EquipmentFilter, Filter, NameTest, SpellFilter, WordForms};

/// Which entries a statement gives: one way for the name to match, and every other filter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Selection<'a> {
    /// The kinds, base entries first.
    pub(crate) kinds: &'a [Kind],
    /// The fields to filter by.
    pub(crate) filter: Option<&'a Filter>,
    /// The numbers of the documents; `None` for all.
    pub(crate) documents: Option<&'a [i64]>,
    /// How the name must match.
    pub(crate) name: &'a NameTest,
    /// How many to give at most.
    pub(crate) limit: u32,
}

impl Selection<'_> {
    /// The same with one more entry, which tells whether the limit leaves any out.
    pub(crate) fn one_more(self) -> Self {
        Self { limit: self.limit.saturating_add(1), ..self }
    }
}

/// What ranking needs to know of an entry, in the order in which the statement gives it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Head {
    pub(crate) id: i64,
    pub(crate) kind: Kind,
    /// The folded name.
    pub(crate) name: String,
    /// The folded name of the mundane thing that a magic item is made from.
    pub(crate) base_item: Option<String>,
    pub(crate) document_key: String,
    pub(crate) provider: Provider,
}

pub(super) type Sql = QueryBuilder<Sqlite>;

impl Store {
    /// Runs a selection as one statement.
    pub(crate) async fn pick(&self, selection: Selection<'_>) -> Result<Vec<EntryRow>> {
        let mut sql = statement(selection);
        self.undamaged_entries(sql.build()).await
    }

    /// The numbers of all entries that a selection means, whatever its limit, in no order.
    pub(crate) async fn pick_ids(&self, selection: Selection<'_>) -> Result<Vec<i64>> {
        // One text is read much faster than thousands of rows.
        let mut sql = Sql::new("SELECT group_concat(e.id)");
        push_conditions(&mut sql, selection);
        let ids: Option<String> =
            sql.build_query_scalar().fetch_one(&self.reader).await.map_err(|error| self.error(error))?;
        Ok(ids.iter().flat_map(|ids| ids.split(',')).filter_map(|id| id.parse().ok()).collect())
    }

    /// The names of all entries that a selection means, whatever its limit, each once.
    pub(crate) async fn names(&self, selection: Selection<'_>) -> Result<Vec<String>> {
        let mut sql = Sql::new("SELECT DISTINCT e.name");
        push_conditions(&mut sql, selection);
        self.texts(sql.build()).await
    }

    /// What ranking needs to know of entries.
    pub(crate) async fn heads(&self, ids: &[i64]) -> Result<Vec<Head>> {
        // One text is read much faster than hundreds of rows.
        let heads: LossyText = sqlx::query_scalar(
            "SELECT json_group_array(json_array(e.id, e.kind, e.folded, q.base_item, d.key, d.provider))
             FROM json_each(?) wanted CROSS JOIN entries e ON e.id = wanted.value
             JOIN documents d ON d.id = e.document_id LEFT JOIN equipment q ON q.entry_id = e.id",
        )
        .bind(json(ids))
        .fetch_one(&self.reader)
        .await
        .map_err(|error| self.error(error))?;
        if let Ok(heads) = serde_json::from_str(&heads.0) {
            return Ok(heads);
        }
        // One of them is damaged; the others are ranked all the same.
        let each: Vec<serde_json::Value> = serde_json::from_str(&heads.0)
            .map_err(|error| Error::Internal(format!("heads of entries: {error}")))?;
        let head = |head| serde_json::from_value(with_its_source(head)).ok();
        Ok(each.into_iter().filter_map(head).collect())
    }

    /// How many entries a selection leaves out, whatever its limit, only because a field that it filters by is not known of them.
    pub(crate) async fn count_unknown(&self, selection: Selection<'_>) -> Result<u64> {
        let conditions = selection.filter.map(conditions).unwrap_or_default();
        let mut sql = Sql::new("SELECT count(*)");
        push_place(&mut sql, selection);
        for condition in &conditions {
            sql.push(" AND ");
            condition.push_or_unknown(&mut sql);
        }
        sql.push(" AND (0");
        for unknown in conditions.iter().filter_map(|condition| condition.unknown) {
            sql.push(" OR ").push(unknown.test);
        }
        sql.push(")");
        let count: i64 =
            sql.build_query_scalar().fetch_one(&self.reader).await.map_err(|error| self.error(error))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// The values that a facet has in the library, for a message about one it has not.
    pub(crate) async fn facet_values(&self, facet: Facet) -> Result<Vec<String>> {
        self.texts(sqlx::query(facet.select())).await
    }
}

/// A facet whose values are words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Facet {
    School,
    SpellClass,
    CastingTime,
    DamageType,
    CreatureType,
    Size,
    DamageDice,
    Section,
}

impl Facet {
    /// What the facet is called in a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Facet::School => "school of magic",
            Facet::SpellClass => "class with a spell list",
            Facet::CastingTime => "casting time",
            Facet::DamageType => "damage type of spells",
            Facet::CreatureType => "creature type",
            Facet::Size => "size",
            Facet::DamageDice => "damage dice",
            Facet::Section => "section of the rules",
        }
    }

    fn select(self) -> &'static str {
        match self {
            Facet::School => "SELECT DISTINCT school FROM spells WHERE school IS NOT NULL ORDER BY 1",
            Facet::SpellClass => "SELECT DISTINCT class FROM spell_classes ORDER BY 1",
            Facet::CastingTime => "SELECT DISTINCT casting_time FROM spells ORDER BY 1",
            Facet::DamageType => "SELECT DISTINCT damage_type FROM spell_damage_types ORDER BY 1",
            Facet::CreatureType => "SELECT DISTINCT type FROM creatures WHERE type IS NOT NULL ORDER BY 1",
            Facet::Size => "SELECT DISTINCT size FROM creatures WHERE size IS NOT NULL ORDER BY 1",
            Facet::DamageDice => {
                "SELECT DISTINCT damage_dice FROM equipment WHERE damage_dice IS NOT NULL ORDER BY 1"
            }
            Facet::Section => "SELECT DISTINCT section FROM rules WHERE section IS NOT NULL ORDER BY 1",
        }
    }
}

/// The same head with the source of its document, where that can be told in spite of damage.
fn with_its_source(mut head: serde_json::Value) -> serde_json::Value {
    if let Some(source) = head.get_mut(5)
        && let Some(text) = source.as_str()
        && let Ok(provider) = Provider::try_from(LossyText(text.to_owned()))
    {
        *source = provider.as_str().into();
    }
    head
}

/// The entries are picked and ordered by their short rows; only those few are joined with their long texts.
fn statement(selection: Selection<'_>) -> Sql {
    let Selection { kinds, filter, name, limit, .. } = selection;
    let mut sql = Sql::new("WITH picked AS MATERIALIZED (SELECT e.id, ");
    let base = kinds.first().filter(|_| filter.is_some_and(Filter::has_base_entries));
    let order = match (name, base) {
        (NameTest::Ranked(_), _) => {
            sql.push("ranked.key AS place");
            " ORDER BY place"
        }
        (NameTest::Contains(words), base) => {
            push_fit(&mut sql, words);
            if let Some(base) = base {
                sql.push(" * 2 + (e.kind <> ").push_bind(base.as_str()).push(")");
            }
            sql.push(" AS place");
            " ORDER BY place, e.folded, e.document_id, e.slug"
        }
        (_, Some(base)) => {
            sql.push("e.kind <> ").push_bind(base.as_str()).push(" AS place");
            " ORDER BY place, e.folded, e.document_id, e.slug"
        }
        (_, None) => {
            sql.push("0 AS place");
            " ORDER BY e.folded, e.document_id, e.slug"
        }
    };
    push_conditions(&mut sql, selection);
    // SQLite plans again whenever a bare LIMIT, or the bare pattern of a GLOB, is bound anew; within an expression it does not.
    sql.push(order).push(" LIMIT ").push_bind(limit).push(" + 0");
    sql.push(") SELECT ").push(ENTRY_COLUMNS).push(
        " FROM picked p CROSS JOIN entries e ON e.id = p.id JOIN documents d ON d.id = e.document_id
          JOIN texts t ON t.entry_id = e.id",
    );
    sql.push(order);
    sql
}

/// The tables of a selection, and everything that must hold.
fn push_conditions(sql: &mut Sql, selection: Selection<'_>) {
    push_place(sql, selection);
    for condition in selection.filter.map(conditions).unwrap_or_default() {
        sql.push(" AND ");
        condition.push(sql);
    }
}

/// The tables of a selection, and what must hold of kind, name and document.
fn push_place(sql: &mut Sql, selection: Selection<'_>) {
    let Selection { kinds, filter, documents, name, .. } = selection;
    push_tables(sql, kinds, filter, name);
    push_kinds(sql, kinds);
    push_name(sql, name);
    if let Some(ids) = documents {
        sql.push(" AND e.document_id IN (SELECT value FROM json_each(").push_bind(json(ids)).push("))");
    }
    if let Some(Filter::Equipment(filter)) = filter {
        push_categories(sql, filter);
    }
}

/// The entries, with the table of their facets when one of its fields is filtered by.
///
/// Entries that are given by number are taken one by one. Without a name, entries are read in order until there are enough. Where the fields leave only a few entries that
/// would be nearly all of them, so those few are taken first and put in order.
fn push_tables(sql: &mut Sql, kinds: &[Kind], filter: Option<&Filter>, name: &NameTest) {
    let facets = filter.filter(|filter| is_filtered(filter)).and_then(|_| facet_table(kinds));
    if let NameTest::Ranked(ids) = name {
        sql.push(" FROM json_each(").push_bind(json(ids));
        sql.push(") ranked CROSS JOIN entries e ON e.id = ranked.value");
        if let Some(facets) = facets {
            sql.push(" CROSS JOIN ").push(facets).push(" f ON f.entry_id = e.id");
        }
        return;
    }
    let named = !matches!(name, NameTest::Any | NameTest::Contains(_));
    match facets {
        None => sql.push(" FROM entries e"),
        Some(facets) if !named && filter.is_some_and(is_narrow) => {
            sql.push(" FROM ").push(facets).push(" f CROSS JOIN entries e ON e.id = f.entry_id")
        }
        Some(facets) => sql.push(" FROM entries e JOIN ").push(facets).push(" f ON f.entry_id = e.id"),
    };
}

fn facet_table(kinds: &[Kind]) -> Option<&'static str> {
    match kinds.first()?.family() {
        Family::Spell => Some("spells"),
        Family::Creature => Some("creatures"),
        Family::Equipment => Some("equipment"),
        Family::Rule => Some("rules"),
        Family::CharacterOption | Family::Encounter => None,
    }
}

/// Whether a field of the facets' table is filtered by.
fn is_filtered(filter: &Filter) -> bool {
    match filter {
        Filter::Spell(filter) => {
            let SpellFilter {
                level, level_min, level_max, school, concentration, ritual, casting_time, ..
            } = filter;
            level.is_some()
                || level_min.is_some()
                || level_max.is_some()
                || school.is_some()
                || concentration.is_some()
                || ritual.is_some()
                || casting_time.is_some()
        }
        Filter::Rule(filter) => filter.section.is_some(),
        Filter::Creature(_) | Filter::Equipment(_) => true,
        Filter::CharacterOption(_) => false,
    }
}

/// Whether the fields leave about one entry in thirty or fewer, by the indexes of their tables.
fn is_narrow(filter: &Filter) -> bool {
    match filter {
        Filter::Spell(filter) => filter.level.is_some() && filter.school.is_some(),
        Filter::Creature(filter) => filter.cr.is_some(),
        Filter::Equipment(filter) => filter.damage_dice.is_some(),
        Filter::Rule(filter) => filter.section.is_some(),
        Filter::CharacterOption(_) => false,
    }
}

fn push_kinds(sql: &mut Sql, kinds: &[Kind]) {
    match kinds {
        [] => sql.push(" WHERE 1"),
        [kind] => sql.push(" WHERE e.kind = ").push_bind(kind.as_str()),
        several => {
            sql.push(" WHERE e.kind IN (");
            let mut list = sql.separated(", ");
            for kind in several {
                list.push_bind(kind.as_str());
            }
            sql.push(")")
        }
    };
}

fn push_name(sql: &mut Sql, name: &NameTest) {
    match name {
        NameTest::Any | NameTest::Ranked(_) => {}
        NameTest::Equal(folded) => {
            sql.push(" AND e.folded = ").push_bind(folded.clone());
        }
        NameTest::Slug(slug) => {
            sql.push(" AND e.slug = ").push_bind(slug.clone());
        }
        NameTest::Pattern(glob) => {
            if !glob.start.is_empty() {
                sql.push(" AND e.folded >= ").push_bind(glob.start.clone());
                if let Some(end) = &glob.end {
                    sql.push(" AND e.folded < ").push_bind(end.clone());
                }
            }
            sql.push(" AND e.folded GLOB (").push_bind(glob.pattern.clone()).push(" || '')");
        }
        NameTest::Contains(words) => {
            for forms in words {
                sql.push(" AND (");
                push_any(sql, forms, |sql, form| {
                    sql.push("instr(e.folded, ").push_bind(form.clone()).push(") > 0");
                });
                sql.push(")");
            }
        }
    }
}

/// How well a name that contains some words fits them: 0 when it begins with the first and has all as whole words, 1 when it
/// has them as whole words, 2 as beginnings of words, 3 inside words.
fn push_fit(sql: &mut Sql, words: &[WordForms]) {
    /// What stands before and after a word; a name is compared with a space at each of its ends.
    const BORDER: &str = "[^a-z0-9]";
    let spaced = |sql: &mut Sql, pattern: String| {
        // Within an expression, or SQLite would plan again for each pattern.
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

/// A condition for each form of a word, any of which may hold.
fn push_any(sql: &mut Sql, forms: &[String], mut push: impl FnMut(&mut Sql, &String)) {
    for (number, form) in forms.iter().enumerate() {
        if number > 0 {
            sql.push(" OR ");
        }
        push(sql, form);
    }
}

/// The categories of magic items that stand among weapons or armor.
fn push_categories(sql: &mut Sql, filter: &EquipmentFilter) {
    if let [first, others @ ..] = filter.equipment_type.magic_categories() {
        sql.push(" AND (e.kind <> ").push_bind(Kind::MagicItem.as_str());
        sql.push(" OR f.category IN (").push_bind(*first);
        for category in others {
            sql.push(", ").push_bind(*category);
        }
        sql.push("))");
    }
}

/// Numbers as one value to bind.
pub(super) fn json(ids: &[i64]) -> String {
    let numbers: Vec<String> = ids.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(","))
}
