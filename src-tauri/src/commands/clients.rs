use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clients::{Action, ClientId, Clients, Line, Plan, SelfTest, Server, Stage, Step, SystemFolders};
use serde::Deserialize;
use tauri::{AppHandle, Manager, State};

use crate::child_process;
use crate::managed_server::ManagedServer;
use crate::page::clients::{Client, ClientAction, ClientPlan, ClientState, ClientTest, PlanLine, TestStep};
use crate::page::jobs::Problem;

/// The variable that names the library's folder; a client must know of it when the app itself was started with it.
const HOME: &str = "LOREKEEPER_HOME";
/// The folder in the library's where it is noted how a client's file was before. The command line has the same.
const RECORDS: &str = "clients";
/// How many plans are remembered.
const PLANS: usize = 20;
/// How long to wait for the server to say where the library is.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for what was asked last.
const ACTIVITY_LIMIT: Duration = Duration::from_secs(2);

/// The plans that were shown and not carried out yet, by number.
#[derive(Default)]
pub(crate) struct Plans(Mutex<(u32, BTreeMap<u32, Plan>)>);

impl Plans {
    fn keep(&self, plan: Plan) -> u32 {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, plans) = &mut *kept;
        *last += 1;
        plans.insert(*last, plan);
        while plans.len() > PLANS {
            plans.pop_first();
        }
        *last
    }

    fn take(&self, number: u32) -> Option<Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&number)
    }
}

/// A call that the library has noted: who asked, and when.
#[derive(Debug, Deserialize)]
struct Call {
    client: String,
    at: String,
}

/// Each program, with what its file says just now.
#[tauri::command]
pub(crate) async fn clients(app: AppHandle) -> Result<Vec<Client>, Problem> {
    let here = here(&app).await?;
    let server = app.state::<ManagedServer>();
    let asked = async {
        let asking = server.client()?;
        asking.read::<Vec<Call>>("lore://activity").await
    };
    let calls =
        tokio::time::timeout(ACTIVITY_LIMIT, asked).await.ok().and_then(Result::ok).unwrap_or_default();
    Ok(here.all().into_iter().map(|client| shown(client, &calls)).collect())
}

/// What an action would write. Nothing is written yet.
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
    let plan = here(&app).await?.plan(id(&client)?, action)?;
    let (file, makes_file) = (plan.file.display().to_string(), plan.makes_file);
    let line = |Line { sign, text }: &Line| PlanLine { sign: sign.to_string(), text: text.clone() };
    let lines = plan.changes.iter().map(line).collect();
    Ok(ClientPlan { id: plans.keep(plan), file, makes_file, lines })
}

/// Writes what was shown.
#[tauri::command]
pub(crate) async fn apply_plan(app: AppHandle, plans: State<'_, Plans>, plan: u32) -> Result<(), Problem> {
    let plan = plans.take(plan).ok_or_else(|| {
        Problem::refused(
            "What would be written was shown too long ago.",
            "Look at it again, then confirm it.",
        )
    })?;
    here(&app).await?.apply(&plan)?;
    Ok(())
}

/// Takes back the last change of a program's file.
#[tauri::command]
pub(crate) async fn undo_client(app: AppHandle, client: String) -> Result<(), Problem> {
    here(&app).await?.undo(id(&client)?)?;
    Ok(())
}

/// Starts what the program's file says, as the program would, and asks it something.
#[tauri::command]
pub(crate) async fn test_client(app: AppHandle, client: String) -> Result<ClientTest, Problem> {
    let SelfTest { ok, steps } = here(&app).await?.test(id(&client)?).await;
    Ok(ClientTest { ok, steps: steps.into_iter().map(step).collect() })
}

/// The programs of this computer, and the server as they would start it: by the path beside the app.
async fn here(app: &AppHandle) -> Result<Clients, Problem> {
    let server = app.state::<ManagedServer>();
    let mut state = server.watch();
    let known = state.wait_for(|state| state.statistics.is_some());
    let known = tokio::time::timeout(PATIENCE, known).await.ok().and_then(Result::ok);
    let home = known.and_then(|state| Some(PathBuf::from(&state.statistics.as_ref()?.used.home)));
    let home = home.ok_or_else(Problem::no_server)?;
    let command = child_process::path(app)
        .map_err(|error| Problem::system("The server's program could not be found", error))?;
    Ok(Clients::new(SystemFolders::of_this_computer()?, server_at(command, &home), home.join(RECORDS)))
}

fn server_at(command: PathBuf, home: &Path) -> Server {
    let named = std::env::var_os(HOME).is_some_and(|home| !home.is_empty());
    let server = Server::new(command);
    if named { server.with_env(HOME, home.to_string_lossy()) } else { server }
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

fn shown(client: clients::Client, calls: &[Call]) -> Client {
    let clients::Client { id, name, file, state, dropped, advice, sample_prompt, can_undo } = client;
    let installed = state != clients::State::NotInstalled;
    Client {
        id: id.to_string(),
        name: name.to_owned(),
        state: state_of(state, dropped),
        file: installed.then(|| file.display().to_string()),
        advice: advice.to_owned(),
        sample_prompt: sample_prompt.to_owned(),
        can_undo,
        last_seen: calls.iter().find(|call| who(&call.client) == Some(id)).map(|call| call.at.clone()),
    }
}

fn state_of(state: clients::State, dropped: bool) -> ClientState {
    match state {
        clients::State::NotInstalled => ClientState::NotInstalled,
        clients::State::NotConnected if dropped => {
            ClientState::Stale { reason: "it wrote its file anew and left LoreKeeper out".to_owned() }
        }
        clients::State::NotConnected => ClientState::NotConnected,
        clients::State::Connected => ClientState::Connected,
        clients::State::Stale { reason } => ClientState::Stale { reason },
        clients::State::Unreadable { reason, snippet } => ClientState::Unreadable { reason, snippet },
    }
}

fn step(step: Step) -> TestStep {
    let what = match step.stage {
        Stage::Read => "Read its file",
        Stage::Start => "Start the server",
        Stage::Handshake => "Shake hands",
        Stage::Tools => "List the tools",
        Stage::Lookup => "Look something up",
    };
    TestStep { what: what.to_owned(), ok: step.ok, detail: step.detail }
}

/// Which program calls itself so, in the handshake.
fn who(name: &str) -> Option<ClientId> {
    // More telling names first: Cursor calls itself `cursor-vscode`.
    const NAMES: [(&str, ClientId); 12] = [
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
        ("zed", ClientId::Zed),
    ];
    let name = name.to_lowercase();
    NAMES.into_iter().find(|(part, _)| name.contains(part)).map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_what_they_call_themselves() {
        assert_eq!(who("claude-ai 0.1.0"), Some(ClientId::ClaudeDesktop));
        assert_eq!(who("claude-code 2.0.1"), Some(ClientId::ClaudeCode));
        assert_eq!(who("cursor-vscode 1.0.0"), Some(ClientId::Cursor));
        assert_eq!(who("Visual Studio Code 1.99"), Some(ClientId::VsCode));
        assert_eq!(who("codex-mcp-client 0.5"), Some(ClientId::Codex));
        assert_eq!(who("lorekeeper 0.1.0"), None);
    }

    #[test]
    fn an_entry_that_was_dropped_can_be_repaired() {
        let dropped = state_of(clients::State::NotConnected, true);
        assert!(matches!(dropped, ClientState::Stale { .. }), "{dropped:?}");
        assert_eq!(state_of(clients::State::NotConnected, false), ClientState::NotConnected);
    }

    #[test]
    fn a_plan_is_carried_out_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".cursor")).unwrap();
        let program = std::env::current_exe().unwrap();
        let places = SystemFolders::under(folder.path(), clients::System::Linux);
        let here =
            Clients::new(places, server_at(program, Path::new("/library")), folder.path().join("records"));
        let plans = Plans::default();
        let number = plans.keep(here.plan(ClientId::Cursor, Action::Connect).unwrap());
        here.apply(&plans.take(number).unwrap()).unwrap();
        assert!(plans.take(number).is_none());
        let call = Call { client: "cursor-vscode 1.0.0".to_owned(), at: "2026-11-21T10:00:00Z".to_owned() };
        let cursor = shown(here.client(ClientId::Cursor), &[call]);
        assert_eq!(cursor.state, ClientState::Connected);
        assert_eq!(cursor.last_seen.as_deref(), Some("2026-11-21T10:00:00Z"));
    }
}
