"""Neither files nor folders of a crate import in a circle. Cargo sees to the layers between crates."""

import re
import unittest
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scripts import ROOT

# The path of a module within its crate; the crate's root has no name.
Module: TypeAlias = tuple[str, ...]
# The modules that each module imports from.
Graph: TypeAlias = dict[Module, set[Module]]

IGNORED = re.compile(r"""//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\[^']*.|[^'\\])'""", re.DOTALL)
FOR_TESTS = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:use\b|mod\s+(\w+))[^;{]*")
USE = re.compile(r"(\bpub(?:\([^)]*\))?\s+)?\buse\s+([^;<]*);")
PATH = re.compile(r"\b(?:crate|self|super)(?:\s*::\s*[A-Za-z_]\w*)+")


class Source(NamedTuple):
    """What a file imports, what it exports again, and which of its modules are compiled for tests only."""

    imports: set[Module]
    exports: set[Module]
    test_modules: list[str]


def scan(text: str) -> Source:
    code, source = IGNORED.sub(" ", text), Source(set(), set(), [])
    while item := FOR_TESTS.search(code):
        if item[1]:
            source.test_modules.append(item[1])
        code = code[:item.start()] + (code[item.end() + 1:] if code[item.end()] == ";" else after_block(code[item.end():]))
    for use in USE.finditer(code):
        (source.exports if use[1] else source.imports).update(tree(use[2]))
    for path in PATH.finditer(USE.sub(" ", code)):
        source.imports.add(names(path[0]))
    return source


def after_block(code: str) -> str:
    """What follows the block in braces with which the code begins."""
    depth = 0
    for at, sign in enumerate(code):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return code[at + 1:]
    return ""


def names(path: str) -> Module:
    return tuple(name.strip() for name in path.split("::") if name.strip())


def tree(text: str, before: Module = ()) -> Iterator[Module]:
    """The paths of a tree such as `crate::store::{self, Rows}`."""
    depth, part = 0, ""
    for sign in text + ",":
        depth += (sign == "{") - (sign == "}")
        if sign != "," or depth:
            part += sign
            continue
        path, brace, inner = part.partition("{")
        if brace:
            yield from tree(inner.rpartition("}")[0], before + names(path))
        elif part.strip():
            yield before + names(re.split(r"\bas\b", path)[0])
        part = ""


def read(folder: Path) -> dict[Module, Source]:
    """The modules of a crate without its tests."""
    modules = {}
    for file in folder.rglob("*.rs"):
        path = file.relative_to(folder).with_suffix("").parts
        modules[path[:-1] if path[-1] in ("lib", "main", "mod") else path] = scan(file.read_text(encoding="utf-8"))
    tests = [(*module, name) for module, source in modules.items() for name in source.test_modules]
    return {module: source for module, source in modules.items() if not any(module[:len(it)] == it for it in tests)}


def absolute(modules: dict[Module, Source], module: Module, path: Module) -> Module | None:
    """A path from the crate's root, unless it leads to another crate."""
    if path[0] == "crate":
        return tuple(name for name in path[1:] if name != "self")
    ups = len(list(takewhile(lambda name: name == "super", path)))
    base = module[:len(module) - ups]
    if ups == 0 and path[0] != "self" and (*base, path[0]) not in modules:
        return None
    return base + tuple(name for name in path[ups:] if name != "self")


def owner(modules: dict[Module, Source], path: Module, depth: int = 0) -> Module:
    """The module that a path leads to: its longest beginning, or where that has the next name from."""
    length = next(length for length in range(len(path), -1, -1) if path[:length] in modules)
    module, rest = path[:length], path[length:]
    for export in modules[module].exports if rest and depth < 8 else ():
        target = absolute(modules, module, export) if export[-1] == rest[0] else None
        if target is not None:
            return owner(modules, target + rest[1:], depth + 1)
    return module


def graph(modules: dict[Module, Source]) -> Graph:
    found: Graph = {module: set() for module in modules}
    for module, source in modules.items():
        paths = (absolute(modules, module, path) for path in source.imports)
        found[module] = {owner(modules, path) for path in paths if path is not None} - {module}
    return found


def folders(files: Graph) -> Graph:
    """Which of the files and folders that stand side by side imports from which."""
    found: Graph = {}
    for module, imported in files.items():
        for other in imported:
            common = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(module, other))))
            if common < len(module) and common < len(other):
                found.setdefault(module[:common + 1], set()).add(other[:common + 1])
    return found


def circles(files: Graph) -> list[str]:
    """Each import within a circle."""
    def reached(module: Module) -> set[Module]:
        found: set[Module] = set()
        waiting = [module]
        while waiting:
            new = files.get(waiting.pop(), set()) - found
            found |= new
            waiting.extend(new)
        return found

    beyond = {module: reached(module) for module in files}
    return sorted(f"{'::'.join(module)} -> {'::'.join(other)}" for module, imported in files.items()
                  for other in imported if module in beyond.get(other, ()))


class Layers(unittest.TestCase):
    def test_neither_files_nor_folders_import_in_a_circle(self) -> None:
        crates = [*sorted(ROOT.glob("crates/*/src")), ROOT / "src-tauri/src"]
        count = 0
        for crate in crates:
            files = graph(read(crate))
            count += sum(map(len, files.values()))
            with self.subTest(crate=crate.relative_to(ROOT)):
                self.assertEqual((circles(files), circles(folders(files))), ([], []))
        self.assertGreater(count, 1_000, "the imports were read")

    def test_imports_are_read_from_trees_and_from_paths_in_code(self) -> None:
        source = scan('''
            use crate::store::{self, rows::{Row, read as read_rows}};
            pub(crate) use self::inner::Item;
            // use crate::comment;
            fn main() { let text = "crate::text"; let raw = r#"" crate::raw"#; let quote = '"'; crate::model::fold(text) }
            fn life<'a>(it: &'a str) -> super::Answer<'a> { todo!() }
            #[cfg(test)] mod tests { use crate::a; }
            #[cfg(test)]
            use crate::b;
        ''')
        imports = {"crate::store::self", "crate::store::rows::Row", "crate::store::rows::read", "crate::model::fold",
                   "super::Answer"}
        self.assertEqual({"::".join(path) for path in source.imports}, imports)
        self.assertEqual((source.exports, source.test_modules), ({("self", "inner", "Item")}, ["tests"]))

    def test_circles_are_found_through_exports_and_among_folders(self) -> None:
        def files(**texts: str) -> Graph:
            return graph({names(path.replace("__", "::")): scan(text) for path, text in texts.items()})

        through = files(**{"": "pub use library::Library;"}, library="use crate::store::rows;", store="",
                        store__rows="use crate::Library;", model="use crate::store;")
        self.assertEqual(circles(through), ["library -> store::rows", "store::rows -> library"])
        among = files(**{"": ""}, store__rows="use crate::search::words;", store__sql="", search__words="",
                      search__index="use crate::store::sql;")
        self.assertEqual(circles(among), [])
        self.assertEqual(circles(folders(among)), ["search -> store", "store -> search"])


if __name__ == "__main__":
    unittest.main()
