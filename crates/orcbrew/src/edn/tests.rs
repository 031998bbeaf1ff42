use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clojure_reader::edn::Edn;
use proptest::prelude::*;

use super::strict::Disorder;
use super::{Map, Notices, Value, mend, read_strictly};
use crate::error::CancelCheck;

fn no_notices() -> Notices {
    let never: CancelCheck = Arc::new(|| false);
    Notices::new(&never, &[])
}

fn read(text: &str) -> Result<Vec<Value<'_>>, Disorder> {
    let mut notices = no_notices();
    let values = read_strictly(text, &mut notices)?;
    assert_eq!(notices.into_list(), [], "{text}");
    Ok(values)
}

fn rewritten(text: &str) -> String {
    read(text).unwrap().iter().map(written).collect::<Vec<_>>().join(" ")
}

fn written(value: &Value<'_>) -> String {
    let all = |values: &[Value<'_>]| values.iter().map(written).collect::<Vec<_>>().join(" ");
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Exact(number) => (*number).to_owned(),
        Value::Character('\n') => "\\newline".to_owned(),
        Value::Character(' ') => "\\space".to_owned(),
        Value::Character(letter) => format!("\\{letter}"),
        Value::String(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        Value::Keyword(name) => format!(":{name}"),
        Value::Symbol(word) => (*word).to_owned(),
        Value::List(values) => format!("({})", all(values)),
        Value::Vector(values) => format!("[{}]", all(values)),
        Value::Set(values) => format!("#{{{}}}", all(values)),
        Value::Map(map) => {
            let pairs = map.pairs.iter().map(|(key, value)| format!("{} {}", written(key), written(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Tagged(tag, value) => format!("#{tag} {}", written(value)),
    }
}

fn to_clojure_reader(value: &Value<'_>) -> Edn<'static> {
    let all = |values: &[Value<'_>]| values.iter().map(to_clojure_reader).collect::<Vec<_>>();
    match value {
        Value::Nil => Edn::Nil,
        Value::Bool(truth) => Edn::Bool(*truth),
        Value::Integer(number) => Edn::Int(*number),
        Value::Float(number) => Edn::Double((*number).into()),
        Value::Exact(number) => {
            let (above, below) = number.split_once('/').unwrap();
            Edn::Rational((above.parse().unwrap(), below.parse().unwrap()))
        }
        Value::Character(letter) => Edn::Char(*letter),
        Value::String(text) => Edn::Str(text.clone().into_owned().into()),
        Value::Keyword(name) => Edn::Key(name.clone().into_owned().into()),
        Value::Symbol(word) => Edn::Symbol((*word).to_owned().into()),
        Value::List(values) => Edn::List(all(values)),
        Value::Vector(values) => Edn::Vector(all(values)),
        Value::Set(values) => Edn::Set(all(values).into_iter().collect::<BTreeSet<_>>()),
        Value::Map(map) => {
            let pairs =
                map.pairs.iter().map(|(key, value)| (to_clojure_reader(key), to_clojure_reader(value)));
            Edn::Map(pairs.collect::<BTreeMap<_, _>>())
        }
        Value::Tagged(tag, value) => {
            Edn::Tagged((*tag).to_owned().into(), Box::new(to_clojure_reader(value)))
        }
    }
}

fn values() -> impl Strategy<Value = Value<'static>> {
    let words: &[&'static str] =
        &["ember", "a.b/c", "x-1", "armor-prof", "r2", "orcpub.dnd.e5/spells", "attack-roll?"];
    let word = proptest::sample::select(words);
    let leaf = prop_oneof![
        Just(Value::Nil),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Integer),
        (-1.0e9..1.0e9_f64).prop_map(Value::Float),
        Just(Value::Exact("1/3")),
        proptest::sample::select(vec!['a', 'Z', '7', ' ', '\n', 'é']).prop_map(Value::Character),
        any::<String>().prop_map(|text| Value::String(text.replace(text::is_unwanted, "").into())),
        word.clone().prop_map(|name| Value::Keyword(name.into())),
        word.clone().prop_map(Value::Symbol),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        let many = proptest::collection::vec(inner.clone(), 0..6);
        let pairs = proptest::collection::vec((inner.clone(), inner.clone()), 0..6);
        prop_oneof![
            many.clone().prop_map(Value::List),
            many.clone().prop_map(Value::Vector),
            many.prop_map(Value::Set),
            pairs.prop_map(|pairs| Value::Map(Map { at: 0, pairs })),
            (Just("inst"), inner).prop_map(|(tag, value)| Value::Tagged(tag, Box::new(value))),
        ]
    })
}

proptest! {
    #[test]
    fn a_written_value_is_read_back_as_clojure_reader_reads_it(value in values()) {
        let text = written(&value);
        prop_assert_eq!(rewritten(&text), &*text);
        let ours = to_clojure_reader(&read(&text).unwrap()[0]);
        prop_assert_eq!(&ours, &to_clojure_reader(&value));
        // The other reader refuses duplicates in a set or a map.
        if let Ok(other) = clojure_reader::edn::read_string(&text) {
            prop_assert_eq!(ours, other);
        }
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in any::<String>(), more in "[{}\\[\\]()\"#:;^_\\\\a 1,\n-]{0,80}") {
        for text in [text, more] {
            let mut notices = no_notices();
            let _ = read_strictly(&text, &mut notices);
            mend(&text, &mut notices);
        }
    }
}

#[test]
fn reads_the_forms_that_the_exporting_programs_write() {
    let text = "\u{feff}{\"Book\" #:orcpub.dnd.e5{:feats {nil nil, :9-lives {:_/x 1, :b/y ##NaN,},},}}\u{200b}\n;; end";
    let expected = "{\"Book\" {:orcpub.dnd.e5/feats {nil nil, :9-lives {:_/x 1, :b/y NaN}}}}";
    assert_eq!(rewritten(text), expected);
    assert_eq!(rewritten("#:a{:_/x 1 :b/y 2 :z 3 \"t\" 4}"), "{:x 1, :b/y 2, :a/z 3, \"t\" 4}");
}

#[test]
fn discarded_values_and_metadata_are_left_out() {
    assert_eq!(rewritten("[1 #_2 #_ #_ 3 4 ^:dynamic 5 ^{:a 1} 6]"), "[1 5 6]");
}

#[test]
fn harmless_oddities_become_notices() {
    for (text, word) in [
        ("{:spell-lists {: true}}", "colon"),
        ("{:stealth NaN}", "NaN"),
        ("{:languages #\n{\"Common\"}}", "between"),
        (r#"{:name "a\qb"}"#, r"\q"),
    ] {
        let mut notices = no_notices();
        let read = read_strictly(text, &mut notices);
        assert!(read.is_ok(), "{text}");
        let notices = notices.into_list();
        assert_eq!(notices.len(), 1, "{text}");
        assert!(notices[0].what.contains(word), "{notices:?}");
    }
}

#[test]
fn the_strict_reader_refuses_a_doubtful_structure() {
    for text in
        ["{", "}", "{:a}", "[1 2", "(]", "\"open", "{:a \"b\"c}", "{:name \"\"Foo\"\"}", "#_", "^a", "#tag"]
    {
        assert!(read_strictly(text, &mut no_notices()).is_err(), "{text}");
    }
}

#[test]
fn deeply_nested_brackets_are_harmless() {
    let many = |text: &str| text.repeat(200_000);
    for text in [many("["), many("{:a "), many("#_"), many("#a ") + "1", many("^a "), many("("), many("]")] {
        assert!(read_strictly(&text, &mut no_notices()).is_err());
        drop(mend(&text, &mut no_notices()));
    }
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    assert!(read_strictly(&deep, &mut no_notices()).is_err());
    assert_eq!(mend(&deep, &mut no_notices()).len(), 1);
}
