//! A bridge between a client and the library's owner, in this process or behind a socket. When the owner
//! ends, the bridge connects to the next and repeats what is unanswered; the client notices only a pause.

mod connection;
mod hung_owner;
mod session;

use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::ClientJsonRpcMessage;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use self::connection::OwnerConnection;
use self::session::SharedSession;
use crate::process::malformed::{self, parse, without_byte_order_mark};
use crate::process::owner::{Hello, Owner, ServeOptions};

/// The longest time that the owner may take to answer the last requests of a client that has disconnected.
const LAST_ANSWERS_TIMEOUT: Duration = Duration::from_secs(6);
/// The longest time that a request waits for an owner that is known to hang.
const HUNG_OWNER_TIMEOUT: Duration = Duration::from_secs(2);
/// The number of the bridge's own answers that may wait for the client.
const OWN_ANSWERS: usize = 16;
/// The longest line that is passed on; rmcp drops longer ones, too.
const MAX_LINE_BYTES: usize = 16 << 20;
const BUFFER_BYTES: usize = 64 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionEnd {
    ClientLeft,
    OwnerLeft,
    OwnerHangs,
}

pub(crate) async fn serve(
    options: &ServeOptions,
    input: impl AsyncRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
) {
    let session_id = uuid::Uuid::new_v4().to_string();
    let mut client = Lines::new(input);
    let session = SharedSession::default();
    let mut owner_timeout = options.owner_timeout;
    loop {
        let hello = Hello {
            version: options.version.clone(),
            session: session_id.clone(),
            prefix: options.prefix.clone(),
            folder: options.working_folder.clone(),
            requests_again: session.lock().unanswered_ids(),
            http: options.http.as_ref().map(|state| state.options()),
            probe: false,
        };
        let found = find_owner(options, owner_timeout, &hello, &mut client, &mut output, &session).await;
        let Some(mut connection) = found else { return };
        let end = relay(options, &mut client, &mut output, &mut connection, &session).await;
        if let Some(owner) = connection.owner {
            owner.close().await;
        }
        match end {
            ConnectionEnd::ClientLeft => return,
            ConnectionEnd::OwnerLeft => {
                tracing::info!("the owner of the library ended; connecting to the next one");
                owner_timeout = options.owner_timeout;
            }
            ConnectionEnd::OwnerHangs => {
                tracing::warn!("{}", hung_owner::message(options));
                owner_timeout = Duration::ZERO;
            }
        }
    }
}

/// Finds an owner. Meanwhile, keeps the client's messages for it, but answers requests that wait too long
/// with an error. Returns `None` if the client disconnects.
async fn find_owner(
    options: &ServeOptions,
    owner_timeout: Duration,
    hello: &Hello,
    client: &mut Lines<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    session: &SharedSession,
) -> Option<OwnerConnection> {
    let mut search = pin!(OwnerConnection::find(options, hello));
    let mut deadline = Instant::now() + owner_timeout;
    loop {
        tokio::select! {
            biased;
            connection = &mut search => return Some(connection),
            received = client.next_message() => match received? {
                Ok((message, line)) => session.lock().client_sent(&message, &line),
                Err(answer) => write(output, &answer).await.ok()?,
            },
            () = sleep_until(deadline) => {
                deadline = Instant::now() + HUNG_OWNER_TIMEOUT.min(options.owner_timeout);
                let answers = session.lock().fail_unanswered(&hung_owner::message(options));
                for answer in answers {
                    write(output, &answer).await.ok()?;
                }
            }
        }
    }
}

/// Relays messages both ways until one side ends or the owner hangs. Neither direction waits for the other.
async fn relay(
    options: &ServeOptions,
    client: &mut Lines<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    connection: &mut OwnerConnection,
    session: &SharedSession,
) -> ConnectionEnd {
    let OwnerConnection { input, output: to_owner, owner, address } = connection;
    let owner_shutdown = owner.as_ref().map(Owner::shutdown_token).unwrap_or_default();
    let mut owner_lines = Lines::new(input);
    let (to_client, mut own_answers) = mpsc::channel(OWN_ANSWERS);
    let client_left = AtomicBool::new(false);
    let hangs = CancellationToken::new();
    let replay = session.lock().replay();
    let requests = async {
        let to_client = to_client;
        for line in replay {
            write_to_owner(to_owner, &line).await;
        }
        while let Some(received) = client.next_message().await {
            match received {
                Ok((message, line)) => {
                    session.lock().client_sent(&message, &line);
                    write_to_owner(to_owner, &line).await;
                }
                Err(answer) => drop(to_client.send(answer).await),
            }
        }
        client_left.store(true, Ordering::Relaxed);
        drop(to_client);
        let _ = to_owner.shutdown().await;
        sleep(LAST_ANSWERS_TIMEOUT.min(options.owner_timeout)).await;
    };
    // The only writer to the client; never cancelled within a line.
    let answers = async {
        let mut client_is_there = true;
        loop {
            let line = tokio::select! {
                // An own answer is not lost if the owner leaves at once.
                biased;
                answer = own_answers.recv(), if client_is_there => {
                    client_is_there = answer.is_some();
                    answer
                }
                line = owner_lines.next() => match line {
                    Some(Line::Complete(line)) => Some(line).filter(|line| session.lock().owner_sent(line)),
                    Some(Line::TooLong) => None,
                    None => return ConnectionEnd::OwnerLeft,
                },
                () = owner_shutdown.cancelled() => return ConnectionEnd::OwnerLeft,
                () = hangs.cancelled() => return ConnectionEnd::OwnerHangs,
            };
            if let Some(line) = line
                && write(output, &line).await.is_err()
            {
                return ConnectionEnd::ClientLeft;
            }
            // A socket cannot be half closed, so the bridge ends once everything is answered.
            if !client_is_there && session.lock().is_answered() {
                return ConnectionEnd::ClientLeft;
            }
        }
    };
    let watch = async {
        hung_owner::detect(options, address.as_deref(), session).await;
        hangs.cancel();
        std::future::pending().await
    };
    let end = tokio::select! {
        () = requests => ConnectionEnd::ClientLeft,
        end = answers => end,
        end = watch => end,
    };
    if client_left.into_inner() { ConnectionEnd::ClientLeft } else { end }
}

/// Writes a line to the owner. If that fails, waits forever: the reader of answers notices the owner's end.
async fn write_to_owner(output: &mut (impl AsyncWrite + Unpin), line: &[u8]) {
    if write(output, line).await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn write(output: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> io::Result<()> {
    output.write_all(line).await?;
    output.flush().await
}

#[derive(Debug, PartialEq)]
enum Line {
    /// A complete line with its line feed.
    Complete(Vec<u8>),
    /// A line of more than [`MAX_LINE_BYTES`], which was discarded.
    TooLong,
}

/// The lines of a stream. Text after the last line feed is discarded.
struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER_BYTES, input), line: Vec::new(), is_too_long: false }
    }

    /// Returns the next line; `None` if the stream ended or failed. Cancel safe: the line so far is kept.
    async fn next(&mut self) -> Option<Line> {
        loop {
            let room = MAX_LINE_BYTES.saturating_sub(self.line.len()) as u64;
            if let Err(error) = (&mut self.input).take(room).read_until(b'\n', &mut self.line).await {
                tracing::debug!(%error, "a stream failed");
                return None;
            }
            let is_complete = self.line.ends_with(b"\n");
            if !is_complete && self.line.len() < MAX_LINE_BYTES {
                return None;
            }
            let line = std::mem::take(&mut self.line);
            let was_too_long = std::mem::replace(&mut self.is_too_long, !is_complete);
            if is_complete {
                return Some(if was_too_long { Line::TooLong } else { Line::Complete(line) });
            }
        }
    }

    /// Returns the next message of a client with its line, or the answer to text that is none. Returns `None`
    /// when the client has disconnected. Cancel safe.
    async fn next_message(&mut self) -> Option<Result<(ClientJsonRpcMessage, Vec<u8>), Vec<u8>>> {
        loop {
            let parsed = match self.next().await? {
                Line::TooLong => Err(malformed::too_long(MAX_LINE_BYTES)),
                Line::Complete(line) if line.trim_ascii().is_empty() => continue,
                Line::Complete(line) => {
                    parse(&line).map(|message| (message, without_byte_order_mark(&line).to_vec()))
                }
            };
            return Some(parsed.map_err(|answer| {
                tracing::debug!(answer, "a client sent a malformed message");
                format!("{answer}\n").into_bytes()
            }));
        }
    }
}

#[cfg(test)]
mod tests;
