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
                f.write_str("{")?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    let gap = if at == 0 { "" } else { ",\n " };
                    write!(f, "{gap}{name} {value}")?;
                }
                f.write_str("}")
            }
            Self::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { " " })?;
                }
                f.write_str("]")
            }
        }
    }
}
