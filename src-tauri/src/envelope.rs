//! Answers of the server's tools, taken out of their envelope.

use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::problem::Problem;
use crate::server_types::Envelope;

/// A tool's answer with the message beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer<T> {
    pub(crate) value: T,
    /// A sentence for the user.
    pub(crate) message: Option<String>,
}

/// If the tool failed, the problem has the server's own words.
pub(crate) fn open<T: DeserializeOwned>(tool: &str, result: CallToolResult) -> Result<Answer<T>, Problem> {
    let unknown = |error: serde_json::Error| Problem::unknown_answer(tool, error);
    let Some(content) = result.structured_content else {
        let text: Vec<_> =
            result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str())).collect();
        return Err(Problem::unknown_answer(
            tool,
            if text.is_empty() { "nothing".to_owned() } else { text.join(" ") },
        ));
    };
    let Envelope { success, value, message, instruction, error, error_type } =
        serde_json::from_value(content).map_err(unknown)?;
    if !success {
        return Err(Problem {
            code: error_type.unwrap_or_else(|| "failed".to_owned()),
            message: error.or(message).unwrap_or_else(|| format!("{tool} failed without a reason.")),
            advice: instruction.unwrap_or_default(),
        });
    }
    let value = serde_json::from_value(value.unwrap_or_default()).map_err(unknown)?;
    Ok(Answer { value, message })
}

#[cfg(test)]
mod tests;
