//! The import of homebrew: how fast, with how much memory, and how much is left of a damaged file.

mod chance;
mod damage;
mod entry;
mod invention;
mod prose;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use self::invention::Invention;
use crate::library::{self, Libraries};
use crate::samples::Samples;
use crate::server::{HOME, LOG, PROGRAM, memory_of};
use crate::table::{Row, Table};

/// The number of entries the small, the middle and the large file hold: 3.6, 10 and 50 MB.
const SMALL: usize = 5_000;
const MIDDLE: usize = 14_000;
const LARGE: usize = 70_000;
/// The number of times that the import of the small and of the middle file is measured.
const IMPORTS: usize = 3;
/// The number of times that the memory of an import is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// The most memory that the import of the large file may take, in MB.
const MOST_MEMORY: u64 = 600;

/// Measures imports into libraries that hold the starter content, and readings of damaged files.
pub(crate) fn measure(libraries: &Libraries, table: &mut Table) -> Result<()> {
    for (entries, comparable, most) in [(SMALL, "53 s", 1.5), (MIDDLE, "", 4.0)] {
        let (megabytes, runs) = import(libraries, entries, IMPORTS)?;
        let seconds = Samples::new(runs.iter().map(|run| run.took).collect()).p50() / 1000.0;
        table.add(
            Row::told(
                &format!("{entries} OrcBrew entries ({megabytes} MB), stored and searchable by words"),
                format!("{seconds:.2} s"),
            )
            .comparable(comparable)
            .target(format!("≤ {most} s"), seconds <= most),
        );
    }
    let (megabytes, runs) = import(libraries, LARGE, 1)?;
    let run = runs.first().context("nothing was imported")?;
    let what = format!("{LARGE} OrcBrew entries ({megabytes} MB), stored and searchable by words");
    table.add(Row::told(&what, format!("{:.1} s", run.took.as_secs_f64())));
    if let Some(peak) = run.memory {
        table.add(
            Row::told("memory of the same at its highest", format!("{peak} MB"))
                .target(format!("≤ {MOST_MEMORY} MB"), peak <= MOST_MEMORY),
        );
    }
    table.add_all(damage::measure()?);
    Ok(())
}

/// One import.
struct Run {
    took: Duration,
    /// The most memory that it took at once, in MB; `None` where the system does not tell.
    memory: Option<u64>,
}

/// Imports a generated file into new libraries; gives its size in MB, too.
fn import(libraries: &Libraries, entries: usize, times: usize) -> Result<(String, Vec<Run>)> {
    let folder = libraries.folder("homebrew");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("invention.orcbrew");
    let bytes = {
        let invention = Invention::of(entries);
        ensure!(invention.places.len() == entries, "{} entries were generated", invention.places.len());
        std::fs::write(&file, &invention.text)?;
        invention.text.len()
    };
    let mut runs = Vec::new();
    for _ in 0..times {
        let home = folder.join("home");
        library::fill(&home)?;
        let (run, report) = import_once(&home, &file)?;
        check(&home, &report, entries)?;
        runs.push(run);
        std::fs::remove_dir_all(home)?;
    }
    std::fs::remove_dir_all(folder)?;
    let tenths = (bytes + 50_000) / 100_000;
    Ok((format!("{}.{}", tenths / 10, tenths % 10), runs))
}

fn import_once(home: &Path, file: &Path) -> Result<(Run, Value)> {
    let printed = home.join("printed.json");
    let mut command = Command::new(PROGRAM);
    command.arg("import").arg(file).arg("--json").env(HOME, home).env(LOG, "error");
    command.stdin(Stdio::null()).stdout(std::fs::File::create(&printed)?);
    let began = Instant::now();
    let mut child = command.spawn()?;
    let mut peak = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak = memory_of(child.id(), "VmHWM").max(peak);
        std::thread::sleep(LOOK);
    };
    let took = began.elapsed();
    ensure!(status.success(), "{PROGRAM} import ended with {status}");
    let report = serde_json::from_slice(&std::fs::read(&printed)?)?;
    Ok((Run { took, memory: peak.map(|kib| kib.div_ceil(1024)) }, report))
}

/// Makes sure that every entry of the file is accounted for and that the text index holds everything.
fn check(home: &Path, report: &Value, entries: usize) -> Result<()> {
    let file = report.pointer("/files/0").context("the import reports no file")?;
    let stored =
        file.get("stored").and_then(Value::as_u64).context("the report does not say what was stored")?;
    let rejected = file.get("rejected").and_then(Value::as_array).map_or(0, Vec::len);
    ensure!(
        stored + rejected as u64 == entries as u64,
        "{entries} entries were generated, {stored} stored and {rejected} rejected"
    );
    let output =
        Command::new(PROGRAM).args(["stats", "--json"]).env(HOME, home).env(LOG, "error").output()?;
    let stats: Value = serde_json::from_slice(&output.stdout)?;
    let waiting = stats.get("changes_to_index").and_then(Value::as_u64);
    ensure!(waiting == Some(0), "the text index lacks {waiting:?} changes after the import");
    Ok(())
}
