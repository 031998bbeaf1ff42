//! Generates `docs/tools.md` from what the server publishes.

mod fields;
mod markdown;

use serde::Serialize;
use serde_json::{Value, json};

use super::support::TestServer;
use crate::protocol::envelope::Envelope;
use crate::protocol::registry::Tool;
use crate::protocol::schema;
use crate::tools::{ToolVisitor, Toolset, visit_all};
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

const RESOURCES: &str = "\n## Resources\n\nClients read these by address, without a tool. The server completes the names in braces.\n\n";

/// The tools as clients see them, but with the complete schemas of their results.
struct Tools {
    of: Toolset,
    all: Vec<Value>,
}

impl ToolVisitor for Tools {
    fn visit<T: Tool>(&mut self) {
        let name = self.of.names.published(T::NAME);
        let mut tool = serde_json::to_value(self.of.router.get(&name)).unwrap();
        tool["outputSchema"] = schema::of_output::<Envelope<T::Value>>().into();
        tool["isForAssistants"] = T::IS_FOR_ASSISTANTS.into();
        self.all.push(tool);
    }
}

/// The lookups come before the management of the library.
fn tools() -> Vec<Value> {
    let mut tools = Tools { of: Toolset::with_prefix("guide_"), all: Vec::new() };
    visit_all(&mut tools);
    tools.all.sort_by_key(|tool| (text(tool, "name").starts_with("guide_"), text(tool, "name").to_owned()));
    tools.all
}

async fn reference_in_markdown(server: &TestServer) -> String {
    let mut shown = HEAD.to_owned();
    let tools = tools();
    let (for_assistants, of_the_window): (Vec<&Value>, Vec<&Value>) =
        tools.iter().partition(|tool| tool["isForAssistants"] == true);
    let (reading, writing): (Vec<&Value>, Vec<&Value>) =
        for_assistants.iter().partition(|tool| tool["annotations"]["readOnlyHint"] == true);
    let groups = [
        ("Tools that only read", "", reading),
        ("Tools that change the library", "", writing),
        ("Tools of the window", OF_THE_WINDOW, of_the_window),
    ];
    for (title, words, tools) in &groups {
        shown += &format!("\n## {title}\n\n{words}");
        let rows = tools.iter().map(|tool| {
            let name = text(tool, "name");
            vec![format!("[{}](#{name})", code(name)), prose(text(tool, "title"))]
        });
        shown += &table(&["tool", "purpose"], rows);
    }
    shown += PREFIX;
    shown += &section(ENVELOPE, &tools[0]["outputSchema"], |field| field != "value");
    let entries: Vec<&Value> =
        tools.iter().filter(|tool| returns_entries(tool)).map(|tool| &value_schema(tool)["items"]).collect();
    let is_common = |field: &str| entries.iter().all(|entry| entry["properties"].get(field).is_some());
    shown += &section(ENTRY, entries[0], is_common);
    for (title, _, tools) in &groups {
        shown += &format!("\n## {title}, one by one\n");
        tools.iter().for_each(|tool| shown += &tool_in_markdown(tool, is_common));
    }
    shown += &prompts_in_markdown(&values(server.client.list_all_prompts().await.unwrap()));
    shown += RESOURCES;
    let mut resources = values(server.client.list_all_resources().await.unwrap());
    resources.extend(values(server.client.list_all_resource_templates().await.unwrap()));
    let rows = resources.iter().map(|resource| {
        let address = if resource["uri"].is_string() { "uri" } else { "uriTemplate" };
        vec![
            code(text(resource, address)),
            prose(text(resource, "title")),
            code(text(resource, "mimeType")),
            prose(text(resource, "description")),
        ]
    });
    shown += &table(&["address", "title", "form", "content"], rows);
    while shown.contains("\n\n\n") {
        shown = shown.replace("\n\n\n", "\n\n");
    }
    format!("{}\n", shown.trim_end())
}

fn values(list: Vec<impl Serialize>) -> Vec<Value> {
    list.into_iter().map(|it| serde_json::to_value(it).unwrap()).collect()
}

fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_default()
}

fn value_schema(tool: &Value) -> &Value {
    &tool["outputSchema"]["properties"]["value"]
}

fn returns_entries(tool: &Value) -> bool {
    let item = &value_schema(tool)["items"]["properties"];
    item["slug"].is_object() && item["document_key"].is_object()
}

fn section(head: &str, schema: &Value, has: impl Fn(&str) -> bool) -> String {
    let rows = fields(schema, 2).into_iter().filter(|field| has(field.root()));
    format!("\n{head}\n{}", table(&["field", "type", "meaning"], rows.map(|field| field.as_result())))
}

fn tool_in_markdown(tool: &Value, is_common: impl Fn(&str) -> bool) -> String {
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
    let (what, of) = value_of(value_schema(tool));
    let what = if returns_entries(tool) { "A list of [entries](#an-entry).".to_owned() } else { what };
    let own = fields(of, 3).into_iter().filter(|field| !returns_entries(tool) || !is_common(field.root()));
    let rows = table(&["field", "type", "meaning"], own.map(|field| field.as_result()));
    shown += &format!("Returns: {what}\n");
    if !rows.is_empty() {
        shown += &format!("\n<details><summary>Fields of the result</summary>\n\n{rows}</details>\n");
    }
    shown
}

fn marks(annotations: &Value) -> String {
    let either =
        |mark: &str, yes: &'static str, no: &'static str| if annotations[mark] == true { yes } else { no };
    let network = either("openWorldHint", "May query Open5e.", "Needs no network.");
    if annotations["readOnlyHint"] == true {
        return format!("*Only reads. {network}*");
    }
    let loss = either("destructiveHint", " and may remove content", "");
    let again = either("idempotentHint", "no", "a");
    format!("*Changes the library{loss}. A repeated call has {again} further effect. {network}*")
}

fn text_and_examples(description: &str) -> (&str, Vec<Value>) {
    let (words, rest) = description.split_once("Example").unwrap_or((description, ""));
    let mut rest = rest.trim_start_matches(['s', ':', ' ']);
    let mut examples = Vec::new();
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
    let made = reference_in_markdown(&TestServer::with_starter().await).await;
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
    for tool in tools() {
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
