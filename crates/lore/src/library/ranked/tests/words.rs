use content::progress::Job;

use crate::library::entry_embedding::tests::{import, new_library, spell};
use crate::{EmbeddingOptions, Library};

async fn store(library: &Library, spells: &[(&str, &str)]) {
    import(library, spells.iter().map(|(name, body)| spell("book", name, body)).collect()).await;
    library.text.try_catch_up(&Job::quiet()).await;
}

#[tokio::test]
async fn coverage_is_the_share_of_rare_words() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    let spells = [
        // `Web` has everyday words, among them the bandits.
        ("Web", "You conjure strands."),
        ("Plum Talk", "You speak with plums. You may ask a bandit."),
        ("Plum Ball", "A plum bursts."),
    ];
    store(&library, &spells).await;
    let coverage = async |query| library.text.coverage(query, &[1, 2, 3]).await.unwrap();
    let plums = coverage("what are plums that zyzzyx").await;
    let plums = [1, 2, 3].map(|entry| plums[&entry].anywhere);
    assert_eq!(plums, [0.0, 1.0, 1.0], "an unknown word is not a word");
    let bandits = coverage("bandits conjure plum").await;
    assert!(bandits[&1].everyday > 0.0 && bandits[&1].anywhere > bandits[&1].everyday, "{bandits:?}");
    assert!(bandits[&2].everyday == 0.0 && bandits[&2].anywhere > bandits[&3].anywhere, "{bandits:?}");
    assert!(bandits[&1].anywhere < 1.0 && bandits[&3].anywhere < 0.5, "{bandits:?}");
    // The old text of a changed entry does not count.
    store(&library, &[("Plum Ball", "It bursts.")]).await;
    assert_eq!(coverage("bursts plums").await[&3].anywhere, 1.0);
    assert!(coverage("").await.is_empty());
}

#[tokio::test]
async fn a_word_between_two_names_is_corrected_alike_after_a_rebuild() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    // The book with more entries is the first in the index, until it is rebuilt.
    import(&library, vec![spell("first", "Marbly", "Round."), spell("first", "Dusk", "Dark.")]).await;
    import(&library, vec![spell("second", "Marble", "Round.")]).await;
    let before = library.text.corrected("marblx").unwrap();
    library.text.rebuild(&Job::quiet()).await.unwrap();
    assert_eq!(before.as_deref(), Some("marble"));
    assert_eq!(library.text.corrected("marblx").unwrap(), before);
}

#[tokio::test]
async fn a_mistyped_plural_is_that_of_a_word_of_a_name() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    // The texts have the stem that the words without their `e` have, too.
    let spells = [
        ("Plum Gloomlet", "A gloomlet."),
        ("Marly Harpfly", "Harpflies."),
        ("Zomble Pixlie", "The pixlies come."),
    ];
    store(&library, &spells).await;
    let corrected = |query| library.text.corrected(query).unwrap();
    for (typed, meant) in [
        ("golomlets", "gloomlets"),
        ("gloomets", "gloomlets"),
        ("harpfiles", "harpflies"),
        ("pixlis", "pixlies"),
        ("zombls", "zombles"),
    ] {
        assert_eq!(corrected(typed).as_deref(), Some(meant));
    }
    for query in ["gloomlets", "harpflies", "pixlies", "plums", "zombles", "pixlie"] {
        assert_eq!(corrected(query), None, "{query}");
    }
}

#[tokio::test]
async fn words_are_joined_and_split_as_in_names() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    let spells = [
        ("Plumspell", "A spell against plums."),
        ("Pear Bolt", "A bolt of pears."),
        ("Sunblade", "A blade."),
        ("Sun Blade", "A pearbolt, shorter than the sun."),
    ];
    store(&library, &spells).await;
    let corrected = |query| library.text.corrected(query).unwrap();
    assert_eq!(corrected("cast Plum Spell at a bolt").as_deref(), Some("cast plumspell at a bolt"));
    assert_eq!(corrected("plum-spells").as_deref(), Some("plumspells"));
    assert_eq!(corrected("a pearbolt").as_deref(), Some("a pear bolt"));
    for query in
        ["plum, spell", "plum of spell", "sun blade", "sunblade", "pear bolt", "plum spelling", "plumspell-"]
    {
        assert_eq!(corrected(query), None, "{query}");
    }
}

#[tokio::test]
async fn typing_errors_are_corrected_to_words_of_names() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    let spells = [
        ("Plum Thunderbolt", "A bolt of plums that is loud."),
        ("Plum's Concentration", "You think of plums."),
        ("Volley of Plumballs", "A plumball for everyone."),
    ];
    store(&library, &spells).await;
    let corrected = |query| library.text.corrected(query).unwrap();
    let question = corrected("Does a Thunderblot break concentraton?");
    assert_eq!(question.as_deref(), Some("does a thunderbolt break concentration?"));
    assert_eq!(corrected("plmu").as_deref(), Some("plum"));
    // The stem of the whole word is that of the mistyped one.
    assert_eq!(corrected("plumbals").as_deref(), Some("plumballs"));
    for query in ["loud bolts", "a loudish zyzzyx", "plug", "10 pluums's", "", "the", "plumball"] {
        assert_eq!(corrected(query), None, "{query}");
    }
    // A word that only the old text of an entry has is unknown, whether the index still holds that text or
    // not.
    let unknown = |query| library.text.unknown_words(query).unwrap();
    assert_eq!(unknown("loud plums"), 0.0);
    store(&library, &[("Plum Thunderbolt", "A bolt of plums.")]).await;
    assert_eq!([unknown("loud"), unknown("loud plums"), unknown("")], [1.0, 0.5, 0.0]);
}
