"""Pages of SRD 5.2.1 as text in which patterns find entries."""

import re
from dataclasses import dataclass

from srd.wheel import Page

from . import values

APART = re.compile(r"(?<! \n)(?<!-\n)^(?:(?:[\d,–]+|1?d\d+) [A-Z][^.\n]*|Traits|(?:Bonus |Legendary )?Actions|Reactions)\n", re.M)
# A stat block within another entry, which the library has as an entry of its own.
STAT_BLOCK = re.compile(r"^[^\n]+\n(?:Tiny|Small|Medium|Large|Huge|Gargantuan) [^\n]+\n(?:[^\n]+\n)?AC .+", re.M | re.S)


@dataclass(frozen=True)
class Book:
    """Pages as one text, which knows on which page each part of it stands."""

    text: str
    starts: list[tuple[int, int]]

    @classmethod
    def of(cls, pages: list[Page], first: int, last: int) -> "Book":
        text, starts = "", []
        for page in pages[first - 1 : last]:
            starts.append((len(text), page.number))
            text += re.sub(r"(\d) ,(\d{3})\b", r"\1,\2", re.sub(r"\t ?", " ", "\n".join(page.lines))) + "\n"
        return cls(text, starts)

    def page(self, place: int) -> int:
        return next(number for start, number in reversed(self.starts) if start <= place)


def unbroken(text: str) -> str:
    """Text on one line, the words whole that end a line."""
    return re.sub(r"\s+", " ", re.sub(r"(\w) ?-\n(?=[a-z])", r"\1", text)).strip()


def letters(text: str) -> str:
    """The letters of a text, with a `|` for each row of a table and each title, which the library may set
    otherwise."""
    return "|".join(values.letters(unbroken(run)) for run in APART.split(STAT_BLOCK.sub("", text)))


def entries(book: Book, pattern: re.Pattern[str]) -> list[tuple[re.Match[str], str, int]]:
    """What matches, each with the text from its end to the next, and its page."""
    found = list(pattern.finditer(book.text))
    ends = [match.start() for match in found[1:]] + [len(book.text)]
    return [(match, book.text[match.end() : end], book.page(match.start())) for match, end in zip(found, ends)]
