//! Tool names, and the prefix under which a client knows them.

use std::ffi::OsStr;

use lore::model::shown;

/// The environment variable that sets the prefix of tool names.
pub(crate) const PREFIX_VARIABLE: &str = "MCP_TOOL_PREFIX";
/// The prefix when the variable is not set.
pub(crate) const DEFAULT_PREFIX: &str = "guide_";
/// The maximum length of a prefix. It keeps every tool name within the 64 characters that some clients allow.
const MAX_PREFIX_CHARS: usize = 40;

/// Tools that are always published without a prefix.
const UNPREFIXED_TOOLS: [&str; 7] = [
    "lookup_spell",
    "lookup_creature",
    "lookup_equipment",
    "lookup_character_option",
    "lookup_rule",
    "list_documents",
    "search_dnd_content",
];
/// Tools that are published with the client's prefix.
const PREFIXED_TOOLS: [&str; 13] = [
    "campaign",
    "save_entry",
    "browse_entries",
    "read_entry",
    "plan_encounter",
    "export_entries",
    "list_open5e",
    "sync_open5e",
    "import_orcbrew",
    "library_stats",
    "change_settings",
    "clear_cache",
    "delete_document",
];

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
        if UNPREFIXED_TOOLS.contains(&tool) { tool.to_owned() } else { format!("{}{tool}", self.prefix) }
    }

    /// Replaces each `{tool_name}` in a text of our own by the published name of that tool.
    pub(crate) fn fill(&self, template: &str) -> String {
        UNPREFIXED_TOOLS.iter().chain(&PREFIXED_TOOLS).fold(template.to_owned(), |text, tool| {
            text.replace(&format!("{{{tool}}}"), &self.published(tool))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_that_clients_would_refuse_is_explained() {
        for prefix in ["", "guide_", "my-table.2024_"] {
            assert_eq!(prefix_from(Some(prefix.as_ref())).as_deref(), Ok(prefix));
        }
        assert_eq!(prefix_from(None).as_deref(), Ok("guide_"));
        for prefix in ["my table ", "größe_", "a/b", &"x".repeat(200)] {
            let error = prefix_from(Some(prefix.as_ref())).unwrap_err();
            assert!(error.contains("MCP_TOOL_PREFIX") && error.contains("at most 40"), "{error}");
        }
    }

    #[test]
    fn templates_are_filled_with_published_names() {
        let names = ToolNames::with_prefix("table_");
        let text = names.fill("Call `{read_entry}` or `{lookup_spell}` with {\"name\": \"x\"}.");
        assert_eq!(text, "Call `table_read_entry` or `lookup_spell` with {\"name\": \"x\"}.");
    }
}
