//! Encounters of the creatures of a library. The table and the examples are compared with the page of SRD
//! 5.2.1.

use lore::Library;
use lore::encounter::{
    CountRange, Difficulty, EncounterAnswer, EncounterList, EncounterPlan, Measure, Party, RatedDifficulty,
};
use lore::ingest::Batch;
use lore::model::{Edition, NewDocument};
use lore::progress::Job;
use lore::query::NameLookup;

use crate::starter::srds;
use crate::support::{creature, document};

fn measure(party: &str) -> Measure {
    Measure { party: party.parse().unwrap(), edition: None, by_2024_budget: false }
}

fn of(party: &str, difficulty: Difficulty) -> EncounterPlan {
    EncounterPlan {
        measure: measure(party),
        difficulty,
        budget_xp: None,
        documents: None,
        environment: None,
        creature_type: None,
        cr_min: None,
        cr_max: None,
        include: Vec::new(),
        exclude: Vec::new(),
        count: None,
        theme: None,
        seed: 0,
    }
}

async fn rate(library: &Library, measure: Measure, creatures: &str) -> lore::Result<EncounterAnswer> {
    let creatures = creatures.split(", ").map(|creature| creature.parse().unwrap()).collect();
    library.rate_encounter(&EncounterList { measure, creatures, documents: None }).await
}

async fn planned(library: &Library, plan: EncounterPlan) -> EncounterAnswer {
    library.plan_encounters(&plan).await.unwrap()
}

async fn refuses(library: &Library, plan: EncounterPlan, words: &[&str]) {
    let why = library.plan_encounters(&plan).await.unwrap_err().to_string();
    assert!(words.iter().all(|words| why.contains(words)), "{why}");
}

fn listed(answer: &EncounterAnswer) -> String {
    let encounters = answer.encounters.iter().map(|encounter| {
        let creatures =
            encounter.creatures.iter().map(|creature| format!("{} {}", creature.count, creature.uri));
        creatures.collect::<Vec<_>>().join(", ")
    });
    encounters.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn the_table_is_that_of_the_page() {
    let (library, _home) = srds().await;
    let lookup = NameLookup {
        name: "Combat Encounters".into(),
        documents: Some(vec!["srd-2024".into()]),
        ..NameLookup::default()
    };
    let page = library.by_any_name(&lookup).await.unwrap().entries.remove(0);
    let mut cells = 0;
    for row in page.body.lines() {
        let numbers: Option<Vec<u32>> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().replace(',', "").parse().ok()).collect();
        let Some([level, of_page @ ..]) = numbers.as_deref() else { continue };
        let party = Party::of_levels(&[i64::from(*level)]).unwrap();
        assert_eq!(Difficulty::ALL.map(|difficulty| party.budget(difficulty)), of_page, "level {level}");
        cells += of_page.len();
    }
    assert_eq!(cells, 60);
}

#[tokio::test]
async fn the_examples_of_the_page_cost_what_it_says() {
    use RatedDifficulty::{High, Low, Moderate};
    let (library, _home) = srds().await;
    for (party, creatures, sum, difficulty) in [
        ("4x1", "1 Bugbear Warrior", "1 × 200 = 200", Low),
        ("4x1", "2 Giant Wasps", "2 × 100 = 200", Low),
        ("4x1", "6 Giant Rats", "6 × 25 = 150", Low),
        ("5x3", "2 Druids, 9 Stirges", "2 × 450 + 9 × 25 = 1,125", Moderate),
        ("5x3", "1 Wight, 1 Warhorse Skeleton, 6 Skeletons", "1 × 700 + 1 × 100 + 6 × 50 = 1,100", Moderate),
        ("6x15", "2 Adult Red Dragons, 2 Fire Giants", "2 × 18,000 + 2 × 5,000 = 46,000", High),
    ] {
        let answer = rate(&library, measure(party), creatures).await.unwrap();
        let encounter = &answer.encounters[0];
        assert_eq!((&encounter.sum, encounter.difficulty), (&format!("{sum} XP"), Some(difficulty)));
        let is_of_2024 =
            encounter.creatures.iter().all(|creature| creature.document_key.as_str() == "srd-2024");
        assert!(is_of_2024, "{creatures}: {}", listed(&answer));
    }
}

#[tokio::test]
async fn plans_take_the_2024_creature_and_never_both_editions() {
    let (library, _home) = srds().await;
    let mut goblins = 0;
    for seed in 0..12 {
        let plan = || EncounterPlan { seed, ..of("4x3", Difficulty::Moderate) };
        let answer = planned(&library, plan()).await;
        assert_eq!(answer, planned(&library, plan()).await);
        assert!(answer.encounters.len() >= 3, "{}", listed(&answer));
        for encounter in &answer.encounters {
            let xp = encounter.creatures.iter().map(|creature| creature.count * creature.xp.unwrap());
            let total = (encounter.total_xp, Some(900 - encounter.total_xp));
            assert_eq!((xp.sum(), encounter.unspent_xp), total, "{}", encounter.sum);
            for creature in &encounter.creatures {
                assert_ne!(creature.uri, "lore://entry/srd-2014/creature/goblin");
                goblins += usize::from(creature.name.contains("Goblin"));
            }
        }
    }
    let include = vec!["2 goblin".parse().unwrap()];
    let answer = planned(&library, EncounterPlan { include, ..of("4x3", Difficulty::Moderate) }).await;
    for encounter in &answer.encounters {
        let warrior = "lore://entry/srd-2024/creature/goblin-warrior";
        let has_two = encounter.creatures.iter().any(|it| it.uri == warrior && it.count >= 2);
        assert!(has_two && encounter.total_xp <= 900, "{}", listed(&answer));
    }
    assert!(goblins < 12 * 8);
}

#[tokio::test]
async fn an_impossible_request_says_what_excludes_everything() {
    let (library, _home) = srds().await;
    let base = || of("4x1", Difficulty::Moderate);
    let strong =
        EncounterPlan { creature_type: Some("undead".into()), cr_min: Some("10".parse().unwrap()), ..base() };
    let both = ["without `difficulty` (a budget of 300 XP)", "without `cr_min` (10)"];
    refuses(&library, strong, &both).await;
    let unknown = EncounterPlan { creature_type: Some("undeed".into()), ..base() };
    refuses(&library, unknown, &["without `type`", "the nearest are `undead`"]).await;
    let forest = EncounterPlan { environment: Some("Forest".into()), ..base() };
    refuses(&library, forest, &["without `environment`"]).await;
    let many = EncounterPlan {
        count: Some(CountRange { min: 40, max: 50 }),
        cr_min: Some("1".parse().unwrap()),
        ..base()
    };
    refuses(&library, many, &["without `count` (at least 40 creatures)"]).await;
    let elsewhere = EncounterPlan { documents: Some(vec!["nowhere".into()]), ..base() };
    refuses(&library, elsewhere, &["`nowhere`"]).await;
    let costly = EncounterPlan { include: vec!["lich".parse().unwrap()], ..base() };
    let why = library.plan_encounters(&costly).await.unwrap_err().to_string();
    assert_eq!(why, "the creatures of `include` cost 33,000 XP, more than the budget of 300 XP");
    let nobody = rate(&library, measure("4x1"), "3 frumious bandersnatch").await.unwrap_err().to_string();
    assert!(nobody.contains("no creature `frumious bandersnatch`"), "{nobody}");
}

#[tokio::test]
async fn the_2014_rules_have_xp_and_no_table_of_difficulties() {
    let (library, _home) = srds().await;
    let of_2014 =
        |by_2024_budget| Measure { edition: Some(Edition::Of2014), by_2024_budget, ..measure("4x3") };
    let answer = rate(&library, of_2014(false), "4 goblin, ogre").await.unwrap();
    let encounter = &answer.encounters[0];
    assert_eq!((encounter.total_xp, encounter.xp_per_character, encounter.difficulty), (650, 162, None));
    assert!(answer.budgets.is_empty() && answer.messages[0].contains("not open content"), "{answer:?}");
    assert!(listed(&answer).contains("srd-2014/creature/goblin"), "{}", listed(&answer));
    let plan = |by_2024_budget, budget_xp| EncounterPlan {
        measure: of_2014(by_2024_budget),
        budget_xp,
        ..of("4x3", Difficulty::Moderate)
    };
    refuses(&library, plan(false, None), &["`use_2024_budget`"]).await;
    let guided = planned(&library, plan(true, None)).await;
    assert!(guided.budget_xp == Some(900) && !listed(&guided).contains("srd-2024"), "{}", listed(&guided));
    let given = planned(&library, plan(false, Some(600))).await;
    assert!(given.encounters.iter().all(|it| it.total_xp <= 600 && it.difficulty.is_none()), "{given:?}");
}

#[tokio::test]
async fn a_creature_of_the_book_is_preferred_under_any_of_its_names() {
    let (library, _home) = srds().await;
    let mut others = Batch::default();
    others.add_document(NewDocument {
        game_system: Some("5th Edition 2014".to_owned()),
        ..document("other-monsters")
    });
    for name in ["Werewolf", "Goblin Warrior", "Plum Troll"] {
        others.add("test", name, Ok(creature("other-monsters", name, "Humanoid", "3")));
    }
    library.import(&others, &Job::quiet()).await.unwrap();
    let of_2014 = Measure { edition: Some(Edition::Of2014), ..measure("4x3") };
    for (name, taken) in [
        ("werewolf", "srd-2014/creature/werewolf"),
        ("goblin warrior", "srd-2014/creature/goblin"),
        ("plum troll", "other-monsters/creature/plum-troll"),
    ] {
        let answer = rate(&library, of_2014.clone(), name).await.unwrap();
        assert!(listed(&answer).ends_with(taken), "{name}: {}", listed(&answer));
        let plan = EncounterPlan {
            measure: of_2014.clone(),
            include: vec![name.parse().unwrap()],
            budget_xp: Some(1_000),
            ..of("4x3", Difficulty::Moderate)
        };
        let planned = planned(&library, plan).await;
        assert!(listed(&planned).contains(taken), "{name}: {}", listed(&planned));
    }
    let documents = Some(vec!["other-monsters".to_owned()]);
    let creatures = vec!["werewolf".parse().unwrap()];
    let named = EncounterList { measure: measure("4x3"), creatures, documents };
    let answer = library.rate_encounter(&named).await.unwrap();
    assert!(listed(&answer).contains("other-monsters/"), "{}", listed(&answer));
}
