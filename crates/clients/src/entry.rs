//! The entry of our server in a client's file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::system_folders::System;

/// The key of our entry in every client.
pub(crate) const ENTRY_KEY: &str = "lorekeeper";
const ADDRESS_FIELDS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];
const REMOTE_FIELDS: [&str; 4] = ["headers", "http_headers", "env_http_headers", "bearer_token_env_var"];
/// In seconds; Goose's own default.
const TIMEOUT_SECONDS: u64 = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    /// The program, its arguments and variables.
    Plain,
    /// `"type": "stdio"` besides.
    Typed,
    /// `"active": true` besides, and always `"env"`.
    Active,
    Goose,
}

impl Fields {
    fn command(self) -> &'static str {
        if self == Self::Goose { "cmd" } else { "command" }
    }

    fn env(self) -> &'static str {
        if self == Self::Goose { "envs" } else { "env" }
    }

    /// Returns the fields without which the client passes over an entry.
    fn required(self) -> &'static [&'static str] {
        if self == Self::Goose { &["name", "type", "args", "enabled"] } else { &[] }
    }

    /// Returns the fields that the user may set otherwise: a server that was switched off stays off.
    fn kept(self) -> &'static [&'static str] {
        match self {
            Self::Plain | Self::Typed => &[],
            Self::Active => &["active"],
            Self::Goose => &["name", "enabled", "timeout"],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExistingEntry {
    Missing,
    Valid(Entry),
    /// The address of a server on the network: the library over HTTP.
    Remote(String),
    Invalid(String),
}

impl ExistingEntry {
    pub(crate) fn of(found: Option<&Value>, fields: Fields) -> Self {
        let Some(found) = found else { return Self::Missing };
        Self::parse(found, fields).unwrap_or_else(|reason| Self::Invalid(reason.to_owned()))
    }

    fn parse(found: &Value, fields: Fields) -> Result<Self, &'static str> {
        let all = found.as_object().ok_or("the entry does not consist of fields")?;
        let field = |name: &str| all.get(name).filter(|value| !value.is_null());
        let command = field(fields.command());
        if ADDRESS_FIELDS.iter().chain(&REMOTE_FIELDS).any(|name| field(name).is_some()) {
            let address = ADDRESS_FIELDS.iter().find_map(|name| field(name)?.as_str());
            let address = address.filter(|_| command.is_none());
            let address = address.ok_or("it names a server on the network, but wrongly")?;
            return Ok(Self::Remote(address.to_owned()));
        }
        if field("type").is_some_and(|kind| kind != "stdio") {
            return Err("it does not use stdio");
        }
        let command = command.and_then(Value::as_str).ok_or("it names no program")?.to_owned();
        if fields.required().iter().any(|name| field(name).is_none()) {
            return Err("a field is missing without which the client passes over it");
        }
        let wrong = "its arguments or variables have an unexpected type";
        let args = field("args").map_or(Some(Vec::new()), strings).ok_or(wrong)?;
        let env = field(fields.env()).map_or(Some(BTreeMap::new()), variables).ok_or(wrong)?;
        Ok(Self::Valid(Entry { command, args, env }))
    }
}

impl Entry {
    pub(crate) fn json(&self, fields: Fields) -> Map<String, Value> {
        let Self { command, args, env } = self;
        let all = match fields {
            Fields::Plain => json!({ "command": command, "args": args }),
            Fields::Typed => json!({ "type": "stdio", "command": command, "args": args }),
            Fields::Active => json!({ "command": command, "args": args, "env": env, "active": true }),
            Fields::Goose => json!({
                "name": ENTRY_KEY,
                "type": "stdio",
                "cmd": command,
                "args": args,
                "enabled": true,
                "timeout": TIMEOUT_SECONDS,
            }),
        };
        let mut all = all.as_object().cloned().unwrap_or_default();
        if !env.is_empty() {
            all.insert(fields.env().to_owned(), json!(env));
        }
        all
    }

    /// Corrects an entry that was found. Fields that are not ours, and further variables, stay.
    pub(crate) fn merged(&self, found: Option<&Value>, fields: Fields) -> Map<String, Value> {
        let mut ours = self.json(fields);
        let Some(found) = found.and_then(Value::as_object) else { return ours };
        let mut all = found.clone();
        all.retain(|name, _| !ADDRESS_FIELDS.iter().chain(&REMOTE_FIELDS).any(|remote| remote == name));
        if all.contains_key("type") {
            ours.insert("type".to_owned(), "stdio".into());
        }
        match all.get(fields.env()).map(variables) {
            None => {}
            Some(None) => drop(all.shift_remove(fields.env())),
            Some(Some(mut env)) => {
                env.extend(self.env.clone());
                ours.insert(fields.env().to_owned(), json!(env));
            }
        }
        for (name, value) in ours {
            let kept = fields.kept().contains(&name.as_str());
            if !kept || all.get(&name).is_none_or(Value::is_null) {
                all.insert(name, value);
            }
        }
        all
    }

    /// Additional variables are the user's own and do not count.
    pub(crate) fn stale_reason(&self, correct: &Entry, system: System) -> Option<String> {
        let command = PathBuf::from(&self.command);
        if !same_path(&self.command, &correct.command, system) {
            return Some(if command.is_file() {
                format!("it starts another program: {}", self.command)
            } else {
                format!("it names a program that does not exist: {}", self.command)
            });
        }
        if !command.is_file() {
            return Some(format!("the program does not exist: {}", self.command));
        }
        if self.args != correct.args {
            let (expected, actual) = (correct.args.join(" "), self.args.join(" "));
            return Some(format!("it starts the program with `{actual}` instead of `{expected}`"));
        }
        let missing = correct.env.iter().find(|(name, value)| self.env.get(*name) != Some(value));
        missing.map(|(name, _)| format!("it does not set {name} as LoreKeeper does"))
    }
}

fn strings(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

fn variables(env: &Value) -> Option<BTreeMap<String, String>> {
    let pairs = env.as_object()?.iter();
    pairs.map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

fn same_path(one: &str, other: &str, system: System) -> bool {
    match system {
        System::Windows => {
            let plain = |path: &str| path.replace('/', "\\").to_lowercase();
            plain(one) == plain(other)
        }
        System::Linux | System::MacOs => one == other,
    }
}
