//! The LoreKeeper app: a tray icon and a window around the managed `lorekeeper-mcp`.
//!
//! Nothing here knows the content of a library: the window is an MCP client of the same server that assistants use.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod child_process;
mod commands;
mod library_client;
mod managed_server;
mod page;
mod tray;
mod window;

use std::io::IsTerminal;

use managed_server::ManagedServer;
use tauri::{App, Manager, RunEvent, WindowEvent};
use tracing_subscriber::EnvFilter;

fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,lorekeeper=info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();

    let app = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| window::show(app)))
        .plugin(tauri_plugin_shell::init())
        .invoke_handler(tauri::generate_handler![
            commands::watch_server,
            commands::restart_server,
            commands::refresh_library,
            commands::quit,
        ])
        .setup(|app| Ok(start(app)?))
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event {
                window::close_requested(window, api);
            }
        })
        .build(tauri::generate_context!())?;

    app.run(|app, event| {
        if let RunEvent::Exit = event {
            tauri::async_runtime::block_on(app.state::<ManagedServer>().stop());
        }
    });
    Ok(())
}

/// Starts the server, then the tray that speaks of it, then shows the window.
fn start(app: &mut App) -> tauri::Result<()> {
    let server = ManagedServer::start(app.handle().clone());
    tray::show(app.handle(), server.watch());
    app.manage(server);
    app.manage(commands::Watcher::default());
    window::show(app.handle());
    Ok(())
}
