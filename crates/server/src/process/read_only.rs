//! A server that only reads its library, over HTTP: any number of them serve one folder, or a copy of it each. None holds a lock,
//! writes a file or keeps a session, so that a balancer may send each request to any of them.

mod shared;
mod source;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context as _, bail};
use oauth::ResourceServer;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub(crate) use self::shared::SharedFolder;
pub(crate) use self::source::Source;
use crate::process::http::{
    Audience, HttpOptions, HttpServer, NamedTokens, PublicAccess, Readiness, Token, TokenFiles, bind_failure,
    serve_figures,
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
    pub(crate) working_folder: PathBuf,
}

pub(crate) struct ReadOnlyServer {
    options: ReadOnlyOptions,
    http: HttpServer,
    metrics: Option<TcpListener>,
    library: CurrentLibrary,
}

impl ReadOnlyServer {
    /// Returns the address with its actual port.
    pub(crate) async fn bind(mut options: ReadOnlyOptions) -> anyhow::Result<(Self, SocketAddr)> {
        if options.oauth.is_none() {
            require_token(&options.tokens)?;
        }
        let library = CurrentLibrary::new(options.source.open().await?);
        options.source.forget_old();
        let metrics = match options.metrics {
            Some(address) => {
                let listener = TcpListener::bind(address).await;
                Some(listener.with_context(|| format!("the figures cannot be served at {address}"))?)
            }
            None => None,
        };
        let address = options.http.address;
        let tokens = TokenFiles { is_read_only: true, ..options.tokens.clone() };
        let bound = HttpServer::bind(options.http.clone(), tokens).await;
        let (http, address) = bound.map_err(|error| anyhow::anyhow!(bind_failure(address, &error)))?;
        Ok((Self { options, http, metrics, library }, address))
    }

    /// Serves until `stop`, then for the time that balancers need to notice, then closes the library.
    pub(crate) async fn serve(self, stop: CancellationToken) {
        let Self { options, http, metrics, library } = self;
        let ReadOnlyOptions { mut source, oauth, drain, prefix, working_folder, .. } = options;
        let (library, tools) = (Arc::new(library), Arc::new(Toolset::for_reading(&prefix)));
        let has_page = matches!(source, Source::Shared(_));
        let served = Arc::clone(&library);
        let handler = move || {
            let client = SessionClient::http(working_folder.clone());
            Server::new(served.get(), Arc::clone(&tools), client, Arc::default())
        };
        let (readiness, ended) = (Readiness::default(), CancellationToken::new());
        readiness.set(true);
        if let Some(listener) = metrics {
            tokio::spawn(serve_figures(listener, readiness.clone(), ended.clone()));
        }
        let end = async {
            stop.cancelled().await;
            readiness.set(false);
            sleep(drain).await;
            ended.cancel();
        };
        let serving = http.serve(
            Audience::Public(PublicAccess { readiness: readiness.clone(), oauth, has_page }),
            handler,
            ended.clone(),
        );
        tokio::select! {
            _ = async { tokio::join!(serving, end) } => {}
            () = follow(&mut source, &library) => {}
        }
        library.get().close().await;
    }
}

/// Another library can take its place; each request keeps to the one that it began with.
struct CurrentLibrary(RwLock<LazyLibrary>);

impl CurrentLibrary {
    fn new(library: LazyLibrary) -> Self {
        Self(RwLock::new(library))
    }

    fn get(&self) -> LazyLibrary {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Closes the present library once its last request is answered.
    fn replace(&self, next: LazyLibrary) {
        let before = std::mem::replace(&mut *self.0.write().unwrap_or_else(PoisonError::into_inner), next);
        tokio::spawn(async move {
            while !before.is_last() {
                sleep(IDLE_CHECK).await;
            }
            before.close().await;
        });
    }
}

/// As long as another library cannot be read, the one from before answers.
async fn follow(source: &mut Source, current: &CurrentLibrary) {
    loop {
        sleep(source.interval()).await;
        match source.next(&current.get()).await {
            Ok(Some(next)) => {
                current.replace(next);
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
