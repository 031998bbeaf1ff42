//! The tray icon and its menu. Linux has neither click events nor a tooltip.

use serde_json::json;
use tauri::menu::{CheckMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};
use text::grouped;

use crate::managed_server::ManagedServer;
use crate::page::server::{Phase, ServerState};
use crate::page::settings::ShellEvent;
use crate::server_types::Kept;
use crate::shell_events::ShellEvents;
use crate::tray_presence::TRAY_ID;
use crate::{incoming_files, shutdown, window};

const OPEN: &str = "open";
const SEARCH: &str = "search";
const QUICK_LOOK: &str = "quick-look";
const IMPORT: &str = "import";
const PAUSE: &str = "pause";
/// The beginning of the ids of campaigns; their names follow.
const CAMPAIGN: &str = "campaign:";
const QUIT: &str = "quit";

/// The items of the menu that change.
#[derive(Clone)]
struct DynamicItems {
    server: MenuItem<Wry>,
    pause: CheckMenuItem<Wry>,
    campaigns: Submenu<Wry>,
}

/// Creates the tray icon with its menu, and keeps the menu up to date.
pub(crate) fn create(app: &AppHandle) {
    match build(app) {
        Ok(items) => drop(tauri::async_runtime::spawn(update_menu(app.clone(), items))),
        Err(error) => tracing::warn!(%error, "no tray icon: closing the window will quit"),
    }
}

fn build(app: &AppHandle) -> tauri::Result<DynamicItems> {
    let item = |id: &str, text: &str, enabled| MenuItem::with_id(app, id, text, enabled, None::<&str>);
    let items = DynamicItems {
        server: item("server", "Server: starting", false)?,
        pause: CheckMenuItem::with_id(app, PAUSE, "Pause syncing", false, false, None::<&str>)?,
        campaigns: Submenu::with_id(app, "campaigns", "Campaign", false)?,
    };
    let menu = Menu::with_items(
        app,
        &[
            &item(OPEN, "Open LoreKeeper", true)?,
            &item(SEARCH, "Quick search", true)?,
            &item(QUICK_LOOK, "Quick look", true)?,
            &items.server,
            &items.campaigns,
            &item(IMPORT, "Import homebrew…", true)?,
            &items.pause,
            &PredefinedMenuItem::separator(app)?,
            &item(QUIT, "Quit", true)?,
        ],
    )?;
    let pause = items.pause.clone();
    let mut tray = TrayIconBuilder::with_id(TRAY_ID)
        .tooltip("LoreKeeper")
        .menu(&menu)
        .show_menu_on_left_click(false)
        .on_menu_event(move |app, event| match event.id().as_ref() {
            OPEN => window::show(app),
            SEARCH => {
                app.state::<ShellEvents>().send(ShellEvent::Search);
                window::show(app);
            }
            QUICK_LOOK => window::show_quick_look(app),
            IMPORT => drop(tauri::async_runtime::spawn(import(app.clone()))),
            // The click has toggled the item already.
            PAUSE => match pause.is_checked() {
                Ok(offline) => {
                    drop(tauri::async_runtime::spawn(pause_syncing(app.clone(), pause.clone(), offline)));
                }
                Err(error) => tracing::warn!(%error, "the state of a menu item could not be read"),
            },
            QUIT => shutdown::quit(app),
            other => {
                if let Some(name) = other.strip_prefix(CAMPAIGN) {
                    drop(tauri::async_runtime::spawn(choose_campaign(app.clone(), name.to_owned())));
                }
            }
        })
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click {
                button: MouseButton::Left,
                button_state: MouseButtonState::Up,
                ..
            } = event
            {
                window::show(tray.app_handle());
            }
        });
    // Linux shows the icon from a file. The default folder, in /tmp, would belong to the first user of the computer.
    if let Ok(folder) = app.path().app_cache_dir() {
        tray = tray.temp_dir_path(folder);
    }
    if cfg!(target_os = "macos") {
        // The menu bar draws only its shape, in the colour of the other icons.
        tray = tray.icon(tauri::include_image!("icons/tray-template.png")).icon_as_template(true);
    } else if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app)?;
    Ok(items)
}

async fn import(app: AppHandle) {
    if incoming_files::pick(&app).await {
        window::show(&app);
    }
}

/// Applies a click on the item to the library's offline setting; then the item shows the setting as it is.
async fn pause_syncing(app: AppHandle, item: CheckMenuItem<Wry>, offline: bool) {
    let server = app.state::<ManagedServer>();
    if let Err(problem) = server.change_settings(None, Some(offline)).await {
        tracing::warn!(
            code = problem.code,
            message = problem.message,
            "syncing could not be paused or resumed"
        );
    }
    let offline = server.watch_settings().borrow().offline;
    log_failure(item.set_checked(offline));
}

/// Chooses a campaign, or none for an empty name. The menu follows the answer.
async fn choose_campaign(app: AppHandle, name: String) {
    if let Err(problem) = app.state::<ManagedServer>().keep(json!({ "name": name })).await {
        tracing::warn!(code = problem.code, message = problem.message, "a campaign could not be chosen");
    }
}

/// Replaces the list of campaigns.
fn show_campaigns(app: &AppHandle, menu: &Submenu<Wry>, kept: &Kept) -> tauri::Result<()> {
    for item in menu.items()? {
        if let Some(item) = item.as_check_menuitem() {
            menu.remove(item)?;
        }
    }
    let none = ("", "No campaign");
    let names = kept.campaigns.iter().map(|campaign| (campaign.name.as_str(), campaign.name.as_str()));
    for (name, text) in std::iter::once(none).chain(names) {
        let is_chosen = kept.chosen.as_deref().unwrap_or_default() == name;
        let id = format!("{CAMPAIGN}{name}");
        // `&` would mark the letter of a shortcut.
        let text = text.replace('&', "&&");
        menu.append(&CheckMenuItem::with_id(app, id, text, true, is_chosen, None::<&str>)?)?;
    }
    menu.set_enabled(!kept.campaigns.is_empty())
}

/// Keeps the items about the server and the library up to date.
async fn update_menu(app: AppHandle, items: DynamicItems) {
    let server = app.state::<ManagedServer>();
    let (mut state, mut settings) = (server.watch(), server.watch_settings());
    let mut shown = None;
    loop {
        let (text, running, kept) = {
            let state = state.borrow_and_update();
            let kept = state.kept.as_ref().map(|kept| kept.fields.clone());
            (describe(&state), matches!(state.phase, Phase::Running { .. }), kept)
        };
        if kept != shown
            && let Some(kept) = &kept
        {
            log_failure(show_campaigns(&app, &items.campaigns, kept));
        }
        shown = kept;
        let offline = settings.borrow_and_update().offline;
        log_failure(items.server.set_text(text));
        log_failure(items.pause.set_enabled(running));
        log_failure(items.pause.set_checked(offline));
        let changed = tokio::select! {
            changed = state.changed() => changed,
            changed = settings.changed() => changed,
        };
        if changed.is_err() {
            return;
        }
    }
}

fn log_failure(result: tauri::Result<()>) {
    if let Err(error) = result {
        tracing::debug!(%error, "an item of the tray's menu could not be changed");
    }
}

fn describe(state: &ServerState) -> String {
    match &state.phase {
        Phase::Starting => "Server: starting".to_owned(),
        Phase::Running { .. } => match &state.statistics {
            Some(statistics) => format!("Server: running, {} entries", grouped(statistics.fields.entries)),
            None => "Server: running".to_owned(),
        },
        Phase::Restarting { .. } => "Server: restarting".to_owned(),
        Phase::Failed { .. } => "Server: failed — open for details".to_owned(),
        Phase::Stopped => "Server: stopped".to_owned(),
    }
}
