//! The formats, and which one a file has.

use crate::{
    File, Format, Sample, critter_db, fantasy_statblocks, five_e_monster_maker, five_etools, foundry,
    homebrewery, improved_initiative, tetra_cube,
};

/// The formats in the order in which they are tried: the more specific before the others.
pub static FORMATS: [&Format; 8] = [
    &five_etools::FORMAT,
    &foundry::FORMAT,
    &critter_db::FORMAT,
    &tetra_cube::FORMAT,
    &five_e_monster_maker::FORMAT,
    &improved_initiative::FORMAT,
    &fantasy_statblocks::FORMAT,
    &homebrewery::FORMAT,
];

/// Returns the format of a file, by its content; its name alone never decides.
pub fn recognise(file: &File) -> Option<&'static Format> {
    let sample = Sample::of(file);
    FORMATS.into_iter().find(|format| (format.recognises)(&sample))
}
