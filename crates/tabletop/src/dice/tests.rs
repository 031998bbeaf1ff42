use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::random::Seeded;

fn request(dice: &str, seed: i64) -> Roll {
    Roll { dice: Some(dice.to_owned()), seed: Some(seed), ..Roll::default() }
}

fn rolled(dice: &str, seed: i64) -> Value {
    serde_json::to_value(request(dice, seed).on(None).unwrap()).unwrap()
}

fn refused(dice: &str) -> String {
    request(dice, 0).on(None).unwrap_err().to_string()
}

#[test]
fn the_numbers_are_those_of_splitmix64() {
    // The reference values of its authors.
    let mut numbers = Seeded::new(1_234_567);
    let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!([(); 3].map(|()| numbers.below(u64::MAX)), first);
    // Of nearly twice as many numbers as the limit, those that would repeat a result are drawn again.
    let mut numbers = Seeded::new(1_234_567);
    let kept = [594_119_895_343_594_614, 7_185_550_822_603_448_012];
    assert_eq!([(); 2].map(|()| numbers.below((1 << 63) + 1)), kept);
    assert_eq!(numbers.choose::<u8>(&[]), None);
}

/// The values are those of another implementation.
#[test]
fn a_seed_gives_the_same_roll_on_every_computer() {
    let two = json!({"term": "2", "sum": 2});
    let dice = json!({"term": "4d6kh3", "faces": [4, 1, 1, 4], "kept": [4, 4, 1], "sum": 9});
    assert_eq!(rolled("4d6kh3+2", 7), json!({"total": 11, "terms": [dice, two], "seed": 7}));
    assert_eq!(rolled(" 4D6 KH3 + 2 ", 7), rolled("4d6kh3+2", 7));
    assert_eq!(rolled("3d1000000", 2024)["terms"][0]["faces"], json!([173_462, 815_443, 793_472]));
    for (dice, seed, total) in [
        ("2d6 + 1d4 − 1", 0, 6),
        ("d%", 42, 14),
        ("2d20kh1+5", 7, 13),
        ("2d20kl1+5", 7, 10),
        ("d20 + 5 with advantage", 7, 13),
        ("1d20+5 disadvantage", 7, 10),
        ("5d4 × 10", 1, 150),
        ("5d4*10", 1, 150),
        ("4d6dl1-d8", 9, 9),
        ("4d6k3-d8", 9, 9),
        ("-2+d20", -1, 15),
    ] {
        assert_eq!(rolled(dice, seed)["total"], total, "{dice}");
    }
}

#[test]
fn every_face_is_as_likely_as_the_others() {
    // With a probability of a thousandth, fair dice exceed these sums of squared deviations.
    for (sides, limit) in [(6, 20.5), (20, 43.8), (100, 148.2)] {
        let mut counts = vec![0_u32; sides];
        for seed in 0..60 {
            let rolled = request(&format!("1000d{sides}"), seed).on(None).unwrap();
            for face in &rolled.terms[0].faces {
                counts[usize::try_from(*face).unwrap() - 1] += 1;
            }
        }
        let expected = 60_000.0 / f64::from(u32::try_from(sides).unwrap());
        let deviation: f64 =
            counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        assert!(deviation < limit, "d{sides}: {deviation}");
    }
}

#[test]
fn what_cannot_be_rolled_is_refused_with_what_to_write() {
    for text in [
        "", "7", "d", "2d6+", "2d6 3", "2d6 3d8", "2d6,3", "2d6 with advantage", "4d6k3kh2", "five d6", "d6!",
    ] {
        let message = refused(text);
        assert!(text.is_empty() || message.contains("is not dice; write for example 2d6+3"), "{message}");
    }
    for (text, words) in [
        ("999999999d999999999", "the number of dice must be from 1 to 1000, not 999999999"),
        ("99999999999999999999d6", "the number of dice must be from 1 to 1000, not 9223372036854775807"),
        ("0d6", "the number of dice must be from 1 to 1000, not 0"),
        ("600d6+600d6", "the number of dice must be from 1 to 1000, not 1200"),
        ("d1", "the number of sides of a die must be from 2 to 1000000, not 1"),
        ("d1000001", "the number of sides of a die must be from 2 to 1000000, not 1000001"),
        ("4d6kh5", "the number of dice that are kept must be from 1 to 4, not 5"),
        ("4d6dl4", "the number of dice that are kept must be from 1 to 4, not 0"),
        ("d6+1000001", "a number beside dice must be from 0 to 1000000, not 1000001"),
        ("d6+".repeat(90).as_str(), "the length of dice, in characters, must be from 1 to 200, not 270"),
    ] {
        assert_eq!(refused(text), words);
    }
    let nothing = Roll::default().on(None).unwrap_err().to_string();
    assert!(nothing.contains("give `dice`, such as `2d6+3`, or a `table`"), "{nothing}");
}

proptest! {
    #[test]
    fn the_total_is_the_sum_of_the_kept_faces(dice in "[-+]?[0-9]{0,3}d[0-9%]{1,7}(k[hl]?|d[hl])?[0-9]{0,3}([-+ x][0-9d]{1,6}){0,3}") {
        if let Ok(Rolled { total, terms, .. }) = request(&dice, 1).on(None) {
            prop_assert_eq!(total, terms.iter().map(|term| term.sum).sum::<i64>());
            prop_assert!(terms.iter().map(|term| term.faces.len()).sum::<usize>() <= 1_000);
            for RolledTerm { faces, kept, .. } in terms {
                let kept = kept.unwrap_or_else(|| faces.clone());
                prop_assert!(kept.iter().all(|face| faces.contains(face) && (1..=1_000_000).contains(face)));
            }
        }
    }

    #[test]
    fn no_text_ends_the_program(text in ".{0,60}") {
        let _ = request(&text, 1).on(None);
        tables(&text);
    }
}

const TEXT: &str = "A jam pot.

**Moods of the Jam**

| d6 | Mood | Taste |
|---|---|---|
| 1–2 | [sour](https://example.org) \\| *sharp* | none |
| 3 - 5 | **sweet** | some |
| 6 | mad | all |

It may also talk.

### Words

| **1d100** (by day) | Word |
|---|---|
| 01-49 | plum |
| 50–99 | `pear` |
| 00 | — |

| d100 | Word | |---|---|

| Level | Cost |
|---|---|
| 1–2 | 5 gp |
| 3–4 | 9 gp |

| d4 | Only |
|---|---|
| 1 | the row of a variant |
";

#[test]
fn tables_under_dice_are_read_with_their_headings() {
    let tables = tables(TEXT);
    let shown: Vec<_> = tables.iter().map(|table| (table.dice.as_str(), table.title.as_str())).collect();
    let moods = ("d6", "Moods of the Jam: d6, Mood, Taste");
    assert_eq!(shown, [moods, ("1d100", "Words: 1d100 (by day), Word")]);
    let [moods, words] = tables.as_slice() else { panic!("two tables") };
    let row = |table: &DiceTable, number| json!(table.row(number));
    assert_eq!(row(moods, 2), json!({"d6": "1–2", "Mood": "sour | sharp", "Taste": "none"}));
    assert_eq!(row(moods, 4), json!({"d6": "3 - 5", "Mood": "sweet", "Taste": "some"}));
    assert_eq!([0, 7].map(|number| row(moods, number)), [Value::Null, Value::Null]);
    for (number, word) in [(1, "plum"), (49, "plum"), (50, "pear"), (100, "—")] {
        assert_eq!(row(words, number)["Word"], word, "{number}");
    }
    let rolled = Roll { seed: Some(3), ..Roll::default() }.on(Some(moods)).unwrap();
    assert_eq!(json!(rolled.row), row(moods, rolled.total));
    assert_eq!(rolled.table.as_deref(), Some("Moods of the Jam: d6, Mood, Taste"));
    let above = Roll { dice: Some("d6+6".into()), ..Roll::default() }.on(Some(moods)).unwrap();
    assert!(above.row.is_none() && above.total > 6);
}

#[test]
fn one_of_several_tables_is_chosen_by_heading_or_column() {
    let tables = tables(TEXT);
    let chosen = |column: Option<&str>, entry: &str| match choose(&tables, column, entry) {
        Ok(table) => table.dice.clone(),
        Err(error) => error.to_string(),
    };
    assert_eq!(chosen(Some("taste"), "Jam Pot"), "d6");
    assert_eq!(chosen(Some("words"), "Jam Pot"), "1d100");
    assert_eq!(chosen(None, "moods of the jam"), "d6");
    let all = "`Moods of the Jam: d6, Mood, Taste`, `Words: 1d100 (by day), Word`";
    let several = format!("give a heading or a column of the table as `column`; there are {all}");
    assert_eq!(chosen(None, "Jam Pot"), several);
    assert_eq!(chosen(Some("price"), "Jam Pot"), several);
    assert_eq!(chosen(Some("Words: 1d100 (by day), Word"), "Jam Pot"), "1d100");
    let [first, _] = tables.as_slice() else { panic!("two tables") };
    let one = std::slice::from_ref(first);
    assert_eq!(choose(one, None, "Jam Pot").unwrap(), first);
    assert!(choose(one, Some("price"), "Jam Pot").is_err());
}
