"""Rules for the source code that a program can check."""

import ast
import re
import subprocess
import unittest
from collections.abc import Iterator

from scripts import ROOT, load

# The most lines of a source file, unless a program writes it.
MOST_LINES = 500
# The most characters of a test's name.
LONGEST_NAME = 70
# The most characters of a line of a comment, of a docstring and of prose, and of a commit's first line.
LONGEST_LINE = 110
LONGEST_SUBJECT = 72
# Commits after this one keep to the length of subjects.
BASE = "15a17e64c470b9e29cf7782060d13199137d427b"
COMMENT = re.compile(r"\s*(//|#(?!!?\[)|\*\s|/\*|<!--|--\s)")
# A list of options in columns, which is clearer in one line each.
COLUMNS = re.compile(r"\S {2,}\S")
# Where longer lines are still allowed.
LONGER_LINES = ("CHANGELOG.md", "NOTICE", "docs/connect.md", "packaging/", "ui/src/host.ts")
TEST = re.compile(r"#\[(?:tokio::)?test[^\n]*\]\s*(?:#\[[^\n]*\]\s*)*(?:async )?fn (\w+)")


def sources(*kinds: str) -> Iterator[tuple[str, str]]:
    """The source files of some kinds by name, with their texts."""
    for name in load("scripts/parts").files():
        if name.endswith(kinds) and (ROOT / name).is_file():
            yield name, (ROOT / name).read_text(encoding="utf-8")


class House(unittest.TestCase):
    def test_no_source_file_is_longer_than_500_lines(self) -> None:
        texts = dict(sources(".rs", ".ts", ".svelte", ".py", ".css"))
        self.assertGreater(len(texts), 500, "the sources were found")
        lengths = {name: len(text.splitlines()) for name, text in texts.items()
                   if not text.partition("\n")[0].endswith("Do not edit.")}
        self.assertEqual({name: lines for name, lines in lengths.items() if lines > MOST_LINES}, {})

    def test_names_of_tests_have_at_most_70_characters(self) -> None:
        names = [(name, test) for name, text in sources(".rs") for test in TEST.findall(text)]
        self.assertGreater(len(names), 900, "the tests were found")
        self.assertEqual([found for found in names if len(found[1]) > LONGEST_NAME], [])

    def test_lines_of_comments_and_prose_have_at_most_110_characters(self) -> None:
        texts = {name: text for name, text in sources(".rs", ".ts", ".svelte", ".py", ".css", ".md", ".mjs", ".c")
                 if not name.startswith(LONGER_LINES) and "Do not edit." not in text[:2_000]}
        scripts = [str(path.relative_to(ROOT)) for path in (ROOT / "scripts").iterdir() if path.is_file() and not path.suffix]
        texts |= {name: (ROOT / name).read_text(encoding="utf-8") for name in scripts}
        self.assertGreater(len(texts), 400, "the sources were found")
        long = [f"{name}:{number}" for name, text in texts.items() for number in long_lines(name, text)]
        self.assertEqual(long, [])

    def test_first_lines_of_commits_have_at_most_72_characters(self) -> None:
        log = subprocess.run(["git", "log", "--no-merges", "--format=%s", f"{BASE}..HEAD"], cwd=ROOT,
                             capture_output=True, text=True)
        if log.returncode != 0:
            self.skipTest("the history of the project is not here")
        self.assertEqual([subject for subject in log.stdout.splitlines() if len(subject) > LONGEST_SUBJECT], [])


def long_lines(name: str, text: str) -> Iterator[int]:
    """The numbers of the lines that are too long. Lines of code have rules of their own; tables and code within prose
    have none."""
    prose, in_code = docstring_lines(text) if name.endswith(".py") or "python3" in text[:30] else set(), False
    for number, line in enumerate(text.splitlines(), 1):
        if name.endswith(".md"):
            in_code ^= line.lstrip().startswith("```")
            is_prose = not in_code and not line.lstrip().startswith(("|", "```"))
        else:
            is_prose = number in prose or COMMENT.match(line)
        is_table = line.lstrip("/! ").startswith("|")
        if is_prose and not is_table and len(line) > LONGEST_LINE and not COLUMNS.search(line.strip()):
            yield number


def docstring_lines(text: str) -> set[int]:
    """The lines of a Python program's docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node.body[0] for node in ast.walk(ast.parse(text)) if isinstance(node, documented) and ast.get_docstring(node)]
    return {number for node in nodes for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


if __name__ == "__main__":
    unittest.main()
