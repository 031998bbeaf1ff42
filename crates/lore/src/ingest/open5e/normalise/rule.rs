//! Rules, conditions and other reference entries.

use super::objects::{Objects, entry};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Body, capitalised, clean_markdown, without_own_heading};
use crate::model::{Details, Kind, Record, Rule, title_case};

/// Converts a chapter of the rules, which lists its sections.
pub(super) fn chapter(object: Object<'_>) -> Result<Record, String> {
    let mut sections: Vec<Object<'_>> = object.list("rules").collect();
    sections.sort_by_key(|section| section.integer::<i64>("index"));
    let names: Vec<String> =
        sections.iter().filter_map(|section| section.text("name")).map(str::to_owned).collect();
    entry(object, Kind::Rule, Details::Rule(Rule::default()), markdown::chapter(&text(object), &names))
}

/// Converts a section of the rules, which names its chapter.
pub(super) fn section(object: Object<'_>, objects: &Objects) -> Result<Record, String> {
    let chapter = object.text("ruleset").and_then(|key| objects.find("/v2/rulesets/", key));
    let section = chapter.and_then(|chapter| chapter.text("name")).map(str::to_owned);
    entry(object, Kind::Rule, Details::Rule(Rule { section, ..Rule::default() }), text(object))
}

/// Converts an object with little more than a name and a text.
pub(super) fn plain(object: Object<'_>, kind: Kind) -> Result<Record, String> {
    let rule = Rule { category: object.text("type").map(str::to_owned), ..Rule::default() };
    entry(object, kind, Details::Rule(rule), text(object))
}

/// Converts a language.
pub(super) fn language(object: Object<'_>, objects: &Objects) -> Result<Record, String> {
    let category = match (object.flag("is_secret"), object.maybe_flag("is_exotic")) {
        (true, _) => Some("Secret"),
        (false, Some(true)) => Some("Exotic"),
        (false, Some(false)) => Some("Standard"),
        (false, None) => None,
    };
    let script = object.text("script_language").map(|key| {
        let named = objects.find("/v2/languages/", key).and_then(|language| language.text("name"));
        named.map_or_else(|| title_case(key), str::to_owned)
    });
    let category = category.map(str::to_owned);
    let mut body = Body::default();
    let body = body.facts([("Type", category.clone()), ("Script", script)]).block(&text(object)).finish();
    entry(object, Kind::Language, Details::Rule(Rule { category, ..Rule::default() }), body)
}

/// Converts an environment. Most have no text; three flags describe some of them.
pub(super) fn environment(object: Object<'_>) -> Result<Record, String> {
    let sorts = ["planar", "aquatic", "interior"];
    let sorts: Vec<&str> = sorts.into_iter().filter(|flag| object.flag(flag)).collect();
    let category = (!sorts.is_empty()).then(|| capitalised(&sorts.join(", ")));
    let line = match &category {
        Some(category) => format!("{category} environment"),
        None => "Environment".to_owned(),
    };
    let mut body = Body::default();
    let body = body.italic(&line).block(&text(object)).finish();
    let rule = Rule { category, ..Rule::default() };
    entry(object, Kind::Environment, Details::Rule(rule), body)
}

fn text(object: Object<'_>) -> String {
    let text = clean_markdown(object.text("desc").unwrap_or_default());
    without_own_heading(&text, object.text("name").unwrap_or_default())
}
