use super::*;

fn import(file: &str) -> JobKind {
    JobKind::Import { path: format!("/{file}"), file: file.to_owned() }
}

fn states(queue: &Queue) -> Vec<&JobState> {
    queue.jobs.iter().map(|job| &job.state).collect()
}

/// Returns a queue of imports of which the first runs, with its id.
fn running(files: &[&str]) -> (Queue, u32) {
    let mut queue = Queue::default();
    files.iter().for_each(|file| assert!(queue.add(import(file))));
    let (id, kind) = queue.start_next().unwrap();
    assert_eq!(kind, import(files[0]));
    (queue, id)
}

#[test]
fn one_job_runs_at_a_time() {
    let (mut queue, first) = running(&["a", "b"]);
    assert_eq!(queue.start_next(), None);
    queue.end(first, JobState::Cancelled);
    assert_eq!(queue.start_next().unwrap().1, import("b"));
}

#[test]
fn only_a_waiting_job_is_not_added_twice() {
    let (mut queue, id) = running(&["a", "b"]);
    assert!(!queue.add(import("b")));
    queue.end(id, JobState::Cancelled);
    assert!(queue.add(import("a")));
}

#[test]
fn cancelling_ends_a_waiting_job_and_signals_a_running_one() {
    let (mut queue, running) = running(&["a", "b"]);
    assert!(queue.cancel(running));
    assert!(queue.is_cancelling(running));
    assert!(queue.cancel(2));
    assert_eq!(states(&queue), [&JobState::Cancelling, &JobState::Cancelled]);
    assert!(!queue.cancel(2), "it has ended");
    assert!(!queue.progress(running, "late".to_owned(), 1.0, None), "it stays cancelling");
    assert_eq!(queue.start_next(), None, "the next one waits until it has ended");
}

#[test]
fn only_an_ended_job_can_be_closed() {
    let (mut queue, id) = running(&["a", "b"]);
    assert!(!queue.close(2), "it waits");
    assert!(queue.progress(id, "reading".to_owned(), 1.0, Some(2.0)));
    assert!(!queue.close(id));
    queue.end(id, JobState::Cancelled);
    assert!(queue.close(id));
    assert_eq!(queue.jobs.len(), 1);
}

#[test]
fn the_oldest_reports_are_removed_when_none_is_closed() {
    let mut queue = Queue::default();
    for number in 0..MAX_ENDED_JOBS + 5 {
        queue.add(import(&number.to_string()));
        let (id, _) = queue.start_next().unwrap();
        queue.end(id, JobState::Cancelled);
    }
    assert_eq!(queue.jobs.len(), MAX_ENDED_JOBS);
    assert_eq!(queue.jobs[0].kind, import("5"));
}
