use std::fmt::Write as _;

use comfy_table::{Table, presets};

use crate::metrics::{Figures, keeps_order};
use crate::mode::{Hit, Lists, Mode};
use crate::queries::{Half, Query, families, keys};

/// The number of hits listed for a badly answered query.
const HITS_TOLD: usize = 5;

/// What each way of searching gave, when it is available.
type Columns = [(Mode, Option<Lists>)];

fn figures(query: &Query, hits: &[Hit]) -> Figures {
    Figures::of(&names(query, hits), &query.grades())
}

fn names(query: &Query, hits: &[Hit]) -> Vec<String> {
    hits.iter().map(|hit| hit.counts_as(query)).collect()
}

/// The figures by half and family.
pub(crate) fn table(queries: &[Query], columns: &Columns) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let mut head = vec!["half".to_owned(), "family".to_owned(), "queries".to_owned()];
    head.extend(columns.iter().map(|(mode, _)| format!("{}: recall@10 / MRR / nDCG@10", mode.name())));
    table.set_header(head);
    let groups = Half::ALL
        .into_iter()
        .flat_map(|half| families().map(Some).chain([None]).map(move |family| (half, family)));
    for (half, family) in groups {
        let belongs =
            |query: &Query| query.half() == half && family.is_none_or(|family| query.family == family);
        let count = queries.iter().filter(|query| belongs(query)).count();
        let mut row = vec![half.name().to_owned(), family.unwrap_or("all").to_owned(), count.to_string()];
        row.extend(columns.iter().map(|(_, lists)| match lists {
            Some(lists) => {
                let asked = queries.iter().zip(lists).filter(|(query, _)| belongs(query));
                let all: Vec<Figures> = asked.map(|(query, hits)| figures(query, hits)).collect();
                told(Figures::mean(&all))
            }
            None => "not available".to_owned(),
        }));
        table.add_row(row);
    }
    table.to_string()
}

fn told(figures: Figures) -> String {
    format!("{:.3} / {:.3} / {:.3}", figures.recall, figures.reciprocal_rank, figures.ndcg)
}

/// Returns the number of of the queries that say what must stand behind what are answered so.
pub(crate) fn orders(queries: &[Query], columns: &Columns) -> Vec<String> {
    let mut lines = Vec::new();
    for (mode, lists) in columns {
        let Some(lists) = lists else { continue };
        let ordered = queries.iter().zip(lists).filter(|(query, _)| !query.behind.is_empty());
        let (kept, lost): (Vec<_>, Vec<_>) = ordered.partition(|(query, hits)| {
            keeps_order(&names(query, hits), &keys(&query.best), &keys(&query.behind))
        });
        let mut line = format!("{}: {} of {} orders kept", mode.name(), kept.len(), kept.len() + lost.len());
        for ((query, _), sign) in lost.iter().zip([": "].into_iter().chain(std::iter::repeat(", "))) {
            line.push_str(sign);
            line.push_str(&query.id);
        }
        if !lost.is_empty() {
            line.push_str(" not");
        }
        lines.push(line);
    }
    lines
}

/// The queries for tuning that are answered worst, worst first.
pub(crate) fn worst(queries: &[Query], mode: Mode, lists: &[Vec<Hit>], most: usize) -> String {
    let mut asked: Vec<(&Query, &Vec<Hit>, Figures)> = queries
        .iter()
        .zip(lists)
        .filter(|(query, _)| query.half() == Half::Tune)
        .map(|(query, hits)| (query, hits, figures(query, hits)))
        .collect();
    asked.sort_by(|(_, _, a), (_, _, b)| a.ndcg.total_cmp(&b.ndcg));
    let mut text = format!("Answered worst, {}:\n", mode.name());
    for (query, hits, figures) in asked.into_iter().take(most) {
        let mut best: Vec<String> = keys(&query.best);
        best.truncate(HITS_TOLD);
        let hits: Vec<String> = hits.iter().take(HITS_TOLD).map(Hit::told).collect();
        let filters = if query.filters.is_empty() {
            String::new()
        } else {
            format!(" {}", serde_json::json!(query.filters))
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{} {}{filters}: {}\n  {}\n  wanted: {}\n  found:  {}",
            query.id,
            query.tool,
            query.query,
            told(figures),
            best.join("; "),
            hits.join("; ")
        );
    }
    text
}
