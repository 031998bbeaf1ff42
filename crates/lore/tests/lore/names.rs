//! The tiers of name matches, compared with a simple model.

use lore::model::{Record, Slug, fold};
use lore::query::Match;
use proptest::prelude::*;

use crate::support::{TestLibrary, spell};

const WORDS: &[&str] = &[
    "Fire", "ball", "Wall", "of", "Ice", "Élan", "Hunter's", "Hunter’s", "Mark", "fire", "BALL", "+1", "a_b",
    "Æther",
];

/// Returns the best tier that a name reaches in the model, and the names in it in order.
fn model(records: &[Record], query: &str) -> Option<(Match, Vec<String>)> {
    let folded = fold(query);
    if query.trim().is_empty() {
        return None;
    }
    if query.contains(['*', '%']) {
        let pattern = fold(&query.replace('%', "*"));
        let names = pick(records, |record| glob(&pattern, &fold(&record.name)).then_some(0));
        return Some((Match::Pattern, names));
    }
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '+');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let slug = Slug::new(query);
    let equal = pick(records, |record| (fold(&record.name) == folded).then_some(0));
    let by_slug = pick(records, |record| (record.slug == slug).then_some(0));
    let letters = |name: &str| name.replace([' ', '-', '\''], "");
    let with_its_letters = |name: &str| !words.is_empty() && letters(name) == letters(&folded);
    let spelled = pick(records, |record| with_its_letters(&fold(&record.name)).then_some(0));
    let contains = pick(records, |record| fit(&fold(&record.name), &words));
    let tiers =
        [(Match::Exact, equal), (Match::Slug, by_slug), (Match::Exact, spelled), (Match::Contains, contains)];
    tiers.into_iter().find(|(_, found)| !found.is_empty())
}

/// Returns 0 for the best name.
fn fit(name: &str, words: &[&str]) -> Option<u8> {
    let spaced = format!(" {name} ");
    let is_border = |c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit();
    let stands = |word: &str, to_the_end: bool| {
        spaced.match_indices(word).any(|(at, _)| {
            let (before, rest) = spaced.split_at(at);
            before.ends_with(is_border) && (!to_the_end || rest.split_at(word.len()).1.starts_with(is_border))
        })
    };
    if words.is_empty() || !words.iter().all(|word| name.contains(word)) {
        return None;
    }
    let begins =
        || name.strip_prefix(words[0]).is_some_and(|rest| rest.is_empty() || rest.starts_with(is_border));
    Some(match () {
        () if words.iter().all(|word| stands(word, true)) => u8::from(!begins()),
        () if words.iter().all(|word| stands(word, false)) => 2,
        () => 3,
    })
}

fn pick(records: &[Record], place: impl Fn(&Record) -> Option<u8>) -> Vec<String> {
    let mut found: Vec<(u8, &Record)> =
        records.iter().filter_map(|record| Some((place(record)?, record))).collect();
    found.sort_by_key(|(place, record)| {
        (*place, fold(&record.name), record.document.clone(), record.slug.clone())
    });
    found.into_iter().map(|(_, record)| record.name.clone()).collect()
}

/// Returns whether a text matches a pattern in which only the star is special.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(first) else { return false };
    (0..=text.len()).filter(|at| text.is_char_boundary(*at)).any(|at| glob(rest, &text[at..]))
}

fn records() -> Vec<Record> {
    let mut records = Vec::new();
    for (first, a) in WORDS.iter().enumerate() {
        for (second, b) in WORDS.iter().enumerate() {
            let name = if (first + second) % 3 == 0 { format!("{a} {b} of {a}") } else { format!("{a} {b}") };
            for document in if second % 4 == 0 { &["north", "south"][..] } else { &["north"][..] } {
                let mut record = spell(document, &name, 1);
                record.slug = Slug::new(&format!("{document} {first} {second}"));
                records.push(record);
            }
        }
    }
    records
}

fn query() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned);
    let piece = prop_oneof![
        6 => word,
        2 => Just("*".to_owned()),
        1 => Just("%".to_owned()),
        1 => Just("?".to_owned()),
        1 => Just("[".to_owned()),
        1 => Just("_".to_owned()),
        1 => "[a-f ]{1,3}",
        1 => Just("north 3 4".to_owned()),
        1 => Just("NORTH-2-0".to_owned()),
    ];
    let join = prop::sample::select(vec![" ", "", "  "]);
    (prop::collection::vec(piece, 1..4), join).prop_map(|(pieces, join)| pieces.join(join))
}

#[test]
fn the_best_tier_comes_first_as_in_the_model() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let records = records();
    let test = runtime.block_on(TestLibrary::with(records.clone()));
    proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(400))
        .run(&(query(), 1_i64..=100), |(query, limit)| {
            let answer = runtime.block_on(test.spells(&query, limit));
            let names: Vec<String> = answer.entries.iter().map(|entry| entry.name.clone()).collect();
            let limit = usize::try_from(limit).unwrap();
            prop_assert!(names.len() <= limit);
            match model(&records, &query) {
                Some((matched, mut expected)) => {
                    expected.truncate(limit);
                    prop_assert_eq!(answer.matched, Some(matched), "{}", query);
                    let (best, others) = names.split_at(expected.len().min(names.len()));
                    prop_assert_eq!(best, expected, "{}", query);
                    prop_assert!(matched != Match::Pattern || others.is_empty(), "{}: {:?}", query, others);
                }
                None => prop_assert!(matches!(answer.matched, None | Some(Match::Fuzzy)), "{}", query),
            }
            Ok(())
        })
        .unwrap();
}
