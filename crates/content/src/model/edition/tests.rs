use super::*;

#[test]
fn an_edition_is_known_by_all_its_names() {
    for name in ["2014", "5e", "5E", "5.1", "SRD 5.1", "srd-2014", "2014 rules", "D&D 5e", "5th edition"] {
        assert_eq!(name.parse(), Ok(Edition::Of2014), "{name}");
    }
    for name in [
        "2024", "5.5", "SRD 5.2.1", "srd-5.2", "2024 rules", "the rules of 2024", "5e 2024",
        "5th Edition (2024)", "One D&D", "OneDnD",
    ] {
        assert_eq!(name.parse(), Ok(Edition::Of2024), "{name}");
    }
}

#[test]
fn what_names_no_edition_or_two_is_none() {
    for name in ["", "SRD", "3.5", "4e", "5", "one", "2025", "a5e", "2014 2024", "other", "tob-2023"] {
        assert_eq!(name.parse::<Edition>(), Err(UnknownEdition(name.to_owned())));
    }
}
