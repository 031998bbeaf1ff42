use super::*;

#[test]
fn the_name_of_an_edition_means_its_srd() {
    for text in ["5e", "2014", "5.1", "SRD 5.1", "srd-5e", "5e-srd", "wotc-srd", "SRD-2014", "SRD"] {
        assert_eq!(key_meant_by(text), "srd-2014", "{text}");
    }
    for text in ["5.5e", "2024", "5.2", "5.2.1", "SRD 5.2", "srd-5.2.1", "System Reference Document 5.2"] {
        assert_eq!(key_meant_by(text), "srd-2024", "{text}");
    }
    assert_eq!(key_meant_by("Tome of Beasts"), "tome-of-beasts");
}
