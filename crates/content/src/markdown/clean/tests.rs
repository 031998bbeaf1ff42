use super::*;

#[test]
fn texts_become_clean_markdown() {
    for (text, clean) in [
        // HTML.
        ("<em><strong>Bite.</strong></em> Hurts.", "***Bite.*** Hurts."),
        ("one<br>two<BR/>three", "one\n\ntwo\n\nthree"),
        ("| pit |\n|---|\n| one;<br/>two |", "| pit |\n|---|\n| one; two |"),
        ("Roll:\n<ul>\n<li>1: a</li>\n<li>2: b</li>\n</ul>\nDone.", "Roll:\n\n*   1: a\n*   2: b\n\nDone."),
        ("<h5>Wind</h5>\nIt blows.", "**Wind**\n\nIt blows."),
        ("a<script>alert(1)</script>b", "ab"),
        // Links into an API.
        ("by [a](https://api.open5e.com/a)[b](https://api.open5e.com/b) only", "by a, b only"),
        ("see [blinded](/api/conditions/blinded).", "see blinded."),
        ("[a book](https://example.org/x)", "[a book](https://example.org/x)"),
        // Bold labels start paragraphs.
        ("**Armor:** None\r\n**Tools:** Pan", "**Armor:** None\n\n**Tools:** Pan"),
        ("a\n**bold** word", "a\n**bold** word"),
        ("**3/Day Each:**Jam, **more** jam. **Jar**", "**3/Day Each:** Jam, **more** jam. **Jar**"),
        // Headings below the third level.
        ("a\n####Plum\nb", "a\n\n**Plum**\n\nb"),
        ("> #### **Plum**\n> *Large Fruit*", "> **Plum**\n>\n> *Large Fruit*"),
        ("### Plum\n\nb", "### Plum\n\nb"),
        // Half marks, and marks that mean nothing.
        ("cast the __web_ spell, __bold__ and _it_", "cast the _web_ spell, __bold__ and _it_"),
        ("cast __jam  (_1 charge) or th_e Plum_", "cast _jam_ (1 charge) or the _Plum_"),
        ("spells*.* Jam (5 gp**)** or plums_/_ jam_)._", "spells. Jam (5 gp) or plums/ jam)."),
        ("*a*, **b**.*c* **d.** _e_.", "*a*, **b**.*c* **d.** _e_."),
        ("cast _` Freelinking: Node title jam does not exist `_ now", "cast _jam_ now"),
        // Letters, hyphens and dashes.
        ("the collæ00e1is of 2æ00d7 ære æ0zzz", "the colláis of 2× ære æ0zzz"),
        ("a jam\u{ad}—twice 5th\u{2011}level, ten\u{2010}foot", "a jam—twice 5th-level, ten-foot"),
        ("Round 5\u{fffd}10, a\u{fffd}b", "Round 5–10, a\u{fffd}b"),
        ("qualities---a plum's--and more\n\n---\n\na", "qualities—a plum's—and more\n\n---\n\na"),
        ("salt &amp; pepper", "salt & pepper"),
        // Ends of lines.
        (r"It glows.\n\nIt hums.\n| a | b |", "It glows.\n\nIt hums.\n| a | b |"),
        (r"in C:\new\notes", r"in C:\new\notes"),
        // Placeholders, and links of another program.
        ("[No description provided]", ""),
        ("[None Provided]\n", ""),
        ("[Column data]", ""),
        ("a Sphere [Area]|XPHB|Sphere and Cover|XPHB|Total Cover", "a Sphere and Total Cover"),
        // Plain text and Markdown.
        ("a < b and c > d", "a < b and c > d"),
        ("| A | B |\n|---|---|\n| 1 | 2 |", "| A | B |\n|---|---|\n| 1 | 2 |"),
        ("**Bold.** _it_ <3", "**Bold.** _it_ <3"),
        ("x <y z", "x <y z"),
        ("1. one\n2. two\n\n* * *", "1. one\n2. two\n\n* * *"),
    ] {
        assert_eq!(clean_markdown(text), clean);
    }
    let rows = "<thead><tr><th>Stage</th><th>Sky</th></tr></thead><tr><td>1</td><td>Clear</td></tr>";
    let table = clean_markdown(&format!("<table>{rows}</table>"));
    assert!(table.starts_with("| Stage | Sky") && !table.contains('<'), "{table}");
}

#[test]
fn headings_become_bold_lines() {
    assert_eq!(bold_headings("## A\nb\n##### C", 1), "**A**\n\nb\n\n**C**");
    assert_eq!(bold_headings("no # heading\n#", 1), "no # heading\n#");
}

#[test]
fn paragraphs_keep_tables_and_lists_together() {
    assert_eq!(
        join_paragraphs(["a", "| x |", "|---|", "b", "- 1", "- 2"]),
        "a\n\n| x |\n|---|\n\nb\n\n- 1\n- 2"
    );
}
