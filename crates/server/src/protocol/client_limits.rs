//! How much of a result the assistants' programs give to their models. What is beyond is cut in the middle,
//! replaced by a preview, or lost.

use crate::protocol::size::MAX_VALUE_BYTES;

/// The most bytes of a result's copy for a client that is not listed.
const DEFAULT_BYTES: usize = 16_000;

/// Parts of client names, and the largest copy that arrived whole when a scripted model drove the program.
const LIMITS: [(&str, usize); 11] = [
    // Cline 3.0.65 writes both copies into one text and leaves the first and last 4,000 characters of it: the
    // beginning of one copy, in which quotes are escaped, and the end of the other.
    ("cline", 7_000),
    // Codex 0.171: of 16 KB the middle was missing.
    ("codex", 10_800),
    // Copilot CLI 1.0.102: of 25 KB there was a preview of 500 characters.
    ("copilot", 18_000),
    // Qwen Code 0.24.4: of 32 KB there was a preview of 2,000 characters.
    ("qwen", 25_000),
    // Kimi Code 2.1.0: no more was tried.
    ("kimi", 25_000),
    // Gemini CLI 0.61.0: of 46 KB the first 8,000 and the last 32,000 characters were left.
    ("gemini-cli", 38_000),
    // Claude Code 2.1.332: of 52 KB there was a preview of 2 KB.
    ("claude-code", 45_000),
    // opencode 1.18.33 and Kilo 7.7.9, which is made of it: of 52 KB nothing was left.
    ("opencode", 45_000),
    ("kilo", 45_000),
    // Continue 1.5.47: no more was tried.
    ("continue", 45_000),
    // The page for players, which shows a result to people.
    ("lorekeeper-players", MAX_VALUE_BYTES),
];

/// Returns the most bytes of a copy of a result for a client, by the name with which it introduced itself.
pub(crate) fn max_bytes(client: &str) -> usize {
    let name = client.to_lowercase();
    let limit = LIMITS.iter().find(|(part, _)| name.contains(part));
    limit.map_or(DEFAULT_BYTES, |(_, bytes)| *bytes)
}

#[cfg(test)]
mod tests;
