//! The prompt `prepare_encounter`.

use std::fmt::Write as _;

use lore::browse::Browse;
use lore::fields::creature::{CHALLENGE_RATING, TYPE};
use lore::fields::{Condition, Filter};
use lore::model::{ChallengeRating, Details, Kind, fold, grouped, shown};
use lore::query::{Answer, Entry, Limit, Lookup};
use rmcp::model::ContentBlock;

use super::arguments::{Argument, Suggestion, invalid};
use super::content::{RULES_OF_CONTENT, content, marked, one_line};
use super::documents::{DOCUMENTS, LibraryDocuments, narrowing, searched};
use super::prompt::{Prompt, PromptContext};
use crate::protocol::error::RequestError;

/// The maximum number of creatures of the rating, and of weaker ones, that are listed.
const MAX_CREATURES: i64 = 8;
/// The weakest listed creature has this fraction of the encounter's rating.
const WEAKEST_FRACTION: f64 = 0.125;

const INSTRUCTIONS: &str = "\n## What to prepare\n\
    - Choose from these, or look for others with `{lookup_creature}`: `cr_min`, `cr_max`, `type`, and the theme as `semantic_query`.{narrowing}\n\
    - Read the stat blocks of those you choose with `{read_entry}` and their addresses; quote no number that you have not read.\n\
    - Then write: who is there and what they want; the place with two or three things to use; how they fight, round by round, by their own traits and \
    actions; what turns the fight, and a way out without one; what there is to win (`{search_dnd_content}` finds treasure).\n\
    - Let `{plan_encounter}` say what it costs and how hard it is: with `characters`, `level` and `creatures`{ask}. It also plans encounters of its own \
    (`difficulty`, `theme`). Give its sum, its difficulty and its notes; never add up XP yourself.\n\
    - A table at the end: creature, number, AC, HP, CR, XP, book.\n";

pub(super) struct PrepareEncounter;

impl Prompt for PrepareEncounter {
    const NAME: &'static str = "prepare_encounter";
    const TITLE: &'static str = "Prepare an encounter";
    const DESCRIPTION: &'static str = "An encounter for a challenge rating and a theme, made of creatures of the user's books, ready to be run.";
    const ARGUMENTS: &'static [Argument] = &[
        Argument {
            name: "challenge_rating",
            title: "Challenge rating",
            description: "How dangerous it should be: 0, 1/8, 1/4, 1/2, or 1 to 30.",
            required: true,
            suggestion: Suggestion::Rating,
        },
        Argument {
            name: "theme",
            title: "Theme",
            description: "What it is about: a creature type, a place, or some words, such as `undead in a flooded crypt`.",
            required: true,
            suggestion: Suggestion::Theme,
        },
        Argument {
            name: "characters",
            title: "Number of characters",
            description: "How many characters the party has.",
            required: false,
            suggestion: Suggestion::Nothing,
        },
        Argument {
            name: "level",
            title: "Level of the characters",
            description: "The level of the party, 1 to 20.",
            required: false,
            suggestion: Suggestion::Nothing,
        },
        Argument {
            name: "documents",
            title: "Books",
            description: "Only creatures of these books, by key or title, with commas between them, such as `srd-2014, tob`.",
            required: false,
            suggestion: Suggestion::Documents,
        },
    ];

    async fn render(context: PromptContext<'_>) -> Result<Vec<ContentBlock>, RequestError> {
        let PromptContext { library, names, arguments } = context;
        let rating = arguments.required("challenge_rating");
        let rating: ChallengeRating = rating.parse().map_err(|_| {
            let message = format!(
                "`{}` is no challenge rating; give 0, 1/8, 1/4, 1/2, or a whole number from 1 to 30",
                shown(rating)
            );
            invalid("challenge_rating", &message, &[])
        })?;
        let theme = arguments.required("theme");
        let characters = arguments.number("characters", 1, 20)?;
        let level = arguments.number("level", 1, 20)?;
        let documents = LibraryDocuments::read(library).await?;
        let selected = documents.selected(library, arguments).await?;
        let selected = selected.as_deref();
        let of_type = creature_type(context).await?.map(|creature_type| TYPE.is(creature_type));
        let (leaders, any_type) = leaders(context, rating, of_type.clone(), selected).await?;
        let followers = followers(context, rating, of_type, selected).await?;

        let mut text = format!(
            "Prepare an encounter of challenge rating {rating}{} for the game master.\n\n{}\n## What the library has for it\n{}The best matches for the theme \
             come first. One creature of challenge rating {rating} is worth {} XP: that is the measure for a group of weaker ones.\n",
            party(characters, level),
            marked("theme", theme),
            searched(selected, &leaders.messages),
            grouped(u64::from(rating.experience_points()))
        );
        if any_type {
            text.push_str("There is no creature of that type and rating; these are of other types.\n");
        }
        let _ = write!(text, "\n### Of challenge rating {rating}\n{}", list(&documents, &leaders.entries));
        if !followers.is_empty() {
            text.push_str("\n### Weaker ones, as company or as a group\n");
            text.push_str(&list(&documents, &followers));
        }
        let is_party_known = characters.is_some() && level.is_some();
        let ask = if is_party_known { "" } else { ", which you ask the user for" };
        let instructions = names.fill(INSTRUCTIONS).replace("{narrowing}", narrowing(selected));
        text += &instructions.replace("{ask}", ask);
        text += RULES_OF_CONTENT;
        let used = leaders.entries.iter().chain(&followers).map(|entry| &entry.document_key);
        text += &documents.notices(used);
        Ok(vec![ContentBlock::text(text)])
    }
}

/// Describes the party, as far as it is known.
fn party(characters: Option<u32>, level: Option<u32>) -> String {
    match (characters, level) {
        (Some(characters), Some(level)) => format!(" for {characters} characters of level {level}"),
        (Some(characters), None) => format!(" for {characters} characters"),
        (None, Some(level)) => format!(" for characters of level {level}"),
        (None, None) => String::new(),
    }
}

/// Finds creatures of the encounter's rating. The flag says that they are of any type, because none is of the theme's type.
async fn leaders(
    context: PromptContext<'_>,
    rating: ChallengeRating,
    of_type: Option<Condition>,
    documents: Option<&[String]>,
) -> Result<(Answer, bool), RequestError> {
    let of_rating = CHALLENGE_RATING.is(rating);
    let has_type = of_type.is_some();
    let filter = Filter::creatures([of_rating.clone()].into_iter().chain(of_type));
    let leaders = creatures(context, filter, documents).await?;
    if !leaders.entries.is_empty() || !has_type {
        return Ok((leaders, false));
    }
    Ok((creatures(context, Filter::creatures([of_rating]), documents).await?, true))
}

/// Finds creatures of lower ratings.
async fn followers(
    context: PromptContext<'_>,
    rating: ChallengeRating,
    of_type: Option<Condition>,
    documents: Option<&[String]>,
) -> Result<Vec<Entry>, RequestError> {
    let Some(cr_max) = ratings().filter(|other| *other < rating).last() else { return Ok(Vec::new()) };
    let weakest = rating.decimal() * WEAKEST_FRACTION;
    let cr_min = ratings().find(|other| *other < rating && other.decimal() >= weakest);
    let weaker = cr_min.map(|min| CHALLENGE_RATING.at_least(min)).into_iter();
    let weaker = weaker.chain([CHALLENGE_RATING.at_most(cr_max)]).chain(of_type);
    Ok(creatures(context, Filter::creatures(weaker), documents).await?.entries)
}

/// Finds creatures that match the theme, and after them others that match the filter.
async fn creatures(
    context: PromptContext<'_>,
    filter: Filter,
    documents: Option<&[String]>,
) -> Result<Answer, RequestError> {
    let by_theme = Lookup {
        name: None,
        documents: documents.map(<[String]>::to_vec),
        edition: None,
        semantic_query: Some(context.arguments.required("theme").to_owned()),
        limit: Limit::try_from(MAX_CREATURES).unwrap_or_default(),
    };
    let max = by_theme.limit.get() as usize;
    let mut answer = context.library.lookup(&by_theme, &filter).await?;
    if answer.entries.len() < max {
        let any_theme = Lookup { semantic_query: None, ..by_theme };
        for entry in context.library.lookup(&any_theme, &filter).await?.entries {
            if answer.entries.len() < max && !answer.entries.iter().any(|other| other.uri == entry.uri) {
                answer.entries.push(entry);
            }
        }
    }
    Ok(answer)
}

/// Returns the creature type that is the whole theme, if it is one.
async fn creature_type(context: PromptContext<'_>) -> Result<Option<String>, RequestError> {
    let browse = Browse { kinds: vec![Kind::Creature], ..Browse::default() };
    let fields = context.library.browse(&browse).await?.found.fields;
    let types = fields.into_iter().filter(|counts| *counts.field == TYPE);
    let theme = fold(context.arguments.required("theme"));
    let mut types = types.flat_map(|counts| counts.values).map(|value| value.value);
    Ok(types.find(|creature_type| fold(creature_type) == theme))
}

/// Returns every challenge rating, weakest first.
pub(crate) fn ratings() -> impl Iterator<Item = ChallengeRating> {
    let fractions = [0.0, 0.125, 0.25, 0.5].into_iter();
    fractions.chain((1..=30).map(f64::from)).filter_map(|number| ChallengeRating::from_decimal(number).ok())
}

/// Lists creatures with their main statistics, as content.
fn list(documents: &LibraryDocuments, entries: &[Entry]) -> String {
    if entries.is_empty() {
        return "The library has none.\n".to_owned();
    }
    let mut lines = String::new();
    for entry in entries {
        let Details::Creature(creature) = &entry.details else { continue };
        let mut facts = Vec::new();
        facts.extend(creature.challenge_rating.map(|rating| format!("CR {rating}")));
        let size_and_type = [creature.size.as_deref(), creature.creature_type.as_deref()];
        facts.push(one_line(&size_and_type.into_iter().flatten().collect::<Vec<_>>().join(" ")));
        facts.extend(creature.armor_class.map(|armor| format!("AC {armor}")));
        facts.extend(creature.hit_points.map(|points| format!("{points} HP")));
        facts.extend(creature.experience_points.map(|points| format!("{} XP", grouped(u64::from(points)))));
        facts.retain(|fact| !fact.is_empty());
        let (name, facts) = (one_line(&entry.name), facts.join(", "));
        let _ = writeln!(lines, "- {name} ({facts}) — {} — {}", documents.source(entry), entry.uri);
    }
    content(DOCUMENTS, &lines)
}
