//! Requests in plain words that are more than words to rank by: lists of names, conditions on the entries.

use std::collections::HashSet;

use content::error::Result;
use content::fields::{EntryType, EquipmentType};
use content::model::{Kind, fold};
use content::query::{Answer, NameTest};
use search::{listed_names, possible_names};
use store::Selection;

use super::Library;
use super::document_filter::Scope;
use super::folding::Folding;
use super::lookup::FoundBy;
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
        folding: Option<&Folding<'_>>,
    ) -> Result<Answer> {
        let limit = select.limit as usize;
        let mut answer = Answer { more: names.len() > limit, ..Answer::default() };
        for name in names.iter().copied().take(limit) {
            let folding = folding.map(|folding| Folding::of_name(folding.preferred, Some(name)));
            let select = Selection { limit: 1, ..select };
            let mut found = self.find(FoundBy::Name(name), select, folding.as_ref()).await?;
            if found.entries.is_empty() {
                self.explain_nothing(Some(name), select, scope, &mut found).await?;
                answer.incomplete = found.incomplete;
            }
            found.entries.retain(|entry| answer.entries.iter().all(|other| other.uri != entry.uri));
            answer.entries.append(&mut found.entries);
            answer.messages.append(&mut found.messages);
        }
        answer.best_matches = answer.entries.len();
        Ok(answer)
    }

    /// Returns the names in words that are a list of them, and the kinds of their entries.
    pub(super) async fn listed_names(
        &self,
        words: &str,
        selection: Selection<'_>,
    ) -> Result<Option<(Vec<String>, Vec<Kind>)>> {
        let names = possible_names(words);
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
            Some((listed_names(words, &known)?, kinds))
        });
        Ok(list)
    }

    /// Ranks entries by a query. Those that meet conditions in its words come first, unless these are a name.
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
        let mut ids = if is_possible { self.store.pick_ids(narrowed).await? } else { Vec::new() };
        let plain = || self.rank(self.read_query(&typed, fuzzy, semantic, None), selection);
        if ids.is_empty() {
            return plain().await;
        }
        let mut ranked = self.rank(query, narrowed).await?;
        ranked.is_narrowed = true;
        let mut message = format!("Read as: {filter}.");
        let count = ids.len();
        ids.sort_unstable();
        ranked.append_unranked(ids);
        if count < FEW {
            let plain = plain().await?;
            ranked.append(plain.entries.into_iter().chain(plain.others));
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
