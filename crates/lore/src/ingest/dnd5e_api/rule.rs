//! Rules of the D&D 5e API.

use serde_json::json;

use super::objects::{Objects, Pages, entry};
use super::reference::{ability, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{
    self, Body, ability_in_full, capitalised, clean_markdown, join_paragraphs, without_own_heading,
};
use crate::model::{Details, DocumentKey, Homebrew, Kind, Record, Rule, Slug};

/// Converts a chapter of the rules, which lists its sections.
pub(super) fn chapter(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let text = without_own_heading(&text_of(object, "desc"), name);
    let body = markdown::chapter(&text, &object.names("subsections"));
    entry(object, Kind::Rule, name, Details::Rule(Rule::default()), body)
}

/// Converts a section of the rules, which names its chapter.
pub(super) fn section(object: Object<'_>, all: &Objects<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let rule = Rule { section: chapter_of(object, all).map(str::to_owned), ..Rule::default() };
    let body = without_own_heading(&text_of(object, "desc"), name);
    entry(object, Kind::Rule, name, Details::Rule(rule), body)
}

/// Returns the headings of a section as entries, each with its text up to the next heading.
pub(super) fn parts_of(object: Object<'_>, all: &Objects<'_>, pages: &Pages) -> Vec<Result<Record, String>> {
    let (Some(name), Some(index)) = (object.text("name"), object.text("index")) else { return Vec::new() };
    let chapter = chapter_of(object, all);
    let text = join_paragraphs(object.texts("desc"));
    let parts = headed(&text).filter(|(heading, text)| *heading != name && !text.is_empty());
    let record = |(heading, text): (&str, String)| {
        Ok(Record {
            document: DocumentKey::new(super::DOCUMENT),
            kind: Kind::Rule,
            slug: Slug::new(&format!("{index} {heading}")),
            name: heading.to_owned(),
            body: Body::default().italic(name).block(&clean_markdown(&text)).finish(),
            details: Details::Rule(Rule { section: chapter.map(str::to_owned), ..Rule::default() }),
            page: pages.of_heading(index, heading),
            homebrew: Homebrew::default(),
            raw: json!({ "section": index, "name": heading, "desc": text }).to_string(),
        })
    };
    parts.map(record).collect()
}

/// Converts a section of the rules that was read from its page.
pub(super) fn page_section(object: Object<'_>) -> Result<Record, String> {
    let (name, section) = (object.needed_text("name")?, object.needed_text("section")?);
    Ok(Record {
        document: DocumentKey::new(super::DOCUMENT),
        kind: Kind::Rule,
        slug: Slug::new(&format!("{section} {name}")),
        name: name.to_owned(),
        body: clean_markdown(object.needed_text("text")?),
        details: Details::Rule(Rule { section: Some(section.to_owned()), ..Rule::default() }),
        page: Some(object.integer("page").ok_or("it has no page")?),
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}

/// Splits a text at headings down to the fourth level. Deeper ones are captions of tables.
fn headed(text: &str) -> impl Iterator<Item = (&str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        let title = line.trim_start_matches('#');
        match (line.len() - title.len(), parts.last_mut()) {
            (1..=4, _) => parts.push((title.trim(), String::new())),
            (_, Some((_, part))) => {
                part.push_str(line);
                part.push('\n');
            }
            _ => {}
        }
    }
    parts.into_iter().map(|(heading, text)| (heading, text.trim().to_owned()))
}

fn chapter_of<'a>(section: Object<'a>, all: &Objects<'a>) -> Option<&'a str> {
    let index = section.text("index");
    let of = |chapter: &Object<'_>| chapter.list("subsections").any(|section| section.text("index") == index);
    all.list("Rules").find(of)?.text("name")
}

/// Converts an object with little more than a name and a text.
pub(super) fn plain(object: Object<'_>, kind: Kind) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let rule = Rule { abbreviation: object.text("abbreviation").map(str::to_owned), ..Rule::default() };
    entry(object, kind, name, Details::Rule(rule), text_of(object, "desc"))
}

/// Converts a skill.
pub(super) fn skill(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let ability_score = ability(object, "ability_score").map(str::to_owned);
    let mut body = Body::default();
    let body =
        body.facts([("Ability Score", ability_score.clone())]).block(&text_of(object, "desc")).finish();
    let rule = Rule { ability_score, ..Rule::default() };
    entry(object, Kind::Skill, name, Details::Rule(rule), body)
}

/// Converts an ability score, under its full name.
pub(super) fn ability_score(object: Object<'_>) -> Result<Record, String> {
    let short = object.needed_text("name")?;
    let name = object.text("full_name").or_else(|| ability_in_full(short)).unwrap_or(short);
    let mut body = Body::default();
    let body = body
        .block(&text_of(object, "desc"))
        .facts([("Skills", Some(object.names("skills").join(", ")))])
        .finish();
    let rule = Rule { abbreviation: Some(short.to_owned()), ..Rule::default() };
    entry(object, Kind::AbilityScore, name, Details::Rule(rule), body)
}

/// Converts a language.
pub(super) fn language(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let category = object.text("type").map(capitalised);
    let speakers: Vec<&str> = object.texts("typical_speakers").collect();
    let mut body = Body::default();
    let body = body
        .facts([
            ("Type", category.clone()),
            ("Typical Speakers", Some(speakers.join(", "))),
            ("Script", object.text("script").map(str::to_owned)),
        ])
        .block(&text_of(object, "desc"))
        .finish();
    entry(object, Kind::Language, name, Details::Rule(Rule { category, ..Rule::default() }), body)
}

/// Converts a proficiency, with the classes and races that start with it.
pub(super) fn proficiency(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let category = object.text("type").map(str::to_owned);
    let mut body = Body::default();
    let body = body
        .facts([
            ("Type", category.clone()),
            ("Classes", Some(object.names("classes").join(", "))),
            ("Races", Some(object.names("races").join(", "))),
        ])
        .finish();
    entry(object, Kind::Proficiency, name, Details::Rule(Rule { category, ..Rule::default() }), body)
}
