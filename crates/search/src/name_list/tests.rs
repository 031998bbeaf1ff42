use super::*;

#[test]
fn a_query_is_a_list_if_nearly_all_of_it_is_names() {
    let known = [
        "chain mail", "fire", "giant", "healer's kit", "potion of healing", "rope", "shield", "torch",
        "torch of rope and shield",
    ];
    let known = HashSet::from(known);
    for (query, names) in [
        ("rope torch healers kit potion of healing", "rope, torch, healer's kit, potion of healing"),
        ("2 Ropes, 10x torches and a shield", "rope, torch, shield"),
        ("rope, torch, shield, flumph", "rope, torch, shield, flumph"),
        ("rope torch healer kit shield chain mail", "rope, torch, healer kit, shield, chain mail"),
        ("shield and rope", "shield, rope"),
        ("shield; rope", "shield, rope"),
        ("what is the difference between a shield vs chain mail", "shield, chain mail"),
        ("rope, crossbow bolt case, torch, shield", "rope, crossbow bolt case, torch, shield"),
        ("fire giant", ""),
        ("torch of rope and shield", ""),
        ("rope, shield, something to stop falling", ""),
        ("chain mail", ""),
    ] {
        let possible = possible_names(query);
        let found: HashSet<&str> =
            known.iter().copied().filter(|name| possible.contains(&(*name).to_owned())).collect();
        assert_eq!(listed_names(query, &found).unwrap_or_default().join(", "), names, "{query}");
    }
    assert!(possible_names("rope").is_empty());
}
