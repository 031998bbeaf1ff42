use serde_json::{Value, json};

use super::*;

#[test]
fn a_tool_is_found_under_any_prefix() {
    let tool = |name: &str| Tool {
        name: name.to_owned(),
        title: String::new(),
        summary: String::new(),
        read_only: true,
        of_the_window: false,
    };
    let tools = ["guide_unread_entry", "guide_read_entry", "library_stats"].map(tool);
    let found = |name| find(&tools, name).map(|tool| tool.name.as_str());
    assert_eq!(found("read_entry"), Some("guide_read_entry"));
    assert_eq!(found("library_stats"), Some("library_stats"));
    assert_eq!(found("browse_entries"), None);
}

#[test]
fn a_closed_connection_differs_from_a_refusal() {
    assert_eq!(problem(ServiceError::TransportClosed), Problem::server_ended());
    let refused = rmcp::ErrorData::resource_not_found("there is nothing at lore://x", None);
    assert!(problem(ServiceError::McpError(refused)).message.contains("nothing at lore://x"));
}

fn opened(content: Value) -> Result<Answer<Vec<u32>>, Problem> {
    open_envelope("a_tool", CallToolResult::structured(content))
}

#[test]
fn a_success_has_its_value_and_message() {
    let answer = opened(json!({ "success": true, "value": [1, 2], "message": "Two." })).unwrap();
    assert_eq!(answer, Answer { value: vec![1, 2], message: Some("Two.".to_owned()) });
}

#[test]
fn a_failure_keeps_the_words_of_the_server() {
    let problem = opened(json!({
        "success": false, "message": "No such book.", "error": "No such book.",
        "error_type": "no_such_document", "instruction": "List them."
    }))
    .unwrap_err();
    assert_eq!(problem, Problem::new("no_such_document", "No such book.", "List them."));
    let phrase = opened(json!({ "success": false, "error": "there is no room left" })).unwrap_err();
    assert_eq!(phrase.message, "There is no room left.");
    let address = opened(json!({ "success": false, "error": "https://host gave no answer" })).unwrap_err();
    assert_eq!(address.message, "https://host gave no answer.");
}

#[test]
fn an_unknown_answer_is_a_problem_that_names_the_tool() {
    for content in
        [json!({ "answer": 1 }), json!({ "success": true, "value": "words" }), json!({ "success": true })]
    {
        let problem = opened(content).unwrap_err();
        assert_eq!(problem.code, "unknown-answer");
        assert!(problem.message.contains("a_tool"), "{problem:?}");
    }
    let text = CallToolResult::success(vec![rmcp::model::ContentBlock::text("out of order")]);
    assert!(open_envelope::<Value>("a_tool", text).unwrap_err().message.contains("out of order"));
}
