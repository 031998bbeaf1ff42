use super::*;

#[test]
fn every_kind_reads_back_from_its_name() {
    for kind in Kind::ALL {
        assert_eq!(kind.as_str().parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
    }
}

#[test]
fn a_content_type_is_found_in_any_case_and_number() {
    for text in ["Spell", "spells", "SPELLS"] {
        assert_eq!(ContentType::find(text).unwrap().name, "Spell");
    }
    assert_eq!(ContentType::find("magic-items").unwrap().kinds, &[Kind::MagicItem]);
    assert_eq!(ContentType::find("Proficiencies").unwrap().name, "Proficiency");
    assert_eq!(ContentType::find("classes").unwrap().name, "Class");
    assert_eq!(ContentType::find("monsters").unwrap().name, "Creature");
    assert_eq!(ContentType::find("species").unwrap().name, "Race");
    assert_eq!(ContentType::find("sandwich"), None);
}
