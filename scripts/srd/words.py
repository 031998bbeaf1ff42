"""Words and lines as they were before the page's layout broke them.

A line that ends with a space or a hyphen goes on in the next one; any other line ends its paragraph or table
cell. """

import re
from collections import Counter

from . import Unexpected
from .wheel import Page

# What the page's text layer has wrong: page, wrong, right. Each must be there once.
REPAIRS = [
    (22, "modifier  \n + Proficiency", "modifier \n+ Proficiency"),
    (11, "in the“Tools”", "in the “Tools”"),
    (13, "Tur ns", "Turns"),
    (24, "spell casters", "spellcasters"),
    (47, "Short sword", "Shortsword"),
    (61, "Short  sword", "Shortsword"),
    (66, "Meta  magic", "Metamagic"),
    (87, "Dexterit y", "Dexterity"),
    (88, "Spellcasting \nFeature) \n", "Spellcasting \nFeature)\n"),
    (96, "11/2 pints", "1½ pints"),
    (106, "Proficiency Bonus \nAttack Rolls", "Proficiency Bonus\nAttack Rolls"),
    (107, "Acid SplASh", "Acid Splash"),
    (74, "Level 9+ Warlock \n", "Level 9+ Warlock\n"),
    (187, "Test s”", "Tests”"),
    (202, "11,70 0", "11,700"),
    (256, "11, 50 0", "11,500"),
    (292, "it re appears", "it reappears"),
    (340, "Int 6 −2 2 ", "Int 6 −2 −2 "),
]
# Pages on which a box or a table was drawn after the columns around it: from this line on, the text belongs
# before the other line.
MOVES = [
    (9, "Skills", "Determining Skills"),
    (24, "Starting Equipment at Higher Levels", "Multiclassing"),
    (85, "Elven Lineages", "Fey Ancestry. You have Advantage on saving"),
    (101, "Airborne and Waterborne Vehicles", "Lifestyle Expenses"),
    (109, "Animated Object", "or make attacks with Ranged or Reach weapons"),
    (192, "Travel Terrain", "Good Roads"),
    (210, "Apparatus of the Crab Levers", "Armor, +1, +2, or +3"),
    (131, "Otherworldly Steed", "face a choice of paths along the way there, you know"),
]
WORD = re.compile(r"[A-Za-z][A-Za-z’]*(?:-[A-Za-z]+)*")
BROKEN = re.compile(r"([A-Za-z0-9’]+(?:-[A-Za-z0-9’]+)*)( ?)-$")


def repaired(pages: list[Page]) -> list[Page]:
    """The pages with what their text layer has wrong put right."""
    by_page: dict[int, list[tuple[str, str]]] = {}
    for page, wrong, right in REPAIRS:
        by_page.setdefault(page, []).append((wrong, right))
    return [Page(page.number, repaired_lines(page, by_page.get(page.number, []))) for page in pages]


def repaired_lines(page: Page, repairs: list[tuple[str, str]]) -> list[str]:
    text = "\n".join(page.lines)
    for wrong, right in repairs:
        if text.count(wrong) != 1:
            raise Unexpected(f"page {page.number}: “{wrong}” is there {text.count(wrong)} times, not once")
        text = text.replace(wrong, right)
    lines = text.split("\n")
    for number, first, before in MOVES:
        if number == page.number:
            stripped = [line.strip() for line in lines]
            start, target = stripped.index(first), stripped.index(before)
            lines = lines[:target] + lines[start:] + lines[target:start]
    return lines


class Vocabulary:
    """How often each word stands whole on the pages: decides whether a hyphen at a line's end belongs to its
    word."""

    def __init__(self, pages: list[Page]):
        self.counts: Counter[str] = Counter()
        for page in pages:
            broken = False
            for line in page.lines:
                words = WORD.findall(line)
                if broken:
                    words = words[1:]
                broken = line.rstrip().endswith("-")
                if broken:
                    words = words[:-1]
                self.counts.update(word.strip("’").lower() for word in words)

    def __getitem__(self, word: str) -> int:
        return self.counts[word.lower()]

    def join(self, lines: list[str]) -> str:
        """The text of lines that belong together, on one line."""
        text = ""
        for line in lines:
            line = line.strip()
            if text.endswith("-"):
                text = self.join_word(text, line)
            elif not text or text.endswith(("—", "/")):
                text += line
            else:
                text += f" {line}"
        return tidy(text)

    def join_word(self, text: str, line: str) -> str:
        broken = BROKEN.search(text)
        if broken is None:
            return text + line
        rest = re.match(r"[A-Za-z’]*(?:-[A-Za-z]+)*", line)[0].rstrip("’")
        head, space = broken[1], broken[2]
        stem = text[: broken.end(1)]
        return f"{stem}-{line}" if self.keeps_hyphen(head, bool(space), rest) else stem + line

    def keeps_hyphen(self, head: str, loose: bool, rest: str) -> bool:
        """Returns whether `head-` and `rest` are a compound. A layout hyphen mostly stands `loose`, behind a
        space."""
        if not rest or rest[0].isupper():
            return not loose
        joined, compound = self[head + rest], self[f"{head}-{rest}"]
        if joined or compound:
            return compound > joined
        if loose:
            return False
        last = head.rsplit("-", 1)[-1]
        return last.isdigit() or head[0].isdigit() or (self[last] >= 3 and self[rest] >= 3)


def tidy(text: str) -> str:
    """Text without the spaces that the text layer puts before punctuation and within ranges of numbers."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([.,;:!?)\]”])(?!\d)", r"\1", text)
    text = re.sub(r"(\d) ,(\d{3})\b", r"\1,\2", text)
    text = re.sub(r"([“(]) ", r"\1", text)
    text = re.sub(r"(\d) –(\d)", r"\1–\2", text)
    text = re.sub(r"(\dd\d+) – (\d)", r"\1 − \2", text)
    return text


def is_open(line: str) -> bool:
    """Returns whether what the line says goes on in the next one."""
    return line.endswith((" ", "-", "—", "/")) and not line.rstrip().endswith(" —")
