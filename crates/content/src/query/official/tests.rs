use super::*;

#[test]
fn names_that_look_official_are_marked() {
    let official = OfficialNames::with(["System Reference Document 5.1", "The Amber Almanac"]);
    for name in [
        "srd-2014",
        "SRD 5.1",
        "S R D  5.1",
        "ＳＲＤ－２０１４",
        "𝐒𝐑𝐃 5.1",
        "S\u{200b}R\u{2060}D\u{ad} 5.1",
        "ЅRD 5.1",
        "ꜱʀᴅ 5.1",
        "5e",
        "2024 rules",
        "System Reference Document 5.1",
        "Sуstеm Rеfеrеnсе Dосumеnt 5.1",
        "System_Reference_Document_5.l",
        "The official System Reference Document",
        "Systém Référence Document 5.1",
        "tome of beasts",
        "Torne of Beasts",
        "T0me 0f Bea5ts",
        "Τομε οf Веаѕtѕ",
        "Tome of Beasts 2",
        "TOB",
        "the amber almanac!",
        "Amber Almanac, The: the amber almanac",
    ] {
        assert!(official.resembles(name), "{name} is simplified to {}", simplified(name));
        assert_eq!(official.shown(name), format!("{} (homebrew)", in_one_line(name)));
    }
    let long = official.shown(&format!("SRD 5.1 {} (homebrew)", "and more ".repeat(30)));
    assert!(long.chars().count() < 75 && long.ends_with("… (homebrew)"), "{long}");
}

#[test]
fn other_names_are_not_marked() {
    let official = OfficialNames::with(["System Reference Document 5.1"]);
    for name in ["Ember Book", "House Rules", "Tome of Embers", "Книга теней", "龍の書", "", "Core Memories"]
    {
        assert_eq!(official.shown(name), name, "{}", simplified(name));
    }
    assert_eq!(official.shown("SRD 5.1 (homebrew)"), "SRD 5.1 (homebrew)", "one mark is enough");
}

#[test]
fn keys_that_mean_official_documents_are_reserved() {
    for key in ["srd-2014", "srd-2024", "srd", "5e", "2024", "srd-5e", "wotc-srd", "tob", "tob-2023"] {
        assert!(is_reserved(key), "{key}");
    }
    assert!(!is_reserved("ember-book") && !is_reserved("one"));
}

#[test]
fn alphabets_that_look_alike_have_equal_lengths() {
    for (strange, latin) in LOOK_ALIKES {
        assert_eq!(strange.chars().count(), latin.chars().count(), "{strange}");
    }
}
