use super::*;

#[test]
fn an_item_is_made_of_what_its_book_says() {
    let thing = |category: &str, damage: &str| Equipment {
        category: Some(category.to_owned()),
        damage_type: Some(damage.to_owned()),
        armor_class: category.ends_with("Armor").then(|| "14".to_owned()),
        ..Equipment::default()
    };
    let melee = thing("Martial Melee Weapon", "slashing");
    let thrust = thing("Martial Melee Weapon", "piercing");
    let ranged = thing("Simple Ranged Weapon", "piercing");
    for (asked, name, base, is_one) in [
        ("Any Melee Weapon", "longsword", &melee, true),
        ("Any Melee Weapon", "dart", &ranged, false),
        ("Any", "dart", &ranged, true),
        ("Any Simple or Martial", "dart", &ranged, true),
        ("Any sword that deals slashing damage", "scimitar", &melee, true),
        ("Any sword that deals slashing damage", "shortsword", &thrust, false),
        ("Any axe or sword", "handaxe", &melee, true),
        ("Any axe or sword", "rapier", &thrust, true),
        ("Any axe", "longsword", &melee, false),
        ("Any axe or sword", "halberd", &melee, false),
        ("Glaive, Greatsword, or Scimitar", "scimitar", &melee, true),
        ("Glaive, Greatsword, or Scimitar", "longsword", &melee, false),
        ("Medium or heavy, but not hide", "hide", &thing("Medium Armor", ""), false),
        ("Any Medium or Heavy, Except Hide Armor", "chain mail", &thing("Heavy Armor", ""), true),
        ("Medium or heavy", "padded", &thing("Light Armor", ""), false),
        ("Half Plate Armor or Plate Armor", "half plate", &thing("Medium Armor", ""), true),
    ] {
        assert_eq!(fits(asked, name, base), is_one, "{asked}: {name}");
    }
}
