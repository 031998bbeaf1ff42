use content::fields::creature::{ARMOR_CLASS, CHALLENGE_RATING, HIT_POINTS, SIZE, TYPE};
use content::fields::equipment::{COST, IS_LIGHT, RARITY};
use content::fields::spell::{CASTING_TIME, CLASS, CONCENTRATION, LEVEL, RITUAL, SCHOOL};
use content::fields::{CharacterOptionType, Condition};
use content::model::{ChallengeRating, Rarity};

use super::*;

fn queries(filter: &Filter, name: Option<&str>) -> Vec<String> {
    let plan = plan_queries(LookupRequest { filter, name, documents: None, limit: 20 });
    let text = |query: &ApiQuery| query.key("").replace("GET ", "").replace("&ordering=name", "");
    plan.steps.iter().map(|step| step.iter().map(text).collect::<Vec<_>>().join(" + ")).collect()
}

#[test]
fn a_name_is_queried_whole_before_a_part_of_it() {
    assert_eq!(
        queries(&Filter::spells([]), Some(" FireBall ")),
        ["/v2/spells/?limit=20&name__iexact=fireball", "/v2/spells/?limit=20&name__icontains=fireball"]
    );
}

#[test]
fn slugs_and_both_apostrophes_are_queried() {
    let names = |name| -> Vec<String> {
        let questions = queries(&Filter::creatures([]), Some(name));
        questions.iter().map(|question| question.rsplit_once('=').unwrap().1.to_owned()).collect()
    };
    assert_eq!(
        names("ancient-red-dragon"),
        ["ancient-red-dragon", "ancient+red+dragon", "ancient-red-dragon"]
    );
    assert_eq!(names("Will\u{2019}o"), ["will%27o", "will%E2%80%99o", "will%27o"]);
}

#[test]
fn a_pattern_is_queried_by_its_longest_part() {
    let question = |name| queries(&Filter::spells([]), Some(name));
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
fn every_supported_field_of_spells_is_a_condition() {
    let filter = Filter::spells([
        LEVEL.is(3),
        LEVEL.at_least(1),
        LEVEL.at_most(5),
        SCHOOL.is("Evocation"),
        CLASS.is("srd_wizard"),
        CONCENTRATION.is(false),
        CASTING_TIME.is("1 bonus action"),
    ]);
    assert_eq!(
        queries(&filter, None),
        [
            "/v2/spells/?casting_time__in=bonus-action&classes__name__in=Wizard&concentration=false&level=3&level__gte=1&level__lte=5&limit=20&school__key=evocation"
        ]
    );
}

#[test]
fn the_library_filters_by_unsupported_fields() {
    assert_eq!(queries(&Filter::spells([RITUAL.is(true)]), None), [""; 0], "nothing would limit the list");
    let of_first_level = Filter::spells([LEVEL.is(1), RITUAL.is(true)]);
    assert_eq!(queries(&of_first_level, None), ["/v2/spells/?level=1&limit=100"]);
    assert_eq!(queries(&Filter::creatures([HIT_POINTS.at_least(100)]), None), [""; 0]);
}

#[test]
fn words_that_the_api_refuses_are_not_sent() {
    let spell = |condition: Condition| queries(&Filter::spells([condition]), None);
    assert_eq!(spell(SCHOOL.is("Evo&level=3")), [""; 0]);
    assert_eq!(spell(CASTING_TIME.is("3 years")), [""; 0]);
    let creature = |condition: Condition| queries(&Filter::creatures([condition]), None);
    assert_eq!(creature(TYPE.is("car")), [""; 0]);
    assert_eq!(creature(SIZE.is("vast")), [""; 0]);
}

#[test]
fn creatures_are_filtered_by_rating_type_size_and_armor() {
    let rating = |text: &str| text.parse::<ChallengeRating>().unwrap();
    let filter = Filter::creatures([
        CHALLENGE_RATING.is(rating("1/4")),
        CHALLENGE_RATING.at_least(rating("1/8")),
        CHALLENGE_RATING.at_most(rating("30")),
        TYPE.is("Undead"),
        SIZE.is("LARGE"),
        ARMOR_CLASS.at_least(15),
    ]);
    assert_eq!(
        queries(&filter, None),
        [
            "/v2/creatures/?armor_class__gte=15&challenge_rating=0.25&challenge_rating__gte=0.125&challenge_rating__lte=30&limit=20&size=large&type=undead"
        ]
    );
}

#[test]
fn mundane_items_are_queried_before_magic_ones() {
    let query = |equipment_type, conditions: Vec<Condition>| {
        queries(&Filter::new(EntryType::Equipment(equipment_type), conditions), None)
    };
    assert_eq!(
        query(EquipmentType::Weapon, vec![]),
        ["/v2/items/?is_weapon=true&limit=20", "/v2/magicitems/?category__in=weapon&limit=20"]
    );
    assert_eq!(query(EquipmentType::Item, vec![]), [""; 0], "nothing would limit the list");
    let cheap = query(EquipmentType::Item, vec![COST.at_most(2.5)]);
    assert_eq!(cheap, ["/v2/items/?cost__gt=0&cost__lte=2.5&limit=100"]);
    let rare = query(EquipmentType::All, vec![RARITY.is(Rarity::VeryRare)]);
    assert_eq!(rare, ["/v2/magicitems/?limit=20&rarity=very-rare"]);
    let light = |is_light: bool| query(EquipmentType::Weapon, vec![IS_LIGHT.is(is_light)]);
    assert_eq!(light(true)[0], "/v2/items/?is_light=true&is_weapon=true&limit=20");
    assert_eq!(light(false)[0], "/v2/items/?is_weapon=true&limit=100", "the API takes false for true");
}

#[test]
fn a_list_without_conditions_has_the_limit_of_the_lookup() {
    assert_eq!(queries(&Filter::creatures([]), None), ["/v2/creatures/?limit=20"]);
    let classes = Filter::new(EntryType::CharacterOption(CharacterOptionType::Class), []);
    assert_eq!(
        queries(&classes, None),
        ["/v2/classes/?is_subclass=false&limit=20", "/v2/classes/?is_subclass=true&limit=20"]
    );
    assert_eq!(
        queries(&classes, Some("paladin")),
        ["/v2/classes/?limit=20&name__iexact=paladin", "/v2/classes/?limit=20&name__contains=paladin"]
    );
}

#[test]
fn short_lists_are_queried_whole_and_once() {
    let of = |rule_type| Filter::new(EntryType::Rule(rule_type), []);
    assert_eq!(queries(&of(RuleType::Condition), Some("grappled")), ["/v2/conditions/?limit=100"]);
    assert_eq!(queries(&of(RuleType::Skill), None), ["/v2/skills/?limit=100"]);
    assert_eq!(queries(&of(RuleType::Proficiency), Some("lyre")), [""; 0], "Open5e has no such list");
}

#[test]
fn only_requested_documents_are_queried() {
    let documents = ["kp".to_owned(), "tob".to_owned()];
    let filter = Filter::spells([LEVEL.is(3)]);
    let request = LookupRequest { filter: &filter, name: None, documents: Some(&documents), limit: 5 };
    assert_eq!(
        plan_queries(request).steps[0][0].key(""),
        "GET /v2/spells/?document__key__in=kp%2Ctob&level=3&limit=5&ordering=name"
    );
}
