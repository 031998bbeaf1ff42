use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::Tool;
use crate::server::Server;

pub(crate) struct ChangeSettings;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Whether calls of tools are noted for the user to look at. Off also forgets those that were noted.
    keep_activity: Option<bool>,
    /// Whether Open5e is asked only when a sync is started, and not for what a lookup misses.
    offline: Option<bool>,
}

/// The settings as they are now.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Settings {
    /// Whether calls of tools are noted.
    keep_activity: bool,
    /// Whether Open5e is asked only when a sync is started.
    offline: bool,
}

impl Tool for ChangeSettings {
    const NAME: &'static str = "change_settings";
    const TITLE: &'static str = "Change the library's settings";
    const DESCRIPTION: &'static str = "Changes settings of the user's library when the user asks for it, and tells what they are; without arguments it only \
        tells. Examples: {}; {\"offline\": true}; {\"keep_activity\": false}.";
    type Arguments = Arguments;
    type Value = Settings;

    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(false)
            .destructive(false)
            .idempotent(true)
            .open_world(false)
    }

    async fn call(
        server: &Server,
        arguments: Arguments,
        _: RequestContext<RoleServer>,
    ) -> Result<Success<Settings>, Failure> {
        let library = server.library().await?;
        if let Some(keep) = arguments.keep_activity {
            library.keep_activity(keep).await?;
        }
        if let Some(offline) = arguments.offline {
            library.set_offline(offline).await?;
        }
        let (keep_activity, offline) = (library.notes_calls(), library.is_offline().await?);
        Ok(Success::of(Settings { keep_activity, offline }))
    }
}
