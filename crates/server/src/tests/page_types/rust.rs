//! Rust declarations of the fields that the shell reads, generated from JSON Schemas.

use std::fmt::Write as _;

use schemars::JsonSchema;
use schemars::generate::Contract;
use serde_json::Value;

use super::generator;
use crate::protocol::schema::simplified;

#[derive(Default)]
pub(super) struct Types(Vec<Type>);

struct Type {
    schema_name: String,
    name: &'static str,
    schema: Value,
    fields: &'static [&'static str],
}

impl Types {
    pub(super) fn add<T: JsonSchema>(&mut self, name: &'static str, fields: &'static [&'static str]) {
        let schema = simplified(generator(Contract::Serialize).into_root_schema_for::<T>()).into();
        let schema_name = T::schema_name().into_owned();
        self.0.push(Type { schema_name, name, schema, fields });
    }

    pub(super) fn declarations(&self) -> String {
        let mut module = "\n//! The fields that the shell reads of what the server sends.\n\n".to_owned();
        module.push_str("use serde::Deserialize;\nuse serde_json::Value;\n");
        module.extend(self.0.iter().map(|declared| self.declaration(declared)));
        module
    }

    fn declaration(&self, declared: &Type) -> String {
        let Type { name, schema, fields, .. } = declared;
        let mut text =
            format!("\n#[derive(Clone, Debug, PartialEq, Deserialize)]\npub(crate) struct {name} {{\n");
        for field in *fields {
            let property = &schema["properties"][field];
            assert!(!property.is_null(), "the server sends no field {field} in {name}");
            let mut kind = self.type_of(property);
            if !schema["required"].as_array().is_some_and(|required| required.iter().any(|it| it == field)) {
                kind = format!("Option<{kind}>");
            }
            writeln!(text, "    pub(crate) {field}: {kind},").unwrap();
        }
        text + "}\n"
    }

    fn type_of(&self, schema: &Value) -> String {
        if let Some(schema_name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            let declared = self.0.iter().find(|declared| declared.schema_name == schema_name);
            return declared.map_or("Value", |declared| declared.name).to_owned();
        }
        match schema["type"].as_str() {
            Some("string") => "String".to_owned(),
            Some("integer") => "u64".to_owned(),
            Some("boolean") => "bool".to_owned(),
            Some("array") => format!("Vec<{}>", self.type_of(&schema["items"])),
            _ => "Value".to_owned(),
        }
    }
}
