//! Texts, sentence by sentence and word by word.

use std::time::{Duration, Instant};

use content::model::fold;
use serde::Serialize;
use similar::{
    Algorithm, DiffOp, DiffTag, capture_diff_slices, capture_diff_slices_deadline, get_diff_ratio,
};

/// Two sentences are the same one, changed, if at least this share of their words is the same, from 0 to 1.
const SAME_SENTENCE: f32 = 0.45;
/// The maximum number of pairs to try where many sentences changed. Beyond it, they follow one another.
const MAX_PAIRS: usize = 10_000;
/// The time after which texts of megabytes are compared less closely.
const PATIENCE: Duration = Duration::from_millis(500);
const ABBREVIATIONS: [&str; 4] = ["ft.", "lb.", "vs.", "mi."];

/// Words that both texts have, or one of them. A space joins runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    /// In both.
    Same(String),
    /// In the first only.
    First(String),
    /// In the second only.
    Second(String),
}

/// Returns the sentences of a text in Markdown, without its marks. Cells of a table are separated by `|`.
pub(super) fn sentences(markdown: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for line in markdown.lines() {
        let line: String = line.chars().filter(|letter| !matches!(letter, '*' | '_' | '\\' | '`')).collect();
        let line = line.trim_start_matches(['#', '>', '-', ' ']).trim();
        if line.trim_matches(['|', '-', ':', ' ']).is_empty() {
            continue;
        }
        if line.starts_with('|') {
            sentences.push(line.trim_matches(['|', ' ']).to_owned());
            continue;
        }
        let mut sentence = String::new();
        for word in line.split_whitespace() {
            if word == "Hit:" && !sentence.is_empty() {
                sentences.push(std::mem::take(&mut sentence));
            }
            if !sentence.is_empty() {
                sentence.push(' ');
            }
            sentence.push_str(word);
            let bare = word.trim_end_matches([')', '"', '”', '’']);
            if bare.ends_with(['.', '!', '?']) && !ABBREVIATIONS.iter().any(|it| bare.ends_with(it)) {
                sentences.push(std::mem::take(&mut sentence));
            }
        }
        if !sentence.is_empty() {
            sentences.push(sentence);
        }
    }
    sentences
}

pub(super) fn compare_texts(first: &[String], second: &[String]) -> Vec<Vec<Words>> {
    let keys = |sentences: &[String]| sentences.iter().map(|sentence| fold(sentence)).collect::<Vec<_>>();
    let (first_keys, second_keys) = (keys(first), keys(second));
    let deadline = Instant::now() + PATIENCE;
    let ops = capture_diff_slices_deadline(Algorithm::Patience, &first_keys, &second_keys, Some(deadline));
    let mut compared = Vec::new();
    for op in ops {
        let olds = first.get(op.old_range()).unwrap_or_default();
        let news = second.get(op.new_range()).unwrap_or_default();
        if op.tag() == DiffTag::Equal {
            compared.extend(olds.iter().map(|sentence| vec![Words::Same(sentence.clone())]));
        } else {
            compared.extend(changed(olds, news));
        }
    }
    compared
}

/// Compares sentences none of which is in both texts: pairs them so that the most words stay the same.
fn changed(olds: &[String], news: &[String]) -> Vec<Vec<Words>> {
    let old_words: Vec<Vec<&str>> = olds.iter().map(|sentence| sentence.split(' ').collect()).collect();
    let new_words: Vec<Vec<&str>> = news.iter().map(|sentence| sentence.split(' ').collect()).collect();
    let mut compared = Vec::new();
    let (mut next_old, mut next_new) = (0, 0);
    let unpaired = |compared: &mut Vec<Vec<Words>>, olds: Option<&[String]>, news: Option<&[String]>| {
        compared.extend(olds.unwrap_or_default().iter().map(|sentence| vec![Words::First(sentence.clone())]));
        compared
            .extend(news.unwrap_or_default().iter().map(|sentence| vec![Words::Second(sentence.clone())]));
    };
    for (old, new, runs) in pairs(&old_words, &new_words) {
        unpaired(&mut compared, olds.get(next_old..old), news.get(next_new..new));
        compared.push(runs);
        (next_old, next_new) = (old + 1, new + 1);
    }
    unpaired(&mut compared, olds.get(next_old..), news.get(next_new..));
    compared
}

/// Returns the places of the sentences that belong together, in order, with their words.
fn pairs(olds: &[Vec<&str>], news: &[Vec<&str>]) -> Vec<(usize, usize, Vec<Words>)> {
    if olds.len().saturating_mul(news.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let mut likeness = vec![vec![0.0_f32; news.len()]; olds.len()];
    // The best sum of the sentences from a place on.
    let mut best = vec![vec![0.0_f32; news.len() + 1]; olds.len() + 1];
    let at = |table: &[Vec<f32>], old: usize, new: usize| {
        table.get(old).and_then(|row| row.get(new)).copied().unwrap_or_default()
    };
    for (old, old_words) in olds.iter().enumerate().rev() {
        for (new, new_words) in news.iter().enumerate().rev() {
            let ratio = ratio(old_words, new_words);
            let with = if ratio < SAME_SENTENCE { 0.0 } else { ratio + at(&best, old + 1, new + 1) };
            let sum = with.max(at(&best, old + 1, new)).max(at(&best, old, new + 1));
            for (table, value) in [(&mut likeness, ratio), (&mut best, sum)] {
                if let Some(place) = table.get_mut(old).and_then(|row| row.get_mut(new)) {
                    *place = value;
                }
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut old, mut new) = (0, 0);
    while let (Some(old_words), Some(new_words)) = (olds.get(old), news.get(new)) {
        if at(&best, old, new) <= at(&best, old + 1, new) {
            old += 1;
        } else if at(&best, old, new) <= at(&best, old, new + 1) {
            new += 1;
        } else {
            pairs.push((old, new, runs(old_words, new_words)));
            (old, new) = (old + 1, new + 1);
        }
    }
    pairs
}

fn word_ops(olds: &[&str], news: &[&str]) -> Vec<DiffOp> {
    let keys = |words: &[&str]| words.iter().map(|word| fold(word)).collect::<Vec<_>>();
    capture_diff_slices(Algorithm::Myers, &keys(olds), &keys(news))
}

fn ratio(olds: &[&str], news: &[&str]) -> f32 {
    get_diff_ratio(&word_ops(olds, news), olds.len(), news.len())
}

fn runs(olds: &[&str], news: &[&str]) -> Vec<Words> {
    let mut runs = Vec::new();
    for op in word_ops(olds, news) {
        let old = olds.get(op.old_range()).unwrap_or_default().join(" ");
        let new = news.get(op.new_range()).unwrap_or_default().join(" ");
        match op.tag() {
            DiffTag::Equal => runs.push(Words::Same(old)),
            DiffTag::Delete => runs.push(Words::First(old)),
            DiffTag::Insert => runs.push(Words::Second(new)),
            DiffTag::Replace => runs.extend([Words::First(old), Words::Second(new)]),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
