//! The numbers of a stat block in their various forms.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::fields::Fields;
use super::keywords::{ability, bare, in_words, label};
use super::values::{present_fields, quoted, value_in_words, whole};
use crate::ingest::markdown::{Part, ability_in_full, signed};
use crate::model::{AbilityScores, ChallengeRating};

/// The keys of the six ability scores.
const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Takes the average hit points and the hit dice.
pub(super) fn hit_points(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    const KEY: &str = "hit-points";
    let Some(value) = fields.take(KEY) else { return (None, None) };
    let parsed = match value {
        Value::Object(parts) => parse_dice(parts),
        Value::String(text) => parse_hit_points(text),
        other => whole(other).map(|number| (number, None)),
    };
    let parsed = parsed.and_then(|(average, dice)| Some((u32::try_from(average).ok()?, dice)));
    let Some((average, dice)) = parsed else {
        fields.reject_value(KEY, value, "are no dice and no number");
        return (None, None);
    };
    if let Value::Object(parts) = value {
        fields.add_unknown(KEY, parts, &["die", "die-count", "modifier", "mean"]);
    }
    (Some(average), dice)
}

/// Returns the average and the dice.
fn parse_dice(parts: &Map<String, Value>) -> Option<(i64, Option<String>)> {
    let part = |key: &str| parts.get(key).and_then(whole::<i64>);
    let (Some(die), Some(count)) = (part("die").filter(|it| *it > 0), part("die-count").filter(|it| *it > 0))
    else {
        return part("mean").map(|mean| (mean, None));
    };
    let modifier = part("modifier").unwrap_or(0);
    let dice = if modifier == 0 { format!("{count}d{die}") } else { format!("{count}d{die}{modifier:+}") };
    // A living creature has at least one hit point.
    Some((((count * (die + 1)).div_euclid(2) + modifier).max(1), Some(dice)))
}

/// Parses `52 (8d8+16)` or `52`.
fn parse_hit_points(text: &str) -> Option<(i64, Option<String>)> {
    let (number, rest) = text.split_once('(').unwrap_or((text, ""));
    let dice = rest.replace([' ', ')'], "");
    Some((whole(&Value::String(number.trim().to_owned()))?, Some(dice).filter(|dice| !dice.is_empty())))
}

/// Takes the armor class and its explanation, such as the armor worn.
pub(super) fn armor_class(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    let notes = fields.text("armor-notes").map(|notes| notes.trim_matches(['(', ')']).trim().to_owned());
    let Some(value) = fields.take("armor-class") else { return (None, notes) };
    let number = whole(value);
    if number.is_none() {
        fields.reject_value("armor-class", value, "is not a number");
    }
    let rest = value.as_str().filter(|_| number.is_some()).and_then(|text| text.trim().split_once(' '));
    let rest = rest.map(|(_, rest)| rest.trim_matches(['(', ')', ' ']).to_owned());
    let details: Vec<String> = rest.into_iter().chain(notes).filter(|it| !it.is_empty()).collect();
    (number, (!details.is_empty()).then(|| details.join(", ")))
}

/// Takes the six ability scores. If some are missing, returns a passage with the others.
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
    let present: Vec<String> = ABILITIES
        .into_iter()
        .zip(scores)
        .filter_map(|(short, score)| {
            let score = score?;
            Some(format!("{} {score} ({})", ability_in_full(short)?, signed(AbilityScores::modifier(score))))
        })
        .collect();
    if present.is_empty() {
        return (None, None);
    }
    fields.note(
        "some of the six ability scores are missing; the others are listed among the traits".to_owned(),
    );
    (None, Some(Part::new("Ability Scores", &present.join(", "))))
}

/// Takes the bonuses by ability or skill. Null stands for none: the program that writes the files stores such a bonus as NaN.
pub(super) fn bonuses(fields: &mut Fields<'_>, key: &str) -> BTreeMap<String, i32> {
    let name = |key: &str| ability(key).map_or_else(|| in_words(bare(key)), str::to_owned);
    match fields.take(key) {
        None => BTreeMap::new(),
        Some(Value::Object(object)) => {
            let mut bonuses = BTreeMap::new();
            for (of, value) in present_fields(object) {
                match whole(value) {
                    Some(bonus) => {
                        bonuses.insert(name(of), bonus);
                    }
                    None => {
                        fields.note(format!("the bonus {} of {} is not a number", quoted(value), name(of)));
                        let label = format!("{}: {}", in_words(key), name(of));
                        fields.add_fact(&label, value_in_words(value));
                    }
                }
            }
            bonuses
        }
        Some(value @ Value::String(text)) => {
            let bonuses: Option<BTreeMap<String, i32>> = text
                .split(',')
                .map(|one| {
                    let (of, bonus) = one.trim().rsplit_once(' ')?;
                    Some((name(of), whole(&Value::String(bonus.to_owned()))?))
                })
                .collect();
            if bonuses.is_none() {
                fields.reject_value(key, value, "are not bonuses");
            }
            bonuses.unwrap_or_default()
        }
        Some(other) => {
            fields.reject_value(key, other, "are not bonuses");
            BTreeMap::new()
        }
    }
}

/// Takes the speeds in words. The file has words, a number of feet, or a number for each mode of movement.
pub(super) fn speed(fields: &mut Fields<'_>) -> Option<String> {
    match fields.take("speed")? {
        Value::Number(feet) => Some(format!("{feet} ft.")),
        Value::Object(modes) => {
            let speeds = present_fields(modes).map(|(mode, value)| {
                let feet =
                    whole::<i64>(value).map_or_else(|| value_in_words(value), |feet| format!("{feet} ft."));
                if mode == "walk" { feet } else { format!("{} {feet}", label(mode)) }
            });
            Some(speeds.collect::<Vec<_>>().join(", "))
        }
        _ => fields.text("speed"),
    }
}

/// Takes the challenge rating. A missing one is unknown, not 0.
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
            "the challenge rating {} is not 0, 1/8, 1/4, 1/2 or a number from 1 to 30; it is unknown",
            quoted(value)
        );
        fields.reject("challenge", why);
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
    fn a_challenge_rating_is_one_of_the_game_or_unknown() {
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
