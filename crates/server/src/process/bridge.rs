//! Between a client and the owner of the library, wherever the owner is: in this process, or behind a socket. When the owner
//! goes, the way leads to the next one, and the client notices nothing but a pause.

mod client_input;
mod hung_owner;
mod lines;
mod message_header;
mod session;

use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, ReadHalf, WriteHalf, split};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use self::client_input::{Client, Said};
use self::lines::{Line, Lines};
use self::session::Conversation;
use crate::process::owner::{Claim, Hello, Owner, Place, Sign, Welcome, connect, hear, say};

/// For how long an owner may leave a hello without an answer.
const WELCOME: Duration = Duration::from_secs(5);
/// The wait after the first attempt to find an owner; it doubles with each that follows.
const FIRST_WAIT: Duration = Duration::from_millis(2);
/// The longest of these waits.
const LONGEST_WAIT: Duration = Duration::from_millis(50);
/// For how long an older program lets a newer one become the owner first.
const COURTESY: Duration = Duration::from_secs(2);
/// How long the owner may take to answer what a client asked before it left.
const FAREWELL: Duration = Duration::from_secs(6);
/// How long a request waits for an owner that is known not to answer.
const SHORT_PATIENCE: Duration = Duration::from_secs(2);
/// How many answers of the bridge's own may wait for the client to read them.
const ANSWERS: usize = 16;

/// A way to an owner.
struct Way {
    input: BufReader<ReadHalf<Box<dyn Channel>>>,
    output: WriteHalf<Box<dyn Channel>>,
    /// The owner itself, when it is in this process.
    owner: Option<Owner>,
    /// Where it listens, when it is in another.
    address: Option<PathBuf>,
    /// Fires when an owner in this process ends.
    over: CancellationToken,
}

trait Channel: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Channel for T {}

/// Why a conversation with an owner ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    ClientLeft,
    OwnerGone,
    /// The owner is there and does not answer.
    OwnerSilent,
}

/// Serves a client until it leaves.
pub(crate) async fn serve(place: &Place, input: impl AsyncRead + Unpin, mut output: impl AsyncWrite + Unpin) {
    let session = uuid::Uuid::new_v4().to_string();
    let mut client = Client::of(input);
    let talk = Mutex::new(Conversation::default());
    let mut patience = place.patience;
    loop {
        let hello = Hello {
            version: place.version.clone(),
            session: session.clone(),
            prefix: place.prefix.clone(),
            folder: std::env::current_dir().unwrap_or_default(),
            requests_again: locked(&talk).waiting(),
            http: place.http.as_ref().map(|wanted| wanted.wish()),
            probe: false,
        };
        let Some(mut way) = way_to_an_owner(place, patience, &hello, &mut client, &mut output, &talk).await
        else {
            return;
        };
        let end = pass_on(place, &mut client, &mut output, &mut way, &talk).await;
        if let Some(owner) = way.owner {
            owner.close().await;
        }
        match end {
            End::ClientLeft => return,
            End::OwnerGone => {
                tracing::info!("the owner of the library is gone; going on with the next");
                patience = place.patience;
            }
            End::OwnerSilent => {
                tracing::warn!("{}", hung_owner::words(place));
                patience = Duration::ZERO;
            }
        }
    }
}

fn locked(talk: &Mutex<Conversation>) -> MutexGuard<'_, Conversation> {
    talk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Finds an owner or becomes it. What the client says meanwhile is kept for it, but not for ever. `None` when the client
/// leaves.
async fn way_to_an_owner(
    place: &Place,
    patience: Duration,
    hello: &Hello,
    client: &mut Client<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    talk: &Mutex<Conversation>,
) -> Option<Way> {
    let mut found = pin!(find(place, hello));
    let mut deadline = Instant::now() + patience;
    loop {
        tokio::select! {
            biased;
            way = &mut found => return Some(way),
            said = client.next() => match said? {
                Said::Message(line) => locked(talk).said(&line),
                Said::Malformed(answer) => tell(output, &answer).await.ok()?,
            },
            () = sleep_until(deadline) => {
                deadline = Instant::now() + SHORT_PATIENCE.min(place.patience);
                let answers = locked(talk).give_up(&hung_owner::words(place));
                for answer in answers {
                    tell(output, &answer).await.ok()?;
                }
            }
        }
    }
}

async fn find(place: &Place, hello: &Hello) -> Way {
    let began = Instant::now();
    let mut wait = FIRST_WAIT;
    loop {
        let sign = place.home.as_ref().and_then(|home| Sign::read(home));
        let newer =
            sign.as_ref().and_then(|sign| sign.left_for.as_ref()).is_some_and(|newer| *newer > place.version);
        let owner = if newer && began.elapsed() < COURTESY { None } else { become_owner(place) };
        let way = match (owner, sign.and_then(|sign| sign.address)) {
            (Some(owner), _) => {
                let channel = Box::new(owner.connect());
                greeted(place, channel, hello).await.map(|way| Way {
                    over: owner.over(),
                    owner: Some(owner),
                    ..way
                })
            }
            (None, Some(address)) => match connect(&address).await {
                Ok(stream) => {
                    let way = greeted(place, Box::new(stream), hello).await;
                    way.map(|way| Way { address: Some(address), ..way })
                }
                Err(error) => Err(error),
            },
            (None, None) => Err(io::ErrorKind::NotFound.into()),
        };
        match way {
            Ok(way) => return way,
            Err(error) => tracing::debug!(%error, "there is no owner of the library yet"),
        }
        sleep(wait).await;
        wait = LONGEST_WAIT.min(wait * 2);
    }
}

/// `None` while another process is the owner.
fn become_owner(place: &Place) -> Option<Owner> {
    let claim = match place.home.as_ref().map(|home| Claim::take(home)) {
        Some(Ok(claim)) => Some(claim?),
        Some(Err(error)) => {
            tracing::warn!(%error, "the library's folder cannot be locked");
            None
        }
        None => None,
    };
    tracing::info!("this process owns the library");
    Some(Owner::start(place, claim))
}

async fn greeted(place: &Place, channel: Box<dyn Channel>, hello: &Hello) -> io::Result<Way> {
    let (input, mut output) = split(channel);
    let mut input = BufReader::new(input);
    let greeting = async {
        say(&mut output, hello).await?;
        hear::<Welcome>(&mut input).await
    };
    let welcome = timeout(WELCOME, greeting).await??;
    tracing::debug!(owner = %welcome.version, "connected to the owner of the library");
    if let (Some(wanted), Some(outcome)) = (&place.http, welcome.http) {
        wanted.became(outcome);
    }
    Ok(Way { input, output, owner: None, address: None, over: CancellationToken::new() })
}

/// Passes messages on in both directions until one side ends, or the owner does not answer any more. Neither direction waits
/// for the other.
async fn pass_on(
    place: &Place,
    client: &mut Client<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    way: &mut Way,
    talk: &Mutex<Conversation>,
) -> End {
    let Way { input, output: to_owner, over, address, .. } = way;
    let mut owner = Lines::of(input);
    let (to_client, mut own_answers) = mpsc::channel(ANSWERS);
    let client_left = AtomicBool::new(false);
    let silent = CancellationToken::new();
    let replay = locked(talk).replay();
    let asks = async {
        let to_client = to_client;
        for line in replay {
            pass(to_owner, &line).await;
        }
        while let Some(said) = client.next().await {
            match said {
                Said::Message(line) => {
                    locked(talk).said(&line);
                    pass(to_owner, &line).await;
                }
                Said::Malformed(answer) => drop(to_client.send(answer).await),
            }
        }
        client_left.store(true, Ordering::Relaxed);
        drop(to_client);
        let _ = to_owner.shutdown().await;
        sleep(FAREWELL).await;
    };
    // The only one who writes to the client, and never stopped within a line.
    let answers = async {
        let mut may_say_more = true;
        loop {
            let line = tokio::select! {
                line = owner.next() => match line {
                    Some(Line::Whole(line)) => Some(line).filter(|line| locked(talk).heard(line)),
                    Some(Line::TooLong) => None,
                    None => return End::OwnerGone,
                },
                answer = own_answers.recv(), if may_say_more => {
                    may_say_more = answer.is_some();
                    answer
                }
                () = over.cancelled() => return End::OwnerGone,
                () = silent.cancelled() => return End::OwnerSilent,
            };
            if let Some(line) = line
                && tell(output, &line).await.is_err()
            {
                return End::ClientLeft;
            }
            // A socket cannot tell that no more will be said: the bridge goes when everything is answered.
            if !may_say_more && locked(talk).is_answered() {
                return End::ClientLeft;
            }
        }
    };
    let watch = async {
        hung_owner::of_owner(place, address.as_deref(), talk).await;
        silent.cancel();
        std::future::pending().await
    };
    let end = tokio::select! {
        () = asks => End::ClientLeft,
        end = answers => end,
        end = watch => end,
    };
    if client_left.into_inner() { End::ClientLeft } else { end }
}

/// Passes a line to the owner. Where that fails the owner is gone, which shows where its answers are read.
async fn pass(to_owner: &mut (impl AsyncWrite + Unpin), line: &[u8]) {
    if tell(to_owner, line).await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn tell(output: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> io::Result<()> {
    output.write_all(line).await?;
    output.flush().await
}
