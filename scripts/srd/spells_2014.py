"""Spells of SRD 5.1 and the lists of the classes, from their pages."""

import re
from dataclasses import dataclass

from . import Unexpected
from .lines_2014 import RUN_IN, SENTENCE_END, Line, joined, marked, read_lines
from .spells import casting, effects
from .wheel import Page

LISTS = (105, 113)
DESCRIPTIONS = (114, 194)
SCHOOL = r"(abjuration|conjuration|divination|enchantment|evocation|illusion|necromancy|transmutation)"
LEVEL = re.compile(rf"(?:(\d)(?:st|nd|rd|th)-level {SCHOOL}|(?i:{SCHOOL}) cantrip)( \(ritual\))?")
LIST_LEVEL = re.compile(r"Cantrips \((0) Level\)|(\d)(?:st|nd|rd|th) Level")
FIELDS = ("Casting Time", "Range", "Components", "Duration")
# What the text layer has wrong: page, pattern in a line as it is, and what it should be.
REPAIRS = [
    (115, r"beast\s+t\s+level", "beast\tfor\teach\tslot\tlevel"),
    (160, r"^\+ its", "+\tits"),
]
HIGHER = "***At Higher Levels.*** "
# A line that has, with the next word, fewer letters than this ends its block.
SHORT = 47
NUMBERED = re.compile(r"((?:\d\. [A-Z]\w+|Round \d+(?:–\d+)?)\.) ")


@dataclass(frozen=True)
class Table:
    """A table: its page, its caption, its columns, what a row looks like, and how many there are."""

    page: int
    caption: str
    columns: tuple[str, ...]
    row: str
    rows: int

    @property
    def head(self) -> str:
        return " ".join([*filter(None, [self.caption]), *self.columns])


STAGE = r"(\d) ([A-Z][^\d]+?)(?= \d|$)"
RANGE = r"(\d+–\d+|—)"
TABLES = [
    Table(116, "Animated Object Statistics", ("Size", "HP", "AC", "Attack", "Str", "Dex"),
          r"([A-Z]\w+) (\d+) (\d+) (\+\d+ to hit, \d+d\d+ \+ \d+ damage) ?(\d+) (\d+)", 5),
    Table(127, "", ("d10", "Behavior"), r"(\d+(?:–\d+)?) ([A-Z].+?)(?= \d+–|$)", 4),
    Table(131, "Precipitation", ("Stage", "Condition"), STAGE, 5),
    Table(131, "Temperature", ("Stage", "Condition"), STAGE, 6),
    Table(131, "Wind", ("Stage", "Condition"), STAGE, 5),
    Table(132, "", ("Material", "Duration"), r"([A-Z][a-z ]+) (\d+ \w+)", 5),
    Table(174, "", ("d100", "Race"), r"(\d\d–\d\d) ([A-Z][a-z, -]+)", 14),
    Table(176, "", ("Knowledge", "Save Modifier"), r"([A-Z][^+−]+) ([+−]\d+)", 3),
    Table(176, "", ("Connection", "Save Modifier"), r"([A-Z][^+−]+) ([+−]\d+)", 3),
    Table(186, "", ("Familiarity", "Mishap", "Similar Area", "Off Target", "On Target"),
          rf"([A-Z][a-z ]+) {RANGE} {RANGE} {RANGE} {RANGE}", 7),
]


def read_spells(pages: list[Page]) -> list[dict]:
    """Every spell in order."""
    lines = described_lines(pages)
    starts = spell_starts(lines)
    if starts[:1] != [1] or lines[0].text != "Spell Descriptions":
        raise Unexpected(f"SRD 5.1, page {lines[0].page}: “{lines[0].text}” instead of the spell descriptions")
    spells = [read_spell(lines[at:end]) for at, end in zip(starts, [*starts[1:], len(lines)])]
    by_name = {spell["name"]: spell for spell in spells}
    for of, listed in spell_lists(pages).items():
        for entry in listed:
            spell = by_name[entry["name"]]
            if spell["level"] != entry["level"]:
                raise Unexpected(f"SRD 5.1, page {entry['page']}: “{spell['name']}” is of level {spell['level']}")
            spell["classes"].append(of)
    unlisted = [spell["name"] for spell in spells if not spell["classes"]]
    if unlisted:
        raise Unexpected(f"SRD 5.1, pages {LISTS[0]} to {LISTS[1]}: no list has {unlisted}")
    return spells


def spell_lists(pages: list[Page]) -> dict[str, list[dict]]:
    """The spells of each class by level."""
    described = read_lines(pages, *DESCRIPTIONS)
    schools = {described[at].text: school_of(described[at + 1]) for at in spell_starts(described)}
    lists: dict[str, list[dict]] = {}
    level = None
    title, *lines = read_lines(pages, *LISTS)
    if title.text != "Spell Lists" or not lines[0].text.endswith(" Spells"):
        raise Unexpected(f"SRD 5.1, page {title.page}: “{title.text}” instead of the spell lists")
    for line in lines:
        name = line.clean().replace("'", "’")
        found = LIST_LEVEL.fullmatch(name)
        if name.endswith(" Spells"):
            spells = lists[name.removesuffix(" Spells")] = []
        elif found:
            level = int(found[1] or found[2])
        elif name in schools:
            spells.append({"name": name, "level": level, "school": schools[name], "page": line.page})
        else:
            raise Unexpected(f"SRD 5.1, page {line.page}: “{name}” is in a list of spells and has no description")
    return lists


def described_lines(pages: list[Page]) -> list[Line]:
    """The lines of the descriptions without what the text layer has wrong."""
    lines = read_lines(pages, *DESCRIPTIONS)
    for page, wrong, right in REPAIRS:
        found = [at for at, line in enumerate(lines) if line.page == page and re.search(wrong, line.tabbed)]
        if len(found) != 1:
            raise Unexpected(f"SRD 5.1, page {page}: “{wrong}” is there {len(found)} times instead of once")
        tabbed = re.sub(wrong, right, lines[found[0]].tabbed)
        lines[found[0]] = Line(page, " ".join(tabbed.split()), tabbed)
    return lines


def spell_starts(lines: list[Line]) -> list[int]:
    """Where the names of spells are: above the lines with their levels."""
    return [at for at in range(len(lines) - 1) if "\t" not in lines[at].tabbed and LEVEL.fullmatch(lines[at + 1].clean())]


def school_of(line: Line) -> str:
    level = LEVEL.fullmatch(line.clean())
    return (level[2] or level[3]).capitalize()


def read_spell(lines: list[Line]) -> dict:
    name, page = lines[0].text, lines[0].page
    where = f"SRD 5.1, page {page}, spell “{name}”"
    level = LEVEL.fullmatch(lines[1].clean())
    values, body = read_fields(lines[2:], where)
    blocks = text_blocks(body)
    higher = [at for at, block in enumerate(blocks) if block.startswith(HIGHER)]
    if higher not in ([], [len(blocks) - 1]):
        raise Unexpected(f"{where}: what a higher level changes is not at its end")
    spell = {
        "slug": re.sub(r"[^a-z]+", "-", name.lower().replace("’", "")),
        "name": name,
        "page": page,
        "level": int(level[1] or 0),
        "school": school_of(lines[1]),
        "classes": [],
        **casting(values, where),
        "ritual": bool(level[4]),
        "text": joined(blocks[: higher[0]] if higher else blocks),
    }
    if higher:
        spell["higher_level"] = blocks[-1].removeprefix(HIGHER)
    return {**spell, **effects(joined(blocks))}


def read_fields(lines: list[Line], where: str) -> tuple[dict[str, str], list[Line]]:
    """The four entries below the level, each of which can have several lines, and the lines after them."""
    values: dict[str, str] = {}
    at = 0
    for field, following in zip(FIELDS, [*FIELDS[1:], None]):
        label, _, entry = lines[at].clean().partition(":") if at < len(lines) else ("", "", "")
        if label not in (field, field.removesuffix("s")):
            raise Unexpected(f"{where}: no “{field}” where it should be")
        at += 1
        while following and at < len(lines) and not re.match(rf"{following}?:", lines[at].clean()):
            entry = with_line(entry, lines[at].clean())
            at += 1
        # One duration is in words, unlike those of all other spells.
        values[field] = entry.strip().rstrip(".").replace(" ,", ",").replace("one minute", "1 minute")
    return values, lines[at:]


def text_blocks(lines: list[Line]) -> list[str]:
    """Paragraphs, items of lists, and tables, as Markdown."""
    blocks: list[str] = []
    before = None
    at = 0
    while at < len(lines):
        table = table_at(lines, at)
        if table:
            end = next((end for end in range(at + 1, len(lines)) if lines[end].indented or table_at(lines, end)), len(lines))
            blocks.append(read_table(table, lines[at:end]))
            before, at = None, end
            continue
        text = lines[at].clean()
        if before is None or begins_block(lines[at], before, blocks[-1]):
            blocks.append(f"- {text.removeprefix('•').strip()}" if text.startswith("•") else text)
        else:
            blocks[-1] = with_line(blocks[-1], text)
        before, at = lines[at], at + 1
    return [NUMBERED.sub(r"***\1*** ", block, count=1) if NUMBERED.match(block) else block if has_table(block) else marked(block)
            for block in blocks]


def begins_block(line: Line, before: Line, block: str) -> bool:
    """Returns whether a line begins a paragraph or an item. A line that has room for the next word ends its
    block; the lines of lists lack the gap behind them."""
    text = line.clean()
    if line.indented or text.startswith("•") or NUMBERED.match(text):
        return True
    ended = before.text.endswith(SENTENCE_END)
    short = len(f"{before.text} {text.split(' ')[0]}") < SHORT
    if block.startswith("- "):
        return text[0].isupper() and (short or has_gap(line) and not has_gap(before))
    return ended and (short or bool(RUN_IN.match(text)))


def has_gap(line: Line) -> bool:
    return bool(re.search(r"\t\s*$", line.tabbed))


def has_table(block: str) -> bool:
    return "\n|---" in block


def table_at(lines: list[Line], at: int) -> Table | None:
    """The table whose first line is here."""
    ahead = " ".join(line.text for line in lines[at : at + 8]) + " "
    return next((table for table in TABLES if table.page == lines[at].page and ahead.startswith(f"{table.head} ")), None)


def read_table(table: Table, lines: list[Line]) -> str:
    text = " ".join(line.clean() for line in lines).removeprefix(table.head).strip()
    rows = [found.groups() for found in re.finditer(table.row, text)]
    left = re.sub(table.row, "", text).strip()
    if left or len(rows) != table.rows:
        raise Unexpected(f"SRD 5.1, page {table.page}: the table of {table.columns} has {len(rows)} rows, and “{left}”")
    made = ["| " + " | ".join(cell.strip() for cell in row) + " |" for row in [table.columns, *rows]]
    made.insert(1, "|" + "---|" * len(table.columns))
    return (f"**{table.caption}**\n\n" if table.caption else "") + "\n".join(made)


def with_line(text: str, line: str) -> str:
    return text + ("" if text.endswith(("-", "—")) else " ") + line
