//! The user's consent to changes that cannot be undone. A client that supports elicitation asks the user; for
//! other clients the tool's `confirm` argument is enough.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use rmcp::model::{
    CallToolResponse, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, ProtocolVersion, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::Value;

use crate::protocol::envelope::{Details, Failure};
use crate::protocol::session::RequestContext;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(300);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// Identifies the answer: the action and its object.
    pub(crate) id: String,
    pub(crate) text: String,
}

/// Asks the user, if the client can ask. `answers` come with a repeated request. Breaks with a response for a
/// client that has to ask the user, and to repeat the request with the answer.
pub(crate) async fn ask(
    question: Question,
    answers: Option<&InputResponses>,
    context: &RequestContext,
) -> Result<ControlFlow<CallToolResponse>, Failure> {
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    if !elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none()) {
        return Ok(ControlFlow::Continue(()));
    }
    let request = ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.text,
        // The form has no fields: to accept it is to agree.
        requested_schema: ElicitationSchema::new(BTreeMap::new()),
    });
    // From this revision of the protocol on, a server can ask only in the result of a request.
    let version = context.protocol_version();
    if version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str()) {
        return ask_now(request, context).await.map(ControlFlow::Continue);
    }
    match answers.and_then(|answers| answers.get(&question.id)) {
        Some(answer) => check(answer).map(ControlFlow::Continue),
        None => {
            let requests = InputRequests::from([(question.id, InputRequest::Elicitation(request))]);
            Ok(ControlFlow::Break(InputRequiredResult::from_input_requests(requests).into()))
        }
    }
}

async fn ask_now(request: ElicitRequest, context: &RequestContext) -> Result<(), Failure> {
    let options = PeerRequestOptions::with_timeout(ANSWER_TIMEOUT);
    let answer = async {
        let sent = context.peer.send_cancellable_request(ServerRequest::ElicitRequest(request), options);
        sent.await?.await_response().await
    };
    let Some(answer) = context.ct.run_until_cancelled(answer).await else {
        return Err(refused("The request was cancelled before the user answered"));
    };
    match answer {
        Ok(answer) => check(&serde_json::to_value(answer).unwrap_or_default()),
        Err(ServiceError::Timeout { .. }) => Err(refused("The user did not answer in time")),
        Err(error) => {
            tracing::warn!(%error, "the client could not ask the user");
            Err(refused("The client could not ask the user"))
        }
    }
}

fn check(answer: &Value) -> Result<(), Failure> {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(()),
        Some("decline") => Err(refused("The user was asked and refused")),
        _ => Err(refused("The user was asked and did not agree")),
    }
}

fn refused(reason: &str) -> Failure {
    Failure {
        error: format!("{reason}; nothing was changed."),
        error_type: "cancelled",
        details: Box::new(Details::default()),
        instruction: Some("Do not try again unless the user asks for it.".to_owned()),
    }
}
