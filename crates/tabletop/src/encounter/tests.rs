use std::collections::HashSet;

use content::model::{ChallengeRating, DocumentKey, Edition};

use super::*;

fn party(text: &str) -> Party {
    text.parse().unwrap()
}

fn measure(text: &str) -> Measure {
    Measure { party: party(text), edition: None, by_2024_budget: false }
}

fn candidate(id: i64, name: &str, creature_type: &str, rating: &str) -> Candidate {
    let rating: ChallengeRating = rating.parse().unwrap();
    Candidate {
        id,
        document: 1,
        creature_type: Some(creature_type.to_owned()),
        environments: Vec::new(),
        shared_name: shared_name(name),
        preference: 0,
        theme_place: None,
        creature: EncounterCreature {
            count: 1,
            name: name.to_owned(),
            challenge_rating: Some(rating),
            xp: Some(rating.experience_points()),
            initiative: None,
            document_key: DocumentKey::new("marsh"),
            document_name: "The Marsh".to_owned(),
            edition: Edition::Of2024,
            uri: format!("lore://entry/marsh/creature/{id}"),
            lair_xp: None,
            is_legendary: false,
        },
    }
}

/// Returns a menagerie of three types and every rating up to 20; those above 15 are legendary.
fn menagerie() -> Vec<Candidate> {
    let mut all = Vec::new();
    let ratings =
        ["0", "1/8", "1/4", "1/2"].map(str::to_owned).into_iter().chain((1..=20).map(|it| it.to_string()));
    for (number, rating) in (0..).zip(ratings) {
        for (place, creature_type) in (0..).zip(["undead", "beast", "ooze"]) {
            let name = format!("{creature_type} of {rating}");
            let mut candidate = candidate(number * 3 + place, &name, creature_type, &rating);
            candidate.creature.is_legendary = number > 18;
            all.push(candidate);
        }
    }
    all
}

fn input(candidates: &[Candidate], budget: u32, count: (u32, u32), seed: u64) -> PlanInput<'_> {
    let count = CountRange { min: count.0, max: count.1 };
    PlanInput { candidates, required: &[], budget, count, seed }
}

#[test]
fn the_budget_is_the_sum_over_the_characters_and_shows_it() {
    assert_eq!(party("4x1").budget_sum(Difficulty::Low), "4 × 50 = 200 XP");
    assert_eq!(party("5x3").budget_sum(Difficulty::Moderate), "5 × 225 = 1,125 XP");
    assert_eq!(party("6x15").budget_sum(Difficulty::High), "6 × 7,800 = 46,800 XP");
    assert_eq!(party("1x4, 3x3").budget_sum(Difficulty::Moderate), "3 × 225 + 1 × 375 = 1,050 XP");
    assert_eq!(party("4,3,3,3"), party("3x3 1x4"));
    assert_eq!(party("3x3,1x4").describe(), "3 characters of level 3, 1 of level 4");
}

#[test]
fn an_impossible_party_is_refused_in_words() {
    let wrong = |text: &str| text.parse::<Party>().unwrap_err().to_string();
    assert_eq!(wrong("9999999999x3"), "the number of characters must be from 1 to 20, not 9999999999");
    assert_eq!(wrong("4x21"), "a character's level must be from 1 to 20, not 21");
    assert!(wrong("").contains("is not a party") && wrong("four").contains("is not a party"));
    let parties = [Party::of_size(-1, 3), Party::of_levels(&[]), Party::of_levels(&[3, -3])];
    assert!(parties.iter().all(Result::is_err));
}

#[test]
fn numbers_of_creatures_are_read_as_people_write_them() {
    for text in ["4 goblin", "4x goblin", "4 x goblin", "4 × goblin", " goblin x4 ", "goblin ×4"] {
        let read: CountedName = text.parse().unwrap();
        assert_eq!((read.name.as_str(), read.count), ("goblin", 4), "{text}");
    }
    let one: CountedName = "Xorn".parse().unwrap();
    assert_eq!((one.name.as_str(), one.count), ("Xorn", 1));
    let object: CountedName = serde_json::from_str(r#"{"name": "will-o'-wisp", "count": 2}"#).unwrap();
    assert_eq!((object.name.as_str(), object.count), ("will-o'-wisp", 2));
    assert!("0 goblin".parse::<CountedName>().is_err() && "101 goblin".parse::<CountedName>().is_err());
    assert!(" ".parse::<CountedName>().is_err());
    assert_eq!("2-6".parse::<CountRange>().unwrap(), CountRange { min: 2, max: 6 });
    assert_eq!(serde_json::from_str::<CountRange>("4").unwrap(), CountRange { min: 4, max: 4 });
    assert!(["0", "6-2", "101", "some"].iter().all(|text| text.parse::<CountRange>().is_err()));
}

#[test]
fn an_encounter_has_the_lowest_difficulty_that_it_does_not_exceed() {
    let measure = measure("4x1");
    let rated = |rating: &str, count: u32| {
        let creature = EncounterCreature { count, ..candidate(1, "Eel", "beast", rating).creature };
        let mut answer = EncounterAnswer::new(&measure);
        answer.add(&measure, None, vec![creature]);
        answer.encounters.remove(0)
    };
    assert_eq!(rated("1", 1).difficulty, Some(RatedDifficulty::Low));
    assert_eq!(rated("1/8", 9).difficulty, Some(RatedDifficulty::Moderate));
    assert_eq!(rated("1/8", 12).difficulty, Some(RatedDifficulty::Moderate));
    assert_eq!(rated("1/8", 13).difficulty, Some(RatedDifficulty::High));
    assert_eq!(rated("1/2", 5).difficulty, Some(RatedDifficulty::BeyondHigh));
    let rats = rated("1/8", 6);
    assert_eq!((rats.sum.as_str(), rats.total_xp, rats.xp_per_character), ("6 × 25 = 150 XP", 150, 37));
}

#[test]
fn notes_warn_of_many_strong_harmless_and_legendary_creatures() {
    let measure = measure("3x1,1x2");
    let notes = |creatures: Vec<EncounterCreature>| {
        let mut answer = EncounterAnswer::new(&measure);
        answer.add(&measure, None, creatures);
        answer.encounters.remove(0).notes.join("\n")
    };
    let of = |count, name: &str, rating| EncounterCreature {
        count,
        name: name.to_owned(),
        ..candidate(1, name, "beast", rating).creature
    };
    assert_eq!(notes(vec![of(8, "Eel", "1/8")]), "");
    assert!(notes(vec![of(9, "Eel", "1/8")]).contains("9 creatures are more than 2 for each character"));
    assert!(notes(vec![of(1, "Ogre", "2")]).contains("above level 1: Ogre"));
    let harmless = notes(vec![of(1, "Crab", "0"), of(4, "Eel", "1/8")]);
    assert!(harmless.contains("rating 0, so use few, or a swarm instead: Crab"));
    assert!(notes(vec![of(1, "Crab", "1/8")]).contains("less than half"));
    let legend = EncounterCreature { is_legendary: true, lair_xp: Some(1_100), ..of(1, "Hag", "1") };
    assert!(notes(vec![legend]).contains("turns of others: Hag. In its lair it is worth 1,100 XP."));
    let unknown = EncounterCreature { xp: None, challenge_rating: None, ..of(9, "Thing", "1") };
    assert!(notes(vec![unknown]).contains("no XP of Thing; they count as 0"));
    let four = ["A", "B", "C", "D"].map(|name| of(1, name, "1/8")).to_vec();
    assert!(notes(four).contains("4 stat blocks"));
}

#[test]
fn plans_spend_what_they_can_and_never_more() {
    let all = menagerie();
    for (budget, seed) in
        [75, 300, 900, 1_125, 5_000, 46_800, 88_000].into_iter().flat_map(|b| [(b, 1), (b, 2), (b, 77)])
    {
        let planned = plan(&input(&all, budget, (1, 8), seed));
        assert!(planned.len() >= 2, "{budget} {seed}: {planned:?}");
        for PlannedEncounter { parts, .. } in &planned {
            let xp = |place: usize| all[place].creature.xp.unwrap();
            let is_legendary = |place: usize| all[place].creature.is_legendary;
            let spent: u32 = parts.iter().map(|(place, count)| xp(*place) * count).sum();
            let count: u32 = parts.iter().map(|(_, count)| count).sum();
            let legends: u32 =
                parts.iter().map(|(place, count)| u32::from(is_legendary(*place)) * count).sum();
            let what = format!("{budget} {seed}: {parts:?}");
            assert!(spent <= budget && f64::from(spent) >= 0.6 * f64::from(budget), "{what}");
            assert!(count <= 8 && legends <= 1, "{what}");
            let mut more =
                parts.iter().filter(|(place, _)| !is_legendary(*place) && xp(*place) <= budget - spent);
            assert!(count == 1 || count == 8 || more.next().is_none(), "{what}");
        }
    }
}

#[test]
fn plans_differ_from_each_other_and_with_the_seed_only() {
    let all = menagerie();
    let planned = |seed| plan(&input(&all, 900, (1, 8), seed));
    let first = planned(1);
    assert_eq!(first, planned(1));
    assert!((2..20).any(|seed| planned(seed) != first));
    let shapes: HashSet<String> = first.iter().map(|planned| format!("{:?}", planned.shape)).collect();
    assert_eq!(shapes.len(), 4, "{first:?}");
    let mut places: Vec<usize> =
        first.iter().flat_map(|planned| planned.parts.iter().map(|(place, _)| *place)).collect();
    let used = places.len();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), used, "no creature is in two plans: {first:?}");
}

#[test]
fn a_number_of_creatures_is_kept() {
    let all = menagerie();
    for count in [(1, 1), (2, 2), (5, 5), (3, 4)] {
        let planned = plan(&input(&all, 900, count, 1));
        assert!(!planned.is_empty(), "{count:?}");
        for PlannedEncounter { parts, .. } in planned {
            let number: u32 = parts.iter().map(|(_, count)| count).sum();
            assert!((count.0..=count.1).contains(&number), "{count:?}: {parts:?}");
        }
    }
}

#[test]
fn the_message_names_the_constraints_that_exclude_everything() {
    let all = menagerie();
    let of_type = |wanted: &'static str| Constraint {
        name: "type",
        words: format!("`{wanted}`"),
        admits: Box::new(move |candidate| candidate.creature_type.as_deref() == Some(wanted)),
    };
    let at_least = |xp: u32| Constraint {
        name: "cr_min",
        words: format!("{xp} XP"),
        admits: Box::new(move |candidate| candidate.creature.xp >= Some(xp)),
    };
    let within = |xp: u32| Constraint {
        name: "difficulty",
        words: format!("a budget of {xp} XP"),
        admits: Box::new(move |candidate| candidate.creature.xp <= Some(xp)),
    };
    assert_eq!(
        why_nothing_fits(&all, &[of_type("fiend"), within(100)]),
        "no creature fits: without `type` (`fiend`), 12 creatures are left"
    );
    assert_eq!(
        why_nothing_fits(&all, &[of_type("ooze"), at_least(25_000), within(100)]),
        "no creature fits: without `cr_min` (25000 XP), 4 creatures are left; without `difficulty` (a budget of 100 XP), 1 creature is left"
    );
    assert_eq!(
        why_nothing_fits(&all, &[of_type("fiend"), at_least(25_000), within(100)]),
        "no creature fits: without `type` and `cr_min` (`fiend`, 25000 XP), 12 creatures are left; \
         without `type` and `difficulty` (`fiend`, a budget of 100 XP), 3 creatures are left"
    );
}

#[test]
fn an_encounter_is_a_table_in_markdown() {
    let measure = measure("4x3");
    let mut answer = EncounterAnswer::new(&measure);
    let ogre = candidate(1, "Ogre | Chief", "giant", "2").creature;
    let goblins = EncounterCreature { count: 3, ..candidate(2, "Goblin", "fey", "1/4").creature };
    answer.add(&measure, None, vec![goblins, ogre]);
    let answer = answer.with_markdown();
    let expected = "\
## Encounter for 4 characters of level 3

| Number | Creature | CR | XP each | Source |
|---|---|---|---|---|
| 1 | Ogre \\| Chief | 2 | 450 | The Marsh |
| 3 | Goblin | 1/4 | 50 | The Marsh |

- **XP:** 1 × 450 + 3 × 50 = 600 XP, 150 for each character
- **Difficulty:** low (low 4 × 150 = 600 XP; moderate 4 × 225 = 900 XP; high 4 × 400 = 1,600 XP)
";
    assert_eq!(answer.encounters[0].markdown.as_deref(), Some(expected));
}
