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
