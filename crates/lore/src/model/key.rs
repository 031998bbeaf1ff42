use std::fmt;

use serde::{Deserialize, Serialize};

use text::fold;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, schemars::JsonSchema)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id as it is stored. One that is damaged is made to an id again.
            pub(crate) fn stored(text: String) -> Self {
                if text.contains(char::REPLACEMENT_CHARACTER) { Self(slug_of(&text)) } else { Self(text) }
            }

            /// The text of the id.
            #[must_use]
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
    /// An entry's name within its document and kind, such as `ancient-red-dragon`.
    Slug
}

impl DocumentKey {
    /// Makes a key of a provider's key or of a book's name: lower case, words joined by `-`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(slug_of(text))
    }
}

impl Slug {
    /// Makes a slug of a name or of a provider's key. Never empty: what holds no letter becomes `unnamed`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(slug_of(text))
    }
}

/// An apostrophe joins ("hunters-mark"); everything else that is no letter or digit separates.
fn slug_of(text: &str) -> String {
    let slug = slug::slugify(fold(text).replace('\'', ""));
    if slug.is_empty() { "unnamed".to_owned() } else { slug }
}

/// The number of an entry in this library. Never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub struct EntryId(pub i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_plain_whatever_the_name_holds() {
        assert_eq!(Slug::new("Hunter’s Mark").as_str(), "hunters-mark");
        assert_eq!(Slug::new("Æther Drake, +1").as_str(), "aether-drake-1");
        assert_eq!(Slug::new("***").as_str(), "unnamed");
        assert_eq!(DocumentKey::new("tob-2023").as_str(), "tob-2023");
    }
}
