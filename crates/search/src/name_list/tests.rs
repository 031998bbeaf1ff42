use super::*;

#[test]
fn a_query_is_a_list_if_nearly_all_of_it_is_names() {
    let known = [
        "chain mail", "fire", "giant", "healer's kit", "potion of healing", "rope", "shield", "torch",
        "torch of rope and shield",
    ];
    let known = HashSet::from(known);
    for (query, names) in [
        (
            "rope torch healers kit chain mail potion of healing",
            vec!["rope", "torch", "healer's kit", "chain mail", "potion of healing"],
        ),
        ("2 Ropes, 10x torches and a shield", vec!["rope", "torch", "shield"]),
        ("rope, torch, shield, flumph", vec!["rope", "torch", "shield", "flumph"]),
        (
            "rope torch healer kit shield chain mail",
            vec!["rope", "torch", "healer kit", "shield", "chain mail"],
        ),
        ("shield and rope", vec!["shield", "rope"]),
        ("shield; rope", vec!["shield", "rope"]),
        ("what is the difference between a shield vs chain mail", vec!["shield", "chain mail"]),
        ("rope, crossbow bolt case, torch, shield", vec!["rope", "crossbow bolt case", "torch", "shield"]),
        ("fire giant", vec![]),
        ("torch of rope and shield", vec![]),
        ("rope, shield, something to stop falling", vec![]),
        ("chain mail", vec![]),
    ] {
        let possible = possible_names(query);
        let found: HashSet<&str> =
            known.iter().copied().filter(|name| possible.contains(&(*name).to_owned())).collect();
        assert_eq!(listed_names(query, &found).unwrap_or_default(), names, "{query}");
    }
    assert!(possible_names("rope").is_empty());
}
