use crate::model::Rarity;

use super::*;

#[test]
fn equipment_shows_what_it_is_made_of_and_asks_for() {
    let spoon = Equipment {
        category: Some("Weapon".into()),
        rarity: Some(Rarity::VeryRare),
        requires_attunement: true,
        attunement_detail: Some("by a cook".into()),
        base_item: Some("Club".into()),
        cost_gp: Some(0.1),
        weight_lb: Some(2.5),
        damage_dice: Some("1d4".into()),
        two_handed_damage_dice: Some("1d6".into()),
        damage_type: Some("bludgeoning".into()),
        properties: vec!["Light".into(), "Versatile (1d6)".into()],
        armor_class: Some("16".into()),
        strength_required: Some(13),
        stealth_disadvantage: Some(true),
        ..Equipment::default()
    };
    insta::assert_snapshot!(equipment(&spoon, "It stirs."));
}
