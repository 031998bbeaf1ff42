//! The fields of weapons, armor, magic items and other items.

use super::fact::{ACTION, BONUS, CASTS, CHARGES, DAMAGE_TYPE, HEALS, INFLICTS, SAVE};
use super::field::Comparison::{AtLeast, AtMost, Equal};
use super::field::{ApiCondition, Argument, Facet, Field, Only, Read, Unknown};
use super::value::{Value, ValueType, values};
use crate::model::Rarity;

/// The list of the API that holds the magic items.
pub const MAGIC_ITEMS: &str = "/v2/magicitems/";

pub(super) static FIELDS: [&Field; 20] = [
    &RARITY, &DAMAGE_DICE, &IS_SIMPLE, &ATTUNEMENT, &COST, &WEIGHT, &IS_FINESSE, &IS_LIGHT, &IS_MAGIC,
    &CATEGORY, &PROPERTY, &BASE_ITEM, &BONUS, &CHARGES, &DAMAGE_TYPE, &SAVE, &INFLICTS, &HEALS, &CASTS,
    &ACTION,
];

/// The rarity of a magic item.
pub static RARITY: Field = Field {
    value_type: ValueType::Rarity,
    unknown: Some(Unknown { noun: "rarity", only: Only::Magic }),
    facet: Some(Facet {
        rank: |text| Rarity::ALL.iter().position(|rarity| rarity.as_str() == text).unwrap_or(usize::MAX),
        ..Facet::titled("Rarity")
    }),
    arguments: &[Argument::new("rarity", Equal, "The rarity of a magic item.").translated(rarity_in_api)],
    ..Field::column("rarity", "rarity", Read::Equipment(|item| values(item.rarity)))
};

/// The damage of a weapon.
pub static DAMAGE_DICE: Field = Field {
    unknown: Some(Unknown { noun: "damage", only: Only::Weapons }),
    noun: Some("damage dice"),
    arguments: &[Argument::new("damage_dice", Equal, "A weapon's damage, such as `1d8`.").one_in(30)],
    sort: Some("damage"),
    ..Field::column("damage-dice", "damage_dice", Read::Equipment(|item| values(&item.damage_dice)))
};

/// True if a weapon is simple.
pub static IS_SIMPLE: Field = Field {
    value_type: ValueType::Flag,
    unknown: Some(Unknown { noun: "category", only: Only::Weapons }),
    arguments: &[Argument::new("is_simple", Equal, "True for simple weapons, false for martial ones.")],
    ..Field::column("is-simple", "is_simple", Read::Equipment(|item| values(item.is_simple)))
};

/// True if the item requires attunement.
pub static ATTUNEMENT: Field = Field {
    value_type: ValueType::Flag,
    facet: Some(Facet { label: |_| "Requires attunement".to_owned(), ..Facet::titled("Attunement") }),
    arguments: &[Argument::new("requires_attunement", Equal, "True if it requires attunement.")
        .translated(attunement_in_api)],
    ..Field::column(
        "attunement",
        "requires_attunement",
        Read::Equipment(|item| values([item.requires_attunement])),
    )
};

/// The price in gold pieces.
pub static COST: Field = Field {
    value_type: ValueType::Number,
    unknown: Some(Unknown { noun: "price", only: Only::All }),
    arguments: &[
        Argument::new("cost_min", AtLeast, "The lowest price in gp.").translated(cost_min_in_api),
        // The API gives things of unknown price the price 0.
        Argument::new("cost_max", AtMost, "The highest price in gp.").translated(|_, cost| {
            ApiCondition::Parameters(vec![("cost__gt", "0".to_owned()), ("cost__lte", cost.to_string())])
        }),
    ],
    sort: Some("price"),
    ..Field::column("cost", "cost_gp", Read::Equipment(|item| values(item.cost_gp)))
};

/// The weight in pounds.
pub static WEIGHT: Field = Field {
    value_type: ValueType::Number,
    unknown: Some(Unknown { noun: "weight", only: Only::All }),
    arguments: &[
        Argument::new("weight_max", AtMost, "The highest weight in pounds.").parameter("weight__lte")
    ],
    sort: Some("weight"),
    ..Field::column("weight", "weight_lb", Read::Equipment(|item| values(item.weight_lb)))
};

/// True if a weapon has the finesse property.
pub static IS_FINESSE: Field = Field {
    value_type: ValueType::Flag,
    unknown: Some(Unknown { noun: "property", only: Only::Weapons }),
    arguments: &[Argument::new("is_finesse", Equal, "True for finesse weapons.")
        .translated(|_, flag| only_true("is_finesse", flag))],
    ..Field::column("is-finesse", "is_finesse", Read::Equipment(|item| values(item.is_finesse)))
};

/// True if a weapon has the light property.
pub static IS_LIGHT: Field = Field {
    value_type: ValueType::Flag,
    unknown: Some(Unknown { noun: "property", only: Only::Weapons }),
    arguments: &[Argument::new("is_light", Equal, "True for light weapons.")
        .translated(|_, flag| only_true("is_light", flag))],
    ..Field::column("is-light", "is_light", Read::Equipment(|item| values(item.is_light)))
};

/// True if the item is magical.
pub static IS_MAGIC: Field = Field {
    value_type: ValueType::Flag,
    arguments: &[Argument::new("is_magic", Equal, "True if it is magical.").translated(|path, flag| {
        let is_so = (path == MAGIC_ITEMS) == (*flag == Value::Flag(true));
        if is_so { ApiCondition::AlwaysTrue } else { ApiCondition::NeverTrue }
    })],
    ..Field::column("is-magic", "is_magic", Read::Equipment(|item| values([item.is_magic])))
};

/// The category, such as `Martial Melee Weapon` or `Potion`. Magic items are selected by it.
pub static CATEGORY: Field = Field {
    noun: Some("category"),
    facet: Some(Facet::titled("Category")),
    arguments: &[Argument::new("category", Equal, "A category, such as `ring` or `heavy armor`.")],
    ..Field::column("category", "category", Read::Equipment(|item| values(&item.category)))
};

/// The properties and the mastery of a weapon. `Thrown (range 20/60)` is the property thrown.
pub static PROPERTY: Field = Field {
    name: "property",
    read: Read::Equipment(|equipment| {
        let name = |property: &String| property.split(" (").next().unwrap_or_default().into();
        equipment.properties.iter().map(name).collect()
    }),
    facet: Some(Facet::titled("Properties").with_several_values()),
    ..Field::BASE
};

/// The mundane item that a magic item is made from. Ranking compares it with the query.
pub static BASE_ITEM: Field =
    Field::column("base-item", "base_item", Read::Equipment(|item| values(&item.base_item)));

/// The API does not know the rarity `varies` and refuses it.
fn rarity_in_api(path: &str, rarity: &Value) -> ApiCondition {
    if path != MAGIC_ITEMS || *rarity == Rarity::Varies.into() {
        return ApiCondition::NeverTrue;
    }
    ApiCondition::key("rarity", rarity)
}

fn attunement_in_api(path: &str, required: &Value) -> ApiCondition {
    match (path == MAGIC_ITEMS, required) {
        (true, required) => ApiCondition::parameter("requires_attunement", required.to_string()),
        (false, Value::Flag(true)) => ApiCondition::NeverTrue,
        (false, _) => ApiCondition::AlwaysTrue,
    }
}

/// The API gives things of unknown price the price 0.
fn cost_min_in_api(_: &str, cost: &Value) -> ApiCondition {
    let limits = cost.number().is_some_and(|cost| cost > 0.0);
    if limits { ApiCondition::parameter("cost__gte", cost.to_string()) } else { ApiCondition::AlwaysTrue }
}

/// The API takes `false` for `true`, so only `true` is sent.
fn only_true(parameter: &'static str, flag: &Value) -> ApiCondition {
    match flag {
        Value::Flag(true) => ApiCondition::parameter(parameter, "true"),
        _ => ApiCondition::Unsupported,
    }
}
