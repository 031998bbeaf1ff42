//! Mentions of other entries in texts.

use content::model::Kind;

/// Returns the name of an entry as a text mentions it, so that the library links it: spells in italics,
/// creatures in bold as in printed books, everything else plain. The library finds the entry by this name
/// when it shows the text.
pub fn mention(kind: Kind, name: &str) -> String {
    let name = name.trim().trim_matches(['*', '_']);
    match kind {
        _ if name.is_empty() => String::new(),
        Kind::Spell => format!("*{name}*"),
        Kind::Creature => format!("**{name}**"),
        _ => name.to_owned(),
    }
}
