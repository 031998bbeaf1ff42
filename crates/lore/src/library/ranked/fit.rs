//! The fit of the ranking's weights to the judged queries. `scripts/fit-ranking` runs it.

use std::collections::HashMap;
use std::path::PathBuf;

use super::*;
use crate::Library;
use crate::library::entry_embedding::tests::{installed_model, open};
use crate::model::{ContentType, Family, Kind};
use crate::progress::Job;
use crate::search::{
    ANSWERS, Features, HAS_ANSWER, Logistic, WEIGHTS, Weights, features, query_numbers, rank_by,
};

#[path = "../../../../../tests/relevance/metrics.rs"]
#[allow(dead_code, reason = "some of it is for the report")]
mod metrics;
#[path = "../../../../../tests/relevance/queries.rs"]
#[allow(dead_code, reason = "some of it is for the report")]
mod queries;

use metrics::{Figures, LOOKED_AT};
use queries::{Half, Query, families};

/// The variable that names the folder of the library, which must hold the full content with its vectors.
const LIBRARY: &str = "LOREKEEPER_FIT_LIBRARY";
/// The factors by which a weight is tried.
const STEPS: [f64; 8] = [0.0, 0.5, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0];
/// What a weight of 0 is tried as.
const FIRST_STEP: f64 = 0.02;

/// The least weight of the core rules: they come before equally good entries of other publishers.
const MIN_CORE: f64 = 0.05;
/// The least factor of another edition: it shall stay near the first.
const MIN_EDITION_FACTOR: f64 = 0.6;
/// The share of the answerable queries that may be said to have no answer.
const MAX_WRONG_REFUSALS: f64 = 0.03;

/// A query with the features of its candidates.
struct Case {
    query: Query,
    entries: Vec<Features>,
    /// What each candidate counts as, by its number.
    names: HashMap<i64, String>,
    has_unknown_word: bool,
}

impl Case {
    fn figures(&self, weights: &Weights) -> Figures {
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
        let selection =
            Selection { kinds: &kinds, filter: None, documents: None, name: &NameTest::Any, limit: 10 };
        let request = RankRequest { query: &query.query, selection, fuzzy: true, semantic: true };
        let found = ranker.find(request, &mut Vec::new()).await.unwrap();
        let name = |header: &EntryHeader| (header.id, query.counts_as(header.kind.as_str(), &header.name));
        cases.push(Case {
            entries: features(&query.query, &found.inputs(&query.query)),
            names: found.headers.iter().map(name).collect(),
            has_unknown_word: ranker.text.index.has_unknown_word(&query.query).unwrap(),
            query,
        });
    }
    cases
}

fn mean<'a>(cases: impl Iterator<Item = &'a Case>, weights: &Weights) -> Figures {
    Figures::mean(&cases.map(|case| case.figures(weights)).collect::<Vec<_>>())
}

fn goodness(cases: &[Case], weights: &Weights) -> f64 {
    let figures = mean(cases.iter().filter(|case| case.query.half() == Half::Tune), weights);
    figures.hit_at_1 + figures.hit_at_3 + figures.reciprocal_rank
}

fn fields(weights: &mut Weights) -> [&mut f64; 10] {
    [
        &mut weights.text,
        &mut weights.half_text_score,
        &mut weights.name,
        &mut weights.core,
        &mut weights.named_book,
        &mut weights.named_kind,
        &mut weights.thing,
        &mut weights.feature,
        &mut weights.rule,
        &mut weights.edition_factor,
    ]
}

/// Changes one weight at a time while that makes the tuning half better.
fn fitted(cases: &[Case], mut weights: Weights) -> Weights {
    let mut best = goodness(cases, &weights);
    loop {
        let before = best;
        for place in 0..fields(&mut weights).len() {
            for step in STEPS {
                let mut tried = weights;
                let field = &mut *fields(&mut tried)[place];
                *field = if *field == 0.0 { FIRST_STEP * step } else { *field * step };
                tried.core = tried.core.max(MIN_CORE);
                tried.edition_factor = tried.edition_factor.clamp(MIN_EDITION_FACTOR, 1.0);
                let goodness = goodness(cases, &tried);
                if goodness > best + 1e-9 {
                    (best, weights) = (goodness, tried);
                }
            }
        }
        println!("goodness {best:.4}");
        if best <= before {
            return weights;
        }
    }
}

fn print(title: &str, cases: &[Case], weights: &Weights) {
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

/// Fits a logistic regression to cases with their outcomes, by gradient descent.
fn logistic<const N: usize>(cases: &[([f64; N], bool)]) -> Logistic<N> {
    let mut fit = Logistic([0.0; N]);
    for _ in 0..20_000 {
        let mut slope = [0.0; N];
        for (numbers, outcome) in cases {
            let error = fit.likelihood(numbers) - f64::from(u8::from(*outcome));
            slope.iter_mut().zip(numbers).for_each(|(slope, number)| *slope += error * number);
        }
        fit.0.iter_mut().zip(slope).for_each(|(weight, slope)| *weight -= 1.0 * slope / cases.len() as f64);
    }
    fit
}

/// Fits the likelihoods to the half for tuning, and prints what they give.
fn fit_likelihoods(answerable: &[Case], unanswerable: &[Case], weights: &Weights) {
    let mut hits = Vec::new();
    for case in answerable.iter().filter(|case| case.query.half() == Half::Tune) {
        for scored in rank_by(weights, &case.entries).iter().take(1).filter(|scored| scored.score < 1.0) {
            hits.push(([1.0, scored.score], case.is_answered_by(scored.id)));
        }
    }
    println!("ANSWERS {:.2?}, now {ANSWERS:.2?}", logistic(&hits));
    let numbers = |case: &Case| {
        let best = rank_by(weights, &case.entries).first().map_or(0.0, |scored| scored.score);
        (query_numbers(&case.query.query, best, case.has_unknown_word), case.query.is_answerable())
    };
    let of_half = |half: Half| {
        let cases = answerable.iter().chain(unanswerable).filter(move |case| case.query.half() == half);
        cases.map(numbers).filter(|(numbers, _)| numbers[1] < 1.0).collect::<Vec<_>>()
    };
    let fit = logistic(&of_half(Half::Tune));
    println!("HAS_ANSWER {fit:.3?}, now {HAS_ANSWER:.3?}");
    let mut likely: Vec<f64> = of_half(Half::Tune)
        .iter()
        .filter(|(_, has)| *has)
        .map(|(numbers, _)| fit.likelihood(numbers))
        .collect();
    likely.sort_by(f64::total_cmp);
    let least = likely[(likely.len() as f64 * MAX_WRONG_REFUSALS) as usize];
    println!("MIN_LIKELIHOOD {least:.3}");
    for half in Half::ALL {
        let refused = |answerable: bool| {
            let of = of_half(half).into_iter().filter(|(_, has)| *has == answerable).collect::<Vec<_>>();
            of.iter().filter(|(numbers, _)| fit.likelihood(numbers) < least).count() as f64
                / of.len().max(1) as f64
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
    print("before", &answerable, &WEIGHTS);
    fit_likelihoods(&answerable, &unanswerable, &WEIGHTS);
    let weights = fitted(&answerable, WEIGHTS);
    print("after", &answerable, &weights);
    println!("{weights:#?}");
    fit_likelihoods(&answerable, &unanswerable, &weights);
    let is_missed = |case: &&Case| case.query.half() == Half::Tune && case.figures(&weights).hit_at_3 == 0.0;
    for case in answerable.iter().filter(is_missed) {
        let ranked = rank_by(&weights, &case.entries);
        let name = |scored: &ScoredEntry| format!("{} {:.2}", case.names[&scored.id], scored.score);
        let first: Vec<String> = ranked.iter().take(5).map(name).collect();
        let wanted: Vec<String> = case.query.grades().into_keys().take(4).collect();
        let Query { id, query, .. } = &case.query;
        println!("MISS {id} | {query} | wanted {} | {}", wanted.join(", "), first.join("; "));
    }
    library.close().await;
}
