//! `lorekeeper-mcp clients`, `register` and `unregister`: this server in the configuration of AI clients.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use clients::{Action, Client, ClientId, Clients, Plan, SelfTest, Server, State, SystemFolders};
use serde::Serialize;

use super::context::{Context, FAILED, NOT_FOUND};
use crate::process::terminal::print_error;
use crate::protocol::text_table::table;

/// The variable that tells a registered server the library's folder, if it is not the default.
const HOME_VARIABLE: &str = "LOREKEEPER_HOME";

#[derive(Debug, Args)]
pub(super) struct RegisterArguments {
    /// The clients, such as claude-desktop or cursor; `lorekeeper-mcp clients` lists them
    #[arg(required = true, value_name = "CLIENT")]
    clients: Vec<ClientId>,
    /// Only show the changes
    #[arg(long)]
    dry_run: bool,
    /// Skip the test of the new entry
    #[arg(long)]
    no_test: bool,
    /// Only for this project of Claude Code: changes the file .mcp.json in its folder
    #[arg(long, value_name = "FOLDER")]
    project: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct UnregisterArguments {
    /// The clients, such as claude-desktop or cursor; `lorekeeper-mcp clients` lists them
    #[arg(required_unless_present = "all", value_name = "CLIENT")]
    clients: Vec<ClientId>,
    /// Every client with an entry of LoreKeeper
    #[arg(long, conflicts_with_all = ["clients", "undo"])]
    all: bool,
    /// Only show the changes
    #[arg(long, conflicts_with = "undo")]
    dry_run: bool,
    /// Undo the last change, whatever it was
    #[arg(long)]
    undo: bool,
    /// Only for this project of Claude Code: changes the file .mcp.json in its folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "all")]
    project: Option<PathBuf>,
}

#[serde_with_macros::skip_serializing_none]
#[derive(Serialize)]
struct ClientReport {
    client: Client,
    plan: Option<Plan>,
    test: Option<SelfTest>,
}

pub(super) fn list(context: &Context) -> anyhow::Result<u8> {
    let clients = clients_of(context, None, &[])?.all();
    let row = |client: &Client| {
        let file = match client.state {
            State::NotInstalled => String::new(),
            _ => client.file.display().to_string(),
        };
        vec![client.name.to_owned(), client.id.to_string(), state_text(client), file]
    };
    context.answer(&clients, || table(&["Client", "Id", "State", "File"], clients.iter().map(row)))
}

pub(super) async fn register(context: &Context, arguments: RegisterArguments) -> anyhow::Result<u8> {
    let RegisterArguments { clients: ids, dry_run, no_test, project } = arguments;
    let clients = clients_of(context, project.as_deref(), &ids)?;
    report_each(context, ids, async |id| {
        let mut report = change(context, &clients, id, Action::Repair, dry_run)?;
        if !dry_run && !no_test {
            let test = clients.test(id).await;
            context.print_words(&test_text(&test))?;
            report.test = Some(test);
        }
        if !dry_run {
            let Client { advice, sample_prompt, .. } = report.client;
            context.print_words(&format!("{advice}\nThen ask: {sample_prompt}\n\n"))?;
        }
        Ok(report)
    })
    .await
}

pub(super) async fn unregister(context: &Context, arguments: UnregisterArguments) -> anyhow::Result<u8> {
    let clients = clients_of(context, arguments.project.as_deref(), &arguments.clients)?;
    let ids = if arguments.all { with_entry(&clients) } else { arguments.clients };
    report_each(context, ids, async |id| {
        if !arguments.undo {
            return change(context, &clients, id, Action::Disconnect, arguments.dry_run);
        }
        let client = clients.undo(id)?;
        context.print_words(&format!("The last change to {} is undone.\n", client.file.display()))?;
        Ok(ClientReport { client, plan: None, test: None })
    })
    .await
}

/// One client's failure does not keep the others from their change.
async fn report_each(
    context: &Context,
    ids: Vec<ClientId>,
    change: impl AsyncFn(ClientId) -> anyhow::Result<ClientReport>,
) -> anyhow::Result<u8> {
    let (mut reports, mut status) = (Vec::new(), 0);
    for id in ids {
        match change(id).await {
            Ok(report) => {
                if report.test.as_ref().is_some_and(|test| !test.ok) {
                    status = FAILED;
                }
                reports.push(report);
            }
            Err(error) => status = failure(error)?,
        }
    }
    if context.json {
        context.print_json(&reports)?;
    }
    Ok(status)
}

fn with_entry(clients: &Clients) -> Vec<ClientId> {
    let has_entry =
        |state: &State| matches!(state, State::Connected | State::Remote { .. } | State::Stale { .. });
    clients.all().iter().filter(|client| has_entry(&client.state)).map(|client| client.id).collect()
}

fn change(
    context: &Context,
    clients: &Clients,
    id: ClientId,
    action: Action,
    dry_run: bool,
) -> anyhow::Result<ClientReport> {
    let plan = clients.plan(id, action)?;
    if let (State::Remote { address }, Action::Repair) = (clients.client(id).state, action) {
        print_error(&format!(
            "warning: this replaces the connection over HTTP to {address}; `unregister --undo {id}` brings it back"
        ));
    }
    context.print_words(&plan_text(&plan, dry_run))?;
    let client = if dry_run { clients.client(id) } else { clients.apply(&plan)? };
    Ok(ClientReport { client, plan: Some(plan), test: None })
}

pub(super) fn clients_of(
    context: &Context,
    project: Option<&Path>,
    ids: &[ClientId],
) -> anyhow::Result<Clients> {
    let home = context.library.folder()?;
    let mut server = Server::new(std::env::current_exe()?);
    if context.is_custom_home {
        server = server.with_env(HOME_VARIABLE, disk::shown(&std::path::absolute(&home)?));
    }
    let mut folders = SystemFolders::of_this_computer()?;
    if let Some(project) = project {
        if ids.iter().any(|id| *id != ClientId::ClaudeCode) {
            bail!("only claude-code has a file in a project; leave out --project, or the other clients");
        }
        if !project.is_dir() {
            bail!("there is no folder {}; name the project's own folder", project.display());
        }
        folders.project = Some(std::path::absolute(project)?);
    }
    Ok(Clients::new(folders, server, home.join(Clients::RECORDS_FOLDER)))
}

fn state_text(client: &Client) -> String {
    match &client.state {
        State::NotConnected if client.dropped => {
            "not connected: the client dropped our entry; register it again".to_owned()
        }
        State::NotInstalled => "not installed".to_owned(),
        State::NotConnected => "not connected".to_owned(),
        State::Connected => "connected".to_owned(),
        State::Remote { address } => format!("connected over HTTP: {address}"),
        State::Stale { reason } => format!("connected but stale: {reason}"),
        State::Unreadable { reason, .. } => format!("file unreadable: {reason}"),
    }
}

fn plan_text(plan: &Plan, dry_run: bool) -> String {
    let file = plan.file.display();
    if plan.changes_nothing {
        return format!("{file} needs no change.\n");
    }
    let (would, now) = match (plan.makes_file, plan.removes_file) {
        (true, _) => ("Would create", "Creating"),
        (false, true) => ("Would remove", "Removing"),
        (false, false) => ("Would change", "Changing"),
    };
    let verb = if dry_run { would } else { now };
    let lines = plan.changes.iter().map(|line| format!("  {} {}", line.sign, line.text));
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    format!("{verb} {file}:\n{}\n", lines.join("\n"))
}

fn test_text(test: &SelfTest) -> String {
    let steps = test.steps.iter();
    steps.map(|step| format!("{} {}\n", if step.ok { "ok     " } else { "problem" }, step.detail)).collect()
}

fn failure(error: anyhow::Error) -> anyhow::Result<u8> {
    let error: clients::Error = error.downcast()?;
    print_error(&format!("error: {error}\n{}", error.advice()));
    if let Some(snippet) = error.snippet() {
        print_error(&format!("\n{snippet}"));
    }
    Ok(match error {
        clients::Error::NotInstalled(..) | clients::Error::NothingToUndo(_) => NOT_FOUND,
        _ => FAILED,
    })
}
