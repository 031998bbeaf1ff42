//! The user's consent to what cannot be undone, asked for through a client that can ask. Other clients are served as they are: there the
//! argument that says that the user wants it has to do.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolResponse, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, ProtocolVersion, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext, ServiceError};
use serde_json::Value;

use crate::protocol::envelope::{Details, Failure};

/// How long the user may take to answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the user is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// What the answer is for, so that it is not taken for another's: the action and what it is done to.
    pub(crate) about: String,
    /// The question in words.
    pub(crate) words: String,
}

/// What follows on the question.
pub(crate) enum Consent {
    /// The user agrees, or the client cannot ask.
    Given,
    /// The user does not agree, or nobody answered.
    Refused(Failure),
    /// The client gets the question as the answer to its request, and sends the request again with the user's answer.
    Asked(CallToolResponse),
}

/// Asks the user, if the client can. `answers` came with the request, from a client that was asked before.
pub(crate) async fn ask(
    question: Question,
    answers: Option<&InputResponses>,
    context: &RequestContext<RoleServer>,
) -> Consent {
    if !can_ask(context) {
        return Consent::Given;
    }
    let Question { about, words } = question;
    let request = ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: words,
        // Nothing is to be filled in: to accept is to agree.
        requested_schema: ElicitationSchema::new(std::collections::BTreeMap::new()),
    });
    if !asks_by_answering(context) {
        return asked_now(request, context).await;
    }
    match answers.and_then(|answers| answers.get(&about)) {
        Some(answer) => judged(answer),
        None => {
            let requests = InputRequests::from([(about, InputRequest::Elicitation(request))]);
            Consent::Asked(InputRequiredResult::from_input_requests(requests).into())
        }
    }
}

/// Whether the client can show the user a form.
fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none())
}

/// Whether the revision of the protocol lets a server ask only by its answer.
fn asks_by_answering(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// Asks while the request waits.
async fn asked_now(request: ElicitRequest, context: &RequestContext<RoleServer>) -> Consent {
    let options = PeerRequestOptions::with_timeout(PATIENCE);
    let answer = async {
        let sent = context.peer.send_cancellable_request(ServerRequest::ElicitRequest(request), options);
        sent.await?.await_response().await
    };
    let answer = tokio::select! {
        answer = answer => answer,
        () = context.ct.cancelled() => return refused("The request was cancelled before the user answered"),
    };
    match answer {
        Ok(answer) => judged(&serde_json::to_value(answer).unwrap_or_default()),
        Err(ServiceError::Timeout { .. }) => refused("The user did not answer in time"),
        Err(error) => {
            tracing::warn!(%error, "the client could not ask the user");
            refused("The client could not ask the user")
        }
    }
}

/// What an answer means; only a plain yes is one.
fn judged(answer: &Value) -> Consent {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => Consent::Given,
        Some("decline") => refused("The user was asked and refused"),
        _ => refused("The user was asked and did not agree"),
    }
}

fn refused(why: &str) -> Consent {
    Consent::Refused(Failure {
        error: format!("{why}; nothing was changed."),
        error_type: "cancelled",
        details: Box::new(Details::default()),
        instruction: Some("Do not try again unless the user asks for it.".to_owned()),
    })
}
