use super::max_bytes;

#[test]
fn clients_are_recognised_by_the_names_that_they_send() {
    for (client, bytes) in [
        ("claude-code 2.1.332", 45_000),
        ("codex-mcp-client 0.171.0", 10_800),
        ("@cline/core 0.0.0", 7_000),
        ("Cline 3.0.65", 7_000),
        ("gemini-cli-mcp-client 0.61.0", 38_000),
        ("qwen-cli-mcp-client-lorekeeper 0.24.4", 25_000),
        ("github-copilot-developer 1.0.0", 18_000),
        ("kimi-code 2.1.0", 25_000),
        ("kilo 7.7.9", 45_000),
        ("continue-cli-client 1.0.0", 45_000),
        ("lorekeeper-players 0.1.0", 56_000),
        ("claude-ai 0.1.0", 16_000),
        ("mcp 0.1.0", 16_000),
    ] {
        assert_eq!(max_bytes(client), bytes, "{client}");
    }
}
