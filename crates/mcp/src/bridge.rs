//! Between a client and the owner of the library, wherever the owner is: in this process, or behind a socket. When the owner
//! goes, the way leads to the next one, and the client notices nothing but a pause.

mod conversation;
mod lines;
mod message;

use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, ReadHalf, WriteHalf, split};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use self::conversation::Conversation;
use self::lines::Lines;
use crate::owner::{Claim, Hello, Owner, Place, Sign, Welcome, connect, hear, say};

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

/// A way to an owner.
struct Way {
    input: BufReader<ReadHalf<Box<dyn Channel>>>,
    output: WriteHalf<Box<dyn Channel>>,
    /// The owner itself, when it is in this process.
    owner: Option<Owner>,
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
}

/// Serves a client until it leaves.
pub(crate) async fn serve(place: &Place, input: impl AsyncRead + Unpin, mut output: impl AsyncWrite + Unpin) {
    let session = uuid::Uuid::new_v4().to_string();
    let mut client = Lines::of(input);
    let talk = Mutex::new(Conversation::default());
    loop {
        let hello = Hello {
            version: place.version.clone(),
            session: session.clone(),
            prefix: place.prefix.clone(),
            folder: std::env::current_dir().unwrap_or_default(),
            requests_again: locked(&talk).waiting(),
            http: place.http.as_ref().map(|wanted| wanted.wish()),
        };
        let Some(mut way) = way_to_an_owner(place, &hello, &mut client, &mut output, &talk).await else {
            return;
        };
        let end = pass_on(&mut client, &mut output, &mut way, &talk).await;
        if let Some(owner) = way.owner {
            owner.close().await;
        }
        match end {
            End::ClientLeft => return,
            End::OwnerGone => tracing::info!("the owner of the library is gone; going on with the next"),
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
    hello: &Hello,
    client: &mut Lines<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    talk: &Mutex<Conversation>,
) -> Option<Way> {
    let mut found = pin!(find(place, hello));
    let mut deadline = Instant::now() + place.patience;
    loop {
        tokio::select! {
            biased;
            way = &mut found => return Some(way),
            line = client.next() => locked(talk).said(&line?),
            () = sleep_until(deadline) => {
                deadline = Instant::now() + place.patience;
                let process = place.home.as_ref().and_then(|home| Some(Sign::read(home)?.process));
                let which = process.map(|process| format!(" (process {process})")).unwrap_or_default();
                let why = format!(
                    "another LoreKeeper program{which} holds the library and does not answer; end it, then try again"
                );
                let answers = locked(talk).give_up(&why);
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
            (Some(owner), _) => greeted(place, Box::new(owner.connect()), Some(owner), hello).await,
            (None, Some(address)) => match connect(&address).await {
                Ok(stream) => greeted(place, Box::new(stream), None, hello).await,
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

async fn greeted(
    place: &Place,
    channel: Box<dyn Channel>,
    owner: Option<Owner>,
    hello: &Hello,
) -> io::Result<Way> {
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
    let over = owner.as_ref().map(Owner::over).unwrap_or_default();
    Ok(Way { input, output, owner, over })
}

/// Passes messages on in both directions until one side ends. Neither direction waits for the other.
async fn pass_on(
    client: &mut Lines<impl AsyncRead + Unpin>,
    output: &mut (impl AsyncWrite + Unpin),
    way: &mut Way,
    talk: &Mutex<Conversation>,
) -> End {
    let Way { input, output: to_owner, over, .. } = way;
    let mut owner = Lines::of(input);
    let client_left = AtomicBool::new(false);
    // A socket cannot tell that no more will be said: the bridge goes when everything is answered.
    let is_over = || client_left.load(Ordering::Relaxed) && locked(talk).is_answered();
    let replay = locked(talk).replay();
    let asks = async {
        for line in replay {
            pass(to_owner, &line).await;
        }
        while let Some(line) = client.next().await {
            locked(talk).said(&line);
            pass(to_owner, &line).await;
        }
        client_left.store(true, Ordering::Relaxed);
        let _ = to_owner.shutdown().await;
        if !is_over() {
            sleep(FAREWELL).await;
        }
    };
    let answers = async {
        loop {
            let line = tokio::select! {
                line = owner.next() => line,
                () = over.cancelled() => None,
            };
            let Some(line) = line else { return End::OwnerGone };
            let passes = locked(talk).heard(&line);
            if passes && tell(output, &line).await.is_err() || is_over() {
                return End::ClientLeft;
            }
        }
    };
    let end = tokio::select! {
        () = asks => End::ClientLeft,
        end = answers => end,
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
