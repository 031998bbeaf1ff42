//! Why a lookup found nothing.

use super::names::{tests_by_name, with_article};
use super::select::Select;
use crate::error::Result;
use crate::model::{CastingTime, Kind, fold, quoted, shown};
use crate::query::{Answer, Filter, Incomplete, Lookup, NameTest, nearest};
use crate::store::{EntryRow, Facet, Store};

/// How many names are offered for one that is unknown, and how near they must be (Jaro and Winkler's similarity).
const MOST_NAMES: usize = 3;
const NEAR: f64 = 0.85;
/// How many documents are named in which an entry stands.
const MOST_DOCUMENTS: usize = 5;

/// Explains empty answers.
pub(super) struct Explainer {
    pub(super) store: Store,
}

impl Explainer {
    /// Says why nothing was found, where it can be known: an empty library, a word that no entry has in that field, a filter or
    /// a choice of documents that leaves out what has the name, or a name of something else.
    pub(super) async fn explain_nothing(
        &self,
        name: Option<&str>,
        select: Select<'_>,
        lookup: &Lookup,
        answer: &mut Answer,
    ) -> Result<()> {
        if self.store.documents().await?.is_empty() {
            answer.incomplete = Some(Incomplete::EmptyLibrary);
            return Ok(());
        }
        let mut reasons = self.explain_unknown_words(select).await?;
        if let Some(name) = name {
            reasons.extend(self.why_not_by_name(name, select, lookup).await?);
        }
        if reasons.is_empty() {
            let kinds = in_words(select.kinds);
            reasons.push(match name {
                Some(name) => {
                    let near = self.nearest_names(name, select).await?;
                    let near = match near.as_slice() {
                        [] => ", or anything like it".to_owned(),
                        near => format!("; the nearest names are {}", quoted(near)),
                    };
                    format!("No {kinds} is named `{}`{near}.", shown(name))
                }
                None => format!("No {kinds} matches."),
            });
        }
        answer.messages.append(&mut reasons);
        Ok(())
    }

    /// Names the fields whose words no entry has, with the words there are.
    async fn explain_unknown_words(&self, select: Select<'_>) -> Result<Vec<String>> {
        let mut messages = Vec::new();
        for (facet, word) in select.filter.map(facet_words).unwrap_or_default() {
            let values = self.store.facet_values(facet).await?;
            if values.contains(&word) {
                continue;
            }
            let (name, word) = (facet.name(), shown(&word));
            messages.push(if values.len() <= 30 {
                format!("No entry has the {name} `{word}`; there are {}.", quoted(&values))
            } else {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                format!(
                    "No entry has the {name} `{word}`; near it are {}.",
                    quoted(&nearest(&word, &values, 5))
                )
            });
        }
        Ok(messages)
    }

    /// What keeps entries of a name out of the answer.
    async fn why_not_by_name(
        &self,
        name: &str,
        select: Select<'_>,
        lookup: &Lookup,
    ) -> Result<Option<String>> {
        let unfiltered = Select { filter: None, limit: 1, ..select };
        if let Some(found) = self.first_named(name, unfiltered).await? {
            let excluding = self.excluding_fields(name, select).await?;
            let what = match excluding.as_slice() {
                [] => "the filters together exclude it".to_owned(),
                [one] => format!("{one} excludes it"),
                several => format!("{} each exclude it", several.join(" and ")),
            };
            return Ok(Some(format!("`{}` is in the library, but {what}.", shown(&found.name))));
        }
        if select.documents.is_some() {
            let everywhere = Select { documents: None, limit: 100, ..unfiltered };
            let rows = self.plainly_named(name, everywhere).await?;
            if let Some(row) = rows.first() {
                let mut keys: Vec<&str> = rows.iter().map(|row| row.document_key.as_str()).collect();
                keys.dedup();
                keys.truncate(MOST_DOCUMENTS);
                let place = match (lookup.edition, &lookup.documents) {
                    (None, _) => "not in the documents asked for".to_owned(),
                    (Some(edition), None) => format!("in no document of the {edition} rules"),
                    (Some(edition), Some(_)) => {
                        format!("in none of the documents of the {edition} rules that were asked for")
                    }
                };
                return Ok(Some(format!("`{}` is {place}, but in {}.", shown(&row.name), quoted(&keys))));
            }
        }
        let of_any_kind = Select { kinds: &[], ..unfiltered };
        let equal = NameTest::Equal(fold(name));
        let found = self.store.pick(of_any_kind.with(&equal)).await?;
        let others = |row: &EntryRow| {
            let (kinds, kind) = (in_words(select.kinds), with_article(row.kind));
            format!("No {kinds} is named `{}`; it is {kind}.", shown(&row.name))
        };
        Ok(found.first().map(others))
    }

    /// The filters by a single field that leave out every entry of a name, with their values.
    async fn excluding_fields(&self, name: &str, select: Select<'_>) -> Result<Vec<String>> {
        let mut excluding = Vec::new();
        for (field, value, alone) in select.filter.map(Filter::by_field).unwrap_or_default() {
            let select = Select { filter: Some(&alone), limit: 1, ..select };
            if self.first_named(name, select).await?.is_none() {
                excluding.push(format!("`{field}` {}", shown(&value)));
            }
        }
        Ok(excluding)
    }

    /// The names of the kinds and documents that are nearest to one in spelling, as far as they are near at all.
    async fn nearest_names(&self, name: &str, select: Select<'_>) -> Result<Vec<String>> {
        let unfiltered = Select { filter: None, ..select };
        let names = self.store.names(unfiltered.with(&NameTest::Any)).await?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut near = nearest(name, &names, MOST_NAMES);
        near.retain(|other| strsim::jaro_winkler(&fold(name), &fold(other)) >= NEAR);
        Ok(near)
    }

    async fn first_named(&self, name: &str, select: Select<'_>) -> Result<Option<EntryRow>> {
        Ok(self.plainly_named(name, select).await?.into_iter().next())
    }

    /// The entries of a name by the first of the plain ways that finds any.
    async fn plainly_named(&self, name: &str, select: Select<'_>) -> Result<Vec<EntryRow>> {
        for (test, _) in tests_by_name(name, select.kinds) {
            let rows = self.store.pick(select.with(&test)).await?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

fn in_words(kinds: &[Kind]) -> String {
    if kinds.len() > 2 {
        return "equipment".to_owned();
    }
    let words: Vec<String> = kinds.iter().map(|kind| kind.as_str().replace('-', " ")).collect();
    words.join(" or ")
}

/// The words by which a filter asks, with the facet that holds them.
fn facet_words(filter: &Filter) -> Vec<(Facet, String)> {
    let mut words = Vec::new();
    let mut add = |facet, word: Option<&String>| words.extend(word.map(|word| (facet, fold(word))));
    match filter {
        Filter::Spell(filter) => {
            add(Facet::School, filter.school.as_ref());
            add(Facet::DamageType, filter.damage_type.as_ref());
            let class = filter.class_name();
            add(Facet::SpellClass, class.as_ref());
            let time = filter.casting_time.as_ref().map(|text| CastingTime::new(text).as_str().to_owned());
            add(Facet::CastingTime, time.as_ref());
        }
        Filter::Creature(filter) => {
            add(Facet::CreatureType, filter.creature_type.as_ref());
            add(Facet::Size, filter.size.as_ref());
        }
        Filter::Equipment(filter) => add(Facet::DamageDice, filter.damage_dice.as_ref()),
        Filter::Rule(filter) => add(Facet::Section, filter.section.as_ref()),
        Filter::CharacterOption(_) => {}
    }
    words
}
