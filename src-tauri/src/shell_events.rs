//! Events that the shell sends to the main window's page. An event from before the page listens waits for it.

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Serialize;
use tauri::ipc::Channel;

/// An event that the shell sends to the page: from the tray, another start of the app, or a drag over the
/// window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum ShellEvent {
    /// Open Browse with the caret in the search field.
    Search,
    /// Open the library: an import has started.
    ShowLibrary,
    /// Files are held over the window.
    DragOver { files: u32 },
    /// The files were dropped, or left the window.
    DragEnd,
}

#[derive(Default)]
pub(crate) struct ShellEvents(Mutex<Receiver>);

#[derive(Default)]
struct Receiver {
    page: Option<Channel<ShellEvent>>,
    waiting: Option<ShellEvent>,
}

impl ShellEvents {
    pub(crate) fn send(&self, event: ShellEvent) {
        let mut receiver = self.0.lock();
        match &receiver.page {
            Some(page) => send(page, event),
            // A drag is over by the time the page listens, and only the last of the others counts.
            None if matches!(event, ShellEvent::DragOver { .. } | ShellEvent::DragEnd) => {}
            None => receiver.waiting = Some(event),
        }
    }

    pub(crate) fn listen(&self, page: Channel<ShellEvent>) {
        let mut receiver = self.0.lock();
        if let Some(event) = receiver.waiting.take() {
            send(&page, event);
        }
        receiver.page = Some(page);
    }
}

fn send(page: &Channel<ShellEvent>, event: ShellEvent) {
    if let Err(error) = page.send(event) {
        tracing::debug!(%error, "the page does not listen to events");
    }
}
