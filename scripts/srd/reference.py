"""The small lists: abilities, skills, damage types, schools of magic, languages, alignments, creature
types."""

import re

from . import Unexpected
from .equipment import table
from .flow import Block
from .markdown import split_name

SINGULAR = {"Fey": "Fey", "Undead": "Undead", "Monstrosities": "Monstrosity"}


def read_reference(chapters: dict[str, list[Block]]) -> list[dict]:
    playing, creation = chapters["Playing the Game"], chapters["Character Creation"]
    made = abilities(playing) + skills(playing) + alignments(creation) + languages(creation)
    made += pairs(chapters["Rules Glossary"], "Damage Types", "damage-type", 13)
    made += pairs(chapters["Spells"], "Schools of Magic", "magic-school", 8)
    return made + creature_types(chapters["Monsters"])


def abilities(blocks: list[Block]) -> list[dict]:
    measures, checks, saves = (table(blocks, title) for title in (
        "Ability Descriptions", "Ability Check Examples", "Saving Throw Examples"))
    return [{"kind": "ability-score", "name": name, "page": measures.page, "measures": measured, "checks": check, "saves": save}
            for (name, measured), (_, check), (_, save) in zip(measures.rows, checks.rows, saves.rows)]


def skills(blocks: list[Block]) -> list[dict]:
    found = table(blocks, "Skills")
    return [{"kind": "skill", "name": name, "page": found.page, "ability": ability, "text": text}
            for name, ability, text in found.rows]


def pairs(blocks: list[Block], title: str, kind: str, count: int) -> list[dict]:
    found = table(blocks, title)
    if len(found.rows) != count:
        raise Unexpected(f"page {found.page}, table “{title}”: {len(found.rows)} rows instead of {count}")
    return [{"kind": kind, "name": name, "page": found.page, "text": text} for name, text in found.rows]


def languages(blocks: list[Block]) -> list[dict]:
    standard, rare = table(blocks, "Standard Languages"), table(blocks, "Rare Languages")
    dialects = next(block for block in blocks if block.text.startswith("*Primordial"))
    made = [{"kind": "language", "name": name, "page": standard.page, "category": "Standard"} for _, name in standard.rows]
    for (name,) in rare.rows:
        entry = {"kind": "language", "name": name.removesuffix("*"), "page": rare.page, "category": "Rare"}
        made.append({**entry, "text": dialects.text.removeprefix("*")} if name.endswith("*") else entry)
    return made


def alignments(blocks: list[Block]) -> list[dict]:
    made = []
    for block in blocks:
        name, text = split_name(block.text)
        found = re.fullmatch(r"((?:Lawful|Neutral|Chaotic)(?: Good| Neutral| Evil)?) \(([LNC][GNE]?)\)", name)
        if found:
            made.append({"kind": "alignment", "name": found[1], "page": block.page, "abbreviation": found[2], "text": text})
    if len(made) != 9:
        raise Unexpected(f"there are {len(made)} alignments")
    return made


def creature_types(blocks: list[Block]) -> list[dict]:
    made = []
    for block in blocks:
        found = re.match(r"([A-Z][a-z]+) are (?=[a-z])", block.text)
        if found and block.kind == "entry" and block.page == 254:
            name = SINGULAR.get(found[1], found[1].removesuffix("s"))
            made.append({"kind": "creature-type", "name": name, "page": block.page, "text": block.text})
    if len(made) != 14:
        raise Unexpected(f"there are {len(made)} creature types: {[entry['name'] for entry in made]}")
    return made
