use serde_json::json;

use super::*;

#[test]
fn parts_join_to_the_whole_text_and_end_between_paragraphs() {
    let text = "One paragraph.\n\nAnother, of more words.\n\nThe last.".repeat(40);
    let parts = parts(&text, 300);
    assert!(parts.len() > 3 && parts.iter().all(|part| part.len() <= 300 && !part.is_empty()));
    assert!(parts.iter().rev().skip(1).all(|part| part.ends_with("\n\n")), "{parts:?}");
    assert_eq!(parts.concat(), text);
    let hard = "é".repeat(1_000);
    assert_eq!(super::parts(&hard, 301).concat(), hard);
    assert!(super::parts(&hard, 301).iter().all(|part| part.len() <= 301));
    assert_eq!(super::parts("", 10), [""]);
    assert_eq!(super::parts("💥💥", 1).concat(), "💥💥", "characters are never split");
}

#[test]
fn a_part_ends_before_a_heading_or_else_after_a_sentence() {
    let section = "### Lamps\n\nThey glow within 20 ft. of you.\n\nThey smell.\n\n";
    let text = format!("{}{}", section.repeat(3), "One burns 20 ft. away for an hour. ".repeat(20));
    let parts = parts(&text, 200);
    assert_eq!(parts.concat(), text);
    assert!(parts[0].ends_with("smell.\n\n") && parts[1].starts_with("### Lamps"), "{parts:?}");
    assert!(parts[1..].iter().all(|part| part.ends_with("for an hour. ") && part.len() <= 200), "{parts:?}");
}

#[test]
fn a_large_value_is_shortened_and_says_how() {
    let mut map = serde_json::Map::new();
    for number in 0..5_000 {
        map.insert(format!("key {number}"), json!("x".repeat(50)));
    }
    map.insert("k".repeat(100_000), json!(1));
    let large_values = [
        json!({"list": vec![json!({"name": "n".repeat(100_000)}); 500]}),
        json!({"deep": {"list": vec!["ü".repeat(300); 9_000]}}),
        json!({"map": map}),
        json!({"lists": vec![vec![vec!["a"; 300]; 300]; 3]}),
        json!("\u{1}".repeat(3_000_000)),
    ];
    for mut value in large_values {
        let description = fit(&mut value, 10_000).unwrap();
        assert!(of(&value) <= 10_000, "{} {description}", of(&value));
        let says_how = description.contains(" of ") || description.contains("texts");
        assert!(description.len() < 1_000 && says_how, "{description}");
    }
    let mut short = json!({"name": "Lantern"});
    assert_eq!((fit(&mut short, 100), short), (None, json!({"name": "Lantern"})));
}

#[test]
fn an_address_is_never_cut() {
    let uri = format!("lore://entry/{}/spell/light", "endless-".repeat(24));
    let row = json!({"uri": uri, "name": "n".repeat(2_000)});
    let mut value = json!({"entries": vec![row; 100]});
    fit(&mut value, 20_000).unwrap();
    assert!(of(&value) <= 20_000, "{}", of(&value));
    let entries = value["entries"].as_array().unwrap();
    assert!(!entries.is_empty() && entries.iter().all(|entry| entry["uri"] == uri), "{entries:?}");
    let mut no_address = json!({"uri": "u".repeat(100_000)});
    fit(&mut no_address, 1_000).unwrap();
    assert!(of(&no_address) <= 1_000);
}

#[test]
fn a_split_list_has_every_item_once() {
    let items: Vec<Value> = (0..1_000).map(|number| json!({"number": number})).collect();
    let lists = lists(items.clone(), 500);
    assert!(lists.len() > 20 && lists.iter().all(|list| of(list) <= 500));
    assert_eq!(lists.concat(), items);
    assert_eq!(super::lists(Vec::new(), 500), [Vec::<Value>::new()]);
}
