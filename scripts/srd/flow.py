"""The text of pages as headings, paragraphs, lists, tables and sidebars, in reading order."""

import re
from dataclasses import dataclass, field

from . import Unexpected
from .tables import Found, Line, Table, TableReader
from .wheel import Page
from .words import Vocabulary, is_open

SMALL_WORDS = {"a", "an", "and", "as", "at", "after", "against", "around", "between", "beyond", "by", "during", "for", "from",
               "in", "into", "of", "on", "or", "per", "the", "than", "to", "until", "up", "via", "vs", "with", "within", "without"}


# Lines below a name that are set like titles, but only say what sort of thing it is.
SUBTITLE = re.compile(r"(?:Magical Contagion|(?:Contact|Ingested|Inhaled|Injury) Poison|(?:Deadly|Nuisance) Trap \(.*"
                      r"|(?:Origin|General|Fighting Style|Epic Boon) Feat(?: \(.*)?)")


@dataclass
class Block:
    """A piece of text: `heading`, `paragraph`, `entry` (a paragraph that is not indented), `item` (of a
    list), `table` or `sidebar`."""

    kind: str
    page: int
    text: str = ""
    found: Found | None = None
    blocks: list["Block"] = field(default_factory=list)


@dataclass(frozen=True)
class Sidebar:
    """A box on a page; its title has lost the difference of large and small letters."""

    page: int
    title: str
    paragraphs: int


def lines_of(pages: list[Page]) -> list[Line]:
    return [Line(page.number, line) for page in pages for line in page.lines]


def take_tables(tables: list[Table], lines: list[Line]) -> list[Table]:
    """Takes the tables that start within the lines out of the list."""
    taken, at = [], 0
    while at < len(lines):
        line = lines[at]
        found = next((table for table in tables if table.page == line.page and table.start == line.text.strip()), None)
        if found:
            tables.remove(found)
            taken.append(found)
        at += max(1, found.lines) if found else 1
    return taken


def is_title(text: str) -> bool:
    """Returns whether a line is set as a title: each word but the small ones begins with a capital, and no
    sentence ends."""
    if not text or len(text) > 70 or text[-1] in ".,;:" or re.search(r"[=•]|[a-z]\. |[.] [A-Z]", text):
        return False
    if ": " in text and not re.match(r"(?:Level |Step )?\d+: |[A-Z]\w+ Subclass: ", text):
        return False
    if not (text[0].isupper() or text[0].isdigit() or text[0] == "“"):
        return False
    words = re.findall(r"\w[\w’'-]*", text)
    return all(not word[0].islower() or word in SMALL_WORDS for word in words)


def title_case(text: str) -> str:
    """A title whose letters have lost their case, such as `MarcHinG ordEr`."""
    words = text.lower().split()
    return " ".join(word if n and word in SMALL_WORDS else word[0].upper() + word[1:] for n, word in enumerate(words))


class Flow:
    """Turns lines into blocks. `lists` are runs of short lines that are not headings, by page and first
    line."""

    def __init__(self, lines: list[Line], words: Vocabulary, tables: list[Table], sidebars: list[Sidebar] = [],
                 lists: dict[tuple[int, str], int] = {}, titles: bool = True):
        self.lines, self.words, self.lists, self.titles = lines, words, lists, titles
        pages = {line.page for line in lines}
        self.tables = [table for table in tables if table.page in pages]
        self.sidebars = [sidebar for sidebar in sidebars if sidebar.page in pages]
        self.blocks: list[Block] = []
        self.floats: list[Block] = []
        self.taken: list[str] = []
        self.taken_page = 0

    def read(self) -> list[Block]:
        at = 0
        while at < len(self.lines):
            at = self.step(at)
        self.close()
        left = [f"page {table.page}: {table.start}" for table in self.tables]
        left += [f"page {sidebar.page}: {sidebar.title}" for sidebar in self.sidebars]
        if left:
            raise Unexpected(f"tables or sidebars that were not found: {left[:8]}")
        return self.blocks

    def step(self, at: int) -> int:
        beyond = self.table_at(at)
        if beyond is None:
            beyond = self.sidebar_at(at)
        if beyond is None:
            beyond = self.list_at(at)
        if beyond is None:
            beyond = self.heading_at(at)
        if beyond is None:
            self.take(self.lines[at])
            beyond = at + 1
        return beyond

    def is_interrupted(self) -> bool:
        """Returns whether the paragraph at hand goes on behind what comes next."""
        return bool(self.taken) and is_open(self.taken[-1])

    def add(self, block: Block) -> None:
        if self.is_interrupted():
            self.floats.append(block)
        else:
            self.close()
            self.blocks.append(block)

    def close(self) -> None:
        if self.taken:
            raw, text = self.taken[0], self.words.join(self.taken)
            kind = "item" if text.startswith("•") else "paragraph" if raw.startswith(" ") else "entry"
            self.blocks.append(Block(kind, self.taken_page, text.removeprefix("•").strip()))
        self.taken = []
        self.blocks += self.floats
        self.floats = []

    def take(self, line: Line) -> None:
        if not self.is_interrupted() or line.text.startswith((" ", "•")):
            self.close()
            self.taken_page = line.page
        self.taken.append(line.text)

    def table_at(self, at: int) -> int | None:
        line = self.lines[at]
        for table in self.tables:
            if table.page == line.page and line.text.strip() == table.start and self.begins_table(table, at):
                self.tables.remove(table)
                reader = TableReader(table, self.lines, at, self.words, self.pass_over)
                found = reader.read()
                self.add(Block("table", line.page, found=found))
                return reader.at
        return None

    def begins_table(self, table: Table, at: int) -> bool:
        """A table's title can stand above a section as well; only a table has headings below it."""
        headings = table.below if table.lines > 1 else " ".join(table.columns * table.pairs)
        if not table.titled or not headings or table.lines == 0:
            return True
        return at + 1 < len(self.lines) and self.words.join([self.lines[at + 1].text]) == headings

    def pass_over(self, at: int) -> int:
        """Another table, or a sidebar, that stands between the rows of one."""
        while at < len(self.lines):
            beyond = self.table_at(at)
            if beyond is None:
                return at
            at = beyond
        return at

    def sidebar_at(self, at: int) -> int | None:
        line = self.lines[at]
        for sidebar in self.sidebars:
            if sidebar.page == line.page and line.text.strip() == sidebar.title:
                self.sidebars.remove(sidebar)
                inner, beyond = self.paragraphs_after(at + 1, sidebar.paragraphs)
                self.add(Block("sidebar", line.page, title_case(sidebar.title), blocks=inner))
                return beyond
        return None

    def paragraphs_after(self, at: int, count: int) -> tuple[list[Block], int]:
        inner = Flow([], self.words, [])
        while at < len(self.lines):
            line = self.lines[at]
            starts = not inner.is_interrupted() or line.text.startswith((" ", "•"))
            if starts and len(inner.blocks) + bool(inner.taken) >= count:
                break
            inner.take(line)
            at += 1
        inner.close()
        return inner.blocks, at

    def list_at(self, at: int) -> int | None:
        line = self.lines[at]
        count = self.lists.get((line.page, line.text.strip()))
        if count is None or self.is_interrupted():
            return None
        self.close()
        for line in self.lines[at : at + count]:
            self.blocks.append(Block("item", line.page, self.words.join([line.text])))
        return at + count

    def heading_at(self, at: int) -> int | None:
        if not self.titles or self.lines[at].text.startswith((" ", "•")):
            return None
        if self.is_interrupted() and not self.taken[-1].rstrip().endswith((".", ")", "”")):
            return None
        lines = [self.lines[at].text]
        if is_open(lines[0]) and not lines[0].rstrip().endswith("-") and at + 1 < len(self.lines):
            lines.append(self.lines[at + 1].text)
        text = self.words.join(lines)
        if SUBTITLE.fullmatch(text) or is_open(lines[-1]) or not is_title(text.removesuffix(":")) or len(text) > 60 and len(lines) > 1:
            return None
        self.taken = [line.rstrip() for line in self.taken]
        self.close()
        self.blocks.append(Block("heading", self.lines[at].page, text))
        return at + len(lines)
