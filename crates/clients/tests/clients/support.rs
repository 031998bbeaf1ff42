//! A computer in a temporary folder, with the clients that a test installs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clients::{
    Action, Client, ClientId, Clients, Error, Plan, Server, State, System, SystemFolders, TimeLimits,
};
use tempfile::TempDir;

const PROGRAM: &str = "lorekeeper-mcp";

pub(crate) struct Computer {
    folder: TempDir,
    pub(crate) folders: SystemFolders,
}

impl Computer {
    /// Every client is installed, and none has a file.
    pub(crate) fn new(system: System) -> Self {
        Self::bare(system).with_all_clients()
    }

    pub(crate) fn bare(system: System) -> Self {
        Self::within(temporary_folder(), system)
    }

    /// Creates a computer on a disk from which programs can be started.
    pub(crate) fn on_disk() -> Self {
        Self::within(folder_on_disk(), System::Linux).with_all_clients()
    }

    fn within(folder: TempDir, system: System) -> Self {
        let home = folder.path().join("home");
        fs::create_dir_all(home.join("apps")).unwrap();
        fs::write(home.join("apps").join(PROGRAM), "").unwrap();
        Self { folders: SystemFolders::under(home, system), folder }
    }

    fn with_all_clients(self) -> Self {
        for client in self.clients().all() {
            fs::create_dir_all(self.trace(&client)).unwrap();
        }
        self
    }

    /// Returns the folder that tells that a client is installed: that of its file, or one of its own.
    fn trace(&self, client: &Client) -> PathBuf {
        match client.id {
            ClientId::ClaudeCode => self.folders.home.join(".claude"),
            ClientId::VsCode => self.folders.config.join("Code"),
            ClientId::Cline => self.folders.home.join(".cline"),
            _ => client.file.parent().unwrap().to_owned(),
        }
    }

    pub(crate) fn linux() -> Self {
        Self::new(System::Linux)
    }

    pub(crate) fn with(id: ClientId, text: impl AsRef<[u8]>) -> Self {
        let computer = Self::linux();
        computer.write(id, text);
        computer
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.folders.home.join("apps").join(PROGRAM)
    }

    pub(crate) fn records(&self) -> PathBuf {
        self.folder.path().join("records")
    }

    pub(crate) fn clients(&self) -> Clients {
        self.clients_for(Server::new(self.program()))
    }

    pub(crate) fn clients_for(&self, server: Server) -> Clients {
        Clients::new(self.folders.clone(), server, self.records())
    }

    pub(crate) fn plan_within(&self, limits: TimeLimits, id: ClientId) -> Result<Plan, Error> {
        self.clients().with_limits(limits).plan(id, Action::Connect)
    }

    pub(crate) fn client(&self, id: ClientId) -> Client {
        self.clients().client(id)
    }

    pub(crate) fn state(&self, id: ClientId) -> State {
        self.client(id).state
    }

    pub(crate) fn file(&self, id: ClientId) -> PathBuf {
        self.client(id).file
    }

    /// Writes a client's file with an old modification time.
    pub(crate) fn write(&self, id: ClientId, text: impl AsRef<[u8]>) {
        let file = self.file(id);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        age(&file);
    }

    pub(crate) fn read(&self, id: ClientId) -> String {
        fs::read_to_string(self.file(id)).unwrap()
    }

    pub(crate) fn plan(&self, id: ClientId, action: Action) -> Result<Plan, Error> {
        self.clients().plan(id, action)
    }

    #[track_caller]
    pub(crate) fn act(&self, id: ClientId, action: Action) -> Client {
        let plan = self.plan(id, action).unwrap();
        self.clients().apply(&plan).unwrap()
    }

    /// Removes the records, as if the changes were made long ago.
    pub(crate) fn forget(&self) {
        let _ = fs::remove_dir_all(self.records());
        ClientId::ALL
            .into_iter()
            .map(|id| self.file(id))
            .filter(|file| file.exists())
            .for_each(|file| age(&file));
    }

    pub(crate) fn redact(&self, text: &str) -> String {
        let folder = self.folder.path().to_str().unwrap();
        if cfg!(unix) {
            return text.replace(folder, "");
        }
        // A path in JSON has two backslashes each, and four where JSON is quoted in JSON.
        let escaped = folder.replace('\\', r"\\");
        let mark = "\u{0}";
        let text =
            text.replace(&escaped.replace('\\', r"\\"), mark).replace(&escaped, mark).replace(folder, mark);
        let mut parts = text.split(mark);
        let mut redacted = parts.next().unwrap().to_owned();
        for part in parts {
            // TOML writes such a path in single quotation marks.
            let is_literal = redacted.ends_with('\'');
            let end = part.find(['"', '\'', '\n', '`']).unwrap_or(part.len());
            let path = part.split_at(end).0.trim_end_matches('\\');
            let rest = part.split_at(path.len()).1;
            let names = path.split('\\').filter(|name| !name.is_empty());
            if is_literal {
                redacted.pop();
                redacted.push('"');
            }
            redacted.extend(names.map(|name| format!("/{name}")));
            redacted += &if is_literal { rest.replacen('\'', "\"", 1) } else { rest.to_owned() };
        }
        // For Mistral Vibe, a path with backslashes is in a list.
        let program = format!("\"/home/apps/{PROGRAM}\"");
        redacted.replace(&format!("command = [{program}]"), &format!("command = {program}"))
    }
}

fn age(file: &Path) {
    let then = SystemTime::now() - Duration::from_secs(60);
    fs::OpenOptions::new().write(true).open(file).unwrap().set_modified(then).unwrap();
}

/// Creates a folder in memory if possible, because the tests wait for thousands of writes.
fn temporary_folder() -> TempDir {
    let in_memory = Path::new("/dev/shm");
    if cfg!(target_os = "linux") && in_memory.is_dir() {
        return tempfile::tempdir_in(in_memory).unwrap();
    }
    folder_on_disk()
}

/// Creates a folder outside the system's folder for temporary files, where Windows lets nothing be
/// registered.
fn folder_on_disk() -> TempDir {
    let folder = std::path::absolute(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::create_dir_all(&folder).unwrap();
    tempfile::tempdir_in(folder).unwrap()
}

pub(crate) fn fixtures(id: ClientId) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(id.to_string());
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

pub(crate) fn layouts(id: ClientId, text: &str) -> Vec<(&'static str, String)> {
    let indented = |unit: &str| {
        let lines = text.split_inclusive('\n').map(|line| {
            let rest = line.trim_start_matches(' ');
            let spaces = line.len() - rest.len();
            format!("{}{}{rest}", unit.repeat(spaces / 2), " ".repeat(spaces % 2))
        });
        lines.collect::<String>()
    };
    let mut layouts = vec![
        ("as it is", text.to_owned()),
        ("CRLF", text.replace('\n', "\r\n")),
        ("tabs", indented("\t")),
        ("three spaces", indented("   ")),
        ("mark", format!("\u{feff}{text}")),
        ("mark and CRLF", format!("\u{feff}{}", text.replace('\n', "\r\n"))),
        ("no last line ending", text.trim_end().to_owned()),
    ];
    // YAML does not allow tabs, nor another width within the items of a list.
    layouts.retain(|(name, _)| match id {
        ClientId::Goose => *name != "tabs",
        ClientId::Continue => !["tabs", "three spaces"].contains(name),
        _ => true,
    });
    layouts
}

/// Removes the byte order mark where the client cannot read a file that begins with it.
pub(crate) fn without_mark(id: ClientId, text: &str) -> &str {
    use ClientId::*;
    let refuses_mark = [ClaudeDesktop, ClaudeCode, GeminiCli, Jan, Cline, KimiCode, MistralVibe, Droid, Amp];
    if refuses_mark.contains(&id) { text.trim_start_matches('\u{feff}') } else { text }
}
