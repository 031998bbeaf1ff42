use super::*;

#[test]
fn parses_a_policy_in_any_spelling() {
    for text in ["keep_both", "Keep-Both", " KEEP BOTH "] {
        assert_eq!(text.parse(), Ok(ImportPolicy::KeepBoth));
    }
    assert!("both".parse::<ImportPolicy>().unwrap_err().to_string().contains("keep_both"));
    assert_eq!(ImportPolicy::KeepBoth.to_string(), "keep_both");
}

#[test]
fn a_shortened_report_counts_what_it_leaves_out() {
    let repair = Repair { line: 1, what: "a bracket".to_owned() };
    let report = ImportReport { repairs: vec![repair; 23], ..ImportReport::default() };
    let short = report.clone().shortened(20);
    assert_eq!((short.repairs.len(), short.left_out.get("repairs")), (20, Some(&3)));
    assert_eq!(report.clone().shortened(30), report);
}
