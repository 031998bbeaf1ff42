use super::*;

fn query() -> ApiQuery {
    ApiQuery {
        path: "/v2/spells/",
        conditions: BTreeMap::from([("name__iexact", "fire & ice".to_owned()), ("level", "3".to_owned())]),
        documents: Some(vec!["kp".to_owned(), "tob".to_owned()]),
        ordering: Some("name"),
        limit: 20,
    }
}

#[test]
fn wider_queries_have_fewer_conditions() {
    let covers = query().covers("http://x");
    let documents = ["kp", "tob"].map(|key| format!("http://x/v2/spells/?document__key__in={key}"));
    assert_eq!(covers[0], ["http://x/v2/spells/"]);
    assert_eq!(covers[1], documents);
    assert_eq!(covers[2], ["http://x/v2/spells/?level=3"]);
    assert_eq!(covers.len(), 4);
    assert!(!query().scope("http://x").contains("limit"));
}

#[test]
fn lists_of_descriptions_are_not_filtered_by_document() {
    let conditions = ApiQuery { path: "/v2/conditions/", conditions: BTreeMap::new(), ..query() };
    assert_eq!(conditions.scope("http://x"), "http://x/v2/conditions/");
}
