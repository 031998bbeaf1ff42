//! The parameters by which the API filters and sorts its lists.
//!
//! As in the API, an unknown parameter and an empty value are ignored, so that a misspelt filter returns
//! everything, and a wrong number or choice is an error.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::content;

const TABLE: &str = include_str!("filters.txt");

/// One parameter of a list.
pub(crate) struct Parameter {
    /// What it compares: `text`; `number`, which may stand in the object as text; `bool`; the key of an
    /// object of a list (`choice:LIST`); whether the field is `present` or `absent`; whether a `property` has
    /// the parameter's name.
    kind: String,
    /// The comparison, such as `exact`, `in` or `gte`.
    lookup: String,
    /// The path of the field, such as `document.key`.
    field: String,
}

#[derive(Default)]
pub(crate) struct List {
    parameters: BTreeMap<String, Parameter>,
    ordering: Vec<String>,
}

pub(crate) static LISTS: LazyLock<BTreeMap<String, List>> = LazyLock::new(|| {
    let mut lists: BTreeMap<String, List> = BTreeMap::new();
    let mut current = String::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('/') {
            current = line.to_owned();
        } else if let Some(fields) = line.strip_prefix("ordering ") {
            lists.entry(current.clone()).or_default().ordering =
                fields.split(' ').map(str::to_owned).collect();
        } else {
            lists.entry(current.clone()).or_default().parameters.extend(parameters(line));
        }
    }
    lists
});

fn parameters(line: &str) -> Vec<(String, Parameter)> {
    let (left, lookups) = line.split_once('=').unwrap();
    let mut words = left.split_whitespace();
    let (name, kind) = (words.next().unwrap(), words.next().unwrap());
    let field = words.next().unwrap_or(name).to_owned();
    let mut lookups: Vec<&str> = lookups.split_whitespace().collect();
    match lookups.first() {
        Some(&"-") => drop(lookups.remove(0)),
        _ => lookups.insert(0, "exact"),
    }
    let parameter = |lookup: &str| {
        let name = if lookup == "exact" { name.to_owned() } else { format!("{name}__{lookup}") };
        (name, Parameter { kind: kind.to_owned(), lookup: lookup.to_owned(), field: field.clone() })
    };
    lookups.into_iter().map(parameter).collect()
}

/// Returns a parameter of a list, if the API has it there.
pub(crate) fn parameter(list: &str, name: &str) -> Option<&'static Parameter> {
    LISTS.get(list)?.parameters.get(name)
}

/// Returns whether a list can be sorted by a field.
pub(crate) fn sorts_by(list: &str, field: &str) -> bool {
    LISTS.get(list).is_some_and(|list| list.ordering.iter().any(|it| it == field))
}

/// Fails with the parameter and the API's words.
pub(crate) fn select(
    list: &str,
    objects: Vec<Value>,
    given: &[(String, String)],
) -> Result<Vec<Value>, (String, String)> {
    let mut objects = objects;
    // Of a repeated parameter the last value counts.
    let given: BTreeMap<&str, &str> =
        given.iter().map(|(name, value)| (name.as_str(), value.trim())).collect();
    for (name, value) in &given {
        let Some(parameter) = parameter(list, name) else { continue };
        if value.is_empty() {
            continue;
        }
        let wanted = parameter.wanted(value).map_err(|words| ((*name).to_owned(), words))?;
        // An object that is joined to several matching ones comes back several times.
        objects = objects
            .into_iter()
            .flat_map(|object| {
                let times = parameter.matches(name, &object, &wanted);
                std::iter::repeat_n(object, times)
            })
            .collect();
    }
    if let Some(field) = given.get("ordering").filter(|field| sorts_by(list, field)) {
        objects.sort_by(|a, b| a[field].as_str().cmp(&b[field].as_str()));
    }
    Ok(objects)
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

impl Parameter {
    /// Returns the name that the description of the real parameters has for what it compares.
    pub(crate) fn api_kind(&self) -> &str {
        match self.kind.as_str() {
            kind @ ("text" | "number") => kind,
            kind if kind.starts_with("choice:") => "key",
            _ => "bool",
        }
    }

    /// Fails with the API's words.
    fn wanted(&self, value: &str) -> Result<Vec<String>, String> {
        let parts: Vec<String> = match self.lookup.as_str() {
            "in" | "range" => value.split(',').map(|part| part.trim().to_owned()).collect(),
            _ => vec![value.to_owned()],
        };
        if self.kind == "number" && parts.iter().any(|part| part.parse::<f64>().is_err()) {
            return Err("Enter a number.".to_owned());
        }
        if let Some(list) = self.kind.strip_prefix("choice:") {
            let keys = content::objects(list).into_iter().flatten().map(|object| &object["key"]);
            if !parts.iter().all(|part| keys.clone().any(|key| key == part.as_str())) {
                return Err(
                    "Select a valid choice. That choice is not one of the available choices.".to_owned()
                );
            }
        }
        Ok(parts)
    }

    fn matches(&self, name: &str, object: &Value, wanted: &[String]) -> usize {
        let values = values(object, &self.field);
        let is_there = values.iter().any(|value| !value.is_null());
        let first = wanted[0].as_str();
        let flag = ["true", "false"].contains(&first).then_some(first == "true");
        let matches = match self.kind.as_str() {
            "bool" => flag.is_none_or(|flag| values == [&Value::from(flag)]),
            "present" => flag.is_none_or(|flag| is_there == flag),
            "absent" => flag.is_none_or(|flag| is_there != flag),
            // `false` filters as `true` does.
            "property" => {
                let property = name.trim_start_matches("is_");
                values.iter().any(|value| value.as_str().is_some_and(|it| it.to_lowercase() == property))
            }
            _ => return values.iter().filter(|value| self.compare(value, wanted)).count(),
        };
        usize::from(matches)
    }

    fn compare(&self, value: &Value, wanted: &[String]) -> bool {
        if self.kind == "number" {
            let Some(value) = number(value) else { return false };
            let wanted: Vec<f64> = wanted.iter().map(|text| text.parse().unwrap()).collect();
            return match self.lookup.as_str() {
                "gt" => value > wanted[0],
                "gte" => value >= wanted[0],
                "lt" => value < wanted[0],
                "lte" => value <= wanted[0],
                "range" => wanted[0] <= value && value <= wanted[1],
                _ => value == wanted[0],
            };
        }
        let Some(value) = value.as_str() else { return false };
        match self.lookup.as_str() {
            "in" => wanted.iter().any(|text| text == value),
            "iexact" => value.eq_ignore_ascii_case(&wanted[0]),
            "contains" | "icontains" => value.to_ascii_lowercase().contains(&wanted[0].to_ascii_lowercase()),
            _ => value == wanted[0],
        }
    }
}

/// Returns every value at a dotted path; lists are flattened.
fn values<'a>(object: &'a Value, path: &str) -> Vec<&'a Value> {
    if let Value::Array(items) = object {
        return items.iter().flat_map(|item| values(item, path)).collect();
    }
    let (head, rest) = path.split_once('.').map_or((path, None), |(head, rest)| (head, Some(rest)));
    match rest {
        Some(rest) => values(&object[head], rest),
        None => vec![&object[head]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{counts, read};

    #[test]
    #[ignore = "needs the snapshot of Open5e: make test-all"]
    fn the_table_of_parameters_agrees_with_the_snapshot() {
        let Some(known) = read("filters.json") else { return };
        for (list, List { parameters, .. }) in &*LISTS {
            for (name, parameter) in parameters {
                // The replay does not check that a value is one of an enumeration.
                let real = known[list]["params"][name]["type"].as_str().map(|it| it.replace("enum", "text"));
                assert_eq!(real.as_deref(), Some(parameter.api_kind()), "{list} {name}");
            }
        }
        for list in content::lists() {
            assert!(counts().contains_key(list), "{list}");
        }
    }
}
