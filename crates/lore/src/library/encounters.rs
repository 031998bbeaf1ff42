//! Plans and rates encounters with the creatures of the library.

mod creatures;
mod named;

use std::collections::HashMap;

use content::error::{Error, Result};
use content::fields::creature::place;
use content::model::{Kind, capitalised, fold, grouped, quoted, shown};
use content::query::{MAX_NEAREST, NameTest, nearest};
use store::Selection;
use tabletop::encounter::{
    Candidate, Constraint, CountRange, EncounterAnswer, EncounterCreature, EncounterList, EncounterPlan,
    PlanInput, Shape, has_all, has_words, is_admitted, plan, why_nothing_fits, words,
};

use self::creatures::{creatures, one_of_each};
use super::Library;
use super::aside::aside;
use super::document_filter::Scope;
use super::lookup::cut_query;

const MAX_OF_THEME: u32 = 40;
/// The number of creatures for each character that a plan has at most, unless the request says otherwise.
const MAX_PER_CHARACTER: u32 = 2;

const NO_BUDGET_OF_2014: &str =
    "the table of difficulties of the 2014 rules is not open content, so LoreKeeper does not have it";

/// Open5e is never queried.
impl Library {
    /// Says what a list of creatures means for a party.
    ///
    /// # Errors
    /// When a creature is unknown, or the database cannot be read.
    pub async fn rate_encounter(&self, list: &EncounterList) -> Result<EncounterAnswer> {
        let scope = Scope::read(&self.store, list.documents.as_deref(), list.measure.edition).await?;
        let all = creatures(&self.store, &scope.preferred).await?;
        let campaign = scope.campaign.clone();
        let mut answer = EncounterAnswer { campaign, ..EncounterAnswer::new(&list.measure) };
        let rated = self.named_creatures(&list.creatures, &all, &scope).await?;
        let rated = rated.into_iter().map(|candidate| candidate.creature).collect();
        if !list.measure.has_budget() {
            answer
                .messages
                .push(format!("{}. The XP are those of the stat blocks.", capitalised(NO_BUDGET_OF_2014)));
        }
        if !list.creatures.is_empty() {
            answer.add(&list.measure, None, rated);
        }
        Ok(answer)
    }

    /// Plans a few encounters that use up a party's budget. Equal requests have equal answers.
    ///
    /// # Errors
    /// When no creature fits, with the constraints that exclude all; when a required creature is unknown or
    /// too expensive; when there is no budget; or the database or the text index cannot be read.
    pub async fn plan_encounters(&self, request: &EncounterPlan) -> Result<EncounterAnswer> {
        let (settings, documents) = (self.store.settings().await?, self.store.documents().await?);
        let of_names = Scope::of(settings.clone(), &documents, None, request.measure.edition);
        let scope = Scope::of(settings, &documents, request.documents.as_deref(), None);
        let request = &EncounterPlan { documents: scope.named.clone(), ..request.clone() };
        let measure = &request.measure;
        let campaign = scope.campaign.clone();
        let mut answer = EncounterAnswer { campaign, ..EncounterAnswer::new(measure) };
        let of_difficulty = measure.has_budget().then(|| measure.party.budget(request.difficulty));
        let budget = request.budget_xp.or(of_difficulty).ok_or_else(|| {
            Error::Invalid(format!(
                "{NO_BUDGET_OF_2014}; give the XP to spend as `budget_xp`, or set `use_2024_budget` to take that of 2024 as a guide"
            ))
        })?;
        answer.budget_xp = Some(budget);
        answer.seed = Some(request.seed);

        let all = creatures(&self.store, &scope.preferred).await?;
        let required = self.named_creatures(&request.include, &all, &of_names).await?;
        let room @ (_, count) = remaining(request, budget, &required)?;
        let documents = scope.document_ids(&self.store, &mut answer.messages).await?;
        let documents = documents.ok_or_else(|| Error::Invalid(answer.messages.join(" ")))?;
        let (asked, with) = (request.clone(), required.clone());
        let mut candidates =
            aside(move || candidates_for(&asked, documents.as_deref(), room, (&all, &with))).await??;
        if let Some(theme) = &request.theme {
            candidates = self.of_theme(theme, candidates, &mut answer).await?;
        }
        let (with, seed, fitting) = (required.clone(), request.seed, candidates.len());
        let planned = aside(move || encounters(&candidates, &with, room, seed)).await?;
        for (shape, creatures) in planned {
            answer.add(measure, shape, creatures);
        }
        if answer.encounters.is_empty() && !required.is_empty() && count.min == 0 {
            answer.messages.push("No other creature that fits is left within the budget.".to_owned());
            answer.add(measure, None, required.into_iter().map(|candidate| candidate.creature).collect());
        }
        if answer.encounters.is_empty() {
            return Err(Error::Invalid(format!(
                "the {fitting} creatures that fit make no encounter of {} to {} within {} XP; allow another number with `count`",
                count.min.max(1),
                count.max,
                grouped(room.0.into())
            )));
        }
        Ok(answer)
    }

    async fn of_theme(
        &self,
        theme: &str,
        candidates: Vec<Candidate>,
        answer: &mut EncounterAnswer,
    ) -> Result<Vec<Candidate>> {
        let fitting = candidates.len();
        let ids = NameTest::Ranked(candidates.iter().map(|candidate| candidate.id).collect());
        let (kinds, limit) = (&[Kind::Creature], MAX_OF_THEME);
        let selection = Selection { kinds, name: &ids, limit, ..Selection::default() };
        let query = self.read_query(&cut_query(theme.trim()), true, true, None);
        let ranked = self.rank(query, selection).await?;
        answer.messages.extend(ranked.messages);
        let places: HashMap<i64, usize> =
            ranked.entries.iter().enumerate().map(|(place, scored)| (scored.id, place)).collect();
        let placed = candidates.into_iter().filter_map(|candidate| {
            let theme_place = Some(*places.get(&candidate.id)?);
            Some(Candidate { theme_place, ..candidate })
        });
        let placed: Vec<Candidate> = placed.collect();
        if placed.is_empty() {
            return Err(Error::Invalid(format!(
                "no creature fits: without `theme` (`{}`), {fitting} are left",
                shown(theme)
            )));
        }
        Ok(placed)
    }
}

/// Returns the budget and the number of creatures that the required ones leave.
fn remaining(request: &EncounterPlan, budget: u32, required: &[Candidate]) -> Result<(u32, CountRange)> {
    let size = request.measure.party.size();
    let most = MAX_PER_CHARACTER * size;
    let number = required.iter().map(|candidate| candidate.creature.count).fold(0, u32::saturating_add);
    let spent = required.iter().map(|candidate| candidate.creature.total_xp()).fold(0, u32::saturating_add);
    let range = request.count.unwrap_or(CountRange { min: 1, max: most.max(number) });
    let left = budget.checked_sub(spent).ok_or_else(|| {
        let (spent, budget) = (grouped(spent.into()), grouped(budget.into()));
        Error::Invalid(format!(
            "the creatures of `include` cost {spent} XP, more than the budget of {budget} XP"
        ))
    })?;
    let max = range.max.checked_sub(number).ok_or_else(|| {
        Error::Invalid(format!("`include` has {number} creatures, more than the {} of `count`", range.max))
    })?;
    Ok((left, CountRange { min: range.min.saturating_sub(number), max }))
}

/// `room` is the budget and the number of creatures that are left.
fn candidates_for(
    request: &EncounterPlan,
    documents: Option<&[i64]>,
    (budget, count): (u32, CountRange),
    (all, required): (&[Candidate], &[Candidate]),
) -> Result<Vec<Candidate>> {
    let constraints = constraints(request, documents, budget);
    let fitting = all.iter().filter(|it| is_admitted(it, &constraints) && may_join(it, required));
    let fitting: Vec<Candidate> = fitting.cloned().collect();
    let is_affordable =
        |candidate: &Candidate| candidate.creature.xp.unwrap_or(0).saturating_mul(count.min.max(1)) <= budget;
    if fitting.iter().any(is_affordable) || !required.is_empty() {
        return Ok(one_of_each(fitting));
    }
    let affordable = Constraint {
        name: "count",
        words: format!("at least {} creatures", count.min),
        admits: Box::new(is_affordable),
    };
    let constraints: Vec<Constraint<'_>> =
        constraints.into_iter().chain((count.min > 1).then_some(affordable)).collect();
    Err(Error::Invalid(why_nothing_fits(all, &constraints) + &unknown_values(request, all)))
}

fn encounters(
    candidates: &[Candidate],
    required: &[Candidate],
    (budget, count): (u32, CountRange),
    seed: u64,
) -> Vec<(Option<Shape>, Vec<EncounterCreature>)> {
    let planned = plan(&PlanInput { candidates, required, budget, count, seed }).into_iter();
    let with_creatures = planned.map(|planned| {
        let parts = planned.parts.iter().filter_map(|(place, count)| Some((candidates.get(*place)?, *count)));
        let added = parts.map(|(candidate, count)| EncounterCreature { count, ..candidate.creature.clone() });
        let creatures = merged(required.iter().map(|candidate| candidate.creature.clone()).chain(added));
        (required.is_empty().then_some(planned.shape), creatures)
    });
    with_creatures.collect()
}

/// Returns true unless a creature is a required one in another document, or a required legendary one.
fn may_join(candidate: &Candidate, required: &[Candidate]) -> bool {
    required.iter().all(|other| {
        let is_same = other.id == candidate.id;
        (is_same || other.shared_name != candidate.shared_name) && !(is_same && other.creature.is_legendary)
    })
}

fn merged(creatures: impl Iterator<Item = EncounterCreature>) -> Vec<EncounterCreature> {
    let mut merged: Vec<EncounterCreature> = Vec::new();
    for creature in creatures {
        match merged.iter_mut().find(|other| other.uri == creature.uri) {
            Some(other) => other.count = other.count.saturating_add(creature.count),
            None => merged.push(creature),
        }
    }
    merged
}

fn constraints<'a>(
    request: &'a EncounterPlan,
    documents: Option<&'a [i64]>,
    budget: u32,
) -> Vec<Constraint<'a>> {
    let mut constraints: Vec<Constraint<'a>> = Vec::new();
    let mut add = |name, words: String, admits: Box<dyn Fn(&Candidate) -> bool + Send + Sync + 'a>| {
        constraints.push(Constraint { name, words, admits });
    };
    let rating = |candidate: &Candidate| candidate.creature.challenge_rating;
    if let Some(ids) = documents {
        let words = quoted(request.documents.as_deref().unwrap_or_default());
        add("documents", words, Box::new(|candidate| ids.contains(&candidate.document)));
    }
    if let Some(edition) = request.measure.edition {
        let words = format!("the {edition} rules");
        add("edition", words, Box::new(move |candidate| candidate.creature.edition == edition));
    }
    if let Some(wanted) = &request.environment {
        let wanted_words = words(&place(wanted));
        let admits = move |candidate: &Candidate| {
            candidate.environments.iter().any(|place| has_words(place, &wanted_words))
        };
        add("environment", quoted(&[wanted]), Box::new(admits));
    }
    if let Some(wanted) = &request.creature_type {
        let folded = fold(wanted.trim());
        add("type", quoted(&[wanted]), Box::new(move |it| it.creature_type.as_ref() == Some(&folded)));
    }
    if let Some(min) = request.cr_min {
        add("cr_min", min.to_string(), Box::new(move |it| rating(it).is_some_and(|rating| rating >= min)));
    }
    if let Some(max) = request.cr_max {
        add("cr_max", max.to_string(), Box::new(move |it| rating(it).is_some_and(|rating| rating <= max)));
    }
    if !request.exclude.is_empty() {
        let excluded: Vec<Vec<String>> = request.exclude.iter().map(|text| words(text)).collect();
        let admits = move |candidate: &Candidate| {
            let name = words(&candidate.creature.name);
            !excluded.iter().any(|words| !words.is_empty() && has_all(&name, words))
        };
        add("exclude", quoted(&request.exclude), Box::new(admits));
    }
    let name = if request.budget_xp.is_some() { "budget_xp" } else { "difficulty" };
    let words = format!("a budget of {} XP", grouped(budget.into()));
    add(name, words, Box::new(move |it| it.creature.xp.is_some_and(|xp| (1..=budget).contains(&xp))));
    constraints
}

fn unknown_values(request: &EncounterPlan, all: &[Candidate]) -> String {
    let types: Vec<&str> = all.iter().filter_map(|candidate| candidate.creature_type.as_deref()).collect();
    let places: Vec<&str> =
        all.iter().flat_map(|candidate| candidate.environments.iter().map(String::as_str)).collect();
    let environment = request.environment.as_deref().map(place);
    let wanted = [("type", &request.creature_type, types), ("environment", &environment, places)];
    let mut text = String::new();
    for (name, value, mut known) in wanted {
        let Some(value) = value else { continue };
        known.sort_unstable();
        known.dedup();
        let wanted = words(value);
        if !known.iter().any(|known| has_words(known, &wanted)) {
            let near = nearest(value, &known, MAX_NEAREST);
            text += &format!("; no creature of the library has the {name} `{}`", shown(value));
            text += &if near.is_empty() {
                format!(", nor any other {name}")
            } else {
                format!(", the nearest are {}", quoted(&near))
            };
        }
    }
    text
}
