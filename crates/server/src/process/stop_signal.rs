//! The signals with which the user or the system stops a program.

#[cfg(unix)]
pub(crate) async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};

    let (interrupted, terminated) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    let (Ok(mut interrupted), Ok(mut terminated)) = (interrupted, terminated) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupted.recv() => {}
        _ = terminated.recv() => {}
    }
}

/// After the end of the console or of the session, Windows ends the program within seconds.
#[cfg(windows)]
pub(crate) async fn stop_signal() {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    let signals = (ctrl_c(), ctrl_break(), ctrl_close(), ctrl_logoff(), ctrl_shutdown());
    let (Ok(mut c), Ok(mut r#break), Ok(mut close), Ok(mut logoff), Ok(mut shutdown)) = signals else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = c.recv() => {}
        _ = r#break.recv() => {}
        _ = close.recv() => {}
        _ = logoff.recv() => {}
        _ = shutdown.recv() => {}
    }
}
