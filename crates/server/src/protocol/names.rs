//! Tool names, and the prefix under which a client knows them.

use std::ffi::OsStr;

use lore::model::shown;

/// The environment variable that sets the prefix of tool names.
pub(crate) const PREFIX_VARIABLE: &str = "MCP_TOOL_PREFIX";
/// The prefix when the variable is not set.
pub(crate) const DEFAULT_PREFIX: &str = "guide_";
/// The maximum length of a prefix. It keeps every tool name within the 64 characters that some clients allow.
const MAX_PREFIX_CHARS: usize = 40;

/// The tools beside the lookups that are always published without a prefix.
const UNPREFIXED_TOOLS: [&str; 2] = ["list_documents", "search_dnd_content"];

/// Returns the prefix of tool names for a value of [`PREFIX_VARIABLE`], or the default when there is none.
///
/// # Errors
/// When the value contains characters that the protocol does not allow in tool names, or is too long.
pub(crate) fn prefix_from(variable: Option<&OsStr>) -> Result<String, String> {
    let Some(prefix) = variable else { return Ok(DEFAULT_PREFIX.to_owned()) };
    let prefix = prefix.to_string_lossy();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if prefix.len() <= MAX_PREFIX_CHARS && prefix.chars().all(is_allowed) {
        return Ok(prefix.into_owned());
    }
    Err(format!(
        "{PREFIX_VARIABLE} is `{}`, which cannot begin the name of a tool: use at most {MAX_PREFIX_CHARS} of the characters A-Z, a-z, 0-9, \
         `_`, `-` and `.`, or unset it for `{DEFAULT_PREFIX}`",
        shown(&prefix)
    ))
}

/// The names under which the tools are published to one client.
#[derive(Debug, Clone)]
pub(crate) struct ToolNames {
    prefix: String,
}

impl ToolNames {
    /// Returns the names for a client's prefix.
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// Returns the published name of a tool.
    pub(crate) fn published(&self, tool: &str) -> String {
        let is_unprefixed = tool.starts_with("lookup_") || UNPREFIXED_TOOLS.contains(&tool);
        if is_unprefixed { tool.to_owned() } else { format!("{}{tool}", self.prefix) }
    }

    /// Replaces each `{tool_name}` in a text of our own by the published name of that tool.
    pub(crate) fn fill(&self, template: &str) -> String {
        let mut parts = template.split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_name = |name: &str| {
                name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte == b'5')
            };
            match part.split_once('}').filter(|(name, _)| is_name(name)) {
                Some((tool, rest)) => text.extend([self.published(tool).as_str(), rest]),
                None => text.extend(["{", part]),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests;
