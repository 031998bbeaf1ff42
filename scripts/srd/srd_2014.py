"""SRD 5.1: the facts of its converted text corrected by its pages, and the page of each entry."""

import json
import re
import unicodedata
from pathlib import Path

from . import Unexpected, facts_2014
from .amend_2014 import Amender, amend
from .facts_2014 import key
from .find_2014 import PageFinder
from .rules_2014 import read_rules, slug
from .texts_2014 import amend_texts
from .wheel import read_pages

DOCUMENT = "srd-2014"
# Slips of the converted text: pattern, what it should be, how many there are.
SLIPS = [
    (r"(?<=[a-z])- (?=level|talk|handed)", "-", 13),
    (r"weapons- that", "weapons—that", 1),
    (r" , one target", ", one target", 1),
    (r"(?<=\dd) (?=\d)", "", 1),
    (r"Languages -(?=\")", "Languages —", 2),
]


def amend_starter(wheel: Path, starter: Path) -> int:
    """Corrects the files in `starter` where they stand, and adds `srd-2014/pages.json`,
    `srd-2014/headings.json`, `srd-2014/letters.txt`, `srd-2014/rules.json` and `srd-2014/amendments.json`.
    Returns how many facts it corrected."""
    pages = read_pages(wheel, DOCUMENT)
    texts = mended({path.stem: path.read_text(encoding="utf-8") for path in sorted(starter.glob("*.json"))})
    files = {name: json.loads(text) for name, text in texts.items()}
    spells, creatures = facts_2014.spells(pages), facts_2014.creatures(pages)
    weapons = facts_2014.weapons(pages)
    made = amend(files, spells, creatures, weapons, facts_2014.lines_of(pages, 1, len(pages)))
    amender = Amender(files)
    amend_texts(files, pages, spells, creatures, amender)
    made += amender.made
    things = {**facts_2014.priced(pages), **facts_2014.armor(pages), **weapons}
    finder = PageFinder(files, pages, spells, creatures, things)
    found = finder.find()
    for name, objects in files.items():
        write(starter / f"{name}.json", objects)
    folder = starter / DOCUMENT
    folder.mkdir(exist_ok=True)
    write(folder / "pages.json", found)
    write(folder / "headings.json", finder.find_headings())
    letters = [key(unicodedata.normalize("NFKC", " ".join(page.lines))) for page in pages]
    (folder / "letters.txt").write_text("\n".join(letters) + "\n", encoding="utf-8")
    # Chapters that the package has, too, have addresses without the title.
    lacking = [rule for rule in read_rules(pages) if rule["slug"].startswith(slug(rule.get("section", "-")) + "-")]
    write(folder / "rules.json", [{name: rule[name] for name in ("name", "page", "section", "text")} for rule in lacking])
    write(folder / "amendments.json", made)
    return len(made)


def mended(texts: dict[str, str]) -> dict[str, str]:
    """The files' texts without their slips."""
    for pattern, right, count in SLIPS:
        found = sum(len(re.findall(pattern, text)) for text in texts.values())
        if found != count:
            raise Unexpected(f"tinys_srd has “{pattern}” {found} times instead of {count}")
        texts = {name: re.sub(pattern, right, text) for name, text in texts.items()}
    return texts


def write(path: Path, value) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
