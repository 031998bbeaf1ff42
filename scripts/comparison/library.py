"""The entries of a library, read from its database into facts."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from . import values
from .facts_2014 import key, squeeze
from .outcome import Finder, View

KINDS = {
    "spells": ("spell",), "creatures": ("creature",), "magic items": ("magic-item",), "weapons": ("weapon",), "armor": ("armor",),
    "things": ("item", "weapon", "magic-item", "armor"), "classes": ("class",), "features": ("class-option",), "species": ("race",),
    "backgrounds": ("background",), "feats": ("feat",), "conditions": ("condition",), "glossary": ("rule",),
}
# Families of which the library has nothing that the book does not name.
CLOSED = ("spells", "creatures", "weapons", "armor", "classes", "species", "backgrounds", "feats", "conditions")
UNCLEAN = re.compile(r"\[\[|&amp;|@UUID|[a-z] -\n|####")
# The share of a page's text that must be in the library, in pieces of so many letters.
PRESENT, PIECE = 0.4, 16
# What the forms of a shapechanger have each for itself.
OF_FORMS = ("armor class", "speed", "size")
# How many pieces of a text may be missing, for tables and lists are set otherwise on the page.
MISSING = 0.1


@dataclass(frozen=True)
class Entry:
    """An entry as it is stored."""

    document: str
    kind: str
    slug: str
    name: str
    page: int | None
    details: dict
    body: str

    @property
    def bare_name(self) -> str:
        return re.sub(r" \[.*\]$", "", self.name)


def read_entries(home: Path) -> list[Entry]:
    """Every entry of a library, from a database that nothing writes to."""
    with closing(sqlite3.connect(f"file:{home / 'library.db'}?mode=ro", uri=True)) as database:
        columns = {row[1] for row in database.execute("PRAGMA table_info(entries)")}
        page = "e.page" if "page" in columns else "NULL"
        rows = database.execute(
            f"SELECT d.key, e.kind, e.slug, e.name, {page}, t.details, t.body FROM entries e "
            "JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id ORDER BY e.id")
        return [Entry(*row[:5], json.loads(row[5]), row[6]) for row in rows]


def unclean(entries: list[Entry]) -> list[tuple[Entry, str]]:
    """Entries in whose name or text another program's markup or a broken word is left, with what it is."""
    found = ((entry, UNCLEAN.search(f"{entry.name}\n{entry.body}")) for entry in entries)
    return [(entry, match[0]) for entry, match in found if match]


class Book:
    """The entries of one document, found by family and name."""

    def __init__(self, entries: list[Entry], document: str):
        self.entries = [entry for entry in entries if entry.document == document]
        self.classes = {entry.name: entry.details.get("parent") for entry in self.entries if entry.kind == "subclass"}
        letters = "|".join(values.letters(f"{entry.name} {entry.body}") for entry in self.entries)
        # Looking for each of the 66,000 pieces of a book in the text itself took a hundred times as long.
        self.pieces = {letters[at : at + PIECE] for at in range(len(letters) - PIECE + 1)}
        self.families = {family: self.by_key(family) for family in KINDS}

    def by_key(self, family: str) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for kind in KINDS[family]:
            for entry in self.entries:
                if entry.kind == kind:
                    found.setdefault(self.key_of(family, entry), []).append(entry)
        return found

    def key_of(self, family: str, entry: Entry) -> str:
        if family != "features":
            return key(entry.bare_name)
        parent = entry.details.get("parent") or ""
        owner = self.classes.get(parent) or parent
        return key(owner + re.sub(rf" \(.*\)$|: {owner}$", "", entry.name))

    def finders(self) -> dict[str, Finder]:
        found = {family: self.finder(family) for family in KINDS}
        levels = {name: facts for entry in self.entries if entry.kind == "class" for name, facts in class_levels(entry)}
        titles = self.titles()
        return {**found, "class levels": lambda name, _: levels.get(name), "headings": lambda name, _: titles.get(name) and {"name": name}}

    def titles(self) -> dict[str, Entry]:
        """Every entry of which a heading is the name, or a heading or a name in bold type within the text."""
        found = {}
        for entry in self.entries:
            lines = re.findall(r"^#+ (.+)|\*\*+(.+?)\.?\*\*+", entry.body, re.M)
            for title in [entry.bare_name, *(one or other for one, other in lines)]:
                found.setdefault(key(title), entry)
        return found

    def finder(self, family: str) -> Finder:
        def find(name: str, title: str) -> dict | None:
            names = [name, *names_of(title)]
            entry = next((self.families[family][one][0] for one in names if one in self.families[family]), None)
            if entry is not None:
                return facts_of(family, entry)
            forms = [entry for one in self.families[family].values() for entry in one if key(entry.name.split(", ")[0]) == name]
            return facts_of_forms(family, forms) if forms and family == "creatures" else None
        return find

    def has_page(self, letters: str) -> bool:
        """Returns whether most of a page's text is anywhere in the document. Rows of tables are set otherwise
        on the page."""
        pieces = values.pieces(letters, PIECE)
        return sum(piece in self.pieces for piece in pieces) >= PRESENT * len(pieces)

    def beside(self, pages: str) -> list[tuple[str, Entry, bool]]:
        """Every entry of the closed families, and whether its name is among the letters of the pages."""
        return [(family, entry, any(name in pages for name in names_of(entry.bare_name.split(", ")[0])))
                for family in CLOSED for entries in self.families[family].values() for entry in entries]


def names_of(name: str) -> list[str]:
    """Keys under which the entry of a name may be: as it is, its parts in the other order, with or without
    `armor` or parentheses."""
    bare = re.sub(r" \(.*\)$", "", name)
    turned = " ".join(reversed(name.split(", ")))
    names = [name, turned, f"{name} Armor", name.removesuffix(" Armor"), bare]
    return list(dict.fromkeys(key(one) for one in names))


def facts_of(family: str, entry: Entry) -> dict:
    return {**READERS.get(family, no_facts)(entry), "page": entry.page, "letters": values.letters(entry.body), "entry": entry}


def facts_of_forms(family: str, forms: list[Entry]) -> dict:
    """The facts of a shapechanger that the library has as an entry for each form."""
    facts = facts_of(family, forms[0])
    whole = {what: value for what, value in facts.items() if what not in OF_FORMS}
    return {**whole, "letters": values.letters(" ".join(form.body for form in forms))}


def no_facts(_: Entry) -> dict:
    return {}


def spell(entry: Entry) -> dict:
    details = entry.details
    save = (details.get("saving_throw") or "").lower()
    return {
        "level": details.get("level"), "school": (details.get("school") or "").lower(), "classes": sorted(details["classes"]),
        "casting time": values.casting_time(details["casting_time"]), "ritual": details["ritual"], "range": values.reach(details["range"]),
        "components": sorted(re.findall(r"\b[VSM]\b", details["components"])), "material": key(details.get("material") or ""),
        "duration": values.duration(details["duration"]), "concentration": details["concentration"],
        "attack roll": details.get("attack_roll", False), "save": values.FULL.get(save, save), "damage dealt": sorted(map(str.lower, details["damage_types"]))}


def creature(entry: Entry) -> dict:
    details = entry.details
    scores = list((details.get("ability_scores") or {}).values())
    saves = {name[:3].lower(): bonus for name, bonus in details.get("saving_throws", {}).items()}
    senses = details.get("senses") or ""
    return {
        "size": (details.get("size") or "").split(" ")[0].lower(), "type": (details.get("type") or "").split(" ")[-1].lower(),
        "tags": re.sub("^swarmof.*", "", key(details.get("subtype") or "")), "alignment": key(details.get("alignment") or ""),
        "armor class": details.get("armor_class"), "hit points": details.get("hit_points"),
        "hit dice": squeeze(details.get("hit_dice") or ""), "speed": values.speeds(details.get("speed") or ""), "abilities": scores,
        "saves": values.effective_saves(scores, saves), "skills": {key(name): bonus for name, bonus in details.get("skills", {}).items()},
        "initiative": details.get("initiative_bonus"), "resistances": values.damage_types(details.get("damage_resistances")),
        "vulnerabilities": values.damage_types(details.get("damage_vulnerabilities")),
        "immunities": values.damage_types(details.get("damage_immunities")),
        "condition immunities": values.conditions(details.get("condition_immunities")), "senses": values.senses(senses),
        "passive perception": values.passive_perception(senses), "languages": values.language_names(details.get("languages")),
        "challenge": details.get("challenge_rating_decimal"), "experience": details.get("experience_points")}


def thing(entry: Entry) -> dict:
    return {"cost": entry.details.get("cost_gp"), "weight": entry.details.get("weight_lb") or 0}


def weapon(entry: Entry) -> dict:
    details = entry.details
    printed = details.get("properties", [])
    mastery = [name for name in printed if name.lower().endswith("(mastery)")]
    reach = re.search(r"\d+/\d+", " ".join(printed) + f" {details.get('range') or ''}")
    twice = re.search(r"(?i)versatile \((\d+d\d+)\)", " ".join(printed))
    return {
        **thing(entry), "damage": (details.get("damage_dice"), (details.get("damage_type") or "").lower() or None),
        "properties": sorted(values.bare_key(name) for name in printed if name not in mastery and name != "Monk"),
        "range": reach[0] if reach else None, "two-handed damage": details.get("two_handed_damage_dice") or (twice[1] if twice else None),
        "mastery": (mastery[0].split(" ")[0] if mastery else details.get("mastery") or "").lower()}


def armor(entry: Entry) -> dict:
    details = entry.details
    return {**thing(entry), "armor class": key(details.get("armor_class") or ""), "strength": details.get("strength_required") or 0,
            "stealth": bool(details.get("stealth_disadvantage"))}


def magic_item(entry: Entry) -> dict:
    return {"category": key(entry.details.get("category") or ""), "rarity": entry.details.get("rarity"),
            "attunement": entry.details["requires_attunement"]}


def option(entry: Entry) -> dict:
    details = entry.details
    return {"level": details.get("level"), "hit die": details.get("hit_die"), "saves": sorted(details.get("saving_throws", [])),
            "size": key((details.get("size") or "").split(" ")[0]), "speed": details.get("speed"),
            "prerequisite": key(details.get("prerequisite") or "").removesuffix("orhigher")}


def class_levels(entry: Entry) -> list[tuple[str, dict]]:
    """The rows of the table in a class's text."""
    lines = entry.body.split("\n")
    head = next((at for at, line in enumerate(lines) if re.match(r"\| *Level *\|", line)), None)
    if head is None:
        return []
    titles = split_row(lines[head])
    found = []
    for line in lines[head + 2 :]:
        if not line.startswith("|"):
            break
        row = dict(zip(titles, split_row(line)))
        numbers = {title: values.cells(text) for title, text in row.items()
                   if title not in ("Level", "Proficiency Bonus") and "Features" not in title}
        level = re.match(r"\d+", row["Level"])[0]
        bonus = row.get("Proficiency Bonus", "").lstrip("+")
        found.append((key(f"{entry.name}{level}"), {"bonus": int(bonus) if bonus.isdigit() else None, "columns": numbers}))
    return found


def split_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


READERS = {"spells": spell, "creatures": creature, "weapons": weapon, "armor": armor, "things": thing, "magic items": magic_item,
           "classes": option, "features": option, "species": option, "feats": option}


def page_view(fact: dict, found: dict) -> tuple[str, int, int] | None:
    """Of a thing, the page of the table or that of its description."""
    if "page" not in found:
        return None
    described = found["page"] and found["page"] == fact.get("described")
    return "page", fact["page"], fact["page"] if described else found["page"]


def text_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """Pieces of the page's text that the entry does not have, if they are many."""
    pieces = values.pieces(fact["letters"])
    missing = [piece for piece in pieces if piece not in found["letters"]]
    return "text", [], missing[:3] if len(missing) > max(1, MISSING * len(pieces)) else []


def save_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """The library names one of the abilities that the text asks saves with."""
    named = [found["save"]] if found["save"] else []
    return "save", fact["save"], fact["save"] if named and named[0] in fact["save"] else named


def damage_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """The library has every type that the text deals by number, and no type that the text does not name."""
    dealt, named = fact["damage dealt"], found["damage dealt"]
    right = set(dealt) <= set(named) and all(name in fact["letters"] for name in named)
    return "damage dealt", dealt, dealt if right else named


def parts_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """Traits and actions of the page that are not in bold type in the text."""
    bold = {values.bare_key(name) for name in re.findall(r"\*\*+_?(.+?)_?\*\*+", found["entry"].body)}
    return "named parts", [], [name for name in fact["named parts"] if name not in bold]


def gear_view(fact: dict, found: dict) -> tuple[str, bool, bool]:
    return "gear", True, fact["gear"] in found["letters"]


def rarity_view(fact: dict, found: dict) -> tuple[str, object, object]:
    """An item of several rarities varies."""
    return "rarity", fact["rarity"][0] if len(fact["rarity"]) == 1 else "varies", found["rarity"]


def columns_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """The library's columns that the page has too, in any order, and then its spell slots."""
    named, slots = [], []
    for title, cells in found["columns"].items():
        level = re.fullmatch(r"(\d)(?:st|nd|rd|th)?(?:[- ]level)?(?: spell)?(?: slots)?", title.lower())
        if level:
            slots += [(int(level[1]), cell) for cell in cells]
        elif key(title.split(" ")[0]) in fact["titles"]:
            named += cells
    if "slotlevel" in fact["titles"]:
        # A warlock's slots are all of one level, which has a column of its own.
        named, slots = named + [str(part) for slot in slots for part in slot], []
    ends = len(fact["columns"]) - len(slots)
    right = [*sorted(fact["columns"][:ends]), *fact["columns"][ends:]]
    return "columns", right, [*sorted(named), *(cell for _, cell in sorted(slots))]


VIEWS: dict[str, View] = {"page": page_view, "letters": text_view, "save": save_view, "damage dealt": damage_view, "named parts": parts_view,
                          "gear": gear_view, "rarity": rarity_view, "columns": columns_view}
