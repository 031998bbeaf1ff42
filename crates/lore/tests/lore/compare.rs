//! Entries of both System Reference Documents side by side, as their pages have them.

use lore::Library;
use lore::compare::{Comparison, DifferentField, Words};

use crate::starter::srds;

async fn compare(library: &Library, entry: &str) -> Comparison {
    library.compare(&format!("lore://entry/srd-2014/{entry}"), None).await.unwrap()
}

fn field(name: &str, first: &str, second: &str) -> DifferentField {
    DifferentField { name: name.to_owned(), values: vec![first.to_owned(), second.to_owned()] }
}

async fn refused(library: &Library, first: &str, second: Option<&str>) -> String {
    let address = |entry: &str| format!("lore://entry/{entry}");
    library.compare(&address(first), second.map(address).as_deref()).await.unwrap_err().to_string()
}

#[tokio::test]
async fn fields_and_sentences_differ_as_on_the_pages() {
    let (library, _home) = srds().await;
    let longsword = compare(&library, "weapon/longsword").await;
    let properties = field("properties", "Versatile (1d10)", "Versatile (1d10), Sap (mastery)");
    assert_eq!(longsword.fields, [properties]);

    let owlbear = compare(&library, "creature/owlbear").await;
    let expected = [
        ("Perception", "3", "5"),
        ("armor detail", "natural armor", ""),
        ("initiative bonus", "", "1"),
        ("languages", "", "None"),
        ("senses", "darkvision 60 ft., passive Perception 13", "Darkvision 60 ft.; Passive Perception 15"),
        ("speed", "40 ft.", "40 ft., Climb 40 ft."),
    ];
    assert_eq!(owlbear.fields, expected.map(|(name, first, second)| field(name, first, second)));
    let only_first = vec![Words::First("Keen Sight and Smell.".to_owned())];
    let only_second = vec![Words::Second("The owlbear makes two Rend attacks.".to_owned())];
    assert!(owlbear.sentences.contains(&only_first) && owlbear.sentences.contains(&only_second));

    let fireball = compare(&library, "spell/fireball").await;
    let changed = [
        Words::Same("A bright streak flashes from".to_owned()),
        Words::First("your pointing finger".to_owned()),
        Words::Second("you".to_owned()),
    ];
    assert!(fireball.sentences.iter().any(|runs| runs.starts_with(&changed)), "{fireball:?}");
    let markdown = fireball.to_markdown();
    let head = "| | Fireball (SRD 5.1, p. 144, 2014) | Fireball (SRD 5.2.1, p. 131, 2024) |";
    assert!(markdown.starts_with(head), "{markdown}");
    assert!(markdown.contains("flashes from ~~your pointing finger~~ **you** to a point"), "{markdown}");
}

#[tokio::test]
async fn a_twin_may_have_another_name_and_any_two_of_a_kind_can_be_compared() {
    let (library, _home) = srds().await;
    assert_eq!(compare(&library, "creature/goblin").await.second.name, "Goblin Warrior");
    let wolf = "lore://entry/srd-2024/creature/wolf";
    let two = library.compare(wolf, Some("lore://entry/srd-2024/creature/dire-wolf")).await.unwrap();
    assert!(two.fields.contains(&field("size", "Medium", "Large")), "{:?}", two.fields);
    let same = library.compare(wolf, Some(wolf)).await.unwrap();
    assert!(same.fields.is_empty() && same.same_sentences == same.sentences.len());
    assert!(same.to_markdown().contains("the same word for word"));
}

#[tokio::test]
async fn what_cannot_be_compared_is_said() {
    let (library, _home) = srds().await;
    let missing = refused(&library, "srd-2014/spell/no-such-spell", None).await;
    assert!(missing.contains("no entry at `lore://entry/srd-2014/spell/no-such-spell`"), "{missing}");
    let alone = refused(&library, "srd-2024/spell/starry-wisp", None).await;
    assert!(alone.starts_with("no other book of the library has `Starry Wisp`"), "{alone}");
    let kinds = refused(&library, "srd-2024/spell/fireball", Some("srd-2024/creature/wolf")).await;
    assert_eq!(kinds, "a spell and a creature have nothing in common; compare two entries of one kind");
}
