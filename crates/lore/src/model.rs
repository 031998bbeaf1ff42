//! Entries of fifth-edition content, their kinds and their documents. Pure data: no files, network or
//! database.

mod base_name;
mod campaign;
mod challenge_rating;
mod creature;
mod document;
mod edition;
mod encounter;
mod entry;
mod equipment;
mod homebrew;
mod key;
mod kind;
mod option;
mod other_names;
mod own;
mod pin;
mod removals;
mod rule;
mod spell;
mod tool_call;

pub(crate) use base_name::base_name;
pub use campaign::Campaign;
pub use challenge_rating::ChallengeRating;
pub(crate) use creature::LORE_HEADING;
pub use creature::{AbilityScores, Creature};
pub(crate) use document::citation;
pub use document::{
    Document, ImportSummary, NewDocument, Provider, SRD_2014_NOTICE, SRD_2024_NOTICE, UnknownProvider,
};
pub use edition::{Edition, UnknownEdition};
pub use encounter::{Encounter, Participant};
pub use entry::{Details, Record};
pub(crate) use entry::{RecordKey, content_hash};
pub use equipment::{Equipment, Rarity};
pub use homebrew::Homebrew;
pub(crate) use key::entry_address;
pub use key::{DocumentKey, ENTRY_ADDRESS, EntryId, Slug};
pub use kind::{ContentType, Family, Kind, UnknownKind};
pub use option::CharacterOption;
#[cfg(test)]
pub(crate) use other_names::{MOVED, RENAMED};
pub(crate) use other_names::{OtherName, names_of_2024, other_names};
pub(crate) use own::OWN_LICENSE;
pub use own::{CopiedFrom, OwnEntry};
pub use pin::{Note, Pin};
pub use removals::{EmptiedList, Removal, Removals};
pub use rule::Rule;
pub use spell::{CastingTime, Spell};
pub(crate) use text::{capitalised, ordinal};
pub use text::{
    clean, counted, excerpt, fold, grouped, in_one_line, is_invisible, quoted, shown, title_case,
};
pub use tool_call::{CalledEntry, ToolCall};

/// Returns true for false, which serialised entries leave out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
