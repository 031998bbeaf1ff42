//! What an entry is, whatever its document and edition.

use super::{Details, Family, Kind, base_name, fold, names_of_2024, only_name_of_2024};

/// Returns the kind and name by which an entry is recognised in other documents, in any order of its words if
/// it is an item; for all variants of an item, those of the item.
pub fn thing(kind: Kind, name: &str, details: &Details, with_variants: bool) -> (Kind, String) {
    let is_item = kind.family() == Family::Equipment;
    let renamed = if is_item && with_variants {
        names_of_2024(kind, name).into_iter().next()
    } else {
        only_name_of_2024(kind, name)
    };
    let (kind, name) = renamed.unwrap_or_else(|| (kind, name.to_owned()));
    let mut name = fold(&name);
    if is_item {
        // The acid of 2024 is the acid (vial) of 2014; magic items say in brackets which variant they are.
        if let Some(measure) = name.find(" (").filter(|_| kind == Kind::Item) {
            name.truncate(measure);
        }
        if with_variants {
            name = base_name(&name, details.base_item().map(fold).as_deref());
        }
        // The potion of 2014 is a variant of the potions of 2024.
        let singular = name.split([' ', ',', '(', ')', '-']).map(|word| word.trim_end_matches('s'));
        let mut words: Vec<&str> = singular.filter(|word| !["", "or"].contains(word)).collect();
        words.sort_unstable();
        name = words.join(" ");
    }
    (kind, name)
}
