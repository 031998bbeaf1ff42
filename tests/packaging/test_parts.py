"""The table of what a change can affect holds for the tree, and for what the scripts run."""

import re
import subprocess
import tempfile
import unittest
from fnmatch import fnmatchcase
from pathlib import Path
from unittest.mock import patch

from scripts import ROOT, load

parts = load("scripts/parts")


def run_by(script: str) -> set[str]:
    """The parts that a script runs."""
    lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
    return set(re.findall(r"\bpart ([a-z]+)\b", "\n".join(line for line in lines if not line.startswith("#"))))


class Parts(unittest.TestCase):
    def test_every_pattern_is_the_first_for_some_file(self) -> None:
        first = {next((pattern for pattern in parts.AFFECTED if fnmatchcase(file, pattern)), None) for file in parts.files()}
        self.assertEqual(set(parts.AFFECTED) - first, set(), "what matches nothing is out of date")

    def test_every_part_is_run_by_one_script(self) -> None:
        both = [run_by("scripts/test"), run_by("scripts/test-all")]
        self.assertEqual(both[0] & both[1], set())
        self.assertEqual(both[0] | both[1], set(parts.PARTS))
        self.assertLessEqual({part for affected in parts.AFFECTED.values() for part in affected}, set(parts.PARTS))

    def test_the_product_affects_every_part(self) -> None:
        for file in ["Cargo.toml", "Cargo.lock", "crates/lore/src/lib.rs", "crates/server/src/main.rs", "scripts/resources.txt",
                     "scripts/test", "scripts/parts", "ui/src/App.svelte", "rust-toolchain.toml", "something/new"]:
            self.assertEqual(parts.affected_by(file), parts.PARTS, file)

    def test_the_tests_of_a_part_affect_it(self) -> None:
        for file, part in [("tests/window/test_search.py", "window"), ("tests/clients/main.py", "clients"),
                           ("tests/end_to_end/stdio.rs", "crates"), ("tests/selection/requests.jsonl", "selection"),
                           ("ui/tests/entries/card.test.ts", "page"), ("docs/connect.md", "crates"), ("README.md", "crates")]:
            self.assertIn(part, parts.affected_by(file), file)
        self.assertEqual(parts.affected_by("docs/connect.md"), parts.AFFECTED["docs/*"])

    def test_a_part_is_left_out_until_a_file_that_affects_it_changes(self) -> None:
        with tempfile.TemporaryDirectory() as folder, patch.multiple(parts, ROOT=Path(folder), PASSED=Path(folder) / "target/parts"):
            subprocess.run(["git", "init", "--quiet", folder], check=True)
            file, other = Path(folder) / "tests/selection/one.txt", Path(folder) / "docs/other.md"
            for path in (file, other, Path(folder) / ".gitignore"):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("target\n", encoding="utf-8")
            self.assertTrue(parts.due("selection"), "it never passed")
            parts.remember("selection", parts.due("selection"))
            self.assertFalse(parts.due("selection"))
            other.write_text("changed", encoding="utf-8")
            self.assertFalse(parts.due("selection"), "it reads no document")
            for change in (lambda: file.write_text("changed", encoding="utf-8"), lambda: file.rename(file.with_name("two.txt"))):
                change()
                self.assertTrue(parts.due("selection"))
                parts.remember("selection", parts.due("selection"))


if __name__ == "__main__":
    unittest.main()
