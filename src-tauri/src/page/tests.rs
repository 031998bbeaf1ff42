use std::path::Path;

use ts_rs::TS;

use super::{clients, http, jobs, server, settings, share};
use crate::envelope::Answer;
use crate::problem::Problem;

/// With `UPDATE_HOST_TYPES=1`, writes the file instead of comparing it.
#[test]
fn the_types_of_the_page_are_those_of_the_shell() {
    let config = ts_rs::Config::new().with_large_int("number");
    let mut types = String::from(
        "// Generated from src-tauri/src/page/: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper. Do not edit.\n\n\
         import type { ExportArguments, ImportReport, Kept, Report, Stats } from \"./library-types\";\n\n\
         export * from \"./library-types\";\n",
    );
    for declaration in [
        Answer::<ts_rs::Dummy>::decl(&config),
        server::ServerState::decl(&config),
        server::Phase::decl(&config),
        server::Identity::decl(&config),
        server::Tool::decl(&config),
        jobs::Job::decl(&config),
        jobs::JobKind::decl(&config),
        jobs::NamedDocument::decl(&config),
        jobs::JobState::decl(&config),
        Problem::decl(&config),
        clients::Client::decl(&config),
        clients::ClientState::decl(&config),
        clients::ClientAction::decl(&config),
        clients::ClientPlan::decl(&config),
        clients::PlanLine::decl(&config),
        clients::ClientTest::decl(&config),
        clients::TestStep::decl(&config),
        settings::Settings::decl(&config),
        settings::SettingsChange::decl(&config),
        settings::Theme::decl(&config),
        settings::ShellEvent::decl(&config),
        http::HttpState::decl(&config),
        share::ShareChoice::decl(&config),
        share::SharePlace::decl(&config),
        share::ShareState::decl(&config),
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
