use super::*;

#[test]
fn tables_have_headings_and_rows_of_their_own() {
    for (text, apart) in [
        (
            "Roll. | d2 | Soup |\n| --- | --- |\n| 1 | Leek |\n| 2 | Pea \\| corn | Eat it.",
            "Roll.\n\n| d2 | Soup |\n| --- | --- |\n| 1 | Leek |\n| 2 | Pea \\| corn |\n\nEat it.",
        ),
        (
            "| d2 | Soup |\n|---|---|\n| 1 | Leek | | d2 | Pie | Cost |\n|---|---|---|\n| 1 | Plum | 2 |",
            "| d2 | Soup |\n|---|---|\n| 1 | Leek |\n\n| d2 | Pie | Cost |\n|---|---|---|\n| 1 | Plum | 2 |",
        ),
        ("Eat:\n\n| 1 | Leek |\n| 2 | Pea |", "Eat:\n\n| | |\n|---|---|\n| 1 | Leek |\n| 2 | Pea |"),
        ("Day | Soup |\n|——|—|\n| 1 | Leek |", "Day | Soup |\n|---|---|\n| 1 | Leek |"),
    ] {
        assert_eq!(rows_apart(text), apart);
    }
}

#[test]
fn tables_in_order_and_other_lines_stay_as_they_are() {
    for text in [
        "| a | b |\n|:--|--:|\n| 1 | 2 |\n| — | — |\n| 3 |\n\nc",
        "a | b\n--- | ---\n1 | 2",
        "> | a | b |\n> |---|---|\n> | 1 | 2 |",
        "one | of\nthem",
        "|",
        "a\n\n---\n\nb",
        "",
    ] {
        assert_eq!(rows_apart(text), text);
    }
}
