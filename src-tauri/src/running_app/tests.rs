use super::*;

#[test]
fn the_app_runs_for_as_long_as_its_lock_is_held() {
    let folder = tempfile::tempdir().unwrap();
    let lock = RunningLock::in_folder(&folder.path().join("made when needed"));
    assert!(!lock.is_held().unwrap(), "it never ran");
    assert!(end_running_app(&lock).unwrap());
    let running = lock.open().unwrap();
    running.lock().unwrap();
    assert!(lock.is_held().unwrap());
    assert!(!lock.wait_until_free(Duration::ZERO).unwrap());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| lock.wait_until_free(QUIT_TIMEOUT));
        std::thread::sleep(LOCK_PAUSE * 2);
        assert!(!waiting.is_finished());
        drop(running);
        assert!(waiting.join().unwrap().unwrap());
    });
}
