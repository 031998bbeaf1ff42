//! Prompts for game masters, one file each. A prompt looks up what is cheap and certain, then tells the assistant what to do with it.

mod arguments;
mod compare_editions;
mod content;
mod documents;
mod prepare_encounter;
mod prompt;
mod review_homebrew;
mod rules_question;

use futures::future::BoxFuture;
use lore::model::shown;
use rmcp::ErrorData;
use rmcp::model::{
    ContentBlock, GetPromptResult, JsonObject, ListPromptsResult, Prompt as Description, PromptArgument,
    PromptMessage, Role,
};

use self::arguments::PromptArguments;
pub(crate) use self::arguments::{Argument, Suggestion};
pub(crate) use self::prepare_encounter::ratings;
use self::prompt::{Prompt, PromptContext};
use crate::protocol::error::RequestError;
use crate::protocol::session::Session;

/// The prompts, in the order in which they are listed.
static PROMPTS: [RegisteredPrompt; 4] = [
    RegisteredPrompt::of::<rules_question::RulesQuestion>(),
    RegisteredPrompt::of::<prepare_encounter::PrepareEncounter>(),
    RegisteredPrompt::of::<review_homebrew::ReviewHomebrew>(),
    RegisteredPrompt::of::<compare_editions::CompareEditions>(),
];

/// A prompt whose type is erased.
struct RegisteredPrompt {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
    render: for<'a> fn(PromptContext<'a>) -> BoxFuture<'a, Result<Vec<ContentBlock>, RequestError>>,
}

impl RegisteredPrompt {
    const fn of<P: Prompt>() -> Self {
        Self {
            name: P::NAME,
            title: P::TITLE,
            description: P::DESCRIPTION,
            arguments: P::ARGUMENTS,
            render: |context| Box::pin(P::render(context)),
        }
    }

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
}

/// Lists the prompts.
pub(crate) fn list() -> ListPromptsResult {
    ListPromptsResult::with_all_items(PROMPTS.iter().map(RegisteredPrompt::published).collect())
}

/// Returns the arguments of a prompt; none if there is no such prompt.
pub(crate) fn arguments_of(name: &str) -> &'static [Argument] {
    PROMPTS.iter().find(|prompt| prompt.name == name).map_or(&[], |prompt| prompt.arguments)
}

/// Renders a prompt.
///
/// # Errors
/// When there is no such prompt, an argument is invalid, or the library cannot be read.
pub(crate) async fn get(
    session: &Session,
    name: &str,
    arguments: &JsonObject,
) -> Result<GetPromptResult, RequestError> {
    let Some(prompt) = PROMPTS.iter().find(|prompt| prompt.name == name) else {
        let names: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        let message = format!("there is no prompt `{}`; there are {}", shown(name), names.join(", "));
        return Err(ErrorData::invalid_params(message, None).into());
    };
    let arguments = &PromptArguments::read(prompt.name, prompt.arguments, arguments)?;
    tracing::trace!("Prompt requested: {name}");
    let context = PromptContext { library: session.library().await?, names: session.names(), arguments };
    let blocks = (prompt.render)(context).await?;
    let messages = blocks.into_iter().map(|block| PromptMessage::new(Role::User, block)).collect();
    Ok(GetPromptResult::new(messages).with_description(prompt.title))
}
