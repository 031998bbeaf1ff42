//! Lookups by name and fields, searches by a query in plain words, and entries as both return them.

use std::collections::HashSet;

use content::error::{Error, Result};
use content::fields::Filter;
use content::model::{Details, Homebrew, citation, entry_address, fold, other_names, short_title, shown};
use content::query::{
    Answer, CacheStatus, Entry, Glob, Incomplete, Lookup, Match, NameLookup, NameTest, OfficialNames, Search,
    plain_tests,
};
use search::{MIN_LIKELIHOOD, likelihood};
use store::{EntryRow, Selection, read_facts};

use super::Library;
use super::document_filter::Scope;
use super::excerpts::add_excerpts;
use super::folding::{Folding, Groups};
use super::freshness::Refresh;
use super::names::cut_to;
use super::ranked::{PlainQuery, Ranked};

const MAX_QUERY_CHARS: usize = 512;
/// The number of entries beyond which no more are read to fill a limit with folded results.
const MAX_FOLDED: u32 = 2_000;

#[derive(Clone, Copy)]
pub(super) enum FoundBy<'a> {
    Fields,
    Name(&'a str),
    Ranking(&'a Ranked),
}

impl Library {
    /// Finds entries of one family by name and fields, after querying Open5e for what the library lacks.
    pub async fn lookup(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        let query = lookup.semantic_query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let query = query.map(|query| self.read_query(&cut_query(query), true, true, Some(filter.kinds())));
        let scope = Scope::read(&self.store, lookup.documents.as_deref(), lookup.edition).await?;
        let refresh = self.refresh(lookup, filter, &scope).await?;
        let mut answer = self.lookup_stored(lookup, query, filter, &scope).await?;
        if matches!(refresh.missing, Some(Incomplete::Unreachable(_))) {
            let fetched = answer.entries.iter_mut().filter(|entry| entry.document_source.is_open5e());
            fetched.for_each(|entry| entry.cache_status = CacheStatus::Stale);
        }
        let incomplete = self.incomplete(&refresh, &scope).await?;
        let has_content = answer.incomplete.is_empty();
        answer.incomplete.extend(incomplete.filter(|why| match why {
            Incomplete::Unreachable(_) | Incomplete::Pending => true,
            Incomplete::Offline => !answer.more,
            Incomplete::NotSynced | Incomplete::EmptyLibrary => !answer.more && has_content,
        }));
        Ok(answer)
    }

    async fn lookup_stored(
        &self,
        lookup: &Lookup,
        query: Option<PlainQuery<'_>>,
        filter: &Filter,
        scope: &Scope,
    ) -> Result<Answer> {
        let mut answer = Answer { campaign: scope.campaign.clone(), ..Answer::default() };
        let Some(documents) = scope.document_ids(&self.store, &mut answer.messages).await? else {
            return Ok(answer);
        };
        let of_kinds = scope.select(filter.kinds(), documents.as_deref(), lookup.limit);
        let select = Selection { filter: Some(filter), ..of_kinds };
        let names = lookup.names();
        let (name, is_list) = (names.first().copied(), names.len() > 1);
        let is_open = lookup.documents.is_none() && lookup.edition.is_none();
        let folding = Folding::of_name(&scope.preferred_keys, name);
        let folding = (lookup.fold && is_open).then_some(folding);
        let sorted = Selection { sort: lookup.sort, ..select };
        let found = match (name, query) {
            _ if is_list => self.by_each_name(&names, select, scope, folding.as_ref()).await?,
            (name, Some(query)) => self.by_query(name, query, sorted, folding).await?,
            (Some(name), None) => self.find(FoundBy::Name(name), sorted, folding.as_ref()).await?,
            (None, None) => self.find(FoundBy::Fields, sorted, folding.as_ref()).await?,
        };
        let messages = [answer.messages, found.messages].concat();
        answer = Answer { messages, campaign: answer.campaign, ..found };
        if is_list {
            return Ok(answer);
        }
        if answer.entries.is_empty() {
            self.explain_nothing(name, select, scope, &mut answer).await?;
        }
        answer.messages.extend(self.left_out_as_unknown(name, select, answer.matched).await?);
        Ok(answer)
    }

    /// Finds entries of any kind by name, in the library only.
    pub async fn by_any_name(&self, lookup: &NameLookup) -> Result<Answer> {
        let scope = Scope::read(&self.store, lookup.documents.as_deref(), lookup.edition).await?;
        let mut answer = Answer { campaign: scope.campaign.clone(), ..Answer::default() };
        let Some(documents) = scope.document_ids(&self.store, &mut answer.messages).await? else {
            return Ok(answer);
        };
        let kinds = lookup.kinds.as_deref().unwrap_or_default();
        let select = scope.select(kinds, documents.as_deref(), lookup.limit);
        self.by_name(&lookup.name, select, &mut answer).await?;
        Ok(answer)
    }

    /// Finds entries of any kind by meaning and words: first those the query names, then by relevance.
    ///
    /// # Errors
    /// When the query is empty, or the database or the text index cannot be read.
    pub async fn search(&self, search: &Search) -> Result<Answer> {
        let query = search.query.trim();
        if query.is_empty() {
            return Err(Error::Invalid("`query` is empty; give a few words to search for".to_owned()));
        }
        let words = cut_query(query);
        let kinds = search.kinds.as_deref().unwrap_or_default();
        let query = self.read_query(&words, search.fuzzy, search.semantic, Some(kinds));
        let scope = Scope::read(&self.store, search.documents.as_deref(), search.edition).await?;
        let mut answer = Answer { campaign: scope.campaign.clone(), ..Answer::default() };
        if search.kinds.as_ref().is_some_and(Vec::is_empty) {
            answer.messages.push("No results: the list of content types is empty.".to_owned());
            return Ok(answer);
        }
        let Some(documents) = scope.document_ids(&self.store, &mut answer.messages).await? else {
            return Ok(answer);
        };
        let selection = scope.select(kinds, documents.as_deref(), search.limit);
        let is_open = search.documents.is_none() && search.edition.is_none();
        let folding = (search.fold && is_open).then(|| Folding {
            preferred: &scope.preferred_keys,
            asked: Some(fold(&words)),
            with_variants: true,
            shows_first: false,
        });
        let is_plain = query.conditions.is_none();
        let list = if is_plain { self.listed_names(&query.words, selection).await? } else { None };
        let found = match list {
            Some((names, kinds)) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                answer.messages.push(format!("Read as a list of {} names.", names.len()));
                let selection = Selection { kinds: &kinds, ..selection };
                self.by_each_name(&names, selection, &scope, folding.as_ref()).await?
            }
            None => self.by_ranking(query, selection, folding, false).await?,
        };
        answer.entries = found.entries;
        answer.messages.extend(found.messages);
        if answer.entries.is_empty() && self.store.documents().await?.is_empty() {
            answer.incomplete.push(Incomplete::EmptyLibrary);
            return Ok(answer);
        }
        let incomplete = self.incomplete(&Refresh::not_queried(), &scope).await?;
        answer.incomplete.extend(incomplete);
        if answer.entries.is_empty() {
            answer.messages.push(format!("Nothing matches `{}`.", shown(&words)));
        }
        Ok(answer)
    }

    async fn by_query(
        &self,
        name: Option<&str>,
        query: PlainQuery<'_>,
        select: Selection<'_>,
        folding: Option<Folding<'_>>,
    ) -> Result<Answer> {
        let (mut test, mut matched) = (NameTest::Any, None);
        if let Some(name) = name {
            (test, matched) = self.first_test(name, select).await?;
        }
        let selection = Selection { name: &test, ..select };
        let found = self.by_ranking(query, selection, folding, true).await?;
        // The name selected all of them in the same way.
        let best_matches = matched.map_or(0, |_| found.entries.len());
        Ok(Answer { matched, best_matches, ..found })
    }

    /// Finds the entries that a query ranks first, with the passages that answer it. With `unranked`, the
    /// selection's other entries follow: those that have no vectors yet and do not contain the words.
    async fn by_ranking(
        &self,
        query: PlainQuery<'_>,
        selection: Selection<'_>,
        folding: Option<Folding<'_>>,
        unranked: bool,
    ) -> Result<Answer> {
        let all = Selection { limit: u32::MAX, sort: None, ..selection };
        let mut ranked = self.rank_request(query, all).await?;
        if unranked && ranked.by_meaning && !ranked.is_narrowed {
            let mut ids = self.store.pick_ids(selection).await?;
            ids.sort_unstable();
            ranked.append_unranked(ids);
        }
        let folding = folding.map(|folding| Folding { shows_first: ranked.names_its_source, ..folding });
        let mut found = self.find(FoundBy::Ranking(&ranked), selection, folding.as_ref()).await?;
        if let Some(vector) = &ranked.vector {
            add_excerpts(&self.semantic_search, vector, &mut found.entries).await?;
        }
        Ok(Answer { messages: ranked.messages, ..found })
    }

    /// Finds as many results as the selection admits, folded if a folding is given, in the selection's order.
    pub(super) async fn find(
        &self,
        by: FoundBy<'_>,
        select: Selection<'_>,
        folding: Option<&Folding<'_>>,
    ) -> Result<Answer> {
        let mut found = match folding {
            Some(folding) => self.find_folded(by, select, folding).await?,
            None => self.find_entries(by, select).await?,
        };
        if select.sort.is_none() {
            return Ok(found);
        }
        // The best by relevance are in another order, and a folded result may show an edition that differs.
        let names = NameTest::OneOf(found.entries.iter().map(|entry| fold(&entry.name)).collect());
        let all = Selection { name: &names, filter: None, limit: u32::MAX, ..select };
        let order: Vec<String> =
            self.of_rows(self.store.pick(all).await?).into_iter().map(|entry| entry.uri).collect();
        let place = |entry: &Entry| order.iter().position(|uri| *uri == entry.uri).unwrap_or(order.len());
        let best = found.best_matches.min(found.entries.len());
        let (best, others) = found.entries.split_at_mut(best);
        best.sort_by_key(place);
        others.sort_by_key(place);
        Ok(found)
    }

    async fn find_folded(
        &self,
        by: FoundBy<'_>,
        select: Selection<'_>,
        folding: &Folding<'_>,
    ) -> Result<Answer> {
        let wanted = select.limit as usize;
        // Most of what is in one edition is in the other, too.
        let mut limit = select.limit.saturating_mul(2).saturating_add(2);
        loop {
            let mut found = self.find_entries(by, Selection { limit, ..select }).await?;
            let is_all = found.entries.len() < limit as usize || limit > MAX_FOLDED;
            let (mut groups, best) = folding.groups(std::mem::take(&mut found.entries), found.best_matches);
            if groups.all.len() <= wanted && !is_all {
                limit = limit.saturating_mul(4);
                continue;
            }
            found.more |= groups.all.len() > wanted;
            groups.all.truncate(wanted);
            self.add_versions(&mut groups, by, select, folding).await?;
            found.best_matches = best.min(wanted);
            found.entries = self.folded(groups.all, folding).await?;
            return Ok(found);
        }
    }

    /// Adds to groups the other versions of their entries that the selection has: a ranking has them far
    /// behind, and an order by name those of another name.
    async fn add_versions(
        &self,
        groups: &mut Groups,
        by: FoundBy<'_>,
        select: Selection<'_>,
        folding: &Folding<'_>,
    ) -> Result<()> {
        let mut names = Vec::new();
        for entry in groups.all.iter().flatten() {
            names.push(fold(&entry.name));
            names.extend(other_names(&[entry.kind], &entry.name).iter().map(|other| fold(other.name)));
        }
        let name = NameTest::OneOf(names);
        let versions = Selection { name: &name, limit: u32::MAX, sort: None, ..select };
        let mut rows = self.store.pick(versions).await?;
        if let FoundBy::Ranking(ranked) = by {
            let ids: HashSet<i64> = ranked.all().map(|scored| scored.id).collect();
            rows.retain(|row| ids.contains(&row.id.0));
        }
        groups.complete(self.of_rows(rows), folding);
        Ok(())
    }

    async fn find_entries(&self, by: FoundBy<'_>, select: Selection<'_>) -> Result<Answer> {
        let mut answer = Answer::default();
        match by {
            FoundBy::Fields => {
                let mut rows = self.store.pick(select.one_more()).await?;
                answer.more = cut_to(&mut rows, select.limit);
                answer.entries = self.of_rows(rows);
            }
            FoundBy::Name(name) => self.by_name(name, select, &mut answer).await?,
            FoundBy::Ranking(ranked) => {
                answer.entries = self.ranked_entries(ranked, select.limit).await?;
                answer.more = ranked.all().count() > select.limit as usize;
            }
        }
        Ok(answer)
    }

    async fn ranked_entries(&self, ranked: &Ranked, limit: u32) -> Result<Vec<Entry>> {
        let ids = ranked.all().map(|scored| scored.id).take(limit as usize);
        let ids = NameTest::Ranked(ids.collect());
        let selection = Selection { name: &ids, limit, ..Selection::default() };
        // No entry is likelier the answer than the library is to have one.
        let has_answer = if ranked.seems_empty { MIN_LIKELIHOOD } else { 1.0 };
        let score_of = |row: &EntryRow| {
            let scored = ranked.all().find(|scored| scored.id == row.id.0);
            scored.map_or(0.0, |scored| (likelihood(scored.score) * has_answer * 10_000.0).round() / 10_000.0)
        };
        let entry = |row: EntryRow| {
            let similarity_score = ranked.by_meaning.then(|| score_of(&row));
            Some(Entry { similarity_score, ..self.of_row(row)? })
        };
        Ok(self.store.pick(selection).await?.into_iter().filter_map(entry).collect())
    }

    /// Says, for example, `986 spells have no class information and were left out.`
    async fn left_out_as_unknown(
        &self,
        name: Option<&str>,
        select: Selection<'_>,
        matched: Option<Match>,
    ) -> Result<Option<String>> {
        let Some(filter) = select.filter else { return Ok(None) };
        let unknown = filter.conditions.iter().filter_map(|condition| condition.field.unknown);
        let mut known = HashSet::new();
        let nouns: Vec<_> = unknown.map(|unknown| unknown.noun).filter(|noun| known.insert(*noun)).collect();
        if nouns.is_empty() {
            return Ok(None);
        }
        let name = &name_test(name, matched);
        let count = self.store.count_unknown(Selection { name, ..select }).await?;
        let (noun, fields) = (filter.entry_type.noun(), nouns.join(" or "));
        Ok(match count {
            0 => None,
            1 => Some(format!("1 {noun} has no {fields} information and was left out.")),
            count => Some(format!("{count} {noun}s have no {fields} information and were left out.")),
        })
    }

    /// Unreadable rows are logged and left out.
    pub(super) fn of_rows(&self, rows: Vec<EntryRow>) -> Vec<Entry> {
        rows.into_iter().filter_map(|row| self.of_row(row)).collect()
    }

    pub(super) fn of_row(&self, row: EntryRow) -> Option<Entry> {
        let log = |error: &_| {
            tracing::error!(document = %row.document_key, kind = %row.kind, slug = %row.slug, %error, "an entry's fields cannot be read");
        };
        let details = Details::read(row.kind, &row.details).inspect_err(log).ok()?;
        let is_homebrew = row.provider.is_homebrew();
        let mut homebrew = if is_homebrew { Homebrew::read(&row.details) } else { Homebrew::default() };
        homebrew.option_pack = homebrew.option_pack.map(|pack| OfficialNames::default().shown(&pack));
        Some(Entry {
            citation: row
                .page
                .map(|page| citation(&row.document_key, row.provider, &row.document_name, page)),
            page: row.page,
            uri: entry_address(row.document_key.as_str(), row.kind, row.slug.as_str()),
            also_in: Vec::new(),
            variants: Vec::new(),
            more_versions: None,
            cache_status: self.cache_status(&row),
            name: row.name,
            slug: row.slug,
            kind: row.kind,
            document: short_title(&row.document_key, row.provider, &row.document_name).to_owned(),
            document_key: row.document_key,
            document_name: row.document_name,
            document_source: row.provider,
            publisher: row.publisher,
            license: match &homebrew.copied_from {
                Some(origin) => Some(origin.license_in_words().to_owned()),
                None => row.license,
            },
            cached_at: row.updated_at,
            details,
            facts: read_facts(row.facts.as_deref()),
            homebrew,
            body: row.body,
            similarity_score: None,
            user_note: row.note,
            excerpt: None,
            description_is_cut: false,
        })
    }

    /// Returns how current an entry is, by the last fetch of its whole document or of the entry alone.
    fn cache_status(&self, row: &EntryRow) -> CacheStatus {
        if !row.provider.is_open5e() {
            return CacheStatus::Imported;
        }
        let mut fetched = [&row.whole_at, &row.checked_at].into_iter().flatten();
        if fetched.any(|at| self.clock.is_fresh(at)) { CacheStatus::Fresh } else { CacheStatus::Stale }
    }
}

pub(super) fn cut_query(query: &str) -> String {
    let Some((end, _)) = query.char_indices().nth(MAX_QUERY_CHARS) else { return query.to_owned() };
    let characters = query.chars().count();
    tracing::warn!(characters, used = MAX_QUERY_CHARS, "the query is too long and was cut");
    query.split_at(end).0.to_owned()
}

fn name_test(name: Option<&str>, matched: Option<Match>) -> NameTest {
    let Some(name) = name else { return NameTest::Any };
    if let Some(glob) = Glob::read(name) {
        return NameTest::Pattern(glob);
    }
    if matched.is_some_and(Match::is_of_the_name) {
        return NameTest::Equal(fold(name));
    }
    plain_tests(name).pop().unwrap_or(NameTest::Any)
}
