//! What the shell asks of the page. A wish that comes before the page listens waits for it.

use std::sync::{Mutex, PoisonError};

use tauri::ipc::Channel;

use crate::page::settings::Wish;

/// The way to the main window's page.
#[derive(Default)]
pub(crate) struct Wishes(Mutex<Way>);

#[derive(Default)]
struct Way {
    page: Option<Channel<Wish>>,
    waiting: Vec<Wish>,
}

impl Wishes {
    /// Tells the page.
    pub(crate) fn send(&self, wish: Wish) {
        let mut way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &way.page {
            Some(page) => {
                if let Err(error) = page.send(wish) {
                    tracing::debug!(%error, "the page does not listen to wishes");
                }
            }
            // A drag is over by the time the page listens, and only the last of the others counts.
            None if matches!(wish, Wish::Search | Wish::ShowLibrary) => way.waiting = vec![wish],
            None => {}
        }
    }

    /// The page listens from now on; another one before it does not any more.
    pub(crate) fn listen(&self, page: Channel<Wish>) {
        let mut way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for wish in way.waiting.drain(..) {
            if let Err(error) = page.send(wish) {
                tracing::debug!(%error, "the page does not listen to wishes");
            }
        }
        way.page = Some(page);
    }
}
