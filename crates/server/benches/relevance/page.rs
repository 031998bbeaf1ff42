//! The report as a page.

use crate::html::{heading, page, paragraph, table};
use crate::mode::Mode;
use crate::report::{Poor, Run, answered_wrongly, worst};

/// The number of badly answered queries on the page.
const WORST: usize = 30;

/// Returns the figures and the worst answered queries for tuning as a page. Nothing is listed of the other half.
pub(crate) fn of(run: &Run, mode: Option<Mode>) -> String {
    let mut body = paragraph(&run.unlike());
    body += &heading("Figures");
    body += &table(&run.figures());
    body += &heading("Answers that say that the library seems to have nothing");
    body += &table(&run.refusals());
    if let Some((mode, asked)) = run.for_tuning(mode) {
        body += &heading(&format!("Answered worst, {}", mode.name()));
        body += &list(&worst(&asked, WORST));
        body += &heading(&format!("Unanswerable, but answered, {}", mode.name()));
        body += &list(&answered_wrongly(&asked));
    }
    page("Quality of the answers to the judged queries", &body)
}

fn list(queries: &[Poor]) -> String {
    let head = ["asked", "query", "wanted", "found", "hit@1 / hit@3 / MRR@10 / nDCG@10"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(queries.iter().map(|poor| {
        [&poor.asked, &poor.query, &poor.wanted, &poor.found, &poor.figures].map(Clone::clone).to_vec()
    }));
    table(&rows)
}
