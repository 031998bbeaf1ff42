"""Magic items of SRD 5.1 and the rules about them, from their pages.

A line is read into a `Text`. What stands below a heading is an item if its first line says so, or else a
section of the rules. """

import re
from dataclasses import dataclass, field

from . import Unexpected
from .lines_2014 import CAPITAL_WORD, SENTENCE_END, Line, lines_of_page
from .wheel import Page

FIRST, LAST = 206, 253
CHAPTER = "Magic Items"
# The sections of the rules in their order, each with the headings in it. `Artifacts` has no text but its
# items.
RULES = {
    "Magic Items": [],
    "Attunement": [],
    "Wearing and Wielding Items": ["Multiple Items of the Same Kind", "Paired Items"],
    "Activating an Item": ["Command Word", "Consumables", "Spells", "Charges"],
    "Magic Items A-Z": [],
    "Sentient Magic Items": ["Creating Sentient Magic Items", "Abilities", "Communication", "Senses", "Alignment", "Special Purpose",
                             "Conflict"],
    "Artifacts": [],
}
# What the text layer has wrong: page, pattern in the page's lines as `encoded`, what it should be, and how
# often it is there.
REPAIRS = [
    (226, "Horn\t\nType\t\nBerserkers\t\nSummoned\t\nRequirement", "Horn Type | Berserkers Summoned | Requirement", 1),
    (228, r"(?m)^(\d+)r(\d+) ?", r"\1–\2 | ", 14),
    (231, "Wind\t\nwalking\t\nWind walk", "Wind walking | Wind walk", 1),
    (232, "`", "’", 1),
    (240, "(?=If you press button 4)", "\t", 1),
    (242, r"(?m)^\+ ?the", "+ the", 1),
    (252, "(?=If its wielder refuses)", "\t", 1),
    (253, r"18\) ?from", "18) from", 1),
]
# The stat blocks that stand with an item, and the ends of their last lines.
STAT_BLOCKS = {"Avatar of Death": "slashing damage plus 4 (1d8) necrotic damage.", "Giant Fly": "Languages —"}
# How the forms of an item are called, and the column of its table that names them; without one they are
# paragraphs, or tables.
FORMS = {
    "Bag of Tricks": ("{} Bag of Tricks", None),
    "Belt of Giant Strength": ("Belt of {} Giant Strength", "Type"),
    "Carpet of Flying": ("Carpet of Flying ({})", "Size"),
    "Crystal Ball": ("Crystal Ball of {}", None),
    "Dragon Scale Mail": ("{} Dragon Scale Mail", "Dragon"),
    "Elemental Gem": ("{} Elemental Gem", "Summoned Elemental"),
    "Feather Token": ("{} Feather Token", None),
    "Figurine of Wondrous Power": ("{} Figurine of Wondrous Power", None),
    "Horn of Valhalla": ("{} Horn of Valhalla", "Horn Type"),
    "Ioun Stone": ("Ioun Stone of {}", None),
    "Manual of Golems": ("Manual of {} Golems", "Golem"),
    "Potion of Giant Strength": ("Potion of {} Giant Strength", "Type of Giant"),
    "Potion of Healing": ("Potion of {} Healing", "Potion of …"),
    "Potion of Resistance": ("Potion of {} Resistance", "Damage Type"),
    "Ring of Elemental Command": ("Ring of {} Elemental Command", None),
    "Ring of Resistance": ("Ring of {} Resistance", "Damage Type"),
    "Spell Scroll": ("Spell Scroll ({})", "Spell Level"),
}
# Slugs that are not made of the name.
SLUGS = {"Glamoured Studded Leather": "glamoured-studded-leather-armor"}

CATEGORY = r"(Armor|Potion|Ring|Rod|Scroll|Staff|Wand|Weapon|Wondrous item)"
RARITY = r"(?:common|uncommon|rare|very rare|legendary|artifact)"
WHICH = r" \((?!requires)[^)]+\)"
KIND = re.compile(
    rf"{CATEGORY}(?: \(([^)]+)\))?, ((?:rarity )?varies|rarity by figurine|{RARITY}(?:{WHICH})?(?:,? (?:or )?{RARITY}(?:{WHICH})?)*)"
    r"(?: \((requires attunement(?: (.+))?)\))?")

# Between two cells stands a gap that has a blank behind its no-break space.
CELL = re.compile(r"(?<=\S)\s*\t[\r ]*\xa0\s+(?=\S)")
TITLE = re.compile(r"(?:d\d+|[A-Z]\w*)(?: (?:of|or|from|…|[A-Z]\w*))*")
NUMBER = re.compile(r"\d+(?:–\d+)?")
NAMED = re.compile(rf"({CAPITAL_WORD}(?: (?:{CAPITAL_WORD}|an?|and|of|the))*)(?: \(([A-Z]\w*(?: [A-Z]\w*)?)\))?\. (?=[A-Z“])")
LABEL = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*: ")
# A line that ends a sentence and has, with the next word, fewer letters than this ends its paragraph.
SHORT = 44


@dataclass(frozen=True)
class Text:
    """A line: what it says, with ` | ` between cells; whether it is a `heading` or stands for a stat `block`;
    whether it has an indent, and whether it has a gap at its end, which lines of lists have not."""

    page: int
    marked: str
    kind: str = ""
    indented: bool = False
    gap: bool = False

    @property
    def cells(self) -> list[str]:
        return self.marked.split(" | ")

    @property
    def text(self) -> str:
        return self.marked.replace(" | ", " ")

    @property
    def ended(self) -> bool:
        return self.text.endswith(SENTENCE_END)


@dataclass
class Table:
    caption: str
    columns: list[str]
    rows: list[list[str]]

    def to_markdown(self) -> str:
        lines = ["| " + " | ".join(row) + " |" for row in [self.columns, *self.rows]]
        lines.insert(1, "|" + "---|" * len(self.columns))
        return (f"**{self.caption}**\n\n" if self.caption else "") + "\n".join(lines).replace("*", "\\*")

    def of(self, form: str) -> "Table":
        """The table with the row alone that is about a form, or as it is."""
        rows = [row for row in self.rows if form.casefold() in [name.casefold() for cell in row for name in forms_in(cell)]]
        return Table(self.caption, self.columns, rows or self.rows)


@dataclass
class Block:
    """A paragraph, an item of a list, a table, or the name of a stat block that stands here."""

    page: int
    text: str = ""
    item: bool = False
    block: bool = False
    table: Table | None = None

    @property
    def named(self) -> re.Match[str] | None:
        return None if self.item else NAMED.match(self.text)

    def to_markdown(self) -> str:
        if self.table:
            return self.table.to_markdown()
        if self.item or self.block:
            return f"- {self.text}" if self.item else f"**{self.text}**"
        text = self.text.replace("*", "\\*")
        return f"***{text[: self.named.end() - 1]}*** {text[self.named.end() :]}" if self.named else text


@dataclass
class Part:
    """A heading and the lines below it."""

    name: str
    page: int
    lines: list[Text] = field(default_factory=list)


def read_magic_items(pages: list[Page]) -> list[dict]:
    """Every magic item in order."""
    return [read_item(part) for part in read_parts(pages) if kind_of(part)]


def read_item_rules(pages: list[Page]) -> list[dict]:
    """The rules about magic items: every section as a whole, and each part of it that has a heading."""
    found = [part for part in read_parts(pages) if not kind_of(part)]
    wanted = [name for section, inner in RULES.items() for name in (section, *inner)]
    if [part.name for part in found] != wanted:
        raise Unexpected(f"SRD 5.1, pages {FIRST} to {LAST}: the headings are {[part.name for part in found]} instead of {wanted}")
    rules, rest = [], iter(found)
    for section, inner in RULES.items():
        whole, below = next(rest), [next(rest) for _ in inner]
        texts = [to_markdown(read_blocks(part.lines)) for part in (whole, *below)]
        text = "\n\n".join([texts[0], *(f"### {part.name}\n\n{inside}" for part, inside in zip(below, texts[1:]))])
        rules.append({"slug": slug(section), "name": section, "page": whole.page, "section": CHAPTER, "text": text})
        rules += [{"slug": slug(f"{section} {part.name}"), "name": part.name, "page": part.page, "section": CHAPTER, "under": section,
                   "text": inside} for part, inside in zip(below, texts[1:])]
    return [rule for rule in rules if rule["text"]]


def read_parts(pages: list[Page]) -> list[Part]:
    """The headings with what stands below them."""
    parts: list[Part] = []
    for line in without_stat_blocks([line for page in pages[FIRST - 1 : LAST] for line in texts_of(page)]):
        if not parts and line.kind != "heading":
            raise Unexpected(f"SRD 5.1, page {line.page}: “{line.text}” instead of a heading")
        if line.kind != "heading":
            parts[-1].lines.append(line)
        elif parts and not parts[-1].lines and parts[-1].name.endswith(" and"):
            parts[-1].name += f" {line.text}"
        else:
            parts.append(Part(line.text, line.page))
    return parts


def texts_of(page: Page) -> list[Text]:
    """The lines of a page without what the text layer has wrong."""
    encoded = "\n".join(map(encode, lines_of_page(page)))
    for number, wrong, right, count in REPAIRS:
        if number == page.number:
            encoded, made = re.subn(wrong, right, encoded)
            if made != count:
                raise Unexpected(f"SRD 5.1, page {number}: “{wrong}” is there {made} times instead of {count}")
    return [decode(page.number, line) for line in encoded.split("\n")]


def encode(line: Line) -> str:
    """A line with ` | ` between cells, a tab for an indent and for a gap at the end, and `# ` before a
    heading."""
    text = Line(line.page, line.text, CELL.sub("\t|\t", line.tabbed)).clean()
    if "\t" not in line.tabbed and re.fullmatch(r"[A-Z][^.]*", text):
        return f"# {text}"
    return ("\t" if line.indented else "") + text + ("\t" if re.search(r"\t\s*$", line.tabbed) else "")


def decode(page: int, line: str) -> Text:
    heading = line.startswith("# ")
    return Text(page, line.removeprefix("# ").strip(), "heading" if heading else "", line.startswith("\t"), line.endswith("\t"))


def without_stat_blocks(lines: list[Text]) -> list[Text]:
    """The lines with the name of each stat block instead of it."""
    for name, last in STAT_BLOCKS.items():
        begins = [at for at, line in enumerate(lines) if line.text == name]
        ends = [at for at, line in enumerate(lines) if begins and at > begins[0] and line.text.endswith(last)]
        if len(begins) != 1 or not ends:
            raise Unexpected(f"SRD 5.1, pages {FIRST} to {LAST}: the stat block “{name}” is not as expected")
        lines = [*lines[: begins[0]], Text(lines[begins[0]].page, name, "block"), *lines[ends[0] + 1 :]]
    return lines


def kind_of(part: Part) -> tuple[re.Match[str], int] | None:
    """What the lines below an item's name say of its kind, and how many they are; nothing if the part is not
    an item."""
    for count in (3, 2, 1):
        found = KIND.fullmatch(" ".join(line.text for line in part.lines[:count]))
        if found:
            return found, count
    return None


def read_item(part: Part) -> dict:
    kind, count = kind_of(part)
    blocks = read_blocks(part.lines[count:])
    rarities = rarities_of(kind[3])
    detail = kind[5] or ""
    item = {
        "slug": SLUGS.get(part.name) or slug(part.name.split(", +")[0]),
        "name": part.name,
        "page": part.page,
        "line": kind[0],
        "category": kind[1].title(),
        "base": kind[2],
        "rarity": rarities[0][0] if rarities and not rarities[0][1] else "varies",
        "attunement": bool(kind[4]),
        "attunement_by": detail.removeprefix("by ") if detail.startswith("by ") else None,
        "attunement_detail": detail if not detail.startswith("by ") else None,
        "text": to_markdown(blocks),
        "stat_block": next((block.text for block in blocks if block.block), None),
        "variants": read_variants(part, blocks, rarities),
    }
    return {key: value for key, value in item.items() if value not in (None, "", [])}


def rarities_of(text: str) -> list[tuple[str, str]]:
    """Each rarity with the forms in brackets behind it; none where it varies."""
    return [found.groups("") for found in re.finditer(rf"({RARITY})(?: \(([^)]+)\))?", text)]


def read_variants(part: Part, blocks: list[Block], rarities: list[tuple[str, str]]) -> list[dict]:
    """The forms of an item, each with its rarity, its page, and what the book says of all forms and of this
    one."""
    if ", +" in part.name:
        base = part.name.split(", +")[0]
        return [variant(f"{base}, {bonus}", slug(f"{base} {bonus}"), rarity, part.page, blocks) for rarity, bonus in rarities]
    if part.name not in FORMS:
        return []
    pattern, column = FORMS[part.name]
    found = forms_of_rows(blocks, column) if column else forms_of_tables(blocks, pattern) or forms_of_paragraphs(blocks, pattern)
    if not found:
        raise Unexpected(f"SRD 5.1, page {part.page}: “{part.name}” has no forms")
    made, usual = [], rarities[-1][0] if rarities else "varies"
    for form, rarity, page, own in found:
        rarity = rarity or next((rare for rare, forms in rarities if form.lower() in forms.split(" or ")), "") or usual
        name = " ".join(pattern.format(form).split())
        address = name if pattern == part.name + " of {}" else f"{part.name} {form or rarity}"
        made.append(variant(name, slug(address), rarity, page, own))
    return made


def variant(name: str, address: str, rarity: str, page: int, blocks: list[Block]) -> dict:
    return {"slug": address, "name": name, "rarity": rarity, "page": page, "text": to_markdown(blocks)}


def forms_of_rows(blocks: list[Block], column: str) -> list[tuple[str, str, int, list[Block]]]:
    """The forms that the rows of a table name: form, rarity, page, and the text with its row alone."""
    found = []
    for block in blocks:
        if block.table and column in block.table.columns:
            at = block.table.columns.index(column)
            for row in block.table.rows:
                rarity = dict(zip(block.table.columns, row)).get("Rarity", "").lower()
                own = Block(block.page, table=Table(block.table.caption, block.table.columns, [row]))
                text = [own if other is block else other for other in blocks]
                found += [(form, rarity, block.page, text) for form in forms_in(row[at])]
    return found


def forms_in(cell: str) -> list[str]:
    """The forms in a cell: Stone and Frost in `Stone/frost giant`."""
    names = re.sub(r"(?i) ?\b(giant|elemental|healing)$", "", cell).split("/")
    return [name[:1].upper() + name[1:] for name in names]


def forms_of_tables(blocks: list[Block], pattern: str) -> list[tuple[str, str, int, list[Block]]]:
    """The forms that have a table each, by its caption."""
    found = []
    for block in blocks:
        form = re.fullmatch(pattern.format("(.+)"), block.table.caption) if block.table else None
        if form:
            found.append((form[1], "", block.page, [other for other in blocks if not other.table or other is block]))
    return found


def forms_of_paragraphs(blocks: list[Block], pattern: str) -> list[tuple[str, str, int, list[Block]]]:
    """The forms that have a paragraph each, with its rarity in brackets, and more paragraphs behind it."""
    starts = [at for at, block in enumerate(blocks) if block.named]
    found = []
    for at, end in zip(starts, starts[1:] + [len(blocks)]):
        named = blocks[at].named
        whole = re.fullmatch(pattern.format("(.+)"), named[1])
        form = whole[1] if whole else named[1]
        common = [Block(block.page, table=block.table.of(form)) if block.table else block for block in blocks[: starts[0]]]
        found.append((form, (named[2] or "").lower(), blocks[at].page, common + blocks[at:end]))
    return found


def read_blocks(lines: list[Text]) -> list[Block]:
    blocks: list[Block] = []
    before, at = None, 0
    while at < len(lines):
        line = lines[at]
        if line.kind == "block":
            blocks.append(Block(line.page, line.text, block=True))
            before, at = None, at + 1
        elif is_head(lines, at) or is_caption(lines, at):
            table, at = read_table(lines, at)
            blocks.append(Block(line.page, table=table))
            before = None
        else:
            if before is None or begins_block(line, before, blocks[-1]):
                blocks.append(Block(line.page, line.text.removeprefix("•").strip(), line.text.startswith("•")))
            else:
                blocks[-1].text = joined(blocks[-1].text, line.text)
            before, at = line, at + 1
    return blocks


def begins_block(line: Text, before: Text, block: Block) -> bool:
    """Returns whether a line begins a paragraph or an item of a list."""
    if line.indented or line.text.startswith(("•", "*")) or LABEL.match(line.text):
        return True
    if LABEL.match(block.text):
        return line.text[0].isupper()
    if NAMED.match(line.text) and (before.ended or block.item or block.text.startswith("*")):
        return True
    after_list = block.item and line.gap and not before.gap
    return before.ended and (after_list or len(before.text) + len(line.text.split(" ")[0]) < SHORT)


def joined(text: str, line: str) -> str:
    return text + ("" if not text or text.endswith(("-", "—")) else " ") + line


def is_head(lines: list[Text], at: int) -> bool:
    """Returns whether a line has the columns of a table."""
    cells = lines[at].cells if at < len(lines) else []
    return len(cells) > 1 and all(map(TITLE.fullmatch, cells))


def is_caption(lines: list[Text], at: int) -> bool:
    return len(lines[at].cells) == 1 and not lines[at].ended and is_head(lines, at + 1)


def read_table(lines: list[Text], at: int) -> tuple[Table, int]:
    """The table whose caption or columns stand here, and where the text goes on. If its rows have numbers,
    what has none belongs to the row above; if a row lacks cells, they stand below each other, each up to the
    end of a sentence."""
    caption = lines[at].text if is_caption(lines, at) else ""
    at += 1 if caption else 0
    page, columns = lines[at].page, lines[at].cells
    double = columns[: len(columns) // 2] == columns[len(columns) // 2 :]
    rows: list[list[str]] = []
    below: list[list[str]] = []
    for line in lines[at + 1 :]:
        at += 1
        numbered = bool(rows and NUMBER.fullmatch(rows[0][0]))
        if line.indented or is_caption(lines, at):
            break
        if len(line.cells) > 1 and (not numbered or NUMBER.fullmatch(line.cells[0])):
            cells = line.cells
            rows.append([*cells[: len(columns) - 1], " ".join(cells[len(columns) - 1 :])] if len(cells) > len(columns) else cells)
            below.append([])
        elif numbered:
            below[-1].append(line.text)
        else:
            break
    else:
        at += 1
    if double and any(below):
        raise Unexpected(f"SRD 5.1, page {page}: the table of {columns} has rows of more than one line")
    columns, rows = halves(columns, rows) if double else (columns, filled(page, columns, rows, below))
    refuse_gaps(page, columns, rows)
    return Table(caption, columns, rows), at


def halves(columns: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """The two halves of a table that stand side by side, one below the other."""
    half = len(columns) // 2
    return columns[:half], [row for row in [*(row[:half] for row in rows), *(row[half:] for row in rows)] if row]


def filled(page: int, columns: list[str], rows: list[list[str]], below: list[list[str]]) -> list[list[str]]:
    """The rows with the lines below them."""
    stacked = any(len(row) < len(columns) for row in rows)
    made = []
    for row, lines in zip(rows, below):
        row = row + [""] * (len(columns) - len(row))
        for line in lines:
            open_cells = [at for at in range(1, len(row)) if not row[at].endswith(".")]
            at = open_cells[0] if stacked and open_cells else -1
            row[at] = joined(row[at], line)
        made.append(row)
    if not all(cell for row in made for cell in row):
        raise Unexpected(f"SRD 5.1, page {page}: the table of {columns} has cells that are empty")
    return made


def refuse_gaps(page: int, columns: list[str], rows: list[list[str]]) -> None:
    """The rows of a table for a die must have each of its numbers once, in order; 00 is 100."""
    die = re.fullmatch(r"d(\d+)", columns[0])
    numbers: list[int] = []
    for row in rows if die else []:
        ends = [int(number) or 100 for number in row[0].split("–") if number.isdigit()]
        numbers += range(ends[0], ends[-1] + 1) if ends else []
    if die and numbers != list(range(1, int(die[1]) + 1)):
        raise Unexpected(f"SRD 5.1, page {page}: the table of {columns} has the numbers {numbers}")


def to_markdown(blocks: list[Block]) -> str:
    """The blocks with an empty line between all but the items of a list."""
    text = ""
    for before, block in zip([None, *blocks], blocks):
        text += "" if before is None else "\n" if before.item and block.item else "\n\n"
        text += block.to_markdown()
    return text


def slug(text: str) -> str:
    """An address: `3 ft. × 5 ft.` is `3x5`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace(" ft.", "").replace(" × ", "x").replace("’", "")).strip("-")
