"""SRD 5.1 as files of objects."""

from pathlib import Path

from . import Unexpected, checks
from .classes_2014 import read_classes
from .creatures_2014 import read_creatures
from .equipment_2014 import goods_and_coins, read_equipment
from .magic_items_2014 import read_item_rules, read_magic_items
from .origins_2014 import read_origins
from .reference_2014 import read_reference
from .rules_2014 import read_rules
from .spells_2014 import read_spells, spell_lists
from .wheel import read_pages

DOCUMENT = "srd-2014"


def read_document(wheel: Path) -> dict[str, list[dict]]:
    """Every object of SRD 5.1, by file."""
    pages = read_pages(wheel, DOCUMENT)
    creatures, lists = read_creatures(pages), spell_lists(pages)
    classes = read_classes(pages)
    for found in classes["classes"]:
        found["spells"] = lists.pop(found["name"], [])
    if lists:
        raise Unexpected(f"SRD 5.1: there are spell lists of {sorted(lists)}, which are not classes")
    files = {
        "spells": read_spells(pages), **classes, **read_origins(pages), **read_equipment(pages), "creatures": creatures["creatures"],
        "magic-items": read_magic_items(pages), "rules": [*read_rules(pages), *read_item_rules(pages), *creatures["rules"]],
    }
    files["items"] += goods_and_coins(files["rules"])
    files.update(read_reference(pages, files))
    for objects in files.values():
        for found in objects:
            for text in checks.texts(found):
                checks.check_text(text.replace(" . . .", ""), f"{found['name']}, page {found['page']}")
    return files
