"""Chapters of rules by section, the boxes beside them, and the Rules Glossary."""

import re
from dataclasses import dataclass

from . import Unexpected
from .equipment import PRICED, sections
from .flow import Block, Flow, Line, Sidebar
from .markdown import to_markdown
from .table_list import ALL
from .wheel import Page
from .words import Vocabulary

SIDEBARS = [
    Sidebar(5, "ExcEptions supErsEdE GEnEral rulEs", 2), Sidebar(5, "round down", 1), Sidebar(8, "HEroic inspiration", 4),
    Sidebar(12, "MarcHinG ordEr", 1), Sidebar(13, "playinG on a Grid", 6), Sidebar(14, "unsEEn attackErs and tarGEts", 3),
    Sidebar(16, "rEstinG", 1), Sidebar(17, "knockinG out a crEaturE", 1), Sidebar(22, "unaliGnEd crEaturEs", 1),
    Sidebar(24, "Bonus FEats at lEvEl 20", 1), Sidebar(89, "sEllinG EquipMEnt", 1), Sidebar(90, "iMprovisEd wEapons", 1),
    Sidebar(104, "castinG in arMor", 1), Sidebar(106, "idEntiFyinG an onGoinG spEll", 1), Sidebar(205, "Magic iteM Rules", 5),
    Sidebar(255, "Running a MonsteR", 4),
]
# Runs of short lines that are items of a list.
LISTS = {
    (11, "Blindsight"): 4, (12, "Burning"): 5, (176, "Attack"): 12, (177, "Cone"): 6, (179, "Blinded"): 15,
    (179, "Aberration"): 14,
}
# Chapters of rules: their title, and their pages. Chapters that are lists of entries have only their rules
# read here.
CHAPTERS = [
    ("Playing the Game", 5, 18), ("Character Creation", 19, 27), ("Character Origins", 83, 86), ("Feats", 87, 88),
    ("Equipment", 89, 103), ("Spells", 104, 106), ("Rules Glossary", 176, 191), ("Gameplay Toolbox", 192, 203),
    ("Magic Items", 204, 208), ("Monsters", 254, 257),
]
# Headings below which each entry is looked for by name.
COLLECTIONS = {"Example Contagions", "Environmental Effects", "Sample Poisons", "Example Traps"}
# Where a table belongs that stands on a page of its own.
HOMES = {"Weapons": "Weapons", "Adventuring Gear": "Adventuring Gear"}
# Sections whose subsections are rules that one looks for by name.
SPLIT = {"Casting Spells", *COLLECTIONS}
GLOSSARY_NAME = re.compile(r"(.+?)(?: \[(Action|Area of Effect|Attitude|Condition|Hazard)\])?")


@dataclass(frozen=True)
class Outline:
    """The PDF's own table of contents: the depth of each title, by printed page."""

    depths: dict[tuple[int, str], int]

    @classmethod
    def read(cls, entries: list[dict]) -> "Outline":
        return cls({(entry["page"] + 1, entry["title"].strip()): entry["depth"] for entry in entries if entry["page"] is not None})

    def depth(self, block: Block) -> int | None:
        """Where a title stands at the edge of a page, the table of contents can be one page off."""
        places = [(page, block.text) for page in (block.page, block.page - 1, block.page + 1)]
        return next((self.depths[place] for place in places if place in self.depths), None)

    @property
    def titles(self) -> set[str]:
        return {title for _, title in self.depths}


def read_chapter(pages: list[Page], words: Vocabulary, first: int, last: int) -> list[Block]:
    lines = [Line(page.number, line) for page in pages[first - 1 : last] for line in page.lines]
    return Flow(lines, words, [table for table in ALL if first <= table.page <= last],
                [bar for bar in SIDEBARS if first <= bar.page <= last], LISTS).read()


def rules(title: str, blocks: list[Block], outline: Outline, entries: set[str]) -> list[dict]:
    """A chapter's sections down to the third depth, with their subsections in their texts; `entries` stand
    elsewhere.

    Boxes and the entries of collections are rules of their own.
    """
    made: list[tuple[dict, list[Block]]] = []
    path: list[tuple[int, str]] = []
    skipped = False
    for block in blocks:
        depth = outline.depth(block) if block.kind == "heading" else None
        if block.kind == "heading":
            skipped = block.text in entries
        if block.kind == "sidebar":
            made.append((rule(block, title, path[0][1] if path else title, 4), block.blocks))
        elif block.kind == "table" and block.found.title in HOMES:
            next(body for found, body in made if found["name"] == HOMES[block.found.title]).append(block)
        elif depth is not None and not skipped:
            path = [(level, name) for level, name in path if level < depth]
            made.append((rule(block, title, path[-1][1] if path else None, depth), []))
            path.append((depth, block.text))
        elif not skipped:
            next(body for found, body in reversed(made) if found["depth"] < 4).append(block)
    return [with_text(found, body, made) for found, body in split_up(title, made)]


def rule(block: Block, chapter: str, parent: str | None, depth: int) -> dict:
    named = PRICED.fullmatch(block.text)
    found = {"name": named[1] if named else block.text, "page": block.page, "chapter": chapter, "parent": parent, "depth": depth}
    found["box"] = True if block.kind == "sidebar" else None
    found["cost"] = named[2] if named else None
    return {key: value for key, value in found.items() if value is not None or key == "parent"}


def with_text(found: dict, body: list[Block], made: list[tuple[dict, list[Block]]]) -> dict:
    names = [other["name"] for other, _ in made if other["parent"] == found["name"] and other["depth"] > found["depth"]]
    return {**found, "text": to_markdown(body), "sections": names}


def split_up(chapter: str, made: list[tuple[dict, list[Block]]]) -> list[tuple[dict, list[Block]]]:
    """The sections, those that are collections followed by their entries; the entries are added to `made`,
    too."""
    found = []
    for section, body in list(made):
        inner = sections(body)
        names = [heading.text for heading, _ in inner]
        title = next((name for name in [section["name"], *names] if name in SPLIT), None)
        start = len(inner) if title is None else 0 if title == section["name"] else names.index(title) + 1
        parts = [(rule(heading, chapter, section["name"], 4), below) for heading, below in inner[start:]]
        made.extend(parts)
        end = next((n for n, block in enumerate(body) if parts and block is inner[start][0]), len(body))
        found += [(section, body[:end]), *parts]
    return found


def glossary(blocks: list[Block]) -> list[dict]:
    """The entries below “Rules Definitions”."""
    start = next(n for n, block in enumerate(blocks) if block.kind == "heading" and block.text == "Rules Definitions")
    made = []
    for heading, body in sections(blocks[start + 1 :]):
        named = GLOSSARY_NAME.fullmatch(heading.text)
        made.append({"name": named[1], "tag": named[2], "page": heading.page, "text": to_markdown(body)})
    names = [entry["name"].lower().replace("’", "").replace(" ", "") for entry in made]
    if names != sorted(names):
        wrong = next(b for a, b in zip(names, names[1:]) if a > b)
        raise Unexpected(f"the Rules Glossary: “{wrong}” is not in its alphabetical place")
    return made
