//! What a tool of the server answers, taken out of its envelope.

use rmcp::model::CallToolResult;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::page::jobs::Problem;

/// A tool's answer and the words beside it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct Answer<T> {
    pub(crate) value: T,
    /// What the user should know.
    pub(crate) message: Option<String>,
}

/// The structured content of every tool.
#[derive(Deserialize)]
struct Envelope {
    success: bool,
    #[serde(default)]
    value: Value,
    message: Option<String>,
    instruction: Option<String>,
    error: Option<String>,
    error_type: Option<String>,
}

/// Opens the envelope. A failure is the server's own words, with its sort as the code.
pub(crate) fn open<T: DeserializeOwned>(tool: &str, result: CallToolResult) -> Result<Answer<T>, Problem> {
    let Some(content) = result.structured_content else {
        let words = result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str()));
        let words = words.collect::<Vec<_>>().join(" ");
        return Err(Problem::unknown_answer(tool, if words.is_empty() { "nothing" } else { &words }));
    };
    let envelope: Envelope =
        serde_json::from_value(content).map_err(|error| Problem::unknown_answer(tool, error))?;
    let Envelope { success, value, message, instruction, error, error_type } = envelope;
    if !success {
        return Err(Problem {
            code: error_type.unwrap_or_else(|| "failed".to_owned()),
            message: error.or(message).unwrap_or_else(|| format!("{tool} failed without a reason.")),
            advice: instruction.unwrap_or_default(),
        });
    }
    let value = serde_json::from_value(value).map_err(|error| Problem::unknown_answer(tool, error))?;
    Ok(Answer { value, message })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn opened(content: Value) -> Result<Answer<Vec<u32>>, Problem> {
        open("a_tool", CallToolResult::structured(content))
    }

    #[test]
    fn a_success_gives_its_value_and_message() {
        let answer = opened(json!({ "success": true, "value": [1, 2], "message": "Two." })).unwrap();
        assert_eq!(answer, Answer { value: vec![1, 2], message: Some("Two.".to_owned()) });
    }

    #[test]
    fn a_failure_keeps_the_servers_words() {
        let problem = opened(json!({
            "success": false, "message": "No such book.", "error": "No such book.",
            "error_type": "no_such_document", "instruction": "List them."
        }))
        .unwrap_err();
        assert_eq!(problem, Problem::new("no_such_document", "No such book.", "List them."));
    }

    #[test]
    fn what_is_no_envelope_is_a_problem_that_names_the_tool() {
        for content in
            [json!({ "answer": 1 }), json!({ "success": true, "value": "words" }), json!({ "success": true })]
        {
            let problem = opened(content).unwrap_err();
            assert_eq!(problem.code, "unknown-answer");
            assert!(problem.message.contains("a_tool"), "{problem:?}");
        }
        let text = CallToolResult::success(vec![rmcp::model::ContentBlock::text("out of order")]);
        assert!(open::<Value>("a_tool", text).unwrap_err().message.contains("out of order"));
    }
}
