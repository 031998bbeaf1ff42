//! JSON files, with or without comments, as syntax trees that keep what is not changed.

use jsonc_parser::ast::{Object, ObjectProp};
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::{Format, Layout};
use crate::entry::ENTRY_KEY;

/// A text of spaces and comments counts as an empty object.
pub(super) fn read(text: &str, format: Format, table: &str) -> Result<Value, String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options(format));
    let Some(root) = parsed.map_err(|error| reason(&error))?.value else { return Ok(Map::new().into()) };
    if let Some(all) = root.as_object()
        && let Some(servers) = property(all, table)?.and_then(|servers| servers.value.as_object())
    {
        property(servers, ENTRY_KEY)?;
    }
    Ok(root.into())
}

pub(super) fn write(text: &str, layout: Layout, entry: Option<&Value>) -> Result<String, String> {
    let Layout { format, table, .. } = layout;
    let text = if text.trim().is_empty() { "" } else { text };
    let root = CstRootNode::parse(text, &options(format)).map_err(|error| reason(&error))?;
    let is_one_line =
        !text.trim().contains('\n') && root.object_value().is_some_and(|all| !all.properties().is_empty());
    let servers = match entry {
        Some(_) => root.object_value_or_create().and_then(|all| all.object_value_or_create(table)),
        None => root.object_value().and_then(|all| all.object_value(table)),
    };
    if let Some(servers) = servers {
        set(&servers, ENTRY_KEY, entry);
    }
    let edited = root.to_string();
    if !is_one_line {
        return Ok(edited);
    }
    // The tree gives each property that it adds a line of its own.
    let end = text.get(text.trim_end().len()..).unwrap_or_default();
    Ok(edited.trim_end().lines().map(str::trim_start).chain([end]).collect())
}

/// Of an object, only the properties that differ are changed.
fn set(object: &CstObject, name: &str, value: Option<&Value>) {
    match (object.get(name), value) {
        (None, None) => {}
        (None, Some(value)) => drop(object.append(name, input(value))),
        (Some(found), None) => found.remove(),
        (Some(found), Some(value)) if found.to_serde_value().as_ref() == Some(value) => {}
        (Some(found), Some(value)) => match (found.object_value(), value) {
            (Some(inner), Value::Object(fields)) => {
                let names = inner.properties().into_iter().filter_map(|property| property.decoded_name());
                let gone = names.filter(|name| !fields.contains_key(name));
                gone.for_each(|name| set(&inner, &name, None));
                fields.iter().for_each(|(name, value)| set(&inner, name, Some(value)));
            }
            _ => found.set_value(input(value)),
        },
    }
}

/// A duplicate is refused, because programs disagree about which one counts.
fn property<'o, 't>(object: &'o Object<'t>, name: &str) -> Result<Option<&'o ObjectProp<'t>>, String> {
    let mut named = object.properties.iter().filter(|property| property.name.as_str() == name);
    let first = named.next();
    if named.next().is_some() { Err(format!("`{name}` occurs twice")) } else { Ok(first) }
}

fn reason(error: &ParseError) -> String {
    format!("line {}: {}", error.line_display(), error.kind())
}

fn options(format: Format) -> ParseOptions {
    ParseOptions {
        allow_comments: format != Format::Json,
        allow_trailing_commas: format == Format::LenientJson,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), input(value)));
            CstInputValue::Object(fields.collect())
        }
    }
}
