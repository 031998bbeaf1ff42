//! The tool `clear_cache`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::registry::{Failure, Question, Session, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ClearCache {
    /// Exactly `CLEAR_CACHE`, and only after the user asked for the cache to be cleared.
    #[expect(dead_code, reason = "deserialising it checks it")]
    confirm: Confirmation,
}

/// The only value of `confirm`.
#[derive(Debug, Deserialize, JsonSchema)]
enum Confirmation {
    #[serde(rename = "CLEAR_CACHE")]
    ClearCache,
}

/// The result of clearing the cache.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Cleared {
    /// The number of cached queries to Open5e, including failures.
    questions: u64,
}

impl Tool for ClearCache {
    const NAME: &'static str = "clear_cache";
    const TITLE: &'static str = "Clear the cache";
    const DESCRIPTION: &'static str = "REQUIRES EXPLICIT USER INSTRUCTION. Forgets when Open5e was queried and for what, so that everything is fetched anew when it \
        is needed. No entry is deleted. Never call it on your own initiative or for fresher answers: only if the user asked to clear \
        the cache. Example: {\"confirm\": \"CLEAR_CACHE\"}.";
    const IS_FOR_ASSISTANTS: bool = false;
    const WRITES: Option<Writing> = Some(Writing { is_destructive: true, is_idempotent: true });
    type Value = Cleared;

    async fn question(&self, _: &Session) -> Result<Option<Question>, Failure> {
        let text =
            "Clear the cache of queries to Open5e, so that everything is fetched anew? No entry is deleted.";
        Ok(Some(Question { id: "clear the cache".to_owned(), text: text.to_owned() }))
    }

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Cleared>, Failure> {
        let questions = request.session.library().await?.clear_cache().await?;
        let message = format!("Forgot {questions} queries to Open5e. Every entry is still in the library.");
        Ok(Success { message: Some(message), ..Success::of(Cleared { questions }) })
    }
}
