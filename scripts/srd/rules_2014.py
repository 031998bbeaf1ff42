"""Sections of the rules of SRD 5.1 that `tinys_srd` lacks, from their pages.

`CHAPTERS` says which headings and tables are where.
"""

import re
from dataclasses import dataclass, field

from . import Unexpected
from .lines_2014 import Line, paragraphs, read_lines
from .wheel import Page


@dataclass(frozen=True)
class Heading:
    """A heading. A box has no indents; at an `end` the chapter is read."""

    name: str
    box: bool = False
    end: bool = False


@dataclass(frozen=True)
class Table:
    """A table below its caption: the lines of its head, its columns, what a row looks like, and how many there are. A table without
    columns is left out, as its rows are entries; `row` is then its last one. `twice` is a table in two halves, side by side."""

    caption: str
    head: int
    columns: tuple[str, ...]
    row: str
    rows: int = 1
    twice: bool = False


@dataclass(frozen=True)
class Chapter:
    """What stands on these pages under a title, in order."""

    title: str
    first: int
    last: int
    parts: tuple[Heading | Table, ...]


def box(name: str) -> Heading:
    return Heading(name, box=True)


def end(name: str) -> Heading:
    return Heading(name, end=True)


def entries(caption: str, last_row: str) -> Table:
    return Table(caption, 0, (), last_row)


def headings(*names: str) -> tuple[Heading, ...]:
    return tuple(map(Heading, names))


RATING = r"([\d/]+)"
LANGUAGE = r"(Deep Speech|\w+) (\w+(?:,? \w+)?) (\w+|—)"
CLASS = "(Barbarian|Bard|Cleric|Druid|Fighter|Monk|Paladin|Ranger|Rogue|Sorcerer|Warlock|Wizard)"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")
CHAPTERS = [
    Chapter("Druid", 22, 23, (box("Sacred Plants and Wood"), box("Druids and the Gods"))),
    Chapter("Paladin", 33, 34, (box("Breaking Your Oath"),)),
    Chapter("Warlock", 51, 51, (box("Your Pact Boon"),)),
    Chapter("Wizard", 54, 55, (box("Your Spellbook"),)),
    Chapter("Beyond 1st Level", 56, 56, (
        Heading("Beyond 1st Level"),
        Table("Character Advancement", 1, ("Experience Points", "Level", "Proficiency Bonus"), r"([\d,]+) (\d+) (\+\d)", 20),
        end("Multiclassing"))),
    Chapter("Multiclassing", 56, 58, (
        *headings("Multiclassing", "Prerequisites"),
        Table("Multiclassing Prerequisites", 1, ("Class", "Ability Score Minimum"), f"{CLASS} (.+)", 12),
        *headings("Experience Points", "Hit Points and Hit Dice", "Proficiency Bonus", "Proficiencies"),
        Table("Multiclassing Proficiencies", 1, ("Class", "Proficiencies Gained"), f"{CLASS} (.+)", 12),
        *headings("Class Features", "Channel Divinity", "Extra Attack", "Unarmored Defense", "Spellcasting"),
        Table("Multiclass Spellcaster: Spell Slots per Spell Level", 1, ("Lvl.", *ORDINALS), r"(\d+\w\w)" + r" (\d|—)" * 9, 20),
        end("Alignment"))),
    Chapter("Alignment", 58, 59, (*headings("Alignment", "Alignment in the Multiverse"), end("Languages"))),
    Chapter("Languages", 59, 59, (
        Heading("Languages"),
        Table("Standard Languages", 1, ("Language", "Typical Speakers", "Script"), LANGUAGE, 8),
        Table("Exotic Languages", 1, ("Language", "Typical Speakers", "Script"), LANGUAGE, 8),
        end("Inspiration"))),
    Chapter("Inspiration", 59, 60, (*headings("Inspiration", "Gaining Inspiration", "Using Inspiration"), end("Backgrounds"))),
    Chapter("Backgrounds", 60, 60, (
        *headings("Backgrounds", "Proficiencies", "Languages", "Equipment", "Suggested Characteristics", "Customizing a Background"),
        end("Acolyte"))),
    Chapter("Equipment", 62, 74, (
        Heading("Equipment"),
        Table("Standard Exchange Rates", 1, ("Coin", "CP", "SP", "EP", "GP", "PP"), r"(\w+ \(\wp\))" + r" ([\d/,]+)" * 5, 5),
        *headings("Selling Treasure", "Armor", "Light Armor", "Medium Armor", "Heavy Armor"),
        entries("Armor", "Shield 10 gp .+"),
        Heading("Getting Into and Out of Armor"),
        Table("Donning and Doffing Armor", 1, ("Category", "Don", "Doff"), r"([A-Z].+?) (\d+ \w+) (\d+ \w+)", 4),
        *headings("Weapons", "Weapon Proficiency", "Weapon Properties", "Improvised Weapons", "Silvered Weapons", "Special Weapons"),
        entries("Weapons", "Net 1 gp .+"),
        Heading("Adventuring Gear"),
        entries("Adventuring Gear", "Whetstone .+"),
        Table("Container Capacity", 1, ("Container", "Capacity"), r"(Flask or tankard|Jug or pitcher|Pot, iron|[A-Z]\w+\*?) (.+)", 13),
        box("Equipment Packs"),
        Heading("Tools"),
        entries("Tools", r"\* See the .+ section\."),
        Heading("Mounts and Vehicles"),
        entries("Mounts and Other Animals", "Warhorse .+"),
        entries("Tack, Harness, and Drawn Vehicles", "Wagon .+"),
        entries("Waterborne Vehicles", "Warship .+"),
        Heading("Trade Goods"),
        Table("Trade Goods", 1, ("Cost", "Goods"), r"(\d+ [csg]p) (.+)", 13),
        *headings("Expenses", "Lifestyle Expenses"),
        Table("Lifestyle Expenses", 1, ("Lifestyle", "Price/Day"), r"(\w+) (—|\d+ [sg]p(?: minimum)?)", 7),
        box("Self-Sufficiency"),
        Heading("Food, Drink, and Lodging"),
        entries("Food, Drink, and Lodging", r"Fine \(bottle\) .+"),
        Heading("Services"),
        entries("Services", "Ship’s passage .+"),
        Heading("Spellcasting Services"))),
    Chapter("Feats", 75, 75, (Heading("Feats"), end("Grappler"))),
    Chapter("Monsters", 254, 260, (
        *headings("Monsters", "Size"),
        Table("Size Categories", 1, ("Size", "Space", "Examples"), r"(\w+) ([\d½]+ by [\d½]+ ft\.(?: or larger)?) (.+)", 6),
        box("Modifying Creatures"),
        *headings("Type", "Tags", "Alignment", "Armor Class", "Hit Points"),
        Table("Hit Dice by Size", 1, ("Monster Size", "Hit Die", "Average HP per Die"), r"(\w+) (d\d+) ([\d½]+)", 6),
        *headings("Speed", "Burrow", "Climb", "Fly", "Swim", "Ability Scores", "Saving Throws"),
        Table("Proficiency Bonus by Challenge Rating", 5, ("Challenge", "Proficiency Bonus"), rf"{RATING} (\+\d) (\d+) (\+\d)", 17, True),
        *headings("Skills", "Vulnerabilities, Resistances, and Immunities", "Senses", "Blindsight", "Darkvision"),
        box("Armor, Weapon, and Tool Proficiencies"),
        *headings("Tremorsense", "Truesight", "Languages", "Telepathy", "Challenge", "Experience Points"),
        Table("Experience Points by Challenge Rating", 1, ("Challenge", "XP"), rf"{RATING} (0 or 10|[\d,]+) (\d+) ([\d,]+)", 17, True),
        *headings("Special Traits", "Innate Spellcasting", "Spellcasting", "Psionics", "Actions", "Melee and Ranged Attacks",
                  "Multiattack", "Ammunition", "Reactions", "Limited Usage"),
        box("Grapple Rules for Monsters"),
        *headings("Equipment", "Legendary Creatures", "Legendary Actions", "A Legendary Creature’s Lair", "Lair Actions",
                  "Regional Effects"))),
]


@dataclass
class Section:
    """What is read of a section: paragraphs and tables as Markdown, and the lines after them."""

    heading: Heading
    page: int
    blocks: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def end_text(self) -> None:
        self.blocks += paragraphs(self.lines, self.heading.box)
        self.lines = []


def read_rules(pages: list[Page]) -> list[dict]:
    """Every section of the chapters, in order."""
    return [section for chapter in CHAPTERS for section in read_chapter(chapter, pages)]


def read_chapter(chapter: Chapter, pages: list[Page]) -> list[dict]:
    lines = read_lines(pages, chapter.first, chapter.last)
    sections: list[Section] = []
    parts, at = list(chapter.parts), 0
    while at < len(lines):
        taken = lines_of_title(parts[0], lines, at) if parts else 0
        if taken and isinstance(parts[0], Heading):
            if sections:
                sections[-1].end_text()
            heading = parts.pop(0)
            if heading.end:
                break
            sections.append(Section(heading, lines[at].page))
            at += taken
        elif taken and sections:
            sections[-1].end_text()
            at, markdown = read_table(parts.pop(0), lines, at + taken)
            sections[-1].blocks += [markdown] if markdown else []
        else:
            if sections:
                refuse_heading(lines[at])
                sections[-1].lines.append(lines[at])
            at += 1
    if parts:
        title = parts[0].name if isinstance(parts[0], Heading) else parts[0].caption
        raise Unexpected(f"SRD 5.1, pages {chapter.first} to {chapter.last}: “{title}” is not where it is expected")
    if sections:
        sections[-1].end_text()
    return [finished(section, chapter) for section in sections]


def finished(section: Section, chapter: Chapter) -> dict:
    if not section.blocks:
        raise Unexpected(f"SRD 5.1, page {section.page}: “{section.heading.name}” has no text")
    return {"name": section.heading.name, "page": section.page, "section": chapter.title, "text": "\n\n".join(section.blocks)}


def lines_of_title(part: Heading | Table, lines: list[Line], at: int) -> int:
    """Returns the number of lines from here that are this heading or caption: one, two, or none."""
    name = part.name if isinstance(part, Heading) else part.caption
    for count in (1, 2):
        found = lines[at : at + count]
        plain = isinstance(part, Table) or not any(line.running for line in found)
        if plain and " ".join(line.text for line in found) == name:
            return count
    return 0


def refuse_heading(line: Line) -> None:
    """A line without tabs that looks like a heading is one that `CHAPTERS` does not know."""
    if not line.running and re.fullmatch(r"[A-Z][^.]*[a-z]", line.text):
        raise Unexpected(f"SRD 5.1, page {line.page}: the heading “{line.text}” is not expected")


def read_table(table: Table, lines: list[Line], at: int) -> tuple[int, str]:
    """Where the text goes on, and the table as Markdown."""
    page = lines[at].page
    at += table.head
    rows: list[list[str]] = []
    while at < len(lines) and len(rows) < table.rows:
        # Some cells have a blank without a tab between them.
        found = re.fullmatch(table.row, lines[at].clean()) or re.fullmatch(table.row, lines[at].text)
        if found:
            rows.append([cell.strip() for cell in found.groups()])
        elif table.columns and not rows:
            break
        elif table.columns:
            rows[-1][-1] += f" {lines[at].clean()}"
        at += 1
    if len(rows) != table.rows:
        raise Unexpected(f"SRD 5.1, page {page}: the table “{table.caption}” has {len(rows)} rows instead of {table.rows}")
    return at, as_markdown(table, rows) if table.columns else ""


def as_markdown(table: Table, rows: list[list[str]]) -> str:
    if table.twice:
        half = len(table.columns)
        rows = [row[:half] for row in rows] + [row[half:] for row in rows]
    made = ["| " + " | ".join(row) + " |" for row in [list(table.columns), *rows]]
    made.insert(1, "|" + "---|" * len(table.columns))
    return f"**{table.caption}**\n\n" + "\n".join(made).replace("*", "\\*")
