use crate::model::fold;
use crate::store::DocumentRow;

/// Other keys under which documents are asked for, with the key they have here.
pub const DOCUMENT_ALIASES: &[(&str, &str)] = &[
    ("srd-5e", "srd-2014"),
    ("srd-5.1", "srd-2014"),
    ("5e-srd", "srd-2014"),
    ("wotc-srd", "srd-2014"),
    ("srd", "srd-2014"),
    ("srd-5.2", "srd-2024"),
    ("srd-5.2.1", "srd-2024"),
];

/// How many near keys are offered for one that is unknown.
const OFFERED: usize = 3;

/// How many characters of a text are compared.
const LONGEST: usize = 300;

/// How many unknown keys are told one by one.
const TOLD: usize = 5;

/// The key that is meant by a text: folded, with `-` for spaces, and through the aliases.
pub(crate) fn key_meant_by(text: &str) -> String {
    let folded = fold(text).replace(' ', "-");
    let alias = DOCUMENT_ALIASES.iter().find(|(alias, _)| *alias == folded);
    alias.map_or(folded, |(_, key)| (*key).to_owned())
}

/// Whether a key is an alias or what an alias means, so that a document of the user's own could not be asked for by it
/// or would be taken for another.
pub(crate) fn is_reserved(key: &str) -> bool {
    DOCUMENT_ALIASES.iter().any(|(alias, meant)| key == *alias || key == *meant)
}

/// The documents that a filter names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Their numbers.
    pub(crate) ids: Vec<i64>,
    /// What of the filter names no document, in a sentence.
    pub(crate) message: Option<String>,
}

/// Finds the documents that are meant by keys or names, whatever their case.
pub(crate) fn choose(wanted: &[String], documents: &[DocumentRow]) -> Chosen {
    let mut chosen = Chosen::default();
    let mut unknown = Vec::new();
    // Once, for a filter can name thousands.
    let names: Vec<String> = documents.iter().map(|document| fold(&document.name)).collect();
    for text in wanted {
        let folded = fold(text);
        let key = key_meant_by(text);
        let before = chosen.ids.len();
        for (document, name) in documents.iter().zip(&names) {
            let named = document.key.as_str() == key || *name == folded;
            if named && !chosen.ids.contains(&document.id) {
                chosen.ids.push(document.id);
            }
        }
        let again = documents
            .iter()
            .any(|document| document.key.as_str() == key && chosen.ids.contains(&document.id));
        if chosen.ids.len() == before && !again {
            unknown.push(text.as_str());
        }
    }
    if !unknown.is_empty() {
        let keys: Vec<&str> = documents.iter().map(|document| document.key.as_str()).collect();
        let mut words: Vec<String> =
            unknown.iter().take(TOLD).map(|text| unknown_in_words(text, &keys)).collect();
        if unknown.len() > TOLD {
            words.push(format!("{} other keys are unknown, too.", unknown.len() - TOLD));
        }
        chosen.message = Some(words.join(" "));
    }
    chosen
}

fn unknown_in_words(text: &str, keys: &[&str]) -> String {
    let text = crate::model::excerpt(&crate::model::clean(text), 80);
    let near = nearest(&text, keys, OFFERED);
    if near.is_empty() {
        format!("No results: the library has no document `{text}`, or any other.")
    } else {
        format!("No document `{text}` is in the library; the nearest keys are {}.", near.join(", "))
    }
}

/// The candidates nearest in spelling to a text, nearest first.
#[must_use]
pub fn nearest(text: &str, candidates: &[&str], most: usize) -> Vec<String> {
    // Nothing here has a longer name, and comparing takes time with the square of the length.
    let folded = fold(&crate::model::excerpt(text, LONGEST));
    let mut scored: Vec<(f64, &str)> = candidates
        .iter()
        .map(|candidate| (strsim::jaro_winkler(&folded, &fold(candidate)), *candidate))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.into_iter().take(most).map(|(_, candidate)| candidate.to_owned()).collect()
}
