use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::envelope::{Failure, Success};
use crate::registry::Tool;
use crate::server::Server;

pub(super) struct ChangeSettings;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Whether calls of tools are noted for the user to look at. Off also forgets those that were noted.
    keep_activity: Option<bool>,
}

/// The settings as they are now.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Settings {
    /// Whether calls of tools are noted.
    keep_activity: bool,
}

impl Tool for ChangeSettings {
    const NAME: &'static str = "change_settings";
    const TITLE: &'static str = "Change the library's settings";
    const DESCRIPTION: &'static str = "Changes settings of the user's library when the user asks for it, and tells what they are; without arguments it only \
        tells. Examples: {}; {\"keep_activity\": false}.";
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
        Ok(Success::of(Settings { keep_activity: library.notes_calls() }))
    }
}
