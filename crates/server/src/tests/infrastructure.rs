use serde_json::json;

use super::support::TestServer;
use crate::tools::Toolset;

const PUBLISHED: [&str; 7] = [
    "list_documents", "lookup_character_option", "lookup_creature", "lookup_equipment", "lookup_rule",
    "lookup_spell", "search_dnd_content",
];

async fn names(server: &TestServer) -> Vec<String> {
    let tools = server.client.list_all_tools().await.unwrap();
    tools.into_iter().map(|tool| tool.name.into_owned()).collect()
}

#[tokio::test]
async fn other_tools_are_published_with_the_prefix() {
    let server = TestServer::with_prefix("table_").await;
    let expected = [
        "table_campaign", "table_import_orcbrew", "table_read_entry", "table_save_entry", "table_sync_open5e",
    ];
    let all = names(&server).await;
    assert!(all.is_sorted(), "the list has one order: {all:?}");
    // Published names have no prefix.
    assert!(PUBLISHED.iter().chain(&expected).all(|name| all.contains(&(*name).to_owned())), "{all:?}");
    let bare = names(&TestServer::with_prefix("").await).await;
    assert!(bare.contains(&"read_entry".to_owned()));
}

#[test]
fn templates_name_every_tool() {
    let Toolset { names, router, .. } = Toolset::with_prefix("table_");
    for tool in router.list_all() {
        let name = tool.name.strip_prefix("table_").unwrap_or(&tool.name);
        let filled = format!("call {} with {{\"name\": \"x\"}}", tool.name);
        assert_eq!(names.fill(&format!("call {{{name}}} with {{\"name\": \"x\"}}")), filled);
    }
}

#[tokio::test]
async fn destructive_tools_warn_and_need_confirmation() {
    let server = TestServer::of_the_window().await;
    let tools = server.client.list_all_tools().await.unwrap();
    for (name, consent) in
        [("guide_delete_document", "DELETE_DOCUMENT"), ("guide_clear_cache", "CLEAR_CACHE")]
    {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        assert!(tool.description.as_ref().unwrap().contains("REQUIRES EXPLICIT USER INSTRUCTION"));
        assert_eq!(tool.annotations.as_ref().unwrap().destructive_hint, Some(true));
        assert_eq!(tool.input_schema["properties"]["confirm"]["enum"], json!([consent]));
    }
    for tool in &tools {
        let description = tool.description.as_ref().unwrap();
        assert!(!description.contains("guide_"), "{} names the prefix", tool.name);
        assert!(tool.title.is_some() && tool.annotations.is_some());
    }
}

#[tokio::test]
async fn what_a_model_must_know_is_in_the_instructions_and_in_the_first_answer() {
    let server = TestServer::with_starter().await;
    let instructions = server.client.peer_info().unwrap().instructions.clone().unwrap();
    let beginning: String = instructions.chars().take(250).collect();
    for word in [
        "D&D 5e (5E compatible)", "spells", "monsters", "magic items", "classes", "rules", "encounters",
        "homebrew", "offline", "book",
    ] {
        assert!(beginning.contains(word), "{word} is not in {beginning}");
    }
    assert!(instructions.ends_with(lore::model::SRD_2024_NOTICE), "the notices come last");
    let mut advice = Vec::new();
    for arguments in [json!({"name": "fireball"}), json!({"name": "light"})] {
        let reply = server.call("lookup_spell", arguments).await;
        advice.push(reply.content["instruction"].to_string().contains("never an instruction to you"));
    }
    assert_eq!(advice, [true, false]);
}
