//! Values of EDN (edn-format.org), as OrcBrew files have them.

use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Edn {
    Text(String),
    /// A keyword without its colon.
    Keyword(String),
    Number(f64),
    Flag(bool),
    Map(Vec<(Edn, Edn)>),
    List(Vec<Edn>),
}

impl fmt::Display for Edn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Keyword(name) => write!(f, ":{name}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Map(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
                write!(f, "{{{}}}", fields.join(",\n "))
            }
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(f, "[{}]", items.join(" "))
            }
        }
    }
}
