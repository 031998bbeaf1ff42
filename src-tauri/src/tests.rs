//! The types of the shell that the page shows, from which those of the page are generated.

#[path = "../../tests/typescript.rs"]
mod typescript;

use std::path::Path;

use clients::{Action, Client, SelfTest};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use crate::commands::clients::ClientPlan;
use crate::http_server::HttpState;
use crate::jobs::job::Job;
use crate::library_client::Answer;
use crate::managed_server::ServerState;
use crate::settings::{Settings, SettingsChange};
use crate::share_server::ShareState;
use crate::shell_events::ShellEvent;

/// The parameter of generic types.
#[derive(JsonSchema)]
enum T {}

/// With `UPDATE_HOST_TYPES=1`, writes the file instead of comparing it.
#[test]
fn the_types_of_the_page_are_those_of_the_shell() {
    let mut types = String::from(
        "// Generated from src-tauri/src/ and crates/clients/: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper. Do not edit.\n\n\
         import type { ExportArguments, ImportedFiles, Kept, Stats, SyncOutcome } from \"./library-types\";\n\n\
         export * from \"./library-types\";\n",
    );
    let mut sent = SchemaSettings::draft2020_12().for_serialize().into_generator();
    sent.subschema_for::<Answer<T>>();
    sent.subschema_for::<ServerState>();
    sent.subschema_for::<Job>();
    sent.subschema_for::<Client>();
    sent.subschema_for::<ClientPlan>();
    sent.subschema_for::<SelfTest>();
    sent.subschema_for::<Settings>();
    sent.subschema_for::<ShellEvent>();
    sent.subschema_for::<HttpState>();
    sent.subschema_for::<ShareState>();
    let mut taken = SchemaSettings::draft2020_12().into_generator();
    taken.subschema_for::<Action>();
    taken.subschema_for::<SettingsChange>();
    let mut definitions = sent.take_definitions(true);
    definitions.extend(taken.take_definitions(true));
    for (name, schema) in definitions.into_iter().filter(|(name, _)| name != "T") {
        let name = if name == "Answer" { "Answer<T>" } else { &name };
        types += &format!("\n{}", typescript::declaration(name, &schema));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/host-types.ts");
    if std::env::var_os("UPDATE_HOST_TYPES").is_some() {
        std::fs::write(&file, &types).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == types, "ui/src/host-types.ts is stale: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper");
}
