//! The MCP server: the only place, with its neighbours, that knows the protocol.

use std::sync::Arc;

use lore::Library;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, Implementation, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::envelope::Failure;
use crate::shelf::Shelf;
use crate::{registry, resources, tools};

/// What the assistant is told once, when it connects. The notices stand as their licences ask.
fn instructions() -> String {
    format!(
        "LoreKeeper answers from the user's own library of fifth-edition (5E compatible) content. Use the lookup tools for entries of \
         one kind by name and fields, and `search_dnd_content` for a few words over everything. Names match whatever their case; `*` \
         stands for any text. The same entry may be in several documents and editions: say which document an answer is from (its \
         `document_name`), and narrow with `documents` when the user plays one edition; `list_documents` gives the keys.\n\n{}\n\n{}",
        lore::model::SRD_2014_NOTICE,
        lore::model::SRD_2024_NOTICE,
    )
}

/// One server over one library.
#[derive(Clone)]
pub(crate) struct Server {
    shelf: Shelf,
    tools: Arc<ToolRouter<Server>>,
}

impl Server {
    /// A server whose tools without a prefix of their own get `default_prefix`.
    pub(crate) fn new(shelf: Shelf, default_prefix: &str) -> Self {
        Self { shelf, tools: Arc::new(tools::all(default_prefix)) }
    }

    /// The library, opened when it is first needed.
    pub(crate) async fn library(&self) -> Result<&Library, Failure> {
        Ok(self.shelf.library().await?)
    }

    /// The library, for requests that are no tool calls.
    pub(crate) async fn library_or_error(&self) -> Result<&Library, ErrorData> {
        self.shelf.library().await.map_err(|error| resources::internal(&error))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_completions().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("lorekeeper", env!("CARGO_PKG_VERSION")).with_title("LoreKeeper"),
            )
            .with_instructions(instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list_all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone();
        if !self.tools.has_route(&name) {
            let shown = crate::arguments::shown(&name);
            tracing::error!("Tool {shown} failed: there is no such tool");
            let tools = self.tools.list_all();
            let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
            let near = lore::query::nearest(&shown, &names, 1).join("");
            return Err(ErrorData::invalid_params(
                format!("there is no tool `{shown}`; the nearest is `{near}`"),
                None,
            ));
        }
        tracing::trace!("Tool called: {name}");
        let result = self.tools.call(ToolCallContext::new(self, request, context)).await;
        match &result {
            Ok(CallToolResponse::Complete(done)) => match registry::failure_in(done) {
                Some(error) => tracing::error!("Tool {name} failed: {error}"),
                None => tracing::trace!("Tool {name} completed successfully"),
            },
            Ok(_) => tracing::trace!("Tool {name} completed successfully"),
            Err(error) => tracing::error!("Tool {name} failed: {error}"),
        }
        result
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::list())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(resources::read(self.library_or_error().await?, &request.uri).await?.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        resources::complete(self.library_or_error().await?, &request).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let misshapen = (request.method == "tools/call")
            .then(|| registry::arguments_are_no_object(request.params.as_ref()));
        let unknown = || ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None);
        Err(misshapen.flatten().unwrap_or_else(unknown))
    }
}
