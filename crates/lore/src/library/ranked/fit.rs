//! The fit of the ranking's weights to the judged queries. `scripts/fit-ranking` runs it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::*;
use crate::Library;
use crate::library::entry_embedding::tests::{installed_model, open};
use crate::model::{ContentType, Family, Kind};
use crate::progress::Job;
use crate::search::{
    ANSWERS, Features, HAS_ANSWER, Logistic, WEIGHTS, Weights, features, query_numbers, rank_by,
};

/// The variable that names the folder of the library, which must hold the full content with its vectors.
const LIBRARY: &str = "LOREKEEPER_FIT_LIBRARY";
/// The files of queries, in `tests/relevance`.
const FILES: [&str; 8] =
    ["spells", "creatures", "magic-items", "equipment", "options", "rules", "homebrew", "unanswerable"];
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

/// A judged query, as far as the fit needs it.
#[derive(Deserialize)]
struct Judged {
    id: String,
    query: String,
    #[serde(default)]
    tool: String,
    #[serde(default)]
    filters: serde_json::Map<String, serde_json::Value>,
    #[serde(default)]
    best: HashMap<String, Vec<String>>,
    #[serde(default)]
    good: HashMap<String, Vec<String>>,
}

/// A query with the features of its candidates.
struct Case {
    id: String,
    file: &'static str,
    query: String,
    entries: Vec<Features>,
    /// The kind and folded name of each candidate by its number.
    names: HashMap<i64, (String, String)>,
    grades: Vec<(String, String, u8)>,
    has_unknown_word: bool,
}

impl Case {
    fn is_for_tuning(&self) -> bool {
        let number = self.id.rsplit('-').next().and_then(|number| number.parse::<u32>().ok());
        number.is_none_or(|number| number % 2 == 1)
    }

    fn grade(&self, id: i64) -> u8 {
        let Some((kind, name)) = self.names.get(&id) else { return 0 };
        let fits = |(judged_kind, judged, _): &&(String, String, u8)| {
            let is_name = judged.strip_suffix('*').map_or(judged == name, |start| name.starts_with(start));
            judged_kind == kind && is_name
        };
        self.grades.iter().filter(fits).map(|(.., grade)| *grade).max().unwrap_or(0)
    }

    /// Returns the place of the first answer, from 1.
    fn place(&self, weights: &Weights) -> Option<usize> {
        let ranked = rank_by(weights, &self.entries);
        ranked.iter().take(10).position(|scored| self.grade(scored.id) > 0).map(|place| place + 1)
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

async fn cases(library: &Library) -> Vec<Case> {
    let ranker = Ranker::new(library.store.clone(), library.text.clone(), library.semantic_search.clone());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/relevance");
    let mut cases = Vec::new();
    for file in FILES {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{file}.jsonl"))) else { continue };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let judged: Judged = serde_json::from_str(line).unwrap();
            let typed = judged.filters.get("type").and_then(|name| ContentType::find(name.as_str()?));
            if judged.filters.len() > usize::from(typed.is_some()) {
                continue;
            }
            let kinds = typed.map_or_else(|| kinds(&judged.tool), |typed| typed.kinds.to_vec());
            let selection =
                Selection { kinds: &kinds, filter: None, documents: None, name: &NameTest::Any, limit: 10 };
            let request = RankRequest { query: &judged.query, selection, fuzzy: true, semantic: true };
            let found = ranker.find(request, &mut Vec::new()).await.unwrap();
            let name =
                |header: &EntryHeader| (header.id, (header.kind.as_str().to_owned(), header.name.clone()));
            let graded = |names: &HashMap<String, Vec<String>>, grade| {
                let of_kind = |(kind, names): (&String, &Vec<String>)| {
                    names.iter().map(|name| (kind.clone(), fold(name), grade)).collect::<Vec<_>>()
                };
                names.iter().flat_map(of_kind).collect::<Vec<_>>()
            };
            cases.push(Case {
                entries: features(&judged.query, &found.inputs(&judged.query)),
                names: found.headers.iter().map(name).collect(),
                grades: [graded(&judged.best, 2), graded(&judged.good, 1)].concat(),
                has_unknown_word: ranker.text.index.has_unknown_word(&judged.query).unwrap(),
                id: judged.id,
                query: judged.query,
                file,
            });
        }
    }
    cases
}

/// Returns the share of first hits, of hits among three, and the mean reciprocal rank.
fn figures<'a>(cases: impl Iterator<Item = &'a Case>, weights: &Weights) -> [f64; 4] {
    let places: Vec<Option<usize>> = cases.map(|case| case.place(weights)).collect();
    let mean = |figure: &dyn Fn(usize) -> f64| {
        places.iter().map(|place| place.map_or(0.0, figure)).sum::<f64>() / places.len().max(1) as f64
    };
    [
        mean(&|place| f64::from(u8::from(place == 1))),
        mean(&|place| f64::from(u8::from(place <= 3))),
        mean(&|place| 1.0 / place as f64),
        places.len() as f64,
    ]
}

fn goodness(cases: &[Case], weights: &Weights) -> f64 {
    let [first, three, rank, _] = figures(cases.iter().filter(|case| case.is_for_tuning()), weights);
    first + three + rank
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
    for tuning in [true, false] {
        for file in FILES.into_iter().map(Some).chain([None]) {
            let of = cases.iter().filter(|case| {
                !case.grades.is_empty()
                    && case.is_for_tuning() == tuning
                    && file.is_none_or(|file| case.file == file)
            });
            let [first, three, rank, count] = figures(of, weights);
            let half = if tuning { "tune" } else { "report" };
            let file = file.unwrap_or("all");
            println!("{half:7} {file:12} {count:4} hit@1 {first:.3} hit@3 {three:.3} MRR {rank:.3}");
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
    for case in answerable.iter().filter(|case| case.is_for_tuning()) {
        for scored in rank_by(weights, &case.entries).iter().take(1).filter(|scored| scored.score < 1.0) {
            hits.push(([1.0, scored.score], case.grade(scored.id) > 0));
        }
    }
    println!("ANSWERS {:.2?}, now {ANSWERS:.2?}", logistic(&hits));
    let numbers = |case: &Case| {
        let best = rank_by(weights, &case.entries).first().map_or(0.0, |scored| scored.score);
        (query_numbers(&case.query, best, case.has_unknown_word), !case.grades.is_empty())
    };
    let of_half = |tuning: bool| {
        let cases = answerable.iter().chain(unanswerable).filter(move |case| case.is_for_tuning() == tuning);
        cases.map(numbers).filter(|(numbers, _)| numbers[1] < 1.0).collect::<Vec<_>>()
    };
    let fit = logistic(&of_half(true));
    println!("HAS_ANSWER {fit:.3?}, now {HAS_ANSWER:.3?}");
    let mut likely: Vec<f64> =
        of_half(true).iter().filter(|(_, has)| *has).map(|(numbers, _)| fit.likelihood(numbers)).collect();
    likely.sort_by(f64::total_cmp);
    let least = likely[(likely.len() as f64 * MAX_WRONG_REFUSALS) as usize];
    println!("MIN_LIKELIHOOD {least:.3}");
    for tuning in [true, false] {
        let refused = |answerable: bool| {
            let of = of_half(tuning).into_iter().filter(|(_, has)| *has == answerable).collect::<Vec<_>>();
            of.iter().filter(|(numbers, _)| fit.likelihood(numbers) < least).count() as f64
                / of.len().max(1) as f64
        };
        println!(
            "tuning {tuning}: refused of the unanswerable {:.3}, of the answerable {:.3}",
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
        cases.into_iter().partition(|case| !case.grades.is_empty());
    print("before", &answerable, &WEIGHTS);
    let weights = fitted(&answerable, WEIGHTS);
    print("after", &answerable, &weights);
    println!("{weights:#?}");
    fit_likelihoods(&answerable, &unanswerable, &weights);
    for case in answerable
        .iter()
        .filter(|case| case.is_for_tuning() && case.place(&weights).is_none_or(|place| place > 3))
    {
        let ranked = rank_by(&weights, &case.entries);
        let name = |scored: &ScoredEntry| format!("{} {:.2}", case.names[&scored.id].1, scored.score);
        let first: Vec<String> = ranked.iter().take(5).map(name).collect();
        let wanted: Vec<&str> = case.grades.iter().map(|(_, name, _)| name.as_str()).take(4).collect();
        println!("MISS {} | {} | wanted {} | {}", case.id, case.query, wanted.join(", "), first.join("; "));
    }
    library.close().await;
}
