//! Objects that have only a name and a description.

use super::objects::{Entries, Objects, document_of, key_of, slug_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{Body, ability_in_full, clean_markdown, without_own_heading};
use crate::model::{Details, DocumentKey, Homebrew, Kind, Record, Rule, title_case};

/// Adds an entry for each description of each object of a list, in the document of the description: the
/// effect of a condition differs between editions.
pub(super) fn each(to: &mut Entries<'_>, objects: &Objects, endpoint: &str, kind: Kind) {
    for object in objects.list(endpoint) {
        let described: Vec<(Result<DocumentKey, String>, &str)> = object
            .list("descriptions")
            .filter_map(|it| Some((document_of(it), it.text("desc")?)))
            .chain(object.text("desc").map(|text| (document_of(object), text)))
            .filter(|(document, _)| document.as_ref().map_or(true, |document| to.wants(document)))
            .collect();
        let elsewhere = object.list("descriptions").next().is_some()
            || document_of(object).is_ok_and(|document| !to.wants(&document));
        if described.is_empty() && elsewhere {
            to.batch.count_folded(endpoint);
            continue;
        }
        to.batch.count_object(endpoint);
        if described.is_empty() {
            to.batch.add(endpoint, &key_of(object), Err("it has no description".to_owned()));
        }
        for (document, text) in described {
            let record = document.and_then(|document| record(object, kind, document, text));
            to.batch.add(endpoint, &key_of(object), record);
        }
    }
}

fn record(object: Object<'_>, kind: Kind, document: DocumentKey, text: &str) -> Result<Record, String> {
    // Alignments have only keys, no names.
    let named = object.text("name").map(str::to_owned);
    let name = match named {
        None if kind == Kind::Alignment => title_case(object.needed_text("key")?),
        named => named.ok_or("it has no text in `name`")?,
    };
    let text = without_own_heading(&clean_markdown(text), &name);
    let ability_score = object.text("ability").and_then(ability_in_full).map(str::to_owned);
    let abbreviation = match kind {
        Kind::AbilityScore => object.text("key").map(str::to_uppercase),
        _ => object.text("short_name").map(str::to_owned),
    };
    let mut body = Body::default();
    let body = body
        .facts([("Ability Score", ability_score.clone())])
        .block(&text)
        .facts([("Skills", Some(skills(object, &document).join(", ")))])
        .finish();
    let details = Details::Rule(Rule { ability_score, abbreviation, ..Rule::default() });
    Ok(Record {
        document,
        kind,
        slug: slug_of(object.needed_text("key")?),
        name,
        body,
        details,
        page: None,
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}

/// Returns the names of an ability's skills in the document.
fn skills(ability: Object<'_>, document: &DocumentKey) -> Vec<String> {
    let known =
        |skill: &Object<'_>| skill.list("descriptions").any(|it| document_of(it).as_ref() == Ok(document));
    ability.list("skills").filter(known).filter_map(|skill| skill.text("name")).map(str::to_owned).collect()
}
