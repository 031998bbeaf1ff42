use super::*;

#[test]
fn empty_columns_and_bars_do_not_break_a_table() {
    let mut table = Table::new(["Level", "Nothing", "Features"]);
    table.row(["1st", "—", "a|b"]);
    table.row(["2nd"]);
    assert_eq!(
        table.without_empty_columns().to_markdown(),
        "| Level | Features |\n|---|---|\n| 1st | a\\|b |\n| 2nd |  |"
    );
}
