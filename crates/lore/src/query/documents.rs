use super::official::is_official_key;
use crate::model::{Edition, fold, quoted, shown};
use crate::store::DocumentRow;

/// Words for the System Reference Document of 2014 that do not name an edition, from the time when there was no other.
const OF_2014: [&str; 3] = ["srd", "wotc-srd", "system-reference-document"];

/// How many near keys are offered for one that is unknown.
const OFFERED: usize = 3;

/// How many characters of a text are compared.
const LONGEST: usize = 300;

/// How many unknown keys are told one by one.
const TOLD: usize = 5;

/// The key that is meant by a text. The name of an edition, such as `5e`, `5.5e`, `SRD 5.1` or `2024`, means its System
/// Reference Document, `SRD` alone that of 2014; everything else is a key, folded and with `-` for spaces. What an edition
/// has beyond its System Reference Document is for the filter by edition.
pub(crate) fn key_meant_by(text: &str) -> String {
    let folded = fold(text).replace(' ', "-");
    let edition = if OF_2014.contains(&folded.as_str()) { Some(Edition::Of2014) } else { text.parse().ok() };
    edition.and_then(Edition::srd).map_or(folded, str::to_owned)
}

/// Whether a document has the key of a System Reference Document.
pub(crate) fn is_srd(key: &str) -> bool {
    [Edition::Of2014, Edition::Of2024].into_iter().any(|edition| edition.srd() == Some(key))
}

/// Whether a key is, or means, that of an official document, so that a document of the user's own could not be told from it.
pub(crate) fn is_reserved(key: &str) -> bool {
    is_official_key(key) || key_meant_by(key) != key
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_in_a_list_of_documents_means_its_srd() {
        for text in ["5e", "2014", "5.1", "SRD 5.1", "srd-5e", "5e-srd", "wotc-srd", "SRD-2014", "SRD"] {
            assert_eq!(key_meant_by(text), "srd-2014", "{text}");
        }
        for text in ["5.5e", "2024", "5.2", "5.2.1", "SRD 5.2", "srd-5.2.1", "System Reference Document 5.2"]
        {
            assert_eq!(key_meant_by(text), "srd-2024", "{text}");
        }
        assert_eq!(key_meant_by("Tome of Beasts"), "tome-of-beasts");
    }

    #[test]
    fn a_key_of_an_official_document_is_reserved() {
        for key in ["srd-2014", "srd-2024", "srd", "5e", "2024", "srd-5e", "wotc-srd", "tob", "tob-2023"] {
            assert!(is_reserved(key), "{key}");
        }
        assert!(!is_reserved("ember-book") && !is_reserved("one"));
    }
}
