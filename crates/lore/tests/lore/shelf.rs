//! A library in a temporary folder, and records of our own invention to fill it.

use lore::fields::{Condition, Filter};
use lore::ingest::Batch;
use lore::model::{
    ChallengeRating, Creature, Details, DocumentKey, Kind, NewDocument, Provider, Record, Slug, Spell,
};
use lore::progress::Job;
use lore::query::{Answer, Limit, Lookup, Search};
use lore::{Library, Options};
use tempfile::TempDir;

/// A library that goes with its folder.
pub(crate) struct Shelf {
    pub(crate) library: Library,
    pub(crate) home: TempDir,
}

impl Shelf {
    pub(crate) async fn empty() -> Self {
        let home = TempDir::new().unwrap();
        Self { library: Library::open(Options::at(home.path())).await.unwrap(), home }
    }

    /// A library with these records.
    pub(crate) async fn with(records: Vec<Record>) -> Self {
        let shelf = Self::empty().await;
        shelf.import(records).await;
        shelf
    }

    pub(crate) async fn import(&self, records: Vec<Record>) -> lore::ingest::Report {
        self.library.import(&batch(records), &Job::quiet()).await.unwrap()
    }

    /// Closes the library and opens it again.
    pub(crate) async fn reopened(self) -> Self {
        self.library.close().await;
        let library = Library::open(Options::at(self.home.path())).await.unwrap();
        Self { library, home: self.home }
    }

    pub(crate) async fn spells(&self, name: &str, limit: i64) -> Answer {
        let lookup = Lookup {
            name: Some(name.to_owned()),
            limit: Limit::try_from(limit).unwrap(),
            ..Lookup::default()
        };
        self.library.lookup(&lookup, &Filter::spells([])).await.unwrap()
    }

    pub(crate) async fn creatures(&self, conditions: impl IntoIterator<Item = Condition>) -> Vec<String> {
        let answer = self.library.lookup(&Lookup::default(), &Filter::creatures(conditions)).await.unwrap();
        answer.entries.into_iter().map(|entry| entry.name).collect()
    }

    pub(crate) async fn search(&self, query: &str) -> Answer {
        let search = Search { query: query.to_owned(), fuzzy: true, ..Search::default() };
        self.library.search(&search).await.unwrap()
    }

    pub(crate) async fn found(&self, query: &str) -> Vec<String> {
        self.search(query).await.entries.into_iter().map(|entry| entry.name).collect()
    }
}

/// A batch of records with the documents they name.
pub(crate) fn batch(records: Vec<Record>) -> Batch {
    let mut batch = Batch::default();
    for record in &records {
        batch.add_document(document(record.document.as_str()));
    }
    for record in records {
        let key = record.slug.to_string();
        batch.count_object("test");
        batch.add("test", &key, Ok(record));
    }
    batch
}

pub(crate) fn document(key: &str) -> NewDocument {
    NewDocument {
        key: DocumentKey::new(key),
        name: format!("The Book of {key}"),
        provider: Provider::Open5eV2,
        publisher: Some("Nobody".to_owned()),
        license: Some("CC0".to_owned()),
        notice: None,
        game_system: None,
        url: None,
        description: None,
    }
}

pub(crate) fn spell(document: &str, name: &str, level: u8) -> Record {
    Record {
        document: DocumentKey::new(document),
        kind: Kind::Spell,
        slug: Slug::new(name),
        name: name.to_owned(),
        body: format!("The caster calls upon {name}."),
        details: Details::Spell(Spell {
            level: Some(level),
            casting_time: "1 action".to_owned(),
            range: "Touch".to_owned(),
            ..Spell::default()
        }),
        page: None,
        homebrew: lore::model::Homebrew::default(),
        raw: serde_json::json!({ "name": name }).to_string(),
    }
}

pub(crate) fn creature(document: &str, name: &str, creature_type: &str, cr: &str) -> Record {
    let mut creature = Creature { creature_type: Some(creature_type.to_owned()), ..Creature::default() };
    creature.set_challenge_rating(cr.parse::<ChallengeRating>().unwrap());
    Record {
        kind: Kind::Creature,
        details: Details::Creature(Box::new(creature)),
        body: format!("{name} prowls the marsh."),
        ..spell(document, name, 0)
    }
}
