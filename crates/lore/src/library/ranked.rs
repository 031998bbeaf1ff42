//! Entries ranked by how well they answer a query in plain words, by meaning and by words.

mod features;

use std::collections::{HashMap, HashSet};

use embedding::Nearness;
use futures::FutureExt;
use futures::future::{BoxFuture, OptionFuture};

pub use self::features::RankingCase;
use content::error::{Error, Result};
use content::everyday;
use content::fields::Filter;
use content::model::{Kind, OtherName, fold, quoted, shown, translated_names};
use content::query::{MAX_NEAREST, NameTest, is_srd};
use search::{
    Associations, Candidate, Coverage, IndexQuery, NamedSources, Origin, PlainConditions, RankInput,
    ScoredEntry, Typos, WordScope, has_name, is_sure, nearness_to_other_topics, not_open_name,
    not_open_name_of, rank, seems_to_have_nothing, words_of_line, words_of_text,
};
use store::{EntryHeader, Selection};

use super::Library;

/// The most entries that are found by words before the other filters are applied.
pub(super) const MAX_FOUND_BY_WORDS: usize = 1_000;
/// The most entries that are found by meaning before the other filters are applied.
const MAX_FOUND_BY_MEANING: usize = 300;
/// Does not depend on the limit of the answer, so that the first entries are the same for every limit.
const MAX_RANKED: usize = 100;

/// The part of the coverage of its text that counts as that of everyday words, for an entry with none.
const OWN_TEXT_SHARE: f64 = 0.5;
/// How much more associated words count for such an entry: they are all the everyday words it has.
const OWN_ASSOCIATIONS: f64 = 2.0;
const OWN_TEXT_CHARS: u32 = 1_500;

/// A query's greatest nearness to other topics if a user's own entry answers it best; most have more.
const MAX_OWN_NEARNESS: f64 = 0.3;
const MIN_OWN_COVERAGE: f64 = 0.3;

pub(super) struct PlainQuery<'a> {
    pub(super) typed: String,
    /// The words without typing errors, the name of a system, and the conditions; a name in another language
    /// in English.
    pub(super) words: String,
    translated: Option<OtherName>,
    pub(super) fuzzy: bool,
    pub(super) semantic: bool,
    /// The conditions in its words, if they were read.
    pub(super) conditions: Option<PlainConditions>,
    sources: NamedSources,
    /// Being computed; `None` without search by meaning, a message for users if it fails.
    vector: BoxFuture<'a, Result<Option<Vec<f32>>, String>>,
}

#[derive(Debug, Default)]
pub(super) struct Ranked {
    pub(super) entries: Vec<ScoredEntry>,
    /// What fills a long list besides.
    pub(super) others: Vec<ScoredEntry>,
    pub(super) by_meaning: bool,
    /// True if the query names the book or the edition of the best entry.
    pub(super) names_its_source: bool,
    pub(super) vector: Option<Vec<f32>>,
    pub(super) messages: Vec<String>,
    /// True if one of them says that the library seems to have no answer.
    pub(super) seems_empty: bool,
    /// True if the words of the query were read as conditions.
    pub(super) is_narrowed: bool,
}

impl Library {
    /// Ranks entries by how well they answer a query; by words alone if meaning is unavailable.
    pub(super) async fn rank(&self, query: PlainQuery<'_>, selection: Selection<'_>) -> Result<Ranked> {
        let mut ranked = Ranked::default();
        let found = self.find_to_rank(query, selection, &mut ranked.messages).await?;
        ranked.by_meaning = !found.nearness.is_empty();
        ranked.entries = found.rank(selection.preferred);
        ranked.append_unranked(found.by_words.iter().chain(&found.by_meaning).copied());
        let best = ranked.entries.first().and_then(|best| found.header(best));
        ranked.names_its_source = best.is_some_and(|best| found.names_source_of(best));
        self.say_what_is_missing(selection, &found, &mut ranked).await?;
        ranked.vector = found.vector;
        ranked.entries.truncate(selection.limit as usize);
        Ok(ranked)
    }

    /// Adds a message if the library seems to have no answer, or if no open book has what is asked for.
    async fn say_what_is_missing(
        &self,
        selection: Selection<'_>,
        found: &Unranked,
        ranked: &mut Ranked,
    ) -> Result<()> {
        // Without meaning, or where filters leave something out, an unlikely answer is no sign of that.
        if found.nearness.is_empty() || is_filtered(selection) {
            return Ok(());
        }
        let best = ranked.entries.first();
        let score = best.map_or(0.0, |scored| scored.score);
        let named = found.missing(not_open_name, score);
        let missing = named.or_else(|| found.missing(not_open_name_of, score));
        let why = missing.map(|name| format!("`{}` is in no open book", shown(name)));
        let other_topics = found.other_topics(best);
        let has_nothing =
            |unknown_words| seems_to_have_nothing(&found.words, score, unknown_words, other_topics);
        // Unknown words are looked up only where they decide.
        ranked.seems_empty = named.is_some()
            || missing.is_some() && !is_sure(score)
            || has_nothing(0.0)
            || has_nothing(1.0) && has_nothing(self.text.unknown_words(&found.words)?);
        if !ranked.seems_empty {
            ranked.messages.extend(why.map(|why| format!("{why}.")));
            return Ok(());
        }
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let first = ranked.entries.iter().take(MAX_NEAREST).map(|scored| scored.id);
        let first = NameTest::Ranked(first.collect());
        let rows = self.store.pick(Selection { name: &first, limit: selection.limit, ..selection });
        let mut names: Vec<String> = rows.await?.into_iter().map(|row| row.name).collect();
        names.dedup();
        let near = (!names.is_empty()).then(|| format!(" The nearest entries are {}.", quoted(&names)));
        let (typed, near) = (shown(&found.typed), near.unwrap_or_default());
        ranked.messages.push(format!("The library seems to have nothing on `{typed}`{why}.{near}"));
        Ok(())
    }

    async fn find_to_rank(
        &self,
        query: PlainQuery<'_>,
        selection: Selection<'_>,
        messages: &mut Vec<String>,
    ) -> Result<Unranked> {
        let PlainQuery { typed, words, translated, fuzzy, sources, vector, .. } = query;
        messages.extend(translated.map(|other| other.message(&[])));
        let query = words.as_str();
        let Selection { kinds, documents, .. } = selection;
        let typos = if fuzzy { Typos::UnknownWords } else { Typos::None };
        let index_query = IndexQuery { text: query, scope: WordScope::AnyAnywhere, typos, kinds, documents };
        // The text search waits until the index of a new library is filled, so that names are looked up after
        // it. What the ranking must know of these entries is read while the model works on the query.
        let find = async {
            // What goes with a word is computed when a query first has it.
            let asked = query.to_owned();
            let associations = tokio::task::spawn_blocking(move || Associations::of(&asked));
            let found = self.text.find(index_query, MAX_FOUND_BY_WORDS).await?;
            let mut unranked = Unranked {
                by_words: found.iter().map(|candidate| candidate.id).collect(),
                text_scores: found.iter().map(|found| (found.id, found.score)).collect(),
                ..Unranked::default()
            };
            let name = NameTest::Equal(fold(query));
            let named = Selection { name: &name, filter: None, ..selection };
            let next = next_to_rank(&unranked.by_words);
            self.describe(query, next, Some(named), &mut unranked).await?;
            unranked.associations = associations.await?;
            Ok::<_, Error>(unranked)
        };
        let (vector, unranked) = tokio::join!(vector, find);
        let vector = vector.unwrap_or_else(|message| {
            messages.push(message);
            None
        });
        if vector.is_some() {
            messages.extend(self.semantic_search.coverage_message().await?);
        }
        let mut unranked = unranked?;
        self.find_by_meaning(vector.clone(), selection, &mut unranked).await?;
        let next = next_to_rank(&unranked.by_meaning);
        self.describe(query, next, None, &mut unranked).await?;
        Ok(Unranked { vector, typed, words, sources, ..unranked })
    }

    pub(super) async fn ranked_by_words(&self, query: &str, found: &[Candidate]) -> Result<NameTest> {
        let ids: Vec<i64> = found.iter().map(|candidate| candidate.id).collect();
        let headers = self.store.headers(&ids, &[], None, 0);
        let (headers, coverage) = tokio::try_join!(headers, self.text.coverage(query, &ids))?;
        let text_scores = found.iter().map(|found| (found.id, found.score)).collect();
        let words = query.to_owned();
        let ranked = Unranked { headers, coverage, text_scores, words, ..Unranked::default() }.rank(&[]);
        Ok(NameTest::Ranked(ranked.iter().map(|scored| scored.id).collect()))
    }

    /// Adds the entries nearest to a query's vector, and removes entries that the selection does not allow.
    async fn find_by_meaning(
        &self,
        vector: Option<Vec<f32>>,
        selection: Selection<'_>,
        unranked: &mut Unranked,
    ) -> Result<()> {
        let nearest = async |entries: Option<HashSet<i64>>, limit: usize, also: Vec<i64>| {
            let Some(vector) = vector.clone() else { return Ok(Vec::new()) };
            self.semantic_search.nearest(vector, selection, entries, limit, also).await
        };
        let described: Vec<i64> = unranked.headers.iter().map(|header| header.id).collect();
        unranked.set_nearest(nearest(None, MAX_FOUND_BY_MEANING, described.clone()).await?);
        if !is_filtered(selection) {
            return Ok(());
        }
        let mut best = unranked.best(MAX_FOUND_BY_MEANING);
        best.extend(described);
        let best: Vec<i64> = best.into_iter().collect();
        let mut allowed = self.allowed(selection, Some(best.clone())).await?;
        if !unranked.has_enough(&allowed) {
            // The filters allow few of the best entries. All entries that they allow are compared instead.
            allowed = self.allowed(selection, None).await?;
            unranked.set_nearest(nearest(Some(allowed.clone()), MAX_RANKED, best).await?);
        }
        unranked.by_words.retain(|id| allowed.contains(id));
        unranked.by_meaning.retain(|id| allowed.contains(id));
        unranked.nearness.retain(|id, _| allowed.contains(id));
        unranked.headers.retain(|header| allowed.contains(&header.id));
        Ok(())
    }

    /// Adds the best entries and those of a name, with what the ranking must know, and the user's own among
    /// the next ones. These are ranked, too: the others have everyday words, by which they crowd them out.
    async fn describe(
        &self,
        query: &str,
        next: HashSet<i64>,
        named: Option<Selection<'_>>,
        unranked: &mut Unranked,
    ) -> Result<()> {
        let best = unranked.best(MAX_RANKED);
        let described: HashSet<i64> = unranked.headers.iter().map(|header| header.id).collect();
        let ids: Vec<i64> = best.difference(&described).copied().collect();
        let own_among: Vec<i64> = next.difference(&described).copied().collect();
        if ids.is_empty() && own_among.is_empty() && named.is_none() {
            return Ok(());
        }
        let headers = self.store.headers(&ids, &own_among, named, OWN_TEXT_CHARS);
        let (headers, coverage) = tokio::try_join!(headers, self.text.coverage(query, &ids))?;
        let others: Vec<_> = headers.iter().map(|header| header.id).filter(|id| !best.contains(id)).collect();
        if !others.is_empty() {
            unranked.coverage.extend(self.text.coverage(query, &others).await?);
        }
        unranked.coverage.extend(coverage);
        unranked.headers.extend(headers);
        Ok(())
    }

    /// Typing errors are corrected unless the query has a name that no open book has. Its words may also be
    /// conditions on entries of some kinds, all if empty.
    pub(super) fn read_query(
        &self,
        query: &str,
        fuzzy: bool,
        semantic: bool,
        conditional: Option<&[Kind]>,
    ) -> PlainQuery<'_> {
        let (sources, mut words) = NamedSources::read(query);
        // If the index is damaged, the search that follows rebuilds it.
        // Of an English query, the lists of the other languages are not even read.
        let is_english = self.text.has_every_word(&words).unwrap_or(true);
        let translated = || translated_names(conditional.unwrap_or_default(), &words).into_iter().next();
        let translated = if is_english { None } else { translated() };
        let mut conditions = None;
        if let Some(other) = &translated {
            other.name.clone_into(&mut words);
        } else if not_open_name(query).is_none() {
            let corrected = fuzzy.then(|| self.text.corrected(&words).ok().flatten()).flatten();
            words = corrected.unwrap_or(words);
            conditions = conditional.and_then(|kinds| PlainConditions::read(&words, kinds));
            words = conditions.as_ref().map_or(words, |conditions| conditions.words.clone());
        }
        let described = |error: embedding::Error| {
            if matches!(error, embedding::Error::Failed(_)) {
                tracing::warn!(%error, "a query could not be embedded; answering by words");
            }
            format!("Search by meaning is unavailable ({error}); the answer was found by words.")
        };
        // This only begins to compute the vector: a request can read meanwhile what it must know besides.
        let vector = semantic.then(|| self.semantic_search.embed_query(&words));
        let vector = OptionFuture::from(vector).map(move |vector| vector.transpose().map_err(described));
        let (typed, vector) = (query.to_owned(), vector.boxed());
        PlainQuery { typed, words, translated, fuzzy, semantic, conditions, sources, vector }
    }

    pub(super) async fn allowed(
        &self,
        selection: Selection<'_>,
        among: Option<Vec<i64>>,
    ) -> Result<HashSet<i64>> {
        let ids = match (among, selection.name) {
            (Some(among), NameTest::Any) => {
                let among = NameTest::Ranked(among);
                self.store.pick_ids(Selection { name: &among, ..selection }).await?
            }
            _ => self.store.pick_ids(selection).await?,
        };
        Ok(ids.into_iter().collect())
    }
}

impl Ranked {
    /// Returns all entries, best first.
    pub(super) fn all(&self) -> impl Iterator<Item = &ScoredEntry> {
        self.entries.iter().chain(&self.others)
    }

    /// Appends entries that were not compared with the query.
    pub(super) fn append_unranked(&mut self, ids: impl IntoIterator<Item = i64>) {
        self.append(ids.into_iter().map(|id| ScoredEntry { id, score: f64::NEG_INFINITY }));
    }

    /// Appends other entries, none of which scores higher than those before it.
    pub(super) fn append(&mut self, others: impl IntoIterator<Item = ScoredEntry>) {
        let mut known: HashSet<i64> = self.all().map(|scored| scored.id).collect();
        let least = self.all().last().map_or(1.0, |scored| scored.score);
        let others = others.into_iter().filter(|other| known.insert(other.id));
        self.others.extend(others.map(|other| ScoredEntry { score: other.score.min(least), ..other }));
    }
}

#[derive(Default)]
struct Unranked {
    headers: Vec<EntryHeader>,
    /// Best first.
    by_words: Vec<i64>,
    text_scores: HashMap<i64, f32>,
    coverage: HashMap<i64, Coverage>,
    /// Nearest first, followed by other found entries with their nearness.
    by_meaning: Vec<i64>,
    nearness: HashMap<i64, Nearness>,
    typed: String,
    words: String,
    associations: Associations,
    sources: NamedSources,
    vector: Option<Vec<f32>>,
}

impl Unranked {
    fn set_nearest(&mut self, nearest: Vec<(i64, Nearness)>) {
        self.by_meaning = nearest.iter().map(|(id, _)| *id).collect();
        self.nearness = nearest.into_iter().collect();
    }

    fn best(&self, limit: usize) -> HashSet<i64> {
        let best = [&self.by_words, &self.by_meaning].into_iter().flat_map(|ids| ids.iter().take(limit));
        best.copied().collect()
    }

    /// Returns whether no other allowed entry can be among those that are ranked.
    fn has_enough(&self, allowed: &HashSet<i64>) -> bool {
        [&self.by_words, &self.by_meaning].into_iter().all(|found| {
            let best = found.iter().take(MAX_FOUND_BY_MEANING);
            found.len() < MAX_FOUND_BY_MEANING || best.filter(|id| allowed.contains(id)).count() >= MAX_RANKED
        })
    }

    /// Ranks the entries; of those with one name, the ones of `preferred` documents first.
    fn rank(&self, preferred: &[i64]) -> Vec<ScoredEntry> {
        rank(&self.words, &self.inputs(preferred))
    }

    fn header(&self, entry: &ScoredEntry) -> Option<&EntryHeader> {
        self.headers.iter().find(|header| header.id == entry.id)
    }

    /// Returns true if the query names the book or the edition of an entry.
    fn names_source_of(&self, header: &EntryHeader) -> bool {
        let (publisher, system) = (header.publisher.as_deref(), header.game_system.as_deref());
        self.sources.has(&header.document_name, publisher, system)
    }

    /// Returns the missing name that `name_in` reads in the query, unless the best entry by score has it.
    fn missing(&self, name_in: fn(&str) -> Option<&'static str>, score: f64) -> Option<&'static str> {
        // The user's own files may have what no open book has.
        let is_there = |name: &str| self.headers.iter().any(|header| has_name(&header.name, name));
        name_in(&self.typed).filter(|name| score < 1.0 && !is_there(name))
    }

    /// Returns how near the query is to topics that no open book speaks of. If the best entry is the user's
    /// own and has the query's words, its book speaks of them.
    fn other_topics(&self, best: Option<&ScoredEntry>) -> f64 {
        let is_own_with_words = |best: &ScoredEntry| {
            self.header(best).is_some_and(|header| header.provider.is_homebrew())
                && self.coverage.get(&best.id).is_some_and(|has| has.anywhere >= MIN_OWN_COVERAGE)
        };
        let nearness = self.vector.as_deref().map_or(0.0, nearness_to_other_topics);
        if best.is_some_and(is_own_with_words) { nearness.min(MAX_OWN_NEARNESS) } else { nearness }
    }

    fn inputs(&self, preferred: &[i64]) -> Vec<RankInput<'_>> {
        let mut named = HashMap::new();
        let inputs = self.headers.iter().map(|header| {
            let is_of_named_edition = self.sources.has_edition(header.game_system.as_deref());
            let of_book = named.entry(header.document);
            let is_of_named_book = *of_book.or_insert_with(|| self.names_source_of(header));
            let (coverage, associated_words) = self.coverage(header);
            RankInput {
                id: header.id,
                kind: header.kind,
                name: &header.name,
                base_item: header.base_item.as_deref(),
                origin: match header.provider {
                    provider if provider.is_homebrew() => Origin::Homebrew,
                    _ if is_srd(&header.document_key) => Origin::CoreRules,
                    _ => Origin::ThirdParty,
                },
                document: header.document,
                is_preferred: is_of_named_edition || preferred.contains(&header.document),
                is_of_named_book,
                text_score: self.text_scores.get(&header.id).copied().unwrap_or(0.0),
                coverage,
                associated_words,
                nearness: self.nearness.get(&header.id).copied(),
            }
        });
        inputs.collect()
    }

    /// Also returns the share of the words that the entry lacks but has others for. An own entry that has no
    /// everyday words gets more for the words of its text: it would otherwise come behind all that have some.
    fn coverage(&self, header: &EntryHeader) -> (Coverage, f64) {
        let coverage = self.coverage.get(&header.id).copied().unwrap_or_default();
        if let Some(line) = everyday::line(header.kind, &header.name, header.base_item.as_deref()) {
            // Without associations, as at a keystroke, the lines are not needed.
            let is_compared = !self.associations.is_empty();
            let associated = is_compared.then(|| self.associations.share_in(words_of_line(line.number)));
            return (coverage, associated.unwrap_or(0.0));
        }
        if !header.provider.is_homebrew() {
            return (coverage, 0.0);
        }
        let words = header.own_text.as_deref().filter(|_| !self.associations.is_empty()).map(words_of_text);
        let associated = self.associations.share_in(words.unwrap_or_default()) * OWN_ASSOCIATIONS;
        (Coverage { everyday: coverage.anywhere * OWN_TEXT_SHARE, ..coverage }, associated.min(1.0))
    }
}

fn next_to_rank(found: &[i64]) -> HashSet<i64> {
    found.iter().take(MAX_FOUND_BY_MEANING).skip(MAX_RANKED).copied().collect()
}

/// Returns whether a selection has conditions besides kinds and documents.
fn is_filtered(selection: Selection<'_>) -> bool {
    selection.filter.is_some_and(Filter::narrows) || !matches!(selection.name, NameTest::Any)
}

#[cfg(test)]
mod tests;
