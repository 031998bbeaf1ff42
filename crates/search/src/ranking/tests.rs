use super::*;

fn input(id: i64, name: &str) -> RankInput<'_> {
    RankInput {
        id,
        kind: Kind::Spell,
        name,
        base_item: None,
        origin: Origin::ThirdParty,
        document: id,
        is_preferred: false,
        is_of_named_book: false,
        text_score: 0.0,
        coverage: Coverage::default(),
        associated_words: 0.0,
        nearness: None,
    }
}

fn near(name: &str, cosine: f32) -> RankInput<'_> {
    RankInput { nearness: Some(Nearness { best: cosine, mean: cosine }), ..input(0, name) }
}

/// Entries of document 0 get documents of their own.
fn names<'a>(query: &str, mut inputs: Vec<RankInput<'a>>) -> Vec<&'a str> {
    for (id, input) in (0..).zip(&mut inputs) {
        input.id = id;
        input.document = if input.document == 0 { id } else { input.document };
    }
    let ranked = rank(query, &inputs);
    ranked.iter().map(|scored| inputs[usize::try_from(scored.id).unwrap()].name).collect()
}

#[test]
fn the_preferred_edition_of_an_entry_comes_first() {
    let preferred = |input: RankInput<'static>| RankInput { is_preferred: true, ..input };
    let wards = [
        RankInput { id: 1, text_score: 9.0, ..near("plum ward", 0.6) },
        RankInput { id: 2, document: 2, ..preferred(near("plum ward", 0.5)) },
        RankInput { id: 3, document: 3, ..preferred(near("pear ward", 0.55)) },
    ];
    let found = rank("a ring of plums", &wards);
    assert_eq!(found.iter().map(|scored| scored.id).collect::<Vec<_>>(), [2, 3, 1]);
    assert_eq!(rank("plum ward", &wards[..2])[0].id, 2);
}

#[test]
fn the_named_entry_comes_first() {
    let by_text =
        RankInput { text_score: 90.0, origin: Origin::CoreRules, ..near("shield of fire resistance", 0.9) };
    assert_eq!(names("fire shield", vec![by_text, input(0, "fire shield")])[0], "fire shield");
    assert_eq!(names("HUNTER’S  mark", vec![by_text, input(0, "hunter's mark")])[0], "hunter's mark");
}

#[test]
fn a_name_with_a_typing_error_comes_first() {
    let same = |name| RankInput { text_score: 7.0, ..near(name, 0.3) };
    assert_eq!(names("firebal", vec![same("wall of fire"), same("fireball")])[0], "fireball");
    assert_eq!(names("healling wrod", vec![same("holy word"), same("healing word")])[0], "healing word");
    let misspelt = names("adlut red dargon", vec![near("red slaad", 0.35), near("adult red dragon", 0.3)]);
    assert_eq!(misspelt[0], "adult red dragon");
}

#[test]
fn a_question_that_names_a_condition_is_about_it() {
    let condition = RankInput { kind: Kind::Condition, ..input(1, "grappled") };
    let language = RankInput {
        coverage: Coverage { everyday: 0.6, anywhere: 0.6 },
        kind: Kind::Language,
        ..input(2, "orc")
    };
    let condition = RankInput { coverage: Coverage { everyday: 0.3, anywhere: 0.6 }, ..condition };
    let question = "what does it mean to be grappled, and how do I end it";
    assert_eq!(names(question, vec![language, condition]), ["grappled", "orc"]);
    let spell = RankInput { kind: Kind::Spell, ..condition };
    assert_eq!(names(question, vec![language, spell]), ["orc", "grappled"], "half a name");
}

#[test]
fn meaning_decides_where_words_do_not() {
    let ranked = names("protect from fire", vec![near("ice storm", 0.2), near("flame ward", 0.6)]);
    assert_eq!(ranked, ["flame ward", "ice storm"]);
}

#[test]
fn core_rules_come_before_equal_entries() {
    let core = RankInput { origin: Origin::CoreRules, ..near("wight", 0.4) };
    assert_eq!(names("drains life", vec![near("barrow wight", 0.4), core])[0], "wight");
}

#[test]
fn duplicates_are_demoted_below_other_entries() {
    let sword = |name, base| RankInput { kind: Kind::MagicItem, base_item: Some(base), ..near(name, 0.8) };
    let blades = vec![
        sword("flame tongue longsword", "longsword"),
        sword("flame tongue rapier", "rapier"),
        sword("flame tongue dagger", "dagger"),
        RankInput { kind: Kind::MagicItem, ..near("sun blade", 0.7) },
    ];
    assert_eq!(names("burning blade", blades)[..2], ["flame tongue longsword", "sun blade"]);
}

#[test]
fn the_shapes_of_an_item_do_not_fill_a_page() {
    let item = |name, cosine| RankInput { kind: Kind::MagicItem, document: 9, ..near(name, cosine) };
    let inputs = vec![
        item("weapon of warning (javelin)", 0.8),
        item("weapon of warning (rapier)", 0.8),
        item("weapon of warning (dagger)", 0.8),
        item("bell of alarm", 0.3),
    ];
    assert_eq!(names("wakes me up when enemies come", inputs)[1], "bell of alarm");
}

#[test]
fn homebrew_is_not_a_duplicate_of_its_namesake() {
    let own = RankInput { origin: Origin::Homebrew, ..near("fireball", 0.5) };
    let core = RankInput { origin: Origin::CoreRules, ..near("fireball", 0.5) };
    let ranked = names("firebal", vec![near("flame blade", 0.5), core, own]);
    assert_eq!(ranked[..2], ["fireball", "fireball"]);
}

#[test]
fn every_edition_of_the_named_entry_has_the_top_score() {
    let wight = RankInput { id: 1, text_score: 9.0, ..near("wight", 0.5) };
    let all = [wight, RankInput { id: 2, ..wight }, RankInput { id: 3, ..wight }];
    let scores: Vec<f64> = rank("wight", &all).iter().map(|scored| scored.score).collect();
    assert_eq!(scores, [1.0, 1.0, 1.0]);
}

#[test]
fn scores_stay_between_zero_and_one_and_never_rise() {
    let odd = [
        RankInput { text_score: 1e9, origin: Origin::CoreRules, ..near("dragon", 1.0) },
        RankInput { text_score: 0.0, ..near("", 0.0) },
        RankInput { text_score: f32::MAX, ..input(3, "dragon wyrmling") },
    ];
    for query in ["dragon", "", "?", "red dragon that breathes fire"] {
        let scores = rank(query, &odd);
        assert!(scores.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(scores.iter().all(|scored| (0.0..=1.0).contains(&scored.score)), "{scores:?}");
    }
}
