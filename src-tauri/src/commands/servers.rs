//! Commands about the servers that the app runs: its own, the one for other programs (HTTP), and what is
//! shared with players.

use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};

use super::watch;
use crate::child_process::{COMMAND_TIMEOUT, run_command};
use crate::http_server::{HttpServer, HttpState};
use crate::managed_server::{ManagedServer, ServerState};
use crate::problem::Problem;
use crate::settings::{HttpOptions, SettingsFile, USER_PORTS};
use crate::share_server::{ShareChoice, ShareServer, ShareState};

#[tauri::command]
pub(crate) fn watch_server(
    window: WebviewWindow,
    server: State<'_, ManagedServer>,
    channel: Channel<ServerState>,
) {
    watch(&window, "server", server.watch(), channel);
}

#[tauri::command]
pub(crate) fn watch_http(window: WebviewWindow, server: State<'_, HttpServer>, channel: Channel<HttpState>) {
    watch(&window, "http", server.watch(), channel);
}

#[tauri::command]
pub(crate) fn watch_share(
    window: WebviewWindow,
    server: State<'_, ShareServer>,
    channel: Channel<ShareState>,
) {
    watch(&window, "share", server.watch(), channel);
}

#[tauri::command]
pub(crate) fn restart_server(server: State<'_, ManagedServer>) {
    server.restart();
}

#[tauri::command]
pub(crate) async fn serve_http(app: AppHandle, on: bool, port: u32) -> Result<(), Problem> {
    let options = HttpOptions { on, port: parse_port(port)? };
    app.state::<SettingsFile>().change(|settings| settings.http = options)?;
    app.state::<HttpServer>().set(options);
    Ok(())
}

#[tauri::command]
pub(crate) async fn http_token(app: AppHandle) -> Result<String, Problem> {
    let token = run_command(&app, &["token"], COMMAND_TIMEOUT).await?;
    let is_token = !token.is_empty() && token.chars().all(|letter| letter.is_ascii_graphic());
    let unknown = || Problem::unknown_answer("`lorekeeper-mcp token`", "it is not a token");
    is_token.then_some(token).ok_or_else(unknown)
}

/// Replaces the token. Programs with the old one are refused from then on.
#[tauri::command]
pub(crate) async fn renew_http_token(app: AppHandle) -> Result<(), Problem> {
    run_command(&app, &["token", "--new"], COMMAND_TIMEOUT).await.map(drop)
}

/// Shares documents on the local network, or ends that. Needs the user's consent.
#[tauri::command]
pub(crate) fn share(server: State<'_, ShareServer>, choice: Option<ShareChoice>) {
    server.set(choice);
}

fn parse_port(port: u32) -> Result<u16, Problem> {
    u16::try_from(port).ok().filter(|port| USER_PORTS.contains(port)).ok_or_else(|| {
        let advice = format!("Choose a number from {} to {}.", USER_PORTS.start(), USER_PORTS.end());
        Problem::refused(format!("Port {port} cannot be used."), &advice)
    })
}

#[cfg(test)]
mod tests;
