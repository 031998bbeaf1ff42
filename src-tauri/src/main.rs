//! The LoreKeeper app: a tray icon and a window around the managed `lorekeeper-mcp`.
//!
//! Nothing here knows the content of a library: the window is an MCP client of the same server that assistants use.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod child_process;
mod commands;
mod envelope;
mod http_server;
mod incoming;
mod jobs;
mod library_client;
mod managed_server;
mod page;
mod problem;
mod restarts;
mod settings;
mod shortcut;
mod tray;
mod window;
mod wishes;

use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;

use http_server::HttpServer;
use incoming::Arguments;
use managed_server::ManagedServer;
use settings::SettingsFile;
use tauri::webview::PageLoadEvent;
use tauri::{App, AppHandle, Manager, RunEvent, Window, WindowEvent};
use tauri_plugin_window_state::StateFlags;
use tracing_subscriber::EnvFilter;
use window::FirstPaint;

fn main() -> anyhow::Result<()> {
    let started = Instant::now();
    // What this makes, settings and what the web view keeps, is for its user alone.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,lorekeeper=info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();

    // Where the window was; whether it was visible is not for the plugin to say.
    let places = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    let window_state = tauri_plugin_window_state::Builder::new()
        .with_state_flags(places)
        .with_filter(|label| label == window::MAIN)
        .build();
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            started_again(app, arguments, Path::new(&folder));
        }))
        .plugin(tauri_plugin_shell::init())
        .plugin(window_state)
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_autostart::Builder::new().arg(incoming::HIDDEN).build())
        .manage(FirstPaint::new(started))
        .manage(commands::Watchers::default())
        .manage(commands::clients::Plans::default())
        .manage(jobs::Jobs::default())
        .manage(shortcut::ShortcutProblem::default())
        .manage(wishes::Wishes::default())
        .invoke_handler(tauri::generate_handler![
            commands::browse::browse,
            commands::browse::read_entry,
            commands::clients::apply_plan,
            commands::clients::clients,
            commands::clients::plan_client,
            commands::clients::test_client,
            commands::clients::undo_client,
            commands::http::http_token,
            commands::http::renew_http_token,
            commands::http::serve_http,
            commands::http::watch_http,
            commands::jobs::cancel_job,
            commands::jobs::close_job,
            commands::jobs::pick_imports,
            commands::jobs::start_sync,
            commands::jobs::watch_jobs,
            commands::library::activity,
            commands::library::clear_cache,
            commands::library::delete_document,
            commands::library::documents,
            commands::library::import_reports,
            commands::library::open5e_documents,
            commands::server::restart_server,
            commands::server::watch_server,
            commands::settings::change_settings,
            commands::settings::watch_settings,
            commands::window::hide_window,
            commands::window::open_folder,
            commands::window::open_link,
            commands::window::open_pinned,
            commands::window::quit,
            commands::window::watch_wishes,
        ])
        .setup(|app| Ok(start(app)?))
        .on_page_load(|webview, load| {
            if load.event() == PageLoadEvent::Finished && webview.label() == window::MAIN {
                window::page_is_there(webview.app_handle());
            }
        })
        .on_window_event(on_window_event)
        .build(tauri::generate_context!())?;

    app.run(|app, event| on_run_event(app, &event));
    Ok(())
}

/// Starts the servers, then the tray that speaks of them, then shows the window.
fn start(app: &mut App) -> tauri::Result<()> {
    let app = app.handle();
    app.manage(SettingsFile::open(&app.path().app_config_dir()?));
    let kept = app.state::<SettingsFile>().get();
    app.manage(ManagedServer::start(app.clone()));
    app.manage(HttpServer::start(app.clone(), kept.http));
    tauri::async_runtime::spawn(jobs::keep_working(app.clone()));
    tray::show(app);

    commands::settings::apply_theme(app, kept.theme);
    match shortcut::read(&kept.shortcut) {
        Ok(keys) => shortcut::set(app, keys),
        Err(problem) => tracing::warn!(problem.message, "the shortcut in the settings is none"),
    }

    let folder = std::env::current_dir().unwrap_or_default();
    let arguments = Arguments::read(std::env::args().skip(1), &folder);
    incoming::import(app, &arguments.files);
    if arguments.hidden {
        tauri::async_runtime::spawn(window::show_without_tray(app.clone()));
    } else {
        window::show(app);
    }
    Ok(())
}

/// The app was started while it runs: the arguments are passed on to here.
fn started_again(app: &AppHandle, arguments: Vec<String>, folder: &Path) {
    let arguments = Arguments::read(arguments.into_iter().skip(1), folder);
    incoming::import(app, &arguments.files);
    if !arguments.hidden {
        window::show(app);
    }
}

fn on_window_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => window::close_requested(window, api),
        WindowEvent::DragDrop(event) => incoming::dragged(window, event),
        WindowEvent::Focused(true) if window.label() == window::MAIN => {
            window.state::<ManagedServer>().refresh();
        }
        WindowEvent::Destroyed => window.state::<commands::Watchers>().forget(window.label()),
        _ => {}
    }
}

fn on_run_event(app: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::Exit => tauri::async_runtime::block_on(stop_servers(app)),
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            let files: Vec<_> = urls.iter().filter_map(|url| url.to_file_path().ok()).collect();
            incoming::import(app, &files);
            window::show(app);
        }
        #[cfg(target_os = "macos")]
        RunEvent::Reopen { .. } => window::show(app),
        _ => {}
    }
}

/// Ends both servers. When this returns, their processes are gone.
pub(crate) async fn stop_servers(app: &AppHandle) {
    let (managed, http) = (app.state::<ManagedServer>(), app.state::<HttpServer>());
    tokio::join!(managed.stop(), http.stop());
}
