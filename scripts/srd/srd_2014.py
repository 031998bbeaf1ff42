"""SRD 5.1: the facts of its converted text corrected by its pages, and the page of each entry."""

import json
from pathlib import Path

from . import facts_2014
from .amend_2014 import amend
from .find_2014 import PageFinder
from .wheel import read_pages

DOCUMENT = "srd-2014"


def amend_starter(wheel: Path, starter: Path) -> int:
    """Corrects the files in `starter` where they stand, and adds `srd-2014/pages.json` and `srd-2014/amendments.json`.
    Returns how many facts it corrected."""
    pages = read_pages(wheel, DOCUMENT)
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(starter.glob("*.json"))}
    spells, creatures = facts_2014.spells(pages), facts_2014.creatures(pages)
    weapons = facts_2014.weapons(pages)
    made = amend(files, spells, creatures, weapons)
    things = {**facts_2014.priced(pages), **facts_2014.armor(pages), **weapons}
    found = PageFinder(files, pages, spells, creatures, things).find()
    for name in {amendment["file"] for amendment in made}:
        write(starter / f"{name}.json", files[name])
    folder = starter / DOCUMENT
    folder.mkdir(exist_ok=True)
    write(folder / "pages.json", found)
    write(folder / "amendments.json", made)
    return len(made)


def write(path: Path, value) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
