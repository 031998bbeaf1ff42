//! Entries as files for paper and for other programs. Their licences go with them.

mod fantasy_statblocks;
mod improved_initiative;
mod licences;
mod markdown;
mod orcbrew;
mod parts;
mod print;
mod writer;

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use self::fantasy_statblocks::FantasyStatblocks;
use self::improved_initiative::ImprovedInitiative;
pub use self::licences::Licences;
use self::markdown::Markdown;
use self::orcbrew::Orcbrew;
use self::print::Print;
pub(crate) use self::writer::Writer;
use content::model::{Family, shown};
use content::named;
use text::counted;

use crate::browse::Browse;

named! {
    /// The form of an exported file.
    pub enum ExportFormat {
        /// Markdown: every entry whole.
        Markdown = "markdown",
        /// A page to print, as HTML: spells and items as cards, nine to a sheet, others in two columns.
        Print = "print",
        /// Creatures and spells for Improved Initiative, as the JSON that it imports.
        ImprovedInitiative = "improved-initiative",
        /// Creatures for the plugin Fantasy Statblocks of Obsidian: Markdown with blocks of YAML.
        FantasyStatblocks = "fantasy-statblocks",
        /// Spells, creatures, feats and languages as an OrcBrew file.
        Orcbrew = "orcbrew",
    }
}

impl ExportFormat {
    /// Returns true if the format has a place for entries of a family.
    pub const fn takes(self, family: Family) -> bool {
        match self {
            Self::Markdown | Self::Print => true,
            Self::ImprovedInitiative => matches!(family, Family::Creature | Family::Spell),
            Self::FantasyStatblocks => matches!(family, Family::Creature),
            Self::Orcbrew => matches!(family, Family::Creature | Family::Spell | Family::CharacterOption),
        }
    }
}

impl FromStr for ExportFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.as_str() == text);
        found.ok_or_else(|| format!("there is no format `{text}`; there are {}", Self::NAMES.join(", ")))
    }
}

/// The entries that are exported.
#[derive(Debug, Clone)]
pub enum Selection {
    /// Those at these addresses.
    Addresses(Vec<String>),
    /// The user's pins, in their order.
    Pins,
    /// What a request finds, all of it.
    Found(Box<Browse>),
}

/// An exported file before it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Export {
    /// The content of the file.
    pub content: String,
    /// The number of entries in it.
    pub entries: usize,
    /// The number of entries that the format has no place for.
    pub left_out: usize,
    /// The addresses of entries that the library does not have.
    pub missing: Vec<String>,
    /// The number of entries whose licence is unknown: they are for the user alone.
    pub of_unknown_licence: usize,
}

impl fmt::Display for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { content: _, entries, left_out, missing, of_unknown_licence } = self;
        let counted = |entries: usize| counted(entries as u64, "entry", "entries");
        write!(f, "Exported {}.", counted(*entries))?;
        if *left_out > 0 {
            write!(f, " The format has no place for {} more.", counted(*left_out))?;
        }
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(|address| shown(address)).collect();
            write!(f, " The library does not have {}.", missing.join(", "))?;
        }
        if *of_unknown_licence > 0 {
            write!(
                f,
                " The licence of {} is unknown: for your own table only.",
                counted(*of_unknown_licence)
            )?;
        }
        Ok(())
    }
}

/// Returns the writer of a format.
pub fn writer(format: ExportFormat) -> Box<dyn Writer> {
    match format {
        ExportFormat::Markdown => Box::new(Markdown::default()),
        ExportFormat::Print => Box::new(Print::default()),
        ExportFormat::ImprovedInitiative => Box::new(ImprovedInitiative::default()),
        ExportFormat::FantasyStatblocks => Box::new(FantasyStatblocks::default()),
        ExportFormat::Orcbrew => Box::new(Orcbrew::default()),
    }
}
