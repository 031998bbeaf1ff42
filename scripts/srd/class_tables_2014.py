"""The tables of the classes of SRD 5.1, and how they are read."""

import re
from collections import Counter

from . import Unexpected
from .lines_2014 import Line

SLOTS = "1st | 2nd | 3rd | 4th | 5th | 6th | 7th | 8th | 9th"
FEW_SLOTS = "1st | 2nd | 3rd | 4th | 5th"
# By class: the columns of its table behind level and proficiency bonus.
COLUMNS = {
    "Barbarian": "Features | Rages | Rage Damage",
    "Bard": f"Features | Cantrips Known | Spells Known | {SLOTS}",
    "Cleric": f"Features | Cantrips Known | {SLOTS}",
    "Druid": f"Features | Cantrips Known | {SLOTS}",
    "Fighter": "Features",
    "Monk": "Martial Arts | Ki Points | Unarmored Movement | Features",
    "Paladin": f"Features | {FEW_SLOTS}",
    "Ranger": f"Features | Spells Known | {FEW_SLOTS}",
    "Rogue": "Sneak Attack | Features",
    "Sorcerer": f"Sorcery Points | Features | Cantrips Known | Spells Known | {SLOTS}",
    "Warlock": "Features | Cantrips Known | Spells Known | Spell Slots | Slot Level | Invocations Known",
    "Wizard": f"Features | Cantrips Known | {SLOTS}",
}

ORDINAL = r"\d+(?:st|nd|rd|th)"
SPELLS = "[a-z].+"
DAMAGE = "(?:Acid|Cold|Fire|Lightning|Poison)"
LANDS = ("Arctic", "Coast", "Desert", "Forest", "Grassland", "Mountain", "Swamp")
CLASS = f"(?:{'|'.join(COLUMNS)})"
# By caption: the columns, what their cells look like, and the number of rows.
TABLES = {
    "Beast Shapes": ("Level | Max. CR | Limitations | Example", (ORDINAL, r"1(?:/\d)?", "No .+ speed|—", "[A-Z].+"), 3),
    "Destroy Undead": ("Cleric Level | Destroys Undead of CR . . .", (ORDINAL, r"\d(?:/2)? or lower"), 5),
    "Life Domain Spells": ("Cleric Level | Spells", (ORDINAL, SPELLS), 5),
    **{land: ("Druid Level | Circle Spells", (ORDINAL, SPELLS), 4) for land in LANDS},
    "Oath of Devotion Spells": ("Paladin Level | Spells", (ORDINAL, SPELLS), 5),
    "Creating Spell Slots": ("Spell Slot Level | Sorcery Point Cost", (ORDINAL, r"\d"), 5),
    "Draconic Ancestry": ("Dragon | Damage Type", (r"[A-Z]\w+", DAMAGE), 10),
    "Fiend Expanded Spells": ("Spell Level | Spells", (ORDINAL, SPELLS), 5),
    "Multiclassing Prerequisites": ("Class | Ability Score Minimum", (CLASS, ".+"), 12),
    "Multiclassing Proficiencies": ("Class | Proficiencies Gained", (CLASS, ".+"), 12),
}
CELL = r"(?<!\S)(?:—|Unlimited|\+\d+(?: ft\.)?|\d+d\d+|\d+(?:st|nd|rd|th)?)(?!\S)"
LEVEL_ROW = re.compile(rf"({ORDINAL}) (\+\d) ?(.*)")
SLOT_GROUP = re.compile(r"—?Spell Slots per Spell Level ?—?")


def caption_at(lines: list[Line], caption: str) -> int:
    found = [at for at, line in enumerate(lines) if line.text == caption]
    if len(found) != 1:
        raise Unexpected(f"SRD 5.1: the table “{caption}” is there {len(found)} times instead of once")
    return found[0]


def columns_of(name: str) -> list[str]:
    return ["Level", "Proficiency Bonus", *COLUMNS[name].split(" | ")]


def class_table(name: str, lines: list[Line]) -> list[list[str]]:
    """The rows of a class table, whose caption is the first of these lines."""
    rows: list[list[str]] = []
    heads: list[str] = []
    for line in lines[1:]:
        start = LEVEL_ROW.fullmatch(line.text)
        if start:
            rows.append([start[1], start[2], start[3]])
        elif rows:
            rows[-1][2] += f" {line.text}"
        else:
            heads.append(line.text)
    check_columns(f"The {name}", columns_of(name), SLOT_GROUP.sub("", " ".join(heads)), lines[0].page)
    if [row[0] for row in rows] != [ordinal(level) for level in range(1, 21)]:
        raise Unexpected(f"SRD 5.1, page {lines[0].page}: the table of the {name} has the rows {[row[0] for row in rows]}")
    return [[level, bonus, *class_cells(name, rest)] for level, bonus, rest in rows]


def class_cells(name: str, text: str) -> list[str]:
    """The cells behind the proficiency bonus. The features are what does not look like another cell."""
    columns = COLUMNS[name].split(" | ")
    at = columns.index("Features")
    cells = re.findall(CELL, text)
    features = " ".join(re.sub(CELL, "", text).split())
    if features:
        cells.insert(at, features)
    if len(cells) != len(columns):
        raise Unexpected(f"SRD 5.1, table of the {name}: “{text}” has {len(cells)} cells instead of {len(columns)}")
    return cells


def check_columns(caption: str, columns: list[str], heads: str, page: int) -> None:
    if Counter(" ".join(columns).split()) != Counter(heads.split()):
        raise Unexpected(f"SRD 5.1, page {page}: the columns of “{caption}” are “{heads}”")


def table_rows(lines: list[Line], caption: str) -> list[list[str]]:
    return read_rows(lines, caption_at(lines, caption))[1]


def read_rows(lines: list[Line], at: int) -> tuple[int, list[list[str]]]:
    """Where the text goes on behind the table whose caption stands here, and its rows. A row goes on until
    the next one begins, the last one as long as its lines begin with a small letter."""
    caption = lines[at].text
    columns, patterns, count = TABLES[caption]
    page, first = lines[at].page, re.compile(rf"{patterns[0]} ")
    row = re.compile(" ".join(f"({pattern})" for pattern in patterns))
    texts: list[str] = []
    heads: list[str] = []
    for at in range(at + 1, len(lines)):
        text = lines[at].clean()
        if len(texts) == count and (lines[at].indented or not text[0].islower()):
            break
        if first.match(text) and len(" ".join(heads)) >= len(columns.replace(" |", "")):
            texts.append(text)
        elif texts:
            texts[-1] += f" {text}"
        else:
            heads.append(text)
    else:
        at = len(lines)
    check_columns(caption, columns.replace(" |", "").split(), " ".join(heads), page)
    found = [row.fullmatch(text) for text in texts]
    if len(texts) != count or not all(found):
        raise Unexpected(f"SRD 5.1, page {page}: the rows of “{caption}” are {texts}")
    return at, [[*match.groups()] for match in found]


def as_markdown(columns: list[str], rows: list[list[str]]) -> str:
    made = ["| " + " | ".join(row) + " |" for row in [columns, *rows]]
    made.insert(1, "|" + "---|" * len(columns))
    return "\n".join(made)


def ordinal(level: int) -> str:
    return f"{level}{'th' if level in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(level % 10, 'th')}"
