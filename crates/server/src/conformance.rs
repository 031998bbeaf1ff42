//! The protocol's official conformance suite asks for tools, prompts and resources of its own, because no real server uses all of the
//! protocol: pictures, sound, questions to the user, lists that change. The fixture has them and leaves everything else to the real
//! server. It is compiled with the feature `conformance` only, which no release has.

// The protocol is giving up sampling, roots, logging and `resources/subscribe`; the suite still asks for them.
#![expect(deprecated, reason = "older revisions of the protocol are tested, too")]

mod changes;
mod conversation;
mod forms;
mod materials;
mod prompts;
mod questions;
mod tools;

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, LoggingLevel, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
    Tool, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::server::Server;

/// A conversation with the real server that has more to offer.
#[derive(Clone)]
pub(crate) struct Fixture {
    server: Server,
    /// From which level on the client wants to be told what is logged.
    level: Arc<Mutex<LoggingLevel>>,
}

impl Fixture {
    /// The fixture around a real server.
    pub(crate) fn new(server: Server) -> Self {
        Self { server, level: Arc::new(Mutex::new(LoggingLevel::Info)) }
    }
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.server.get_info();
        let offered = &mut info.capabilities;
        offered.logging.get_or_insert_default();
        offered.prompts.get_or_insert_default().list_changed = Some(true);
        offered.tools.get_or_insert_default().list_changed = Some(true);
        let resources = offered.resources.get_or_insert_default();
        resources.subscribe = Some(true);
        resources.list_changed = Some(true);
        info
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = request.level;
        Ok(())
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.server.list_tools(page, context).await?;
        list.tools.extend(tools::all());
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name).or_else(|| self.server.get_tool(name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(script) = questions::of_tool(&request.name) {
            return script
                .go_on(request.request_state.as_deref(), request.input_responses.as_ref(), &context)
                .map(questions::Turn::into_tool_response);
        }
        let level = *self.level.lock().unwrap_or_else(PoisonError::into_inner);
        match tools::call(&request, level, &context).await {
            Some(answer) => answer.map(Into::into),
            None => self.server.call_tool(request, context).await,
        }
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut list = self.server.list_prompts(page, context).await?;
        list.prompts.extend(prompts::all());
        Ok(list)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if let Some(script) = questions::of_prompt(&request.name) {
            return script
                .go_on(request.request_state.as_deref(), request.input_responses.as_ref(), &context)
                .map(questions::Turn::into_prompt_response);
        }
        match prompts::get(&request) {
            Some(answer) => answer.map(Into::into),
            None => self.server.get_prompt(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut list = self.server.list_resources(page, context).await?;
        list.resources.extend(materials::resources());
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut list = self.server.list_resource_templates(page, context).await?;
        list.resource_templates.push(materials::template());
        Ok(list)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match materials::read(&request.uri) {
            Some(contents) => Ok(contents.into()),
            None => self.server.read_resource(request, context).await,
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        match prompts::complete(&request) {
            Some(answer) => answer,
            None => self.server.complete(request, context).await,
        }
    }

    // Nothing that can be watched this way ever changes, so that nobody has to be remembered.
    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        materials::can_be_watched(&request.uri)
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        materials::can_be_watched(&request.uri)
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.get_info().capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let _listener = changes::Listener::new(context.sink().clone());
        context.cancelled().await;
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.server.on_custom_request(request, context).await
    }
}
