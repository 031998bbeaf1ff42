use clap::Args;
use clients::{Action, Client, ClientId, Clients, Places, Plan, SelfTest, Server, State};
use serde::Serialize;

use super::output::{print, print_json, table};
use super::{FAILED, NOT_FOUND};
use crate::process::terminal::print_error;
use crate::protocol::lazy_library::LazyLibrary;

/// The variable that names the library's folder, which a client must know of when it is not the usual one.
const HOME: &str = "LOREKEEPER_HOME";
/// The folder in the library's where it is noted how a client's file was before.
const RECORDS: &str = "clients";

#[derive(Debug, Args)]
pub(super) struct RegisterArguments {
    /// The clients, such as claude-desktop or cursor; `lorekeeper-mcp clients` lists them
    #[arg(required = true, value_name = "CLIENT")]
    clients: Vec<ClientId>,
    /// Only show what would be written
    #[arg(long)]
    dry_run: bool,
    /// Do not try out what was written
    #[arg(long)]
    no_test: bool,
}

#[derive(Debug, Args)]
pub(super) struct UnregisterArguments {
    /// The clients, such as claude-desktop or cursor; `lorekeeper-mcp clients` lists them
    #[arg(required = true, value_name = "CLIENT")]
    clients: Vec<ClientId>,
    /// Only show what would be written
    #[arg(long, conflicts_with = "undo")]
    dry_run: bool,
    /// Take back the last change, whatever it was
    #[arg(long)]
    undo: bool,
}

/// What was done with one client.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Done {
    client: Client,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<SelfTest>,
}

/// Lists the clients of this computer with what their files say.
pub(super) fn list(library: &LazyLibrary, named_home: bool, json: bool) -> anyhow::Result<u8> {
    let clients = here(library, named_home)?.all();
    if json {
        return print_json(&clients);
    }
    let rows = clients.iter().map(|client| {
        let file = match client.state {
            State::NotInstalled => String::new(),
            _ => client.file.display().to_string(),
        };
        vec![client.name.to_owned(), client.id.to_string(), in_words(client), file]
    });
    print(&table(&["Client", "Name here", "State", "File"], rows))
}

/// Enters the server in clients' files, or sets an entry right, and tries out what was written.
pub(super) async fn register(
    library: &LazyLibrary,
    arguments: RegisterArguments,
    named_home: bool,
    json: bool,
) -> anyhow::Result<u8> {
    let clients = here(library, named_home)?;
    let mut all = Vec::new();
    let mut status = 0;
    for id in arguments.clients {
        let Some(mut done) = write(&clients, id, Action::Repair, arguments.dry_run, json, &mut status)?
        else {
            continue;
        };
        if !arguments.dry_run {
            if !arguments.no_test {
                let test = clients.test(id).await;
                if !test.ok {
                    status = FAILED;
                }
                if !json {
                    print(&test_in_text(&test))?;
                }
                done.test = Some(test);
            }
            if !json {
                let Client { advice, sample_prompt, .. } = done.client;
                print(&format!("{advice}\nThen ask: {sample_prompt}\n\n"))?;
            }
        }
        all.push(done);
    }
    if json {
        print_json(&all)?;
    }
    Ok(status)
}

/// Removes the server from clients' files, or takes the last change back.
pub(super) fn unregister(
    library: &LazyLibrary,
    arguments: UnregisterArguments,
    named_home: bool,
    json: bool,
) -> anyhow::Result<u8> {
    let clients = here(library, named_home)?;
    let mut all = Vec::new();
    let mut status = 0;
    for id in arguments.clients {
        if arguments.undo {
            match clients.undo(id) {
                Ok(client) => {
                    if !json {
                        print(&format!("{} is as it was before the last change.\n", client.file.display()))?;
                    }
                    all.push(Done { client, plan: None, test: None });
                }
                Err(error) => status = tell(&error),
            }
        } else {
            all.extend(write(&clients, id, Action::Disconnect, arguments.dry_run, json, &mut status)?);
        }
    }
    if json {
        print_json(&all)?;
    }
    Ok(status)
}

/// Shows what changes in a client's file, and writes it.
fn write(
    clients: &Clients,
    id: ClientId,
    action: Action,
    dry_run: bool,
    json: bool,
    status: &mut u8,
) -> anyhow::Result<Option<Done>> {
    let plan = match clients.plan(id, action) {
        Ok(plan) => plan,
        Err(error) => {
            *status = tell(&error);
            return Ok(None);
        }
    };
    if !json {
        print(&plan_in_text(&plan, dry_run))?;
    }
    let client = if dry_run { Ok(clients.client(id)) } else { clients.apply(&plan) };
    match client {
        Ok(client) => Ok(Some(Done { client, plan: Some(plan), test: None })),
        Err(error) => {
            *status = tell(&error);
            Ok(None)
        }
    }
}

/// The clients of this user, with this program as the server.
pub(super) fn here(library: &LazyLibrary, named_home: bool) -> anyhow::Result<Clients> {
    let home = library.folder()?;
    let mut server = Server::new(std::env::current_exe()?);
    if named_home {
        server = server.with_env(HOME, std::path::absolute(&home)?.display().to_string());
    }
    Ok(Clients::new(Places::of_this_computer()?, server, home.join(RECORDS)))
}

fn in_words(client: &Client) -> String {
    match &client.state {
        State::NotConnected if client.dropped => {
            "not connected: the client dropped our entry; register it again".to_owned()
        }
        State::NotInstalled => "not installed".to_owned(),
        State::NotConnected => "not connected".to_owned(),
        State::Connected => "connected".to_owned(),
        State::Stale { reason } => format!("connected but stale: {reason}"),
        State::Unreadable { reason, .. } => format!("file unreadable: {reason}"),
    }
}

fn plan_in_text(plan: &Plan, dry_run: bool) -> String {
    let file = plan.file.display();
    if plan.changes_nothing {
        return format!("{file} is as it should be.\n");
    }
    let verb = match (dry_run, plan.makes_file, plan.removes_file) {
        (true, true, _) => "Would make",
        (false, true, _) => "Making",
        (true, _, true) => "Would remove",
        (false, _, true) => "Removing",
        (true, ..) => "Would change",
        (false, ..) => "Changing",
    };
    let lines: Vec<String> = plan
        .changes
        .iter()
        .map(|line| format!("  {} {}", line.sign, line.text).trim_end().to_owned())
        .collect();
    format!("{verb} {file}:\n{}\n", lines.join("\n"))
}

fn test_in_text(test: &SelfTest) -> String {
    let steps = test.steps.iter();
    steps.map(|step| format!("{} {}\n", if step.ok { "ok     " } else { "problem" }, step.detail)).collect()
}

fn tell(error: &clients::Error) -> u8 {
    print_error(&format!("error: {error}\n{}", error.advice()));
    match error {
        clients::Error::NotInstalled { .. } | clients::Error::NothingToUndo { .. } => NOT_FOUND,
        _ => FAILED,
    }
}
