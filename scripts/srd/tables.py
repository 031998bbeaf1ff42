"""Tables that the text layer has flattened: which there are, and how their rows fall into cells.

A table is known by the page and the line it starts at, and its rows by a pattern for each cell; how many rows
it has is either given or follows from the die that it is rolled with, so a row that was lost or read wrongly
stops the conversion. """

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from . import Unexpected
from .words import Vocabulary, is_open

# Patterns of cells.
RANGE = r"(?:\d[\d,]*(?:[–/]\d+)?|—)"
SIGNED = r"[+−]\d+"
WORD = r"\S+"
SHORT = r".+?"
LONG = r".+"
PRICE = r"(?:[\d,]+ [CSEGP]P(?: per \w+)?|Varies)"
WEIGHT = r"(?:[\d,½/]+ lb\.(?: \(full\))?|Varies|—)"


@dataclass(frozen=True)
class Table:
    """A table that is expected on a page."""

    page: int
    start: str
    """Its first line: its title, or the first line of its headings if it has none."""
    columns: tuple[str, ...]
    cells: tuple[str, ...]
    rows: int | None = None
    """The number of rows; a table that is rolled on ends with the highest roll instead."""
    lines: int = 1
    """The number of lines of its headings."""
    titled: bool = True
    below: str = ""
    """The line below its title where its headings have several lines; needed if a section has the same title."""
    pairs: int = 1
    """The number of column groups side by side."""
    groups: tuple[str, ...] = ()
    """Lines that are headings within the table, and say what the rows below them are."""
    group_rows: int | None = None
    """The number of rows under each of them; without it, all up to the next one."""

    @property
    def row_pattern(self) -> re.Pattern[str]:
        one = " ".join(f"({cell})" for cell in self.cells)
        rest = "".join(f"(?: {one})?" for _ in range(self.pairs - 1))
        return re.compile(one + rest)

    @property
    def start_pattern(self) -> re.Pattern[str]:
        return re.compile(f"(?:{self.cells[0]})(?: |$)")


@dataclass
class Found:
    """A table as it was read: rows of cells, the heading within the table that each row stands under, and its
    page."""

    table: Table
    page: int
    rows: list[list[str]] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)

    @property
    def title(self) -> str | None:
        return self.table.start if self.table.titled else None

    def to_markdown(self) -> str:
        lines = [self.table.columns, ["---"] * len(self.table.columns)]
        group = ""
        for row, of in zip(self.rows, self.groups):
            if of and self.table.group_rows:
                # A row that follows the group would seem to belong under its heading.
                row = [f"{of}, {row[0]}", *row[1:]]
            elif of != group:
                group = of
                lines.append([f"**{of}**"] + [""] * (len(row) - 1))
            lines.append(row)
        body = "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
        body = body.replace("| --- |", "|---|").replace(" --- |", "---|")
        return f"**{self.title}**\n\n{body}" if self.title else body


@dataclass(frozen=True)
class Line:
    """A line of a page; `page` is the printed number."""

    page: int
    text: str


class TableReader:
    """Reads one table from the lines after its start. `pass_over` steps over another table that stands in its
    way."""

    def __init__(self, table: Table, lines: list[Line], at: int, words: Vocabulary, pass_over: Callable[[int], int]):
        self.table, self.lines, self.words, self.pass_over = table, lines, words, pass_over
        head = at + (1 if table.titled else 0)
        self.headings = [line.text.strip() for line in lines[head : head + table.lines]]
        self.at = head + table.lines
        self.found = Found(table, lines[at].page)
        self.group = ""

    def read(self) -> Found:
        while not self.is_complete():
            self.at = self.pass_over(self.at)
            self.skip_headings()
            self.read_row()
        if self.table.pairs > 1:
            self.found.rows = self.cells_in_order()
            self.found.groups = [""] * len(self.found.rows)
        self.check()
        return self.found

    def is_complete(self) -> bool:
        if self.table.rows is not None:
            return len(self.cells_in_order()) >= self.table.rows
        return sum(last - first + 1 for first, last in map(self.rolls, self.cells_in_order())) >= self.die()

    def rolls(self, row: list[str]) -> tuple[int, int]:
        """The lowest and the highest roll of a row; `00` is 100."""
        first, _, last = row[0].partition("–")
        return int(first) or 100, int(last or first) or 100

    def die(self) -> int:
        die = re.match(r"1d(\d+)", self.table.columns[0])
        if die is None:
            raise Unexpected(f"page {self.table.page}, table “{self.table.start}”: neither rows nor a die are known")
        return int(die[1])

    def skip_headings(self) -> None:
        """Headings are repeated where a table goes on in another column or on another page."""
        coming = [line.text.strip() for line in self.lines[self.at : self.at + len(self.headings)]]
        if coming == self.headings:
            self.at += len(self.headings)
        if self.at < len(self.lines) and self.lines[self.at].text.strip() in self.table.groups:
            self.group = self.lines[self.at].text.strip()
            self.at += 1
        elif self.group and self.found.groups.count(self.group) == self.table.group_rows:
            self.group = ""

    def read_row(self) -> None:
        taken: list[str] = []
        pattern, start = self.table.row_pattern, self.table.start_pattern
        while self.at < len(self.lines):
            line = self.lines[self.at].text
            if taken and (whole := pattern.fullmatch(self.words.join(taken))):
                ended = not is_open(taken[-1]) or (taken[-1].rstrip()[-1] in ".)" and start.match(line.strip()))
                if ended or self.is_next_roll(whole, line) or self.is_heading(self.at) or not pattern.fullmatch(self.words.join([*taken, line])):
                    self.keep(whole)
                    return
            if len(taken) > 25:
                break
            taken.append(line)
            self.at += 1
        whole = pattern.fullmatch(self.words.join(taken)) if taken else None
        if whole is None:
            raise Unexpected(f"page {self.table.page}, table “{self.table.start}”: no row in {taken[:4]}")
        self.keep(whole)

    def is_next_roll(self, row: re.Match[str], line: str) -> bool:
        """Returns whether the line begins with the roll that must follow the row's."""
        if self.table.rows is not None:
            return False
        following = self.rolls([row[1]])[1] + 1
        return bool(re.match(rf"0?{following}(?:–\d+)? ", line.strip()))

    def is_heading(self, at: int) -> bool:
        coming = [line.text.strip() for line in self.lines[at : at + max(1, len(self.headings))]]
        return bool(coming) and (coming == self.headings or coming[0] in self.table.groups)

    def keep(self, row: re.Match[str]) -> None:
        self.found.rows.append([cell for cell in row.groups()])
        self.found.groups.append(self.group)
        self.found.pages.append(self.lines[self.at - 1].page)

    def cells_in_order(self) -> list[list[str]]:
        """The rows; those that stand side by side, one below the other."""
        width, pairs = len(self.table.cells), self.table.pairs
        halves = [[row[width * n : width * (n + 1)] for row in self.found.rows] for n in range(pairs)]
        return [row for half in halves for row in half if row[0]]

    def check(self) -> None:
        where = f"page {self.table.page}, table “{self.table.start}”"
        if self.table.rows is not None:
            if len(self.found.rows) != self.table.rows:
                raise Unexpected(f"{where}: {len(self.found.rows)} rows instead of {self.table.rows}")
            return
        expected = 1
        for row in self.found.rows:
            first, last = self.rolls(row)
            if first != expected:
                raise Unexpected(f"{where}: a row for {expected} is missing before {row[0]}")
            expected = last + 1
        if expected != self.die() + 1:
            raise Unexpected(f"{where}: it ends with {expected - 1}")
