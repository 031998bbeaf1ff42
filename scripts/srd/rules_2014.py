"""The rules of SRD 5.1 from their pages: chapters, their sections, and what stands under each heading of a
section.

`chapters_2014` says which headings and tables are where; every page is read once, and an entry is made of
each heading. """

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from . import Unexpected
from .chapters_2014 import CHAPTER, CHAPTERS, PART, SECTION, TITLES, Chapter, Heading, Table
from .lines_2014 import CAPITAL_WORD, ROOM, SMALL_WORDS, Line, paragraphs, read_lines, slug
from .wheel import Page

# What the text layer has wrong: page, what it has, and what the page has.
REPAIRS = [(81, '"The', "“The"), (95, "+ your", "+\tyour"), (364, "\u2028", "\t")]
ITEM = re.compile(r"(•|\d\.) ?(.+)", re.DOTALL)
# Planes without a heading: their name, the heading below which they stand, and how what is said of them
# begins.
PLANES = [
    ("Ethereal Plane", "Transitive Planes", "The Ethereal Plane is a"), ("Astral Plane", "Transitive Planes", "The Astral Plane is"),
    ("Elemental Planes", "Inner Planes", "At their innermost edges"), ("Upper Planes", "Outer Planes", "The planes with some"),
    ("Lower Planes", "Outer Planes", "The planes with some"),
]
# What a trap is, between its name and its text.
KIND = re.compile(r"(?:Mechanical|Magic) trap")
# Names in bold type, beside those that all readers know.
NAME = re.compile(rf"([A-Z][\w’]+(?: (?:{CAPITAL_WORD}|{SMALL_WORDS}|at|\d+|\([A-Z]\w+\)))+[.?]) (?=[A-Z])")
# An item whose first sentence is its name in bold type: behind it are two blanks, or one before the tab.
NAMED_ITEM = re.compile(r"[^.]*\.(?: \t|\t\s*\xa0 )")
# The end of a paragraph, where a line has one blank more.
END_OF_PARAGRAPH = re.compile(r"[.!?)”] +\t\s*$")


@dataclass
class Section:
    """What is read under a heading: paragraphs and tables as Markdown, and the lines after them."""

    heading: Heading
    page: int
    caption: bool = False
    """Whether the heading is the caption of a table, which stands at the beginning."""
    blocks: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def end_text(self) -> None:
        self.blocks += to_markdown(self.lines, self.heading.box)
        self.lines = []

    @property
    def text(self) -> str:
        return "\n\n".join(self.blocks)

    @property
    def with_heading(self) -> str:
        """As it stands within its section."""
        name = self.heading.name
        return f"**{name}**\n\n{self.text}" if self.caption else f"{'#' * self.heading.depth} {name}\n\n{self.text}"


def read_rules(pages: list[Page]) -> list[dict]:
    """Every chapter, section and part, in order; what has the address of another gets a number."""
    rules = with_chapters([rule for chapter in CHAPTERS for rule in read_chapter(chapter, pages)])
    rules += [plane(rules, *named) for named in PLANES]
    count: Counter[str] = Counter()
    for rule in rules:
        count[rule["slug"]] += 1
        rule["slug"] += f"-{count[rule['slug']]}" if count[rule["slug"]] > 1 else ""
    return rules


def plane(rules: list[dict], name: str, heading: str, start: str) -> dict:
    """An entry of what stands below a heading of several planes."""
    of = [(rule, text) for rule in rules if rule["name"] == heading for text in rule["text"].split("\n\n") if text.startswith(start)]
    if len(of) != 1:
        raise Unexpected(f"SRD 5.1: below “{heading}”, {len(of)} paragraphs begin with “{start}” instead of one")
    rule, text = of[0]
    return {**rule, "slug": slug(f"{rule['under']} {name}"), "name": name, "text": text}


def with_chapters(rules: list[dict]) -> list[dict]:
    """The rules with an entry for each chapter that has one, with the names of its sections."""
    found = list(rules)
    for title, elsewhere in TITLES.items():
        of = [rule for rule in rules if rule.get("section") == title]
        own = next((rule for rule in rules if rule["name"] == title and "section" not in rule), None)
        if own is None:
            own = {"slug": slug(title), "name": title, "page": of[0]["page"], "text": ""}
            found.insert(found.index(of[0]), own)
        own["sections"] = [rule["name"] for rule in of if "under" not in rule] + list(elsewhere)
    return found


def read_chapter(chapter: Chapter, pages: list[Page]) -> list[dict]:
    lines = repaired(read_lines(pages, chapter.first, chapter.last), chapter)
    sections: list[Section] = []
    parts, at = list(chapter.parts), 0
    while at < len(lines):
        taken = lines_of_title(parts[0], lines, at) if parts else 0
        if taken and isinstance(parts[0], Heading):
            heading = parts.pop(0)
            if heading.end:
                break
            begin(sections, Section(heading, lines[at].page))
            at += taken
        elif taken and sections:
            at = add_table(parts.pop(0), sections, lines, at, taken)
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
    return finished(sections, chapter)


def repaired(lines: list[Line], chapter: Chapter) -> list[Line]:
    """The lines without the errors of the text layer."""
    for page, wrong, right in REPAIRS:
        at = [n for n, line in enumerate(lines) if line.page == page and wrong in line.tabbed]
        if len(at) != 1 and chapter.first <= page <= chapter.last:
            raise Unexpected(f"SRD 5.1, page {page}: {wrong!r} stands there {len(at)} times instead of once")
        for n in at:
            lines[n] = replace(lines[n], text=lines[n].text.replace(wrong, right), tabbed=lines[n].tabbed.replace(wrong, right))
    return lines


def begin(sections: list[Section], section: Section) -> None:
    if sections:
        sections[-1].end_text()
    sections.append(section)


def add_table(table: Table, sections: list[Section], lines: list[Line], at: int, taken: int) -> int:
    """Puts the table where it belongs, and returns where the text goes on."""
    page = lines[at].page
    at, markdown = read_table(table, lines, at + taken)
    if table.depth is not None:
        begin(sections, Section(Heading(table.caption, depth=table.depth), page, True, [markdown]))
    else:
        sections[-1].end_text()
        home = next((section for section in sections if section.heading.name == table.home), sections[-1])
        home.blocks += [f"**{table.caption}**", markdown] if markdown else []
    return at


def finished(sections: list[Section], chapter: Chapter) -> list[dict]:
    """An entry of each heading; a section's text has all that stands in it, with the headings."""
    made: list[dict] = []
    above: dict = {}
    for section in sections:
        heading = section.heading
        name = slug(heading.called or heading.name)
        made.append({"slug": name, "name": heading.called or heading.name, "page": section.page, "section": chapter.title, "text": section.text})
        if heading.depth is None:
            made[-1]["slug"] = f"{slug(chapter.title)}-{name}"
        elif heading.depth == CHAPTER:
            del made[-1]["section"]
        elif heading.depth == SECTION:
            above = made[-1]
        elif heading.depth >= PART:
            made[-1] |= {"slug": f"{above['slug']}-{name}", "under": above["name"]}
            above["text"] = f"{above['text']}\n\n{section.with_heading}".strip()
    for rule in made:
        if not rule["text"]:
            raise Unexpected(f"SRD 5.1, page {rule['page']}: “{rule['name']}” has no text")
    return made


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


def to_markdown(lines: list[Line], box: bool) -> list[str]:
    """Running text as Markdown: paragraphs and lists."""
    width = max((len(line.text) for line in lines), default=0)
    groups: list[list[Line]] = []
    for line in lines:
        if not groups or begins_group(line, groups[-1], width):
            groups.append([])
        groups[-1].append(line)
    blocks: list[str] = []
    for number, group in enumerate(groups):
        # Numbered items are paragraphs, as in SRD 5.2.1.
        if number and group[0].text.startswith("•") and groups[number - 1][0].text.startswith("•"):
            blocks[-1] += "\n" + item(group)
        else:
            blocks += [item(group)] if ITEM.match(group[0].text) else named(group, box)
    return [block.replace("`", "’") for block in blocks]


def begins_group(line: Line, group: list[Line], width: int) -> bool:
    """Whether the line no longer belongs to the paragraphs or the item before it: those end where the layer
    says so, or with a line that has room for the first word of this one."""
    if ITEM.match(line.text) or KIND.fullmatch(group[0].text):
        return True
    is_item = bool(ITEM.match(group[0].text))
    room = width - len(group[-1].text) - len(line.text.split(" ")[0])
    ended = END_OF_PARAGRAPH.search(group[-1].tabbed) or room > (ROOM if is_item else width / 2)
    return is_item and line.indented or bool(ended and re.match("[A-Z\\d“]", line.text))


def item(lines: list[Line]) -> str:
    """An item of a list, with its name in bold type if it has one: of a numbered item, that is its first
    sentence."""
    text = ""
    for line in lines:
        text += ("" if not text or text.endswith(("-", "—")) else " ") + line.clean()
    mark, text = ITEM.fullmatch(text).groups()
    name, _, rest = text.partition(". ")
    if rest and (mark != "•" or NAMED_ITEM.match("".join(line.tabbed for line in lines))):
        text = f"***{name}.*** {rest}"
    return f"{'-' if mark == '•' else mark} {text}"


def named(lines: list[Line], box: bool) -> list[str]:
    if KIND.fullmatch(lines[0].text):
        return [f"*{lines[0].text}*"]
    texts = [text.replace(" )", ")") for text in paragraphs(lines, box)]
    return [NAME.sub(r"***\1*** ", text, count=1) if NAME.match(text) else text for text in texts]


def read_table(table: Table, lines: list[Line], at: int) -> tuple[int, str]:
    """Where the text goes on, and the table as Markdown."""
    page = lines[at].page
    at += table.head
    if not table.columns:
        return past_row(table, lines, at), ""
    found: list[list[Line]] = []
    groups, group, left = dict(table.groups), "", 0
    names: list[str] = []
    while at < len(lines) and len(found) < table.rows:
        if lines[at].text in groups:
            group, left = lines[at].text, groups[lines[at].text]
        elif matches(table.start or table.row, lines[at : at + 1]):
            found.append([lines[at]])
            names.append(f"{group}, " if left > 0 else "")
            left -= 1
        elif not found:
            break
        else:
            found[-1].append(lines[at])
        at += 1
    if found:
        found[-1] += lines[at : at + table.more]
    rows = [matches(table.row, row) for row in found]
    if len(found) != table.rows:
        raise Unexpected(f"SRD 5.1, page {page}: the table “{table.caption}” has {len(found)} rows instead of {table.rows}")
    if not all(rows):
        raise Unexpected(f"SRD 5.1, page {page}: the table “{table.caption}” has no cells in “{found[rows.index(None)][0].text}”")
    cells = [[f"{name}{row[1]}", *row.groups()[1:]] for name, row in zip(names, rows)]
    return at + table.more, as_markdown(table, cells)


def past_row(table: Table, lines: list[Line], at: int) -> int:
    """Where the text goes on behind the last row of a table that is left out."""
    for end in range(at, len(lines)):
        if matches(table.row, lines[end : end + 1]):
            return end + 1
    raise Unexpected(f"SRD 5.1, page {lines[at].page}: the table “{table.caption}” has no last row")


def matches(pattern: str, lines: list[Line]) -> re.Match[str] | None:
    """The lines as one row; some cells have a blank without a tab between them."""
    return next((found for words in (Line.clean, lambda line: line.text)
                 if (found := re.fullmatch(pattern, re.sub(r"(?<=[a-z]-) ", "", " ".join(map(words, lines)))))), None)


def as_markdown(table: Table, rows: list[list[str]]) -> str:
    if table.twice:
        half = len(table.columns)
        rows = [row[:half] for row in rows] + [row[half:] for row in rows]
    made = ["| " + " | ".join(cell.strip() for cell in row) + " |" for row in [list(table.columns), *rows]]
    made.insert(1, "|" + "---|" * len(table.columns))
    return "\n".join(made).replace("*", "\\*").replace("`", "’")
