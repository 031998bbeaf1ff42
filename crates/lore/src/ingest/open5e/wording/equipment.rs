use super::List;
use crate::model::Rarity;
use crate::query::{EquipmentFilter, EquipmentType};

/// The lists of things, mundane ones first. The API cannot filter by damage dice and simple weapons, and takes
/// `is_light=false` for `is_light=true`, so only `true` is asked.
pub(super) fn lists(filter: &EquipmentFilter) -> Vec<List> {
    let EquipmentFilter { equipment_type, rarity, requires_attunement, is_magic, .. } = filter;
    let magic_only = *is_magic == Some(true) || rarity.is_some() || *requires_attunement == Some(true);
    let mundane_only = *is_magic == Some(false);
    // The API knows no such rarity and refuses it.
    let askable = *rarity != Some(Rarity::Varies);
    let mut lists = Vec::new();
    if *equipment_type != EquipmentType::MagicItem && !magic_only {
        let things = List::new("/v2/items/");
        let things = match equipment_type {
            EquipmentType::Weapon => things.with("is_weapon", "true"),
            EquipmentType::Armor => things.with("category__in", "armor,shield"),
            // What is neither weapon nor armor is no condition of the API's.
            EquipmentType::Item => things.inexact(true),
            EquipmentType::MagicItem | EquipmentType::All => things,
        };
        lists.push(figures(things, filter));
    }
    if askable && *equipment_type != EquipmentType::Item && !mundane_only {
        let things = List::new("/v2/magicitems/");
        let things = match equipment_type {
            EquipmentType::Weapon => things.with("category__in", "weapon"),
            EquipmentType::Armor => things.with("category__in", "armor,shield"),
            EquipmentType::MagicItem | EquipmentType::Item | EquipmentType::All => things,
        };
        let rarity = rarity.map(|rarity| rarity.as_str().replace(' ', "-"));
        let things = things.maybe("rarity", rarity).maybe("requires_attunement", *requires_attunement);
        lists.push(figures(things, filter));
    }
    lists
}

/// The conditions that both lists take. A price of zero stands for one that is not known.
fn figures(list: List, filter: &EquipmentFilter) -> List {
    let priceless = filter.cost_max.filter(|_| filter.cost_min.is_none_or(|cost| cost <= 0.0)).map(|_| 0);
    list.maybe("cost__gte", filter.cost_min.filter(|cost| *cost > 0.0))
        .maybe("cost__gt", priceless)
        .maybe("cost__lte", filter.cost_max)
        .maybe("weight__lte", filter.weight_max)
        .maybe("is_finesse", filter.is_finesse.filter(|wanted| *wanted))
        .maybe("is_light", filter.is_light.filter(|wanted| *wanted))
        .inexact(filter.damage_dice.is_some() || filter.is_simple.is_some())
        .inexact(filter.is_finesse == Some(false) || filter.is_light == Some(false))
}
