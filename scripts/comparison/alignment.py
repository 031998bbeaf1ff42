"""What stands on the pages of a book and in no entry, and what stands in an entry and on no page, letter by letter.

A letter is found if some `PIECE` letters in a row that it is one of are found on the other side, wherever that is: what is set in another
order agrees, and a wrong letter is alone in what remains. Compared are sentences; the numbers of stat blocks and tables are facts.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from srd.lines_2014 import lines_of_page
from srd.wheel import Page

from . import values

PIECE = 10
# Shorter runs of letters are titles and cells.
SHORTEST = 40
# Letters around a difference that are shown.
AROUND = 24
# Lines of an entry that no page has in these words: its facts, its table of contents, its class or section.
MADE = re.compile(r"^(?:\||- \*\*|\*[^*]|\*\*|Variants: |Other forms: |\*\*\*(?:Gained at|Options|Contents|Sections)\.\*\*\*)")


@dataclass(frozen=True)
class Difference:
    """Letters that only one side has: where they stand, and what stands around them."""

    where: str
    letters: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.where}: …{self.before}[{self.letters}]{self.after}…"


def pieces(texts: Iterable[str]) -> set[str]:
    return {text[at : at + PIECE] for text in texts for at in range(len(text) - PIECE + 1)}


def differences(where: str, letters: str, others: set[str]) -> list[Difference]:
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
        missing.append(Difference(where, letters[at:end], letters[max(0, at - AROUND) : at], letters[end : end + AROUND]))
        at = found.find(0, end)
    return missing


def runs_of_page(page: Page) -> list[str]:
    """The letters of each paragraph of a page, without titles and tables."""
    paragraphs: list[str] = []
    goes_on = False
    for text, running, ends in older_lines(page) if page.tabbed else newer_lines(page):
        if running and goes_on:
            paragraphs[-1] += text
        elif running:
            paragraphs.append(text)
        goes_on = running and not ends
    return [letters for letters in map(values.letters, paragraphs) if len(letters) >= SHORTEST]


def older_lines(page: Page) -> list[tuple[str, bool, bool]]:
    """Lines, whether they are of running text, and whether they end a paragraph: SRD 5.1 says this by tabs."""
    return [(line.clean(), line.running, False) for line in lines_of_page(page)]


def newer_lines(page: Page) -> list[tuple[str, bool, bool]]:
    """The same of SRD 5.2.1, where a line that goes on ends in a blank or a hyphen. A title ends without a mark."""
    return [(re.sub(r" ?-$", "", line), goes_on := line.endswith((" ", "-")), not goes_on) if line.endswith((" ", "-")) else
            (line, bool(re.search(r"[.!?:;)”]$", line)), True) for line in page.lines]


def runs_of_entry(body: str) -> list[str]:
    """The letters of each paragraph of an entry that its page has in these words."""
    told = [line for line in body.split("\n") if line and not MADE.match(line)]
    return [letters for letters in map(values.letters, told) if len(letters) >= SHORTEST]
