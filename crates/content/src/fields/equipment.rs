//! The fields of weapons, armor, magic items and other items.

use super::fact::{ACTION, BONUS, CASTS, CHARGES, DAMAGE_TYPE, HEALS, INFLICTS, SAVE};
use super::field::Comparison::{AtLeast, AtMost, Equal};
use super::field::{ApiCondition, Argument, Facet, Field, Missing, Only, Read, Storage, Unknown};
use super::value::{Value, ValueType};
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
    name: "rarity",
    read: Read::Equipment(|equipment| equipment.rarity.into_iter().map(Value::from).collect()),
    value_type: ValueType::Rarity,
    storage: Storage::Column("rarity", Missing::Null),
    unknown: Some(Unknown { noun: "rarity", only: Only::Magic }),
    facet: Some(Facet {
        rank: |text| Rarity::ALL.iter().position(|rarity| rarity.as_str() == text).unwrap_or(usize::MAX),
        ..Facet::titled("Rarity")
    }),
    arguments: &[Argument::new("rarity", Equal, "The rarity of a magic item.").translated(rarity_in_api)],
    ..Field::BASE
};

/// The damage of a weapon.
pub static DAMAGE_DICE: Field = Field {
    name: "damage-dice",
    read: Read::Equipment(|equipment| equipment.damage_dice.iter().map(Value::from).collect()),
    storage: Storage::Column("damage_dice", Missing::Null),
    unknown: Some(Unknown { noun: "damage", only: Only::Weapons }),
    noun: Some("damage dice"),
    arguments: &[Argument::new("damage_dice", Equal, "A weapon's damage, such as `1d8`.").one_in(30)],
    sort: Some("damage"),
    ..Field::BASE
};

/// True if a weapon is simple.
pub static IS_SIMPLE: Field = Field {
    name: "is-simple",
    read: Read::Equipment(|equipment| equipment.is_simple.into_iter().map(Value::from).collect()),
    value_type: ValueType::Flag,
    storage: Storage::Column("is_simple", Missing::Null),
    unknown: Some(Unknown { noun: "category", only: Only::Weapons }),
    arguments: &[Argument::new("is_simple", Equal, "True for simple weapons, false for martial ones.")],
    ..Field::BASE
};

/// True if the item requires attunement.
pub static ATTUNEMENT: Field = Field {
    name: "attunement",
    read: Read::Equipment(|equipment| vec![equipment.requires_attunement.into()]),
    value_type: ValueType::Flag,
    storage: Storage::Column("requires_attunement", Missing::Null),
    facet: Some(Facet { label: |_| "Requires attunement".to_owned(), ..Facet::titled("Attunement") }),
    arguments: &[Argument::new("requires_attunement", Equal, "True if it requires attunement.")
        .translated(attunement_in_api)],
    ..Field::BASE
};

/// The price in gold pieces.
pub static COST: Field = Field {
    name: "cost",
    read: Read::Equipment(|equipment| equipment.cost_gp.into_iter().map(Value::from).collect()),
    value_type: ValueType::Number,
    storage: Storage::Column("cost_gp", Missing::Null),
    unknown: Some(Unknown { noun: "price", only: Only::All }),
    arguments: &[
        Argument::new("cost_min", AtLeast, "The lowest price in gp.").translated(cost_min_in_api),
        // The API gives things of unknown price the price 0.
        Argument::new("cost_max", AtMost, "The highest price in gp.").translated(|_, cost| {
            ApiCondition::Parameters(vec![("cost__gt", "0".to_owned()), ("cost__lte", cost.to_string())])
        }),
    ],
    sort: Some("price"),
    ..Field::BASE
};

/// The weight in pounds.
pub static WEIGHT: Field = Field {
    name: "weight",
    read: Read::Equipment(|equipment| equipment.weight_lb.into_iter().map(Value::from).collect()),
    value_type: ValueType::Number,
    storage: Storage::Column("weight_lb", Missing::Null),
    unknown: Some(Unknown { noun: "weight", only: Only::All }),
    arguments: &[
        Argument::new("weight_max", AtMost, "The highest weight in pounds.").parameter("weight__lte")
    ],
    sort: Some("weight"),
    ..Field::BASE
};

/// True if a weapon has the finesse property.
pub static IS_FINESSE: Field = Field {
    name: "is-finesse",
    read: Read::Equipment(|equipment| equipment.is_finesse.into_iter().map(Value::from).collect()),
    value_type: ValueType::Flag,
    storage: Storage::Column("is_finesse", Missing::Null),
    unknown: Some(Unknown { noun: "property", only: Only::Weapons }),
    arguments: &[Argument::new("is_finesse", Equal, "True for finesse weapons.")
        .translated(|_, flag| only_true("is_finesse", flag))],
    ..Field::BASE
};

/// True if a weapon has the light property.
pub static IS_LIGHT: Field = Field {
    name: "is-light",
    read: Read::Equipment(|equipment| equipment.is_light.into_iter().map(Value::from).collect()),
    value_type: ValueType::Flag,
    storage: Storage::Column("is_light", Missing::Null),
    unknown: Some(Unknown { noun: "property", only: Only::Weapons }),
    arguments: &[Argument::new("is_light", Equal, "True for light weapons.")
        .translated(|_, flag| only_true("is_light", flag))],
    ..Field::BASE
};

/// True if the item is magical.
pub static IS_MAGIC: Field = Field {
    name: "is-magic",
    read: Read::Equipment(|equipment| vec![equipment.is_magic.into()]),
    value_type: ValueType::Flag,
    storage: Storage::Column("is_magic", Missing::Null),
    arguments: &[Argument::new("is_magic", Equal, "True if it is magical.").translated(|path, flag| {
        if (path == MAGIC_ITEMS) == (*flag == Value::Flag(true)) {
            ApiCondition::AlwaysTrue
        } else {
            ApiCondition::NeverTrue
        }
    })],
    ..Field::BASE
};

/// The category, such as `Martial Melee Weapon` or `Potion`. Magic items are selected by it.
pub static CATEGORY: Field = Field {
    name: "category",
    read: Read::Equipment(|equipment| equipment.category.iter().map(Value::from).collect()),
    storage: Storage::Column("category", Missing::Null),
    noun: Some("category"),
    facet: Some(Facet::titled("Category")),
    arguments: &[Argument::new("category", Equal, "A category, such as `ring` or `heavy armor`.")],
    ..Field::BASE
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
pub static BASE_ITEM: Field = Field {
    name: "base-item",
    read: Read::Equipment(|equipment| equipment.base_item.iter().map(Value::from).collect()),
    storage: Storage::Column("base_item", Missing::Null),
    ..Field::BASE
};

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
    if cost.number().is_some_and(|cost| cost > 0.0) {
        ApiCondition::parameter("cost__gte", cost.to_string())
    } else {
        ApiCondition::AlwaysTrue
    }
}

/// The API takes `false` for `true`, so only `true` is sent.
fn only_true(parameter: &'static str, flag: &Value) -> ApiCondition {
    match flag {
        Value::Flag(true) => ApiCondition::parameter(parameter, "true"),
        _ => ApiCondition::Unsupported,
    }
}
