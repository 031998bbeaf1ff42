"""Weapons, armor and everything else with a price on the pages of SRD 5.2.1."""

import re

from . import Facts, values
from .book import Book, unbroken
from .facts_2014 import key

MASTERY = "Cleave|Graze|Nick|Push|Sap|Slow|Topple|Vex"
WEAPON = re.compile(
    rf"^([A-Z][A-Za-z ]+?) (\d+(?:d\d+)?) (Bludgeoning|Piercing|Slashing) (.+?)\s+({MASTERY}) "
    r"(?:([\d/½¼]+) lb\.|—) ([\d,]+) ([CSG]P)$", re.M | re.S)
ARMOR = re.compile(
    r"^([A-Z][A-Za-z ]+?) (\+?\d+)( \+ Dex modifier(?: \(max 2\))?)? (?:Str (\d+)|—) (Disadvantage|—) ([\d/]+) lb\. ([\d,]+) ([CSG]P)$",
    re.M)
ROW = re.compile(r"([A-Z][^\n.]*?) (?:(?:([\d,/½¼]+) lb\.(?: \(full\))?|(—)) )?([\d,]+) ([CSG]P)(?: (?:a|per) \w+)?")
OTHER_ROW = re.compile(rf"Bludgeoning|Piercing|Slashing|^(?:{MASTERY}) |^Cantrip |[\d½] mph ")
SHIP = re.compile(r"^([A-Z][A-Za-z ]+?) [\d½]+ mph .* ([\d,]+) (GP)$", re.M)
TOOL = re.compile(r"^([A-Z][A-Za-z’ ]+) \(([\d,]+) ([CSG]P)\)\nAbility: \w+ +Weight: (?:([\d/½]+) lb\.|—)", re.M)
LIFESTYLE = re.compile(r"^([A-Z][a-z]+) \((\d+) ([CSG]P) per Day\)$", re.M)
POISON = re.compile(r"^([A-Z][A-Za-z’ ]+) \(([\d,]+) (GP)\)$", re.M)
VARIANTS = re.compile(r"^Variants: (.+?\))\n[A-Z][a-z]", re.M | re.S)
VARIANT = re.compile(r"([A-Za-z][A-Za-z \-]+?) \((\d+) ([CSG]P)(?:, (\d+) lb\.)?\)")
# Titles above rows that are named after them, and how many rows there are.
GROUPS = {"Saddle": ("Saddle, {}", 3), "Inn Stay per Day": ("Inn Stay per Day, {}", 6), "Meal": ("Meal, {}", 6),
          "Wine (bottle)": ("Wine (bottle), {}", 2), "Arcane Focuses": ("{} (Arcane Focus)", 5),
          "Druidic Focuses": ("{} (Druidic Focus)", 3), "Holy Symbols": ("{} (Holy Symbol)", 3)}


def read(equipment: Book, toolbox: Book) -> Facts:
    priced = [(SHIP, "{}", equipment), (TOOL, "{}", equipment), (LIFESTYLE, "{} Lifestyle", equipment), (POISON, "{}", toolbox)]
    things = rows(equipment) | variants(equipment)
    for pattern, name, book in priced:
        for match in pattern.finditer(book.text):
            weight = (match[4] or "0") if pattern is TOOL else None
            things |= thing(name.format(match[1]), book.page(match.start()), match[2], match[3], weight)
    for fact in things.values():
        title = re.search(rf"^{re.escape(fact['name'])} \([^\n)]+\)$", equipment.text, re.M)
        fact["described"] = equipment.page(title.start()) if title else None
    return {"weapons": weapons(equipment), "armor": armor(equipment), "things": things}


def weapons(book: Book) -> dict[str, dict]:
    found = {}
    for match in WEAPON.finditer(book.text):
        properties = unbroken(match[4])
        reach = re.search(r"Range (\d+/\d+)", properties)
        twice = re.search(r"Versatile \((\d+d\d+)\)", properties)
        names = re.sub(r" \([^)]*\)", "", properties)
        found[key(match[1])] = {
            "name": match[1], "page": book.page(match.start()), "damage": (match[2], match[3].lower()),
            "properties": sorted(key(name) for name in names.split(", ") if name != "—"), "range": reach[1] if reach else None,
            "two-handed damage": twice[1] if twice else None, "mastery": match[5].lower(),
            "weight": values.number(match[6] or "0"), "cost": values.gold(match[7], match[8])}
    return found


def armor(book: Book) -> dict[str, dict]:
    return {key(match[1]): {
        "name": match[1], "page": book.page(match.start()), "armor class": key(f"{match[2]}{match[3] or ''}"),
        "strength": int(match[4] or 0), "stealth": match[5] == "Disadvantage", "weight": values.number(match[6]),
        "cost": values.gold(match[7], match[8])} for match in ARMOR.finditer(book.text)}


def thing(name: str, page: int, amount: str, coin: str, weight: str | None) -> dict[str, dict]:
    """A thing by key of its name; a table may be silent on its weight."""
    found = {"name": name, "page": page, "cost": values.gold(amount, coin)}
    return {key(name): found if weight is None else {**found, "weight": values.number(weight)}}


def rows(book: Book) -> dict[str, dict]:
    """The rows of the tables of gear that are neither weapons nor armor."""
    found, template, left, place, carried = {}, "{}", 0, 0, False
    for line in book.text.split("\n"):
        row = ROW.fullmatch(line)
        if line.strip() in GROUPS:
            template, left = GROUPS[line.strip()]
        elif row and not OTHER_ROW.search(line) and not ARMOR.match(line):
            name = re.sub(r" \d+ (?:Quiver|Case|Pouch)$", "", row[1])
            name = template.format(re.sub(r" \(.*\)$", "", name)) if left > 0 else name
            weight = row[2] or ("0" if row[3] else None)
            found |= thing(name, book.page(place), row[4], row[5], None if carried else weight)
            left -= 1
        elif line.startswith("Item "):
            carried = "Carrying" in line
        place += len(line) + 1
    return found


def variants(book: Book) -> dict[str, dict]:
    """The instruments and games, which stand in a sentence."""
    found = {}
    for sentence in VARIANTS.finditer(book.text):
        for match in VARIANT.finditer(unbroken(sentence[1])):
            found |= thing(match[1].title(), book.page(sentence.start()), match[2], match[3], match[4])
    return found
