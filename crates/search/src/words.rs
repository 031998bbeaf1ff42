//! Words of texts and queries, as the text index stores them.

use tantivy::tokenizer::{
    Language, RemoveLongFilter, SimpleTokenizer, Stemmer, TextAnalyzer, TokenizerManager,
};

use super::analysis::{is_stop_word, searchable, words};

pub(super) const PLAIN: &str = "plain";
pub(super) const STEMMED: &str = "stemmed";

/// The most words of a query; more would slow a search without narrowing it.
pub(super) const MAX_WORDS: usize = 16;
const MAX_WORD_BYTES: usize = 60;

pub(super) fn analyzers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    let short = RemoveLongFilter::limit(MAX_WORD_BYTES);
    let plain = || TextAnalyzer::builder(SimpleTokenizer::default()).filter(short.clone());
    manager.register(PLAIN, plain().build());
    manager.register(STEMMED, plain().filter(Stemmer::new(Language::English)).build());
    manager
}

/// Stop words are left out unless there are no others.
pub(super) fn query_words(query: &str, limit: usize) -> Vec<String> {
    let folded = searchable(query);
    let all = || words(&folded).filter(|word| word.len() <= MAX_WORD_BYTES).map(str::to_owned);
    let mut found: Vec<String> = all().filter(|word| !is_stop_word(word)).take(limit).collect();
    if found.is_empty() {
        found = all().take(limit).collect();
    }
    found
}

/// Returns how many typing errors a word may have.
pub(super) fn max_errors(word: &str) -> u8 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// Returns the headings and the bold beginnings of paragraphs in a Markdown text, one a line.
pub(super) fn headings(body: &str) -> String {
    let mut headings = String::new();
    for line in body.lines() {
        let line = line.trim_start();
        let heading = if line.starts_with('#') {
            Some(line.trim_start_matches('#'))
        } else {
            let marked = line.trim_start_matches(['-', ' ']);
            let stars = marked.strip_prefix("***").or_else(|| marked.strip_prefix("**"));
            stars.and_then(|rest| rest.split_once("**")).map(|(bold, _)| bold)
        };
        if let Some(heading) = heading {
            headings.push_str(heading);
            headings.push('\n');
        }
    }
    headings
}

#[cfg(test)]
mod tests;
