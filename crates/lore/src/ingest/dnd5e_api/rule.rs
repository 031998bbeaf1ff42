use super::reference::{ability, text_of};
use super::{Objects, entry};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Body, ability_in_full, capitalised, without_own_heading};
use crate::model::{Details, Kind, Record, Rule};

/// A chapter of the rules, which lists its sections.
pub(super) fn chapter(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let text = without_own_heading(&text_of(object, "desc"), name);
    let body = markdown::chapter(&text, &object.names("subsections"));
    entry(object, Kind::Rule, name, Details::Rule(Rule::default()), body)
}

/// A section of the rules, which names its chapter.
pub(super) fn section(object: Object<'_>, all: &Objects<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let index = object.text("index");
    let chapter = all
        .list("Rules")
        .find(|chapter| chapter.list("subsections").any(|section| section.text("index") == index))
        .and_then(|chapter| chapter.text("name"));
    let rule = Rule { section: chapter.map(str::to_owned), ..Rule::default() };
    let body = without_own_heading(&text_of(object, "desc"), name);
    entry(object, Kind::Rule, name, Details::Rule(rule), body)
}

/// An entry that is little more than a name and a text.
pub(super) fn plain(object: Object<'_>, kind: Kind) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let rule = Rule { abbreviation: object.text("abbreviation").map(str::to_owned), ..Rule::default() };
    entry(object, kind, name, Details::Rule(rule), text_of(object, "desc"))
}

/// A skill.
pub(super) fn skill(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let ability_score = ability(object, "ability_score").map(str::to_owned);
    let mut body = Body::default();
    let body =
        body.facts([("Ability Score", ability_score.clone())]).block(&text_of(object, "desc")).finish();
    let rule = Rule { ability_score, ..Rule::default() };
    entry(object, Kind::Skill, name, Details::Rule(rule), body)
}

/// An ability score under its full name.
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

/// A language.
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

/// A proficiency and who starts with it.
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
