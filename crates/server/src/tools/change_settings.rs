//! The tool `change_settings`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::registry::{Failure, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChangeSettings {
    /// True to record tool calls for the user to look at. False also deletes the recorded ones.
    keep_activity: Option<bool>,
    /// True to query Open5e only during a sync, and not for what a lookup misses.
    offline: Option<bool>,
}

/// The current settings.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Settings {
    /// True if tool calls are recorded.
    keep_activity: bool,
    /// True if Open5e is queried only during a sync.
    offline: bool,
}

impl Tool for ChangeSettings {
    const NAME: &'static str = "change_settings";
    const TITLE: &'static str = "Change the library's settings";
    const DESCRIPTION: &'static str = "Changes settings of the library when the user asks for it, and returns the current settings; without arguments it only \
        returns them. Examples: {}; {\"offline\": true}; {\"keep_activity\": false}.";
    const IS_FOR_ASSISTANTS: bool = false;
    const WRITES: Option<Writing> = Some(Writing { is_destructive: false, is_idempotent: true });
    type Value = Settings;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Settings>, Failure> {
        let library = request.session.library().await?;
        if let Some(keep) = self.keep_activity {
            library.keep_activity(keep).await?;
        }
        if let Some(offline) = self.offline {
            library.set_offline(offline).await?;
        }
        let (keep_activity, offline) = (library.notes_calls(), library.is_offline().await?);
        Ok(Success::of(Settings { keep_activity, offline }))
    }
}
