//! Commands about the HTTP server.

use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};

use super::Watchers;
use crate::child_process;
use crate::http_server::HttpServer;
use crate::page::http::HttpState;
use crate::problem::Problem;
use crate::settings::{HttpOptions, SettingsFile, USER_PORTS};

/// Sends the state of the HTTP server now and at every change.
#[tauri::command]
pub(crate) fn watch_http(
    window: WebviewWindow,
    server: State<'_, HttpServer>,
    watchers: State<'_, Watchers>,
    channel: Channel<HttpState>,
) {
    watchers.send_changes(window.label(), "http", server.watch(), channel);
}

/// Switches the server on or off, or changes its port. Switching on a server that failed restarts it.
#[tauri::command]
pub(crate) async fn serve_http(app: AppHandle, on: bool, port: u32) -> Result<(), Problem> {
    let options = HttpOptions { on, port: parse_port(port)? };
    app.state::<SettingsFile>().change(|settings| settings.http = options)?;
    app.state::<HttpServer>().set(options);
    Ok(())
}

/// Returns the token that programs must send. The page requests it only to show or copy it.
#[tauri::command]
pub(crate) async fn http_token() -> Result<String, Problem> {
    let token = child_process::run_command(&["token"]).await?;
    let is_token = !token.is_empty() && token.chars().all(|letter| letter.is_ascii_graphic());
    is_token
        .then_some(token)
        .ok_or_else(|| Problem::unknown_answer("`lorekeeper-mcp token`", "it is not a token"))
}

/// Replaces the token. Programs with the old one are refused from then on.
#[tauri::command]
pub(crate) async fn renew_http_token() -> Result<(), Problem> {
    child_process::run_command(&["token", "--new"]).await.map(drop)
}

fn parse_port(port: u32) -> Result<u16, Problem> {
    u16::try_from(port).ok().filter(|port| USER_PORTS.contains(port)).ok_or_else(|| {
        let (first, last) = (USER_PORTS.start(), USER_PORTS.end());
        Problem::refused(
            format!("Port {port} cannot be used."),
            &format!("Choose a number from {first} to {last}."),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_ports_and_invalid_ports_are_refused() {
        assert_eq!(parse_port(1024).unwrap(), 1024);
        assert_eq!(parse_port(65535).unwrap(), 65535);
        for port in [0, 80, 1023, 65536, u32::MAX] {
            let problem = parse_port(port).unwrap_err();
            assert_eq!(problem.code, "refused", "{port}");
            assert!(problem.advice.contains("1024 to 65535"), "{port}");
        }
    }
}
