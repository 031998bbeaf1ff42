use std::path::{Path, PathBuf};
use std::sync::Arc;

use lore::EmbeddingOptions;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation, JsonObject,
};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::process::lazy_library::{LazyLibrary, starter_folder};
use crate::server::{Caller, Server};
use crate::tools;

/// A server over a library of its own, with a client connected to it.
pub(super) struct Table {
    pub(super) client: RunningService<RoleClient, ClientConfig>,
    home: TempDir,
}

/// A tool's answer.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) content: Value,
    pub(super) text: String,
    pub(super) is_error: bool,
}

impl Table {
    /// A library with the starter content.
    pub(super) async fn with_starter() -> Self {
        let home = TempDir::new().unwrap();
        copy(filled_library().await, home.path());
        Self::at(home, "guide_", "table").await
    }

    /// A library with the starter content, asked by LoreKeeper's own window.
    pub(super) async fn of_the_window() -> Self {
        let home = TempDir::new().unwrap();
        copy(filled_library().await, home.path());
        Self::at(home, "guide_", "lorekeeper").await
    }

    /// A library with SRD 5.1 alone, where every name stands once.
    pub(super) async fn with_one_book() -> Self {
        Self::without(&["srd-2024"]).await
    }

    /// A library without any content.
    pub(super) async fn empty() -> Self {
        Self::without(&["srd-2014", "srd-2024"]).await
    }

    async fn without(documents: &[&str]) -> Self {
        let table = Self::with_starter().await;
        for document in documents {
            let arguments = serde_json::json!({"document": document, "confirm": "DELETE_DOCUMENT"});
            assert!(!table.call("guide_delete_document", arguments).await.is_error);
        }
        table
    }

    /// A library with the starter content, its tools under another prefix.
    pub(super) async fn with_prefix(prefix: &str) -> Self {
        let home = TempDir::new().unwrap();
        Self::at(home, prefix, "table").await
    }

    async fn at(home: TempDir, prefix: &str, client: &str) -> Self {
        let library = LazyLibrary::new(Some(home.path().to_owned()), EmbeddingOptions::default(), None);
        let server = Server::new(library, Arc::new(tools::all(prefix)), Caller::default(), Arc::default());
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let running = server.serve(theirs).await.unwrap();
            running.waiting().await.unwrap();
        });
        let client = ClientConfig::new(ClientCapabilities::default(), Implementation::new(client, "1.0"));
        Self { client: client.serve(ours).await.unwrap(), home }
    }

    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Calls a tool.
    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Reply {
        Reply::of(self.try_call(tool, arguments).await.unwrap())
    }

    /// Calls a tool that may be answered with an error of the protocol.
    pub(super) async fn try_call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        self.client.call_tool(request(tool, arguments)).await
    }
}

fn request(tool: &str, arguments: JsonObject) -> CallToolRequestParams {
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)
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

    /// The list in `value`; the tool must have succeeded.
    pub(super) fn entries(&self) -> &Vec<Value> {
        assert_eq!(self.content["success"], true, "{}", self.text);
        assert!(!self.is_error);
        self.content["value"].as_array().unwrap()
    }

    /// The names of the entries, in order.
    pub(super) fn names(&self) -> Vec<&str> {
        self.entries().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
    }

    /// The error; the tool must have failed.
    pub(super) fn error(&self) -> &str {
        assert!(self.is_error, "{}", self.text);
        assert_eq!(self.content["success"], false);
        assert_eq!(self.content["value"], Value::Null);
        self.content["error"].as_str().unwrap()
    }

    /// The message beside the answer.
    pub(super) fn message(&self) -> &str {
        self.content["message"].as_str().unwrap_or_default()
    }
}

/// A library with the starter content and its text index, made once and copied for each test.
async fn filled_library() -> &'static Path {
    static FILLED: OnceCell<PathBuf> = OnceCell::const_new();
    FILLED
        .get_or_init(|| async {
            let starter = starter_folder()
                .expect("the starter content is missing: run `scripts/fetch-resources`, or `make test`");
            let home = std::env::temp_dir().join(format!("lorekeeper-starter-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&home);
            let options = lore::Options { starter: Some(starter), ..lore::Options::at(&home) };
            let library = lore::Library::open(options).await.unwrap();
            library.catch_up(&lore::progress::Job::quiet()).await.unwrap();
            library.close().await;
            home
        })
        .await
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        let target = to.join(file.file_name());
        if file.file_type().unwrap().is_dir() {
            copy(&file.path(), &target);
        } else {
            std::fs::copy(file.path(), target).unwrap();
        }
    }
}
