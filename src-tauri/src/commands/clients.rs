//! Commands that connect assistants.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clients::{Action, ClientId, Clients, Line, Plan, SelfTest, Server, Stage, Step, SystemFolders};
use tauri::{AppHandle, Manager, State};
use tauri_plugin_opener::OpenerExt;

use crate::child_process;
use crate::managed_server::ManagedServer;
use crate::page::clients::{Client, ClientAction, ClientPlan, ClientState, ClientTest, PlanLine, TestStep};
use crate::problem::Problem;
use crate::server_types::ToolCall;

/// The variable that names the library's folder. A client gets it if the app itself was started with it.
const HOME_VARIABLE: &str = "LOREKEEPER_HOME";
/// The folder, in the library's, that keeps the earlier states of clients' files. The command line uses the same one.
const RECORDS_FOLDER: &str = "clients";
/// The number of plans that are kept.
const MAX_PLANS: usize = 20;
/// Time for the server to report the library's folder.
const HOME_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for the server to list the last tool calls.
const ACTIVITY_TIMEOUT: Duration = Duration::from_secs(2);

/// The plans that were shown and not applied yet, by number.
#[derive(Default)]
pub(crate) struct Plans(Mutex<(u32, BTreeMap<u32, Plan>)>);

impl Plans {
    fn keep(&self, plan: Plan) -> u32 {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, plans) = &mut *kept;
        *last += 1;
        plans.insert(*last, plan);
        while plans.len() > MAX_PLANS {
            plans.pop_first();
        }
        *last
    }

    fn take(&self, number: u32) -> Option<Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&number)
    }
}

/// Lists the programs with the current state of their files.
#[tauri::command]
pub(crate) async fn clients(app: AppHandle) -> Result<Vec<Client>, Problem> {
    let clients = installed(&app).await?;
    let server = app.state::<ManagedServer>();
    let calls = async { server.client()?.read_resource("lore://activity").await };
    let calls: Vec<ToolCall> =
        tokio::time::timeout(ACTIVITY_TIMEOUT, calls).await.ok().and_then(Result::ok).unwrap_or_default();
    Ok(clients.all().into_iter().map(|client| describe(client, &calls)).collect())
}

/// Returns the changes that an action would write. Nothing is written yet.
#[tauri::command]
pub(crate) async fn plan_client(
    app: AppHandle,
    plans: State<'_, Plans>,
    client: String,
    action: ClientAction,
) -> Result<ClientPlan, Problem> {
    let action = match action {
        ClientAction::Connect => Action::Connect,
        ClientAction::Disconnect => Action::Disconnect,
        ClientAction::Repair => Action::Repair,
    };
    let plan = installed(&app).await?.plan(id(&client)?, action)?;
    let (file, creates_file) = (plan.file.display().to_string(), plan.makes_file);
    let line = |Line { sign, text }: &Line| PlanLine { sign: sign.to_string(), text: text.clone() };
    let lines = plan.changes.iter().map(line).collect();
    Ok(ClientPlan { id: plans.keep(plan), file, creates_file, lines })
}

/// Applies a plan that was shown.
#[tauri::command]
pub(crate) async fn apply_plan(app: AppHandle, plans: State<'_, Plans>, plan: u32) -> Result<(), Problem> {
    let plan = plans.take(plan).ok_or_else(|| {
        Problem::refused("The plan was shown too long ago.", "Open it again, then confirm it.")
    })?;
    installed(&app).await?.apply(&plan)?;
    Ok(())
}

/// Asks a program to add the server itself, with its own dialog.
#[tauri::command]
pub(crate) async fn open_install_link(app: AppHandle, client: String) -> Result<(), Problem> {
    let client = installed(&app).await?.client(id(&client)?);
    let link = client.install_link.ok_or_else(|| {
        let message = format!("{} cannot be asked to add LoreKeeper now.", client.name);
        Problem::refused(message, "Use Connect… instead.")
    })?;
    app.opener()
        .open_url(link, None::<&str>)
        .map_err(|error| Problem::system(&format!("{} could not be opened", client.name), error))
}

/// Undoes the last change of a program's file.
#[tauri::command]
pub(crate) async fn undo_client(app: AppHandle, client: String) -> Result<(), Problem> {
    installed(&app).await?.undo(id(&client)?)?;
    Ok(())
}

/// Starts the server as the program would, and makes a lookup.
#[tauri::command]
pub(crate) async fn test_client(app: AppHandle, client: String) -> Result<ClientTest, Problem> {
    let SelfTest { ok, steps } = installed(&app).await?.test(id(&client)?).await;
    Ok(ClientTest { ok, steps: steps.into_iter().map(step).collect() })
}

/// Returns the programs of this computer, with the server as they would start it: by the path beside the app.
async fn installed(app: &AppHandle) -> Result<Clients, Problem> {
    let server = app.state::<ManagedServer>();
    let mut state = server.watch();
    let known = state.wait_for(|state| state.home().is_some());
    drop(tokio::time::timeout(HOME_TIMEOUT, known).await);
    let home = PathBuf::from(server.home().ok_or_else(Problem::no_server)?);
    let command = child_process::path()
        .map_err(|error| Problem::system("The server's program could not be found", error))?;
    Ok(Clients::new(
        SystemFolders::of_this_computer()?,
        server_at(command.to_owned(), &home),
        home.join(RECORDS_FOLDER),
    ))
}

fn server_at(command: PathBuf, home: &Path) -> Server {
    let named = std::env::var_os(HOME_VARIABLE).is_some_and(|home| !home.is_empty());
    let server = Server::new(command);
    if named { server.with_env(HOME_VARIABLE, home.to_string_lossy()) } else { server }
}

fn id(client: &str) -> Result<ClientId, Problem> {
    Ok(client.parse::<ClientId>()?)
}

impl From<clients::Error> for Problem {
    fn from(error: clients::Error) -> Self {
        let mut message = error.to_string();
        if !message.ends_with('.') {
            message.push('.');
        }
        Problem::new(error.code(), message, error.advice())
    }
}

fn describe(client: clients::Client, calls: &[ToolCall]) -> Client {
    let clients::Client { id, name, file, state, install_link, dropped, advice, sample_prompt, can_undo } =
        client;
    let installed = state != clients::State::NotInstalled;
    Client {
        id: id.to_string(),
        name: name.to_owned(),
        state: state_of(state, dropped),
        has_install_link: install_link.is_some(),
        file: installed.then(|| file.display().to_string()),
        advice: advice.to_owned(),
        sample_prompt: sample_prompt.to_owned(),
        can_undo,
        last_seen: calls.iter().find(|call| program_of(&call.client) == Some(id)).map(|call| call.at.clone()),
    }
}

fn state_of(state: clients::State, dropped: bool) -> ClientState {
    match state {
        clients::State::NotInstalled => ClientState::NotInstalled,
        clients::State::NotConnected if dropped => {
            ClientState::Stale { reason: "it rewrote its file without LoreKeeper".to_owned() }
        }
        clients::State::NotConnected => ClientState::NotConnected,
        clients::State::Connected | clients::State::Remote { .. } => ClientState::Connected,
        clients::State::Stale { reason } => ClientState::Stale { reason },
        clients::State::Unreadable { reason, snippet } => ClientState::Unreadable { reason, snippet },
    }
}

fn step(step: Step) -> TestStep {
    let name = match step.stage {
        Stage::Read => "Read its file",
        Stage::Start => "Start the server",
        Stage::Handshake => "Shake hands",
        Stage::Tools => "List the tools",
        Stage::Lookup => "Make a lookup",
    };
    TestStep { name: name.to_owned(), ok: step.ok, detail: step.detail }
}

/// Returns the program that has this name in the handshake.
fn program_of(name: &str) -> Option<ClientId> {
    // More specific names first: Cursor is `cursor-vscode`.
    const NAMES: [(&str, ClientId); 13] = [
        ("claude-code", ClientId::ClaudeCode),
        ("claude-ai", ClientId::ClaudeDesktop),
        ("claude-desktop", ClientId::ClaudeDesktop),
        ("cursor", ClientId::Cursor),
        ("windsurf", ClientId::Windsurf),
        ("vscode", ClientId::VsCode),
        ("visual studio code", ClientId::VsCode),
        ("lm-studio", ClientId::LmStudio),
        ("lmstudio", ClientId::LmStudio),
        ("codex", ClientId::Codex),
        ("gemini-cli", ClientId::GeminiCli),
        ("goose", ClientId::Goose),
        ("zed", ClientId::Zed),
    ];
    let name = name.to_lowercase();
    NAMES.into_iter().find(|(part, _)| name.contains(part)).map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_recognised_by_their_names_in_the_handshake() {
        assert_eq!(program_of("claude-ai 0.1.0"), Some(ClientId::ClaudeDesktop));
        assert_eq!(program_of("claude-code 2.0.1"), Some(ClientId::ClaudeCode));
        assert_eq!(program_of("cursor-vscode 1.0.0"), Some(ClientId::Cursor));
        assert_eq!(program_of("Visual Studio Code 1.99"), Some(ClientId::VsCode));
        assert_eq!(program_of("codex-mcp-client 0.5"), Some(ClientId::Codex));
        assert_eq!(program_of("lorekeeper 0.1.0"), None);
    }

    #[test]
    fn an_entry_that_was_dropped_can_be_repaired() {
        let dropped = state_of(clients::State::NotConnected, true);
        assert!(matches!(dropped, ClientState::Stale { .. }), "{dropped:?}");
        assert_eq!(state_of(clients::State::NotConnected, false), ClientState::NotConnected);
    }

    #[test]
    fn a_plan_is_applied_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".cursor")).unwrap();
        let program = std::env::current_exe().unwrap();
        let places = SystemFolders::under(folder.path(), clients::System::Linux);
        let installed =
            Clients::new(places, server_at(program, Path::new("/library")), folder.path().join("records"));
        let plans = Plans::default();
        let number = plans.keep(installed.plan(ClientId::Cursor, Action::Connect).unwrap());
        installed.apply(&plans.take(number).unwrap()).unwrap();
        assert!(plans.take(number).is_none());
        let call =
            ToolCall { client: "cursor-vscode 1.0.0".to_owned(), at: "2026-11-21T10:00:00Z".to_owned() };
        let cursor = describe(installed.client(ClientId::Cursor), &[call]);
        assert_eq!(cursor.state, ClientState::Connected);
        assert_eq!(cursor.last_seen.as_deref(), Some("2026-11-21T10:00:00Z"));
    }
}
