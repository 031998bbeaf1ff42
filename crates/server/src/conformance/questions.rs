//! Tools and a prompt that ask the client before they answer, the way of revision 2026-07-28: the answer to the request is what is
//! asked, and the client sends the request again with its answers.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{
    CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, CreateMessageRequest,
    CreateMessageRequestParams, ElicitRequest, GetPromptResponse, GetPromptResult, InputRequest,
    InputRequests, InputRequiredResult, InputResponses, ListRootsRequest, PromptMessage, Role,
    SamplingMessage,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use super::forms;

/// The prompt that asks.
pub(super) const PROMPT: &str = "test_input_required_result_prompt";

/// A question, under its name in the request.
type Named = (&'static str, Question);

#[derive(Clone, Copy)]
enum Question {
    /// To the user: a message, and a field of a kind.
    User(&'static str, &'static str, &'static str),
    /// To the client's model.
    Model(&'static str),
    /// Which folders are open.
    Roots,
}

const NAME: Named = ("user_name", Question::User("What is your name?", "name", "string"));
const GREETING: Named = ("greeting", Question::Model("Generate a greeting"));
const ROOTS: Named = ("client_roots", Question::Roots);
const CONFIRM: Named = ("confirm", Question::User("Please confirm", "ok", "boolean"));
const CAPITAL: Named = ("capital_question", Question::Model("What is the capital of France?"));
const STEP_1: Named = ("step1", Question::User("Step 1: What is your name?", "name", "string"));
const STEP_2: Named = ("step2", Question::User("Step 2: What is your favorite color?", "color", "string"));
const CONTEXT: Named =
    ("user_context", Question::User("What context should the prompt use?", "context", "string"));

/// What is asked, round by round.
pub(super) struct Script {
    name: &'static str,
    rounds: &'static [&'static [Named]],
    /// Whether the client gets a note to send back, without which no round follows the first.
    hands_out_notes: bool,
    /// Whether questions that the client cannot answer are left out; otherwise they are an error.
    leaves_out: bool,
}

impl Script {
    const fn of(name: &'static str, rounds: &'static [&'static [Named]]) -> Self {
        Self { name, rounds, hands_out_notes: false, leaves_out: false }
    }

    const fn with_notes(self) -> Self {
        Self { hands_out_notes: true, ..self }
    }
}

static TOOLS: [Script; 9] = [
    Script::of("test_input_required_result_elicitation", &[&[NAME]]),
    Script::of("test_input_required_result_sampling", &[&[CAPITAL]]),
    Script::of("test_input_required_result_list_roots", &[&[ROOTS]]),
    Script::of("test_input_required_result_request_state", &[&[CONFIRM]]).with_notes(),
    Script::of("test_input_required_result_tampered_state", &[&[CONFIRM]]).with_notes(),
    Script::of("test_input_required_result_multiple_inputs", &[&[NAME, GREETING, ROOTS]]).with_notes(),
    Script::of("test_input_required_result_multi_round", &[&[STEP_1], &[STEP_2]]).with_notes(),
    Script {
        leaves_out: true,
        ..Script::of("test_input_required_result_capabilities", &[&[NAME, GREETING, ROOTS]])
    },
    Script::of("test_streaming_elicitation", &[&[NAME]]),
];
static PROMPTS: [Script; 1] = [Script::of(PROMPT, &[&[CONTEXT]])];

/// Which script a note is from and which round it leads to. The note itself means nothing, so that there is nothing in it to forge.
static NOTES: Mutex<Option<HashMap<String, (&'static str, usize)>>> = Mutex::new(None);

/// The names of the tools that ask.
pub(super) fn tools() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|script| script.name)
}

/// The script of a tool.
pub(super) fn of_tool(name: &str) -> Option<&'static Script> {
    TOOLS.iter().find(|script| script.name == name)
}

/// The script of a prompt.
pub(super) fn of_prompt(name: &str) -> Option<&'static Script> {
    PROMPTS.iter().find(|script| script.name == name)
}

/// What follows on a request.
pub(super) enum Turn {
    /// The client is asked.
    Ask(InputRequiredResult),
    /// Everything is answered.
    Done(String),
}

impl Turn {
    /// As a tool's answer.
    pub(super) fn into_tool_response(self) -> CallToolResponse {
        match self {
            Self::Ask(questions) => questions.into(),
            Self::Done(text) => CallToolResult::success(vec![ContentBlock::text(text)]).into(),
        }
    }

    /// As a prompt.
    pub(super) fn into_prompt_response(self) -> GetPromptResponse {
        match self {
            Self::Ask(questions) => questions.into(),
            Self::Done(text) => {
                GetPromptResult::new(vec![PromptMessage::new(Role::User, ContentBlock::text(text))]).into()
            }
        }
    }
}

impl Script {
    /// Looks at the answers of a request. What is missing or makes no sense is asked (again).
    pub(super) fn go_on(
        &'static self,
        note: Option<&str>,
        answers: Option<&InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Turn, ErrorData> {
        let round = note.map(|note| self.round_of(note)).transpose()?;
        let client = context.client_capabilities().unwrap_or_default();
        let asked = self.asked(round.unwrap_or_default(), &client)?;
        let given: Option<Vec<String>> =
            asked.iter().map(|(name, question)| question.answer(answers?.get(*name)?)).collect();
        let is_in_time = round.is_some() || !self.hands_out_notes;
        match given.filter(|_| is_in_time) {
            None => self.ask(round.unwrap_or_default(), &asked),
            Some(_) if round.unwrap_or_default() + 1 < self.rounds.len() => {
                let next = round.unwrap_or_default() + 1;
                self.ask(next, &self.asked(next, &client)?)
            }
            // The word by which the suite knows that the note was looked at.
            Some(given) if self.hands_out_notes => Ok(Turn::Done(format!("state-ok: {}", given.join(", ")))),
            Some(given) => Ok(Turn::Done(given.join(", "))),
        }
    }

    /// The questions of a round that a client can answer.
    fn asked(&self, round: usize, client: &ClientCapabilities) -> Result<Vec<Named>, ErrorData> {
        let mut asked = self.rounds.get(round).copied().unwrap_or_default().to_vec();
        if self.leaves_out {
            asked.retain(|(_, question)| question.missing(client).is_none());
        } else if let Some(missing) = asked.iter().find_map(|(_, question)| question.missing(client)) {
            return Err(ErrorData::missing_required_client_capability(missing));
        }
        Ok(asked)
    }

    fn ask(&self, round: usize, asked: &[Named]) -> Result<Turn, ErrorData> {
        let mut requests = InputRequests::new();
        for (name, question) in asked {
            requests.insert((*name).to_owned(), question.request()?);
        }
        let note = self.hands_out_notes.then(|| {
            let note = uuid::Uuid::new_v4().to_string();
            let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
            notes.get_or_insert_default().insert(note.clone(), (self.name, round));
            note
        });
        Ok(Turn::Ask(InputRequiredResult::new(Some(requests), note)))
    }

    /// Which round a note leads to.
    fn round_of(&self, note: &str) -> Result<usize, ErrorData> {
        let notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
        match notes.iter().flatten().find(|(known, _)| *known == note) {
            Some((_, (name, round))) if *name == self.name => Ok(*round),
            _ => Err(ErrorData::invalid_params("`requestState` is not what this server gave out", None)),
        }
    }
}

impl Question {
    fn request(self) -> Result<InputRequest, ErrorData> {
        Ok(match self {
            Self::User(message, field, kind) => {
                InputRequest::Elicitation(ElicitRequest::new(forms::with_one_field(message, field, kind)?))
            }
            Self::Model(prompt) => {
                let messages = vec![SamplingMessage::user_text(prompt)];
                let params = CreateMessageRequestParams::new(messages, 100);
                InputRequest::CreateMessage(CreateMessageRequest::new(params))
            }
            Self::Roots => InputRequest::ListRoots(ListRootsRequest::default()),
        })
    }

    /// What a client lacks that would have to answer this.
    fn missing(self, client: &ClientCapabilities) -> Option<ClientCapabilities> {
        let needed = ClientCapabilities::builder();
        match self {
            Self::User(..) => client.elicitation.is_none().then(|| needed.enable_elicitation().build()),
            Self::Model(_) => client.sampling.is_none().then(|| needed.enable_sampling().build()),
            Self::Roots => client.roots.is_none().then(|| needed.enable_roots().build()),
        }
    }

    /// An answer as text; `None` when it is none to this question.
    fn answer(self, given: &Value) -> Option<String> {
        match self {
            Self::User(_, field, _) => match given.get("action")?.as_str()? {
                "accept" => Some(given.get("content")?.get(field)?.to_string()),
                action @ ("decline" | "cancel") => Some(action.to_owned()),
                _ => None,
            },
            Self::Model(_) => Some(given.get("content")?.get("text")?.as_str()?.to_owned()),
            Self::Roots => Some(Value::from(given.get("roots")?.as_array()?.clone()).to_string()),
        }
    }
}
