//! Prompts for game masters. Each asks the library what is cheap and certain before it tells the assistant what to do with it.

mod books;
mod compare_editions;
mod content;
mod given;
mod prepare_encounter;
mod review_homebrew;
mod rules_question;

use lore::Library;
use rmcp::ErrorData;
use rmcp::model::{
    ContentBlock, GetPromptResult, JsonObject, ListPromptsResult, Prompt, PromptArgument, PromptMessage, Role,
};

pub(crate) use self::books::{Books, edition_of};
pub(crate) use self::given::{Argument, Given, Suggestion};
pub(crate) use self::prepare_encounter::ratings;
use crate::protocol::registry::Names;

/// A prompt as it is published.
#[derive(Debug)]
pub(crate) struct Description {
    /// The name that programs use.
    pub(crate) name: &'static str,
    /// The name for people.
    pub(crate) title: &'static str,
    /// What it is for.
    pub(crate) description: &'static str,
    /// What it takes.
    pub(crate) arguments: &'static [Argument],
}

/// What there is to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    RulesQuestion,
    PrepareEncounter,
    ReviewHomebrew,
    CompareEditions,
}

impl Which {
    /// Every prompt, in the order in which they are listed.
    const ALL: [Self; 4] =
        [Self::RulesQuestion, Self::PrepareEncounter, Self::ReviewHomebrew, Self::CompareEditions];

    /// A prompt by its name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|which| which.description().name == name)
    }

    /// How it is published.
    pub(crate) fn description(self) -> &'static Description {
        match self {
            Self::RulesQuestion => &rules_question::DESCRIPTION,
            Self::PrepareEncounter => &prepare_encounter::DESCRIPTION,
            Self::ReviewHomebrew => &review_homebrew::DESCRIPTION,
            Self::CompareEditions => &compare_editions::DESCRIPTION,
        }
    }
}

/// What a prompt works with.
#[derive(Clone, Copy)]
struct Desk<'a> {
    library: &'a Library,
    names: &'a Names,
    given: &'a Given,
}

/// A prompt with its arguments.
#[derive(Debug)]
pub(crate) struct Asked {
    which: Which,
    given: Given,
}

impl Asked {
    /// Reads what a client asks for.
    ///
    /// # Errors
    /// When there is no such prompt, or its arguments cannot be used.
    pub(crate) fn read(name: &str, arguments: &JsonObject) -> Result<Self, ErrorData> {
        let which = Which::named(name).ok_or_else(|| no_such_prompt(name))?;
        Ok(Self { which, given: Given::read(which.description(), arguments)? })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.which.description().name
    }
}

fn no_such_prompt(name: &str) -> ErrorData {
    let names = Which::ALL.map(|which| which.description().name);
    let shown = crate::protocol::arguments::shown(name);
    let words = format!("there is no prompt `{shown}`; there are {}", names.join(", "));
    ErrorData::invalid_params(words, None)
}

/// Every prompt.
pub(crate) fn list() -> ListPromptsResult {
    let prompt = |which: Which| {
        let Description { name, title, description, arguments } = which.description();
        let argument = |argument: &Argument| {
            PromptArgument::new(argument.name)
                .with_title(argument.title)
                .with_description(argument.description)
                .with_required(argument.required)
        };
        let arguments = arguments.iter().map(argument).collect();
        Prompt::new(*name, Some(*description), Some(arguments)).with_title(*title)
    };
    ListPromptsResult::with_all_items(Which::ALL.into_iter().map(prompt).collect())
}

/// Fills a prompt in.
///
/// # Errors
/// When an argument means nothing in this library, or it cannot be read.
pub(crate) async fn get(
    library: &Library,
    names: &Names,
    asked: &Asked,
) -> Result<GetPromptResult, ErrorData> {
    let desk = Desk { library, names, given: &asked.given };
    let blocks = match asked.which {
        Which::RulesQuestion => vec![ContentBlock::text(rules_question::text(desk).await?)],
        Which::PrepareEncounter => vec![ContentBlock::text(prepare_encounter::text(desk).await?)],
        Which::ReviewHomebrew => vec![ContentBlock::text(review_homebrew::text(desk).await?)],
        Which::CompareEditions => compare_editions::blocks(desk).await?,
    };
    let messages = blocks.into_iter().map(|block| PromptMessage::new(Role::User, block)).collect();
    Ok(GetPromptResult::new(messages).with_description(asked.which.description().title))
}
