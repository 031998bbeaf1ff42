use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::questions::Questions;
use crate::samples::Samples;
use crate::server::Server;
use crate::table::{Row, Table};

/// For how long the background is watched.
const WATCHED: Duration = Duration::from_secs(20);
/// The number of first answers.
const FIRSTS: usize = 15;

/// Measures how fast entries are embedded in the background, and how long lookups take meanwhile.
pub(crate) fn background(home: &Path, questions: &Questions, table: &mut Table) -> Result<()> {
    let server = Server::start(home)?;
    // Whoever asks by meaning wakes the background.
    server.call("search_dnd_content", &json!({ "query": "wake up" }))?;
    let before = passages(&server)?;
    let began = Instant::now();
    let mut times = Vec::new();
    while began.elapsed() < WATCHED {
        for (tool, arguments) in questions.0.iter().flat_map(|group| group.calls(3)) {
            times.push(server.call(tool, arguments)?.took);
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let computed = passages(&server)? - before;
    let memory = server.memory("VmRSS").map(|kib| kib.div_ceil(1024));
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let rate = computed as f64 / began.elapsed().as_secs_f64();
    server.stop()?;
    let times = Samples::new(times);
    table.add(
        Row::told("embedding in the background, with lookups beside it", format!("{rate:.0} passages/s"))
            .comparable("40/s")
            .target("≥ 60 passages/s", rate >= 60.0),
    );
    if let Some(memory) = memory {
        let row = Row::told("resident memory of the owner meanwhile", format!("{memory} MB"));
        table.add(row.target("≤ 200 MB", memory <= 200));
    }
    table.add(
        Row::told(
            "lookups by words meanwhile, p50 / p95",
            format!("{:.2} / {:.2} ms", times.p50(), times.p95()),
        )
        .target("p95 ≤ 10 ms", times.p95() <= 10.0),
    );
    Ok(())
}

fn passages(server: &Server) -> Result<u64> {
    let stats = server.value("guide_library_stats", &json!({}))?;
    stats.pointer("/model_use/passages").and_then(Value::as_u64).context("no count of passages")
}

/// Measures the time from the start of a process to its first answer by meaning.
pub(crate) fn first_answer(home: &Path) -> Result<Row> {
    let mut times = Vec::new();
    for _ in 0..FIRSTS {
        let began = Instant::now();
        let server = Server::start(home)?;
        server.call("lookup_spell", &json!({ "semantic_query": "protect from fire" }))?;
        times.push(began.elapsed());
        server.stop()?;
    }
    let samples = Samples::new(times);
    Ok(Row::told(
        "process start to its first answer by meaning",
        format!("{:.0} ms (longest {:.0})", samples.p50(), samples.longest()),
    )
    .comparable("3,440 ms")
    .target("≤ 200 ms", samples.p50() <= 200.0))
}
