//! `lorekeeper-mcp encounter`: plans encounters for a party, or rates one.

use clap::Args;
use lore::encounter::{
    CountRange, CountedName, Difficulty, EncounterAnswer, EncounterList, EncounterPlan, Measure, Party,
};
use lore::model::{ChallengeRating, Edition};

use super::context::Context;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The party: characters and level as in `4x3`, several with commas (`3x4,1x5`), or one level a character
    /// (`3,3,4`)
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
    documents: Option<Vec<String>>,
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

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let measure = Measure {
        party: arguments.party,
        edition: arguments.edition,
        by_2024_budget: arguments.use_2024_budget,
    };
    let answer = if arguments.creatures.is_empty() {
        if arguments.theme.is_some() {
            library.warm_up().await;
        }
        let plan = EncounterPlan {
            measure,
            difficulty: arguments.difficulty,
            budget_xp: arguments.budget_xp,
            documents: arguments.documents,
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
        let Arguments { creatures, documents, .. } = arguments;
        library.rate_encounter(&EncounterList { measure, creatures, documents }).await?
    };
    if context.json {
        return context.print_json(&answer);
    }
    let EncounterAnswer { encounters, messages, .. } = answer.with_markdown();
    let encounters = encounters.into_iter().filter_map(|encounter| encounter.markdown);
    let messages = (!messages.is_empty()).then(|| format!("{}\n", messages.join(" ")));
    context.print(&encounters.chain(messages).collect::<Vec<_>>().join("\n"))
}
