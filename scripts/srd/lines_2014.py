"""Lines of SRD 5.1 with their words whole.

Between the words of running text stands a tab, so that a blank without one is within a word that the text
layer broke. A line that begins with a tab begins a paragraph, except in boxes, stat blocks and below
headings, which have no indents. """

import re
from dataclasses import dataclass

from .wheel import Page

GAP = re.compile(r"[\s\xa0]*\t[\s\xa0]*")
HYPHEN = re.compile(r"-?\xad?[\u2010\u2011]+")
# Blanks without a tab that are between words all the same: behind the end of a sentence and behind an
# asterisk.
BETWEEN_WORDS = re.compile(r"(?<=[.*]) (?=[A-Z])")
SMALL_WORDS = r"(?:or|of|and|into|after|to|the|a|vs\.)"
CAPITAL_WORD = r"(?:[A-Z][\w’/–-]*,?|\((?:[A-Z]+|\d+ gp)\))"
# What stands in bold type at the beginning of a paragraph.
RUN_IN = re.compile(rf"([A-Z][\w’/–-]*,?(?: (?:{CAPITAL_WORD}|{SMALL_WORDS}))*\.) (?=[A-Z“])")
SENTENCE_END = (".", "!", "?", ".”", ".)")
# Words that the text layer runs together where the page has them in bold type or italics.
RUN_TOGETHER = [
    ("SpellsaveDC", "Spell save DC"), ("KisaveDC", "Ki save DC"), ("Spellattackmodifier", "Spell attack modifier"),
    ("lightlyorheavilyobscured", "lightly or heavily obscured"), ("canmove", "can move"), ("andtake", "and take"),
]
# A line of a box that ends a sentence and has room for the next word and this many letters ends its
# paragraph, too.
ROOM = 6


@dataclass(frozen=True)
class Line:
    """A line of a page, and how the text layer has it."""

    page: int
    text: str
    tabbed: str

    @property
    def indented(self) -> bool:
        return self.tabbed.startswith("\t")

    @property
    def running(self) -> bool:
        """Returns whether it has the tabs of running text."""
        return "\t" in self.tabbed.strip()

    def clean(self) -> str:
        """The line with its words whole."""
        if not self.running:
            return self.text
        text = HYPHEN.sub("-", GAP.sub("\t", self.tabbed)).replace("\xad", "")
        text = BETWEEN_WORDS.sub("\t", text).replace(" ", "").replace("\t", " ").replace("( ", "(").strip()
        for wrong, right in RUN_TOGETHER:
            text = text.replace(wrong, right)
        return text


def read_lines(pages: list[Page], first: int, last: int) -> list[Line]:
    """The lines of these pages in order."""
    return [line for page in pages[first - 1 : last] for line in lines_of_page(page)]


def lines_of_page(page: Page) -> list[Line]:
    found: list[Line] = []
    for text, tabbed in zip(page.lines, page.tabbed):
        # The end of a word that stands in a line of its own.
        if re.fullmatch(r"[a-z]{1,2}", text) and found and not found[-1].tabbed.endswith(("\t", "\xa0", " ")):
            found[-1] = Line(page.number, found[-1].text + text, found[-1].tabbed + text)
        else:
            found.append(Line(page.number, text, tabbed))
    return found


def paragraphs(lines: list[Line], box: bool) -> list[str]:
    """Running text as Markdown."""
    width = max((len(line.text) for line in lines), default=0)
    found: list[str] = []
    before = ""
    for line in lines:
        text = line.clean()
        ended = before.endswith(SENTENCE_END)
        roomy = box and ended and len(before) + len(text.split(" ")[0]) + ROOM < width
        if not found or line.indented or roomy or text.startswith("*") or ended and RUN_IN.match(text):
            found.append(text)
        else:
            found[-1] += text if before.endswith(("-", "—")) else f" {text}"
        before = text
    return [marked(text) for text in found]


def marked(text: str) -> str:
    """A paragraph with its name in bold type, or with its asterisk if it is a note."""
    text = re.sub(r"^\*", r"\\*", text)
    return RUN_IN.sub(r"***\1*** ", text, count=1) if RUN_IN.match(text) else text


def joined(blocks: list[str]) -> str:
    """The blocks with an empty line between all but the items of a list."""
    text = ""
    for before, block in zip(["", *blocks], blocks):
        text += ("\n" if before.startswith("- ") and block.startswith("- ") else "\n\n") + block
    return text.strip()


def slug(name: str) -> str:
    """The part of an address that a name gives: `hunters-prey` for `Hunter’s Prey`."""
    return "-".join(re.findall("[a-z0-9]+", re.sub("[’',]", "", name.lower())))
