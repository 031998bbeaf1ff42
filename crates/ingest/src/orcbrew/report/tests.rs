use super::*;

#[test]
fn parses_a_policy_in_any_spelling() {
    for text in ["keep_both", "Keep-Both", " KEEP BOTH "] {
        assert_eq!(text.parse(), Ok(ImportPolicy::KeepBoth));
    }
    assert!("both".parse::<ImportPolicy>().unwrap_err().to_string().contains("keep_both"));
    assert_eq!(ImportPolicy::KeepBoth.to_string(), "keep_both");
}
