//! Which queries are phrased without any word of their answers, computed from the library's own texts.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::Result;
use lore::model::fold;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use strsim::osa_distance;
use tantivy::tokenizer::{Language, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer, TokenStream};

use crate::queries::{Query, begins_so, key, keys};

/// Words that say nothing of what is sought, without apostrophes.
const FUNCTION_WORDS: &str = "\
    a about above after again against all also am among an and another any anybody anyone anything are around as at away \
    back be because been before behind being below between both but by can cannot cant could did didnt do does doesnt doing \
    done dont down during each either else enough even ever every everybody everyone everything few for from get gets getting \
    go goes going got had has have having he hed her here hers herself hes him himself his how i id if ill im in instead \
    into is isnt it its itself ive just least less let lets like lot lots many may maybe me might mine more most much must \
    my myself near need neither never no nobody none nor not nothing now of off on once one ones only onto or other others \
    our ours out over own per please quite rather really same shall she should since so some somebody somehow someone \
    something still such than that thats the their theirs them themselves then there these they theyre thing things this \
    those though through till to too toward towards two under until up upon us use used uses using very want wants was \
    wasnt way we well went were what whatever whats when where whether which while who whom whos whose why will with \
    within without wont would yet you your yours yourself";

/// The fewest letters of a word that is recognised when one of its letters is wrong.
const MISSPELT: usize = 5;

/// An entry of the library that answers the queries.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct JudgedEntry {
    kind: String,
    name: String,
    body: String,
}

/// Returns every entry of a library, whose folder no server has open.
pub(crate) fn entries(home: &Path) -> Result<Vec<JudgedEntry>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut library =
            SqliteConnectOptions::new().filename(home.join("library.db")).read_only(true).connect().await?;
        let entries = "SELECT kind, name, body FROM entries JOIN texts ON texts.entry_id = entries.id";
        Ok(sqlx::query_as(entries).fetch_all(&mut library).await?)
    })
}

impl JudgedEntry {
    /// Its kind and its name, as judgements name it.
    pub(crate) fn key(&self) -> String {
        key(&self.kind, &self.name)
    }
}

/// The ids of the answerable queries that share no content word with the names and texts of their best answers. Words
/// with the same stem count as one word, and so do words that differ by a typing error.
pub(crate) fn without_a_shared_word(queries: &[Query], entries: &[JudgedEntry]) -> HashSet<String> {
    let mut words = content_words();
    let mut known: HashMap<String, HashSet<String>> = HashMap::new();
    let keyed: Vec<(String, &JudgedEntry)> = entries.iter().map(|entry| (entry.key(), entry)).collect();
    let mut unlike = HashSet::new();
    for query in queries.iter().filter(|query| query.is_answerable()) {
        let asked = stems(&mut words, &query.query);
        let shared = keys(&query.best).into_iter().any(|best| {
            let answer = known.entry(best).or_insert_with_key(|best| {
                let named = keyed.iter().filter(|(key, _)| key == best || begins_so(best, key));
                let texts = named.map(|(_, entry)| format!("{}\n{}\n", entry.name, entry.body));
                stems(&mut words, &texts.collect::<String>())
            });
            asked.iter().any(|word| answer.contains(word) || answer.iter().any(|stem| misspelt(word, stem)))
        });
        if !shared {
            unlike.insert(query.id.clone());
        }
    }
    unlike
}

/// Returns true if two words differ by one typing error, which seldom is in the first letter.
fn misspelt(a: &str, b: &str) -> bool {
    let long_enough = |word: &str| word.chars().count() >= MISSPELT;
    let begin_alike = a.chars().next() == b.chars().next();
    begin_alike && long_enough(a) && long_enough(b) && osa_distance(a, b) <= 1
}

/// Returns two analyzers of folded texts: of their content words, and of the stems of these.
fn content_words() -> [TextAnalyzer; 2] {
    let words = || {
        let function_words = FUNCTION_WORDS.split_whitespace().map(str::to_owned);
        TextAnalyzer::builder(SimpleTokenizer::default()).filter(StopWordFilter::remove(function_words))
    };
    [words().build(), words().filter(Stemmer::new(Language::English)).build()]
}

/// Returns the content words of a text and their stems.
fn stems(analyzers: &mut [TextAnalyzer; 2], text: &str) -> HashSet<String> {
    let folded = fold(text).replace('\'', "");
    let mut stems = HashSet::new();
    for analyzer in analyzers {
        analyzer.token_stream(&folded).process(&mut |token| {
            stems.insert(token.text.clone());
        });
    }
    stems
}
