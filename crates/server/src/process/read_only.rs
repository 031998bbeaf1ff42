//! A server that only reads its library, over HTTP: any number serve one folder, or a copy of it each. None
//! holds a lock, writes a file or keeps a session, so that a balancer may send each request to any.

mod shared;
mod source;

use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::{Context as _, bail};
use oauth::ResourceServer;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub(crate) use self::shared::SharedFolder;
pub(crate) use self::source::Source;
use crate::process::http::{
    Audience, HttpOptions, HttpServer, NamedTokens, PublicAccess, Token, TokenFiles, serve_figures,
};
use crate::protocol::lazy_library::LazyLibrary;
use crate::protocol::session::SessionClient;
use crate::server::Server;
use crate::tools::Toolset;

/// The time between two checks whether requests still use a library that was replaced.
const IDLE_CHECK: Duration = Duration::from_millis(200);

pub(crate) struct ReadOnlyOptions {
    pub(crate) source: Source,
    pub(crate) http: HttpOptions,
    pub(crate) tokens: TokenFiles,
    pub(crate) oauth: Option<ResourceServer>,
    pub(crate) metrics: Option<SocketAddr>,
    /// How long requests are still taken after the server said that it is not ready any more.
    pub(crate) drain: Duration,
    pub(crate) prefix: String,
}

pub(crate) struct ReadOnlyServer {
    options: ReadOnlyOptions,
    http: HttpServer,
    metrics: Option<TcpListener>,
    library: LazyLibrary,
}

impl ReadOnlyServer {
    /// Returns the address with its actual port.
    pub(crate) async fn bind(mut options: ReadOnlyOptions) -> anyhow::Result<(Self, SocketAddr)> {
        if options.oauth.is_none() {
            require_token(&options.tokens)?;
        }
        let library = options.source.next(None).await?.context("there is no library to serve")?;
        options.source.forget_old();
        let metrics = match options.metrics {
            Some(address) => {
                let listener = TcpListener::bind(address).await;
                Some(listener.with_context(|| format!("the figures cannot be served at {address}"))?)
            }
            None => None,
        };
        let tokens = TokenFiles { is_read_only: true, ..options.tokens.clone() };
        let (http, address) = HttpServer::bind(options.http.clone(), tokens).await?;
        Ok((Self { options, http, metrics, library }, address))
    }

    /// Serves until `stop`, then for the time that balancers need to notice, then closes the library.
    pub(crate) async fn serve(self, stop: CancellationToken) {
        let Self { options, http, metrics, library } = self;
        let ReadOnlyOptions { mut source, oauth, drain, prefix, .. } = options;
        let library = Arc::new(watch::Sender::new(library));
        let tools = Arc::new(Toolset::for_reading(&prefix));
        let has_page = matches!(source, Source::Shared(_));
        let served = Arc::clone(&library);
        let handler = move || {
            // Each request keeps to the library that it began with.
            let library = served.borrow().clone();
            Server::new(library, Arc::clone(&tools), SessionClient::default(), Weak::new())
        };
        let ended = CancellationToken::new();
        if let Some(listener) = metrics {
            tokio::spawn(serve_figures(listener, stop.clone(), ended.clone()));
        }
        let end = async {
            stop.cancelled().await;
            sleep(drain).await;
            ended.cancel();
        };
        let access = PublicAccess { stop: stop.clone(), oauth, has_page };
        let serving = http.serve(Audience::Public(access), handler, ended.clone());
        tokio::select! {
            _ = async { tokio::join!(serving, end) } => {}
            () = follow(&mut source, &library) => {}
        }
        let last = library.borrow().clone();
        last.close().await;
    }
}

/// As long as another library cannot be read, the one from before answers.
async fn follow(source: &mut Source, served: &watch::Sender<LazyLibrary>) {
    loop {
        sleep(source.interval()).await;
        let current = served.borrow().clone();
        match source.next(Some(&current)).await {
            Ok(Some(next)) => {
                tokio::spawn(close_after_use(served.send_replace(next)));
                source.forget_old();
                tracing::info!("another library has taken the place of the one before");
            }
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the library that was served before goes on");
            }
        }
    }
}

async fn close_after_use(library: LazyLibrary) {
    while !library.is_last() {
        sleep(IDLE_CHECK).await;
    }
    library.close().await;
}

fn require_token(files: &TokenFiles) -> anyhow::Result<()> {
    let named = NamedTokens::read(&files.named)
        .with_context(|| format!("the tokens in {} cannot be read", disk::shown(&files.named)))?;
    if named.tokens.is_empty() && Token::read(&files.home).is_err() {
        bail!(
            "nobody could use this server, because there is no token; `lorekeeper-mcp token add NAME` makes one"
        );
    }
    Ok(())
}
