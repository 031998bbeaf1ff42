//! Documents, what they refer to, and the small tables.

use serde_json::{Value, json};

use super::{reference, slug};

/// The key of an invented document with spells, creatures and options; version 1 calls it `orchard`.
pub const BOOK: &str = "orchard-tales";
/// The name of [`BOOK`].
pub const BOOK_NAME: &str = "Orchard Tales";
/// The key of another invented document; the keys of its objects begin with `cellar_`, and version 1 calls it `cellar`.
pub const CELLAR: &str = "deep-cellar";
/// The key of an invented document of another game system, which version 1 lacks.
pub const GALLERY: &str = "quince-gallery";

/// A document: key, name, game system, publisher, type.
const DOCUMENTS: [(&str, &str, &str, &str, &str); 6] = [
    ("core", "5e Core Concepts", "5th Edition 2014", "Open5e", "MISC"),
    ("srd-2014", "System Reference Document 5.1", "5th Edition 2014", "Wizards of the Coast", "SOURCE"),
    ("srd-2024", "System Reference Document 5.2", "5th Edition 2024", "Wizards of the Coast", "SOURCE"),
    (BOOK, BOOK_NAME, "5th Edition 2014", "Orchard Press", "SOURCE"),
    (CELLAR, "The Deep Cellar", "5th Edition 2014", "Orchard Press", "SOURCE"),
    (GALLERY, "Quince Gallery", "Advanced 5th Edition", "Quince & Daughters", "SOURCE"),
];

/// The key of a game system by its name.
fn game_system(name: &str) -> Value {
    let key = match name {
        "5th Edition 2014" => "5e-2014",
        "5th Edition 2024" => "5e-2024",
        _ => "a5e",
    };
    json!({ "name": name, "key": key })
}

/// Returns the summary of a document that content objects hold: without licences.
pub(super) fn summary(document: &str) -> Value {
    let (key, name, system, publisher, kind) = *DOCUMENTS.iter().find(|it| it.0 == document).unwrap();
    json!({
        "name": name, "key": key, "type": kind, "display_name": name, "publisher": reference(publisher),
        "gamesystem": game_system(system), "permalink": format!("https://example.org/{key}"),
    })
}

/// Returns the beginning of the keys of a document's objects, which is not always the document's key.
pub(super) fn prefix(document: &str) -> &str {
    match document {
        "srd-2014" => "srd",
        CELLAR => "cellar",
        other => other,
    }
}

/// Returns what version 1 calls a document.
pub(super) fn older(document: &str) -> Option<&'static str> {
    match document {
        "srd-2014" => Some("wotc-srd"),
        BOOK => Some("orchard"),
        CELLAR => Some("cellar"),
        _ => None,
    }
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    let named = |names: &[&str]| names.iter().map(|name| reference(name)).collect::<Vec<_>>();
    let with = |mut object: Value, field: &str, value: Value| {
        object[field] = value;
        object
    };
    let ranked = |names: &[&str]| {
        let objects = named(names).into_iter().enumerate();
        objects.map(|(rank, object)| with(object, "rank", json!(rank + 1))).collect::<Vec<_>>()
    };
    let in_core = |objects: Vec<Value>| {
        objects.into_iter().map(|object| with(object, "document", summary("core"))).collect::<Vec<_>>()
    };
    let systems = ["5th Edition 2014", "5th Edition 2024", "Advanced 5th Edition"];
    let system = |name: &&str| with(game_system(name), "desc", json!(format!("The rules called {name}.")));
    let licences = ["Creative Commons Attribution 4.0", "OPEN GAME LICENSE Version 1.0a", "Public Domain"];
    let keys = ["cc-by-40", "ogl-10a", "cc0"];
    let licence = |(key, name): (&str, &str)| json!({ "key": key, "name": name, "desc": format!("The full text of {name}.") });
    let categories = [
        "Adventuring Gear",
        "Ammunition",
        "Armor",
        "Potion",
        "Ring",
        "Shield",
        "Tools",
        "Weapon",
        "Wondrous Item",
        "Mount",
    ];
    vec![
        ("/v2/documents/", DOCUMENTS.iter().map(|document| full(document.0)).collect()),
        ("/v1/documents/", DOCUMENTS.iter().filter_map(|document| of_version_1(document.0)).collect()),
        ("/v2/licenses/", keys.into_iter().zip(licences).map(licence).collect()),
        (
            "/v2/publishers/",
            named(&["Open5e", "Wizards of the Coast", "Orchard Press", "Quince & Daughters"]),
        ),
        ("/v2/gamesystems/", systems.iter().map(system).collect()),
        ("/v2/itemcategories/", in_core(named(&categories))),
        ("/v2/itemrarities/", ranked(&["Common", "Uncommon", "Rare", "Very Rare", "Legendary", "Artifact"])),
        ("/v2/sizes/", in_core(ranked(&["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"]))),
        (
            "/v2/images/",
            vec![json!({
                "name": "Ripe", "key": "plum_ripe", "file_url": "/static/img/ripe.svg", "alt_text": "An icon of a ripe plum",
                "attribution": "Drawn by nobody", "document": summary(GALLERY),
            })],
        ),
    ]
}

fn full(document: &str) -> Value {
    let mut object = summary(document);
    // The second licence of a document that has two.
    let licences: &[(&str, &str)] = match document {
        GALLERY => &[("cc0", "Public Domain")],
        "srd-2024" => &[("cc-by-40", "Creative Commons Attribution 4.0")],
        _ => {
            &[("cc-by-40", "Creative Commons Attribution 4.0"), ("ogl-10a", "OPEN GAME LICENSE Version 1.0a")]
        }
    };
    object["licenses"] = licences.iter().map(|(key, name)| json!({ "key": key, "name": name })).collect();
    object["desc"] =
        json!(format!("Everything that {} is about.\r\n\r\nIn two parts.", object["name"].as_str().unwrap()));
    object["author"] = json!("N. Obody, S. O. Else");
    object["publication_date"] = json!("2030-01-01T00:00:00");
    object["distance_unit"] = json!("feet");
    object["weight_unit"] = json!("lb");
    object
}

fn of_version_1(document: &str) -> Option<Value> {
    let name = summary(document)["name"].clone();
    Some(json!({
        "title": name, "slug": older(document)?, "url": "https://example.org", "license": "Creative Commons Attribution 4.0",
        "desc": "In the words of version 1.", "author": "N. Obody", "organization": slug("Orchard Press"), "version": "1.0",
        "copyright": "© N. Obody 2030.", "license_url": "https://example.org/legal", "v2_related_key": document,
    }))
}

/// Returns the fields by which an object of version 1 names its document; `None` where version 1 lacks it.
pub(super) fn origin_of_version_1(document: &str) -> Option<Value> {
    Some(json!({
        "document__slug": older(document)?, "document__title": summary(document)["name"],
        "document__license_url": "https://example.org/legal", "document__url": "https://example.org",
    }))
}
