//! The part of a client's session that a bridge keeps to resume it at another owner.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ErrorCode, GetMeta as _, JsonRpcMessage, NumberOrString,
    ProgressToken,
};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use crate::process::malformed;

const HANDSHAKE_ID: &str = "lorekeeper/handshake-again";

pub(super) type SharedSession = Mutex<BridgedSession>;

#[derive(Default)]
pub(super) struct BridgedSession {
    initialize: Option<Vec<u8>>,
    /// The client's `notifications/initialized`.
    initialized: Option<Vec<u8>>,
    unanswered: VecDeque<Request>,
    /// The last sign of life of the owner, while a request is unanswered.
    silent_since: Option<Instant>,
}

struct Request {
    /// The id as JSON.
    id: String,
    /// The progress token as JSON.
    progress_token: Option<String>,
    latest_progress: f64,
    line: Vec<u8>,
}

impl BridgedSession {
    /// To be called before the line is passed on.
    pub(super) fn client_sent(&mut self, message: &ClientJsonRpcMessage, line: &[u8]) {
        match message {
            JsonRpcMessage::Request(request) => {
                if request.request.method() == "initialize" {
                    self.initialize = Some(line.to_owned());
                }
                let token = request.request.get_meta().get_progress_token();
                self.silent_since.get_or_insert_with(Instant::now);
                self.unanswered.push_back(Request {
                    id: as_json(&request.id),
                    progress_token: token.map(|ProgressToken(token)| as_json(&token)),
                    latest_progress: f64::NEG_INFINITY,
                    line: line.to_owned(),
                });
            }
            JsonRpcMessage::Notification(notification) => match &notification.notification {
                ClientNotification::InitializedNotification(_) => self.initialized = Some(line.to_owned()),
                // The next owner must not carry out a cancelled request.
                ClientNotification::CancelledNotification(cancelled) => {
                    if let Some(id) = &cancelled.params.request_id {
                        self.remove(&as_json(id));
                        self.silent_since = self.silent_since.filter(|_| !self.is_answered());
                    }
                }
                _ => {}
            },
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Returns `false` for what the client must not get: an unexpected answer or backward progress.
    pub(super) fn owner_sent(&mut self, line: &[u8]) -> bool {
        let header: MessageHeader = serde_json::from_slice(line).unwrap_or_default();
        let passes = match (header.method.as_deref(), header.id, header.params) {
            (Some("notifications/progress"), _, Some(progress)) => self.advances(progress),
            (None, Some(id), _) => self.remove(&id.to_string()),
            _ => true,
        };
        self.owner_responded();
        passes
    }

    pub(super) fn owner_responded(&mut self) {
        self.silent_since = (!self.is_answered()).then(Instant::now);
    }

    pub(super) fn silence(&self) -> Duration {
        self.silent_since.map(|since| since.elapsed()).unwrap_or_default()
    }

    fn advances(&mut self, progress: ProgressParams) -> bool {
        let (Some(token), Some(value)) = (progress.progress_token, progress.progress) else { return true };
        let token = Some(token.to_string());
        let request = self.unanswered.iter_mut().find(|request| request.progress_token == token);
        let Some(request) = request else { return true };
        let advances = value > request.latest_progress;
        request.latest_progress = request.latest_progress.max(value);
        advances
    }

    fn remove(&mut self, id: &str) -> bool {
        let index = self.unanswered.iter().position(|request| request.id == id);
        index.and_then(|index| self.unanswered.remove(index)).is_some()
    }

    pub(super) fn is_answered(&self) -> bool {
        self.unanswered.is_empty()
    }

    pub(super) fn unanswered_ids(&self) -> Vec<String> {
        self.unanswered.iter().map(|request| request.id.clone()).collect()
    }

    /// Returns the lines with which the session resumes at another owner.
    pub(super) fn replay(&self) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let is_answered = |line: &&Vec<u8>| !self.unanswered.iter().any(|request| request.line == **line);
        if let Some(initialize) = self.initialize.as_ref().filter(is_answered) {
            lines.extend(with_handshake_id(initialize));
            lines.extend(self.initialized.clone());
        }
        lines.extend(self.unanswered.iter().map(|request| request.line.clone()));
        lines
    }

    pub(super) fn fail_unanswered(&mut self, message: &str) -> Vec<Vec<u8>> {
        let answer = |request: Request| {
            let id: Value = serde_json::from_str(&request.id).unwrap_or_default();
            format!("{}\n", malformed::answer(&id, ErrorCode::INTERNAL_ERROR, message)).into_bytes()
        };
        self.silent_since = None;
        self.unanswered.drain(..).map(answer).collect()
    }
}

fn as_json(id: &NumberOrString) -> String {
    id.clone().into_json_value().to_string()
}

fn with_handshake_id(initialize: &[u8]) -> Option<Vec<u8>> {
    let mut message: Value = serde_json::from_slice(initialize).ok()?;
    *message.get_mut("id")? = HANDSHAKE_ID.into();
    Some(format!("{message}\n").into_bytes())
}

/// The few fields of an owner's message that a bridge needs to pass it on. Other text has an empty header.
#[derive(Default, Deserialize)]
struct MessageHeader {
    id: Option<Value>,
    method: Option<String>,
    params: Option<ProgressParams>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams {
    progress_token: Option<Value>,
    progress: Option<f64>,
}

#[cfg(test)]
mod tests;
