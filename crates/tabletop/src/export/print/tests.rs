use super::*;

#[test]
fn html_in_a_text_stays_text() {
    let mut page = String::new();
    push_html(
        &mut page,
        "**Bold** <script>alert(1)</script>\n\n<img src=x onerror=y>\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    );
    assert!(page.contains("<strong>Bold</strong>") && page.contains("<td>1</td>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
}

#[test]
fn only_links_to_pages_are_links_and_images_are_words() {
    let mut page = String::new();
    push_html(
        &mut page,
        "[a](javascript:alert(1)) [b](JaVa&#115;cript:alert(1)) [c][d] <data:text/html,x> [e](//evil.example) \
             [f](http://evil.example) [g](file:///etc/passwd) [![h *i*](https://evil.example/b.png)](javascript:x) \
             ![j [k](https://a.example)](https://evil.example/c.png) [l](HTTPS://b.example \"m\") \
             <https://c.example>\n\n[d]: vbscript:x",
    );
    let links: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links, ["https://a.example", "HTTPS://b.example", "https://c.example"], "{page}");
    assert!(!page.contains("<img") && page.contains("h <em>i</em>") && page.contains("j <a"), "{page}");
    assert_eq!(page.matches("<a ").count(), page.matches("</a>").count(), "{page}");
}

#[test]
fn the_page_runs_no_script_and_loads_nothing() {
    let page = Box::new(Print::default()).finish(&Licences::default());
    let head = page.split("<style>").next().unwrap();
    assert!(head.contains("Content-Security-Policy") && head.contains("default-src 'none'"), "{head}");
}
