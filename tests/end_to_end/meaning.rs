//! Semantic search with the real model: on the starter content, without a usable model, and interrupted.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::homebrew::{book, write};
use crate::program::{Serve, json_of, printed, program, texts, wait_until};
use crate::resources::resources_folder;
use crate::starter_library::served;
use crate::template::copy;

/// Starts a server that an assistant listed the tools of, and waits until it has therefore loaded the model.
/// Returns `None` if there is no model.
fn ready() -> Option<(TempDir, Serve)> {
    model_folder()?;
    let (home, mut serve) = served();
    serve.request("tools/list", json!({}));
    wait_until("the model is loaded", || model_use(&mut serve)["model_loads"] == 1);
    Some((home, serve))
}

fn model_use(serve: &mut Serve) -> Value {
    serve.call("guide_library_stats", json!({}))["value"]["model_use"].take()
}

/// Prints why and returns `None` without them.
pub(crate) fn model_folder() -> Option<PathBuf> {
    let folder = resources_folder();
    let there = folder.join("model/model.onnx").exists() && folder.join("onnxruntime").exists();
    if !there {
        println!("skipped: there is no model; run scripts/fetch-resources");
    }
    there.then_some(folder)
}

fn names(answer: &Value) -> Vec<String> {
    texts(&answer["value"], "name").into_iter().map(str::to_owned).collect()
}

fn scores(answer: &Value) -> Vec<f64> {
    let entries = answer["value"].as_array().unwrap();
    entries.iter().filter_map(|entry| entry.get("similarity_score")?.as_f64()).collect()
}

#[track_caller]
fn ranked(answer: &Value) -> Vec<String> {
    let (names, scores) = (names(answer), scores(answer));
    assert_eq!(names.len(), scores.len(), "every entry has a score");
    assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{scores:?}");
    names
}

#[track_caller]
fn above(names: &[String], higher: &str, lower: &str) {
    let place = |wanted: &str| names.iter().position(|name| name == wanted).unwrap_or(usize::MAX);
    assert!(place(higher) < place(lower), "{higher} is not above {lower}: {names:?}");
}

#[test]
fn things_are_found_by_what_everyone_knows_of_them() {
    let Some((_home, mut serve)) = ready() else { return };
    for (query, expected, places) in [
        ("a winged horse", "Pegasus", 3),
        ("serpent whose heads grow back", "Hydra", 3),
        ("a chest that bites", "Mimic", 3),
        ("the lion with an eagle's head", "Griffon", 3),
        ("becoming impossible to see", "Invisibility or Invisible", 3),
        ("ending a magical effect", "Dispel Magic", 4),
        ("a polearm with reach", "Glaive or Halberd", 3),
    ] {
        let found = ranked(&serve.call("search_dnd_content", json!({"query": query})));
        let is_expected = |name: &String| expected.split(" or ").any(|expected| name == expected);
        assert!(found.iter().take(places).any(is_expected), "{query}: {found:?}");
    }
}

#[test]
fn an_answer_says_when_the_library_seems_to_have_nothing() {
    let Some((_home, mut serve)) = ready() else { return };
    for (tool, argument, query) in [
        ("search_dnd_content", "query", "flanking"),
        ("lookup_creature", "semantic_query", "beholder"),
        ("search_dnd_content", "query", "how do I repair a spaceship's warp drive"),
        // Much is near to these words, but nothing as near as what they mean.
        ("search_dnd_content", "query", "do we get advantage when standing on opposite sides of the ogre"),
    ] {
        let answer = serve.call(tool, json!({argument: query}));
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains(&format!("seems to have nothing on `{query}`")), "{query}: {message}");
        assert!(message.contains("The nearest entries are"), "{message}");
    }
    for query in ["what happens when I fall", "fire damage in an area", "firebal"] {
        let answer = serve.call("search_dnd_content", json!({"query": query}));
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(!message.contains("nothing on"), "{query}: {message}");
    }
}

#[test]
fn the_assistant_the_window_and_the_terminal_have_the_same_order() {
    let Some((home, mut serve)) = ready() else { return };
    let kinds = ["weapon", "armor", "magic-item", "item"];
    for query in ["something to see in the dark", "protects from fire", "boots that let me fly"] {
        let looked_up =
            serve.call("lookup_equipment", json!({"semantic_query": query, "limit": 10, "fold": false}));
        let looked_up = names(&looked_up);
        let search = json!({"query": query, "content_types": ["Equipment"], "limit": 10, "fold": false});
        assert_eq!(looked_up, names(&serve.call("search_dnd_content", search)), "{query}");
        let browse = json!({"query": query, "by_meaning": true, "kinds": kinds, "limit": 10, "fold": false});
        let browsed = serve.call("guide_browse_entries", browse)["value"]["entries"].take();
        assert_eq!(looked_up, names(&json!({"value": browsed})), "{query}");
        let printed =
            json_of(home.path(), &["search", query, "--type", "equipment", "--limit", "10", "--json"]);
        assert_eq!(looked_up, names(&json!({"value": printed})), "{query}");
    }
}

#[test]
fn scenarios_of_semantic_search_hold_on_real_content() {
    let Some((_home, mut serve)) = ready() else { return };
    // Spell lookup with semantic query. Both spells are of level 4.
    let spells = serve.call("lookup_spell", json!({"semantic_query": "protect from fire", "level": 4}));
    let message = spells["message"].as_str().unwrap_or_default();
    assert!(!message.contains("unavailable") && !message.contains("so far"), "{message}");
    assert!(spells["value"].as_array().unwrap().iter().all(|spell| spell["level"] == 4));
    above(&ranked(&spells), "Fire Shield", "Ice Storm");
    let spells = ranked(&serve.call("lookup_spell", json!({"semantic_query": "protect from fire"})));
    above(&spells, "Protection from Energy", "Flame Strike");
    // Creature lookup with semantic query.
    let dragons =
        serve.call("lookup_creature", json!({"semantic_query": "fire breathing beast", "type": "dragon"}));
    assert!(dragons["value"].as_array().unwrap().iter().all(|creature| creature["type"] == "Dragon"));
    let breathes_fire = |name: &String| ["Red", "Brass", "Gold"].iter().any(|color| name.contains(color));
    assert!(ranked(&dragons)[..3].iter().all(breathes_fire), "{dragons}");
    // Equipment lookup with semantic query.
    let thrown = json!({"semantic_query": "weapon that returns when thrown", "item_type": "weapon"});
    let weapons = serve.call("lookup_equipment", thrown);
    assert!(ranked(&weapons)[..5].contains(&"Dwarven Thrower".to_owned()), "{:?}", names(&weapons));
    // Character option lookup with semantic query.
    for (query, higher, lower) in [
        ("masters of arcane magic", ["Wizard", "Sorcerer"], "Fighter"),
        ("divine magic", ["Paladin", "Cleric"], "Rogue"),
    ] {
        let arguments = json!({"semantic_query": query, "option_type": "class", "limit": 100});
        let classes = ranked(&serve.call("lookup_character_option", arguments));
        higher.iter().for_each(|higher| above(&classes, higher, lower));
    }
    // Rule lookup with semantic query.
    let hidden = json!({"semantic_query": "attacking while hidden", "rule_type": "rule"});
    let rules = ranked(&serve.call("lookup_rule", hidden));
    assert!(rules[..3].iter().any(|name| name.contains("Attack")), "{rules:?}");
    let fall = json!({"semantic_query": "what happens when I fall from a great height", "rule_type": "rule"});
    let rules = serve.call("lookup_rule", fall);
    let excerpts: Vec<&str> =
        rules["value"].as_array().unwrap().iter().filter_map(|rule| rule["excerpt"].as_str()).collect();
    assert!(excerpts.iter().all(|excerpt| excerpt.chars().count() <= 701), "{excerpts:?}");
    let text = rules["value"][0]["description"].as_str().unwrap().to_lowercase();
    assert!(text.contains("fall"), "{}", rules["value"][0]);
    // Default semantic search, with and without a filter.
    let healing =
        ranked(&serve.call("search_dnd_content", json!({"query": "spells that heal wounds", "limit": 100})));
    above(&healing, "Cure Wounds", "Fireball");
    above(&healing, "Healing Word", "Fire Bolt");
    let fire = serve.call("search_dnd_content", json!({"query": "fire damage", "content_types": ["Spell"]}));
    assert!(fire["value"].as_array().unwrap().iter().all(|hit| hit["kind"] == "spell"));
    let fiery =
        ranked(&fire).iter().take(10).filter(|name| name.contains("Fire") || name.contains("Flam")).count();
    assert!(fiery >= 4, "{fire}");
    // A name comes first, also with a typing error.
    for query in ["fireball", "Firebll"] {
        let found = serve.call("search_dnd_content", json!({"query": query}));
        assert_eq!(ranked(&found)[0], "Fireball", "{query}");
    }
    // A name and a question: the name says which, the question in what order.
    let both = json!({"name": "*dragon*", "semantic_query": "breathes lightning", "limit": 5});
    let both = serve.call("lookup_creature", both);
    assert_eq!(both["match"], "pattern");
    assert!(ranked(&both).iter().all(|name| name.contains("Dragon")));
    assert!(names(&both)[0].contains("Blue") || names(&both)[0].contains("Bronze"), "{both}");
}

#[test]
fn calls_without_semantic_search_never_load_the_model() {
    let Some(_) = model_folder() else { return };
    let (_home, mut serve) = served();
    serve.call("lookup_spell", json!({"name": "fireball"}));
    serve.call("lookup_spell", json!({"level": 3, "semantic_query": "  "}));
    serve.call("lookup_creature", json!({"type": "dragon", "cr_min": 10}));
    serve.call("lookup_rule", json!({"rule_type": "condition"}));
    serve.call("list_documents", json!({}));
    let words = serve.call("search_dnd_content", json!({"query": "fireball", "semantic": false}));
    assert_eq!((names(&words)[0].as_str(), scores(&words).len()), ("Fireball", 0));
    assert_eq!(model_use(&mut serve), json!({"queries": 0, "passages": 0, "model_loads": 0}));
    let named = serve.call("lookup_spell", json!({"name": "fireball"}));
    assert!(scores(&named).is_empty(), "no semantic ranking, no score");
    serve.call("search_dnd_content", json!({"query": "fireball"}));
    // On a busy machine the call is repeated.
    let used = model_use(&mut serve);
    assert_eq!((&used["passages"], &used["model_loads"]), (&json!(0), &json!(1)), "{used}");
    assert!(used["queries"].as_u64() >= Some(1), "{used}");
}

fn resources_of_its_own() -> Option<TempDir> {
    let from = model_folder()?;
    let folder = TempDir::new().unwrap();
    for part in ["model", "onnxruntime"] {
        copy(&from.join(part), &folder.path().join(part));
    }
    Some(folder)
}

#[cfg(windows)]
pub(crate) fn model_alone() -> Option<TempDir> {
    // Links need a privilege there.
    resources_of_its_own()
}

#[cfg(unix)]
pub(crate) fn model_alone() -> Option<TempDir> {
    let from = model_folder()?;
    let folder = TempDir::new().unwrap();
    for part in ["model", "onnxruntime"] {
        std::os::unix::fs::symlink(from.join(part), folder.path().join(part)).unwrap();
    }
    Some(folder)
}

pub(crate) fn plums(resources: &Path, number: usize) -> TempDir {
    let home = TempDir::new().unwrap();
    let text = |n: usize| {
        let bowl = ["clay", "tin", "oak"][n % 3];
        format!("You count {n} ripe plums in a bowl of {bowl} and one of them begins to sing about the sea.")
    };
    let spells = (0..number).map(|n| (format!("Plum Charm {n}"), text(n)));
    let file = write(home.path(), "plums.orcbrew", &book("Plum Book", spells));
    let mut import = program(home.path());
    let imported = import.env("LOREKEEPER_RESOURCES", resources).arg("import").arg(file).output().unwrap();
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    home
}

/// What can be wrong with a model has tests of its own in the crate `embedding`.
#[test]
fn without_a_model_search_uses_words_and_says_why() {
    let Some(resources) = resources_of_its_own() else { return };
    let home = plums(resources.path(), 3);
    let model = resources.path().join("model/model.onnx");
    let bytes = std::fs::read(&model).unwrap();
    std::fs::write(&model, &bytes[..bytes.len() / 2]).unwrap();
    let mut command = program(home.path());
    command.env("LOREKEEPER_RESOURCES", resources.path());
    let log = home.path().join("log");
    let mut serve = Serve::logging(&mut command, &log);
    for _ in 0..2 {
        let found = serve.call("search_dnd_content", json!({"query": "singing plums"}));
        assert_eq!((names(&found).len(), scores(&found).len()), (3, 0));
        assert!(found["message"].as_str().unwrap().contains("Search by meaning is unavailable"), "{found}");
    }
    let stats = serve.call("guide_library_stats", json!({}));
    let status = stats["value"]["semantic_search"].as_str().unwrap();
    assert!(status.starts_with("unavailable: ") && status.contains("damaged"), "{status}");
    assert_eq!(serve.end(), Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("semantic search is unavailable").count(), 1, "{log}");
    let mut doctor = program(home.path());
    let doctor = doctor.env("LOREKEEPER_RESOURCES", resources.path()).arg("doctor").output().unwrap();
    assert!(printed(&doctor).contains("damaged"), "{}", printed(&doctor));
}

#[test]
fn search_uses_words_until_embedding_is_complete() {
    let Some(bare) = model_alone() else { return };
    let home = plums(bare.path(), 300);
    let mut serve = Serve::connected(program(home.path()).env("LOREKEEPER_RESOURCES", bare.path()));
    let ask = json!({"query": "fruit with a voice", "limit": 3});
    // On a busy machine the first searches may be answered before the model is loaded.
    wait_until("an answer says that entries are missing", || {
        let first = serve.call("search_dnd_content", ask.clone());
        first["message"].as_str().unwrap().contains("of 300 entries so far")
    });
    let mut lookups_meanwhile = 0;
    wait_until("all is embedded", || {
        lookups_meanwhile += 1;
        assert_eq!(names(&serve.call("lookup_spell", json!({"name": "plum charm 7"})))[0], "Plum Charm 7");
        serve.call("guide_library_stats", json!({}))["value"]["entries_to_embed"] == 0
    });
    assert!(lookups_meanwhile > 1, "a lookup waited for the embedding");
    let found = serve.call("search_dnd_content", ask);
    assert_eq!((names(&found).len(), scores(&found).len()), (3, 3));
    assert!(!found["message"].to_string().contains("so far"), "{}", found["message"]);
}
