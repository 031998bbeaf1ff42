use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;

use crate::library::Libraries;
use crate::samples::Samples;
use crate::server::Server;
use crate::table::{Row, Table};

/// The number of starts.
const STARTS: usize = 30;

/// Measures the time from the start of the process to the answer to `tools/list`.
pub(crate) fn measure(libraries: &Libraries, home: &Path, table: &mut Table) -> Result<()> {
    let existing = starts(|_| home.to_owned())?;
    let empty = starts(|number| libraries.folder(&format!("empty-{number}")))?;
    for (what, samples) in [("on a library that is there", existing), ("on an empty folder", empty)] {
        let (p50, longest) = (samples.p50(), samples.longest());
        table.add(
            Row::told(
                &format!("process start to `tools/list` answered, {what}"),
                format!("{p50:.1} ms (longest {longest:.1})"),
            )
            .comparable("524 ms")
            .target("≤ 30 ms", p50 <= 30.0),
        );
    }
    Ok(())
}

fn starts(home: impl Fn(usize) -> std::path::PathBuf) -> Result<Samples> {
    let mut times = Vec::new();
    for number in 0..STARTS {
        let began = Instant::now();
        let server = Server::start(&home(number))?;
        server.ask("tools/list", &json!({}))?;
        times.push(began.elapsed());
        server.stop()?;
    }
    Ok(Samples::new(times))
}
