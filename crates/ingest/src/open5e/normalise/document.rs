//! Documents of the Open5e API.

use std::collections::BTreeMap;

use content::model::{DocumentKey, NewDocument, Provider, SRD_2014_NOTICE, SRD_2024_NOTICE};

use super::objects::Objects;
use crate::json::Object;
use crate::markdown::clean_markdown;
use crate::open5e::document_of_v1;

/// Converts the documents of `/v2/documents/`, with the notices that only version 1 has.
pub fn documents(objects: &Objects) -> Vec<NewDocument> {
    let notices: BTreeMap<DocumentKey, String> = objects
        .list("/v1/documents/")
        .filter_map(|older| Some((document_of_v1(older.value())?, clean_markdown(older.text("copyright")?))))
        .collect();
    objects
        .list("/v2/documents/")
        .filter_map(|object| {
            let key = DocumentKey::new(object.text("key")?);
            let notice = match key.as_str() {
                "srd-2014" => Some(SRD_2014_NOTICE.to_owned()),
                "srd-2024" => Some(SRD_2024_NOTICE.to_owned()),
                _ => notices.get(&key).cloned(),
            };
            let name = object.text("name").or_else(|| object.text("display_name"));
            // Black Flag is a game of its own, which its own rules name, but Open5e does not.
            let game_system = match key.as_str() {
                "bfrd" => Some("Black Flag Roleplaying".to_owned()),
                _ => object.at("gamesystem").string("name"),
            };
            Some(NewDocument {
                name: name.unwrap_or(key.as_str()).to_owned(),
                provider: Provider::Open5eV2,
                publisher: object.at("publisher").string("name"),
                license: licenses(object),
                notice,
                game_system,
                url: object.string("permalink"),
                description: Some(object.markdown("desc")).filter(|text| !text.is_empty()),
                key,
            })
        })
        .collect()
}

/// Returns the licences, such as `CC-BY-4.0, OGL 1.0a`.
fn licenses(document: Object<'_>) -> Option<String> {
    let names: Vec<&str> = document
        .list("licenses")
        .filter_map(|license| match license.text("key") {
            Some("cc-by-40") => Some("CC-BY-4.0"),
            Some("ogl-10a") => Some("OGL 1.0a"),
            Some("cc0") => Some("CC0"),
            Some("orc") => Some("ORC"),
            _ => license.text("name"),
        })
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}
