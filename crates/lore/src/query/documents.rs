//! The choice of documents by the keys and names that a filter contains.

use crate::model::{fold, is_official_key, key_meant_by, quoted, shown};
use crate::store::DocumentRow;

/// How many near keys are offered for one that is unknown.
const OFFERED: usize = 3;

/// How many characters of a text are compared.
const LONGEST: usize = 300;

/// How many unknown keys are told one by one.
const TOLD: usize = 5;

/// The documents that a filter names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Their numbers.
    pub(crate) ids: Vec<i64>,
    /// What the user should know of the filter: what of it names no document, and what names homebrew instead of an official one.
    pub(crate) message: Option<String>,
}

/// Finds the documents that are meant by keys or names, whatever their case: the one of that very key, else the official ones of that name
/// or edition, else those of the user's own that have the name, unless it means an official one.
pub(crate) fn choose(wanted: &[String], documents: &[DocumentRow]) -> Chosen {
    let mut chosen = Chosen::default();
    let (mut unknown, mut words) = (Vec::new(), Vec::new());
    // Once, for a filter can name thousands.
    let named: Vec<Named<'_>> = documents.iter().map(Named::of).collect();
    for text in wanted {
        let meant = meant_by(text, &named);
        if meant.is_empty() {
            unknown.push(text.as_str());
        }
        for document in meant {
            if chosen.ids.contains(&document.id) {
                continue;
            }
            chosen.ids.push(document.id);
            if document.resembles_official(text) && words.len() < TOLD {
                words.push(format!(
                    "`{}` is homebrew from a file of the user's ({}), not the official document of that name or key.",
                    document.key,
                    shown(&document.source_name)
                ));
            }
        }
    }
    if !unknown.is_empty() {
        let keys: Vec<&str> = documents.iter().map(|document| document.key.as_str()).collect();
        words.extend(unknown.iter().take(TOLD).map(|text| unknown_in_words(text, &keys)));
        if unknown.len() > TOLD {
            words.push(format!("{} other keys are unknown, too.", unknown.len() - TOLD));
        }
    }
    chosen.message = (!words.is_empty()).then(|| words.join(" "));
    chosen
}

/// A document with its names as they are compared.
struct Named<'a> {
    document: &'a DocumentRow,
    /// Its own name, and the one that it is shown under.
    names: [String; 2],
}

impl<'a> Named<'a> {
    fn of(document: &'a DocumentRow) -> Self {
        Self { document, names: [fold(&document.source_name), fold(&document.name)] }
    }
}

/// The documents that a key or a name means.
fn meant_by<'a>(text: &str, documents: &[Named<'a>]) -> Vec<&'a DocumentRow> {
    let folded = fold(text);
    let those = |fits: &dyn Fn(&Named<'a>) -> bool| -> Vec<&'a DocumentRow> {
        documents.iter().filter(|named| fits(named)).map(|named| named.document).collect()
    };
    let exact = those(&|named| named.document.key.as_str() == folded);
    if !exact.is_empty() {
        return exact;
    }
    let meant = key_meant_by(text);
    let official = those(&|Named { document, names }| {
        !document.is_homebrew() && (document.key.as_str() == meant || names.contains(&folded))
    });
    if !official.is_empty() || is_official_key(&folded) {
        return official;
    }
    those(&|Named { document, names }| document.key.as_str() == meant || names.contains(&folded))
}

fn unknown_in_words(text: &str, keys: &[&str]) -> String {
    let text = shown(text);
    let near = nearest(&text, keys, OFFERED);
    if near.is_empty() {
        format!("No results: the library has no document `{text}`, or any other.")
    } else {
        format!("No document `{text}` is in the library; the nearest keys are {}.", quoted(&near))
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
