//! The entry of our server in a client's file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::system_folders::System;

/// The key of our entry in every client.
pub(crate) const ENTRY_KEY: &str = "lorekeeper";
const NO_PROGRAM: &str = "it names no program";
const ADDRESS_FIELDS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];
const REMOTE_FIELDS: [&str; 4] = ["headers", "http_headers", "env_http_headers", "bearer_token_env_var"];
/// In seconds; Goose's own default.
const TIMEOUT_SECONDS: u64 = 300;

/// The form that a client gives an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    all: &'static [Field],
    /// The field that holds them all, if the entry itself does not.
    within: Option<&'static str>,
}

type Field = (&'static str, Content, Need);

#[derive(Debug, Clone, Copy)]
enum Content {
    Program,
    /// The program, in a list: the client splits a text into words.
    SplitProgram,
    /// The program and its arguments in one list.
    CommandLine,
    Arguments,
    /// Environment variables. They may be left out if there are none.
    Variables,
    /// One of these words, of which the first is written.
    Word(&'static [&'static str]),
    /// The user may set it otherwise: a server that was switched off stays off.
    Initially(fn() -> Value),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// The client passes over an entry without it.
    Required,
    Written,
    /// It is not added, but corrected.
    Tolerated,
}
use Need::{Required, Tolerated, Written};

const STDIO: Content = Content::Word(&["stdio"]);
const NAME: Field = ("name", Content::Word(&[ENTRY_KEY]), Required);
const TYPE: Field = ("type", STDIO, Written);
const COMMAND: Field = ("command", Content::Program, Required);
const ARGS: Field = ("args", Content::Arguments, Written);
const ENV: Field = ("env", Content::Variables, Tolerated);

impl Fields {
    pub(crate) const PLAIN: Self =
        Self::of(&[("type", STDIO, Tolerated), ("transport", STDIO, Tolerated), COMMAND, ARGS, ENV]);
    pub(crate) const TYPED: Self = Self::of(&[TYPE, COMMAND, ARGS, ENV]);
    /// Cline also reads an entry that has them all itself.
    pub(crate) const TRANSPORT: Self = Self { within: Some("transport"), ..Self::TYPED };
    pub(crate) const NAMED: Self = Self::of(&[NAME, ("type", STDIO, Tolerated), COMMAND, ARGS, ENV]);
    pub(crate) const VIBE: Self = Self::of(&[
        NAME,
        ("transport", STDIO, Required),
        ("command", Content::SplitProgram, Required),
        ARGS,
        ENV,
    ]);
    pub(crate) const OPENCODE: Self = Self::of(&[
        ("type", Content::Word(&["local"]), Required),
        ("command", Content::CommandLine, Required),
        ("environment", Content::Variables, Tolerated),
    ]);
    pub(crate) const COPILOT: Self = Self::of(&[
        ("type", Content::Word(&["local", "stdio"]), Written),
        COMMAND,
        ARGS,
        ("tools", Content::Initially(|| json!(["*"])), Written),
        ENV,
    ]);
    pub(crate) const DROID: Self =
        Self::of(&[TYPE, COMMAND, ARGS, ("disabled", Content::Initially(|| false.into()), Written), ENV]);
    pub(crate) const JAN: Self = Self::of(&[
        ("type", STDIO, Tolerated),
        COMMAND,
        ARGS,
        ("env", Content::Variables, Written),
        ("active", Content::Initially(|| true.into()), Written),
    ]);
    pub(crate) const GOOSE: Self = Self::of(&[
        ("name", Content::Initially(|| ENTRY_KEY.into()), Required),
        ("type", STDIO, Required),
        ("cmd", Content::Program, Required),
        ("args", Content::Arguments, Required),
        ("enabled", Content::Initially(|| true.into()), Required),
        ("timeout", Content::Initially(|| TIMEOUT_SECONDS.into()), Written),
        ("envs", Content::Variables, Tolerated),
    ]);

    const fn of(all: &'static [Field]) -> Self {
        Self { all, within: None }
    }

    fn held(self, entry: &Map<String, Value>) -> Option<&Map<String, Value>> {
        entry.get(self.within?)?.as_object()
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
        let found = found.as_object().ok_or("the entry does not consist of fields")?;
        let all = fields.held(found).unwrap_or(found);
        let field = |name: &str| all.get(name).filter(|value| !value.is_null());
        if all.iter().any(|(name, value)| is_remote(name) && !value.is_null()) {
            let address = ADDRESS_FIELDS.iter().find_map(|name| field(name)?.as_str());
            let is_program = |(name, content, _): &Field| content.is_program() && field(name).is_some();
            let address = address.filter(|_| !fields.all.iter().any(is_program));
            let address = address.ok_or("it names a server on the network, but wrongly")?;
            return Ok(Self::Remote(address.to_owned()));
        }
        let mut entry = Entry { command: String::new(), args: Vec::new(), env: BTreeMap::new() };
        for (name, content, need) in fields.all.iter().copied() {
            match field(name) {
                Some(value) => entry.read(content, value)?,
                None if content.is_program() => return Err(NO_PROGRAM),
                None if need == Required => {
                    return Err("a field is missing that the client needs");
                }
                None => {}
            }
        }
        Ok(Self::Valid(entry))
    }
}

impl Content {
    fn is_program(self) -> bool {
        matches!(self, Self::Program | Self::SplitProgram | Self::CommandLine)
    }
}

impl Entry {
    fn read(&mut self, content: Content, value: &Value) -> Result<(), &'static str> {
        let wrong = "its arguments or variables have an unexpected type";
        match content {
            Content::Word(words) if words.iter().any(|word| value == word) => {}
            Content::Word(_) => return Err("its type is not that of a program to start"),
            Content::Initially(_) => {}
            Content::Variables => self.env = variables(value).ok_or(wrong)?,
            Content::Arguments => self.args.extend(strings(value).ok_or(wrong)?),
            Content::SplitProgram if value.as_str().is_some_and(is_split) => {
                return Err("the client splits the path of its program at the spaces");
            }
            Content::Program | Content::SplitProgram if value.is_string() => {
                self.command = value.as_str().unwrap_or_default().to_owned();
            }
            Content::Program => return Err(NO_PROGRAM),
            Content::SplitProgram | Content::CommandLine => {
                let mut words = strings(value).ok_or(NO_PROGRAM)?.into_iter();
                self.command = words.next().ok_or(NO_PROGRAM)?;
                self.args.extend(words);
            }
        }
        Ok(())
    }

    fn value(&self, content: Content) -> Value {
        let Self { command, args, env } = self;
        match content {
            Content::SplitProgram if is_split(command) => json!([command]),
            Content::Program | Content::SplitProgram => json!(command),
            Content::CommandLine => std::iter::once(command).chain(args).cloned().collect(),
            Content::Arguments => json!(args),
            Content::Variables => json!(env),
            Content::Word(words) => json!(words.first()),
            Content::Initially(value) => value(),
        }
    }

    /// Corrects an entry that was found. Fields that are not ours, and further variables, stay.
    pub(crate) fn merged(&self, found: Option<&Value>, fields: Fields) -> Map<String, Value> {
        let mut entry = found.and_then(Value::as_object).cloned().unwrap_or_default();
        let Some(within) = fields.within else { return self.corrected(entry, fields) };
        let ours = |name: &String| fields.all.iter().any(|(field, ..)| field == name) || is_remote(name);
        let loose = || entry.clone().into_iter().filter(|(name, _)| ours(name)).collect();
        let held = fields.held(&entry).cloned().unwrap_or_else(loose);
        entry.retain(|name, _| !ours(name));
        entry.insert(within.to_owned(), self.corrected(held, fields).into());
        entry
    }

    fn corrected(&self, mut all: Map<String, Value>, fields: Fields) -> Map<String, Value> {
        all.retain(|name, _| !is_remote(name));
        for (name, content, need) in fields.all.iter().copied() {
            let found = all.get(name).filter(|value| !value.is_null());
            let value: Value = match (content, found) {
                (Content::Initially(_), Some(_)) => continue,
                (Content::Word(words), Some(found)) if words.iter().any(|word| found == word) => continue,
                (Content::Variables, _) => {
                    let found = found.and_then(variables);
                    if found.is_none() && self.env.is_empty() && need == Tolerated {
                        all.shift_remove(name);
                        continue;
                    }
                    found.into_iter().flatten().chain(self.env.clone()).collect()
                }
                (_, None) if need == Tolerated => continue,
                _ => self.value(content),
            };
            all.insert(name.to_owned(), value);
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

fn is_remote(name: &str) -> bool {
    ADDRESS_FIELDS.contains(&name) || REMOTE_FIELDS.contains(&name)
}

/// As a shell would: at spaces, and with quotation marks and backslashes.
fn is_split(text: &str) -> bool {
    text.contains(|sign: char| sign.is_whitespace() || ['\'', '"', '\\'].contains(&sign))
}

fn strings(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

fn variables(env: &Value) -> Option<BTreeMap<String, String>> {
    let pairs = env.as_object()?.iter();
    pairs.map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

fn same_path(one: &str, other: &str, system: System) -> bool {
    let plain = |path: &str| path.replace('/', "\\").to_lowercase();
    one == other || system == System::Windows && plain(one) == plain(other)
}
