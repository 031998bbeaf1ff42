//! The figures of all queries, and the queries that were answered worst.

use std::collections::HashSet;
use std::fmt::Write as _;

use comfy_table::{Table, presets};

use crate::metrics::{Figures, as_number, keeps_order};
use crate::mode::{Answer, Answers, Hit, Mode};
use crate::queries::{Half, Query, UNANSWERABLE, families, keys};

/// The number of answers and hits listed for a badly answered query.
const LISTED: usize = 5;

/// Everything that was asked and answered.
pub(crate) struct Run {
    /// The queries.
    pub(crate) queries: Vec<Query>,
    /// The ids of the queries that share no content word with their best answers.
    pub(crate) unlike: HashSet<String>,
    /// The ways of searching and their answers, when they are available.
    pub(crate) columns: Vec<(Mode, Option<Answers>)>,
}

/// The rows of a table; the first is its head.
pub(crate) type Rows = Vec<Vec<String>>;

/// Queries with their answers.
type Asked<'a> = Vec<(&'a Query, &'a Answer)>;

/// A badly answered query for tuning, in words.
pub(crate) struct Poor {
    /// Its id, the tool and its filters.
    pub(crate) asked: String,
    /// Its words.
    pub(crate) query: String,
    /// Its figures.
    pub(crate) figures: String,
    /// Its best answers.
    pub(crate) wanted: String,
    /// The first hits.
    pub(crate) found: String,
}

impl Run {
    /// The figures of the answerable queries, by half and family.
    pub(crate) fn figures(&self) -> Rows {
        let mut rows = vec![self.head("family", ": hit@1 / hit@3 / MRR@10 / nDCG@10")];
        for half in Half::ALL {
            let mut add = |group: &str, belongs: &dyn Fn(&Query) -> bool| {
                let chosen = |query: &Query| query.is_answerable() && belongs(query);
                rows.push(self.row(half, group, chosen, |asked| {
                    let all: Vec<Figures> =
                        asked.iter().map(|(query, answer)| figures(query, answer)).collect();
                    told(Figures::mean(&all))
                }));
            };
            for family in answerable_families() {
                add(family, &|query| query.family == family);
            }
            add("all", &|_| true);
            add("without a shared word", &|query| self.unlike.contains(&query.id));
        }
        rows
    }

    /// The share of the queries whose answers say that the library seems to have nothing, by half.
    pub(crate) fn refusals(&self) -> Rows {
        let mut rows = vec![self.head("asked", ": says that there is nothing")];
        for half in Half::ALL {
            for (group, answerable) in [("unanswerable", false), ("answerable", true)] {
                rows.push(self.row(
                    half,
                    group,
                    |query| query.is_answerable() == answerable,
                    |asked| {
                        let refused = asked.iter().filter(|(_, answer)| answer.has_nothing).count();
                        percent(refused, asked.len())
                    },
                ));
            }
        }
        rows
    }

    fn head(&self, group: &str, figures: &str) -> Vec<String> {
        let modes = self.columns.iter().map(|(mode, _)| format!("{}{figures}", mode.name()));
        ["half", group, "queries"].map(str::to_owned).into_iter().chain(modes).collect()
    }

    /// The row of some queries of a half.
    fn row(
        &self,
        half: Half,
        group: &str,
        belongs: impl Fn(&Query) -> bool,
        told: impl Fn(&Asked<'_>) -> String,
    ) -> Vec<String> {
        let chosen = |query: &&Query| query.half() == half && belongs(query);
        let count = self.queries.iter().filter(chosen).count();
        let cells = self.columns.iter().map(|(_, answers)| match answers {
            Some(answers) => {
                let asked = self.queries.iter().zip(answers);
                told(&asked.filter(|(query, _)| chosen(query)).collect())
            }
            None => "not available".to_owned(),
        });
        [half.name().to_owned(), group.to_owned(), count.to_string()].into_iter().chain(cells).collect()
    }

    /// The share of the answerable queries that share no content word with their best answers.
    pub(crate) fn unlike(&self) -> String {
        let answerable = self.queries.iter().filter(|query| query.is_answerable()).count();
        format!(
            "{} of {answerable} answerable queries ({}) share no content word with the names and texts of their best answers.",
            self.unlike.len(),
            percent(self.unlike.len(), answerable)
        )
    }

    /// How many of the queries that say what must stand behind the best answers are answered so.
    pub(crate) fn orders(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (mode, answers) in &self.columns {
            let Some(answers) = answers else { continue };
            let ordered = self.queries.iter().zip(answers).filter(|(query, _)| !query.behind.is_empty());
            let (kept, lost): (Vec<_>, Vec<_>) = ordered.partition(|(query, answer)| {
                keeps_order(&names(query, answer), &keys(&query.best), &keys(&query.behind))
            });
            let mut line =
                format!("{}: {} of {} orders kept", mode.name(), kept.len(), kept.len() + lost.len());
            if !lost.is_empty() {
                let lost: Vec<&str> = lost.iter().map(|(query, _)| query.id.as_str()).collect();
                let _ = write!(line, ", not {}", lost.join(", "));
            }
            lines.push(line);
        }
        lines
    }

    /// The wanted way of searching, or the last one available, with the queries for tuning that it was asked.
    pub(crate) fn for_tuning(&self, wanted: Option<Mode>) -> Option<(Mode, Asked<'_>)> {
        let wanted = |mode: Mode| wanted.is_none_or(|wanted| wanted == mode);
        let mut columns = self.columns.iter().rev().filter(|(mode, _)| wanted(*mode));
        columns.find_map(|(mode, answers)| {
            let asked = self.queries.iter().zip(answers.as_ref()?);
            Some((*mode, asked.filter(|(query, _)| query.half() == Half::Tune).collect()))
        })
    }
}

/// The answerable queries that are answered worst, worst first; of equal ones, some of each family.
pub(crate) fn worst(asked: &Asked<'_>, most: usize) -> Vec<Poor> {
    let answerable = asked.iter().filter(|(query, _)| query.is_answerable());
    let mut asked: Vec<_> =
        answerable.map(|(query, answer)| (query, answer, figures(query, answer))).collect();
    asked.sort_by(|(one, _, a), (other, _, b)| {
        a.ndcg.total_cmp(&b.ndcg).then(one.number().cmp(&other.number()))
    });
    let worst = asked.into_iter().take(most);
    worst.map(|(query, answer, figures)| Poor::of(query, answer, told(figures))).collect()
}

/// The unanswerable queries whose answers do not say that the library seems to have nothing.
pub(crate) fn answered_wrongly(asked: &Asked<'_>) -> Vec<Poor> {
    let wrong = asked.iter().filter(|(query, answer)| !query.is_answerable() && !answer.has_nothing);
    wrong.map(|(query, answer)| Poor::of(query, answer, String::new())).collect()
}

impl Poor {
    fn of(query: &Query, answer: &Answer, figures: String) -> Self {
        let filters = if query.filters.is_empty() {
            String::new()
        } else {
            format!(" {}", serde_json::json!(query.filters))
        };
        let wanted: Vec<String> = keys(&query.best).into_iter().take(LISTED).collect();
        let found: Vec<String> = answer.hits.iter().take(LISTED).map(Hit::told).collect();
        Self {
            asked: format!("{} {}{filters}", query.id, query.tool),
            query: query.query.clone(),
            figures,
            wanted: listed(&wanted),
            found: listed(&found),
        }
    }
}

impl std::fmt::Display for Poor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}: {}\n  {}", self.asked, self.query, self.figures)?;
        write!(f, "  wanted: {}\n  found:  {}", self.wanted, self.found)
    }
}

/// Returns a table as text.
pub(crate) fn as_text(rows: Rows) -> String {
    let mut rows = rows.into_iter();
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(rows.next().unwrap_or_default()).add_rows(rows);
    table.to_string()
}

fn answerable_families() -> impl Iterator<Item = &'static str> {
    families().filter(|family| *family != UNANSWERABLE)
}

fn figures(query: &Query, answer: &Answer) -> Figures {
    Figures::of(&names(query, answer), &query.grades())
}

fn names(query: &Query, answer: &Answer) -> Vec<String> {
    answer.hits.iter().map(|hit| hit.counts_as(query)).collect()
}

fn told(figures: Figures) -> String {
    let Figures { hit_at_1, hit_at_3, reciprocal_rank, ndcg } = figures;
    format!("{hit_at_1:.3} / {hit_at_3:.3} / {reciprocal_rank:.3} / {ndcg:.3}")
}

fn listed(entries: &[String]) -> String {
    if entries.is_empty() { "nothing".to_owned() } else { entries.join("; ") }
}

fn percent(part: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * as_number(part) / as_number(of.max(1)))
}
