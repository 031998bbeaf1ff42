"""Rules for the source code that a program can check."""

import re
import unittest
from collections.abc import Iterator

from scripts import ROOT, load

# The most lines of a source file, unless a program writes it.
MOST_LINES = 500
# The most characters of a test's name.
LONGEST_NAME = 70
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
        self.assertGreater(len(names), 1_000, "the tests were found")
        self.assertEqual([found for found in names if len(found[1]) > LONGEST_NAME], [])


if __name__ == "__main__":
    unittest.main()
