//! The fit of the ranking's weights to the judged queries. `scripts/fit-ranking` runs it.

use std::collections::HashMap;
use std::path::PathBuf;

use super::*;
use crate::Library;
use crate::library::entry_embedding::tests::{installed_model, open};
use crate::model::{ContentType, Family, Kind};
use crate::progress::Job;
use crate::search::{
    ANSWERS, Features, HAS_ANSWER, Logistic, MIN_LIKELIHOOD, Parts, WEIGHTS, features, query_numbers, rank_by,
};

#[path = "../../../../../tests/relevance/metrics.rs"]
#[allow(dead_code, reason = "some of it is for the report")]
mod metrics;
#[path = "../../../../../tests/relevance/queries.rs"]
#[allow(dead_code, reason = "some of it is for the report")]
mod queries;

use metrics::{Figures, LOOKED_AT};
use queries::{Half, Query, families};

/// The number of weights.
const N: usize = WEIGHTS.numbers().len();
/// The variable that names the folder of the library, which must hold the full content with its vectors.
const LIBRARY: &str = "LOREKEEPER_FIT_LIBRARY";
/// The steps of the fit, and how far each goes at most.
const STEPS: usize = 400;
const STEP: f64 = 0.05;
/// What keeps the weights small, so that a few queries do not decide one.
const DECAY: f64 = 0.001;
/// The least weight of the core rules: they come before equally good entries of other publishers.
const MIN_CORE: f64 = 0.03;
/// The greatest weight of the user's own books, of which the judged library has few: a shelf of them must not crowd out all others.
const MAX_OWN: f64 = 0.6;
/// The least weight of a book that the query names, which few judged queries do.
const MIN_NAMED_BOOK: f64 = 0.2;
/// What keeps the weights of a likelihood small, as if for so many more queries. Without it the nearness to the other topics would
/// count more, a quarter of which are by people who know some of the queries.
const LIKELIHOOD_DECAY: f64 = 3.0;
/// The share of the answerable queries that may be said to have no answer. Of queries that no fit has seen it is about twice as much.
const MAX_WRONG_REFUSALS: f64 = 0.0125;

/// A query with the features of its candidates.
struct Case {
    query: Query,
    found: Unranked,
    entries: Vec<Features>,
    /// What each candidate counts as, by its number.
    names: HashMap<i64, String>,
    unknown_words: f64,
}

impl Case {
    fn figures(&self, weights: Parts) -> Figures {
        let ranked = rank_by(weights, &self.entries);
        let hits: Vec<String> =
            ranked.iter().take(LOOKED_AT).map(|scored| self.names[&scored.id].clone()).collect();
        Figures::of(&hits, &self.query.grades())
    }

    fn is_answered_by(&self, id: i64) -> bool {
        self.query.grades().contains_key(&self.names[&id])
    }
}

/// The kinds that a tool looks at.
fn kinds(tool: &str) -> Vec<Kind> {
    let family = match tool {
        "lookup_spell" => Family::Spell,
        "lookup_creature" => Family::Creature,
        "lookup_equipment" => Family::Equipment,
        "lookup_character_option" => Family::CharacterOption,
        "lookup_rule" => Family::Rule,
        _ => return Vec::new(),
    };
    Kind::ALL.into_iter().filter(|kind| kind.family() == family).collect()
}

/// Returns the queries that have no filter but a type of entry, with their candidates.
async fn cases(library: &Library) -> Vec<Case> {
    let ranker = Ranker::new(library.store.clone(), library.text.clone(), library.semantic_search.clone());
    let mut cases = Vec::new();
    for query in queries::read().unwrap() {
        let typed = query.filters.get("type").and_then(|name| ContentType::find(name.as_str()?));
        if query.filters.len() > usize::from(typed.is_some()) {
            continue;
        }
        let kinds = typed.map_or_else(|| kinds(&query.tool), |typed| typed.kinds.to_vec());
        let selection = Selection {
            kinds: &kinds,
            filter: None,
            documents: None,
            name: &NameTest::Any,
            limit: 10,
            preferred: &[],
        };
        let request = RankRequest { query: ranker.read(&query.query, true, true), selection };
        let found = ranker.find(request, &mut Vec::new()).await.unwrap();
        let name = |header: &EntryHeader| (header.id, query.counts_as(header.kind.as_str(), &header.name));
        cases.push(Case {
            entries: features(&found.words, &found.inputs(&[])),
            names: found.headers.iter().map(name).collect(),
            unknown_words: ranker.text.index.unknown_words(&found.words).unwrap(),
            found,
            query,
        });
    }
    cases
}

fn mean<'a>(cases: impl Iterator<Item = &'a Case>, weights: Parts) -> Figures {
    Figures::mean(&cases.map(|case| case.figures(weights)).collect::<Vec<_>>())
}

/// Fits the weights to the half for tuning: as a softmax over the candidates of a query, they make a good answer as likely as
/// can be (Cao and others, "Learning to rank: from pairwise approach to listwise approach", 2007). No weight is below 0.
fn fitted(cases: &[Case]) -> Parts {
    let cases: Vec<(Vec<[f64; N]>, Vec<bool>)> = cases
        .iter()
        .filter(|case| case.query.half() == Half::Tune)
        .map(|case| {
            let is_good = case.entries.iter().map(|entry| case.is_answered_by(entry.id));
            (case.entries.iter().map(|entry| entry.parts.numbers()).collect(), is_good.collect())
        })
        .filter(|(_, is_good): &(_, Vec<bool>)| is_good.contains(&true))
        .collect();
    let deviations = deviations(&cases.iter().flat_map(|(entries, _)| entries).collect::<Vec<_>>());
    // The steps go along numbers with the same spread, and are those of Adam (Kingma and Ba, 2015).
    let (mut weights, mut means, mut squares) = ([0.0; N], [0.0; N], [0.0; N]);
    for step in 1..=STEPS {
        let mut slope = weights.map(|weight| weight * DECAY);
        for (entries, is_good) in &cases {
            let likely = |entry: &[f64; N]| {
                (0..N).map(|part| entry[part] / deviations[part] * weights[part]).sum::<f64>().exp()
            };
            let likely: Vec<f64> = entries.iter().map(likely).collect();
            let all: f64 = likely.iter().sum();
            let good: f64 =
                likely.iter().zip(is_good).filter(|(_, is_good)| **is_good).map(|(likely, _)| likely).sum();
            for ((entry, likely), is_good) in entries.iter().zip(likely).zip(is_good) {
                let error = likely / all - if *is_good { likely / good } else { 0.0 };
                for part in 0..N {
                    slope[part] += error * entry[part] / deviations[part] / cases.len() as f64;
                }
            }
        }
        for part in 0..N {
            means[part] = 0.9 * means[part] + 0.1 * slope[part];
            squares[part] = 0.999 * squares[part] + 0.001 * slope[part].powi(2);
            let mean = means[part] / (1.0 - 0.9_f64.powi(step as i32));
            let square = squares[part] / (1.0 - 0.999_f64.powi(step as i32));
            weights[part] = (weights[part] - STEP * mean / (square.sqrt() + 1e-8)).max(0.0);
        }
    }
    let weights: Vec<f64> =
        weights.iter().zip(deviations).map(|(weight, deviation)| weight / deviation).collect();
    let fitted = Parts::from_numbers(std::array::from_fn(|part| weights[part] / (weights[0] + weights[1])));
    println!("fitted freely: {fitted:#.3?}");
    Parts {
        core: fitted.core.max(MIN_CORE),
        own: fitted.own.clamp(MIN_CORE, MAX_OWN),
        named_book: fitted.named_book.max(MIN_NAMED_BOOK),
        ..fitted
    }
}

/// Returns the standard deviation of each number, 1 of one that never differs.
fn deviations<const N: usize>(entries: &[&[f64; N]]) -> [f64; N] {
    let mean = |of: &dyn Fn(&[f64; N]) -> f64| {
        entries.iter().map(|entry| of(entry)).sum::<f64>() / entries.len() as f64
    };
    std::array::from_fn(|part| {
        let middle = mean(&|entry| entry[part]);
        let deviation = mean(&|entry| (entry[part] - middle).powi(2)).sqrt();
        if deviation > 0.0 { deviation } else { 1.0 }
    })
}

fn print(title: &str, cases: &[Case], weights: Parts) {
    println!("{title}");
    for half in Half::ALL {
        for family in families().map(Some).chain([None]) {
            let of = || {
                cases.iter().filter(|case| {
                    case.query.half() == half && family.is_none_or(|family| case.query.family == family)
                })
            };
            let Figures { hit_at_1, hit_at_3, reciprocal_rank, .. } = mean(of(), weights);
            println!(
                "{:7} {:12} {:4} hit@1 {hit_at_1:.3} hit@3 {hit_at_3:.3} MRR {reciprocal_rank:.3}",
                half.name(),
                family.unwrap_or("all"),
                of().count()
            );
        }
    }
}

/// Fits a logistic regression to cases with their outcomes, by gradient descent along numbers with the same spread.
fn logistic<const N: usize>(cases: &[([f64; N], bool)]) -> Logistic<N> {
    let deviations = deviations(&cases.iter().map(|(numbers, _)| numbers).collect::<Vec<_>>());
    let scaled = |numbers: &[f64; N]| std::array::from_fn(|number| numbers[number] / deviations[number]);
    let cases: Vec<([f64; N], bool)> =
        cases.iter().map(|(numbers, outcome)| (scaled(numbers), *outcome)).collect();
    let mut fit = Logistic([0.0; N]);
    for _ in 0..20_000 {
        let mut slope = fit.0.map(|weight| weight * LIKELIHOOD_DECAY);
        // The constant may be of any size.
        slope[0] = 0.0;
        for (numbers, outcome) in &cases {
            let error = fit.likelihood(numbers) - f64::from(u8::from(*outcome));
            slope.iter_mut().zip(numbers).for_each(|(slope, number)| *slope += error * number);
        }
        fit.0.iter_mut().zip(slope).for_each(|(weight, slope)| *weight -= 0.1 * slope / cases.len() as f64);
    }
    Logistic(scaled(&fit.0))
}

/// Fits the likelihoods to the half for tuning, and prints what they give.
fn fit_likelihoods(answerable: &[Case], unanswerable: &[Case], weights: Parts) {
    let mut hits = Vec::new();
    for case in answerable.iter().filter(|case| case.query.half() == Half::Tune) {
        for scored in rank_by(weights, &case.entries).iter().take(1).filter(|scored| scored.score < 1.0) {
            hits.push(([1.0, scored.score], case.is_answered_by(scored.id)));
        }
    }
    println!("ANSWERS {:.2?}, now {ANSWERS:.2?}", logistic(&hits));
    let numbers = |case: &Case| {
        let ranked = rank_by(weights, &case.entries);
        let score = ranked.first().map_or(0.0, |best| best.score);
        let other_topics = case.found.other_topics(ranked.first());
        let numbers = query_numbers(&case.found.words, score, case.unknown_words, other_topics);
        (numbers, case.query.is_answerable(), case.found.missing(not_open_name, score).is_some())
    };
    let of_half = |half: Half| {
        let cases = answerable.iter().chain(unanswerable).filter(move |case| case.query.half() == half);
        cases.map(numbers).filter(|(numbers, ..)| numbers[1] < 1.0).collect::<Vec<_>>()
    };
    let tune = of_half(Half::Tune);
    let mut fit =
        logistic(&tune.iter().map(|(numbers, has_answer, _)| (*numbers, *has_answer)).collect::<Vec<_>>());
    let mut likely: Vec<f64> = tune
        .iter()
        .filter(|(_, has_answer, _)| *has_answer)
        .map(|(numbers, ..)| fit.likelihood(numbers))
        .collect();
    likely.sort_by(f64::total_cmp);
    // The constant puts the bound at one half.
    let least = likely[(likely.len() as f64 * MAX_WRONG_REFUSALS) as usize];
    fit.0[0] -= (least / (1.0 - least)).ln();
    println!("HAS_ANSWER {fit:.3?}, now {HAS_ANSWER:.3?}");
    for half in Half::ALL {
        let refused = |answerable: bool| {
            let of: Vec<_> = of_half(half).into_iter().filter(|(_, has, _)| *has == answerable).collect();
            let is_refused = |(numbers, _, names_missing): &&([f64; 5], bool, bool)| {
                *names_missing || !is_sure(numbers[1]) && fit.likelihood(numbers) < MIN_LIKELIHOOD
            };
            of.iter().filter(is_refused).count() as f64 / of.len().max(1) as f64
        };
        println!(
            "{}: refused of the unanswerable {:.3}, of the answerable {:.3}",
            half.name(),
            refused(false),
            refused(true)
        );
    }
}

#[tokio::test]
#[ignore = "takes minutes and changes nothing: scripts/fit-ranking"]
async fn fit_the_weights() {
    let home = PathBuf::from(std::env::var_os(LIBRARY).expect("LOREKEEPER_FIT_LIBRARY names a library"));
    let library = open(&home, installed_model().expect("a model")).await;
    library.embed(&Job::quiet()).await.unwrap();
    let cases = cases(&library).await;
    let (answerable, unanswerable): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.query.is_answerable());
    print("before", &answerable, WEIGHTS);
    fit_likelihoods(&answerable, &unanswerable, WEIGHTS);
    let weights = fitted(&answerable);
    print("after", &answerable, weights);
    println!("{weights:#?}");
    fit_likelihoods(&answerable, &unanswerable, weights);
    let is_missed = |case: &&Case| case.query.half() == Half::Tune && case.figures(weights).hit_at_3 == 0.0;
    for case in answerable.iter().filter(is_missed) {
        let ranked = rank_by(weights, &case.entries);
        let name = |scored: &ScoredEntry| format!("{} {:.2}", case.names[&scored.id], scored.score);
        let first: Vec<String> = ranked.iter().take(5).map(name).collect();
        let wanted: Vec<String> = case.query.grades().into_keys().take(4).collect();
        let Query { id, query, .. } = &case.query;
        println!("MISS {id} | {query} | wanted {} | {}", wanted.join(", "), first.join("; "));
    }
    library.close().await;
}
