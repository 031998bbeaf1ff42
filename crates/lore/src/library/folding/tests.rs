use content::facts::Facts;
use content::model::{CharacterOption, Equipment, Homebrew, Provider, Slug, Spell};
use content::query::CacheStatus;

use super::*;

fn entry(document: &str, kind: Kind, name: &str, details: Details) -> Entry {
    Entry {
        name: name.to_owned(),
        slug: Slug::new(name),
        kind,
        document: document.to_owned(),
        document_key: DocumentKey::new(document),
        document_name: document.to_owned(),
        document_source: if document == "own" { Provider::OrcBrew } else { Provider::Open5eV2 },
        publisher: None,
        license: None,
        page: None,
        citation: None,
        cached_at: String::new(),
        cache_status: CacheStatus::Fresh,
        similarity_score: None,
        excerpt: None,
        uri: format!("{document}/{name}"),
        also_in: Vec::new(),
        variants: Vec::new(),
        more_versions: None,
        details,
        facts: Facts::default(),
        homebrew: Homebrew::default(),
        body: "It glows.".to_owned(),
        user_note: None,
        description_is_cut: false,
    }
}

fn spell(document: &str, name: &str) -> Entry {
    entry(document, Kind::Spell, name, Details::Spell(Spell::default()))
}

fn item(document: &str, name: &str) -> Entry {
    entry(document, Kind::MagicItem, name, Details::Equipment(Box::<Equipment>::default()))
}

fn option(parent: &str) -> Entry {
    let parent = Some(parent.to_owned());
    let details = Details::CharacterOption(CharacterOption { parent, ..CharacterOption::default() });
    entry("srd-2014", Kind::ClassOption, "Extra Lamp", details)
}

/// The address of a shown entry, with those of its other versions and of its variants.
type Row = (String, Vec<String>, Vec<String>);

fn folded(entries: Vec<Entry>, asked: Option<&str>, with_variants: bool) -> Vec<Row> {
    let asked = asked.map(str::to_owned);
    let folding = Folding { preferred: &HashSet::new(), asked, with_variants, shows_first: false };
    let editions = [("srd-2014", Edition::Of2014), ("srd-2024", Edition::Of2024)];
    let editions = editions.map(|(key, edition)| (DocumentKey::new(key), edition)).into_iter().collect();
    let (groups, _) = folding.groups(entries, 0);
    let uris = |versions: Vec<OtherVersion>| versions.into_iter().map(|version| version.uri).collect();
    let shown = groups.all.into_iter().filter_map(|group| folding.one_of(group, &editions, true));
    shown.map(|entry| (entry.uri, uris(entry.also_in), uris(entry.variants))).collect()
}

fn row(uri: &str, also_in: &[&str], variants: &[&str]) -> Row {
    let owned = |uris: &[&str]| uris.iter().map(|&uri| uri.to_owned()).collect();
    (uri.to_owned(), owned(also_in), owned(variants))
}

#[test]
fn editions_are_one_result_that_shows_the_2024_rules() {
    let entries = ["srd-2014", "tome", "own", "srd-2024"].map(|document| spell(document, "Lamp"));
    let rows = [row("srd-2024/Lamp", &["srd-2014/Lamp", "tome/Lamp"], &[]), row("own/Lamp", &[], &[])];
    assert_eq!(folded(entries.to_vec(), None, true), rows, "homebrew stands by itself");
    let twice = ["srd-2014", "srd-2014", "srd-2024"].map(|document| spell(document, "Lamp"));
    let rows = [row("srd-2024/Lamp", &["srd-2014/Lamp"], &[]), row("srd-2014/Lamp", &[], &[])];
    assert_eq!(folded(twice.to_vec(), None, true), rows, "two of one document are two things");
}

#[test]
fn a_renamed_entry_is_shown_by_the_name_that_was_asked_for() {
    let goblins = || {
        let of = |document, name| entry(document, Kind::Creature, name, Details::Creature(Box::default()));
        vec![of("srd-2014", "Goblin"), of("srd-2024", "Goblin Warrior")]
    };
    let older = row("srd-2014/Goblin", &["srd-2024/Goblin Warrior"], &[]);
    assert_eq!(folded(goblins(), Some("goblin"), false), [older]);
    let newer = row("srd-2024/Goblin Warrior", &["srd-2014/Goblin"], &[]);
    assert_eq!(folded(goblins(), None, true), [newer]);
}

#[test]
fn variants_are_one_result_unless_one_was_named() {
    let names = ["Lamp, +1", "Lamp, +2", "Lamp, +1, +2, or +3", "Lamp (red)", "Lantern"];
    let entries = || names.map(|name| item("srd-2014", name)).to_vec();
    let variants = &["srd-2014/Lamp, +2", "srd-2014/Lamp, +1, +2, or +3", "srd-2014/Lamp (red)"];
    let rows = [row("srd-2014/Lamp, +1", &[], variants), row("srd-2014/Lantern", &[], &[])];
    assert_eq!(folded(entries(), None, true), rows);
    assert_eq!(folded(entries(), Some("lamp, +1"), false).len(), names.len());
}

#[test]
fn an_option_of_several_classes_is_one_result() {
    let folding =
        Folding { preferred: &HashSet::new(), asked: None, with_variants: true, shows_first: false };
    let parents: Vec<String> = (0..12).map(|number| format!("Class {number}")).collect();
    let (mut groups, best) = folding.groups(parents.iter().map(|parent| option(parent)).collect(), 5);
    assert_eq!((groups.all.len(), best), (1, 1));
    let shown = folding.one_of(groups.all.remove(0), &HashMap::new(), true).unwrap();
    assert_eq!(shown.also_in[0].parent.as_deref(), Some("Class 1"));
    assert_eq!((shown.also_in.len(), shown.more_versions), (MAX_NAMED, Some(11 - MAX_NAMED)));
    assert_eq!(shown.also_in[0].differs, Some(true), "another class");
}
