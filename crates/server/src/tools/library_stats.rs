use lore::Stats;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::{NoArguments, Tool};
use crate::server::Server;

pub(crate) struct LibraryStats;

impl Tool for LibraryStats {
    const NAME: &'static str = "library_stats";
    const TITLE: &'static str = "Library statistics";
    const DESCRIPTION: &'static str = "Tells what the library holds in numbers: entries by kind, documents, sizes on disk, the state of the text index and of \
        semantic search, when Open5e was last fetched, what is remembered of questions to it, whether the library is offline. Takes no arguments. Example: {}.";
    type Arguments = NoArguments;
    type Value = Stats;

    async fn call(
        server: &Server,
        _: NoArguments,
        _: RequestContext<RoleServer>,
    ) -> Result<Success<Stats>, Failure> {
        Ok(Success::of(server.library().await?.stats().await?))
    }
}
