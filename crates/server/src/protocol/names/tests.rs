use super::*;

#[test]
fn a_prefix_that_clients_would_refuse_is_explained() {
    for prefix in ["", "guide_", "my-table.2024_"] {
        assert_eq!(prefix_from(Some(prefix.as_ref())).as_deref(), Ok(prefix));
    }
    assert_eq!(prefix_from(None).as_deref(), Ok("guide_"));
    for prefix in ["my table ", "größe_", "a/b", &"x".repeat(200)] {
        let error = prefix_from(Some(prefix.as_ref())).unwrap_err();
        assert!(error.contains("MCP_TOOL_PREFIX") && error.contains("at most 40"), "{error}");
    }
}
