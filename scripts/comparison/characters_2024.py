"""Classes, species, backgrounds and feats on the pages of SRD 5.2.1."""

import re

from . import Facts, values
from .book import Book, entries, letters, unbroken
from .facts_2014 import key

CLASS = re.compile(r"^Core (\w+) Traits\nPrimary Ability (.+?)\nHit Point Die (D\d+) per .+?\nSaving Throw *\nProficiencies\n"
                   r"(\w+) and (\w+)", re.M | re.S)
TABLE = re.compile(r"^(\w+) Features\n((?:[^\n]*\n){1,12}?)(?=1 \+2 )"
                   r"((?:.|\n)+?^20 \+6 (?:[^\n]*(?:—|\d|ft\.)$|[^\n]*\n[^\n]*(?:—|\d)$))", re.M)
ROW = re.compile(r"^(?=(?:1?\d|20) \+\d )", re.M)
FEATURE = re.compile(r"^Level (\d+): ([^\n]+)$", re.M)
OPTION = re.compile(r"^([A-Z][^\n]+)\n(?:Cost: \d+ Sorcery Points?|Prerequisite: (Level \d+\+ (?:.|\n)+?))(?<! )$", re.M)
FEAT = re.compile(r"^([A-Z][^\n]+)\n(Origin|General|Fighting Style|Epic Boon) Feat(?: \(Prerequisite: ([^)]+)\))? *$", re.M)
SPECIES = re.compile(r"^(\w+)\nCreature Type: (\w+)\nSize: (.+?)\nSpeed: (\d+) feet", re.M | re.S)
BACKGROUND = re.compile(r"^(\w+)\nAbility Scores: ([^\n]+)\n(.+?)^Equipment: ", re.M | re.S)


def read(class_pages: Book, origins: Book, feat_pages: Book) -> Facts:
    return {"classes": classes(class_pages), "class levels": class_levels(class_pages), "features": features(class_pages),
            "species": species(origins), "backgrounds": backgrounds(origins), "feats": feats(feat_pages)}


def classes(book: Book) -> dict[str, dict]:
    return {key(match[1]): {"name": match[1], "page": book.page(match.start()), "hit die": match[3].lower(),
                            "saves": sorted([match[4], match[5]])} for match in CLASS.finditer(book.text)}


def class_levels(book: Book) -> dict[str, dict]:
    """Each row of each class table: the numbers behind the features."""
    found = {}
    for table in TABLE.finditer(book.text):
        for row in ROW.split(table[3])[1:]:
            level, bonus, rest = re.match(r"(\d+) \+(\d) (.+)", unbroken(row)).groups()
            name = f"{table[1]} {level}"
            found[key(name)] = {"name": name, "page": book.page(table.start(3)), "titles": key(table[2]), "bonus": int(bonus), "columns": values.cells(rest)}
    return found


def features(book: Book) -> dict[str, dict]:
    """By class and name. A feature that comes again counts once."""
    found: dict[str, dict] = {}
    owners = [(match.start(), match[1]) for match in CLASS.finditer(book.text)]

    def add(match: re.Match[str], name: str, facts: dict) -> None:
        owner = next(title for start, title in reversed(owners) if start < match.start())
        entry = {"name": f"{owner}: {unbroken(name)}", "page": book.page(match.start()), **facts}
        found.setdefault(key(entry["name"]), entry)

    for match in FEATURE.finditer(book.text):
        add(match, match[2], {"level": int(match[1])})
    for match in OPTION.finditer(book.text):
        add(match, match[1], {"prerequisite": key(unbroken(match[2]))} if match[2] else {})
    return found


def species(book: Book) -> dict[str, dict]:
    return {key(match[1]): {"name": match[1], "page": page, "size": key(match[3].split(" ")[0]), "speed": int(match[4]),
                            "letters": letters(text)} for match, text, page in entries(book, SPECIES)}


def backgrounds(book: Book) -> dict[str, dict]:
    return {key(match[1]): {"name": match[1], "page": book.page(match.start()), "letters": letters(match[2])}
            for match in BACKGROUND.finditer(book.text)}


def feats(book: Book) -> dict[str, dict]:
    return {key(match[1]): {"name": match[1], "page": page, "prerequisite": key(unbroken(match[3] or "")), "letters": letters(text)}
            for match, text, page in entries(book, FEAT)}
