//! Progress notifications of long tool calls.

use std::time::Duration;

use lore::progress::{Job, Progress, Step};
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use tokio::sync::watch;

use crate::protocol::session::ToolRequest;

const NOTIFICATION_INTERVAL: Duration = Duration::from_millis(200);
/// A client that takes longer to accept a notification gets no more of them.
const SEND_TIMEOUT: Duration = Duration::from_secs(2);

/// If the client wants progress notifications, the first one is sent before this returns.
pub(crate) async fn job(request: &ToolRequest<'_>) -> Job {
    let context = &request.context;
    let call = request.session.call(&context.id);
    let (cancel, peer) = (context.ct.clone(), context.peer.clone());
    let Some(token) = context.meta.get_progress_token() else {
        return Job::new(cancel, |_| {}).of_call(call);
    };
    let notify = async move |notification| {
        let sent = tokio::time::timeout(SEND_TIMEOUT, peer.notify_progress(notification)).await;
        sent.is_ok_and(|sent| sent.is_ok())
    };
    let first = ProgressNotificationParam::new(token.clone(), 0.0).with_message("starting");
    let accepts = notify(first).await;
    let (sender, mut latest) = watch::channel::<Option<Progress>>(None);
    tokio::spawn(async move {
        let mut notes = ProgressNotes::default();
        while accepts && latest.changed().await.is_ok() {
            let progress = *latest.borrow_and_update();
            if let Some(note) = progress.and_then(|progress| notes.next(progress, &token)) {
                if !notify(note).await {
                    break;
                }
                tokio::time::sleep(NOTIFICATION_INTERVAL).await;
            }
            // The job has ended, so the client needs no more notifications.
            if latest.has_changed().is_err() {
                break;
            }
        }
    });
    Job::new(cancel, move |progress| {
        let _ = sender.send(Some(progress));
    })
    .of_call(call)
}

/// Turns progress into notifications, whose number has to grow: each step begins above the one before.
#[derive(Default)]
struct ProgressNotes {
    sent: f64,
    step_start: f64,
    step: Option<Step>,
}

impl ProgressNotes {
    /// Returns the next notification, or `None` when there was no progress since the last one.
    fn next(&mut self, progress: Progress, token: &ProgressToken) -> Option<ProgressNotificationParam> {
        let Progress { step, done, total } = progress;
        if self.step != Some(step) {
            self.step = Some(step);
            self.step_start = self.sent + 1.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "thousands of entries")]
        let (sent, all) = (self.step_start + done as f64, self.step_start + total as f64);
        if sent <= self.sent {
            return None;
        }
        self.sent = sent;
        let note = ProgressNotificationParam::new(token.clone(), sent);
        Some(if total == 0 {
            note.with_message(step.to_string())
        } else {
            note.with_total(all.max(sent)).with_message(format!("{step}: {done} of {total}"))
        })
    }
}

#[cfg(test)]
mod tests;
