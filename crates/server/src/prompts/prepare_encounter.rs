//! The prompt `prepare_encounter`.

use lore::fields::creature::CHALLENGE_RATING;
use lore::fields::{Condition, Filter};
use lore::model::{ChallengeRating, grouped, shown};
use lore::query::{Answer, Limit, Lookup};

use super::content::listed;
use super::{Prompt, PromptContext, optional, required};
use crate::protocol::envelope::Failure;

const MAX_CREATURES: i64 = 8;
/// The weakest listed creature has this fraction of the encounter's rating.
const WEAKEST_FRACTION: f64 = 0.125;

pub(super) const PROMPT: Prompt = Prompt {
    name: "prepare_encounter",
    title: "Prepare an encounter",
    description: "An encounter for a challenge rating and a theme, made of creatures of the user's books, ready to be run.",
    arguments: &[
        required(
            "challenge_rating",
            "Challenge rating",
            "How dangerous it should be: 0, 1/8, 1/4, 1/2, or 1 to 30.",
        ),
        required(
            "theme",
            "Theme",
            "What it is about: a creature type, a place, or some words, such as `undead in a flooded crypt`.",
        ),
        optional("characters", "Number of characters", "How many characters the party has."),
        optional("level", "Level of the characters", "The level of the party, 1 to 20."),
        optional(
            "documents",
            "Books",
            "Only creatures of these books, by key or title, with commas between them, such as `srd-2014, tob`.",
        ),
    ],
    task: "Prepare an encounter of this challenge rating and theme for the game master.",
    instructions: "\n## What to prepare\n\
        - Choose from these, or look for others with `{lookup_creature}`: `cr_min`, `cr_max`, `type`, and the theme as `semantic_query`. Give every tool the \
        `documents` of the arguments, if there are any.\n\
        - Read the stat blocks of those you choose with `{read_entry}` and their addresses; quote no number that you have not read.\n\
        - Then write: who is there and what they want; the place with two or three things to use; how they fight, round by round, by their own traits and \
        actions; what turns the fight, and a way out without one; what there is to win (`{search_dnd_content}` finds treasure).\n\
        - Let `{plan_encounter}` say what it costs and how hard it is: with `characters`, `level` and `creatures`; ask the user for what the arguments lack. It also \
        plans encounters of its own (`difficulty`, `theme`). Give its sum, its difficulty and its notes; never add up XP yourself.\n\
        - A table at the end: creature, number, AC, HP, CR, XP, book.\n",
    look_up: |context| Box::pin(look_up(context)),
};

async fn look_up(context: PromptContext<'_>) -> Result<String, Failure> {
    let rating = shown(context.required("challenge_rating"));
    let rating: ChallengeRating = rating.parse().map_err(|_| {
        let message = format!(
            "`challenge_rating` is `{rating}`; give 0, 1/8, 1/4, 1/2, or a whole number from 1 to 30."
        );
        Failure::invalid("challenge_rating", message)
    })?;
    let leaders = creatures(context, vec![CHALLENGE_RATING.is(rating)]).await?;
    let weakest = rating.decimal() * WEAKEST_FRACTION;
    let weaker: Vec<ChallengeRating> =
        ratings().filter(|other| *other < rating && other.decimal() >= weakest).collect();
    let mut text = format!(
        "The best matches for the theme come first. One creature of challenge rating {rating} is worth {} XP: that is the measure \
         for a group of weaker ones.\n",
        grouped(u64::from(rating.experience_points()))
    );
    text += &listed(&format!("Of challenge rating {rating}"), &leaders.entries, &leaders.messages);
    if let (Some(min), Some(max)) = (weaker.first(), weaker.last()) {
        let between = vec![CHALLENGE_RATING.at_least(*min), CHALLENGE_RATING.at_most(*max)];
        let followers = creatures(context, between).await?;
        text += &listed("Weaker ones, as company or as a group", &followers.entries, &[]);
    }
    Ok(text)
}

/// Finds creatures that match the theme, or else others of the rating.
async fn creatures(context: PromptContext<'_>, of_rating: Vec<Condition>) -> Result<Answer, Failure> {
    let filter = Filter::creatures(of_rating);
    let by_theme = Lookup {
        documents: context.documents().await?,
        semantic_query: Some(context.required("theme").to_owned()),
        limit: Limit::try_from(MAX_CREATURES).unwrap_or_default(),
        ..Lookup::default()
    };
    let found = context.library.lookup(&by_theme, &filter).await?;
    if !found.entries.is_empty() {
        return Ok(found);
    }
    Ok(context.library.lookup(&Lookup { semantic_query: None, ..by_theme }, &filter).await?)
}

/// Returns every challenge rating, weakest first.
pub(crate) fn ratings() -> impl Iterator<Item = ChallengeRating> {
    let fractions = [0.0, 0.125, 0.25, 0.5].into_iter();
    fractions.chain((1..=30).map(f64::from)).filter_map(|number| ChallengeRating::from_decimal(number).ok())
}
