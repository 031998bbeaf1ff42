//! `lorekeeper-mcp encounter`: plans encounters for a party, or rates one.

use clap::Args;
use lore::encounter::{
    CountRange, CountedName, Difficulty, EncounterAnswer, EncounterList, EncounterPlan, Measure, Party,
    RatedEncounter,
};
use lore::model::{ChallengeRating, Edition, grouped};

use super::context::Context;
use super::output::{print, print_json};
use crate::protocol::text_table::table;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The party: characters and level as in `4x3`, several with commas (`3x4,1x5`), or one level a character (`3,3,4`)
    #[arg(long)]
    party: Party,
    /// How hard: `low`, `moderate` or `high`
    #[arg(long, default_value = "moderate")]
    difficulty: Difficulty,
    /// Rate this encounter instead of planning: creatures with commas between them, such as `4 goblin, ogre`
    #[arg(long, value_delimiter = ',')]
    creatures: Vec<CountedName>,
    /// What it is about, in plain words
    #[arg(long, value_name = "WORDS")]
    theme: Option<String>,
    /// Only creatures that live in this environment, such as `forest`
    #[arg(long)]
    environment: Option<String>,
    /// Only creatures of this type, such as `undead`
    #[arg(long = "type", value_name = "TYPE")]
    creature_type: Option<String>,
    /// The lowest challenge rating, such as `1/4`
    #[arg(long, value_name = "CR")]
    cr_min: Option<ChallengeRating>,
    /// The highest challenge rating
    #[arg(long, value_name = "CR")]
    cr_max: Option<ChallengeRating>,
    /// The number of creatures: `4`, or `2-6`
    #[arg(long)]
    count: Option<CountRange>,
    /// Creatures that each encounter has, such as `2 wolf`
    #[arg(long, value_delimiter = ',', value_name = "CREATURES")]
    include: Vec<CountedName>,
    /// Names, or words of names, of creatures that none has
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    exclude: Vec<String>,
    /// Only from this document, by key or name; may be repeated
    #[arg(long = "document", value_name = "KEY")]
    documents: Vec<String>,
    /// Only creatures of this edition: `2014` (5e) or `2024` (5.5e)
    #[arg(long)]
    edition: Option<Edition>,
    /// Use the budget of the 2024 rules for the 2014 edition
    #[arg(long)]
    use_2024_budget: bool,
    /// The XP to spend, instead of those of the difficulty
    #[arg(long, value_name = "XP")]
    budget_xp: Option<u32>,
    /// Another number gives other encounters
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Plans or rates.
pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let measure = Measure {
        party: arguments.party,
        edition: arguments.edition,
        by_2024_budget: arguments.use_2024_budget,
    };
    let documents = (!arguments.documents.is_empty()).then_some(arguments.documents);
    let answer = if arguments.creatures.is_empty() {
        if arguments.theme.is_some() {
            library.warm_up().await;
        }
        let plan = EncounterPlan {
            measure,
            difficulty: arguments.difficulty,
            budget_xp: arguments.budget_xp,
            documents,
            environment: arguments.environment,
            creature_type: arguments.creature_type,
            cr_min: arguments.cr_min,
            cr_max: arguments.cr_max,
            include: arguments.include,
            exclude: arguments.exclude,
            count: arguments.count,
            theme: arguments.theme,
            seed: arguments.seed,
        };
        library.plan_encounters(&plan).await?
    } else {
        library.rate_encounter(&EncounterList { measure, creatures: arguments.creatures, documents }).await?
    };
    if context.json {
        return print_json(&answer);
    }
    print(&text(&answer))
}

/// Returns an answer for a terminal.
fn text(answer: &EncounterAnswer) -> String {
    let mut text = format!("{}\n", answer.party);
    for budget in &answer.budgets {
        text += &format!("{} difficulty: {}\n", budget.difficulty.as_str(), budget.sum);
    }
    text.extend(answer.encounters.iter().map(encounter));
    if !answer.messages.is_empty() {
        text += &format!("\n{}\n", answer.messages.join(" "));
    }
    text
}

fn encounter(encounter: &RatedEncounter) -> String {
    let rows = encounter.creatures.iter().map(|creature| {
        let unknown = || "?".to_owned();
        vec![
            creature.count.to_string(),
            creature.name.clone(),
            creature.challenge_rating.map_or_else(unknown, |rating| format!("CR {rating}")),
            creature.xp.map_or_else(unknown, |xp| format!("{} XP", grouped(xp.into()))),
            creature.uri.trim_start_matches(lore::model::ENTRY_ADDRESS).to_owned(),
        ]
    });
    let mut text = String::from("\n");
    text.extend(encounter.shape.map(|shape| format!("{}:\n", shape.as_str())));
    text += &table(&[], rows);
    text += &encounter.sum;
    text += &format!(", {} for each character", grouped(encounter.xp_per_character.into()));
    text.extend(encounter.difficulty.map(|difficulty| format!("; {}", difficulty.as_str())));
    text.extend(encounter.unspent_xp.map(|xp| format!("; {} XP unspent", grouped(xp.into()))));
    text.push('\n');
    text.extend(encounter.notes.iter().map(|note| format!("- {note}\n")));
    text
}
