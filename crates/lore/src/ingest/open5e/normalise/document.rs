//! Documents of the Open5e API.

use std::collections::BTreeMap;

use super::objects::Objects;
use crate::ingest::json::Object;
use crate::ingest::markdown::clean_markdown;
use crate::ingest::open5e::document_of_v1;
use crate::model::{DocumentKey, NewDocument, Provider, SRD_2014_NOTICE, SRD_2024_NOTICE};

/// Documents whose game system Open5e gives wrongly, with their own. Black Flag is a game of its own, which its own rules name.
const GAME_SYSTEMS: [(&str, &str); 1] = [("bfrd", "Black Flag Roleplaying")];

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
                game_system: game_system(object, &key),
                url: object.text("permalink").map(str::to_owned),
                description: object.text("desc").map(clean_markdown).filter(|text| !text.is_empty()),
                key,
            })
        })
        .collect()
}

/// Returns the game system, such as `5th Edition 2014`.
fn game_system(document: Object<'_>, key: &DocumentKey) -> Option<String> {
    let own = GAME_SYSTEMS.iter().find(|(of, _)| *of == key.as_str()).map(|(_, system)| *system);
    own.or_else(|| document.at("gamesystem").text("name")).map(str::to_owned)
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::Edition;

    #[test]
    fn a_game_of_its_own_is_no_edition() {
        let of_2014 = json!({ "name": "5th Edition 2014" });
        let list = ["bfrd", "tob"].map(|key| json!({ "key": key, "gamesystem": of_2014 }));
        let mut objects = Objects::default();
        objects.add("/v2/documents/", list.to_vec());
        let editions: Vec<Edition> =
            documents(&objects).iter().map(|it| Edition::of(it.game_system.as_deref())).collect();
        assert_eq!(editions, [Edition::Other, Edition::Of2014]);
    }
}
