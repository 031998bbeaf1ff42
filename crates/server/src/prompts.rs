//! Prompts, one file each: they look up what is cheap and certain, and tell the assistant what to do.

mod compare_editions;
mod content;
mod prepare_encounter;
mod review_homebrew;
mod rules_question;

use std::collections::BTreeSet;

use futures::future::BoxFuture;
use lore::Library;
use lore::model::{Edition, shown};
use rmcp::model::{
    ContentBlock, GetPromptResult, JsonObject, ListPromptsResult, Prompt as Description, PromptArgument,
    PromptMessage, Role,
};
use rmcp::{ErrorData, object};
use serde_json::json;

use self::content::{DOCUMENTS, RULES_OF_CONTENT, marked};
pub(crate) use self::prepare_encounter::ratings;
use crate::protocol::arguments::missing;
use crate::protocol::decoding::ArgumentRules;
use crate::protocol::envelope::{Failure, Result};
use crate::protocol::session::Session;

/// The maximum length of an argument. A question may be a paragraph.
const MAX_ARGUMENT_CHARS: usize = 2_000;
/// The maximum number of licence notices. The official documents need two.
const MAX_NOTICES: usize = 6;

static PROMPTS: [Prompt; 4] =
    [rules_question::PROMPT, prepare_encounter::PROMPT, review_homebrew::PROMPT, compare_editions::PROMPT];

struct Prompt {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
    task: &'static str,
    /// How to carry it out, with `{read_entry}` for the published name of that tool.
    instructions: &'static str,
    /// Returns what the library has for it, between content marks.
    look_up: for<'a> fn(PromptContext<'a>) -> BoxFuture<'a, Result<String, Failure>>,
}

/// An argument. Its name also says with what it is completed.
struct Argument {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    required: bool,
}

const fn required(name: &'static str, title: &'static str, description: &'static str) -> Argument {
    Argument { name, title, description, required: true }
}

const fn optional(name: &'static str, title: &'static str, description: &'static str) -> Argument {
    Argument { name, title, description, required: false }
}

#[derive(Clone, Copy)]
struct PromptContext<'a> {
    library: &'a Library,
    /// Texts. Empty ones are absent, because forms send them.
    arguments: &'a JsonObject,
}

impl<'a> PromptContext<'a> {
    fn get(self, name: &str) -> Option<&'a str> {
        self.arguments.get(name)?.as_str()
    }

    fn required(self, name: &str) -> &'a str {
        self.get(name).unwrap_or_default()
    }

    /// Those of the edition include the user's own; `None` stands for all.
    async fn documents(self) -> Result<Option<Vec<String>>, Failure> {
        if let Some(text) = self.get("documents") {
            return Ok(Some(text.split(',').map(|document| document.trim().to_owned()).collect()));
        }
        let edition = self.get("edition").map(|text| shown(text).parse::<Edition>()).transpose();
        let edition = edition.map_err(|error| Failure::invalid("edition", format!("`edition`: {error}")))?;
        let Some(edition) = edition else { return Ok(None) };
        let mut documents = self.library.documents(None).await?;
        documents.retain(|document| {
            document.source_api.is_homebrew() || Edition::of(document.game_system.as_deref()) == edition
        });
        Ok(Some(documents.into_iter().map(|document| document.document_key.to_string()).collect()))
    }
}

impl Prompt {
    fn published(&self) -> Description {
        let argument = |argument: &Argument| {
            PromptArgument::new(argument.name)
                .with_title(argument.title)
                .with_description(argument.description)
                .with_required(argument.required)
        };
        let arguments = self.arguments.iter().map(argument).collect();
        Description::new(self.name, Some(self.description), Some(arguments)).with_title(self.title)
    }

    fn read(&self, arguments: JsonObject) -> Result<JsonObject, Failure> {
        let text = |argument: &Argument| (argument.name.to_owned(), json!({ "type": "string" }));
        let properties: JsonObject = self.arguments.iter().map(text).collect();
        let schema = object!({ "additionalProperties": false, "properties": properties, "required": [] });
        let rules =
            ArgumentRules { schema: &schema, aliases: &[], meaningful_if_empty: &[], keeps_empty: false };
        let arguments = rules.decode(arguments)?;
        for (name, value) in &arguments {
            let problem = match value.as_str() {
                None => "must be a text".to_owned(),
                Some(text) if text.chars().nth(MAX_ARGUMENT_CHARS).is_some() => {
                    format!("is longer than {MAX_ARGUMENT_CHARS} characters; shorten it")
                }
                Some(_) => continue,
            };
            return Err(Failure::invalid(name, format!("`{name}` {problem}.")));
        }
        let lacks = |argument: &&Argument| argument.required && !arguments.contains_key(argument.name);
        match self.arguments.iter().find(lacks) {
            Some(argument) => Err(missing(argument.name)),
            None => Ok(arguments),
        }
    }
}

pub(crate) fn list() -> ListPromptsResult {
    ListPromptsResult::with_all_items(PROMPTS.iter().map(Prompt::published).collect())
}

pub(crate) fn has_argument(prompt: &str, argument: &str) -> bool {
    let mut prompts = PROMPTS.iter().filter(|known| known.name == prompt);
    prompts.any(|prompt| prompt.arguments.iter().any(|known| known.name == argument))
}

pub(crate) async fn get(session: &Session, name: &str, arguments: JsonObject) -> Result<GetPromptResult> {
    let Some(prompt) = PROMPTS.iter().find(|prompt| prompt.name == name) else {
        let names: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        let message = format!("there is no prompt `{}`; there are {}", shown(name), names.join(", "));
        return Err(ErrorData::invalid_params(message, None).into());
    };
    tracing::trace!("Prompt requested: {name}");
    let arguments = &prompt.read(arguments)?;
    let library = session.library().await?;
    let found = (prompt.look_up)(PromptContext { library, arguments }).await?;
    let mut documents = library.documents(None).await?;
    documents.retain(|document| found.contains(&format!("lore://entry/{}/", document.document_key)));
    let notices: BTreeSet<String> = documents.into_iter().filter_map(|document| document.notice).collect();
    let notices: Vec<String> = notices.into_iter().take(MAX_NOTICES).collect();
    let given = arguments.iter().filter_map(|(name, text)| Some(format!("{name}: {}", text.as_str()?)));
    let mut text = format!(
        "{}\n\n{}\n## What the library has\n{found}\n{}{RULES_OF_CONTENT}",
        prompt.task,
        marked("arguments", &given.collect::<Vec<_>>().join("\n")),
        session.names.fill(prompt.instructions),
    );
    if !notices.is_empty() {
        text += &format!("\n## Licences\n{}", content::content(DOCUMENTS, &notices.join("\n")));
    }
    let message = PromptMessage::new(Role::User, ContentBlock::text(text));
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.title))
}
