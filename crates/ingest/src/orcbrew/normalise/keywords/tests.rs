use super::*;

#[test]
fn keywords_become_words() {
    for (key, words) in [
        ("9-lives", "9 Lives"),
        ("sorcerer-divine-soul-", "Sorcerer Divine Soul"),
        ("telepathy-120-ft-", "Telepathy 120 ft."),
        ("swarm-of-tiny-beasts", "Swarm of Tiny Beasts"),
        ("orcpub.dnd.e5.character/con", "Con"),
        ("half-elf", "Half-Elf"),
        ("clothes-traveler-s", "Traveler's Clothes"),
        ("thieves-tools", "Thieves' Tools"),
        ("smiths-tools", "Smith's Tools"),
        ("crossbow-light", "Light Crossbow"),
        ("rope-silk-50-feet", "Silk Rope 50 Feet"),
        ("rope-trick", "Rope Trick"),
        ("crossbow-expert", "Crossbow Expert"),
        ("pot-of-awakening", "Pot of Awakening"),
        ("attack-roll?", "Attack Roll"),
        ("Words as they are", "Words as they are"),
        ("", ""),
        ("---", ""),
    ] {
        assert_eq!(in_words(key), words, "{key}");
    }
}

#[test]
fn plural_keys_become_singular() {
    for (plural, one) in [
        ("invocations", "invocation"),
        ("draconic-ancestries", "draconic ancestry"),
        ("classes", "class"),
        ("glass", "glass"),
        ("s", "s"),
        ("", "option"),
    ] {
        assert_eq!(singular(plural), one, "{plural}");
    }
}
