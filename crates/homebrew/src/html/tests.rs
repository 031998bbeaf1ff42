use proptest::prelude::*;

use super::*;

#[test]
fn blocks_lists_and_emphasis_become_markdown() {
    let html = "<h3>Moth &amp; Lamp</h3><p class=\"x\">One<strong> bold </strong>word, <em>two</em><em> more</em>.<br>Next&nbsp;line<!-- no --></p>\
                <ul><li><p>First</p></li><li>Second<ol><li>deep</li><li>deeper</li></ol></li></ul>\
                <blockquote>Said <i><b>she</b></i></blockquote><script>alert(1)</script><p><em>A:</em><strong>B</strong>, 5 * 3 &lt; 20 &#x2014; a < b</p>";
    let expected = "### Moth & Lamp\n\nOne **bold** word, *two* *more*.\n\nNext line\n\n- First\n- Second\n    1. deep\n    2. deeper\n\n\
                    > Said ***she***\n\n*A:* **B**, 5 \\* 3 < 20 — a < b";
    assert_eq!(markdown(html), expected);
}

#[test]
fn tables_keep_every_cell() {
    let rows =
        "<tr><th><p>Size</p></th><td>Small</td></tr><tr><th>Speed</th><td><p>30</p><p>feet</p></td></tr>";
    let expected = "|  |  |\n|---|---|\n| Size | Small |\n| Speed | 30 feet |";
    assert_eq!(markdown(&format!("<table>{rows}</table>")), expected);
    let html = "<p>Roll:</p><table><caption>Omens</caption><thead><tr><td>d4</td><td colspan=\"2\">Omen</td></tr></thead><tbody><tr><td>1</td>\
                <td>A | B</td><td>C<table><tr><td>inner</td></tr></table></td></tr></tbody></table><p>End</p>";
    let expected = "Roll:\n\n**Omens**\n\n| d4 | Omen |  |\n|---|---|---|\n| 1 | A \\| B | C inner |\n\nEnd";
    assert_eq!(markdown(html), expected);
    assert_eq!(
        markdown("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td>"),
        "| A | B |\n|---|---|\n| 1 |  |"
    );
}

#[test]
fn unmatched_and_deep_tags_cost_no_text() {
    assert_eq!(markdown("</p>a</ul><li>b<td>c</b>d <em>e"), "a\n\n- b\n\ncd *e*");
    let deep =
        format!("{}x{}", "<ul><li><b><blockquote><table><tr><td>".repeat(20_000), "</div>".repeat(20_000));
    assert!(markdown(&deep).contains('x'));
    let wide = format!(
        "<table><tr>{}</tr>{}</table>",
        "<td>1</td>".repeat(10_000),
        "<tr><td>2</td></tr>".repeat(10_000)
    );
    assert!(markdown(&wide).len() < 4_000_000);
}

proptest! {
    #[test]
    fn any_text_is_converted(html in r"(?s)(?:<[/a-z]{0,3}[a-z0-9]{1,7}(?: colspan=[0-9]{1,3})?>|[a-z&;#*|< \n]{0,4}){0,60}") {
        let _ = markdown(&html);
    }
}
