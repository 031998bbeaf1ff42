"""What stands on the pages of a book and in no entry, and what stands in an entry and on no page, letter by
letter.

A letter is found if some `PIECE` letters in a row that it is one of are found on the other side, wherever
that is: what is set in another order agrees, and a wrong letter is alone in what remains. Compared are
sentences; the numbers of stat blocks and tables are facts. """

import re
from collections.abc import Iterable
from dataclasses import dataclass

from srd.lines_2014 import lines_of_page
from srd.wheel import Page

from . import values
from .library import Entry
from .outcome import Comparison
from .reviewed import TABLES, TITLES

PIECE = 10
# Labels of the pages that entries have as fields or set otherwise.
LABELS = re.compile(rf"(?:{values.INTRODUCTION.pattern})|^(?:level\d[a-z]+?|[a-z]+?cantrip)(?=(?:bard|cleric|druid|paladin|ranger|sorcerer|warlock|wizard)+$)")
# Shorter runs of letters are titles and cells.
SHORTEST = 40
# What running text ends with.
MARKS = (".", "!", "?", ":", ";", ")", "”")
# The share of digits in rows of tables.
ROWS = 0.03
# Letters around a difference that are shown.
AROUND = 24
# Lines of an entry that no page has in these words: its facts, its table of contents, its class or section.
MADE = re.compile(r"^(?:\||- \*\*|\*[^*]|\*\*|Variants: |Other forms: |This stat block belongs to |\*\*\*(?:Gained at|Options|Contents|Sections)\.\*\*\*)")


@dataclass(frozen=True)
class Difference:
    """Letters that only one side has, and what stands around them."""

    letters: str
    before: str
    after: str

    def __repr__(self) -> str:
        return f"…{self.before}[{self.letters}]{self.after}…"


def compare(pages: list[Page], entries: list[Entry], comparison: Comparison) -> None:
    """Compares every paragraph of the pages with the texts of the entries, and every paragraph of those with
    the pages. A paragraph is named by what the other side lacks of it. Pages that are reviewed as a whole are
    left out, and on reviewed pages the rows of tables."""
    skipped = {page for one in comparison.mine() if one.family == "pages" for page in one.pages.values()}
    described = pieces(values.letters(f"{entry.name} {entry.body}") for entry in entries)
    for page in pages:
        for run in () if page.number in skipped else runs_of_page(page):
            if page.tabbed and page.number in TABLES and digits(run) > ROWS:
                continue
            lacking = differences(run, described)
            comparison.compare("paragraphs", "in an entry", named(lacking, page.number), [], lacking)
    printed = pieces([values.letters("".join(text for page in pages for text, _, _ in lines_of(page)))])
    for entry in entries:
        for run in runs_of_entry(entry.body):
            lacking = differences(run, printed)
            comparison.compare("entries’ texts", "on a page", named(lacking, entry.page), [], lacking)


def digits(letters: str) -> float:
    return sum(map(str.isdigit, letters)) / len(letters)


def named(lacking: list[Difference], page: int | None) -> dict:
    return {"name": ", ".join(one.letters for one in lacking), "page": page}


def pieces(texts: Iterable[str]) -> set[str]:
    return {text[at : at + PIECE] for text in texts for at in range(len(text) - PIECE + 1)}


def differences(letters: str, others: set[str]) -> list[Difference]:
    """What these letters have and the pieces of the other side do not."""
    found = bytearray(len(letters))
    for at in range(len(letters) - PIECE + 1):
        if letters[at : at + PIECE] in others:
            found[at : at + PIECE] = b"\1" * PIECE
    missing: list[Difference] = []
    at = found.find(0)
    while at >= 0:
        end = found.find(1, at)
        end = len(letters) if end < 0 else end
        missing.append(Difference(letters[at:end], letters[max(0, at - AROUND) : at], letters[end : end + AROUND]))
        at = found.find(0, end)
    return missing


def runs_of_page(page: Page) -> list[str]:
    """The letters of each paragraph of a page, without titles and tables."""
    paragraphs: list[str] = []
    goes_on = False
    for text, running, ends in lines_of(page):
        if running and goes_on:
            paragraphs[-1] += text
        elif running:
            paragraphs.append(text)
        goes_on = running and not ends
    runs = [run for paragraph in paragraphs for run in LABELS.split(values.letters(paragraph))]
    return [run for run in runs if len(run) >= SHORTEST]


def lines_of(page: Page) -> list[tuple[str, bool, bool]]:
    """Lines, whether they are of running text, and whether they end a paragraph."""
    # SRD 5.1 has tabs in running text. In SRD 5.2.1, a line that goes on ends in a blank or a hyphen, and a
    # title ends without a mark.
    if page.tabbed:
        lines = [line for line in lines_of_page(page) if (page.number, line.clean()) not in TITLES]
        # The last line of a paragraph can be one word.
        return [(line.clean(), line.running or line.text[0].islower(), False) for line in lines]
    return [(re.sub(r" ?-$", "", line), line.endswith((" ", "-")) or line.endswith(MARKS), not line.endswith((" ", "-"))) for line in page.lines]


def runs_of_entry(body: str) -> list[str]:
    """The letters of each paragraph of an entry that its page has in these words."""
    text_lines = [line for line in body.split("\n") if line and not MADE.match(line)]
    return [letters for letters in map(values.letters, text_lines) if len(letters) >= SHORTEST]
