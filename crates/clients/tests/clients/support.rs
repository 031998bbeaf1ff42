//! A computer in a temporary folder, with the clients that a test puts there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clients::{Action, Client, ClientId, Clients, Error, Plan, Server, State, System, SystemFolders};
use tempfile::TempDir;

pub(crate) struct Computer {
    folder: TempDir,
    pub(crate) places: SystemFolders,
}

impl Computer {
    /// A computer on which every client is installed and none has a file yet.
    pub(crate) fn new(system: System) -> Self {
        Self::bare(system).with_all_clients()
    }

    /// A computer without clients.
    pub(crate) fn bare(system: System) -> Self {
        Self::within(temporary_folder(), system)
    }

    /// The same on a disk from which programs may be started.
    pub(crate) fn on_disk() -> Self {
        Self::within(tempfile::tempdir().unwrap(), System::Linux).with_all_clients()
    }

    fn within(folder: TempDir, system: System) -> Self {
        let home = folder.path().join("home");
        fs::create_dir_all(home.join("apps")).unwrap();
        fs::write(home.join("apps/lorekeeper-mcp"), "").unwrap();
        Self { places: SystemFolders::under(home, system), folder }
    }

    fn with_all_clients(self) -> Self {
        for id in ClientId::ALL {
            fs::create_dir_all(trace(&self.places, id)).unwrap();
        }
        self
    }

    #[must_use]
    pub(crate) fn linux() -> Self {
        Self::new(System::Linux)
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.places.home.join("apps/lorekeeper-mcp")
    }

    pub(crate) fn records(&self) -> PathBuf {
        self.folder.path().join("records")
    }

    pub(crate) fn clients(&self) -> Clients {
        self.clients_for(Server::new(self.program()))
    }

    pub(crate) fn clients_for(&self, server: Server) -> Clients {
        Clients::new(self.places.clone(), server, self.records())
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

    /// Writes a client's file, as the client did a while ago.
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

    /// Forgets what was done, as if it had been long ago and elsewhere.
    pub(crate) fn forget(&self) {
        let _ = fs::remove_dir_all(self.records());
        ClientId::ALL
            .into_iter()
            .map(|id| self.file(id))
            .filter(|file| file.exists())
            .for_each(|file| age(&file));
    }

    /// A text in which the folder of this test does not show.
    pub(crate) fn redact(&self, text: &str) -> String {
        text.replace(self.folder.path().to_str().unwrap(), "")
    }
}

/// Makes a file one that was written a minute ago.
fn age(file: &Path) {
    let then = SystemTime::now() - Duration::from_secs(60);
    fs::OpenOptions::new().write(true).open(file).unwrap().set_modified(then).unwrap();
}

/// A folder in memory where there is one: every write waits for the disk, and the tests write thousands of times.
fn temporary_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The folder that a client makes itself.
fn trace(places: &SystemFolders, id: ClientId) -> PathBuf {
    let SystemFolders { home, config, .. } = places;
    match id {
        ClientId::ClaudeDesktop => config.join("Claude"),
        ClientId::ClaudeCode => home.join(".claude"),
        ClientId::Cursor => home.join(".cursor"),
        ClientId::VsCode => config.join("Code"),
        ClientId::Windsurf => home.join(".codeium/windsurf"),
        ClientId::Zed => match places.system {
            System::Windows => config.join("Zed"),
            System::Linux | System::MacOs => home.join(".config/zed"),
        },
        ClientId::LmStudio => home.join(".lmstudio"),
        ClientId::Codex => home.join(".codex"),
        ClientId::GeminiCli => home.join(".gemini"),
    }
}

/// The sample files of a client, by name.
pub(crate) fn fixtures(id: ClientId) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(id.as_str());
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

/// A sample file in every layout: as it is, with Windows' line endings, with tabs, with three spaces, with the mark at its
/// beginning, and without its last line ending.
pub(crate) fn layouts(text: &str) -> Vec<(&'static str, String)> {
    let indented = |unit: &str| {
        let lines = text.split_inclusive('\n').map(|line| {
            let rest = line.trim_start_matches(' ');
            let spaces = line.len() - rest.len();
            format!("{}{}{rest}", unit.repeat(spaces / 2), " ".repeat(spaces % 2))
        });
        lines.collect::<String>()
    };
    vec![
        ("as it is", text.to_owned()),
        ("CRLF", text.replace('\n', "\r\n")),
        ("tabs", indented("\t")),
        ("three spaces", indented("   ")),
        ("mark", format!("\u{feff}{text}")),
        ("mark and CRLF", format!("\u{feff}{}", text.replace('\n', "\r\n"))),
        ("no last line ending", text.trim_end().to_owned()),
    ]
}
