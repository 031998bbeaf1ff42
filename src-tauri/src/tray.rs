//! The tray icon and its menu. Linux has neither click events nor a tooltip.

use rmcp::model::JsonObject;
use rmcp::object;
use tauri::menu::{CheckMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};
use text::grouped;

use crate::managed_server::{ManagedServer, ServerState};
use crate::pass_through::PassThrough;
use crate::server_types::{Kept, Stats};
use crate::shell_events::{ShellEvent, ShellEvents};
use crate::supervisor::Phase;
use crate::tray_presence::TRAY_ID;
use crate::{incoming_files, shutdown, window};

const OPEN: &str = "open";
const SEARCH: &str = "search";
const QUICK_LOOK: &str = "quick-look";
const IMPORT: &str = "import";
const OFFLINE: &str = "offline";
/// The beginning of the ids of campaigns; their names follow.
const CAMPAIGN: &str = "campaign:";
const QUIT: &str = "quit";

struct DynamicItems {
    server: MenuItem<Wry>,
    offline: CheckMenuItem<Wry>,
    campaigns: Submenu<Wry>,
}

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
        offline: CheckMenuItem::with_id(app, OFFLINE, "Offline", false, false, None::<&str>)?,
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
            &items.offline,
            &PredefinedMenuItem::separator(app)?,
            &item(QUIT, "Quit", true)?,
        ],
    )?;
    let offline = items.offline.clone();
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
            OFFLINE => match offline.is_checked() {
                Ok(is_offline) => {
                    let setting = object!({ "offline": is_offline });
                    drop(tauri::async_runtime::spawn(change(app.clone(), "change_settings", setting)));
                }
                Err(error) => tracing::warn!(%error, "the state of a menu item could not be read"),
            },
            QUIT => shutdown::quit(app),
            other => {
                if let Some(name) = other.strip_prefix(CAMPAIGN) {
                    // None for an empty name.
                    let campaign = object!({ "name": name });
                    drop(tauri::async_runtime::spawn(change(app.clone(), "campaign", campaign)));
                }
            }
        })
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { button, button_state, .. } = event
                && (button, button_state) == (MouseButton::Left, MouseButtonState::Up)
            {
                window::show(tray.app_handle());
            }
        });
    // Linux shows the icon from a file. The default, in /tmp, would belong to the computer's first user.
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

async fn change(app: AppHandle, tool: &'static str, arguments: JsonObject) {
    let server = app.state::<ManagedServer>();
    if let Err(problem) = server.change(tool, arguments).await {
        tracing::warn!(tool, code = problem.code, message = problem.message, "a click in the tray failed");
    }
    // The click has toggled the item, whatever came of it.
    server.show_again();
}

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

async fn update_menu(app: AppHandle, items: DynamicItems) {
    let mut state = app.state::<ManagedServer>().watch();
    let mut shown = None;
    loop {
        let ServerState { phase, statistics, kept, .. } = state.borrow_and_update().clone();
        log_failure(items.server.set_text(describe(&phase, statistics.as_ref())));
        log_failure(items.offline.set_enabled(phase == Phase::Running));
        let is_offline = statistics.as_ref().is_some_and(|statistics| statistics.fields.cache.offline);
        log_failure(items.offline.set_checked(is_offline));
        if kept != shown
            && let Some(kept) = &kept
        {
            log_failure(show_campaigns(&app, &items.campaigns, &kept.fields));
        }
        shown = kept;
        if state.changed().await.is_err() {
            return;
        }
    }
}

fn log_failure(result: tauri::Result<()>) {
    if let Err(error) = result {
        tracing::debug!(%error, "an item of the tray's menu could not be changed");
    }
}

fn describe(phase: &Phase, statistics: Option<&PassThrough<Stats>>) -> String {
    match (phase, statistics) {
        (Phase::Starting, _) => "Server: starting".to_owned(),
        (Phase::Running, Some(statistics)) => {
            format!("Server: running, {} entries", grouped(statistics.fields.entries))
        }
        (Phase::Running, None) => "Server: running".to_owned(),
        (Phase::Restarting { .. }, _) => "Server: restarting".to_owned(),
        (Phase::Failed { .. }, _) => "Server: failed — open for details".to_owned(),
        (Phase::Stopped, _) => "Server: stopped".to_owned(),
    }
}
