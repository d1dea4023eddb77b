//! When to stop, and when not to.

/// Waits until the operator asks the server to stop: ctrl-c, or the signal that service managers send.
///
/// A handler that cannot be installed never asks; the other one still works.
pub async fn wait_for_stop_request() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = wait_for_termination() => {}
    }
}

#[cfg(unix)]
async fn wait_for_termination() {
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn wait_for_termination() {
    std::future::pending().await
}

/// From now on a file that may not grow further (`ulimit -f`) is an error for whoever writes to it, as a full disk is; without
/// this, the operating system ends the server. To be called in a runtime.
#[cfg(unix)]
pub fn survive_limits_of_file_size() {
    /// SIGXFSZ, the same on Linux and macOS.
    const FILE_SIZE: i32 = 25;
    // Whoever asks to be told is not ended, also when nobody listens any more.
    if let Err(error) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(FILE_SIZE)) {
        tracing::warn!(%error, "a limit on the size of files would end the server");
    }
}

#[cfg(not(unix))]
pub fn survive_limits_of_file_size() {}
