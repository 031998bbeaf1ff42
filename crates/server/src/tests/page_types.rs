//! The window's types of what the server takes and sends, made of the same descriptions as the published schemas.

mod typescript;

use std::fmt::Write as _;
use std::path::Path;

use lore::fields::browsable;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Document, Kind};
use lore::{ToolCall, WholeEntry};
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use crate::protocol::registry::Tool;
use crate::protocol::schema::simplify;
use crate::tools::{BrowseEntries, ImportOrcbrew, LibraryStats, ListOpen5e, SyncOpen5e};
use typescript::declaration;

const HEAD: &str = "// Made of the types that the server takes and sends, by a test: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.\n";

/// Set `UPDATE_HOST_TYPES=1` to write the file instead of comparing it.
#[test]
fn the_page_has_the_types_that_the_server_takes_and_sends() {
    let mut made = HEAD.to_owned();
    for (name, schema) in definitions() {
        write!(made, "\n{}", declaration(&name, &schema)).unwrap();
    }
    made.push_str(&families());
    made.push_str(&fields());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/library-types.ts");
    if std::env::var_os("UPDATE_HOST_TYPES").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "ui/src/library-types.ts is stale: UPDATE_HOST_TYPES=1 cargo test page_types");
}

/// Every type that the window takes part in, by its name.
fn definitions() -> Map<String, Value> {
    let mut sent = generator(Contract::Serialize);
    sent.subschema_for::<<BrowseEntries as Tool>::Value>();
    sent.subschema_for::<<ListOpen5e as Tool>::Value>();
    sent.subschema_for::<<LibraryStats as Tool>::Value>();
    sent.subschema_for::<<SyncOpen5e as Tool>::Value>();
    sent.subschema_for::<<ImportOrcbrew as Tool>::Value>();
    sent.subschema_for::<WholeEntry>();
    sent.subschema_for::<Document>();
    sent.subschema_for::<ImportReport>();
    sent.subschema_for::<ToolCall>();
    let mut taken = generator(Contract::Deserialize);
    taken.subschema_for::<<BrowseEntries as Tool>::Arguments>();
    let mut definitions = sent.take_definitions(true);
    for (name, schema) in taken.take_definitions(true) {
        let name = if name == "Arguments" { "BrowseArguments".to_owned() } else { name };
        let other = definitions.entry(name.clone()).or_insert(schema.clone());
        assert_eq!(*other, schema, "{name} is taken in another form than it is sent in");
    }
    definitions.values_mut().for_each(simplify);
    definitions
}

/// The fields by which entries are browsed, with their titles.
fn fields() -> String {
    let mut rows = String::new();
    for field in browsable() {
        let (name, title, several) = (field.name(), field.title(), field.has_several_values());
        let of_all_kinds = field.family().is_none();
        let row = format!("{{ title: \"{title}\", several: {several}, ofAllKinds: {of_all_kinds} }}");
        writeln!(rows, "  \"{name}\": {row},").unwrap();
    }
    format!(
        "\n/** The fields by which entries are browsed: the title, whether an entry can have several values, and whether entries of \
         all kinds have it. */\nexport const FIELDS: {{ readonly [F in Field]: {{ title: string; several: boolean; ofAllKinds: boolean }} \
         }} = {{\n{rows}}};\n"
    )
}

fn generator(contract: Contract) -> SchemaGenerator {
    SchemaSettings::draft2020_12().with(|settings| settings.contract = contract).into_generator()
}

/// Which kinds have the same fields, and which fields those are.
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
         \n/** The family that each kind belongs to: its kinds have the same fields. */\n\
         export const FAMILY: {{ readonly [K in Kind]: keyof Families }} = {{\n{kinds}}};\n"
    )
}
