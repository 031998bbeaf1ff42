use super::*;
use crate::fields::RuleType;
use crate::fields::spell::{LEVEL, RITUAL};

#[test]
fn each_condition_is_a_filter_by_itself() {
    let filter = Filter::spells([LEVEL.is(4), RITUAL.is(true)]);
    let names: Vec<String> =
        filter.by_condition().map(|(it, _)| format!("{} {}", it.name(), it.value)).collect();
    assert_eq!(names, ["level 4", "ritual true"]);
    assert_eq!(filter.by_condition().next().unwrap().1, Filter::spells([LEVEL.is(4)]));
}

#[test]
fn a_filter_of_any_type_adds_the_other_kinds_of_the_family() {
    let (filter, kinds) = Filter::new(EntryType::Rule(RuleType::Rule), []).of_any_type().unwrap();
    assert!(filter.is_none() && kinds.contains(&Kind::Condition) && !kinds.contains(&Kind::Rule));
    assert!(Filter::spells([]).of_any_type().is_none());
}
