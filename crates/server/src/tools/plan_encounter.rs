//! The tool `plan_encounter`.

use lore::encounter::{
    CountRange, CountedName, Difficulty, EncounterAnswer, EncounterList, EncounterPlan, Measure, Party,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{Rating, WantedEdition};
use crate::protocol::registry::{Aliases, Failure, Success, Tool, ToolRequest};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PlanEncounter {
    /// The number of characters, 1 to 20.
    characters: Option<i64>,
    /// Their level, 1 to 20.
    level: Option<i64>,
    /// Instead of these two: the level of each character, such as [3, 3, 4].
    #[schemars(length(max = 20))]
    levels: Option<Vec<i64>>,
    /// How hard: low, moderate or high; default moderate.
    #[schemars(with = "Option<String>")]
    difficulty: Option<Difficulty>,
    /// The creatures of an encounter to rate, such as `4 goblin` or an address.
    #[schemars(with = "Option<Vec<String>>", length(max = 30))]
    creatures: Option<Vec<CountedName>>,
    /// What a plan is about, in plain words.
    theme: Option<String>,
    /// Where they live, such as `forest`.
    environment: Option<String>,
    /// The creature type.
    #[serde(rename = "type")]
    creature_type: Option<String>,
    /// The lowest challenge rating of a creature.
    cr_min: Option<Rating>,
    /// The highest.
    cr_max: Option<Rating>,
    /// The number of creatures: `4`, or `2-6`.
    #[schemars(with = "Option<String>")]
    count: Option<CountRange>,
    /// Creatures that each plan has, such as `2 wolf`.
    #[schemars(with = "Option<Vec<String>>", length(max = 30))]
    include: Option<Vec<CountedName>>,
    /// Names, or words of names, that none has.
    #[schemars(length(max = 100))]
    exclude: Option<Vec<String>>,
    /// Only creatures of these documents.
    documents: Option<Vec<String>>,
    /// Only creatures of this edition. That of 2014 has no open table of difficulties.
    edition: Option<WantedEdition>,
    /// True to use the table of 2024 for the 2014 edition.
    use_2024_budget: Option<bool>,
    /// The XP to spend, instead of the difficulty's.
    budget_xp: Option<u32>,
    /// Another number gives other plans.
    seed: Option<i64>,
}

impl Tool for PlanEncounter {
    const NAME: &'static str = "plan_encounter";
    const TITLE: &'static str = "Plan or rate an encounter";
    const DESCRIPTION: &'static str = "Plans combat encounters for a party from the library's creatures, or rates one (`creatures`): XP budget of the 2024 rules, \
        sum and difficulty, computed. Never add up XP yourself. Examples: {\"characters\": 4, \"level\": 3, \"difficulty\": \"high\", \
        \"theme\": \"undead in a flooded crypt\"}; {\"levels\": [5, 5, 6], \"creatures\": [\"4 goblin\", \"ogre\"]}.";
    const ALIASES: Aliases =
        &[("party_size", "characters"), ("party_level", "level"), ("semantic_query", "theme")];
    const HAS_CARD: bool = true;
    const HAS_OUTPUT_SCHEMA: bool = false;
    type Value = EncounterAnswer;

    async fn call(mut self, request: ToolRequest<'_>) -> Result<Success<EncounterAnswer>, Failure> {
        let library = request.session.library().await?;
        let measure = Measure {
            party: self.party()?,
            edition: self.edition.map(|WantedEdition(edition)| edition),
            by_2024_budget: self.use_2024_budget.unwrap_or(false),
        };
        let mut answer = match self.creatures.take() {
            Some(creatures) => {
                let list = EncounterList { measure, creatures, documents: self.documents };
                library.rate_encounter(&list).await?
            }
            None => library.plan_encounters(&self.plan(measure)?).await?,
        };
        if request.is_from_window() {
            answer = answer.with_markdown();
        }
        let messages = std::mem::take(&mut answer.messages);
        let campaign = answer.campaign.take();
        Ok(Success { campaign, ..Success::of(answer) }.with_messages(&messages))
    }
}

impl PlanEncounter {
    fn plan(self, measure: Measure) -> Result<EncounterPlan, Failure> {
        let [cr_min, cr_max] = [self.cr_min, self.cr_max].map(|rating| rating.map(|Rating(rating)| rating));
        if cr_min.zip(cr_max).is_some_and(|(min, max)| min > max) {
            let message = "`cr_min` is above `cr_max`, so nothing can match; exchange or change them.";
            return Err(Failure::invalid("cr_min", message));
        }
        Ok(EncounterPlan {
            measure,
            difficulty: self.difficulty.unwrap_or_default(),
            budget_xp: self.budget_xp,
            documents: self.documents,
            environment: self.environment,
            creature_type: self.creature_type,
            cr_min,
            cr_max,
            include: self.include.unwrap_or_default(),
            exclude: self.exclude.unwrap_or_default(),
            count: self.count,
            theme: self.theme,
            seed: self.seed.unwrap_or(0).cast_unsigned(),
        })
    }

    fn party(&self) -> Result<Party, Failure> {
        if let Some(levels) = &self.levels {
            return Party::of_levels(levels).map_err(|error| Failure::invalid("levels", format!("{error}.")));
        }
        let (Some(characters), Some(level)) = (self.characters, self.level) else {
            let missing = if self.characters.is_none() { "characters" } else { "level" };
            let message =
                "The party is unknown: give `characters` and `level`, or `levels`. Ask the user if need be.";
            return Err(Failure::invalid(missing, message));
        };
        let field = if Party::of_size(characters, 1).is_err() { "characters" } else { "level" };
        Party::of_size(characters, level).map_err(|error| Failure::invalid(field, format!("{error}.")))
    }
}
