//! The orders of lookups.

use super::field::Field;
use super::table::of_family;
use crate::model::{Family, fold};

const NAME: &str = "name";

/// An order of entries, by a field or by name. Entries whose value is unknown come last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// The field; `None` for the name.
    pub field: Option<&'static Field>,
    /// True if the highest value comes first.
    pub is_descending: bool,
}

impl Sort {
    /// Returns the names of a family's orders, such as `name`, `level` and `-level`.
    pub fn names(family: Family) -> Vec<String> {
        let of_fields = of_family(family).iter().filter_map(|field| field.sort);
        let both = of_fields.flat_map(|name| [name.to_owned(), format!("-{name}")]);
        [NAME.to_owned()].into_iter().chain(both).collect()
    }

    /// Finds an order by its name, or that of its field: `-level`, `Level desc`, `challenge_rating`.
    pub fn find(family: Family, text: &str) -> Option<Self> {
        let text = fold(text).replace(['_', ' '], "-");
        let name = text.trim_start_matches('-');
        let is_descending = name.len() < text.len() || name.ends_with("-desc");
        let name = name.trim_end_matches("-desc").trim_end_matches("-asc");
        let mut fields = of_family(family).iter().copied();
        let field = fields.find(|field| field.sort.is_some_and(|sort| sort == name || field.name == name));
        (field.is_some() || name == NAME).then_some(Self { field, is_descending })
    }
}

#[cfg(test)]
mod tests;
