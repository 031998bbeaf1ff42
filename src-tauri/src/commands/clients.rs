//! Commands that connect assistants.

use std::path::PathBuf;
use std::time::Duration;

use clients::{Action, Client, ClientId, Clients, Line, Plan, SelfTest, Server, SystemFolders};
use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Serialize;
use tauri::{AppHandle, Manager, State};

use crate::child_process;
use crate::managed_server::ManagedServer;
use crate::problem::{Problem, sentence};

/// The variable that names the library's folder. A client gets it if the app itself was started with it.
const HOME_VARIABLE: &str = "LOREKEEPER_HOME";
const HOME_TIMEOUT: Duration = Duration::from_secs(5);

/// The changes to a file, shown before they are written.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientPlan {
    pub(crate) file: String,
    pub(crate) creates_file: bool,
    pub(crate) lines: Vec<Line>,
}

#[derive(Default)]
pub(crate) struct ShownPlan(Mutex<Option<Plan>>);

#[tauri::command]
pub(crate) async fn clients(app: AppHandle) -> Result<Vec<Client>, Problem> {
    Ok(installed(&app).await?.all())
}

#[tauri::command]
pub(crate) async fn plan_client(
    app: AppHandle,
    shown: State<'_, ShownPlan>,
    client: ClientId,
    action: Action,
) -> Result<ClientPlan, Problem> {
    let plan = installed(&app).await?.plan(client, action)?;
    let (file, creates_file, lines) =
        (plan.file.display().to_string(), plan.makes_file, plan.changes.clone());
    *shown.0.lock() = Some(plan);
    Ok(ClientPlan { file, creates_file, lines })
}

#[tauri::command]
pub(crate) async fn apply_plan(app: AppHandle, shown: State<'_, ShownPlan>) -> Result<(), Problem> {
    let missing = || Problem::refused("No plan is shown.", "Open it again, then confirm it.");
    let plan = shown.0.lock().take().ok_or_else(missing)?;
    installed(&app).await?.apply(&plan)?;
    Ok(())
}

#[tauri::command]
pub(crate) async fn undo_client(app: AppHandle, client: ClientId) -> Result<(), Problem> {
    installed(&app).await?.undo(client)?;
    Ok(())
}

#[tauri::command]
pub(crate) async fn test_client(app: AppHandle, client: ClientId) -> Result<SelfTest, Problem> {
    Ok(installed(&app).await?.test(client).await)
}

async fn installed(app: &AppHandle) -> Result<Clients, Problem> {
    let server = app.state::<ManagedServer>();
    let mut state = server.watch();
    let known = state.wait_for(|state| state.home().is_some());
    drop(tokio::time::timeout(HOME_TIMEOUT, known).await);
    let home = PathBuf::from(server.home().ok_or_else(Problem::no_server)?);
    let mut server = Server::new(child_process::path()?);
    if std::env::var_os(HOME_VARIABLE).is_some_and(|home| !home.is_empty()) {
        server = server.with_env(HOME_VARIABLE, home.to_string_lossy());
    }
    Ok(Clients::new(SystemFolders::of_this_computer()?, server, home.join(Clients::RECORDS_FOLDER)))
}

impl From<clients::Error> for Problem {
    fn from(error: clients::Error) -> Self {
        Problem::new(error.code(), sentence(&error.to_string()), error.advice())
    }
}
