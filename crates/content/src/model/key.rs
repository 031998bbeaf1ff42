//! Keys of documents, slugs and ids of entries.

use std::fmt;

use deunicode::deunicode_char;
use serde::{Deserialize, Serialize};
use text::fold;

use super::Kind;

/// The start of an entry's address, such as `lore://entry/srd-2014/spell/fireball`.
pub const ENTRY_ADDRESS: &str = "lore://entry/";

/// Returns the address of an entry.
pub fn entry_address(document: &str, kind: Kind, slug: &str) -> String {
    format!("{ENTRY_ADDRESS}{document}/{kind}/{slug}")
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, schemars::JsonSchema)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(String);

        impl $name {
            /// Converts a name or key: lower case, words joined by `-`. Without letters, it is `unnamed`.
            pub fn new(text: &str) -> Self {
                Self(slug_of(text))
            }

            /// Restores a stored id. A damaged one is converted to a valid id.
            pub fn stored(text: String) -> Self {
                if text.contains(char::REPLACEMENT_CHARACTER) { Self(slug_of(&text)) } else { Self(text) }
            }

            /// Returns the text of the id.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
    };
}

text_id! {
    /// The key of a document, such as `srd-2014`: lower case, unique in the library.
    DocumentKey
}

text_id! {
    /// The unique name of an entry within its document and kind, such as `ancient-red-dragon`.
    Slug
}

/// An apostrophe joins (`hunters-mark`); any other character except letters and digits separates.
fn slug_of(text: &str) -> String {
    let joined = fold(text).replace('\'', "");
    let ascii: String = joined.chars().map(|c| deunicode_char(c).unwrap_or("-")).collect();
    let words = ascii.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if slug.is_empty() { "unnamed".to_owned() } else { slug }
}

/// The id of an entry in this library; never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub struct EntryId(pub i64);

#[cfg(test)]
mod tests;
