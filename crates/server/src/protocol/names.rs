//! Tool names, and the prefix under which a client knows them.

use std::ffi::OsStr;

use lore::model::shown;

pub(crate) const PREFIX_VARIABLE: &str = "MCP_TOOL_PREFIX";
pub(crate) const DEFAULT_PREFIX: &str = "guide_";
/// Keeps every tool name within the 64 characters that some clients allow.
const MAX_PREFIX_CHARS: usize = 40;

/// The tools beside the lookups that are always published without a prefix.
const UNPREFIXED_TOOLS: [&str; 2] = ["list_documents", "search_dnd_content"];

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

#[derive(Debug, Clone)]
pub(crate) struct ToolNames {
    prefix: String,
}

impl ToolNames {
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

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
