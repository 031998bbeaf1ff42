//! Generates `docs/tools.md` from what the server publishes.

mod fields;
mod markdown;

use std::collections::HashMap;

use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::{Value, json};

use super::support::TestServer;
use crate::protocol::names::ToolNames;
use crate::protocol::registry::{Tool, output_schema};
use crate::tools::{ToolVisitor, visit_all};
use fields::{fields, value_of};
use markdown::{code, prose, table};

const HEAD: &str = "# Tools, prompts and resources

<!-- Generated from what the server publishes: UPDATE_REFERENCE=1 cargo test reference. Do not edit. -->

You do not need this page to use LoreKeeper: ask your assistant in your own words, and it chooses a tool. This is the reference for the
curious and for people who write programs.
";

const PREFIX: &str = "The environment variable `MCP_TOOL_PREFIX` replaces the prefix `guide_`.\n\n";

const OF_THE_WINDOW: &str = "LoreKeeper's window is offered these as well. They answer every client, but assistants are not offered them: each tool in the list
costs a conversation room.\n\n";

const ENVELOPE: &str = "## Every result

The structured content of a result has these fields; absent ones are omitted. Each tool describes its `value`. Clients get an outline of
these schemas, and none where it could not name every field.
";

const ENTRY: &str = "## An entry

The fields of every entry in a lookup or search. The tools below list the additional fields of their entries. In a long list only the
best entries are whole. The others are shortened to a line: their name, kind, document and `uri`, and the facts by which entries are
chosen; what is false is left out, and `also_in` and `variants` are only keys of documents and names. Facts with the words that state
them are in the answers of `guide_read_entry`.
";

/// The tools have the complete schemas of their results.
struct Published {
    tools: Vec<Value>,
    for_assistants: Vec<String>,
    prompts: Vec<Value>,
    resources: Vec<Value>,
    templates: Vec<Value>,
}

impl Published {
    async fn of(table: &TestServer) -> Self {
        let client = &table.client;
        let offered = client.list_all_tools().await.unwrap();
        let window = TestServer::of_the_window().await;
        let mut tools = values(window.client.list_all_tools().await.unwrap());
        let mut complete = OutputSchemas::default();
        visit_all(&mut complete);
        for tool in &mut tools {
            tool["outputSchema"] = Value::Object(complete.0.remove(text(tool, "name")).unwrap());
        }
        // The lookups come before the management of the library.
        tools.sort_by_key(|tool| (text(tool, "name").starts_with("guide_"), text(tool, "name").to_owned()));
        Self {
            tools,
            for_assistants: offered.into_iter().map(|tool| tool.name.into_owned()).collect(),
            prompts: values(client.list_all_prompts().await.unwrap()),
            resources: values(client.list_all_resources().await.unwrap()),
            templates: values(client.list_all_resource_templates().await.unwrap()),
        }
    }

    fn in_markdown(&self) -> String {
        let mut shown = HEAD.to_owned();
        let (for_assistants, of_the_window): (Vec<&Value>, Vec<&Value>) = self
            .tools
            .iter()
            .partition(|tool| self.for_assistants.iter().any(|name| name == text(tool, "name")));
        let (reading, writing): (Vec<&Value>, Vec<&Value>) =
            for_assistants.iter().partition(|tool| tool["annotations"]["readOnlyHint"] == true);
        let groups = [
            ("Tools that only read", "", reading),
            ("Tools that change the library", "", writing),
            ("Tools of the window", OF_THE_WINDOW, of_the_window),
        ];
        for (title, words, tools) in &groups {
            shown += &format!("\n## {title}\n\n{words}");
            shown += &table(
                &["tool", "purpose"],
                tools.iter().map(|tool| {
                    let name = text(tool, "name");
                    vec![format!("[{}](#{name})", code(name)), prose(text(tool, "title"))]
                }),
            );
        }
        shown += PREFIX;
        shown += &section(ENVELOPE, &self.tools[0]["outputSchema"], &["value"]);
        let common = self.common_fields();
        shown += &section(ENTRY, &entry_schema(&self.tools).unwrap()["items"], &self.special_fields(&common));
        for (title, _, tools) in &groups {
            shown += &format!("\n## {title}, one by one\n");
            tools.iter().for_each(|tool| shown += &tool_in_markdown(tool, &common));
        }
        shown += &prompts_in_markdown(&self.prompts);
        shown += "\n## Resources\n\nClients read these by address, without a tool. The server completes the names in braces.\n\n";
        let all = self.resources.iter().chain(&self.templates);
        shown += &table(
            &["address", "title", "form", "content"],
            all.map(|resource| {
                let address = if resource["uri"].is_string() { "uri" } else { "uriTemplate" };
                vec![
                    code(text(resource, address)),
                    prose(text(resource, "title")),
                    code(text(resource, "mimeType")),
                    prose(text(resource, "description")),
                ]
            }),
        );
        while shown.contains("\n\n\n") {
            shown = shown.replace("\n\n\n", "\n\n");
        }
        format!("{}\n", shown.trim_end())
    }

    fn common_fields(&self) -> Vec<String> {
        let mut lists = self.tools.iter().filter(|tool| returns_entries(tool)).map(|tool| {
            let item = &tool["outputSchema"]["properties"]["value"]["items"];
            item["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        });
        let first = lists.next().unwrap();
        lists.fold(first, |common, list| common.into_iter().filter(|field| list.contains(field)).collect())
    }

    fn special_fields(&self, common: &[String]) -> Vec<&str> {
        let item = &entry_schema(&self.tools).unwrap()["items"];
        let names = item["properties"].as_object().unwrap().keys().map(String::as_str);
        names.filter(|name| !common.iter().any(|it| it == name)).collect()
    }
}

#[derive(Default)]
struct OutputSchemas(HashMap<String, JsonObject>);

impl ToolVisitor for OutputSchemas {
    fn visit<T: Tool>(&mut self) {
        let name = ToolNames::with_prefix("guide_").published(T::NAME);
        self.0.insert(name, output_schema::<T>());
    }
}

fn values(list: Vec<impl Serialize>) -> Vec<Value> {
    list.into_iter().map(|it| serde_json::to_value(it).unwrap()).collect()
}

fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_default()
}

fn entry_schema(tools: &[Value]) -> Option<&Value> {
    let tool = tools.iter().find(|tool| returns_entries(tool))?;
    Some(&tool["outputSchema"]["properties"]["value"])
}

fn returns_entries(tool: &Value) -> bool {
    let item = &tool["outputSchema"]["properties"]["value"]["items"]["properties"];
    item["slug"].is_object() && item["document_key"].is_object()
}

fn section(head: &str, schema: &Value, without: &[&str]) -> String {
    let rows = fields(schema, 2)
        .into_iter()
        .filter(|field| !without.contains(&field.path.split('.').next().unwrap()));
    format!("\n{head}\n{}", table(&["field", "type", "meaning"], rows.map(|field| field.as_result())))
}

fn tool_in_markdown(tool: &Value, common: &[String]) -> String {
    let name = text(tool, "name");
    let (words, examples) = text_and_examples(text(tool, "description"));
    let mut shown = format!("\n### {name}\n\n**{}.** {}\n\n", prose(text(tool, "title")), prose(words));
    shown += &format!("{}\n\n", marks(&tool["annotations"]));
    let arguments = fields(&tool["inputSchema"], 2);
    if arguments.is_empty() {
        shown += "No arguments.\n\n";
    }
    shown += &table(
        &["argument", "type", "range", "default", "meaning"],
        arguments.iter().map(fields::Field::as_argument),
    );
    let calls: String = examples.iter().map(|example| format!("{name} {example}\n")).collect();
    shown += &format!("```text\n{calls}```\n\n");
    let value = &tool["outputSchema"]["properties"]["value"];
    let (what, of) = value_of(value);
    let what = if returns_entries(tool) { "A list of [entries](#an-entry).".to_owned() } else { what };
    let own = fields(of, 3).into_iter().filter(|field| {
        !returns_entries(tool)
            || !common.iter().any(|it| Some(it.as_str()) == field.path.split(['.', '[']).next())
    });
    let rows = table(&["field", "type", "meaning"], own.map(|field| field.as_result()));
    shown += &format!("Returns: {what}\n");
    if !rows.is_empty() {
        shown += &format!("\n<details><summary>Fields of the result</summary>\n\n{rows}</details>\n");
    }
    shown
}

fn marks(annotations: &Value) -> String {
    let is = |mark: &str| annotations[mark] == true;
    let mut words = Vec::new();
    if is("readOnlyHint") {
        words.push("Only reads.");
    } else {
        words.push(if is("destructiveHint") {
            "Changes the library and may remove content."
        } else {
            "Changes the library."
        });
        words.push(if is("idempotentHint") {
            "A repeated call has no further effect."
        } else {
            "A repeated call has a further effect."
        });
    }
    words.push(if is("openWorldHint") { "May query Open5e." } else { "Needs no network." });
    format!("*{}*", words.join(" "))
}

fn text_and_examples(description: &str) -> (&str, Vec<Value>) {
    let (words, rest) = description
        .split_once("Examples: ")
        .or_else(|| description.split_once("Example: "))
        .unwrap_or((description, ""));
    let mut examples = Vec::new();
    let mut rest = rest;
    while rest.starts_with('{') {
        let mut read = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        examples.push(read.next().unwrap().unwrap());
        rest = rest.get(read.byte_offset()..).unwrap().trim_start_matches(['.', ';', ' ']);
    }
    assert_eq!(rest, "", "only examples follow the word: {description}");
    (words.trim(), examples)
}

fn prompts_in_markdown(prompts: &[Value]) -> String {
    let mut shown = "\n## Prompts\n\nPeople choose these in clients that support prompts; many show them after a slash.\n".to_owned();
    for prompt in prompts {
        let (name, title) = (text(prompt, "name"), text(prompt, "title"));
        shown += &format!("\n### {name}\n\n**{}.** {}\n\n", prose(title), prose(text(prompt, "description")));
        let arguments = prompt["arguments"].as_array().into_iter().flatten();
        shown += &table(
            &["argument", "required", "meaning"],
            arguments.map(|argument| {
                let needed = if argument["required"] == true { "yes" } else { "no" };
                vec![code(text(argument, "name")), needed.to_owned(), prose(text(argument, "description"))]
            }),
        );
    }
    shown
}

/// Set `UPDATE_REFERENCE=1` to write the file instead of comparing it.
#[tokio::test]
async fn the_reference_matches_what_the_server_publishes() {
    let made = Published::of(&TestServer::with_starter().await).await.in_markdown();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tools.md");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "docs/tools.md is stale: UPDATE_REFERENCE=1 cargo test --lib reference");
}

#[tokio::test]
async fn examples_of_reading_tools_find_something() {
    let table = TestServer::with_starter().await;
    for tool in Published::of(&table).await.tools {
        let (_, examples) = text_and_examples(text(&tool, "description"));
        assert!(!examples.is_empty(), "{}", text(&tool, "name"));
        // Other tests call the tools that use the network.
        let reads =
            tool["annotations"]["readOnlyHint"] == true && !text(&tool, "name").ends_with("list_open5e");
        for example in examples.into_iter().filter(|_| reads) {
            let reply = table.call(text(&tool, "name"), example.clone()).await;
            assert!(!reply.is_error, "{} {example}: {}", text(&tool, "name"), reply.text);
            let needs_sync = ["open5e_v2", "srd-2024"].iter().any(|it| example.to_string().contains(it));
            let finds = needs_sync || *reply.value() != json!([]);
            assert!(finds, "{} {example} finds nothing", text(&tool, "name"));
        }
    }
}

#[tokio::test]
async fn all_tools_share_one_envelope() {
    let mut envelopes =
        Published::of(&TestServer::with_starter().await).await.tools.into_iter().map(|tool| {
            let mut properties = tool["outputSchema"]["properties"].clone();
            properties.as_object_mut().unwrap().remove("value");
            properties
        });
    let first = envelopes.next().unwrap();
    assert!(envelopes.all(|envelope| envelope == first));
}
