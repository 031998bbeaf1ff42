//! The layers of the crates: no file imports in a circle, and no folder imports from a layer above its own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The layers of a crate, the lowest first. A folder or file may import from its own layer and from lower ones; what is not
/// named here is only kept out of circles.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "crates/lore/src",
        &[
            &["model"],
            &["error", "everyday"],
            &["facts"],
            &["fields"],
            &["passages"],
            &["progress", "query"],
            &["ingest"],
            &["own"],
            &["store"],
            &["search"],
            &["browse", "encounter", "rating"],
            &["library"],
        ],
    ),
    (
        "crates/server/src",
        &[
            &["protocol"],
            &["tools", "prompts", "cards"],
            &["resources"],
            &["completion"],
            &["server"],
            &["process"],
            &["cli"],
        ],
    ),
];

/// The modules of a crate by their paths, such as `store::import`; the crate's root is the empty path.
type Modules = BTreeMap<String, Vec<Import>>;
/// The modules that each module imports from.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// A path that a module names.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Import {
    path: Vec<String>,
    /// True if it is exported again, so that a path through this module leads on.
    exported: bool,
}

#[test]
fn no_file_imports_in_a_circle() {
    let circles: Vec<String> =
        crates().iter().flat_map(|folder| describe(folder, &circles(&graph(&read(folder))))).collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn no_folder_imports_from_a_higher_layer() {
    let mut wrong = Vec::new();
    for (folder, layers) in LAYERS {
        for (module, imported) in graph(&read(&root().join(folder))) {
            for other in imported {
                if let (Some(lower), Some(higher)) = (layer(layers, &module), layer(layers, &other))
                    && lower < higher
                {
                    wrong.push(format!("{folder}: {module} imports {other}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the source folders of all crates.
fn crates() -> Vec<PathBuf> {
    let crates =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut folders: Vec<PathBuf> = crates.filter(|folder| folder.is_dir()).collect();
    folders.push(root().join("src-tauri/src"));
    folders.sort();
    folders
}

/// Returns the number of the layer that a module is in.
fn layer(layers: &[&[&str]], module: &str) -> Option<usize> {
    let top = module.split("::").next()?;
    layers.iter().position(|layer| layer.contains(&top))
}

/// Describes each circle by the imports that make it.
fn describe(folder: &Path, circles: &[Graph]) -> Vec<String> {
    let imports = |circle: &Graph| {
        let lines =
            circle.iter().flat_map(|(from, to)| to.iter().map(move |to| format!("`{from}` → `{to}`")));
        lines.collect::<Vec<_>>().join(", ")
    };
    let root = root();
    let name = folder.strip_prefix(&root).unwrap_or(folder).display();
    circles.iter().map(|circle| format!("{name}: {}", imports(circle))).collect()
}

/// Reads the modules of a crate without its tests.
fn read(folder: &Path) -> Modules {
    let mut modules = Modules::new();
    let mut tests = Vec::new();
    read_folder(folder, &mut Vec::new(), &mut modules, &mut tests);
    modules.retain(|module, _| {
        !tests.iter().any(|test| module == test || module.starts_with(&format!("{test}::")))
    });
    modules
}

fn read_folder(folder: &Path, path: &mut Vec<String>, modules: &mut Modules, tests: &mut Vec<String>) {
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if file.is_dir() {
            path.push(name);
            read_folder(&file, path, modules, tests);
            path.pop();
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            let mut module = path.clone();
            if !["lib", "main", "mod"].contains(&name.as_str()) {
                module.push(name);
            }
            let source = scan(&std::fs::read_to_string(&file).unwrap());
            let of_tests =
                source.test_modules.into_iter().map(|name| [&module[..], &[name]].concat().join("::"));
            tests.extend(of_tests);
            modules.insert(module.join("::"), source.imports);
        }
    }
}

/// What a source file imports, and which of its modules are compiled for tests only.
#[derive(Debug, Default)]
struct Source {
    imports: Vec<Import>,
    test_modules: Vec<String>,
}

/// Reads the imports of a source file: `use` declarations, and paths that begin with `crate`, `self` or `super`.
fn scan(text: &str) -> Source {
    let tokens = tokens(text);
    let mut source = Source::default();
    let (mut at, mut for_tests, mut exported) = (0, false, false);
    while let Some(token) = tokens.get(at).map(String::as_str) {
        let rest = &tokens[at..];
        if rest.starts_with(&["#", "[", "cfg", "(", "test", ")", "]"].map(str::to_owned)) {
            for_tests = true;
            at += 7;
            continue;
        }
        at += match token {
            "pub" => {
                exported = true;
                1 + visibility(&rest[1..])
            }
            // `use<…>` captures lifetimes.
            "use" if rest.get(1).is_some_and(|next| next != "<") => {
                let end = rest.iter().position(|token| token == ";").unwrap_or(rest.len());
                if !for_tests {
                    tree(&rest[1..end], &[], exported, &mut source.imports);
                }
                end
            }
            "mod" if for_tests => {
                source.test_modules.push(rest[1].clone());
                if rest[2] == "{" { 2 + block(&rest[2..]) } else { 2 }
            }
            "crate" | "self" | "super" if rest.get(1).is_some_and(|next| next == "::") => {
                let path = path(rest);
                let length = 2 * path.len() - 1;
                source.imports.push(Import { path, exported: false });
                length
            }
            _ => 1,
        };
        if token != "pub" {
            (for_tests, exported) = (false, false);
        }
    }
    source
}

/// Returns the length of what follows `pub`, such as `(crate)`.
fn visibility(tokens: &[String]) -> usize {
    match tokens {
        [open, ..] if open == "(" => tokens.iter().position(|token| token == ")").map_or(0, |end| end + 1),
        _ => 0,
    }
}

/// Returns the length of a block in braces.
fn block(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return index + 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the names at the beginning of the tokens that `::` joins.
fn path(tokens: &[String]) -> Vec<String> {
    let mut path = vec![tokens[0].clone()];
    let mut rest = &tokens[1..];
    while let [colons, name, after @ ..] = rest
        && colons == "::"
        && name.starts_with(|first: char| first.is_alphabetic() || first == '_')
    {
        path.push(name.clone());
        rest = after;
    }
    path
}

/// Adds the paths of a tree such as `crate::store::{self, Rows}`.
fn tree(tokens: &[String], before: &[String], exported: bool, found: &mut Vec<Import>) {
    let mut parts = vec![Vec::new()];
    let mut depth = 0;
    for token in tokens {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 0 => {
                parts.push(Vec::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(token.clone());
    }
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let open = part.iter().position(|token| token == "{");
        let names = part[..open.unwrap_or(part.len())].iter();
        let names = names.take_while(|token| *token != "as").filter(|token| *token != "::");
        let path: Vec<String> = before.iter().chain(names).cloned().collect();
        match open {
            Some(open) => tree(&part[open + 1..part.len() - 1], &path, exported, found),
            None => found.push(Import { path, exported }),
        }
    }
}

/// Splits source text into names, `::` and other signs; comments, literals and lifetimes are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the literal text, character or lifetime at the beginning of source text, if there is one.
fn literal(text: &str) -> Option<usize> {
    let unprefixed = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r').filter(|_| prefix <= 1) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = prefix + 1 + hashes + 1;
            return Some(text[begin..].find(&end).map_or(text.len(), |at| begin + at + end.len()));
        }
    }
    if prefix <= 1 && unprefixed.starts_with('"') {
        return Some(prefix + quoted(unprefixed, '"'));
    }
    let quote = text.strip_prefix('\'')?;
    let mut letters = quote.chars();
    let (first, second) = (letters.next()?, letters.next());
    if first == '\\' || second == Some('\'') { Some(quoted(text, '\'')) } else { Some(1) }
}

/// Returns the length of text in quotation marks, in which a backslash escapes.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == mark => return index + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Draws the graph: which module imports from which. Exports are followed to the module that has the item.
fn graph(modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    for (module, imports) in modules {
        for import in imports.iter().filter(|import| !import.exported) {
            let target = absolute(modules, module, &import.path).and_then(|path| owner(modules, &path, 0));
            if let Some(target) = target.filter(|target| target != module) {
                graph.entry(module.clone()).or_default().insert(target);
            }
        }
    }
    graph
}

/// Returns a path from the crate's root, unless it leads to another crate.
fn absolute(modules: &Modules, module: &str, path: &[String]) -> Option<Vec<String>> {
    let mut base: Vec<String> =
        module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            base.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while let [first, after @ ..] = rest
                && first == "super"
            {
                base.pop();
                rest = after;
            }
        }
        child => {
            base.push(child.to_owned());
            if !modules.contains_key(&base.join("::")) {
                return None;
            }
            rest = &path[1..];
        }
    }
    base.extend(rest.iter().filter(|name| *name != "self").cloned());
    Some(base)
}

/// Returns the module that a path leads to: the longest beginning of the path that is one, or where that exports the next
/// name from.
fn owner(modules: &Modules, path: &[String], depth: usize) -> Option<String> {
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length].join("::")))?;
    let module = path[..length].join("::");
    let exported = path.get(length).filter(|_| depth < 8).and_then(|name| {
        let mut exports = modules[&module].iter().filter(|import| import.exported);
        let export = exports.find(|import| import.path.last() == Some(name))?;
        let target = absolute(modules, &module, &export.path)?;
        owner(modules, &[&target[..], &path[length + 1..]].concat(), depth + 1)
    });
    Some(exported.unwrap_or(module))
}

/// Returns the circles of a graph, each with the imports inside it.
fn circles(graph: &Graph) -> Vec<Graph> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        graph.keys().map(|module| (module, reachable(graph, module))).collect();
    let mut circles: Vec<Graph> = Vec::new();
    for (module, there) in &reached {
        if !there.contains(module) || circles.iter().any(|circle| circle.contains_key(*module)) {
            continue;
        }
        let inside = |other: &String| {
            there.contains(other) && reached.get(other).is_some_and(|back| back.contains(module))
        };
        let circle = graph
            .iter()
            .filter(|(from, _)| inside(from))
            .map(|(from, to)| (from.clone(), to.iter().filter(|to| inside(to)).cloned().collect()));
        circles.push(circle.collect());
    }
    circles
}

fn reachable<'a>(graph: &'a Graph, module: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&String> = graph.get(module).into_iter().flatten().collect();
    while let Some(next) = waiting.pop() {
        if reached.insert(next) {
            waiting.extend(graph.get(next).into_iter().flatten());
        }
    }
    reached
}

mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Modules {
        files.iter().map(|(module, text)| ((*module).to_owned(), scan(text).imports)).collect()
    }

    fn imports(text: &str) -> Vec<String> {
        scan(text).imports.iter().map(|import| import.path.join("::")).collect()
    }

    #[test]
    fn imports_are_read_from_trees_and_from_paths_in_code() {
        let text = r##"
            use crate::store::{self, rows::{Row, read as read_rows}};
            // use crate::comment;
            fn main() { let text = "crate::text"; let raw = r#"" crate::raw"#; let quote = '"'; crate::model::fold(text) }
            fn life<'a>(it: &'a str) -> super::Answer<'a> { todo!() }
        "##;
        let expected = [
            "crate::store::self",
            "crate::store::rows::Row",
            "crate::store::rows::read",
            "crate::model::fold",
            "super::Answer",
        ];
        assert_eq!(imports(text), expected);
    }

    #[test]
    fn what_is_compiled_for_tests_only_is_left_out() {
        let source = scan(
            "#[cfg(test)] mod tests { use crate::a; }\n#[cfg(test)]\nuse crate::b;\n#[cfg(test)] mod far;\nuse crate::c;",
        );
        assert_eq!(source.test_modules, ["tests", "far"]);
        assert_eq!(source.imports.len(), 1);
    }

    #[test]
    fn a_circle_through_an_export_is_found() {
        let modules = crate_of(&[
            ("", "pub use library::Library;"),
            ("library", "use crate::store::rows; pub struct Library;"),
            ("store", ""),
            ("store::rows", "use crate::Library;"),
            ("model", "use crate::store;"),
        ]);
        let circles = circles(&graph(&modules));
        assert_eq!(circles.len(), 1);
        assert_eq!(circles[0].keys().collect::<Vec<_>>(), ["library", "store::rows"]);
    }
}
