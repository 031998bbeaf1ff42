//! Entries of fifth-edition content, their kinds and their documents: pure data, no files or database.

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
mod thing;
mod tool_call;
mod translated_names;

pub use base_name::base_name;
pub use campaign::Campaign;
pub use challenge_rating::ChallengeRating;
pub use creature::{ABILITIES, AbilityScores, Creature, LORE_HEADING};
pub use document::{
    Document, ImportSummary, NewDocument, Provider, SRD_2014_NOTICE, SRD_2024_NOTICE, citation, short_title,
};
pub use edition::{Edition, UnknownEdition};
pub use encounter::{Encounter, Participant};
pub use entry::{Details, Record, RecordKey, content_hash};
pub use equipment::{Equipment, Rarity};
pub use homebrew::Homebrew;
pub use key::{DocumentKey, ENTRY_ADDRESS, EntryId, Slug, entry_address};
pub use kind::{ContentType, Family, Kind};
pub use option::CharacterOption;
pub use other_names::{OtherName, names_of_2024, only_name_of_2024, other_names, renamed};
pub use own::{CopiedFrom, OWN_LICENSE, OwnEntry};
pub use pin::{Note, Pin};
pub use removals::{EmptiedList, Removal, Removals};
pub use rule::Rule;
pub use spell::{Spell, casting_time};
pub use text::{
    capitalised, clean, counted, excerpt, fold, grouped, in_one_line, is_invisible, ordinal, quoted, shown,
    title_case,
};
pub use thing::thing;
pub use tool_call::{CalledEntry, ToolCall};
pub use translated_names::translated_names;

pub use crate::enums::UnknownName;
