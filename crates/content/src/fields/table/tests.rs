use std::collections::HashSet;

use super::*;
use crate::fields::Storage;

const FAMILIES: [Family; 5] =
    [Family::Spell, Family::Creature, Family::Equipment, Family::CharacterOption, Family::Rule];

fn all() -> impl Iterator<Item = &'static Field> {
    FAMILIES.into_iter().flat_map(of_family).chain(&origin::FIELDS).copied()
}

#[test]
fn names_of_fields_and_arguments_are_unique() {
    let fields: HashSet<_> = all().map(std::ptr::from_ref).collect();
    let names: HashSet<_> = all().map(|field| field.name).collect();
    assert_eq!(names.len(), fields.len());
    for family in FAMILIES {
        let arguments: Vec<_> = of_family(family).iter().flat_map(|it| it.arguments).collect();
        let names: HashSet<_> = arguments.iter().map(|it| it.name).collect();
        assert_eq!(names.len(), arguments.len());
    }
}

#[test]
fn every_field_that_lookups_filter_by_is_stored() {
    for field in all().filter(|field| !field.arguments.is_empty()) {
        assert_ne!(field.storage, Storage::None, "{field:?}");
    }
}
