use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};

use super::Watchers;
use crate::child_process;
use crate::http_server::HttpServer;
use crate::page::http::HttpState;
use crate::page::jobs::Problem;
use crate::settings::{HttpSetting, PORTS, SettingsFile};

/// Sends the state of the HTTP server now and at every change.
#[tauri::command]
pub(crate) fn watch_http(
    window: WebviewWindow,
    server: State<'_, HttpServer>,
    watchers: State<'_, Watchers>,
    channel: Channel<HttpState>,
) {
    watchers.tell(window.label(), "http", server.watch(), channel);
}

/// Switches the server on or off, or gives it another port. Switching on one that has failed tries again.
#[tauri::command]
pub(crate) async fn serve_http(app: AppHandle, on: bool, port: u32) -> Result<(), Problem> {
    let setting = HttpSetting { on, port: checked(port)? };
    app.state::<SettingsFile>().change(|kept| kept.http = setting)?;
    app.state::<HttpServer>().set(setting);
    Ok(())
}

/// The token that programs must show; the page asks for it only when its user wants to see or to copy it.
#[tauri::command]
pub(crate) async fn http_token(app: AppHandle) -> Result<String, Problem> {
    let told = child_process::answer(&app, &["token"]).await?;
    let is_token = !told.is_empty() && told.chars().all(|letter| letter.is_ascii_graphic());
    is_token
        .then_some(told)
        .ok_or_else(|| Problem::unknown_answer("`lorekeeper-mcp token`", "it is no token"))
}

/// Makes another token; who knows only the old one is refused from then on.
#[tauri::command]
pub(crate) async fn renew_http_token(app: AppHandle) -> Result<(), Problem> {
    child_process::answer(&app, &["token", "--new"]).await.map(drop)
}

fn checked(port: u32) -> Result<u16, Problem> {
    u16::try_from(port).ok().filter(|port| PORTS.contains(port)).ok_or_else(|| {
        let (first, last) = (PORTS.start(), PORTS.end());
        Problem::refused(
            format!("{port} is no port that can be used."),
            &format!("Choose a number from {first} to {last}."),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_of_the_system_and_no_port_at_all_are_refused() {
        assert_eq!(checked(1024).unwrap(), 1024);
        assert_eq!(checked(65535).unwrap(), 65535);
        for port in [0, 80, 1023, 65536, u32::MAX] {
            let problem = checked(port).unwrap_err();
            assert_eq!(problem.code, "refused", "{port}");
            assert!(problem.advice.contains("1024 to 65535"), "{port}");
        }
    }
}
