"""Classes: their core traits, their table, their features, their spell lists, and their subclasses."""

import re

from . import Unexpected
from .class_tables import CLASSES, TABLES
from .equipment import sections
from .flow import Block, Flow, Line, Sidebar
from .markdown import to_markdown
from .spells import SCHOOLS
from .words import Vocabulary

SIDEBARS = [Sidebar(54, "BrEakinG your oatH", 3), Sidebar(78, "ExpandinG and rEplacinG a spEllBook", 4)]
OPTIONS = {"Metamagic Options": "Metamagic", "Eldritch Invocation Options": "Eldritch Invocation"}
SPELL_ROW = re.compile(rf"([A-Z][A-Za-z’/ -]+?) ({SCHOOLS}) (—|–|[CRM](?:, [CRM])*)")
LIST_TITLE = re.compile(r"(?:Cantrips \(Level (0)|Level (\d)) \w+ Spells\)?")
FEATURE = re.compile(r"Level (\d+): (.+)")


def read_classes(lines: list[Line], words: Vocabulary) -> dict[str, list[dict]]:
    """Everything of the chapter, by file."""
    made: dict[str, list[dict]] = {"classes": [], "subclasses": [], "features": [], "sidebars": []}
    starts = [next(n for n, line in enumerate(lines) if line.text.strip() == f"Core {name} Traits") - 1 for name in CLASSES]
    tables = list(TABLES)
    for name, at, end in zip(CLASSES, starts, starts[1:] + [len(lines)]):
        read_class(name, lines[at:end], words, tables, made)
    return made


def read_class(name: str, lines: list[Line], words: Vocabulary, tables: list, made: dict[str, list[dict]]) -> None:
    spell_list, lines = take_spell_list(name, lines, words)
    pages = {line.page for line in lines}
    here = [table for table in tables if table.page in pages and any(
        line.page == table.page and line.text.strip() == table.start for line in lines)]
    blocks = Flow(lines, words, here, [bar for bar in SIDEBARS if bar.page in pages], titles=True).read()
    made["sidebars"] += [{"name": block.text, "page": block.page, "parent": name, "text": to_markdown(block.blocks)}
                         for block in blocks if block.kind == "sidebar"]
    blocks = [block for block in blocks if block.kind != "sidebar"]
    core = take_table(blocks, f"Core {name} Traits")
    levels = take_table(blocks, f"{name} Features")
    parts = sections(blocks)
    subclass_at = next(n for n, (heading, _) in enumerate(parts) if heading.text.startswith(f"{name} Subclass: "))
    options_at = next((n for n, (heading, _) in enumerate(parts) if heading.text in OPTIONS), subclass_at)
    made["classes"].append(class_object(name, lines[0].page, core, levels, parts[:options_at], spell_list))
    made["features"] += features(parts[:options_at], name) + options(parts[options_at:subclass_at], name)
    subclass = subclass_object(name, parts[subclass_at:])
    made["subclasses"].append(subclass)
    made["features"] += features(parts[subclass_at:], name, subclass["name"])


def take_table(blocks: list[Block], title: str):
    block = next((block for block in blocks if block.kind == "table" and block.found.title == title), None)
    if block is None:
        raise Unexpected(f"the table “{title}” is missing")
    blocks.remove(block)
    return block.found


def take_spell_list(name: str, lines: list[Line], words: Vocabulary) -> tuple[list[dict], list[Line]]:
    """The class's spell list, and the lines without it. Its introduction only explains the signs of the last
    column."""
    start = next((n for n, line in enumerate(lines) if line.text.strip() == f"{name} Spell List"), None)
    if start is None:
        return [], lines
    spells, level, at, taken = [], None, start + 1, []
    while at < len(lines):
        text = words.join([*taken, lines[at].text])
        title, row = LIST_TITLE.fullmatch(text), SPELL_ROW.fullmatch(text)
        if title:
            level, taken = int(title[1] or title[2]), []
        elif level is not None and text == "Spell School Special":
            taken = []
        elif row and level is not None:
            spells.append({"name": row[1], "level": level, "school": row[2], "special": row[3], "page": lines[at].page})
            taken = []
        elif level is not None and not taken and not text.endswith(" ") and is_end(name, text):
            break
        elif level is not None:
            taken.append(lines[at].text)
            if len(taken) > 2:
                raise Unexpected(f"page {lines[at].page}: “{words.join(taken)}” is not a row of the {name} spell list")
        at += 1
    return spells, lines[:start] + lines[at:]


def is_end(name: str, text: str) -> bool:
    return text.startswith(f"{name} Subclass:")


def class_object(name: str, page: int, core, levels, parts: list, spell_list: list[dict]) -> dict:
    traits = {row[0]: row[1] for row in core.rows}
    die = re.match(r"D(\d+) per", traits["Hit Point Die"])
    if die is None:
        raise Unexpected(f"page {page}, {name}: its hit die is “{traits['Hit Point Die']}”")
    columns = levels.table.columns
    becoming = {heading.text: to_markdown(body) for heading, body in parts if heading.text.startswith("As a ")}
    return {
        "name": name,
        "page": page,
        "text": next((to_markdown(body) for heading, body in parts if heading.text == f"{name} Class Features"), ""),
        "hit_die": f"d{die[1]}",
        "primary_ability": traits["Primary Ability"],
        "saving_throws": traits["Saving Throw Proficiencies"].split(" and "),
        "traits": traits,
        "becoming": becoming,
        "table_page": levels.page,
        "columns": list(columns),
        "levels": levels.rows,
        "spellcasting_ability": spellcasting_ability(parts),
        "spells": spell_list,
    }


def spellcasting_ability(parts: list) -> str | None:
    for heading, body in parts:
        found = re.search(r"(\w+) is (?:your|the) spellcasting ability for your", to_markdown(body))
        if found:
            return found[1]
    return None


def features(parts: list, parent: str, subclass: str | None = None) -> list[dict]:
    made = []
    for heading, body in parts:
        named = FEATURE.fullmatch(heading.text)
        if named:
            made.append({"name": named[2], "page": heading.page, "class": parent, "subclass": subclass, "level": int(named[1]),
                         "text": to_markdown(body)})
    return made


def options(parts: list, parent: str) -> list[dict]:
    """What a feature lets choose: Metamagic and Eldritch Invocations, with what they cost or ask for."""
    made, kind = [], ""
    for heading, body in parts:
        if heading.text in OPTIONS:
            kind = OPTIONS[heading.text]
            continue
        option = {"name": heading.text, "page": heading.page, "class": parent, "option_of": kind}
        first = re.fullmatch(r"(Cost|Prerequisite): (.+)", body[0].text)
        if first:
            option[first[1].lower()] = first[2]
            body = body[1:]
        made.append({**option, "text": to_markdown(body)})
    return made


def subclass_object(parent: str, parts: list) -> dict:
    heading, body = parts[0]
    others = [other.text for other, _ in parts[1:] if not FEATURE.fullmatch(other.text)]
    tagline = body[0].text if body else others.pop(0)
    if not body:
        body = [Block("entry", heading.page, tagline), *parts[1][1]]
    if others:
        raise Unexpected(f"page {heading.page}, {heading.text}: {others} is not known")
    return {"name": heading.text.split(": ", 1)[1], "page": heading.page, "class": parent, "tagline": tagline,
            "text": to_markdown(body[1:])}
