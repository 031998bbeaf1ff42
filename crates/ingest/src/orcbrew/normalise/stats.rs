//! The numbers of a stat block in their various forms.

use std::collections::BTreeMap;

use content::model::{ABILITIES, AbilityScores, ChallengeRating};
use serde_json::{Map, Value};

use super::fields::Fields;
use super::keywords::{ability, bare, in_words, label};
use super::values::{present_fields, quoted, value_in_words, whole};
use crate::markdown::Part;

pub(super) fn hit_points(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    const KEY: &str = "hit-points";
    let parsed = fields.parse(KEY, "are not dice and no number", |value| {
        let (average, dice) = match value {
            Value::Object(parts) => parse_dice(parts)?,
            Value::String(text) => parse_hit_points(text)?,
            other => (whole(other)?, None),
        };
        Some((u32::try_from(average).ok()?, dice, value.as_object()))
    });
    let Some((average, dice, parts)) = parsed else { return (None, None) };
    if let Some(parts) = parts {
        fields.add_unknown(KEY, parts, &["die", "die-count", "modifier", "mean"]);
    }
    (Some(average), dice)
}

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

pub(super) fn armor_class(fields: &mut Fields<'_>) -> (Option<u32>, Option<String>) {
    let notes = fields.text("armor-notes").map(|notes| notes.trim_matches(['(', ')']).trim().to_owned());
    let parsed = fields.parse("armor-class", "is not a number", |value| {
        let rest = value.as_str().and_then(|text| text.trim().split_once(' '));
        let rest = rest.map(|(_, rest)| rest.trim_matches(['(', ')', ' ']).to_owned());
        Some((whole(value)?, rest))
    });
    let (number, rest) = parsed.map_or((None, None), |(number, rest)| (Some(number), rest));
    let details: Vec<String> = rest.into_iter().chain(notes).filter(|it| !it.is_empty()).collect();
    (number, (!details.is_empty()).then(|| details.join(", ")))
}

/// Takes the six ability scores. If some are missing, returns a passage with the others.
pub(super) fn ability_scores(fields: &mut Fields<'_>) -> (Option<AbilityScores>, Option<Part>) {
    let mut scores: Map<String, Value> = Map::new();
    let mut present = Vec::new();
    for full in ABILITIES {
        let name = full.to_lowercase();
        let short = name.get(..3).unwrap_or_default();
        let keys = [short.to_owned(), format!("orcpub.dnd.e5.character/{short}")];
        let score = keys.iter().find_map(|key| fields.parse(key, "is not an ability score", whole::<u16>));
        if let Some(score) = score {
            scores.insert(name, score.into());
            present.push(format!("{full} {score} ({:+})", AbilityScores::modifier(score)));
        }
    }
    let all = serde_json::from_value(Value::Object(scores)).ok();
    if all.is_some() || present.is_empty() {
        return (all, None);
    }
    fields.note(
        "some of the six ability scores are missing; the others are listed among the traits".to_owned(),
    );
    (None, Some(Part::new("Ability Scores", &present.join(", "))))
}

/// Null stands for none: the program that writes the files stores such a bonus as NaN.
pub(super) fn bonuses(fields: &mut Fields<'_>, key: &str) -> BTreeMap<String, i32> {
    let name = |key: &str| ability(key).map_or_else(|| in_words(bare(key)), str::to_owned);
    let parsed: Option<Vec<(String, Option<i32>, &Value)>> =
        fields.parse(key, "are not bonuses", |value| match value {
            Value::Object(bonuses) => {
                Some(present_fields(bonuses).map(|(of, bonus)| (name(of), whole(bonus), bonus)).collect())
            }
            Value::String(text) => {
                let bonuses = text.split(',').map(|one| {
                    let (of, bonus) = one.trim().rsplit_once(' ')?;
                    Some((name(of), Some(whole(&Value::from(bonus))?), value))
                });
                bonuses.collect()
            }
            _ => None,
        });
    let mut bonuses = BTreeMap::new();
    for (of, bonus, value) in parsed.unwrap_or_default() {
        if let Some(bonus) = bonus {
            bonuses.insert(of, bonus);
        } else {
            fields.note(format!("the bonus {} of {of} is not a number", quoted(value)));
            fields.add_fact(&format!("{}: {of}", in_words(key)), value_in_words(value));
        }
    }
    bonuses
}

/// The file has words, a number of feet, or a number for each mode of movement.
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

/// A missing challenge rating is unknown, not 0.
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
mod tests;
