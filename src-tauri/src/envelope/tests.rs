use serde_json::{Value, json};

use super::*;

fn opened(content: Value) -> Result<Answer<Vec<u32>>, Problem> {
    open("a_tool", CallToolResult::structured(content))
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
    assert!(open::<Value>("a_tool", text).unwrap_err().message.contains("out of order"));
}
