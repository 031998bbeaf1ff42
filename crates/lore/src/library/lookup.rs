//! Lookups by name and fields, searches by a query in plain words, and entries as both return them.

use content::error::{Error, Result};
use content::fields::Filter;
use content::model::{Details, Homebrew, citation, entry_address, fold, shown};
use content::query::{
    Answer, CacheStatus, Entry, Glob, Incomplete, Lookup, Match, NameLookup, NameTest, OfficialNames, Search,
    plain_tests,
};
use search::{MIN_LIKELIHOOD, likelihood};
use store::{EntryRow, Selection, read_facts};

use super::Library;
use super::document_filter::Scope;
use super::excerpts::add_excerpts;
use super::freshness::Refresh;
use super::names::cut_to;
use super::ranked::{PlainQuery, Ranked};

const MAX_QUERY_CHARS: usize = 512;

impl Library {
    /// Finds entries of one family by name and fields, better matches of the name first. Before that, Open5e
    /// is queried for what the library lacks.
    pub async fn lookup(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        let query = lookup.semantic_query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let query = query.map(|query| self.read_query(&cut_query(query), true, true, Some(filter.kinds())));
        let scope = Scope::read(&self.store, lookup.documents.as_deref(), lookup.edition).await?;
        let refresh = self.refresh(lookup, filter, &scope).await?;
        let mut answer = self.lookup_stored(lookup, query, filter, &scope).await?;
        if refresh.is_fallback() {
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
        let select = Selection {
            kinds: filter.kinds(),
            filter: Some(filter),
            documents: documents.as_deref(),
            name: &NameTest::Any,
            limit: lookup.limit.get(),
            preferred: &scope.preferred,
            sort: None,
        };
        let name = lookup.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let sorted = Selection { sort: lookup.sort, ..select };
        match (name, query) {
            (name, Some(query)) => self.by_query(name, query, sorted, &mut answer).await?,
            (Some(_), None) if lookup.names().len() > 1 => {
                self.by_each_name(&lookup.names(), select, scope, &mut answer).await?;
                scope.mark_repeats(&mut answer.entries);
                return Ok(answer);
            }
            (Some(name), None) => self.by_name(name, sorted, &mut answer).await?,
            (None, None) => {
                let mut rows = self.store.pick(sorted.one_more()).await?;
                answer.more = cut_to(&mut rows, select.limit);
                answer.entries = self.of_rows(rows);
            }
        }
        if answer.entries.is_empty() {
            self.explain_nothing(name, select, scope, &mut answer).await?;
        }
        scope.mark_repeats(&mut answer.entries);
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
        let select = Selection {
            kinds: lookup.kinds.as_deref().unwrap_or_default(),
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
            preferred: &scope.preferred,
            ..Selection::default()
        };
        self.by_name(&lookup.name, select, &mut answer).await?;
        scope.mark_repeats(&mut answer.entries);
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
        let selection = Selection {
            kinds,
            documents: documents.as_deref(),
            limit: search.limit.get(),
            preferred: &scope.preferred,
            ..Selection::default()
        };
        if let Some((names, kinds)) = self.listed_names(&query, selection).await? {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let selection = Selection { kinds: &kinds, ..selection };
            answer.messages.push(format!("Read as a list of {} names.", names.len()));
            self.by_each_name(&names, selection, &scope, &mut answer).await?;
        } else {
            let ranked = self.rank_request(query, selection).await?;
            answer.entries = self.ranked_entries(&ranked, selection).await?;
            answer.messages.extend(ranked.messages);
        }
        scope.mark_repeats(&mut answer.entries);
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
        answer: &mut Answer,
    ) -> Result<()> {
        let mut test = NameTest::Any;
        if let Some(name) = name {
            (test, answer.matched) = self.first_test(name, select).await?;
        }
        let selection = Selection { name: &test, ..select };
        let mut ranked = self.rank_request(query, selection).await?;
        if ranked.by_meaning && !ranked.is_narrowed && ranked.entries.len() < select.limit as usize {
            ranked.append_unranked(self.store.pick_ids(selection).await?, select.limit);
        }
        answer.entries = self.ranked_entries(&ranked, selection).await?;
        answer.more = ranked.more;
        // The name selected all of them in the same way.
        answer.best_matches = answer.matched.map_or(0, |_| answer.entries.len());
        answer.messages.extend(ranked.messages);
        Ok(())
    }

    /// Reads ranked entries. In another order than that of the ranking, they have no scores.
    async fn ranked_entries(
        &self,
        ranked: &Ranked,
        Selection { kinds, sort, .. }: Selection<'_>,
    ) -> Result<Vec<Entry>> {
        let ids = NameTest::Ranked(ranked.entries.iter().map(|scored| scored.id).collect());
        let limit = u32::try_from(ranked.entries.len()).unwrap_or(u32::MAX);
        let selection = Selection { name: &ids, limit, kinds, sort, ..Selection::default() };
        // No entry is likelier the answer than the library is to have one.
        let has_answer = if ranked.seems_empty { MIN_LIKELIHOOD } else { 1.0 };
        let score_of = |row: &EntryRow| {
            let scored = ranked.entries.iter().find(|scored| scored.id == row.id.0);
            scored
                .filter(|_| ranked.by_meaning && sort.is_none())
                .map(|scored| (likelihood(scored.score) * has_answer * 10_000.0).round() / 10_000.0)
        };
        let entry = |row: EntryRow| {
            let similarity_score = score_of(&row);
            Some(Entry { similarity_score, ..self.of_row(row)? })
        };
        let mut entries: Vec<Entry> =
            self.store.pick(selection).await?.into_iter().filter_map(entry).collect();
        if let Some(vector) = &ranked.vector {
            add_excerpts(&self.semantic_search, vector, &mut entries).await?;
        }
        Ok(entries)
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
        let mut nouns: Vec<&str> = Vec::new();
        for unknown in unknown {
            if !nouns.contains(&unknown.noun) {
                nouns.push(unknown.noun);
            }
        }
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
        let details = match Details::read(row.kind, &row.details) {
            Ok(details) => details,
            Err(error) => {
                tracing::error!(document = %row.document_key, kind = %row.kind, slug = %row.slug, %error, "an entry's fields cannot be read");
                return None;
            }
        };
        let homebrew = if row.provider.is_homebrew() {
            Homebrew::read(&row.details).with_pack(|pack| OfficialNames::default().shown(pack))
        } else {
            Homebrew::default()
        };
        Some(Entry {
            citation: row
                .page
                .map(|page| citation(&row.document_key, row.provider, &row.document_name, page)),
            page: row.page,
            uri: entry_address(row.document_key.as_str(), row.kind, row.slug.as_str()),
            cache_status: self.cache_status(&row),
            name: row.name,
            slug: row.slug,
            kind: row.kind,
            document: row.document_name.clone(),
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
            is_repeat: false,
            excerpt: None,
            description_is_cut: false,
        })
    }

    /// Returns how current an entry is, by the last fetch of its whole document or of the entry alone.
    fn cache_status(&self, row: &EntryRow) -> CacheStatus {
        let fetched = [&row.whole_at, &row.checked_at];
        match row.provider {
            provider if !provider.is_open5e() => CacheStatus::Imported,
            _ if fetched.into_iter().flatten().any(|at| self.clock.is_fresh(at.as_str())) => {
                CacheStatus::Fresh
            }
            _ => CacheStatus::Stale,
        }
    }
}

pub(super) fn cut_query(query: &str) -> String {
    let Some((end, _)) = query.char_indices().nth(MAX_QUERY_CHARS) else { return query.to_owned() };
    tracing::warn!(
        characters = query.chars().count(),
        used = MAX_QUERY_CHARS,
        "the query is too long and was cut"
    );
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
