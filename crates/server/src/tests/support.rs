use std::path::Path;
use std::sync::{Arc, Weak};

use lore::EmbeddingOptions;
use lore::ingest::open5e::ClientOptions;
use rmcp::model::{
    ArgumentInfo, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    CompleteRequestParams, CompletionContext, Implementation, ReadResourceRequestParams, Reference,
};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::settings::{resources_folders, starter_folder};
use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};
use crate::protocol::session::SessionClient;
use crate::server::Server;
use crate::tests::schema::violation;
use crate::tests::template::Template;
use crate::tools::Toolset;

pub(super) struct TestServer {
    pub(super) client: RunningService<RoleClient, ClientConfig>,
    tools: Arc<Toolset>,
    home: TempDir,
}

#[derive(Debug)]
pub(super) struct Reply {
    pub(super) content: Value,
    pub(super) text: String,
    pub(super) is_error: bool,
}

impl TestServer {
    pub(super) async fn with_starter() -> Self {
        Self::with_prefix("guide_").await
    }

    pub(super) async fn with_capabilities(capabilities: ClientCapabilities) -> Self {
        let client = ClientConfig::new(capabilities, Implementation::new("server", "1.0"));
        Self::start("guide_", client).await
    }

    pub(super) async fn of_the_window() -> Self {
        Self::of_client_named("lorekeeper").await
    }

    pub(super) async fn of_client_named(name: &str) -> Self {
        Self::of_client("guide_", name).await
    }

    /// In SRD 5.1 alone, every name is unique.
    pub(super) async fn with_one_book() -> Self {
        Self::without(&["srd-2024"]).await
    }

    pub(super) async fn empty() -> Self {
        Self::without(&["srd-2014", "srd-2024"]).await
    }

    async fn without(documents: &[&str]) -> Self {
        let server = Self::with_starter().await;
        for document in documents {
            let reply = server.delete(document).await;
            assert!(!reply.is_error, "{reply:?}");
        }
        server
    }

    pub(super) async fn delete(&self, document: &str) -> Reply {
        self.call("guide_delete_document", json!({"document": document, "confirm": "DELETE_DOCUMENT"})).await
    }

    pub(super) async fn read(&self, uri: &str) -> Result<Vec<Value>, ServiceError> {
        let result = self.client.read_resource(ReadResourceRequestParams::new(uri)).await?;
        Ok(result.contents.iter().map(|content| serde_json::to_value(content).unwrap()).collect())
    }

    pub(super) async fn complete(
        &self,
        of: Reference,
        name: &str,
        typed: &str,
        given: &[(&str, &str)],
    ) -> Vec<String> {
        let mut context = CompletionContext::new();
        context.arguments =
            Some(given.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect());
        let mut request = CompleteRequestParams::new(of, ArgumentInfo::new(name, typed));
        request.context = Some(context);
        self.client.complete(request).await.unwrap().completion.values
    }

    pub(super) async fn with_prefix(prefix: &str) -> Self {
        Self::of_client(prefix, "server").await
    }

    async fn of_client(prefix: &str, name: &str) -> Self {
        let client = Implementation::new(name, "1.0");
        Self::start(prefix, ClientConfig::new(ClientCapabilities::default(), client)).await
    }

    async fn start(prefix: &str, client: ClientConfig) -> Self {
        let home = starter_library().await;
        let library = LazyLibrary::new(library_settings(home.path()));
        let tools = Arc::new(Toolset::with_prefix(prefix));
        let server = Server::new(library, Arc::clone(&tools), SessionClient::default(), Weak::new());
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let running = Box::pin(server.serve(theirs)).await.unwrap();
            running.waiting().await.unwrap();
        });
        Self { client: client.serve(ours).await.unwrap(), tools, home }
    }

    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Reply {
        Reply::of(self.try_call(tool, arguments).await.unwrap())
    }

    pub(super) async fn try_call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.client.call_tool(request).await?;
        let schema = self.tools.router.get(tool).and_then(|tool| tool.output_schema.as_deref());
        if let (Some(content), Some(schema)) = (&result.structured_content, schema) {
            assert_eq!(violation(&Value::Object(schema.clone()), content, tool), None);
        }
        Ok(result)
    }
}

impl Reply {
    fn of(result: CallToolResult) -> Self {
        let text = result.content.first().and_then(|block| block.as_text()).map(|text| text.text.clone());
        Self {
            content: result.structured_content.unwrap(),
            text: text.unwrap_or_default(),
            is_error: result.is_error == Some(true),
        }
    }

    pub(super) fn value(&self) -> &Value {
        &self.content["value"]
    }

    pub(super) fn entries(&self) -> &Vec<Value> {
        assert_eq!(self.content["success"], true, "{}", self.text);
        assert!(!self.is_error);
        self.value().as_array().unwrap()
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.texts("name")
    }

    /// Returns a field of each entry.
    pub(super) fn texts(&self, field: &str) -> Vec<&str> {
        self.entries().iter().map(|entry| entry[field].as_str().unwrap()).collect()
    }

    pub(super) fn error(&self) -> &str {
        assert!(self.is_error, "{}", self.text);
        assert_eq!(self.content["success"], false);
        assert_eq!(*self.value(), Value::Null);
        self.content["error"].as_str().unwrap()
    }

    pub(super) fn message(&self) -> &str {
        self.content["message"].as_str().unwrap_or_default()
    }

    #[track_caller]
    pub(super) fn says(&self, words: &str) {
        assert!(self.message().contains(words), "{words} is not in: {}", self.message());
    }

    #[track_caller]
    pub(super) fn fails_with(&self, words: &str) {
        assert!(self.error().contains(words), "{words} is not in: {}", self.error());
    }
}

/// Checks these fields of an object.
#[track_caller]
pub(super) fn has(object: &Value, fields: &Value) {
    for (field, value) in fields.as_object().unwrap() {
        assert_eq!(object[field], *value, "{field} of {object}");
    }
}

pub(super) fn library_settings(home: &Path) -> LibrarySettings {
    LibrarySettings {
        access: lore::Access::Change,
        home: Some(home.to_owned()),
        starter: starter_folder(&resources_folders()),
        embedding: EmbeddingOptions::default(),
        open5e: Ok(ClientOptions::default()),
        offline: true,
    }
}

pub(super) async fn starter_library() -> TempDir {
    let starter = starter_folder(&resources_folders())
        .expect("the starter content is missing: run `scripts/fetch-resources`, or `make test`");
    let made_from = [std::env::current_exe().unwrap(), starter.join(".stamp")];
    let template = match Template::open("server", &[&made_from[0], &made_from[1]]) {
        Ok(template) => template,
        Err(draft) => {
            let options = lore::Options { starter: Some(starter), ..lore::Options::at(&draft.folder) };
            let library = lore::Library::open(options).await.unwrap();
            library.catch_up(&lore::progress::Job::quiet()).await.unwrap();
            library.close().await;
            // Windows renames no folder with files that are open.
            drop(library);
            draft.complete()
        }
    };
    let home = TempDir::new().unwrap();
    template.copy_to(home.path());
    home
}
