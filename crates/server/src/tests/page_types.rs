//! The types of the window, generated from the Rust types that the server takes and sends: TypeScript for the page, and Rust for
//! the few fields that the shell itself reads. A test fails when a generated file is stale.

mod rust;

use std::fmt::Write as _;
use std::path::Path;

use lore::browse::ContentsEntry;
use lore::compare::Comparison;
use lore::dice::Roll;
use lore::fields::{Facet, browsable};
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Document, Kind};
use lore::{CacheStats, Stats, ToolCall, WholeEntry};
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use crate::protocol::envelope::Envelope;
use crate::protocol::registry::Tool;
use crate::protocol::schema::simplified;
use crate::tests::typescript;
use crate::tools::{
    BrowseEntries, Campaign, ChangeSettings, ClearCache, DeleteDocument, ExportEntries, ImportOrcbrew,
    LibraryStats, ListDocuments, ListOpen5e, PlanEncounter, ReadBook, ReadEntry, SaveEntry, SyncOpen5e,
};

const HEADER: &str =
    "// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.\n";

type PageTool = (&'static str, fn() -> String, fn() -> String);

/// Tools with large types name them; the types are in [`definitions`].
const PAGE_TOOLS: [PageTool; 12] = [
    (BrowseEntries::NAME, || "BrowseArguments".to_owned(), || "Browsed".to_owned()),
    (Campaign::NAME, || "KeptChange".to_owned(), || "Kept".to_owned()),
    (ChangeSettings::NAME, taken::<ChangeSettings>, sent::<ChangeSettings>),
    (ClearCache::NAME, taken::<ClearCache>, sent::<ClearCache>),
    (DeleteDocument::NAME, taken::<DeleteDocument>, || "Document".to_owned()),
    (ListDocuments::NAME, taken::<ListDocuments>, || "Array<Document>".to_owned()),
    (ListOpen5e::NAME, taken::<ListOpen5e>, || "Offered".to_owned()),
    (PlanEncounter::NAME, || "EncounterArguments".to_owned(), || "EncounterAnswer".to_owned()),
    (ReadBook::NAME, taken::<ReadBook>, || "Array<ContentsEntry> | Array<WholeEntry>".to_owned()),
    (ReadEntry::NAME, taken::<ReadEntry>, || "WholeEntry | Comparison".to_owned()),
    (Roll::NAME, taken::<Roll>, || "Rolled".to_owned()),
    (SaveEntry::NAME, || "EntryArguments".to_owned(), || "Saved".to_owned()),
];

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let mut types = HEADER.to_owned();
    for (name, schema) in definitions() {
        write!(types, "\n{}", typescript::declaration(&name, &schema)).unwrap();
    }
    types.push_str(&tools());
    types.push_str(&families());
    types.push_str(&fields());
    compare("ui/src/library-types.ts", &types);
}

#[test]
fn the_types_of_the_shell_are_those_of_the_server() {
    let mut types = rust::Types::default();
    types.add::<Envelope<Value>>(
        "Envelope",
        &["success", "value", "message", "instruction", "error", "error_type"],
    );
    types.add::<Stats>("Stats", &["home", "entries", "cache"]);
    types.add::<CacheStats>("CacheStats", &["offline"]);
    types.add::<<Campaign as Tool>::Value>("Kept", &["chosen", "campaigns"]);
    types.add::<lore::model::Campaign>("Campaign", &["name"]);
    types.add::<<ExportEntries as Tool>::Value>("Export", &["content"]);
    // In lines as full as rustfmt makes them.
    let names = PAGE_TOOLS.iter().fold(String::new(), |names, (name, ..)| {
        let line = names.len() - names.rfind('\n').map_or(0, |end| end + 1);
        let gap = if line > 0 && line + name.len() + 4 <= 110 { " " } else { "\n    " };
        format!("{names}{gap}{name:?},")
    });
    let tools = format!(
        "\n/// The tools that the page calls.\npub(crate) const PAGE_TOOLS: [&str; {}] = [{names}\n];\n",
        PAGE_TOOLS.len()
    );
    compare("src-tauri/src/server_types.rs", &format!("{HEADER}{}{tools}", types.declarations()));
}

/// With `UPDATE_HOST_TYPES=1`, writes the file instead of comparing it.
fn compare(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("UPDATE_HOST_TYPES").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{file} is stale: UPDATE_HOST_TYPES=1 cargo test page_types");
}

fn definitions() -> Map<String, Value> {
    let mut sent = generator(Contract::Serialize);
    sent.subschema_for::<<BrowseEntries as Tool>::Value>();
    sent.subschema_for::<<ListOpen5e as Tool>::Value>();
    sent.subschema_for::<<LibraryStats as Tool>::Value>();
    sent.subschema_for::<<SyncOpen5e as Tool>::Value>();
    sent.subschema_for::<<ImportOrcbrew as Tool>::Value>();
    sent.subschema_for::<<Campaign as Tool>::Value>();
    sent.subschema_for::<<PlanEncounter as Tool>::Value>();
    sent.subschema_for::<<Roll as Tool>::Value>();
    sent.subschema_for::<<SaveEntry as Tool>::Value>();
    sent.subschema_for::<ContentsEntry>();
    sent.subschema_for::<WholeEntry>();
    sent.subschema_for::<Comparison>();
    sent.subschema_for::<Document>();
    sent.subschema_for::<ImportReport>();
    sent.subschema_for::<ToolCall>();
    let mut definitions = sent.take_definitions(true);
    let taken = arguments::<BrowseEntries>("BrowseArguments")
        .chain(arguments::<ExportEntries>("ExportArguments"))
        .chain(arguments::<PlanEncounter>("EncounterArguments"))
        .chain(arguments::<SaveEntry>("EntryArguments"))
        .chain(arguments::<Campaign>("KeptChange"));
    for (name, schema) in taken {
        let other = definitions.entry(name.clone()).or_insert(schema.clone());
        assert_eq!(*other, schema, "{name} is taken in another form than it is sent in");
    }
    for definition in definitions.values_mut() {
        *definition = simplified(definition.as_object().unwrap().clone()).into();
    }
    definitions
}

fn arguments<T: JsonSchema>(name: &str) -> impl Iterator<Item = (String, Value)> {
    let mut taken = generator(Contract::Deserialize);
    taken.subschema_for::<T>();
    let named = |found: String| if found == T::schema_name() { name.to_owned() } else { found };
    taken.take_definitions(true).into_iter().map(move |(found, schema)| (named(found), schema))
}

fn tools() -> String {
    let rows: String = PAGE_TOOLS
        .iter()
        .map(|(name, taken, sent)| format!("  {name}: {{ arguments: {}; value: {} }};\n", taken(), sent()))
        .collect();
    format!(
        "\n/** The tools that the page calls: what they take and send. */\nexport interface Tools {{\n{rows}}}\n"
    )
}

fn taken<T: JsonSchema>() -> String {
    written_out::<T>(Contract::Deserialize)
}

fn sent<T: Tool>() -> String {
    written_out::<T::Value>(Contract::Serialize)
}

fn written_out<T: JsonSchema>(contract: Contract) -> String {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.contract = contract;
        settings.inline_subschemas = true;
    });
    typescript::type_of(&simplified(settings.into_generator().into_root_schema_for::<T>()).into())
}

fn fields() -> String {
    let mut rows = String::new();
    for field in browsable() {
        let Some(Facet { title, several, folded, .. }) = field.facet else { continue };
        let (name, of_all_kinds) = (field.name, field.families().is_empty());
        let row = format!(
            "{{ title: \"{title}\", several: {several}, folded: {folded}, ofAllKinds: {of_all_kinds} }}"
        );
        writeln!(rows, "  \"{name}\": {row},").unwrap();
    }
    format!(
        "\n/** The fields by which entries are browsed: the title, whether an entry can have several values, whether they are \
         shown on request only, and whether entries of all kinds have it. */\nexport const FIELDS: {{ readonly [F in Field]: {{ title: string; several: boolean; folded: boolean; ofAllKinds: boolean }} \
         }} = {{\n{rows}}};\n"
    )
}

fn generator(contract: Contract) -> SchemaGenerator {
    SchemaSettings::draft2020_12().with(|settings| settings.contract = contract).into_generator()
}

fn families() -> String {
    let family_of = |kind: Kind| format!("{:?}", kind.family());
    let mut kinds = String::new();
    let mut families: Vec<String> = Vec::new();
    for kind in Kind::ALL {
        writeln!(kinds, "  \"{kind}\": \"{}\",", family_of(kind)).unwrap();
        if !families.contains(&family_of(kind)) {
            families.push(family_of(kind));
        }
    }
    let fields: String = families.iter().map(|family| format!("  {family}: {family};\n")).collect();
    format!(
        "\n/** The fields of each family of kinds. */\nexport interface Families {{\n{fields}}}\n\
         \n/** The family of each kind. */\n\
         export const FAMILY: {{ readonly [K in Kind]: keyof Families }} = {{\n{kinds}}};\n"
    )
}
