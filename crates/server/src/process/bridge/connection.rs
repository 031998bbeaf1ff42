//! A bridge's connection to the owner: in another process, or in this one if no other owns the library.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, BufReader, ReadHalf, WriteHalf, split};
use tokio::time::{Instant, sleep, timeout};

use crate::process::owner::{
    Hello, Owner, OwnerLock, OwnerRecord, ServeOptions, Welcome, connect, read_line, write_line,
};

const WELCOME_TIMEOUT: Duration = Duration::from_secs(5);
const FIRST_RETRY_PAUSE: Duration = Duration::from_millis(2);
const MAX_RETRY_PAUSE: Duration = Duration::from_millis(50);
/// The time for which an older program leaves the library to a newer one that asked for it.
const HANDOVER_TIMEOUT: Duration = Duration::from_secs(2);

/// A connection to an owner that has answered the hello.
pub(super) struct OwnerConnection {
    pub(super) input: BufReader<ReadHalf<Box<dyn Channel>>>,
    pub(super) output: WriteHalf<Box<dyn Channel>>,
    /// The owner, if it is in this process.
    pub(super) owner: Option<Owner>,
    /// The address of the owner, if it is in another process.
    pub(super) address: Option<PathBuf>,
}

pub(super) trait Channel: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Channel for T {}

impl OwnerConnection {
    /// Connects to the owner, or makes this process the owner. Retries until one of them succeeds.
    pub(super) async fn find(options: &ServeOptions, hello: &Hello) -> Self {
        let start = Instant::now();
        let mut pause = FIRST_RETRY_PAUSE;
        loop {
            match Self::try_find(options, hello, start).await {
                Ok(connection) => return connection,
                Err(error) => tracing::debug!(%error, "the library has no owner yet"),
            }
            sleep(pause).await;
            pause = MAX_RETRY_PAUSE.min(pause * 2);
        }
    }

    async fn try_find(options: &ServeOptions, hello: &Hello, start: Instant) -> io::Result<Self> {
        let record = options.library.home.as_deref().and_then(OwnerRecord::read);
        let newer = record.as_ref().and_then(|record| record.left_for.as_ref());
        let is_for_newer = newer.is_some_and(|newer| *newer > options.version);
        if !(is_for_newer && start.elapsed() < HANDOVER_TIMEOUT)
            && let Some(owner) = become_owner(options)
        {
            return match Self::greet(options, Box::new(owner.connect()), hello).await {
                Ok(connection) => Ok(Self { owner: Some(owner), ..connection }),
                Err(error) => {
                    // A drop would let another process lock the library while it is still open and served.
                    owner.close().await;
                    Err(error)
                }
            };
        }
        let address = record.and_then(|record| record.address).ok_or(io::ErrorKind::NotFound)?;
        let stream = connect(&address).await?;
        let connection = Self::greet(options, Box::new(stream), hello).await?;
        Ok(Self { address: Some(address), ..connection })
    }

    async fn greet(options: &ServeOptions, channel: Box<dyn Channel>, hello: &Hello) -> io::Result<Self> {
        let (input, mut output) = split(channel);
        let mut input = BufReader::new(input);
        let greeting = async {
            write_line(&mut output, hello).await?;
            read_line::<Welcome>(&mut input).await
        };
        let welcome = timeout(WELCOME_TIMEOUT, greeting).await??;
        tracing::debug!(owner = %welcome.version, "connected to the owner of the library");
        if let (Some(state), Some(outcome)) = (&options.http, welcome.http) {
            state.outcome.send_replace(Some(outcome));
        }
        Ok(Self { input, output, owner: None, address: None })
    }
}

/// Returns `None` while another process is the owner.
fn become_owner(options: &ServeOptions) -> Option<Owner> {
    let lock = match options.library.home.as_deref().map(OwnerLock::try_acquire) {
        Some(Ok(lock)) => Some(lock?),
        Some(Err(error)) => {
            tracing::warn!(%error, "the library's folder cannot be locked");
            None
        }
        None => None,
    };
    tracing::info!("this process owns the library");
    Some(Owner::start(options, lock))
}

#[cfg(test)]
mod tests;
