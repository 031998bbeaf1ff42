//! The numbers of a stat block in their many spellings.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::fields::{Fields, bare};
use super::values::{ability, in_words, is_nothing, quoted, whole};
use crate::ingest::markdown::{Part, ability_in_full, signed};
use crate::model::{AbilityScores, ChallengeRating};

/// The abilities by the names they go by in a stat block.
const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// The average hit points and the dice.
pub(super) fn hit_points(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    const KEY: &str = "hit-points";
    let Some(value) = fields.take(KEY) else { return (None, None) };
    let read = match value {
        Value::Object(parts) => of_dice(parts),
        Value::String(text) => of_text(text),
        other => whole(other).map(|number| (number, None)),
    };
    let read = read.and_then(|(average, dice)| Some((u32::try_from(average).ok()?, dice)));
    match (value, &read) {
        (Value::Object(parts), Some(_)) => {
            fields.also_unknown(KEY, parts, &["die", "die-count", "modifier", "mean"]);
        }
        (_, None) => {
            fields.refuse(KEY, format!("the hit points {} are no dice and no number", quoted(value)));
        }
        _ => {}
    }
    read.map_or((None, None), |(average, dice)| (Some(average), dice))
}

fn of_dice(parts: &Map<String, Value>) -> Option<(i64, Option<String>)> {
    let part = |key: &str| parts.get(key).and_then(whole);
    let (Some(die), Some(count)) = (part("die").filter(|it| *it > 0), part("die-count").filter(|it| *it > 0))
    else {
        return part("mean").map(|mean| (mean, None));
    };
    let modifier = part("modifier").unwrap_or(0);
    let dice = if modifier == 0 { format!("{count}d{die}") } else { format!("{count}d{die}{modifier:+}") };
    // However low, a creature that lives has a hit point.
    Some((((count * (die + 1)).div_euclid(2) + modifier).max(1), Some(dice)))
}

/// `52 (8d8+16)` or `52`.
fn of_text(text: &str) -> Option<(i64, Option<String>)> {
    let (number, rest) = text.split_once('(').unwrap_or((text, ""));
    let dice = rest.replace([' ', ')'], "");
    Some((whole(&Value::String(number.trim().to_owned()))?, Some(dice).filter(|dice| !dice.is_empty())))
}

/// The armor class and where it comes from.
pub(super) fn armor_class(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    let notes = fields.text("armor-notes").map(|notes| notes.trim_matches(['(', ')']).trim().to_owned());
    let Some(value) = fields.take("armor-class") else { return (None, notes) };
    let number = whole(value).and_then(|number| u32::try_from(number).ok());
    if number.is_none() {
        fields.refuse("armor-class", format!("the armor class {} is not a number", quoted(value)));
    }
    let behind = value.as_str().and_then(|text| text.trim().split_once(' ')).map(|(_, rest)| rest);
    let behind =
        behind.filter(|_| number.is_some()).map(|rest| rest.trim_matches(['(', ')', ' ']).to_owned());
    let details: Vec<String> = behind.into_iter().chain(notes).filter(|it| !it.is_empty()).collect();
    (number, (!details.is_empty()).then(|| details.join(", ")))
}

/// The six scores, or where some are missing a passage with those that are there.
pub(super) fn ability_scores(fields: &mut Fields<'_>) -> (Option<AbilityScores>, Option<Part>) {
    let scores = ABILITIES.map(|short| {
        let keys = [short.to_owned(), format!("orcpub.dnd.e5.character/{short}")];
        keys.iter().find_map(|key| fields.number::<u16>(key, "an ability score"))
    });
    if let [
        Some(strength),
        Some(dexterity),
        Some(constitution),
        Some(intelligence),
        Some(wisdom),
        Some(charisma),
    ] = scores
    {
        let all = AbilityScores { strength, dexterity, constitution, intelligence, wisdom, charisma };
        return (Some(all), None);
    }
    let given: Vec<String> = ABILITIES
        .into_iter()
        .zip(scores)
        .filter_map(|(short, score)| {
            let score = score?;
            Some(format!("{} {score} ({})", ability_in_full(short)?, signed(AbilityScores::modifier(score))))
        })
        .collect();
    if given.is_empty() {
        return (None, None);
    }
    fields.note(
        "some of the six ability scores are missing; those that are given stand among the traits".to_owned(),
    );
    (None, Some(Part::new("Ability Scores", &given.join(", "))))
}

/// Bonuses by ability or skill. What has none is left out: the program that wrote the file stores it as not a number.
pub(super) fn bonuses(fields: &mut Fields<'_>, key: &str) -> BTreeMap<String, i32> {
    let name = |key: &str| ability(key).map_or_else(|| in_words(bare(key)), str::to_owned);
    let number = |value: &Value| whole(value).and_then(|number| i32::try_from(number).ok());
    match fields.take(key) {
        None => BTreeMap::new(),
        Some(Value::Object(object)) => {
            let mut bonuses = BTreeMap::new();
            for (of, value) in object.iter().filter(|(_, value)| !is_nothing(value)) {
                match number(value) {
                    Some(bonus) => {
                        bonuses.insert(name(of), bonus);
                    }
                    None => {
                        fields.note(format!("the bonus {} of {} is not a number", quoted(value), name(of)));
                        fields.also(
                            &format!("{}: {}", in_words(key), name(of)),
                            super::values::value_in_words(value),
                        );
                    }
                }
            }
            bonuses
        }
        Some(Value::String(text)) => {
            let read: Option<BTreeMap<String, i32>> = text
                .split(',')
                .map(|one| {
                    let (of, bonus) = one.trim().rsplit_once(' ')?;
                    Some((name(of), number(&Value::String(bonus.to_owned()))?))
                })
                .collect();
            if read.is_none() {
                fields.refuse(key, format!("the {} “{text}” are not bonuses", in_words(key).to_lowercase()));
            }
            read.unwrap_or_default()
        }
        Some(other) => {
            fields.refuse(
                key,
                format!("the {} {} are not bonuses", in_words(key).to_lowercase(), quoted(other)),
            );
            BTreeMap::new()
        }
    }
}

/// The speeds in words, given as words, as a number of feet, or by the way of moving.
pub(super) fn speed(fields: &mut Fields<'_>) -> Option<String> {
    match fields.take("speed")? {
        Value::Number(feet) => Some(format!("{feet} ft.")),
        Value::Object(ways) => {
            let of_way = |(way, value): (&String, &Value)| {
                let feet = whole(value)
                    .map_or_else(|| super::values::value_in_words(value), |feet| format!("{feet} ft."));
                if way == "walk" { feet } else { format!("{} {feet}", in_words(way).to_lowercase()) }
            };
            Some(
                ways.iter()
                    .filter(|(_, value)| !is_nothing(value))
                    .map(of_way)
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        }
        _ => fields.text("speed"),
    }
}

/// The challenge rating. A missing one is not known, which is not the same as 0.
pub(super) fn challenge_rating(fields: &mut Fields<'_>) -> Option<ChallengeRating> {
    let value = fields.take("challenge")?;
    let rating = match value {
        Value::Number(number) => {
            number.as_f64().and_then(|number| ChallengeRating::from_decimal(number).ok())
        }
        Value::String(text) => text.split('(').next().and_then(|text| text.trim().parse().ok()),
        _ => None,
    };
    if rating.is_none() {
        let why = format!(
            "the challenge rating {} is not 0, 1/8, 1/4, 1/2 or a number from 1 to 30; it is left open",
            quoted(value)
        );
        fields.refuse("challenge", why);
    }
    rating
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hit_points_of(value: &Value) -> (Option<u32>, Option<String>) {
        let object = json!({ "hit-points": value });
        hit_points(&mut Fields::new(object.as_object().unwrap()))
    }

    #[test]
    fn hit_points_are_the_average_of_the_dice() {
        for (value, average, dice) in [
            (json!({ "die": 8, "die-count": 10, "modifier": 20 }), Some(65), Some("10d8+20")),
            (json!({ "die": 8, "die-count": 10, "modifier": -5 }), Some(40), Some("10d8-5")),
            (json!({ "die": 8, "die-count": 3 }), Some(13), Some("3d8")),
            (json!({ "die": "6", "die-count": "1", "modifier": 0 }), Some(3), Some("1d6")),
            (json!({ "die": 4, "die-count": 1, "modifier": -9 }), Some(1), Some("1d4-9")),
            (json!({ "mean": 30 }), Some(30), None),
            (json!(30), Some(30), None),
            (json!("52 (8d8 + 16)"), Some(52), Some("8d8+16")),
            (json!("many"), None, None),
            (json!({ "die": 8 }), None, None),
            (json!({ "die": 999_999_999, "die-count": 999_999_999 }), None, None),
        ] {
            assert_eq!(hit_points_of(&value), (average, dice.map(str::to_owned)), "{value}");
        }
    }

    #[test]
    fn a_rating_is_one_of_the_game_or_left_open() {
        for (value, rating, noted) in [
            (json!(0.125), Some("1/8"), false),
            (json!("1/4"), Some("1/4"), false),
            (json!("5 (1,800 XP)"), Some("5"), false),
            (json!(30), Some("30"), false),
            (json!(0), Some("0"), false),
            (json!(null), None, false),
            (json!(0.3), None, true),
            (json!("hard"), None, true),
            (json!(1e300), None, true),
            (json!([1]), None, true),
        ] {
            let object = json!({ "challenge": value });
            let mut fields = Fields::new(object.as_object().unwrap());
            let read = challenge_rating(&mut fields).map(|rating| rating.to_string());
            assert_eq!((read.as_deref(), fields.finish().notes.len() == 1), (rating, noted), "{value}");
        }
    }

    #[test]
    fn bonuses_without_a_number_are_left_out() {
        let object = json!({
            "saving-throws": { "orcpub.dnd.e5.character/wis": 5, "dex": null },
            "skills": "Stealth +4, Sleight of Hand +2",
        });
        let mut fields = Fields::new(object.as_object().unwrap());
        assert_eq!(bonuses(&mut fields, "saving-throws"), BTreeMap::from([("Wisdom".to_owned(), 5)]));
        let skills = BTreeMap::from([("Stealth".to_owned(), 4), ("Sleight of Hand".to_owned(), 2)]);
        assert_eq!(bonuses(&mut fields, "skills"), skills);
        assert_eq!(fields.finish().notes, Vec::<String>::new());
    }
}
