//! The tool `save_entry`.

use lore::model::{ABILITIES, Kind, quoted, shown};
use lore::own::{EntryDraft, Input, MAX_ITEMS, form_of};
use lore::progress::Job;
use lore::{EntryAction, EntryChange, EntryKey};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::protocol::progress;
use crate::protocol::registry::{Failure, Question, Session, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(crate) struct SaveEntry {
    /// The kind: `creature`, `spell`, `magic-item`, `feat`, `rule`, `table` …
    kind: Option<String>,
    /// The name.
    name: Option<String>,
    /// The user's book; a new title makes one.
    book: Option<String>,
    /// Its fields, named as in lookups: these and others.
    fields: Option<Map<String, Value>>,
    /// The text as Markdown.
    text: Option<String>,
    /// A creature as the text of its stat block.
    stat_block: Option<String>,
    /// The entry to copy and change, by `uri`.
    copy_of: Option<String>,
    /// The own entry to change, by `uri`.
    change: Option<String>,
    /// False stores it.
    #[serde(default = "yes")]
    preview: bool,
    /// The own entry to delete, by `uri`.
    delete: Option<String>,
    /// The own entry whose last change to undo, by `uri`.
    undo: Option<String>,
}

/// The fields of entries that the published schema names. The others are accepted, too.
const USUAL_FIELDS: [&str; 24] = [
    "level", "school", "casting_time", "range", "components", "duration", "concentration", "ritual", "size",
    "type", "alignment", "armor_class", "hit_points", "speed", "ability_scores", "challenge_rating",
    "traits", "actions", "rarity", "requires_attunement", "damage_dice", "damage_type", "cost_gp",
    "prerequisite",
];

/// Returns the schema of a field's values, which differ between kinds of entries.
fn schema_of(name: &str) -> Value {
    let mut schemas: Vec<Value> = Vec::new();
    for field in Kind::ALL.iter().flat_map(|kind| form_of(*kind)).filter(|field| field.name == name) {
        let of_kind = match field.input {
            Input::Rating => vec![json!({ "type": "number" }), json!({ "type": "string" })],
            Input::Number => vec![json!({ "type": "integer" })],
            Input::Amount => vec![json!({ "type": "number" })],
            Input::Flag => vec![json!({ "type": "boolean" })],
            Input::List => vec![list_of(&json!({ "type": "string" }))],
            Input::Parts => {
                let part = json!({ "name": { "type": "string" }, "text": { "type": "string" } });
                vec![list_of(&json!({ "type": "object", "properties": part }))]
            }
            Input::Scores => {
                let score = |name: &str| (name.to_lowercase(), json!({ "type": "integer" }));
                let scores: JsonObject = ABILITIES.iter().map(|name| score(name)).collect();
                vec![json!({ "type": "object", "properties": scores })]
            }
            // Bonuses are a text such as `Dex +4, Con +2`.
            _ => vec![json!({ "type": "string" })],
        };
        for schema in of_kind {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
    }
    match <[Value; 1]>::try_from(schemas) {
        Ok([only]) => only,
        Err(several) => json!({ "anyOf": several }),
    }
}

fn list_of(items: &Value) -> Value {
    json!({ "type": "array", "items": items, "maxItems": MAX_ITEMS })
}

const fn yes() -> bool {
    true
}

impl SaveEntry {
    fn action(self) -> Result<EntryAction, Failure> {
        let Self { kind, name, book, fields, text, stat_block, copy_of, change, preview: _, delete, undo } =
            self;
        let key = |field: &str, uri: &str| {
            EntryKey::parse(uri).ok_or_else(|| {
                Failure::invalid(field, format!("`{}` is not a `uri` of an entry.", shown(uri)))
            })
        };
        match (delete, undo) {
            (Some(uri), None) => Ok(EntryAction::Delete(key("delete", &uri)?)),
            (None, Some(uri)) => Ok(EntryAction::Undo(key("undo", &uri)?, None)),
            (Some(_), Some(_)) => Err(Failure::invalid("undo", "Give either `delete` or `undo`.")),
            (None, None) => Ok(EntryAction::Save(Box::new(EntryDraft {
                kind,
                name,
                book,
                fields: fields.unwrap_or_default(),
                text,
                stat_block,
                copy_of,
                change,
                copied_from: None,
            }))),
        }
    }
}

impl Tool for SaveEntry {
    const NAME: &'static str = "save_entry";
    const TITLE: &'static str = "Save an entry of your own";
    const DESCRIPTION: &'static str = "Writes an entry into a book of the user's own: homebrew, a house rule, a table, a changed copy, a pasted stat block. It previews unless \
        `preview` is false; show the preview first. Examples: {\"kind\": \"rule\", \"name\": \"Rests\", \"text\": \"A long rest takes a week.\"}; \
        {\"copy_of\": \"lore://entry/srd-2024/creature/owlbear\", \"name\": \"Snow Owlbear\", \"fields\": {\"hit_points\": 80}}.";
    const HAS_OUTPUT_SCHEMA: bool = false;
    const WRITES: Option<Writing> = Some(Writing { is_destructive: true, is_idempotent: false });
    type Value = EntryChange;

    /// Names the usual fields: some clients refuse an object without properties.
    fn complete_schema(schema: &mut JsonObject) {
        let fields = schema.get_mut("properties").and_then(|it| it.get_mut("fields"));
        if let Some(fields) = fields.and_then(Value::as_object_mut) {
            let named = USUAL_FIELDS.map(|name| (name.to_owned(), schema_of(name)));
            fields.insert("properties".to_owned(), named.into_iter().collect());
        }
    }

    async fn question(&self, session: &Session) -> Result<Option<Question>, Failure> {
        if self.preview {
            return Ok(None);
        }
        let action = self.clone().action()?;
        let library = session.library().await?;
        let planned = library.change_entries(std::slice::from_ref(&action), true, &Job::quiet()).await?;
        let replaced = planned.into_iter().find(|change| change.replaces && change.problems.is_empty());
        Ok(replaced.map(|change| {
            let uri = change.uri.unwrap_or_default();
            let (id, text) = match action {
                EntryAction::Delete(_) => ("delete", "Delete your entry"),
                EntryAction::Undo(..) => ("undo", "Undo the last change of your entry"),
                EntryAction::Save(_) => ("replace", "Replace your entry"),
            };
            Question {
                id: format!("{id} entry {uri}"),
                text: format!("{text} `{}`? An undo brings it back.", shown(&uri)),
            }
        }))
    }

    async fn call(mut self, request: ToolRequest<'_>) -> Result<Success<EntryChange>, Failure> {
        if let Some(fields) = self.fields.as_mut().filter(|_| !request.is_from_window()) {
            // A client that must give every field leaves out the others so.
            fields.retain(|_, value| *value != "" && value.as_array().is_none_or(|items| !items.is_empty()));
        }
        let preview = self.preview;
        let action = self.action()?;
        let job = progress::job(&request).await;
        let library = request.session.library().await?;
        let mut changes = library.change_entries(&[action], preview, &job).await?;
        let mut change = changes.pop().unwrap_or_default();
        if !request.is_from_window() {
            // They are for the editor: the entry has all that an assistant needs.
            (change.written, change.form) = (None, &[]);
        }
        let mut messages = change.messages.clone();
        let wrong: Vec<&str> = change.problems.iter().map(|it| it.field.as_str()).collect();
        let outcome = match (change.stored, wrong.as_slice()) {
            (true, _) => "Stored; an undo takes it back.".to_owned(),
            (false, []) => "A preview: nothing is stored yet.".to_owned(),
            (false, wrong) => format!("Nothing is stored: correct {}.", quoted(wrong)),
        };
        messages.insert(0, outcome);
        let is_preview = !change.stored && wrong.is_empty();
        let advice = "Show the user this preview; if they agree, call again with `preview` false.";
        let instruction = is_preview.then(|| advice.to_owned());
        Ok(Success { instruction, ..Success::of(change) }.with_messages(&messages))
    }
}
