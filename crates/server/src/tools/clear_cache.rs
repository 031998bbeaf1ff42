use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::consent::Question;
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::Tool;
use crate::server::Server;

pub(super) struct ClearCache;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Exactly `CLEAR_CACHE`, and only after the user asked for the cache to be cleared.
    #[expect(dead_code, reason = "reading it is what checks it")]
    confirm: Consent,
}

/// The one word that lets the tool clear.
#[derive(Debug, Deserialize, JsonSchema)]
enum Consent {
    #[serde(rename = "CLEAR_CACHE")]
    ClearCache,
}

/// What was forgotten.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Cleared {
    /// How many questions to Open5e, with their answers' dates or failures.
    questions: u64,
}

impl Tool for ClearCache {
    const NAME: &'static str = "clear_cache";
    const TITLE: &'static str = "Clear the cache";
    const DESCRIPTION: &'static str = "REQUIRES EXPLICIT USER INSTRUCTION. Forgets what was asked of Open5e and when, remembered failures, and the pages of a fetch \
        that broke off, so that everything is asked anew when it is needed. No entry and no homebrew is deleted. Never call it on your own account, to get fresher \
        answers or to try something: only when the user asked for the cache to be cleared, with `confirm` set to `CLEAR_CACHE`. \
        Example: {\"confirm\": \"CLEAR_CACHE\"}.";
    type Arguments = Arguments;
    type Value = Cleared;

    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(false)
            .destructive(true)
            .idempotent(true)
            .open_world(false)
    }

    async fn question(_: &Server, _: &Arguments) -> Result<Option<Question>, Failure> {
        let words = "Forget what was asked of Open5e and when, so that everything is asked anew? No entry is deleted.";
        Ok(Some(Question { about: "clear the cache".to_owned(), words: words.to_owned() }))
    }

    async fn call(
        server: &Server,
        _: Arguments,
        _: RequestContext<RoleServer>,
    ) -> Result<Success<Cleared>, Failure> {
        let questions = server.library().await?.clear_cache().await?;
        let message = format!("Forgot {questions} questions to Open5e. Every entry is still in the library.");
        Ok(Success { message: Some(message), ..Success::of(Cleared { questions }) })
    }
}
