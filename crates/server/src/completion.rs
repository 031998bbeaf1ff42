//! Completion of prompt arguments and of gaps in resource addresses.

use std::cmp::Reverse;

use lore::Library;
use lore::browse::{Browse, FieldCounts, FoundBy};
use lore::fields::Field;
use lore::fields::creature::{ENVIRONMENT, TYPE};
use lore::model::{Document, Kind, Provider, fold, in_one_line};
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use crate::prompts::{self, ratings};
use crate::protocol::envelope::Result;
use crate::protocol::session::Session;
use crate::resources::{ENTRY_TEMPLATE, IMPORT_TEMPLATE};

/// The maximum number of values; the protocol allows 100.
const MAX_VALUES: u32 = 100;
const MAX_VALUE_CHARS: usize = 200;

pub(crate) async fn complete(session: &Session, request: &CompleteRequestParams) -> Result<CompleteResult> {
    let name = request.argument.name.as_str();
    let has_gap = |template: &str| template.contains(&format!("{{{name}}}"));
    let (is_known, source) = match &request.r#ref {
        Reference::Prompt(prompt) => (prompts::has_argument(&prompt.name, name), Some(Provider::OrcBrew)),
        Reference::Resource(resource) => match resource.uri.as_str() {
            ENTRY_TEMPLATE => (has_gap(ENTRY_TEMPLATE), None),
            IMPORT_TEMPLATE => (has_gap(IMPORT_TEMPLATE), Some(Provider::OrcBrew)),
            _ => (false, None),
        },
        _ => (false, None),
    };
    let completion = Completion { library: session.library().await?, request };
    let mut values = if is_known { completion.values(source).await? } else { Vec::new() };
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

    /// The name of an argument or gap says what its values are. A document is one of the `source`.
    async fn values(&self, source: Option<Provider>) -> lore::Result<Vec<String>> {
        Ok(match self.request.argument.name.as_str() {
            "challenge_rating" => self.matching(ratings().map(|rating| rating.to_string())),
            "document" => self.matching(keys(self.library.documents(source).await?)),
            "documents" => self.documents().await?,
            "edition" => self.matching(["2014", "2024"].map(str::to_owned)),
            "kind" => self.matching(Kind::ALL.map(|kind| kind.to_string())),
            "name" => self.names().await?,
            "slug" => {
                let [document, kind] = ["document", "kind"].map(|gap| self.other(gap).unwrap_or_default());
                self.library.complete_slug(document, kind, &self.typed(), MAX_VALUES).await?
            }
            "theme" => self.themes().await?,
            _ => Vec::new(),
        })
    }

    /// Completes the last key of a comma-separated list.
    async fn documents(&self) -> lore::Result<Vec<String>> {
        let typed = self.request.argument.value.as_str();
        let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
        let (listed, last): (Vec<String>, String) = (before.split(',').map(fold).collect(), fold(last));
        let before = before.trim();
        let comma = if before.is_empty() { "" } else { ", " };
        let keys = keys(self.library.documents(None).await?);
        let keys = keys.filter(|key| key.starts_with(&last) && !listed.contains(&fold(key)));
        Ok(keys.map(|key| format!("{before}{comma}{key}")).collect())
    }

    async fn themes(&self) -> lore::Result<Vec<String>> {
        let browse = Browse { kinds: vec![Kind::Creature], ..Browse::default() };
        let fields = self.library.browse(&browse).await?.found.fields;
        Ok(self.matching([&TYPE, &ENVIRONMENT].into_iter().flat_map(|field| values_of(&fields, field))))
    }

    /// Names that begin with the typed text come first.
    async fn names(&self) -> lore::Result<Vec<String>> {
        let kinds = self.other("kind").and_then(|kind| kind.parse().ok()).into_iter().collect();
        let query = self.request.argument.value.clone();
        let browse = Browse { query, kinds, limit: 2 * MAX_VALUES as usize, ..Browse::default() };
        let mut names: Vec<String> = Vec::new();
        for entry in self.library.browse(&browse).await?.found.entries {
            if entry.found_by != Some(FoundBy::Text) && !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
        Ok(names)
    }
}

fn keys(documents: Vec<Document>) -> impl Iterator<Item = String> {
    documents.into_iter().map(|document| document.document_key.to_string())
}

fn values_of(fields: &[FieldCounts], field: &'static Field) -> Vec<String> {
    let counts = fields.iter().filter(|counts| counts.field == field).flat_map(|counts| &counts.values);
    let mut values: Vec<_> = counts.filter(|value| value.count > 0).collect();
    values.sort_by_key(|value| Reverse(value.count));
    values.into_iter().map(|value| value.value.clone()).collect()
}
