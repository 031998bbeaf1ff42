//! Reads YAML as JSON values.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Map, Value};
use text::plain_json;

const MAX_DEPTH: usize = 100;
/// The most that aliases may repeat, in bytes.
const MAX_REPEATED: usize = 1 << 20;

/// Reads the first document of a text, without invisible and control characters. Tags of other types than
/// those of YAML itself are ignored.
///
/// # Errors
/// If it is not YAML or nested too deeply; as a sentence with the line.
pub fn read(text: &str) -> Result<Value, String> {
    let mut document = Document::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            format!("it is not valid YAML: {}, in line {} of it", error.info(), error.marker().line())
        })?;
        let added = match event {
            Event::Scalar(text, style, anchor, tag) => {
                document.add(scalar(&text, style, tag.as_deref()), anchor);
                Ok(())
            }
            Event::SequenceStart(anchor, _) => document.open(Open::List(Vec::new()), anchor),
            Event::MappingStart(anchor, _) => document.open(Open::Map(Map::new(), None), anchor),
            Event::SequenceEnd | Event::MappingEnd => {
                document.close();
                Ok(())
            }
            Event::Alias(anchor) => document.repeat(anchor),
            Event::DocumentEnd => break,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => Ok(()),
        };
        added.map_err(|problem| format!("{problem}, in line {} of it", span.start.line()))?;
    }
    Ok(plain_json(document.root))
}

/// A list or map whose end is not reached.
enum Open {
    List(Vec<Value>),
    /// With the key of the next value.
    Map(Map<String, Value>, Option<String>),
}

#[derive(Default)]
struct Document {
    root: Value,
    /// Each with its anchor; 0 for none.
    open: Vec<(Open, usize)>,
    anchors: HashMap<usize, Value>,
    repeated: usize,
}

impl Document {
    fn open(&mut self, new: Open, anchor: usize) -> Result<(), String> {
        self.open.push((new, anchor));
        if self.open.len() > MAX_DEPTH {
            return Err(format!("its values are nested more than {MAX_DEPTH} deep"));
        }
        Ok(())
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some((Open::List(items), anchor)) => self.add(items.into(), anchor),
            Some((Open::Map(fields, _), anchor)) => self.add(fields.into(), anchor),
            None => {}
        }
    }

    fn add(&mut self, value: Value, anchor: usize) {
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        match self.open.last_mut() {
            None => self.root = value,
            Some((Open::List(items), _)) => items.push(value),
            Some((Open::Map(fields, key), _)) => match key.take() {
                Some(key) => {
                    fields.insert(key, value);
                }
                None => *key = Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
            },
        }
    }

    fn repeat(&mut self, anchor: usize) -> Result<(), String> {
        let value = self.anchors.get(&anchor).cloned().unwrap_or_default();
        let (size, depth) = extent(&value);
        self.repeated += size;
        if self.repeated > MAX_REPEATED {
            return Err("its aliases repeat more than a megabyte".to_owned());
        }
        if self.open.len() + depth > MAX_DEPTH {
            return Err(format!("its values are nested more than {MAX_DEPTH} deep"));
        }
        self.add(value, 0);
        Ok(())
    }
}

/// Returns the size of a value in bytes, and how deep it is nested.
fn extent(value: &Value) -> (usize, usize) {
    let of_all = |parts: &mut dyn Iterator<Item = (usize, usize)>| {
        let (size, depth) = parts.fold((1, 0), |all, part| (all.0 + part.0, all.1.max(part.1)));
        (size, depth + 1)
    };
    match value {
        Value::String(text) => (text.len() + 1, 0),
        Value::Array(items) => of_all(&mut items.iter().map(extent)),
        Value::Object(fields) => of_all(&mut fields.iter().map(|(key, value)| {
            let (size, depth) = extent(value);
            (size + key.len(), depth)
        })),
        Value::Null | Value::Bool(_) | Value::Number(_) => (1, 0),
    }
}

/// Only plain scalars and those with a tag of YAML itself can be other values than texts.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let is_typed = match tag {
        Some(tag) if tag.is_yaml_core_schema() => tag.suffix != "str",
        _ => style == ScalarStyle::Plain,
    };
    if !is_typed {
        return text.into();
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ if !text.ends_with(|last: char| last.is_ascii_digit()) => text.into(),
        _ => {
            let whole = text.parse::<i64>().ok().map(Value::from);
            let number = || text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from);
            whole.or_else(number).unwrap_or_else(|| text.into())
        }
    }
}

#[cfg(test)]
mod tests;
