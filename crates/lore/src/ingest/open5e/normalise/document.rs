//! Documents of the Open5e API.

use std::collections::BTreeMap;

use super::objects::Objects;
use crate::ingest::json::Object;
use crate::ingest::markdown::clean_markdown;
use crate::ingest::open5e::document_of_v1;
use crate::model::{DocumentKey, NewDocument, Provider, SRD_2014_NOTICE, SRD_2024_NOTICE};

/// Converts the documents of `/v2/documents/`, with the notices that only version 1 has.
pub(crate) fn documents(objects: &Objects) -> Vec<NewDocument> {
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
            Some(NewDocument {
                name: object
                    .text("name")
                    .or_else(|| object.text("display_name"))
                    .unwrap_or(key.as_str())
                    .to_owned(),
                provider: Provider::Open5eV2,
                publisher: object.at("publisher").text("name").map(str::to_owned),
                license: licenses(object),
                notice,
                game_system: object.at("gamesystem").text("name").map(str::to_owned),
                url: object.text("permalink").map(str::to_owned),
                description: object.text("desc").map(clean_markdown).filter(|text| !text.is_empty()),
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
