//! A long job of a tool: stopped with its request, its progress told to a client that asked for it.

use std::time::Duration;

use lore::progress::{Job, Progress, Step};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use tokio::sync::watch;

use crate::server::Server;

/// The least time between two notes of progress.
const PAUSE: Duration = Duration::from_millis(200);
/// A client that does not take a note of progress within this time is gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// The job of a request. A client that asked for progress gets its first note at once, before the job has told anything.
pub(crate) async fn followed(server: &Server, context: &RequestContext<RoleServer>) -> Job {
    let call = server.call_of(&context.id);
    let (cancel, peer) = (context.ct.clone(), context.peer.clone());
    let Some(token) = context.meta.get_progress_token() else {
        return Job::new(cancel, |_| {}).of_call(call);
    };
    let tell = async move |note| {
        tokio::time::timeout(PATIENCE, peer.notify_progress(note)).await.is_ok_and(|sent| sent.is_ok())
    };
    let listens = tell(ProgressNotificationParam::new(token.clone(), 0.0).with_message("starting")).await;
    let (news, mut latest) = watch::channel::<Option<Progress>>(None);
    tokio::spawn(async move {
        let mut notes = Notes::default();
        while listens && latest.changed().await.is_ok() {
            let progress = *latest.borrow_and_update();
            if let Some(note) = progress.and_then(|progress| notes.of(progress, &token)) {
                if !tell(note).await {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            // The job is over, and so are its notes.
            if latest.has_changed().is_err() {
                break;
            }
        }
    });
    Job::new(cancel, move |progress| {
        let _ = news.send(Some(progress));
    })
    .of_call(call)
}

/// Makes notes of progress, whose number has to grow: the steps before count with all their units, and the beginning of
/// a step is one more.
#[derive(Default)]
struct Notes {
    sent: f64,
    before: f64,
    step: Option<Step>,
}

impl Notes {
    /// The note for a client; `None` when it would say no more than the one before.
    fn of(&mut self, progress: Progress, token: &ProgressToken) -> Option<ProgressNotificationParam> {
        let Progress { step, done, total } = progress;
        if self.step != Some(step) {
            self.step = Some(step);
            self.before = self.sent + 1.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "thousands of entries")]
        let (sent, all) = (self.before + done as f64, self.before + total as f64);
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
mod tests {
    use super::*;

    #[test]
    fn notes_grow_and_tell_the_beginning_of_each_step() {
        let token = ProgressToken(rmcp::model::NumberOrString::Number(1));
        let mut notes = Notes::default();
        let mut told = |step, done, total| {
            let note = notes.of(Progress { step, done, total }, &token)?;
            Some((note.progress, note.total, note.message.unwrap_or_default()))
        };
        assert_eq!(told(Step::Fetching, 0, 0), Some((1.0, None, "fetching".to_owned())));
        assert_eq!(told(Step::Fetching, 0, 0), None);
        let third = (6.0, Some(11.0), "fetching: 5 of 10".to_owned());
        assert_eq!(told(Step::Fetching, 5, 10), Some(third));
        let next = (7.0, Some(15.0), "reading: 0 of 8".to_owned());
        assert_eq!(told(Step::Normalising, 0, 8), Some(next));
    }
}
