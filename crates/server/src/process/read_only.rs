//! A server that only reads its library, over HTTP: any number of them serve one folder, or a copy of it each. None holds a lock,
//! writes a file or keeps a session, so that a balancer may send each request to any of them.

mod current_library;
mod shared;
mod source;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use anyhow::{Context as _, bail};
use oauth::ResourceServer;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use self::current_library::CurrentLibrary;
pub(crate) use self::shared::SharedFolder;
pub(crate) use self::source::Origin;
use self::source::Source;
use crate::process::http::{
    Audience, HttpOptions, HttpServer, MetricsServer, NamedTokens, PublicAccess, Readiness, SignIn, SignInAt,
    Token, TokenFiles, bind_failure,
};
use crate::protocol::lazy_library::LibrarySettings;
use crate::protocol::session::SessionClient;
use crate::server::Server;
use crate::tools::Toolset;

/// The options of a server that only reads.
pub(crate) struct ReadOnlyOptions {
    pub(crate) library: LibrarySettings,
    pub(crate) origin: Origin,
    pub(crate) http: HttpOptions,
    pub(crate) tokens: TokenFiles,
    /// How people sign in, if they can.
    pub(crate) sign_in: Option<SignIn>,
    /// The address of the figures for whoever operates the server, if they are wanted.
    pub(crate) metrics: Option<SocketAddr>,
    /// How long requests are still taken after the server said that it is not ready any more.
    pub(crate) drain: Duration,
    /// The prefix of tools without one of their own.
    pub(crate) prefix: String,
    /// The folder from which relative paths start.
    pub(crate) working_folder: PathBuf,
}

/// A server that is bound to its address.
pub(crate) struct ReadOnlyServer {
    http: HttpServer,
    metrics: Option<MetricsServer>,
    oauth: Option<ResourceServer>,
    has_page: bool,
    drain: Duration,
    source: Source,
    library: CurrentLibrary,
    tools: Arc<Toolset>,
    working_folder: PathBuf,
}

impl ReadOnlyServer {
    /// Opens the library and binds the address. Returns it with its actual port.
    ///
    /// # Errors
    /// When the library cannot be read, nobody has a token, or the address cannot be bound.
    pub(crate) async fn bind(options: ReadOnlyOptions) -> anyhow::Result<(Self, SocketAddr)> {
        let ReadOnlyOptions {
            library,
            origin,
            http,
            tokens,
            sign_in,
            metrics,
            drain,
            prefix,
            working_folder,
        } = options;
        require_token(&tokens, sign_in.as_ref())?;
        let oauth = sign_in.map(|sign_in| sign_in.resource_server(&tokens)).transpose()?;
        let has_page = matches!(origin, Origin::Shared(..));
        let mut source = Source::new(library, &tokens.home, origin)?;
        let library = CurrentLibrary::new(source.open().await?);
        source.forget_old();
        let metrics = match metrics {
            Some(address) => Some(MetricsServer::bind(address).await?),
            None => None,
        };
        let address = http.address;
        let bound = HttpServer::bind(http, TokenFiles { is_read_only: true, ..tokens }).await;
        let (http, address) = bound.map_err(|error| anyhow::anyhow!(bind_failure(address, &error)))?;
        let tools = Arc::new(Toolset::for_reading(&prefix));
        Ok((Self { http, metrics, oauth, has_page, drain, source, library, tools, working_folder }, address))
    }

    /// Serves until `stop`, then for the time that balancers need to notice, then closes the library.
    pub(crate) async fn serve(self, stop: CancellationToken) {
        let Self { http, metrics, oauth, has_page, drain, mut source, library, tools, working_folder } = self;
        let running_tools = Arc::<AtomicUsize>::default();
        let library = Arc::new(library);
        let served = Arc::clone(&library);
        let handler = move || {
            let client = SessionClient::http(working_folder.clone());
            Server::new(served.get(), Arc::clone(&tools), client, Arc::clone(&running_tools))
        };
        let (readiness, ended) = (Readiness::default(), CancellationToken::new());
        readiness.set(true);
        if let Some(metrics) = metrics {
            tokio::spawn(metrics.serve(readiness.clone(), ended.clone()));
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

/// Lets the next requests read another library whenever there is one. As long as it cannot be read, the one from before answers.
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

/// Fails if no client could ever be let in.
fn require_token(files: &TokenFiles, sign_in: Option<&SignIn>) -> anyhow::Result<()> {
    if sign_in.is_some_and(|sign_in| matches!(sign_in.at, SignInAt::Issuer { .. })) {
        return Ok(());
    }
    let named = NamedTokens::read(&files.named)
        .with_context(|| format!("the tokens in {} cannot be read", disk::shown(&files.named)))?;
    if named.tokens.is_empty() && Token::read(&files.home).is_err() {
        bail!(
            "nobody could use this server, because there is no token; `lorekeeper-mcp token add NAME` makes one"
        );
    }
    Ok(())
}
