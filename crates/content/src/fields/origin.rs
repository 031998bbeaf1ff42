//! The fields that every entry has from its document.

use super::field::{Facet, Field};
use crate::model::Edition;

pub(super) static FIELDS: [&Field; 2] = [&DOCUMENT, &EDITION];

/// The key of the document; its label is the title.
pub static DOCUMENT: Field = Field { name: "document", facet: Some(Facet::titled("Book")), ..Field::BASE };

/// The edition: `2014`, `2024` or `other`.
pub static EDITION: Field = Field {
    name: "edition",
    facet: Some(Facet {
        label: |edition| match edition.parse() {
            Ok(Edition::Of2014) => "2014 rules".to_owned(),
            Ok(Edition::Of2024) => "2024 rules".to_owned(),
            _ => "Other".to_owned(),
        },
        ..Facet::titled("Edition")
    }),
    ..Field::BASE
};
