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
