use super::*;
use crate::query::{
    CharacterOptionFilter, CreatureFilter, EquipmentFilter, EquipmentType, RuleFilter, SpellFilter,
};

/// The questions of a lookup, each step a line.
fn worded(filter: &Filter, name: Option<&str>) -> Vec<String> {
    let Steps { steps, .. } = steps(Wish { filter, name, documents: None, limit: 20 });
    let text = |question: &Question| question.key("").replace("GET ", "").replace("&ordering=name", "");
    steps.iter().map(|step| step.iter().map(text).collect::<Vec<_>>().join(" + ")).collect()
}

fn spells(filter: SpellFilter) -> Filter {
    Filter::Spell(filter)
}

#[test]
fn a_name_is_asked_for_whole_first_and_then_as_a_part() {
    assert_eq!(
        worded(&spells(SpellFilter::default()), Some(" FireBall ")),
        ["/v2/spells/?limit=20&name__iexact=fireball", "/v2/spells/?limit=20&name__icontains=fireball"]
    );
}

#[test]
fn a_slug_is_asked_for_as_a_name_and_an_apostrophe_in_both_shapes() {
    let names = |name| -> Vec<String> {
        let questions = worded(&Filter::Creature(CreatureFilter::default()), Some(name));
        questions.iter().map(|question| question.rsplit_once('=').unwrap().1.to_owned()).collect()
    };
    assert_eq!(
        names("ancient-red-dragon"),
        ["ancient-red-dragon", "ancient+red+dragon", "ancient-red-dragon"]
    );
    assert_eq!(names("Will\u{2019}o"), ["will%27o", "will%E2%80%99o", "will%27o"]);
}

#[test]
fn a_pattern_is_asked_for_by_its_longest_part() {
    let question = |name| worded(&spells(SpellFilter::default()), Some(name));
    // The API cannot say where in the name it stands, so the library chooses.
    assert_eq!(question("fire*"), ["/v2/spells/?limit=100&name__icontains=fire"]);
    assert_eq!(question("*ball%of fire*"), ["/v2/spells/?limit=100&name__icontains=of+fire"]);
    assert_eq!(question("*fire*"), ["/v2/spells/?limit=20&name__icontains=fire"]);
    assert_eq!(question("a*"), [""; 0], "nearly every name has an a");
    assert_eq!(question("*"), [""; 0]);
    let long = "x".repeat(101);
    assert_eq!(question(&long), [""; 0]);
    assert_eq!(question("ox"), ["/v2/spells/?limit=20&name__iexact=ox"]);
}

#[test]
fn every_field_of_spells_that_the_api_knows_is_a_condition() {
    let filter = SpellFilter {
        level: Some(3),
        level_min: Some(1),
        level_max: Some(5),
        school: Some("Evocation".to_owned()),
        class_key: Some("srd_wizard".to_owned()),
        concentration: Some(false),
        ritual: None,
        casting_time: Some("1 bonus action".to_owned()),
        damage_type: None,
    };
    assert_eq!(
        worded(&spells(filter), None),
        [
            "/v2/spells/?casting_time__in=bonus-action&classes__name__in=Wizard&concentration=false&level=3&level__gte=1&level__lte=5&limit=20&school__key=evocation"
        ]
    );
}

#[test]
fn what_the_api_cannot_filter_by_is_left_to_the_library() {
    let ritual = SpellFilter { ritual: Some(true), ..SpellFilter::default() };
    assert_eq!(worded(&spells(ritual.clone()), None), [""; 0], "nothing would limit the list");
    let of_first_level = SpellFilter { level: Some(1), ..ritual };
    assert_eq!(worded(&spells(of_first_level), None), ["/v2/spells/?level=1&limit=100"]);
    let tough = CreatureFilter { hit_points_min: Some(100), ..CreatureFilter::default() };
    assert_eq!(worded(&Filter::Creature(tough), None), [""; 0]);
}

#[test]
fn words_that_the_api_refuses_are_not_asked_for() {
    let spell = |filter: SpellFilter| worded(&spells(filter), None);
    let of = |school: &str| SpellFilter { school: Some(school.to_owned()), ..SpellFilter::default() };
    assert_eq!(spell(of("Evo&level=3")), [""; 0]);
    let slow = SpellFilter { casting_time: Some("3 years".to_owned()), ..SpellFilter::default() };
    assert_eq!(spell(slow), [""; 0]);
    let creature = |filter| worded(&Filter::Creature(filter), None);
    let car = CreatureFilter { creature_type: Some("car".to_owned()), ..CreatureFilter::default() };
    assert_eq!(creature(car), [""; 0]);
    let vast = CreatureFilter { size: Some("vast".to_owned()), ..CreatureFilter::default() };
    assert_eq!(creature(vast), [""; 0]);
}

#[test]
fn creatures_are_asked_for_by_rating_type_size_and_armor() {
    let filter = CreatureFilter {
        cr: "1/4".parse().ok(),
        cr_min: "1/8".parse().ok(),
        cr_max: "30".parse().ok(),
        creature_type: Some("Undead".to_owned()),
        size: Some("LARGE".to_owned()),
        armor_class_min: Some(15),
        hit_points_min: None,
    };
    assert_eq!(
        worded(&Filter::Creature(filter), None),
        [
            "/v2/creatures/?armor_class__gte=15&challenge_rating=0.25&challenge_rating__gte=0.125&challenge_rating__lte=30&limit=20&size=large&type=undead"
        ]
    );
}

#[test]
fn mundane_things_are_asked_for_before_magic_ones() {
    let of = |equipment_type| EquipmentFilter { equipment_type, ..EquipmentFilter::default() };
    let ask = |filter| worded(&Filter::Equipment(filter), None);
    assert_eq!(
        ask(of(EquipmentType::Weapon)),
        ["/v2/items/?is_weapon=true&limit=20", "/v2/magicitems/?category__in=weapon&limit=20"]
    );
    assert_eq!(ask(of(EquipmentType::Item)), [""; 0], "nothing would limit the list");
    let cheap = EquipmentFilter { cost_max: Some(2.5), ..of(EquipmentType::Item) };
    assert_eq!(ask(cheap), ["/v2/items/?cost__gt=0&cost__lte=2.5&limit=100"]);
    let rare = EquipmentFilter { rarity: Some(crate::model::Rarity::VeryRare), ..of(EquipmentType::All) };
    assert_eq!(ask(rare), ["/v2/magicitems/?limit=20&rarity=very-rare"]);
    let light = |is_light| EquipmentFilter { is_light: Some(is_light), ..of(EquipmentType::Weapon) };
    assert_eq!(ask(light(true))[0], "/v2/items/?is_light=true&is_weapon=true&limit=20");
    assert_eq!(ask(light(false))[0], "/v2/items/?is_weapon=true&limit=100", "the API takes false for true");
}

#[test]
fn a_list_is_asked_for_from_its_beginning_with_the_limit_of_the_lookup() {
    assert_eq!(worded(&Filter::Creature(CreatureFilter::default()), None), ["/v2/creatures/?limit=20"]);
    let classes = CharacterOptionFilter { option_type: CharacterOptionType::Class };
    assert_eq!(
        worded(&Filter::CharacterOption(classes), None),
        ["/v2/classes/?is_subclass=false&limit=20", "/v2/classes/?is_subclass=true&limit=20"]
    );
    assert_eq!(
        worded(&Filter::CharacterOption(classes), Some("paladin")),
        ["/v2/classes/?limit=20&name__iexact=paladin", "/v2/classes/?limit=20&name__contains=paladin"]
    );
}

#[test]
fn short_lists_are_asked_for_whole_and_once() {
    let of = |rule_type| Filter::Rule(RuleFilter { rule_type, section: None });
    assert_eq!(worded(&of(RuleType::Condition), Some("grappled")), ["/v2/conditions/?limit=100"]);
    assert_eq!(worded(&of(RuleType::Skill), None), ["/v2/skills/?limit=100"]);
    assert_eq!(worded(&of(RuleType::Proficiency), Some("lyre")), [""; 0], "Open5e has no such list");
}

#[test]
fn only_the_wanted_documents_are_asked_for() {
    let documents = ["kp".to_owned(), "tob".to_owned()];
    let filter = spells(SpellFilter { level: Some(3), ..SpellFilter::default() });
    let wish = Wish { filter: &filter, name: None, documents: Some(&documents), limit: 5 };
    assert_eq!(
        steps(wish).steps[0][0].key(""),
        "GET /v2/spells/?document__key__in=kp%2Ctob&level=3&limit=5&ordering=name"
    );
}
