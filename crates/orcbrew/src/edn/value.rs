//! EDN values, and their conversion to JSON.

use std::borrow::Cow;

use serde_json::json;

/// An EDN value. Strings and keywords borrow from the text where they need no unescaping.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Nil,
    Bool(bool),
    Integer(i64),
    /// A number with a fraction, `##NaN` or an infinity.
    Float(f64),
    /// A number as written that neither of the others holds: `12345678901234567890`, `1/3`, `0.1M`.
    Exact(&'a str),
    /// `\a`.
    Character(char),
    String(Cow<'a, str>),
    /// `:key`, without the colon.
    Keyword(Cow<'a, str>),
    Symbol(&'a str),
    List(Vec<Value<'a>>),
    Vector(Vec<Value<'a>>),
    Set(Vec<Value<'a>>),
    Map(Map<'a>),
    Tagged(&'a str, Box<Value<'a>>),
}

/// A map with its pairs in the order of the text. A key may occur twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Map<'a> {
    /// The position of the opening bracket, in bytes.
    pub(crate) at: usize,
    pub(crate) pairs: Vec<(Value<'a>, Value<'a>)>,
}

impl Map<'_> {
    pub(crate) fn get(&self, keyword: &str) -> Option<&Value<'_>> {
        self.pairs.iter().find(|(key, _)| key.is_keyword(&[keyword])).map(|(_, value)| value)
    }

    pub(crate) fn has_any(&self, keywords: &[&str]) -> bool {
        self.pairs.iter().any(|(key, _)| key.is_keyword(keywords))
    }

    pub(crate) fn into_json(self) -> serde_json::Value {
        let mut fields = serde_json::Map::with_capacity(self.pairs.len());
        for (key, value) in self.pairs {
            let key = key.into_key();
            if key == "edit-event" || (key == "nil" && value == Value::Nil) {
                continue;
            }
            let field = fields.entry(key).or_insert(serde_json::Value::Null);
            if field.is_null() {
                *field = value.into_json();
            }
        }
        fields.into()
    }
}

impl Value<'_> {
    pub(crate) fn is_keyword(&self, keywords: &[&str]) -> bool {
        matches!(self, Value::Keyword(name) if keywords.contains(&name.as_ref()))
    }

    /// Keywords become strings without their colon, sets and lists arrays, and NaN null. Of a repeated key,
    /// the first value that is not nil is taken. The copies that the builder keeps of edits are left out.
    pub(crate) fn into_json(self) -> serde_json::Value {
        match self {
            Value::Nil => serde_json::Value::Null,
            Value::Bool(flag) => flag.into(),
            Value::Integer(number) => number.into(),
            Value::Float(number) => json!(number),
            Value::Exact(number) => exact_to_json(number),
            Value::Character(letter) => letter.to_string().into(),
            Value::String(text) | Value::Keyword(text) => text.into_owned().into(),
            Value::Symbol(word) => word.into(),
            Value::List(items) | Value::Vector(items) | Value::Set(items) => {
                items.into_iter().map(Value::into_json).collect()
            }
            Value::Map(map) => map.into_json(),
            Value::Tagged(_, value) => value.into_json(),
        }
    }

    pub(crate) fn into_key(self) -> String {
        match self {
            Value::String(text) | Value::Keyword(text) => text.into_owned(),
            Value::Nil => "nil".to_owned(),
            other => match other.into_json() {
                serde_json::Value::String(text) => text,
                json => json.to_string(),
            },
        }
    }
}

fn exact_to_json(number: &str) -> serde_json::Value {
    let plain = number.trim_end_matches(['N', 'M']);
    if let Ok(whole) = plain.parse::<i64>() {
        return whole.into();
    }
    match plain.parse::<f64>() {
        Ok(decimal) if decimal.is_finite() => json!(decimal),
        _ => number.into(),
    }
}
