//! Lists of names in plain words: `rope torch healer's kit`, `fireball, shield and counterspell`.

use std::collections::HashSet;

use content::model::fold;
use content::query::word_forms;

/// The most words of a name, and of a list.
const MAX_NAME_WORDS: usize = 6;
const MAX_LIST_WORDS: usize = 100;
/// Fewer names are a list only if signs separate them.
const MIN_NAMES: usize = 3;
/// Words between names, besides numbers and those that separate them.
const BETWEEN: [&str; 11] =
    ["a", "an", "between", "compare", "difference", "is", "of", "some", "the", "what", "what's"];
/// Words that separate names.
const SEPARATORS: [&str; 5] = ["&", "and", "or", "versus", "vs"];

/// Returns the folded names that a query may list: each run of its words, in the singular and with the
/// apostrophes that players leave out. None if it can be no list.
pub fn possible_names(query: &str) -> Vec<String> {
    let folded = fold(query);
    let parts = parts(&folded);
    if !(2..=MAX_LIST_WORDS).contains(&parts.iter().flatten().count()) {
        return Vec::new();
    }
    let starts = parts.iter().flat_map(|part| (0..part.len()).filter_map(move |at| part.get(at..)));
    let runs = starts.flat_map(|rest| (1..=MAX_NAME_WORDS).filter_map(move |count| rest.get(..count)));
    runs.flat_map(spellings).collect()
}

/// Returns the names of a query that is a list of `known` ones; a few unknown words may be names, too.
pub fn listed_names(query: &str, known: &HashSet<&str>) -> Option<Vec<String>> {
    let folded = fold(query);
    let (parts, mut names) = (parts(&folded), Vec::new());
    for part in &parts {
        let mut rest = part.as_slice();
        let mut run: Vec<&str> = Vec::new();
        while let Some((word, others)) = rest.split_first() {
            let found = (1..=MAX_NAME_WORDS).rev().find_map(|count| {
                let (run, others) = rest.split_at_checked(count)?;
                let name = spellings(run).into_iter().find(|name| known.contains(name.as_str()))?;
                Some((name, others))
            });
            if found.is_none() && !is_between(word) {
                run.push(word);
            } else if !run.is_empty() {
                names.push(std::mem::take(&mut run).join(" "));
            }
            rest = found.as_ref().map_or(others, |(_, others)| *others);
            names.extend(found.map(|(name, _)| name));
        }
        names.extend((!run.is_empty()).then(|| run.join(" ")));
    }
    let (of_known, others): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| known.contains(name.as_str()));
    let count = of_known.len();
    // Between signs, up to three unknown words may well be one name.
    let words_of_name = if parts.len() > 1 { 3 } else { 1 };
    let unknown: usize = others.iter().map(|name| name.split(' ').count().div_ceil(words_of_name)).sum();
    let is_separated = parts.len() > 1 || parts.iter().flatten().any(|word| SEPARATORS.contains(word));
    let is_list = count >= MIN_NAMES && 2 * unknown <= count || count == 2 && unknown == 0 && is_separated;
    (is_list && !known.contains(folded.as_str())).then_some(names)
}

/// Returns the words of the parts that signs separate.
fn parts(folded: &str) -> Vec<Vec<&str>> {
    let parts = folded.split([',', ';', ':', '.']).map(|part| part.split_whitespace().collect());
    parts.filter(|part: &Vec<&str>| !part.is_empty()).collect()
}

fn is_between(word: &str) -> bool {
    let is_number = word.trim_matches('x').chars().all(|c| c.is_ascii_digit());
    is_number || BETWEEN.contains(&word) || SEPARATORS.contains(&word)
}

fn spellings(run: &[&str]) -> Vec<String> {
    let mut names = vec![run.join(" ")];
    for (at, word) in run.iter().enumerate() {
        let genitive = word.strip_suffix('s').map(|stem| format!("{stem}'s"));
        for form in word_forms(word).into_iter().skip(1).chain(genitive) {
            let words = run.iter().enumerate();
            let words = words.map(|(place, word)| if place == at { form.as_str() } else { *word });
            names.push(words.collect::<Vec<_>>().join(" "));
        }
    }
    names
}

#[cfg(test)]
mod tests;
