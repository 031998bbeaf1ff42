//! Requests in plain words that are more than words to rank by: lists of names, conditions on the entries.

use std::collections::HashSet;

use content::error::Result;
use content::fields::{EntryType, EquipmentType};
use content::model::{Kind, fold};
use content::query::{Answer, NameTest};
use search::{ScoredEntry, listed_names, possible_names};
use store::Selection;

use super::Library;
use super::document_filter::Scope;
use super::ranked::{PlainQuery, Ranked};

/// If fewer entries meet the conditions of a query, those that its words find follow.
const FEW: usize = 3;

/// The entries that lists name: all of one type, or of any of these.
const LISTED: [&[Kind]; 4] = [
    EntryType::Equipment(EquipmentType::All).kinds(),
    EntryType::Spell.kinds(),
    EntryType::Creature.kinds(),
    &[Kind::Weapon, Kind::Armor, Kind::Item, Kind::MagicItem, Kind::Spell, Kind::Creature],
];

impl Library {
    /// Finds the best entry of each name, in the order of the names, and says what has none.
    pub(super) async fn by_each_name(
        &self,
        names: &[&str],
        select: Selection<'_>,
        scope: &Scope,
        answer: &mut Answer,
    ) -> Result<()> {
        let limit = select.limit as usize;
        answer.more = names.len() > limit;
        for name in names.iter().copied().take(limit) {
            let mut found = Answer::default();
            let select = Selection { limit: 1, ..select };
            self.by_name(name, select, &mut found).await?;
            if found.entries.is_empty() {
                self.explain_nothing(Some(name), select, scope, &mut found).await?;
                answer.incomplete = found.incomplete;
            }
            found.entries.retain(|entry| answer.entries.iter().all(|other| other.uri != entry.uri));
            answer.entries.append(&mut found.entries);
            answer.messages.append(&mut found.messages);
        }
        answer.best_matches = answer.entries.len();
        Ok(())
    }

    /// Returns the names in a query that is a list of them, and the kinds of their entries.
    pub(super) async fn listed_names(
        &self,
        query: &PlainQuery<'_>,
        selection: Selection<'_>,
    ) -> Result<Option<(Vec<String>, Vec<Kind>)>> {
        let names = if query.conditions.is_some() { Vec::new() } else { possible_names(&query.words) };
        let asked = LISTED.map(|kinds| asked(kinds, selection));
        let [.., all] = &asked;
        if names.is_empty() || all.is_empty() {
            return Ok(None);
        }
        let name = NameTest::OneOf(names);
        let named = Selection { name: &name, kinds: all, ..selection };
        let entries = self.store.headers(&[], &[], Some(named), 0).await?;
        let list = asked.into_iter().find_map(|kinds| {
            let of_kinds = entries.iter().filter(|entry| kinds.contains(&entry.kind));
            let known: HashSet<&str> = of_kinds.map(|entry| entry.name.as_str()).collect();
            Some((listed_names(&query.words, &known)?, kinds))
        });
        Ok(list)
    }

    /// Ranks entries by a query. If its words make conditions that entries meet, and are not the name of one,
    /// those entries come first.
    pub(super) async fn rank_request(
        &self,
        mut query: PlainQuery<'_>,
        selection: Selection<'_>,
    ) -> Result<Ranked> {
        let Some(conditions) = query.conditions.take() else { return self.rank(query, selection).await };
        let (typed, fuzzy, semantic) = (query.typed.clone(), query.fuzzy, query.semantic);
        let folded = fold(&typed);
        let singular = folded.strip_suffix('s').unwrap_or(&folded).to_owned();
        let name = NameTest::OneOf(vec![format!("{folded}s"), folded, singular]);
        let named = Selection { name: &name, filter: None, ..selection };
        let is_name = !self.store.pick_ids(named).await?.is_empty();
        let filter = conditions.filter(selection.filter);
        let kinds = asked(filter.kinds(), selection);
        let narrowed = Selection { filter: Some(&filter), kinds: &kinds, ..selection };
        let is_possible = !is_name && !kinds.is_empty();
        let ids = if is_possible { self.store.pick_ids(narrowed).await? } else { Vec::new() };
        let plain = || self.rank(self.read_query(&typed, fuzzy, semantic, None), selection);
        if ids.is_empty() {
            return plain().await;
        }
        let mut ranked = self.rank(query, narrowed).await?;
        ranked.is_narrowed = true;
        let mut message = format!("Read as: {filter}.");
        let count = ids.len();
        ranked.append_unranked(ids, selection.limit);
        if count < FEW {
            ranked.append(plain().await?.entries, selection.limit);
            message += " The first meet all of it; the others do not.";
        }
        ranked.messages.insert(0, message);
        Ok(ranked)
    }
}

/// Returns those of some kinds that a selection has, too.
fn asked(kinds: &[Kind], selection: Selection<'_>) -> Vec<Kind> {
    let is_asked = |kind: &Kind| selection.kinds.is_empty() || selection.kinds.contains(kind);
    kinds.iter().copied().filter(is_asked).collect()
}

impl Ranked {
    /// Appends entries that have no vectors yet and do not contain the words.
    pub(super) fn append_unranked(&mut self, mut ids: Vec<i64>, limit: u32) {
        ids.sort_unstable();
        self.append(ids.into_iter().map(|id| ScoredEntry { id, score: f64::NEG_INFINITY }), limit);
    }

    /// Appends other entries up to a limit, none of which scores higher than those before it.
    fn append(&mut self, others: impl IntoIterator<Item = ScoredEntry>, limit: u32) {
        let known: HashSet<i64> = self.entries.iter().map(|scored| scored.id).collect();
        let least = self.entries.last().map_or(1.0, |scored| scored.score);
        let others = others.into_iter().filter(|other| !known.contains(&other.id));
        self.entries.extend(others.map(|other| ScoredEntry { score: other.score.min(least), ..other }));
        self.more |= self.entries.len() > limit as usize;
        self.entries.truncate(limit as usize);
    }
}
