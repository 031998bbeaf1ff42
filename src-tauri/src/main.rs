//! The LoreKeeper app: a tray icon and a window around the managed `lorekeeper-mcp`.
//!
//! The app does not read the library: the window is an MCP client of the server that assistants use.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod child_process;
mod commands;
mod http_server;
mod incoming_files;
mod jobs;
mod library_client;
mod logging;
mod managed_server;
#[cfg(target_os = "linux")]
mod nvidia;
mod own_folders;
mod pass_through;
mod problem;
mod running_app;
mod server_types;
mod settings;
mod share_server;
mod shell_events;
mod shortcut;
mod shutdown;
mod start_at_login;
mod start_failure;
mod supervisor;
#[cfg(test)]
mod tests;
mod tray;
mod tray_presence;
mod window;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use http_server::HttpServer;
use incoming_files::Arguments;
use managed_server::ManagedServer;
use running_app::RunningLock;
use settings::SettingsFile;
use share_server::ShareServer;
use shortcut::Shortcuts;
use start_failure::StartFailure;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Context, Manager, RunEvent, Window, WindowEvent};
use tauri_plugin_window_state::StateFlags;
use window::{FirstPaint, Target};

fn main() -> ExitCode {
    let started = Instant::now();
    // The files that the app creates, such as settings and web view data, are readable by the user alone.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let context = tauri::generate_context!();
    let identifier = &context.config().identifier;
    logging::start(identifier);
    #[cfg(target_os = "linux")]
    nvidia::restart_with_other_renderer();

    let folder = std::env::current_dir().unwrap_or_default();
    let arguments = Arguments::parse(std::env::args_os().skip(1), &folder);
    let lock = RunningLock::in_folder(&own_folders::cache(identifier).unwrap_or_default());
    if arguments.quit {
        return running_app::quit(&lock);
    }
    match run(context, arguments, lock, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.show();
            ExitCode::FAILURE
        }
    }
}

/// Runs the app; returns only if it cannot start.
fn run(
    context: Context,
    arguments: Arguments,
    lock: RunningLock,
    started: Instant,
) -> Result<(), StartFailure> {
    if !arguments.forward_quit {
        start_failure::check()?;
    }
    // All but the visibility: the app decides whether the window is shown.
    let window_flags =
        StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    let window_state = tauri_plugin_window_state::Builder::new()
        .with_state_flags(window_flags)
        .with_filter(|label| label == window::MAIN)
        .build();
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            started_again(app, arguments, Path::new(&folder));
        }))
        .plugin(tauri_plugin_shell::init())
        .plugin(window_state)
        .manage(FirstPaint::new(started))
        .manage(commands::Watchers::default())
        .manage(commands::clients::ShownPlan::default())
        .manage(jobs::Jobs::default())
        .manage(Shortcuts::default())
        .manage(shell_events::ShellEvents::default())
        .invoke_handler(tauri::generate_handler![
            commands::clients::apply_plan,
            commands::clients::clients,
            commands::clients::plan_client,
            commands::clients::test_client,
            commands::clients::undo_client,
            commands::jobs::cancel_job,
            commands::jobs::close_job,
            commands::jobs::export_entries,
            commands::jobs::pick_imports,
            commands::jobs::start_sync,
            commands::jobs::watch_jobs,
            commands::library::back_up,
            commands::library::call,
            commands::library::read_resource,
            commands::library::restore,
            commands::servers::http_token,
            commands::servers::renew_http_token,
            commands::servers::restart_server,
            commands::servers::serve_http,
            commands::servers::share,
            commands::servers::watch_http,
            commands::servers::watch_server,
            commands::servers::watch_share,
            commands::settings::change_settings,
            commands::settings::watch_settings,
            commands::window::hide_window,
            commands::window::open_folder,
            commands::window::open_link,
            commands::window::open_logs,
            commands::window::open_pinned,
            commands::window::quit,
            commands::window::watch_shell_events,
        ])
        .setup(move |app| {
            let app = app.handle();
            if let Err(error) = start(app, &arguments, lock) {
                StartFailure::of_system(error).show_and_exit(app);
            }
            Ok(())
        })
        .on_page_load(|webview, load| {
            if load.event() == PageLoadEvent::Finished && webview.label() == window::MAIN {
                let app = webview.app_handle();
                if window::page_painted(app) && app.state::<Shortcuts>().works(Target::QuickLook) {
                    tauri::async_runtime::spawn(window::prepare_quick_look(app.clone()));
                }
            }
        })
        .on_window_event(on_window_event)
        .build(context)
        .map_err(StartFailure::of_system)?;

    app.run(|app, event| on_run_event(app, &event));
    Ok(())
}

fn start(app: &AppHandle, arguments: &Arguments, lock: RunningLock) -> tauri::Result<()> {
    if arguments.forward_quit {
        // The app that was to be quit has ended by itself.
        app.exit(0);
        return Ok(());
    }
    app.manage(SettingsFile::open(&app.path().app_config_dir()?));
    window::create(app)?;
    lock.hold(app);
    let settings = app.state::<SettingsFile>().get();
    app.manage(ManagedServer::start(app, managed_server::Connection::default(), Some(())));
    app.manage(HttpServer::new(app, settings.http));
    app.manage(ShareServer::new(app));
    tauri::async_runtime::spawn(jobs::run_all(app.clone()));
    tray::create(app);

    commands::settings::apply_theme(app, settings.theme);
    for (target, keys) in
        [(Target::Main, settings.shortcut()), (Target::QuickLook, settings.quick_look_shortcut())]
    {
        match shortcut::parse(keys) {
            Ok(keys) => shortcut::register(app, target, keys),
            Err(problem) => tracing::warn!(problem.message, "a shortcut in the settings is invalid"),
        }
    }

    incoming_files::import(app, &arguments.files);
    if arguments.quick_look {
        window::show_quick_look(app);
    } else if arguments.hidden {
        tauri::async_runtime::spawn(window::show_unless_tray(app.clone()));
    } else {
        window::show(app);
    }
    Ok(())
}

fn started_again(app: &AppHandle, arguments: Vec<String>, folder: &Path) {
    let arguments = Arguments::parse(arguments.into_iter().skip(1), folder);
    if arguments.forward_quit {
        return shutdown::quit(app);
    }
    incoming_files::import(app, &arguments.files);
    if arguments.quick_look {
        window::show_quick_look(app);
    } else if !arguments.hidden {
        window::show(app);
    }
}

fn on_window_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => window::close_requested(window, api),
        WindowEvent::DragDrop(event) => incoming_files::on_drag(window, event),
        WindowEvent::Focused(true) if window.label() == window::MAIN => {
            window.state::<ManagedServer>().refresh();
        }
        WindowEvent::Destroyed => window.state::<commands::Watchers>().remove(window.label()),
        _ => {}
    }
}

fn on_run_event(app: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::Exit => tauri::async_runtime::block_on(shutdown::stop_servers(app)),
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            let files: Vec<_> = urls.iter().filter_map(|url| url.to_file_path().ok()).collect();
            incoming_files::import(app, &files);
            window::show(app);
        }
        #[cfg(target_os = "macos")]
        RunEvent::Reopen { .. } => window::show(app),
        _ => {}
    }
}
