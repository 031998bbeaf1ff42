"""Facts of the pages of SRD 5.2.1, read from their text by patterns."""

import re

from srd import Unexpected
from srd.wheel import Page
from srd.words import repaired

from . import Facts, characters_2024, gear_2024, values
from .book import Book, entries, letters, unbroken
from .facts_2014 import key, squeeze

# The pages of the chapters of rules.
RULES = ((5, 27), (89, 106), (192, 208), (254, 257))
SCHOOL = "Abjuration|Conjuration|Divination|Enchantment|Evocation|Illusion|Necromancy|Transmutation"
LABELS = "Skills|Resistances|Vulnerabilities|Immunities|Gear|Senses|Languages"
SIZE = "Tiny|Small|Medium|Large|Huge|Gargantuan"
SPELL = re.compile(
    rf"^([^\n]+)\n(?:Level (\d) ({SCHOOL})|({SCHOOL}) Cantrip) \(([^)]+)\) *\nCasting Time: (.+?)\nRange: (.+?)\n"
    r"Components?: (.+?)\nDuration: (.+?)(?<! )\n", re.M | re.S)
CREATURE = re.compile(
    rf"^([^\n]+)\n((?:{SIZE})\b[^\n]*(?:\n[^\n]*)??)\nAC (\d+) +Initiative ([+−]\d+) \((\d+)\) *\nHP (\d+) \(([^)]+)\) *\n"
    r"Speed (.+?)\nMOD SAVE MOD SAVE MOD SAVE\n(.+?)(?=\n(?:Skills|Resistances|Vulnerabilities|Immunities|Gear|Senses) )(.+?)"
    r"\nCR (\d+(?:/\d)?) \((?:XP )?([\d,]+)[^)]*?; PB \+(\d)\)", re.M | re.S)
RARITY = r"(?:Common|Uncommon|Rare|Very\s+Rare|Legendary|Artifact)"
ITEM = re.compile(
    r"^([^\n]+)\n(Armor|Potion|Ring|Rod|Scroll|Staff|Wand|Weapon|Wondrous Item)(?:\s\((?!Requires)[^)]*\))?,\s+"
    rf"(Rarity\s+Varies|{RARITY}(?:\s\((?!Requires)[^)]*\))?(?:,?\s+(?:or\s)?{RARITY}(?:\s\((?!Requires)[^)]*\))?)*)"
    r"(\s*\(Requires\s+Attunement[^)]*\))?\s*$", re.M)
NAMED = re.compile(r"([A-Z][^.(:]{1,60}?(?: \([^)]*\))?)\. (?=\S)")
SECTIONS = ("Traits", "Actions", "Bonus Actions", "Reactions", "Legendary Actions")
TAG = r"(?: \[(Action|Area of Effect|Attitude|Condition|Hazard)\])?"
TERM = re.compile(rf"(?:(?<=[^ \-]\n)|(?<=[.”] \n))([A-Z][\w’\- ]+?){TAG}\n(?=[A-Z•“][^\n]*[ .:\-]\n)")


def read(pages: list[Page]) -> Facts:
    whole = repaired(pages)

    def book(first: int, last: int) -> Book:
        return Book.of(whole, first, last)

    return {
        "spells": spells(book(107, 175)),
        "creatures": creatures(book(258, 364)),
        "magic items": magic_items(book(209, 253)),
        **gear_2024.read(book(89, 103), book(192, 203)),
        **characters_2024.read(book(28, 82), book(83, 86), book(87, 88)),
        **glossary(book(176, 191)),
    }


def headings(outline: list[dict]) -> dict[str, dict]:
    """The titles of the chapters of rules in the PDF's own table of contents, whose pages count from 0."""
    found = {}
    for entry in outline:
        page = (entry["page"] or 0) + 1
        if entry["depth"] > 1 and any(first <= page <= last for first, last in RULES):
            found[key(entry["title"])] = {"name": entry["title"].strip(), "page": page}
    return found


def spells(book: Book) -> dict[str, dict]:
    found = {}
    for match, text, page in entries(book, SPELL):
        components, material = re.fullmatch(r"([VSM, ]+?)(?: \((.+)\))?", unbroken(match[8])).groups()
        said = letters(text)
        lasts = unbroken(match[9])
        found[key(match[1])] = {
            "name": unbroken(match[1]), "page": page, "level": int(match[2] or 0), "school": (match[3] or match[4]).lower(),
            "classes": sorted(unbroken(match[5]).split(", ")), "casting time": values.casting_time(unbroken(match[6])),
            "ritual": "Ritual" in match[6], "range": values.reach(unbroken(match[7])), "components": sorted(components.split(", ")),
            "material": key(material or ""), "duration": values.duration(lasts), "concentration": lasts.startswith("Concentration"),
            "save": values.saves_asked(said), "damage dealt": values.damage_dealt(said), "attack roll": "spellattack" in said, "letters": said}
    return found


def creatures(book: Book) -> dict[str, dict]:
    found = {}
    for match, text, page in entries(book, CREATURE):
        kind = re.fullmatch(rf"({SIZE})(?: or \w+)? (?:Swarm of (?:{SIZE}) )?(\w+?)s?(?: \((.+)\))?, (.+)", unbroken(match[2]))
        if kind is None:
            raise Unexpected(f"SRD 5.2.1, page {page}, {match[1]}: its kind is “{unbroken(match[2])}”")
        rows = re.findall(r"\b(\w{3}) (\d+) ([+−]\d+) ([+−]\d+)", match[9])
        facts = {label: unbroken(text) for label, text in
                 re.findall(rf"^({LABELS}) (.+?)(?=\n(?:{LABELS}) |\Z)", match[10], re.M | re.S)}
        damage, limited = parted_immunities(facts.get("Immunities", ""))
        found[key(match[1])] = {
            "name": unbroken(match[1]), "page": page, "size": kind[1].lower(), "type": kind[2].lower(), "tags": key(kind[3] or ""),
            "alignment": key(kind[4]), "armor class": int(match[3]), "initiative": signed(match[4]), "hit points": int(match[6]),
            "hit dice": squeeze(match[7]), "speed": values.speeds(unbroken(match[8])),
            "abilities": [int(score) for _, score, _, _ in rows],
            "saves": {name.lower(): signed(save) for name, _, _, save in rows},
            "skills": values.bonuses(facts.get("Skills", "")), "resistances": values.damage_types(facts.get("Resistances")),
            "vulnerabilities": values.damage_types(facts.get("Vulnerabilities")), "immunities": values.damage_types(damage),
            "condition immunities": values.conditions(limited), "gear": key(facts.get("Gear", "")),
            "senses": values.senses(facts["Senses"]), "passive perception": values.passive_perception(facts["Senses"]),
            "languages": values.language_names(facts["Languages"]), "challenge": values.number(match[11]),
            "experience": int(match[12].replace(",", "")), "named parts": named_parts(text), "letters": letters(text)}
    return found


def parted_immunities(text: str) -> tuple[str, str]:
    """Damage types, and conditions."""
    parts = re.split(r"[;,] ", text)
    first = next((n for n, part in enumerate(parts) if values.conditions(part)), len(parts))
    return ", ".join(parts[:first]), ", ".join(parts[first:])


def named_parts(text: str) -> list[str]:
    """Keys of the names of traits and actions. A line that ends with a space or a hyphen goes on in the
    next."""
    start = re.search(rf"^(?:{'|'.join(SECTIONS)})$", text, re.M)
    paragraphs = re.split(r"(?<![ \-])\n", text[start.start() :]) if start else []
    names = [NAMED.match(unbroken(part)) for part in paragraphs if not part.startswith(" ")]
    return sorted({values.bare_key(name[1]) for name in names if name})


def magic_items(book: Book) -> dict[str, dict]:
    found = {}
    for match, text, page in entries(book, ITEM):
        name = unbroken(name_before(book.text, match))
        found[key(name)] = {"name": name, "page": page, "category": key(match[2]), "rarity": values.rarities(unbroken(match[3])),
                            "attunement": bool(match[4]), "letters": letters(text)}
    return found


def name_before(text: str, match: re.Match[str]) -> str:
    """A name of two lines begins a line above."""
    above = text[: match.start()].rsplit("\n", 2)[1:2]
    broken = above and re.fullmatch(r"[A-Z][A-Za-z’ ]+ ", above[0]) and re.match(r"[a-z]|[A-Z][a-z]+$", match[1])
    return f"{above[0]}\n{match[1]}" if broken else match[1]


def glossary(book: Book) -> Facts:
    """Conditions and the other entries of the Rules Glossary. They stand in the order of the alphabet, unlike
    other titles."""
    heads = ordered([match for match in TERM.finditer(book.text) if len(match[1].split()) <= 5], lambda match: key(match[1]))
    ends = [match.start() for match in heads[1:]] + [len(book.text)]
    found: Facts = {"conditions": {}, "glossary": {}}
    for match, end in zip(heads, ends):
        family = found["conditions" if match[2] == "Condition" else "glossary"]
        family[key(match[1])] = {"name": match[1], "page": book.page(match.start()), "letters": letters(book.text[match.end() : end])}
    return found


def ordered(items: list, by) -> list:
    """The longest choice of the items that is in order."""
    best: list[list] = []
    for item in items:
        before = max((chain for chain in best if by(chain[-1]) < by(item)), key=len, default=[])
        best.append([*before, item])
    return max(best, key=len, default=[])


def signed(text: str) -> int:
    return int(text.replace("−", "-"))
