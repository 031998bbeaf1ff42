//! A comparison as Markdown.

use std::fmt::Write as _;

use super::{ComparedEntry, Comparison, Words};

impl Comparison {
    /// Returns the comparison as Markdown: a table of the fields that differ, then the sentences that do.
    pub fn to_markdown(&self) -> String {
        let heading = |entry: &ComparedEntry| {
            let source = entry.citation.as_ref().unwrap_or(&entry.document_name);
            cell(&format!("{} ({source}, {})", entry.name, entry.edition.as_str()))
        };
        let mut text = format!("| | {} | {} |\n|---|---|---|\n", heading(&self.first), heading(&self.second));
        for field in &self.fields {
            let values =
                field.values.iter().map(|value| if value.is_empty() { "—".to_owned() } else { cell(value) });
            let _ = writeln!(text, "| {} | {} |", field.name, values.collect::<Vec<_>>().join(" | "));
        }
        if self.fields.is_empty() {
            text.push_str("| every field | the same | the same |\n");
        }
        let is_same = |runs: &[Words]| matches!(runs, [Words::Same(_)]);
        let _ = match (self.same_sentences, self.sentences.iter().all(|runs| is_same(runs))) {
            (0, true) => return text,
            (_, true) => writeln!(text, "\nThe texts are the same word for word."),
            (same, false) => writeln!(
                text,
                "\nOf the texts, {same} sentences are the same. In the others, ~~struck~~ words are of the first only, **bold** ones of the second.\n"
            ),
        };
        for runs in self.sentences.iter().filter(|runs| !is_same(runs)) {
            let runs = runs.iter().map(|run| match run {
                Words::Same(words) => words.clone(),
                Words::First(words) => format!("~~{words}~~"),
                Words::Second(words) => format!("**{words}**"),
            });
            let _ = writeln!(text, "- {}", runs.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
