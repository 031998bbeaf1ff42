use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use crate::questions::Questions;
use crate::samples::Samples;
use crate::server::Server;
use crate::table::{Row, Table};

/// The number of calls on each path.
const CALLS: usize = 600;
/// The number of times that an owner is killed.
const KILLS: usize = 20;

/// Measures what a bridge costs, and the pause when the owner behind it is killed.
pub(crate) fn measure(home: &Path, questions: &Questions, table: &mut Table) -> Result<()> {
    let owner = Server::start(home)?;
    owner.ask("tools/list", &json!({}))?;
    let bridge = Server::start(home)?;
    for group in &questions.0 {
        let (mut direct, mut bridged) = (Vec::new(), Vec::new());
        // By turns, so that whatever else the machine does is in both.
        for (tool, arguments) in group.calls(CALLS) {
            direct.push(owner.call(tool, arguments)?.took);
            bridged.push(bridge.call(tool, arguments)?.took);
        }
        let (direct, bridged) = (Samples::new(direct), Samples::new(bridged));
        let more = bridged.p50() - direct.p50();
        table.add(
            Row::told(
                &format!("{} through a bridge instead of the owner, p50", group.what),
                format!("{more:+.2} ms ({:.2} instead of {:.2})", bridged.p50(), direct.p50()),
            )
            .target("≤ 0.3 ms more", more <= 0.3),
        );
    }
    if let Some(resident) = bridge.memory("VmRSS").map(|kib| kib.div_ceil(1024)) {
        let row = Row::told("resident memory of a bridge after these calls", format!("{resident} MB"));
        table.add(row.target("≤ 12 MB", resident <= 12));
    }
    owner.stop()?;
    bridge.stop()?;
    table.add(pause(home)?);
    Ok(())
}

/// The time that a client waits for the answer to a question that it asks when the owner was just killed.
fn pause(home: &Path) -> Result<Row> {
    let mut bridge = Server::start(home)?;
    let mut pauses = Vec::new();
    let question = json!({ "name": "fireball" });
    for _ in 0..KILLS {
        let owner = std::mem::replace(&mut bridge, Server::start(home)?);
        owner.call("lookup_spell", &question)?;
        bridge.call("lookup_spell", &question)?;
        drop(owner);
        let began = Instant::now();
        bridge.call("lookup_spell", &question)?;
        pauses.push(began.elapsed());
    }
    bridge.stop()?;
    let pauses = Samples::new(pauses);
    Ok(Row::told(
        &format!("answer of a bridge whose owner was killed, {KILLS} times, p50 (longest)"),
        format!("{:.0} ms ({:.0})", pauses.p50(), pauses.longest()),
    ))
}
