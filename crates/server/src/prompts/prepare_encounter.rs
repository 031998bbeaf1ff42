use std::fmt::Write as _;

use lore::browse::{Browse, Field};
use lore::model::{ChallengeRating, Details, Kind, fold};
use lore::query::{CreatureFilter, Entry, Filter, Limit, Lookup, Search};
use rmcp::ErrorData;

use super::books::{Books, DOCUMENTS, narrowing, searched};
use super::content::{RULES_OF_CONTENT, asked, content, number, one_line};
use super::given::refused;
use super::{Argument, Description, Desk, Suggestion};
use crate::protocol::arguments::shown;
use crate::resources::internal;
use crate::tools::{LookupCreature, ReadEntry, SearchDndContent};

/// How many creatures of the rating, and how many weaker ones, are named.
const LEADERS: i64 = 8;
const FOLLOWERS: i64 = 8;
/// The weakest follower: its rating is this part of the leader's.
const WEAKEST: f64 = 8.0;

pub(super) const DESCRIPTION: Description = Description {
    name: "prepare_encounter",
    title: "Prepare an encounter",
    description: "An encounter for a challenge rating and a theme, made of creatures of the user's books, ready to be run.",
    arguments: &[
        Argument {
            name: "challenge_rating",
            title: "Challenge rating",
            description: "How dangerous it shall be: 0, 1/8, 1/4, 1/2, or 1 to 30.",
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
    ],
};

pub(super) async fn text(desk: Desk<'_>) -> Result<String, ErrorData> {
    let Desk { library, names, given } = desk;
    let rating: ChallengeRating = given.required("challenge_rating").parse().map_err(|_| {
        let words = format!(
            "`{}` is no challenge rating; give 0, 1/8, 1/4, 1/2, or a whole number from 1 to 30",
            shown(given.required("challenge_rating"))
        );
        refused("challenge_rating", &words, &[])
    })?;
    let theme = given.required("theme");
    let characters = given.number("characters", 1, 20)?;
    let level = given.number("level", 1, 20)?;
    let books = Books::of(library).await?;
    let chosen = books.chosen(library, given).await?;
    let creature_type = type_in(desk, theme).await?;
    let of_rating = CreatureFilter { cr: Some(rating), creature_type, ..CreatureFilter::default() };
    let weaker = CreatureFilter {
        cr: None,
        cr_min: below(rating, |decimal| decimal >= rating.decimal() / WEAKEST).first().copied(),
        cr_max: below(rating, |_| true).last().copied(),
        ..of_rating.clone()
    };
    let mut leaders = creatures(desk, of_rating.clone(), chosen.as_deref(), LEADERS).await?;
    let any_type = leaders.entries.is_empty() && of_rating.creature_type.is_some();
    if any_type {
        let filter = CreatureFilter { creature_type: None, ..of_rating.clone() };
        leaders = creatures(desk, filter, chosen.as_deref(), LEADERS).await?;
    }
    let followers = if weaker.cr_max.is_some() {
        creatures(desk, weaker, chosen.as_deref(), FOLLOWERS).await?.entries
    } else {
        Vec::new()
    };

    let party = match (characters, level) {
        (Some(characters), Some(level)) => format!(" for {characters} characters of level {level}"),
        (Some(characters), None) => format!(" for {characters} characters"),
        (None, Some(level)) => format!(" for characters of level {level}"),
        (None, None) => String::new(),
    };
    let points = u64::from(rating.experience_points());
    let mut text = format!(
        "Prepare an encounter of challenge rating {rating}{party} for the game master.\n\n{}\n## What the library has for it\n{}Best for the theme first. \
         One creature of challenge rating {rating} is worth {} XP: that is the measure for a group of weaker ones.\n",
        asked("theme", theme),
        searched(chosen.as_deref(), &leaders.messages),
        number(points)
    );
    if any_type {
        let _ = writeln!(text, "There is no creature of that type and rating; these are of other types.");
    }
    let _ = write!(text, "\n### Of challenge rating {rating}\n");
    list(&mut text, &books, &leaders.entries);
    if !followers.is_empty() {
        text.push_str("\n### Weaker ones, as company or as a group\n");
        list(&mut text, &books, &followers);
    }
    if let Some(rule) = rule_of_difficulty(desk, chosen.as_deref()).await? {
        let line = format!("{} — {} — {}", one_line(&rule.name), books.source(&rule), rule.uri);
        let _ = write!(
            text,
            "\nHow difficult it is for a party, this rule may tell:\n{}",
            content(DOCUMENTS, &line)
        );
    }
    let _ = write!(
        text,
        "\n## What to prepare\n\
         - Choose from these, or look for others with `{creature}`: `cr_min`, `cr_max`, `type`, and the theme as `semantic_query`.{narrow}\n\
         - Read the stat blocks of those you choose with `{read}` and their addresses; quote no number that you have not read.\n\
         - Then write: who is there and what they want; the place with two or three things to use; how they fight, round by round, by their own traits and \
         actions; what turns the fight, and a way out without one; what there is to win (`{search}` finds treasure). Give the sum of the XP, and how hard it is for \
         the party{ask}; more creatures than characters make it harder than the sum tells.\n\
         - A table at the end: creature, number, AC, HP, CR, XP, book.\n{RULES_OF_CONTENT}",
        creature = names.of::<LookupCreature>(),
        read = names.of::<ReadEntry>(),
        search = names.of::<SearchDndContent>(),
        narrow = narrowing(chosen.as_deref()),
        ask = if characters.is_some() && level.is_some() {
            ""
        } else {
            ", if you know it: ask for number and level"
        },
    );
    let used = leaders.entries.iter().chain(&followers).map(|entry| &entry.document_key);
    text.push_str(&books.notices(used));
    Ok(text)
}

/// Creatures that fit the theme, and after them others that the filter allows.
async fn creatures(
    desk: Desk<'_>,
    filter: CreatureFilter,
    documents: Option<&[String]>,
    most: i64,
) -> Result<lore::query::Answer, ErrorData> {
    let of_theme = Lookup {
        name: None,
        documents: documents.map(<[String]>::to_vec),
        edition: None,
        semantic_query: Some(desk.given.required("theme").to_owned()),
        limit: Limit::try_from(most).unwrap_or_default(),
    };
    let of_any_theme = Lookup { semantic_query: None, ..of_theme.clone() };
    let filter = Filter::Creature(filter);
    let mut answer = desk.library.lookup(&of_theme, &filter).await.map_err(|error| internal(&error))?;
    let wanted = of_theme.limit.get() as usize;
    if answer.entries.len() < wanted {
        let others = desk.library.lookup(&of_any_theme, &filter).await;
        let others = others.map_err(|error| internal(&error))?.entries;
        let known: Vec<String> = answer.entries.iter().map(|entry| entry.uri.clone()).collect();
        answer.entries.extend(others.into_iter().filter(|entry| !known.contains(&entry.uri)));
        answer.entries.truncate(wanted);
    }
    Ok(answer)
}

/// The creature type that the theme names, if it names one and nothing else.
async fn type_in(desk: Desk<'_>, theme: &str) -> Result<Option<String>, ErrorData> {
    let browse = Browse { kinds: vec![Kind::Creature], ..Browse::default() };
    let found = desk.library.browse(&browse).await.map_err(|error| internal(&error))?.found;
    let types = found.fields.into_iter().filter(|counts| counts.field == Field::Type);
    let mut values = types.flat_map(|counts| counts.values);
    let theme = fold(theme);
    Ok(values.find(|value| fold(&value.value) == theme).map(|value| value.value))
}

/// The ratings below one, weakest first.
fn below(rating: ChallengeRating, fits: impl Fn(f64) -> bool) -> Vec<ChallengeRating> {
    let weaker = ratings().filter(|other| *other < rating);
    weaker.filter(|other| fits(other.decimal())).collect()
}

/// Every challenge rating.
pub(crate) fn ratings() -> impl Iterator<Item = ChallengeRating> {
    let fractions = [0.0, 0.125, 0.25, 0.5].into_iter();
    fractions.chain((1..=30).map(f64::from)).filter_map(|number| ChallengeRating::from_decimal(number).ok())
}

fn list(text: &mut String, books: &Books, entries: &[Entry]) {
    if entries.is_empty() {
        text.push_str("The library has none.\n");
    }
    let mut lines = String::new();
    for entry in entries {
        let Details::Creature(creature) = &entry.details else { continue };
        let mut facts = Vec::new();
        facts.extend(creature.challenge_rating.map(|rating| format!("CR {rating}")));
        let sort = [creature.size.as_deref(), creature.creature_type.as_deref()];
        facts.push(one_line(&sort.into_iter().flatten().collect::<Vec<_>>().join(" ")));
        facts.extend(creature.armor_class.map(|armor| format!("AC {armor}")));
        facts.extend(creature.hit_points.map(|points| format!("{points} HP")));
        facts.extend(creature.experience_points.map(|points| format!("{} XP", number(u64::from(points)))));
        facts.retain(|fact| !fact.is_empty());
        let _ = writeln!(
            lines,
            "- {} ({}) — {} — {}",
            one_line(&entry.name),
            facts.join(", "),
            books.source(entry),
            entry.uri
        );
    }
    if !lines.is_empty() {
        text.push_str(&content(DOCUMENTS, &lines));
    }
}

/// The rule of the library that tells how difficult an encounter is, if it has one.
async fn rule_of_difficulty(
    desk: Desk<'_>,
    documents: Option<&[String]>,
) -> Result<Option<Entry>, ErrorData> {
    let search = Search {
        query: "encounter difficulty experience budget".to_owned(),
        kinds: Some(vec![Kind::Rule]),
        documents: documents.map(<[String]>::to_vec),
        edition: None,
        semantic: false,
        fuzzy: false,
        limit: Limit::try_from(5).unwrap_or_default(),
    };
    let answer = desk.library.search(&search).await.map_err(|error| internal(&error))?;
    let tells = |entry: &Entry| {
        let text = fold(&entry.body);
        text.contains("encounter")
            && text.contains("difficulty")
            && (text.contains("xp") || text.contains("budget"))
    };
    Ok(answer.entries.into_iter().find(tells))
}
