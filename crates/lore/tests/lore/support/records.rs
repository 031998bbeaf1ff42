//! Records of our own invention to fill a library with.

use content::model::{
    ChallengeRating, Creature, Details, DocumentKey, Kind, NewDocument, Provider, Record, Slug, Spell,
};
use ingest::Batch;

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
        provider: Provider::Open5eV2,
        publisher: Some("Nobody".to_owned()),
        license: Some("CC0".to_owned()),
        ..NewDocument::homebrew(DocumentKey::new(key), format!("The Book of {key}"))
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
        homebrew: content::model::Homebrew::default(),
        sources: None,
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
