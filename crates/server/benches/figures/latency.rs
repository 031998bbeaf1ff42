use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::questions::{Group, Grown, Questions};
use crate::samples::Samples;
use crate::server::Server;
use crate::table::{Row, Table};

/// The number of warm-up calls of each sort.
const WARM_UP: usize = 100;
/// The number of measured calls of each sort.
const CALLS: usize = 600;
/// The total number of calls before memory is measured.
const MIXED: usize = 200;
/// The longest answer that every client takes in, in characters.
const LONGEST_ANSWER: usize = 100_000;

/// What is expected of an owner's memory.
pub(crate) struct Owner {
    what: &'static str,
    comparable: &'static str,
    most: u64,
}

/// An owner that was never asked by meaning.
pub(crate) const WITHOUT_MODEL: Owner = Owner { what: "owner", comparable: "78 MB", most: 30 };
/// An owner with the model and the vectors in memory.
pub(crate) const WITH_MODEL: Owner = Owner { what: "owner with the model", comparable: "983 MB", most: 200 };

/// Measures every sort of question, in the questions' order.
pub(crate) fn measure<'a>(server: &Server, questions: &'a Questions) -> Result<Vec<(&'a Group, Samples)>> {
    questions.0.iter().map(|group| Ok((group, samples(server, group)?))).collect()
}

fn samples(server: &Server, group: &Group) -> Result<Samples> {
    for (tool, arguments) in group.calls(WARM_UP) {
        server.call(tool, arguments)?;
    }
    let times: Result<Vec<_>> =
        group.calls(CALLS).map(|(tool, arguments)| Ok(server.call(tool, arguments)?.took)).collect();
    Ok(Samples::new(times?))
}

/// Puts the times on the full library beside their targets.
pub(crate) fn compare(times: &[(&Group, Samples)], entries: u64, table: &mut Table) {
    for (group, samples) in times {
        let row = Row::told(&format!("{}, {entries} entries, p50 / p95", group.what), both(samples))
            .comparable(group.comparable);
        table.add(match (group.p50, group.grown) {
            (Some(most), Grown::Times(_)) => row.target(
                format!("≤ {most} ms; p95 ≤ 3 × p50"),
                samples.p50() <= most && samples.p95() <= 3.0 * samples.p50(),
            ),
            (Some(most), _) => row.target(format!("≤ {most} ms"), samples.p50() <= most),
            (None, _) => row,
        });
    }
}

/// Puts the times on the grown library beside those on the full one.
pub(crate) fn compare_growth(
    full: &[(&Group, Samples)],
    grown: &[(&Group, Samples)],
    entries: u64,
    table: &mut Table,
) {
    for ((group, before), (_, after)) in full.iter().zip(grown) {
        let times = after.p50() / before.p50();
        let row = Row::told(
            &format!("{}, {entries} entries, p50 / p95", group.what),
            format!("{} ({times:.1} ×)", both(after)),
        );
        table.add(match group.grown {
            Grown::Times(most) => row.target(format!("≤ {most} ×"), times <= most),
            Grown::Within(most) => row.target(format!("≤ {most} ms"), after.p50() <= most),
            Grown::Told => row,
        });
    }
}

fn both(samples: &Samples) -> String {
    format!("{:.2} / {:.2} ms", samples.p50(), samples.p95())
}

/// The longest answer to wide questions.
pub(crate) fn largest_answer(server: &Server) -> Result<Row> {
    let questions = [
        ("lookup_spell", json!({ "limit": 100 })),
        ("lookup_creature", json!({ "limit": 100 })),
        ("lookup_creature", json!({ "name": "*dragon*", "limit": 100 })),
        ("lookup_equipment", json!({ "limit": 100 })),
        ("lookup_equipment", json!({ "type": "magic-item", "limit": 100 })),
        ("lookup_character_option", json!({ "type": "class", "limit": 100 })),
        ("lookup_character_option", json!({ "type": "class-option", "limit": 100 })),
        ("lookup_character_option", json!({ "type": "race", "limit": 100 })),
        ("lookup_character_option", json!({ "type": "background", "limit": 100 })),
        ("lookup_rule", json!({ "rule_type": "rule", "limit": 100 })),
        ("lookup_rule", json!({ "rule_type": "condition", "limit": 100 })),
        ("search_dnd_content", json!({ "query": "dragon", "limit": 100 })),
        ("search_dnd_content", json!({ "query": "class features", "limit": 100 })),
        ("list_documents", json!({})),
    ];
    let mut largest: (usize, String) = (0, String::new());
    for (tool, arguments) in questions {
        let characters = server.call(tool, &arguments)?.characters()?;
        if characters > largest.0 {
            largest = (characters, format!("{tool} {}", shown(&arguments)));
        }
    }
    let (characters, question) = largest;
    Ok(Row::told("longest answer to a wide question", format!("{characters} characters ({question})"))
        .comparable("300,000 characters")
        .target(format!("≤ {LONGEST_ANSWER} characters"), characters <= LONGEST_ANSWER))
}

fn shown(arguments: &Value) -> String {
    arguments.to_string().replace('"', "")
}

/// The memory of a fresh server after mixed questions, where the system tells it.
pub(crate) fn memory(home: &Path, questions: &Questions, owner: &Owner) -> Result<Vec<Row>> {
    let server = Server::start(home)?;
    let share = MIXED.div_ceil(questions.0.len());
    for (tool, arguments) in questions.0.iter().flat_map(|group| group.calls(share)) {
        server.call(tool, arguments)?;
    }
    let megabytes = |name| server.memory(name).map(|kib| kib.div_ceil(1024));
    let mut rows = Vec::new();
    if let Some(resident) = megabytes("VmRSS") {
        let parts = [("RssAnon", "own"), ("RssFile", "files")]
            .into_iter()
            .filter_map(|(name, word)| Some(format!("{word} {} MB", megabytes(name)?)))
            .collect::<Vec<_>>()
            .join(", ");
        rows.push(
            Row::told(
                &format!("resident memory of the {} after {MIXED} mixed questions", owner.what),
                format!("{resident} MB ({parts})"),
            )
            .comparable(owner.comparable)
            .target(format!("≤ {} MB", owner.most), resident <= owner.most),
        );
    }
    if let Some(highest) = megabytes("VmHWM") {
        rows.push(Row::told("the same, at its highest", format!("{highest} MB")));
    }
    server.stop()?;
    Ok(rows)
}
