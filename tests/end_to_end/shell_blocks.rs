//! Every shell block of the documents is run in a home folder with the starter content, and its output is
//! compared with the document. A block that cannot be run says so behind its fence, as `sh not-run=WHY`; its
//! commands and options are checked instead.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use open5e_replay::{Replay, facts};
use tempfile::TempDir;

use crate::guide::{Block, Guide, root};
use crate::starter_library::copy_starter_library;

const BOOK: &str = r#"{"Ember Book" {:orcpub.dnd.e5/spells {:ember-dart {:option-pack "Ember Book", :key :ember-dart,
    :name "Ember Dart", :level 1, :school "evocation", :spell-lists {:wizard true}, :description "A spark flies."}}}}"#;

const TROLL: &str = "Jam Troll\nLarge giant, unaligned\nArmor Class 13\nHit Points 59 (7d10 + 21)\nSpeed 30 ft.\n\
    STR DEX CON INT WIS CHA\n19 (+4) 8 (-1) 16 (+3) 5 (-3) 7 (-2) 7 (-2)\nChallenge 2 (450 XP)\n";
const RULES: &str = r#"{"kind": "rule", "name": "Slow Rests", "text": "A long rest takes a week."}"#;

const LIBRARY: &str = if cfg!(target_os = "macos") {
    "Library/Application Support/lorekeeper"
} else {
    ".local/share/lorekeeper"
};

/// Each run uses a free port instead.
const PORT: &str = "5673";

struct Reader {
    home: TempDir,
    port: String,
    running: Vec<Child>,
    open5e: Option<Replay>,
}

impl Reader {
    fn new() -> Self {
        let home = TempDir::new().unwrap();
        copy_starter_library(&home.path().join(LIBRARY));
        for folder in [".config/Claude", ".cursor", "Downloads"] {
            std::fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        for (file, content) in [("ember-book.orcbrew", BOOK), ("troll.txt", TROLL), ("rules.json", RULES)] {
            std::fs::write(home.path().join("Downloads").join(file), content).unwrap();
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self { home, port: free.to_string(), running: Vec::new(), open5e: None }
    }

    fn shell(&mut self, text: &str) -> Command {
        let mut command = Command::new("bash");
        command.args([
            "-euo",
            "pipefail",
            "-c",
            &text.replace(PORT, &self.port).replace("sync tob", &format!("sync {}", facts().book)),
        ]);
        command.current_dir(self.home.path()).env_clear().env("HOME", self.home.path());
        let programs =
            Path::new(env!("CARGO_BIN_EXE_lorekeeper-mcp")).parent().unwrap().display().to_string();
        command.env("PATH", format!("{programs}:/usr/local/bin:/usr/bin:/bin"));
        command.env("XDG_RUNTIME_DIR", self.home.path()).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command.env("LOREKEEPER_OFFLINE", "1");
        if let Some(resources) = std::env::var_os("LOREKEEPER_RESOURCES") {
            command.env("LOREKEEPER_RESOURCES", resources);
        }
        if let Some(open5e) = &self.open5e {
            command.env("LOREKEEPER_OPEN5E_URL", &open5e.base);
        }
        command
    }

    fn run(&mut self, block: &Block) -> bool {
        let needs_curl = block.text.lines().any(|line| line.trim_start_matches("$ ").starts_with("curl "));
        if needs_curl && Command::new("curl").arg("--version").output().is_err() {
            return false;
        }
        if block.lines().any(|line| line.contains("lorekeeper-mcp sync")) && self.open5e.is_none() {
            self.open5e = Some(Replay::start());
        }
        match (block.language(), block.info.get(1).map(String::as_str)) {
            ("console", None) => self.compare(block),
            ("sh", Some("stays-running")) => self.start(block),
            _ => drop(self.output(block, &block.text)),
        }
        true
    }

    fn output(&mut self, block: &Block, text: &str) -> String {
        let output = self.shell(text).output().unwrap();
        let (said, wrong) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{}: {text}\n{said}{wrong}", block.place);
        said.replace(&self.port, PORT)
    }

    fn start(&mut self, block: &Block) {
        let text = format!("exec {}", block.text.trim());
        let mut child = self.shell(&text).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        self.running.push(child);
        assert!(!line.trim().is_empty(), "{}: it said nothing", block.place);
    }

    /// Runs each line behind a `$` and compares the output; `…` stands for anything in a line, and alone for
    /// any lines.
    fn compare(&mut self, block: &Block) {
        let steps = block.text.split("$ ").skip(1);
        for step in steps {
            let (line, expected) = step.split_once('\n').unwrap_or((step, ""));
            let said = self.output(block, line);
            assert!(
                fits(expected.trim_end(), said.trim_end()),
                "{}: {line}\nprints\n{said}\nand not\n{expected}",
                block.place
            );
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn fits(expected: &str, said: &str) -> bool {
    let pattern = expected.lines().map(|line| match line.trim() {
        "…" => "(?:.*\n)*?".to_owned(),
        line => format!("{}[ \t]*\n", regex::escape(line).replace('…', ".*")),
    });
    let pattern = format!("\\A{}\\z", pattern.collect::<String>());
    let said: String = said.lines().map(|line| format!("{}\n", line.trim())).collect();
    regex::Regex::new(&pattern).unwrap().is_match(&said)
}

fn is_shell(block: &Block) -> bool {
    ["sh", "console"].contains(&block.language())
}

fn why_not_run(block: &Block) -> Option<&str> {
    block.info.iter().find_map(|word| word.strip_prefix("not-run="))
}

#[test]
fn every_shell_block_runs() {
    for guide in Guide::all() {
        let mut reader: Option<Reader> = None;
        for block in guide.blocks.iter().filter(|block| is_shell(block) && why_not_run(block).is_none()) {
            if !reader.get_or_insert_with(Reader::new).run(block) {
                println!("skipped {}: it wants curl", block.place);
            }
        }
    }
}

#[test]
fn blocks_that_are_not_run_say_why_and_are_parsed() {
    for guide in Guide::all() {
        for block in guide.blocks.iter().filter(|block| is_shell(block)) {
            for mark in &block.info[1..] {
                let known = mark == "stays-running" || mark.starts_with("not-run=");
                assert!(known, "{}: what is `{mark}`?", block.place);
            }
            match why_not_run(block) {
                None => {}
                Some("builds") => block.lines().for_each(|line| builds(&block.place, line)),
                Some("installs") => block.lines().for_each(|line| installs(&block.place, line)),
                Some("macos") => block.lines().for_each(|line| in_the_app(&block.place, line)),
                Some("container") => block.lines().for_each(|line| in_a_container(&block.place, line)),
                Some("public-address") => with_a_public_address(&block.place, &block.text),
                Some("other-program") => block.lines().for_each(|line| other_program(&block.place, line)),
                Some(why) => panic!("{}: `{why}` is not a reason", block.place),
            }
        }
    }
}

/// `make` targets take minutes, and some need root: only their existence is checked.
fn builds(place: &str, line: &str) {
    let target =
        line.strip_prefix("make ").unwrap_or_else(|| panic!("{place}: {line} is not a make command"));
    let target = target.split_whitespace().next().unwrap();
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    assert!(makefile.lines().any(|rule| rule.starts_with(&format!("{target}:"))), "{place}: make {target}");
}

fn product_name(config: &str) -> String {
    let config = std::fs::read(root().join(config)).unwrap();
    let config: serde_json::Value = serde_json::from_slice(&config).unwrap();
    config["productName"].as_str().unwrap().to_owned()
}

/// Installing needs root; `scripts/bundle-test` does it in a container of its own. The names are those of the
/// package.
fn installs(place: &str, line: &str) {
    let name = product_name("packaging/linux/tauri.conf.json");
    let allowed = [
        format!("sudo apt install ./{name}_{}_amd64.deb", env!("CARGO_PKG_VERSION")),
        format!("sudo apt remove {name}"),
    ];
    assert!(allowed.contains(&line.to_owned()), "{place}: {line} is none of {allowed:?}");
}

/// On macOS, the program is inside the app, which has the product's name.
fn in_the_app(place: &str, line: &str) {
    let program =
        format!("/Applications/{}.app/Contents/MacOS/lorekeeper-mcp ", product_name("tauri.conf.json"));
    let arguments =
        line.strip_prefix(&program).unwrap_or_else(|| panic!("{place}: {line} is not {program}…"));
    help_of(place, arguments.split_whitespace().next().unwrap());
}

fn help_of(place: &str, command: &str) -> String {
    let help = Command::new(env!("CARGO_BIN_EXE_lorekeeper-mcp")).args([command, "--help"]).output().unwrap();
    assert!(help.status.success(), "{place}: there is no command {command}");
    String::from_utf8(help.stdout).unwrap()
}

/// Containers need root and minutes; `scripts/image-test` starts one. The image has this version, and the
/// program this command.
fn in_a_container(place: &str, line: &str) {
    let image = format!("localhost/lorekeeper:{}", env!("CARGO_PKG_VERSION"));
    let starts = ["podman load ", "podman run ", "sudo chown 65532 ", image.as_str()];
    assert!(starts.iter().any(|start| line.trim_start().starts_with(start)), "{place}: {line}");
    let command = line.split_once(&image).and_then(|(_, rest)| rest.split_whitespace().next());
    command.map(|command| help_of(place, command));
    assert!(!line.contains("localhost/") || line.contains(&image), "{place}: {line} is of another version");
}

/// A public address, an identity provider and a store are elsewhere; `tests/publishing` tries them on
/// loopback. The program has the command and its options.
fn with_a_public_address(place: &str, text: &str) {
    let mut words = text.split_whitespace().skip_while(|word| *word != "lorekeeper-mcp").skip(1);
    let command = words.next().unwrap_or_else(|| panic!("{place}: no command"));
    let help = help_of(place, command);
    let known: Vec<&str> = help.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    for option in words.filter(|word| word.starts_with("--")) {
        assert!(known.contains(&option), "{place}: `{command}` has no {option}");
    }
}

/// Programs of others are absent; these few are named only to enter the address that the server prints.
fn other_program(place: &str, line: &str) {
    let others = ["claude mcp add ", "codex mcp add ", "code --add-mcp "];
    assert!(others.iter().any(|other| line.starts_with(other)), "{place}: {line}");
    assert!(line.contains("http://127.0.0.1:5673/mcp"), "{place}: {line}");
}

#[test]
fn no_command_stands_in_a_block_of_another_language() {
    for guide in Guide::all() {
        for block in guide.blocks.iter().filter(|block| !is_shell(block)) {
            for line in block.text.lines() {
                let command = ["$ ", "lorekeeper-mcp ", "make ", "sudo ", "curl ", "apt "];
                let hidden = command.iter().any(|start| line.trim_start().starts_with(start));
                assert!(!hidden, "{}: `{line}` belongs into a block of `sh`", block.place);
            }
        }
    }
}

#[test]
fn commands_in_sentences_exist() {
    let help = Command::new(env!("CARGO_BIN_EXE_lorekeeper-mcp")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for guide in Guide::all() {
        for code in &guide.inline {
            if let Some(rest) = code.strip_prefix("lorekeeper-mcp ") {
                let command = rest.split_whitespace().next().unwrap();
                let known = command.starts_with('-') || help.contains(&format!("\n  {command} "));
                assert!(known, "{}: `{code}`", guide.path);
            }
            if code.starts_with("make ") {
                builds(&guide.path, code);
            }
            if let Some(script) = code.strip_prefix("scripts/") {
                let script = script.split_whitespace().next().unwrap_or(".");
                assert!(root().join("scripts").join(script).exists(), "{}: `{code}`", guide.path);
            }
        }
    }
}

#[test]
fn every_link_of_the_documents_resolves() {
    for guide in Guide::all() {
        let folder = root().join(&guide.path).parent().unwrap().to_owned();
        for link in guide.links.iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { root().join(&guide.path) } else { folder.join(file) };
            assert!(file.exists(), "{}: {link}", guide.path);
            if !anchor.is_empty() {
                let file = file.canonicalize().unwrap();
                let target = Guide::named(file.strip_prefix(root()).unwrap().to_str().unwrap());
                assert!(target.anchors.iter().any(|it| it == anchor), "{}: {link}", guide.path);
            }
        }
    }
}
