//! Enums whose variants have names, and enums of values.

/// A text that is not the name of a variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} called `{name}`")]
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) name: String,
}

/// Declares an enum whose variants are stored, sent and shown by name. With a noun, texts are parsed as well.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $Enum:ident $(: $what:literal)? {
        $($(#[$of_variant:meta])* $Variant:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
            schemars::JsonSchema,
        )]
        pub enum $Enum {
            $($(#[$of_variant])* #[serde(rename = $name)] $Variant,)+
        }

        impl $Enum {
            /// All of them, in their order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// Their names, in the same order.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// Returns the name, which never changes.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $(impl std::str::FromStr for $Enum {
            type Err = $crate::enums::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let unknown = || $crate::enums::UnknownName { what: $what, name: text.to_owned() };
                Self::ALL.into_iter().find(|one| one.as_str() == text).ok_or_else(unknown)
            }
        }

        impl TryFrom<String> for $Enum {
            type Error = $crate::enums::UnknownName;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        })?
    };
}

/// Declares the types of which values are variants of an enum.
macro_rules! from {
    ($Enum:ident: $($source:ty => $Variant:ident),+ $(,)?) => {
        $(impl From<$source> for $Enum {
            fn from(value: $source) -> Self {
                $Enum::$Variant(value.into())
            }
        })+
    };
}

pub(crate) use {from, named};
