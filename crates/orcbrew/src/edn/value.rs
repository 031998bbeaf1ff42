use std::borrow::Cow;

use serde_json::json;

/// A value of EDN. Texts and keywords borrow from the file as far as they stand in it as they are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    /// `nil`.
    Nil,
    /// `true`, `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction; `##NaN` and the infinities, too.
    Float(f64),
    /// A number as it is written, where neither of the others holds it: `12345678901234567890`, `1/3`, `0.1M`.
    Exact(&'a str),
    /// `\a`.
    Character(char),
    /// `"text"`.
    Text(Cow<'a, str>),
    /// `:key`, without the colon.
    Keyword(Cow<'a, str>),
    /// A bare word.
    Symbol(&'a str),
    /// `(…)`.
    List(Vec<Value<'a>>),
    /// `[…]`.
    Vector(Vec<Value<'a>>),
    /// `#{…}`.
    Set(Vec<Value<'a>>),
    /// `{…}`.
    Map(Map<'a>),
    /// `#tag value`.
    Tagged(&'a str, Box<Value<'a>>),
}

/// A map with its pairs in the order of the file; a key may stand in it twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Map<'a> {
    /// The place of its bracket in the text, in bytes.
    pub(crate) at: usize,
    /// Its keys and values.
    pub(crate) pairs: Vec<(Value<'a>, Value<'a>)>,
}

impl<'a> Map<'a> {
    /// The value of a keyword, the first that there is.
    pub(crate) fn get(&self, keyword: &str) -> Option<&Value<'a>> {
        let is = |key: &Value<'_>| matches!(key, Value::Keyword(name) if name == keyword);
        self.pairs.iter().find(|(key, _)| is(key)).map(|(_, value)| value)
    }

    /// Whether it has one of these keywords.
    pub(crate) fn has_any(&self, keywords: &[&str]) -> bool {
        self.pairs
            .iter()
            .any(|(key, _)| matches!(key, Value::Keyword(name) if keywords.contains(&name.as_ref())))
    }
}

impl Value<'_> {
    /// The value as JSON: keywords without their colon, sets and lists as arrays, what is no number as null. Of a key
    /// that stands twice in a map, the first value that is not nil is taken. The copies that the builder keeps of what
    /// is being edited are left out.
    pub(crate) fn into_json(self) -> serde_json::Value {
        match self {
            Value::Nil => serde_json::Value::Null,
            Value::Bool(truth) => truth.into(),
            Value::Integer(number) => number.into(),
            Value::Float(number) => json!(number),
            Value::Exact(number) => exact(number),
            Value::Character(letter) => letter.to_string().into(),
            Value::Text(text) | Value::Keyword(text) => text.into_owned().into(),
            Value::Symbol(word) => word.into(),
            Value::List(items) | Value::Vector(items) | Value::Set(items) => {
                items.into_iter().map(Value::into_json).collect()
            }
            Value::Map(map) => map.into_json(),
            Value::Tagged(_, value) => value.into_json(),
        }
    }

    /// The value as the key of a JSON object.
    pub(crate) fn into_key(self) -> String {
        match self {
            Value::Text(text) | Value::Keyword(text) => text.into_owned(),
            Value::Nil => "nil".to_owned(),
            other => match other.into_json() {
                serde_json::Value::String(text) => text,
                json => json.to_string(),
            },
        }
    }
}

impl Map<'_> {
    /// The map as a JSON object.
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

/// A number that JSON can hold as such, or its text.
fn exact(number: &str) -> serde_json::Value {
    let plain = number.trim_end_matches(['N', 'M']);
    if let Ok(whole) = plain.parse::<i64>() {
        return whole.into();
    }
    match plain.parse::<f64>() {
        Ok(decimal) if decimal.is_finite() => json!(decimal),
        _ => number.into(),
    }
}
