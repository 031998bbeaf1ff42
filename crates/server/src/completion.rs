//! Completion of prompt arguments and of gaps in resource addresses.

use std::cmp::Reverse;

use lore::Library;
use lore::browse::{Browse, FieldCounts};
use lore::fields::Field;
use lore::fields::creature::{ENVIRONMENT, TYPE};
use lore::model::{Document, Kind, Provider, fold, in_one_line};
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use crate::prompts::{self, Suggestion, ratings};
use crate::protocol::envelope::RequestError;
use crate::protocol::session::Session;
use crate::resources::{ENTRY_TEMPLATE, IMPORT_TEMPLATE};

/// The maximum number of values; the protocol allows 100.
const MAX_VALUES: u32 = 100;
const MAX_VALUE_CHARS: usize = 200;

pub(crate) async fn complete(
    session: &Session,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, RequestError> {
    let completion = Completion { library: session.library().await?, request };
    let mut values = match &request.r#ref {
        Reference::Prompt(prompt) => {
            let mut arguments = prompts::arguments_of(&prompt.name).iter();
            match arguments.find(|argument| argument.name == request.argument.name) {
                Some(argument) => completion.argument(argument.suggestion).await?,
                None => Vec::new(),
            }
        }
        Reference::Resource(resource) => completion.gap(&resource.uri).await?,
        _ => Vec::new(),
    };
    values.retain(|value| value.chars().nth(MAX_VALUE_CHARS).is_none() && in_one_line(value) == *value);
    values.truncate(MAX_VALUES as usize);
    let completion = CompletionInfo::new(values).map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}

struct Completion<'a> {
    library: &'a Library,
    request: &'a CompleteRequestParams,
}

impl Completion<'_> {
    fn typed(&self) -> String {
        fold(&self.request.argument.value)
    }

    fn other(&self, name: &str) -> Option<&str> {
        let arguments = self.request.context.as_ref()?.arguments.as_ref()?;
        arguments.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    fn matching(&self, values: impl IntoIterator<Item = String>) -> Vec<String> {
        let typed = self.typed();
        values.into_iter().filter(|value| fold(value).starts_with(&typed)).collect()
    }

    fn matching_keys(&self, documents: Vec<Document>) -> Vec<String> {
        self.matching(documents.into_iter().map(|document| document.document_key.to_string()))
    }

    async fn gap(&self, template: &str) -> lore::Result<Vec<String>> {
        let source = match template {
            ENTRY_TEMPLATE => None,
            IMPORT_TEMPLATE if self.request.argument.name == "document" => Some(Provider::OrcBrew),
            _ => return Ok(Vec::new()),
        };
        Ok(match self.request.argument.name.as_str() {
            "document" => self.matching_keys(self.library.documents(source).await?),
            "kind" => self.matching(Kind::ALL.map(|kind| kind.to_string())),
            "slug" => {
                let document = self.other("document").unwrap_or_default();
                let kind = self.other("kind").unwrap_or_default();
                self.library.complete_slug(document, kind, &self.typed(), MAX_VALUES).await?
            }
            _ => Vec::new(),
        })
    }

    async fn argument(&self, suggestion: Suggestion) -> lore::Result<Vec<String>> {
        match suggestion {
            Suggestion::Nothing => Ok(Vec::new()),
            Suggestion::Edition => Ok(self.matching(["2014", "2024"].map(str::to_owned))),
            Suggestion::Rating => Ok(self.matching(ratings().map(|rating| rating.to_string()))),
            Suggestion::Theme => self.themes().await,
            Suggestion::Name => self.names().await,
            Suggestion::Kind => Ok(self.matching(Kind::ALL.map(|kind| kind.to_string()))),
            Suggestion::OwnDocument => {
                Ok(self.matching_keys(self.library.documents(Some(Provider::OrcBrew)).await?))
            }
            Suggestion::Documents => self.documents().await,
        }
    }

    /// Completes the last key of a comma-separated list.
    async fn documents(&self) -> lore::Result<Vec<String>> {
        let typed = self.request.argument.value.as_str();
        let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
        let (listed, last): (Vec<String>, String) = (before.split(',').map(fold).collect(), fold(last));
        let documents = self.library.documents(None).await?.into_iter();
        let mut keys: Vec<String> = documents.map(|document| document.document_key.to_string()).collect();
        keys.retain(|key| key.starts_with(&last) && !listed.contains(&fold(key)));
        let before = before.trim();
        let comma = if before.is_empty() { "" } else { ", " };
        Ok(keys.into_iter().map(|key| format!("{before}{comma}{key}")).collect())
    }

    async fn themes(&self) -> lore::Result<Vec<String>> {
        let browse = Browse { kinds: vec![Kind::Creature], ..Browse::default() };
        let fields = self.library.browse(&browse).await?.found.fields;
        let mut themes = self.matching(values_of(&fields, &TYPE));
        let environments = self.matching(values_of(&fields, &ENVIRONMENT));
        themes.extend(environments);
        Ok(themes)
    }

    /// Names that begin with the typed text come first.
    async fn names(&self) -> lore::Result<Vec<String>> {
        let kinds = self.other("kind").and_then(|kind| kind.parse().ok()).into_iter().collect();
        let query = self.request.argument.value.clone();
        let browse = Browse { query, kinds, limit: 2 * MAX_VALUES as usize, ..Browse::default() };
        let mut names: Vec<String> = Vec::new();
        for entry in self.library.browse(&browse).await?.found.entries {
            if !entry.by_text && !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
        Ok(names)
    }
}

fn values_of(fields: &[FieldCounts], field: &'static Field) -> Vec<String> {
    let counts = fields.iter().filter(|counts| counts.field == field).flat_map(|counts| &counts.values);
    let mut values: Vec<_> = counts.filter(|value| value.count > 0).collect();
    values.sort_by_key(|value| Reverse(value.count));
    values.into_iter().map(|value| value.value.clone()).collect()
}
