#[cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use clients::TimeLimits;
use clients::{Action, ClientId, SelfTest, Server, Stage};

use crate::support::Computer;

/// A shell script starts the fake server. The steps that follow the start are the same on Windows, where
/// the real server takes them.
#[cfg(unix)]
async fn tested(behaviour: &str, limits: TimeLimits) -> Option<SelfTest> {
    use std::os::unix::fs::PermissionsExt;
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let computer = Computer::on_disk();
    let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fake_server.py");
    let script = format!("#!/bin/sh\nexec python3 '{}' {behaviour} \"$@\"\n", fake.display());
    fs::write(computer.program(), script).unwrap();
    fs::set_permissions(computer.program(), fs::Permissions::from_mode(0o755)).unwrap();
    let clients = computer.clients_for(Server::new(computer.program()).with_env("GREETING", "well met"));
    let plan = clients.plan(ClientId::Cursor, Action::Connect).unwrap();
    clients.apply(&plan).unwrap();
    Some(computer.clients().with_limits(limits).test(ClientId::Cursor).await)
}

fn last(report: &SelfTest) -> (Stage, bool, &str) {
    let step = report.steps.last().unwrap();
    (step.stage, step.ok, &step.detail)
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_answers_passes_every_step() {
    let Some(report) = tested("well", TimeLimits::default()).await else { return };
    assert!(report.ok, "{report:#?}");
    let stages: Vec<_> = report.steps.iter().map(|step| step.stage).collect();
    assert_eq!(stages, [Stage::Read, Stage::Start, Stage::Handshake, Stage::Tools, Stage::Lookup]);
    assert!(report.steps[2].detail.contains("fake 1.0"), "{report:#?}");
    let (_, _, detail) = last(&report);
    assert!(detail.contains("well met, fireball x1, serve, no secret"), "{detail}");
}

#[cfg(unix)]
#[tokio::test]
async fn the_last_line_of_a_server_that_ends_at_once_is_quoted() {
    let Some(report) = tested("die", TimeLimits::default()).await else { return };
    let (stage, ok, detail) = last(&report);
    assert_eq!((stage, ok, report.ok), (Stage::Handshake, false, false));
    assert!(detail.contains("It said: no library today"), "{detail}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_without_the_tool_fails_at_the_lookup() {
    for (behaviour, words) in [("toolless", "no tool lookup_spell"), ("refuse", "the shelf is empty")] {
        let Some(report) = tested(behaviour, TimeLimits::default()).await else { return };
        let (stage, ok, detail) = last(&report);
        assert_eq!((stage, ok), (Stage::Lookup, false));
        assert!(detail.contains(words), "{detail}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_does_not_end_is_killed() {
    let limits = TimeLimits { exit_timeout: Duration::from_millis(300), ..TimeLimits::default() };
    let Some(report) = tested("stay", limits).await else { return };
    assert!(report.ok, "{report:#?}");
    let pid: i32 =
        report.steps[1].detail.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
    assert!(!Path::new("/proc").join(pid.to_string()).exists());
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_reported() {
    let computer = Computer::on_disk();
    let report = computer.clients().test(ClientId::Cursor).await;
    assert_eq!((last(&report).0, last(&report).1), (Stage::Read, false));
    computer.act(ClientId::Cursor, Action::Connect);
    let report = computer.clients().test(ClientId::Cursor).await;
    assert_eq!((last(&report).0, last(&report).1), (Stage::Start, false), "it is not executable");
}

fn real_server() -> Option<PathBuf> {
    let name = format!("lorekeeper-mcp{}", std::env::consts::EXE_SUFFIX);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/debug").join(name);
    let named = std::env::var_os("LOREKEEPER_SERVER").map(PathBuf::from);
    named.or(Some(built)).and_then(|path| std::path::absolute(path).ok()).filter(|path| path.is_file())
}

#[tokio::test]
async fn the_real_server_passes_the_self_test() {
    let Some(program) = real_server() else {
        eprintln!("skipped: lorekeeper-mcp is not built; LOREKEEPER_SERVER may name it");
        return;
    };
    let computer = Computer::on_disk();
    let library = computer.folders.home.join("library");
    let server = Server::new(program)
        .with_env("LOREKEEPER_HOME", library.to_str().unwrap())
        .with_env("LOREKEEPER_OFFLINE", "1");
    let clients = computer.clients_for(server);
    for id in [ClientId::ClaudeDesktop, ClientId::Codex] {
        let plan = clients.plan(id, Action::Connect).unwrap();
        clients.apply(&plan).unwrap();
        let report = clients.test(id).await;
        eprintln!("{report:#?}");
        assert!(report.steps.len() == 5, "{report:#?}");
        assert!(report.steps[..4].iter().all(|step| step.ok), "{report:#?}");
    }
}
