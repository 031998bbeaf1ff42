//! Explanations of empty answers.

use content::error::Result;
use content::fields::Filter;
use content::model::{Family, Kind, fold, quoted, shown};
use content::query::{Answer, Incomplete, MAX_NEAREST, NameTest, nearest, similarity};
use search::{not_open_name, not_open_name_of};
use store::{EntryRow, Selection};

use super::Library;
use super::document_filter::Scope;
use super::names::{tests_by_name, with_article};

/// The minimum similarity of a suggested name (Jaro–Winkler).
const MIN_SIMILARITY: f64 = 0.85;
const MAX_LISTED_VALUES: usize = 30;
const MAX_DOCUMENTS: usize = 5;

impl Library {
    /// The reasons are, as far as they are known: an empty library, a value that no entry has, a filter or a
    /// selection of documents that excludes the entries with the name, or a name of an entry of another kind.
    pub(super) async fn explain_nothing(
        &self,
        name: Option<&str>,
        select: Selection<'_>,
        scope: &Scope,
        answer: &mut Answer,
    ) -> Result<()> {
        if self.store.documents().await?.is_empty() {
            answer.incomplete.push(Incomplete::EmptyLibrary);
            return Ok(());
        }
        let mut reasons = self.explain_unknown_values(select).await?;
        if let Some(name) = name {
            reasons.extend(self.explain_name(name, select, scope).await?);
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
                    let is_not_open = not_open_name(name).or_else(|| not_open_name_of(name)).is_some();
                    let not_open = if is_not_open { " No open book has it." } else { "" };
                    format!("No {kinds} is named `{}`{near}.{not_open}", shown(name))
                }
                None => format!("No {kinds} matches."),
            });
        }
        answer.messages.append(&mut reasons);
        Ok(())
    }

    async fn explain_unknown_values(&self, select: Selection<'_>) -> Result<Vec<String>> {
        let mut messages = Vec::new();
        for condition in select.filter.iter().flat_map(|filter| &filter.conditions) {
            let Some(noun) = condition.field.noun else { continue };
            let word = condition.stored_value().to_string();
            let values = self.store.field_values(condition.field).await?;
            if values.is_empty() || values.contains(&word) {
                continue;
            }
            let word = shown(&word);
            let others = if values.len() <= MAX_LISTED_VALUES {
                format!("there are {}", quoted(&values))
            } else {
                format!("near it are {}", quoted(&nearest(&word, &values, 5)))
            };
            messages.push(format!("No entry has the {noun} `{word}`; {others}."));
        }
        Ok(messages)
    }

    async fn explain_name(&self, name: &str, select: Selection<'_>, scope: &Scope) -> Result<Option<String>> {
        let unfiltered = Selection { filter: None, limit: 1, ..select };
        if let Some(found) = self.plainly_named(name, unfiltered).await?.first() {
            let excluding = self.excluding_conditions(name, select).await?;
            let what = match excluding.as_slice() {
                [] => "the filters together exclude it".to_owned(),
                [one] => format!("{one} excludes it"),
                several => format!("{} each exclude it", several.join(" and ")),
            };
            return Ok(Some(format!("`{}` is in the library, but {what}.", shown(&found.name))));
        }
        if select.documents.is_some() {
            let everywhere = Selection { documents: None, limit: 100, ..unfiltered };
            let rows = self.plainly_named(name, everywhere).await?;
            if let Some(row) = rows.first() {
                let mut keys: Vec<&str> = rows.iter().map(|row| row.document_key.as_str()).collect();
                keys.dedup();
                keys.truncate(MAX_DOCUMENTS);
                if let Some(campaign) = scope.campaign.as_ref().filter(|_| scope.is_limiting) {
                    let (name, campaign) = (shown(&row.name), shown(&campaign.name));
                    return Ok(Some(format!(
                        "`{name}` is in no book of the campaign `{campaign}`, but in {}; name the document to see it.",
                        quoted(&keys)
                    )));
                }
                let place = match (scope.edition, &scope.named) {
                    (None, _) => "not in the documents asked for".to_owned(),
                    (Some(edition), None) => format!("in no document of the {edition} rules"),
                    (Some(edition), Some(_)) => {
                        format!("in none of the documents of the {edition} rules that were asked for")
                    }
                };
                return Ok(Some(format!("`{}` is {place}, but in {}.", shown(&row.name), quoted(&keys))));
            }
        }
        let of_any_kind = Selection { kinds: &[], ..unfiltered };
        let equal = NameTest::Equal(fold(name));
        let found = self.store.pick(Selection { name: &equal, ..of_any_kind }).await?;
        let others = |row: &EntryRow| {
            let (kinds, kind) = (in_words(select.kinds), with_article(row.kind));
            format!("No {kinds} is named `{}`; it is {kind}.", shown(&row.name))
        };
        Ok(found.first().map(others))
    }

    /// Returns the conditions that exclude every entry with a name by themselves.
    async fn excluding_conditions(&self, name: &str, select: Selection<'_>) -> Result<Vec<String>> {
        let mut excluding = Vec::new();
        for (condition, alone) in select.filter.into_iter().flat_map(Filter::by_condition) {
            let select = Selection { filter: Some(&alone), limit: 1, ..select };
            if self.plainly_named(name, select).await?.is_empty() {
                excluding.push(format!("`{}` {}", condition.name(), shown(&condition.value.to_string())));
            }
        }
        Ok(excluding)
    }

    async fn nearest_names(&self, name: &str, select: Selection<'_>) -> Result<Vec<String>> {
        let unfiltered = Selection { filter: None, ..select };
        let names = self.store.names(unfiltered).await?;
        let mut near = nearest(name, &names, MAX_NEAREST);
        near.retain(|other| similarity(name, other) >= MIN_SIMILARITY);
        Ok(near)
    }

    /// Returns the entries with a name, by the first test that any entry passes.
    async fn plainly_named(&self, name: &str, select: Selection<'_>) -> Result<Vec<EntryRow>> {
        for (_, test) in tests_by_name(name, select.kinds) {
            let rows = self.store.pick(Selection { name: &test, ..select }).await?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

/// Returns what several kinds of entries are called in a sentence such as `No spell matches`.
fn in_words(kinds: &[Kind]) -> String {
    if let [first, _, _, ..] = kinds {
        let family = first.family();
        let is_one_family = kinds.iter().all(|kind| kind.family() == family);
        return match family {
            Family::Equipment if is_one_family => "equipment",
            Family::CharacterOption if is_one_family => "character option",
            Family::Rule if is_one_family => "rule",
            _ => "entry",
        }
        .to_owned();
    }
    let words: Vec<String> = kinds.iter().map(|kind| kind.as_str().replace('-', " ")).collect();
    words.join(" or ")
}
