//! A long job of a tool: stopped with its request, its progress told to a client that asked for it.

use std::time::{Duration, Instant};

use lore::progress::{Job, Progress};
use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::sync::watch;

use crate::server::Server;

/// The least time between two notes of progress.
const PAUSE: Duration = Duration::from_millis(200);
/// A client that does not take a note of progress within this time is gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// The job of a request.
pub(crate) fn followed(server: &Server, context: &RequestContext<RoleServer>) -> Job {
    let call = server.call_of(&context.id);
    let (cancel, peer) = (context.ct.clone(), context.peer.clone());
    let Some(token) = context.meta.get_progress_token() else {
        return Job::new(cancel, |_| {}).of_call(call);
    };
    let (news, mut latest) = watch::channel::<Option<Progress>>(None);
    tokio::spawn(async move {
        let mut sent: f64 = 0.0;
        let mut before: f64 = 0.0;
        let mut step = None;
        let mut last = Instant::now() - PAUSE;
        while latest.changed().await.is_ok() {
            tokio::time::sleep(PAUSE.saturating_sub(last.elapsed())).await;
            last = Instant::now();
            let Some(progress) = *latest.borrow_and_update() else { continue };
            // The protocol wants a number that grows: the steps before count with all their units.
            if step != Some(progress.step) {
                step = Some(progress.step);
                before = sent;
            }
            #[expect(clippy::cast_precision_loss, reason = "thousands of entries")]
            let (done, total) = (before + progress.done as f64, before + progress.total as f64);
            if done <= sent {
                continue;
            }
            sent = done;
            let mut note = ProgressNotificationParam::new(token.clone(), done).with_total(total.max(done));
            note.message = Some(format!("{}: {} of {}", progress.step, progress.done, progress.total));
            if tokio::time::timeout(PATIENCE, peer.notify_progress(note)).await.is_err() {
                break;
            }
        }
    });
    Job::new(cancel, move |progress| {
        let _ = news.send(Some(progress));
    })
    .of_call(call)
}
