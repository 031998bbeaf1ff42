//! Rules, conditions and other reference entries.

use content::model::{Details, DocumentKey, Kind, Record, Rule, capitalised, title_case};

use super::entries::Entries;
use super::objects::{KeyedRecord, Objects, document_of, entry, key_of, slug_of, unnamed};
use crate::json::Object;
use crate::markdown::{self, Body, ability_in_full, clean_markdown, without_own_heading};

pub(super) fn chapter(object: Object<'_>) -> Result<Record, String> {
    let mut sections: Vec<Object<'_>> = object.list("rules").collect();
    sections.sort_by_key(|section| section.integer::<i64>("index"));
    let names: Vec<String> = sections.iter().filter_map(|section| section.string("name")).collect();
    entry(object, Kind::Rule, Details::Rule(Rule::default()), markdown::chapter(&text(object), &names))
}

pub(super) fn section(object: Object<'_>, objects: &Objects) -> Result<Record, String> {
    let chapter = object.text("ruleset").and_then(|key| objects.find("/v2/rulesets/", key));
    let section = chapter.and_then(|chapter| chapter.string("name"));
    entry(object, Kind::Rule, Details::Rule(Rule { section, ..Rule::default() }), text(object))
}

/// Converts an object with little more than a name and a text.
pub(super) fn plain(object: Object<'_>, kind: Kind) -> Result<Record, String> {
    let rule = Rule { category: object.string("type"), ..Rule::default() };
    entry(object, kind, Details::Rule(rule), text(object))
}

pub(super) fn language(object: Object<'_>, objects: &Objects) -> Result<Record, String> {
    let exotic = object.maybe_flag("is_exotic").map(|it| if it { "Exotic" } else { "Standard" });
    let category = if object.flag("is_secret") { Some("Secret") } else { exotic };
    let script = object.text("script_language").map(|key| {
        let named = objects.find("/v2/languages/", key).and_then(|language| language.text("name"));
        named.map_or_else(|| title_case(key), str::to_owned)
    });
    let category = category.map(str::to_owned);
    let facts = [("Type", category.clone()), ("Script", script)];
    let body = Body::default().facts(facts).block(&text(object)).finish();
    entry(object, Kind::Language, Details::Rule(Rule { category, ..Rule::default() }), body)
}

/// Most environments have no text; three flags describe some of them.
pub(super) fn environment(object: Object<'_>) -> Result<Record, String> {
    let sorts = ["planar", "aquatic", "interior"];
    let sorts: Vec<&str> = sorts.into_iter().filter(|flag| object.flag(flag)).collect();
    let category = (!sorts.is_empty()).then(|| capitalised(&sorts.join(", ")));
    let line = category.as_ref().map_or("Environment".to_owned(), |it| format!("{it} environment"));
    let body = Body::default().italic(&line).block(&text(object)).finish();
    let rule = Rule { category, ..Rule::default() };
    entry(object, Kind::Environment, Details::Rule(rule), body)
}

fn text(object: Object<'_>) -> String {
    without_own_heading(&object.markdown("desc"), object.text("name").unwrap_or_default())
}

/// Each description makes an entry of its own document: the effect of a condition differs between editions.
pub(super) fn described(to: &mut Entries<'_>, endpoint: &str, kind: Kind) {
    let wanted = to.wanted;
    to.add(endpoint, |object| {
        let descriptions =
            object.list("descriptions").filter_map(|it| Some((document_of(it), it.text("desc")?)));
        let records: Vec<KeyedRecord> = descriptions
            .chain(object.text("desc").map(|text| (document_of(object), text)))
            .filter(|(document, _)| document.as_ref().map_or(true, |document| wanted.has(document)))
            .map(|(document, text)| {
                let record = document.and_then(|document| record_of(object, kind, document, text));
                (key_of(object), record)
            })
            .collect();
        let is_elsewhere = object.list("descriptions").next().is_some() || wanted.lacks_document_of(object);
        if records.is_empty() && !is_elsewhere {
            return vec![(key_of(object), Err("it has no description".to_owned()))];
        }
        records
    });
}

fn record_of(object: Object<'_>, kind: Kind, document: DocumentKey, text: &str) -> Result<Record, String> {
    // Alignments have only keys, no names.
    let name = match object.text("name") {
        None if kind == Kind::Alignment => title_case(object.needed_text("key")?),
        _ => object.needed_text("name")?.to_owned(),
    };
    let text = without_own_heading(&clean_markdown(text), &name);
    let ability_score = object.text("ability").and_then(ability_in_full).map(str::to_owned);
    let abbreviation = match kind {
        Kind::AbilityScore => object.text("key").map(str::to_uppercase),
        _ => object.string("short_name"),
    };
    let body = Body::default()
        .facts([("Ability Score", ability_score.clone())])
        .block(&text)
        .facts([("Skills", Some(skills(object, &document).join(", ")))])
        .finish();
    let details = Details::Rule(Rule { ability_score, abbreviation, ..Rule::default() });
    let slug = slug_of(object.needed_text("key")?);
    Ok(Record { slug, name, ..unnamed(document, object, kind, details, body) })
}

fn skills(ability: Object<'_>, document: &DocumentKey) -> Vec<String> {
    let known =
        |skill: &Object<'_>| skill.list("descriptions").any(|it| document_of(it).as_ref() == Ok(document));
    ability.list("skills").filter(known).filter_map(|skill| skill.string("name")).collect()
}
