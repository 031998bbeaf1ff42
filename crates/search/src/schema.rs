//! The schema of the text index. A change of it needs another name of the index's folder.

use content::error::Result;
use content::model::Kind;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STORED, Schema, TextFieldIndexing, TextOptions,
};

use super::words::{PLAIN, STEMMED};

#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) id: Field,
    pub(super) kind: Field,
    pub(super) document: Field,
    pub(super) name: Field,
    pub(super) headings: Field,
    pub(super) body: Field,
    pub(super) everyday: Field,
}

impl Fields {
    pub(super) fn of(schema: &Schema) -> Result<Self> {
        Ok(Self {
            id: schema.get_field("id")?,
            kind: schema.get_field("kind")?,
            document: schema.get_field("document")?,
            name: schema.get_field("name")?,
            headings: schema.get_field("headings")?,
            body: schema.get_field("body")?,
            everyday: schema.get_field("everyday")?,
        })
    }
}

pub(super) fn schema() -> Schema {
    let mut schema = Schema::builder();
    let words = |analyzer: &str, record: IndexRecordOption| {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer(analyzer).set_index_option(record),
        )
    };
    schema.add_i64_field("id", NumericOptions::from(FAST | INDEXED | STORED));
    schema.add_u64_field("kind", INDEXED);
    schema.add_i64_field("document", INDEXED);
    schema.add_text_field("name", words(PLAIN, IndexRecordOption::WithFreqsAndPositions));
    schema.add_text_field("headings", words(PLAIN, IndexRecordOption::WithFreqs));
    schema.add_text_field("body", words(STEMMED, IndexRecordOption::WithFreqs));
    schema.add_text_field("everyday", words(STEMMED, IndexRecordOption::WithFreqs));
    schema.build()
}

pub(super) fn kind_number(kind: Kind) -> u64 {
    Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u64
}
