//! What is offered while an argument of a prompt or a gap of an address is typed. What was given before narrows it.

use lore::Library;
use lore::browse::{Browse, Browsed, Field, FieldCounts, FieldFilter};
use lore::model::{ChallengeRating, DocumentKey, Edition, Kind, Provider, fold, in_one_line};
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use crate::prompts::{Books, Suggestion, Which, edition_of, ratings};
use crate::resources::{ENTRY_TEMPLATE, IMPORT_TEMPLATE, internal};

/// How many completions are offered; the protocol allows 100.
const COMPLETIONS: u32 = 100;
/// The longest value that is offered, in characters.
const LONGEST: usize = 200;

/// Completes a gap.
///
/// # Errors
/// When the library cannot be read.
pub(crate) async fn complete(
    library: &Library,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let typing = Typing { library, request };
    let mut values = match &request.r#ref {
        Reference::Prompt(prompt) => {
            let known = Which::named(&prompt.name).map(|which| which.description().arguments);
            let argument =
                known.into_iter().flatten().find(|argument| argument.name == request.argument.name);
            match argument {
                Some(argument) => typing.suggested(argument.suggestion).await?,
                None => Vec::new(),
            }
        }
        Reference::Resource(resource) => typing.gap(&resource.uri).await?,
        _ => Vec::new(),
    };
    values.retain(|value| value.chars().nth(LONGEST).is_none() && in_one_line(value) == *value);
    values.truncate(COMPLETIONS as usize);
    let completion = CompletionInfo::new(values).map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}

/// What is being typed.
struct Typing<'a> {
    library: &'a Library,
    request: &'a CompleteRequestParams,
}

impl Typing<'_> {
    fn start(&self) -> String {
        fold(&self.request.argument.value)
    }

    /// An argument that was given before.
    fn given(&self, name: &str) -> Option<&str> {
        let arguments = self.request.context.as_ref()?.arguments.as_ref()?;
        arguments.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// Those that begin with what was typed.
    fn beginning(&self, values: impl IntoIterator<Item = String>) -> Vec<String> {
        let start = self.start();
        values.into_iter().filter(|value| fold(value).starts_with(&start)).collect()
    }

    async fn browse(&self, browse: Browse) -> Result<Browsed, ErrorData> {
        Ok(self.library.browse(&browse).await.map_err(|error| internal(&error))?.found)
    }

    /// A gap of an address.
    async fn gap(&self, template: &str) -> Result<Vec<String>, ErrorData> {
        let source = match template {
            ENTRY_TEMPLATE => None,
            IMPORT_TEMPLATE if self.request.argument.name == "document" => Some(Provider::OrcBrew),
            _ => return Ok(Vec::new()),
        };
        Ok(match self.request.argument.name.as_str() {
            "document" => {
                let documents = self.library.documents(source).await.map_err(|error| internal(&error))?;
                self.beginning(documents.into_iter().map(|document| document.document_key.to_string()))
            }
            "kind" => self.beginning(Kind::ALL.map(|kind| kind.to_string())),
            "slug" => {
                let (document, kind) = (self.given("document"), self.given("kind"));
                let (document, kind) = (document.unwrap_or_default(), kind.unwrap_or_default());
                let slugs = self.library.complete_slug(document, kind, &self.start(), COMPLETIONS).await;
                slugs.map_err(|error| internal(&error))?
            }
            _ => Vec::new(),
        })
    }

    /// An argument of a prompt.
    async fn suggested(&self, suggestion: Suggestion) -> Result<Vec<String>, ErrorData> {
        Ok(match suggestion {
            Suggestion::Nothing => Vec::new(),
            Suggestion::Edition => self.beginning(["2014", "2024"].map(str::to_owned)),
            Suggestion::Rating => self.ratings().await?,
            Suggestion::Theme => self.themes().await?,
            Suggestion::Name => self.names().await?,
            Suggestion::Kind => self.kinds().await?,
            Suggestion::OwnDocument => {
                let own = self.library.documents(Some(Provider::OrcBrew)).await;
                let own = own.map_err(|error| internal(&error))?;
                self.beginning(own.into_iter().map(|document| document.document_key.to_string()))
            }
            Suggestion::Documents => self.documents().await?,
        })
    }

    /// Keys of documents that have what is asked for; what stands before the last comma stays.
    async fn documents(&self) -> Result<Vec<String>, ErrorData> {
        let typed = self.request.argument.value.as_str();
        let (before, last) = typed.rsplit_once(',').map_or(("", typed), |(before, last)| (before, last));
        let books = Books::of(self.library).await?;
        let edition = self.given("edition").and_then(|text| text.parse::<Edition>().ok());
        let of_edition = books
            .all()
            .iter()
            .filter(|document| edition.is_none_or(|edition| edition_of(document) == edition))
            .map(|document| document.document_key.clone());
        let mut keys: Vec<DocumentKey> = of_edition.collect();
        if self.request.argument.name == "documents" && self.given("challenge_rating").is_some() {
            let found = self.browse(self.creatures()).await?;
            let with_creatures = values_of(&found.fields, Field::Document);
            keys.retain(|key| with_creatures.contains(&key.to_string()));
        }
        let chosen: Vec<String> = before.split(',').map(fold).collect();
        let last = fold(last);
        keys.retain(|key| key.as_str().starts_with(&last) && !chosen.contains(&fold(key.as_str())));
        let before = before.trim();
        let comma = if before.is_empty() { "" } else { ", " };
        Ok(keys.into_iter().map(|key| format!("{before}{comma}{key}")).collect())
    }

    /// The creatures that fit what was given before.
    fn creatures(&self) -> Browse {
        let rating = self.given("challenge_rating").and_then(|text| text.parse::<ChallengeRating>().ok());
        let decimal = rating.map(ChallengeRating::decimal);
        let mut filters = Vec::new();
        if self.request.argument.name != "documents" {
            let documents = self.given("documents").into_iter().flat_map(|text| text.split(','));
            let include: Vec<String> = documents.map(fold).filter(|key| !key.is_empty()).collect();
            if !include.is_empty() {
                filters.push(FieldFilter {
                    field: Field::Document,
                    include,
                    exclude: Vec::new(),
                    every: false,
                });
            }
        }
        Browse { kinds: vec![Kind::Creature], filters, cr_min: decimal, cr_max: decimal, ..Browse::default() }
    }

    /// Creature types and environments of which there are creatures, the most frequent first.
    async fn themes(&self) -> Result<Vec<String>, ErrorData> {
        let found = self.browse(self.creatures()).await?;
        let mut themes = Vec::new();
        for field in [Field::Type, Field::Environment] {
            for theme in self.beginning(values_of(&found.fields, field)) {
                if !themes.contains(&theme) {
                    themes.push(theme);
                }
            }
        }
        Ok(themes)
    }

    /// Challenge ratings of which there are creatures.
    async fn ratings(&self) -> Result<Vec<String>, ErrorData> {
        let mut browse = self.creatures();
        let theme = self.given("theme").map(fold).unwrap_or_default();
        browse.filters.push(FieldFilter {
            field: Field::Type,
            include: vec![theme],
            exclude: Vec::new(),
            every: false,
        });
        // A theme that is no creature type tells nothing about ratings.
        if self.browse(browse.clone()).await?.total == 0 {
            browse.filters.pop();
        }
        let mut found = Vec::new();
        for rating in self.beginning(ratings().map(|rating| rating.to_string())) {
            let decimal = rating.parse().ok().map(ChallengeRating::decimal);
            let of_rating = Browse { cr_min: decimal, cr_max: decimal, ..browse.clone() };
            if self.browse(of_rating).await?.total > 0 {
                found.push(rating);
            }
        }
        Ok(found)
    }

    /// Names of entries, those that begin with what was typed first.
    async fn names(&self) -> Result<Vec<String>, ErrorData> {
        let kinds = self.given("kind").and_then(|kind| kind.parse().ok()).into_iter().collect();
        let query = self.request.argument.value.clone();
        let found =
            self.browse(Browse { query, kinds, limit: 2 * COMPLETIONS as usize, ..Browse::default() });
        let mut names: Vec<String> = Vec::new();
        for entry in found.await?.entries {
            if !entry.by_text && !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
        Ok(names)
    }

    /// The kinds of entries that have the name.
    async fn kinds(&self) -> Result<Vec<String>, ErrorData> {
        let all = || self.beginning(Kind::ALL.map(|kind| kind.to_string()));
        let Some(name) = self.given("name") else { return Ok(all()) };
        let browse = Browse { query: name.to_owned(), limit: COMPLETIONS as usize, ..Browse::default() };
        let mut kinds: Vec<String> = Vec::new();
        for entry in self.browse(browse).await?.entries {
            let kind = entry.kind.to_string();
            if fold(&entry.name) == fold(name) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        Ok(if kinds.is_empty() { all() } else { self.beginning(kinds) })
    }
}

/// The values of a field that occur, the most frequent first.
fn values_of(fields: &[FieldCounts], field: Field) -> Vec<String> {
    let counts = fields.iter().filter(|counts| counts.field == field).flat_map(|counts| &counts.values);
    let mut values: Vec<_> = counts.filter(|value| value.count > 0).collect();
    values.sort_by_key(|value| std::cmp::Reverse(value.count));
    values.into_iter().map(|value| value.value.clone()).collect()
}
