//! The types of the shell that the page shows, from which those of the page are generated.

use std::path::Path;

use ts_rs::TS;

use crate::commands::clients::ClientPlan;
use crate::envelope::Answer;
use crate::http_server::HttpState;
use crate::jobs::job::{Job, JobKind, JobState, NamedDocument};
use crate::library_client::{Identity, Tool};
use crate::managed_server::ServerState;
use crate::problem::Problem;
use crate::settings::{Settings, SettingsChange, Theme};
use crate::share_server::{ShareChoice, SharePlace, ShareState};
use crate::shell_events::ShellEvent;
use crate::supervisor::Phase;

/// With `UPDATE_HOST_TYPES=1`, writes the file instead of comparing it.
#[test]
fn the_types_of_the_page_are_those_of_the_shell() {
    let config = ts_rs::Config::new().with_large_int("number");
    let mut types = String::from(
        "// Generated from src-tauri/src/ and crates/clients/: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper. Do not edit.\n\n\
         import type { ExportArguments, ImportedFiles, Kept, Stats, SyncOutcome } from \"./library-types\";\n\n\
         export * from \"./library-types\";\n",
    );
    for declaration in [
        Answer::<ts_rs::Dummy>::decl(&config),
        ServerState::decl(&config),
        Phase::decl(&config),
        Identity::decl(&config),
        Tool::decl(&config),
        Job::decl(&config),
        JobKind::decl(&config),
        NamedDocument::decl(&config),
        JobState::decl(&config),
        Problem::decl(&config),
        clients::Client::decl(&config),
        clients::ClientId::decl(&config),
        clients::State::decl(&config),
        clients::Action::decl(&config),
        ClientPlan::decl(&config),
        clients::Line::decl(&config),
        clients::LineChange::decl(&config),
        clients::SelfTest::decl(&config),
        clients::Step::decl(&config),
        clients::Stage::decl(&config),
        Settings::decl(&config),
        SettingsChange::decl(&config),
        Theme::decl(&config),
        ShellEvent::decl(&config),
        HttpState::decl(&config),
        ShareChoice::decl(&config),
        SharePlace::decl(&config),
        ShareState::decl(&config),
    ] {
        types.push_str("\nexport ");
        for line in declaration.lines() {
            types.push_str(line.trim_end());
            types.push('\n');
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/host-types.ts");
    if std::env::var_os("UPDATE_HOST_TYPES").is_some() {
        std::fs::write(&file, &types).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == types, "ui/src/host-types.ts is stale: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper");
}
