"""Weapons, armor, gear, tools, mounts, vehicles, services and poisons of SRD 5.1.

A row of a table is a thing; what the pages say of it elsewhere, below its name in bold type, is its text.
"""

import re
from dataclasses import dataclass

from . import Unexpected, lines_2014
from .equipment import gold, pounds
from .lines_2014 import Line, joined, read_lines
from .origins_2014 import NAMED, pieces
from .wheel import Page

HEADING = re.compile(r"[A-Z][^.]*[a-z]")
COST = r"(—|\*|×\d|[\d,]+ [csegp]p)"
WEIGHT = r"(—|\*|×\d|[\d,/½]+ lb\.(?: \(full\))?)"
# Slugs that are not made of the name.
SLUGS = {"Arrows": "arrow", "Blowgun needles": "blowgun-needle", "Crossbow bolts": "crossbow-bolt", "Sling bullets": "sling-bullet",
         "Caltrops (bag of 20)": "caltrops", "Spikes, iron (10)": "spike-iron", "Feed (per day)": "animal-feed-1-day",
         "Stabling (per day)": "stabling-1-day"}
# The categories of groups within a table, and of the tables.
CATEGORIES = {"Arcane focus": "Arcane Foci", "Druidic focus": "Druidic Foci", "Holy symbol": "Holy Symbols",
              "Artisan’s tools": "Artisan’s Tools", "Gaming set": "Gaming Sets", "Musical instrument": "Musical Instrument"}
# What packs contain and no table lists, and the words of the pack.
IN_PACKS = {"Alms box": "an alms box", "Block of incense": "2 blocks of incense", "Censer": "a censer", "Vestments": "vestments",
            "Little bag of sand": "a little bag of sand", "Small knife": "a small knife", "String (10 feet)": "10 feet of string"}
# The number of trade goods and coins.
GOODS = 28


@dataclass(frozen=True)
class Table:
    """A table: its caption, the lines of its head, what a row looks like and how many there are; how many
    rows stand below the name of a group; and how many lines of notes follow."""

    caption: str
    head: tuple[str, ...]
    row: str
    rows: int
    groups: tuple[tuple[str, int], ...] = ()
    notes: int = 0


@dataclass(frozen=True)
class Row:
    page: int
    group: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A table that is read, and the lines before and after it."""

    rows: list[Row]
    note: str
    before: list[Line]
    after: list[Line]


ITEM = ("Item Cost Weight",)
ARMOR = Table("Armor", ("Armor Cost Armor Class (AC) Strength Stealth Weight",),
              rf"(.+?) {COST} (\+?\d+(?: \+ Dex modifier(?: \(max 2\))?)?) (—|Str \d+) (—|Disadvantage) {WEIGHT}", 13,
              (("Light Armor", 3), ("Medium Armor", 5), ("Heavy Armor", 4), ("Shield", 1)))
DONNING = Table("Donning and Doffing Armor", ("Category Don Doff",), r"(.+?) (\d+ \w+) (\d+ \w+)", 4)
WEAPONS = Table("Weapons", ("Name Cost Damage Weight Properties",), rf"(.+?) {COST} (—|\d\S* [a-z]+) {WEIGHT} (.+)", 37,
                (("Simple Melee Weapons", 10), ("Simple Ranged Weapons", 4), ("Martial Melee Weapons", 18), ("Martial Ranged Weapons", 5)))
GEAR = Table("Adventuring Gear", ITEM, rf"(.+) {COST} {WEIGHT}", 99,
             (("Ammunition", 4), ("Arcane focus", 5), ("Druidic focus", 4), ("Holy symbol", 3)))
CAPACITY = Table("Container Capacity", ("Container Capacity",), r"(.+?)\*? ([\d½/]+ (?:cubic|gallon|pint|ounce).+)", 13, notes=2)
TOOLS = Table("Tools", ITEM, rf"(.+?) {COST} {WEIGHT}", 36, (("Artisan’s tools", 17), ("Gaming set", 2), ("Musical instrument", 10)), 1)
MOUNTS = Table("Mounts and Other Animals", ("Item Cost Speed", "Carrying", "Capacity"), rf"(.+) {COST} (\d+ ft\.) ([\d,]+ lb\.)", 8)
TACK = Table("Tack, Harness, and Drawn Vehicles", ITEM, rf"(.+) {COST} {WEIGHT}", 14, (("Saddle", 4),))
VESSELS = Table("Waterborne Vehicles", ("Item Cost Speed",), rf"(.+) {COST} ([\d½]+ mph)", 6)
LIFESTYLES = Table("Lifestyle Expenses", ("Lifestyle Price/Day",), r"(\w+) (—|\d+ [sg]p(?: minimum)?)", 7)
FOOD = Table("Food, Drink, and Lodging", ("Item Cost",), rf"(.+) {COST}", 20,
             (("Ale", 2), ("Inn stay (per day)", 6), ("Meals (per day)", 6), ("Wine", 2)))
SERVICES = Table("Services", ("Service Pay",), r"(.+?) (\d+ [csg]p(?: per \w+)?)", 7, (("Coach cab", 2), ("Hireling", 2)))
POISONS = Table("Poisons", ("Item Type Price per Dose",), rf"(.+) (Ingested|Inhaled|Contact|Injury) {COST}", 14)
POISON = re.compile(r"(.+?) \((Ingested|Inhaled|Contact|Injury)\)\. (.+)")


class Texts(dict):
    """By name, the page and the text that begin with it; or by heading, the texts below it."""

    def __missing__(self, name: str):
        raise Unexpected(f"SRD 5.1: “{name}” is not where it is expected")


def read_equipment(pages: list[Page]) -> dict[str, list[dict]]:
    """Weapons and their properties, armor, and all other things, by file."""
    lines = read_lines(pages, 62, 74)
    found: dict[str, Found] = {}
    for table in (ARMOR, DONNING, WEAPONS, GEAR, CAPACITY, TOOLS, MOUNTS, TACK, VESSELS, LIFESTYLES, FOOD, SERVICES):
        found[table.caption] = read_table(lines, table)
        lines = found[table.caption].before + found[table.caption].after
    texts = texts_by_heading(lines)
    return {
        "weapons": weapons(found["Weapons"].rows, texts["Special Weapons"], list(texts["Weapon Properties"])),
        "weapon-properties": weapon_properties(texts["Weapon Properties"]),
        "armor": armor(found, texts),
        "items": [*gear(found, texts), *packs(texts["Equipment Packs"]), *tools(found["Tools"].rows, texts["Tools"]),
                  *mounts_and_vehicles(found, texts["Mounts and Vehicles"]), *living(found, texts),
                  *services(found["Services"]), *poisons(read_lines(pages, 204, 205))],
    }


def read_table(lines: list[Line], table: Table) -> Found:
    """The table whose caption and head are these."""
    start = [table.caption, *table.head] if table.caption else list(table.head)
    texts = [line.clean() for line in lines]
    at = next((at for at in range(len(lines)) if texts[at : at + len(start)] == start), None)
    if at is None:
        raise Unexpected(f"SRD 5.1, pages {lines[0].page} to {lines[-1].page}: the table “{table.caption or table.head[0]}” is not there")
    first, at = at, at + len(start)
    rows: list[Row] = []
    group, left = "", 0
    sizes = dict(table.groups)
    while at < len(lines):
        # Some cells have a blank without a tab between them.
        row = re.fullmatch(table.row, texts[at]) or re.fullmatch(table.row, lines[at].text)
        if texts[at] in sizes and not left:
            group, left = texts[at], sizes.pop(texts[at])
        elif row:
            rows.append(Row(lines[at].page, group if left else "", row.groups()))
            left = max(left - 1, 0)
        else:
            break
        at += 1
    if len(rows) != table.rows or sizes:
        raise Unexpected(f"SRD 5.1, page {lines[first].page}: the table “{start[0]}” has {len(rows)} rows instead of {table.rows}, "
                         f"or lacks groups: {list(sizes)}")
    note = " ".join(line.clean() for line in lines[at : at + table.notes])
    return Found(rows, note, lines[:first], lines[at + table.notes :])


def sections(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """Each heading, a line without any tab, with the lines below it."""
    found: list[tuple[str, list[Line]]] = []
    for line in lines:
        if "\t" not in line.tabbed and HEADING.fullmatch(line.text):
            found.append((line.text, []))
        elif found:
            found[-1][1].append(line)
    return found


def texts_by_heading(lines: list[Line]) -> Texts:
    found = Texts()
    for title, below in sections(lines):
        if title in found:
            raise Unexpected(f"SRD 5.1, pages {lines[0].page} to {lines[-1].page}: the heading “{title}” is there twice")
        found[title] = named_texts(below)
    return found


def named_texts(lines: list[Line]) -> Texts:
    """The page and the text of each paragraph that begins with a name, and of those that follow it."""
    found: dict[str, tuple[int, list[str]]] = {}
    for first, piece in pieces(lines):
        named = NAMED.fullmatch(piece)
        if named:
            found[named[1]] = (first.page, [named[2]])
        elif found:
            found[list(found)[-1]][1].append(piece)
    return Texts({name: (page, joined(texts)) for name, (page, texts) in found.items()})


def slug(name: str) -> str:
    return SLUGS.get(name) or lines_2014.slug(name)


def priced(page: int, name: str, category: str, cost: str | None = None, weight: str | None = None, **more) -> dict:
    """A thing with its price and its weight as printed and as numbers."""
    thing = {"slug": slug(name), "name": name, "page": page, "category": category, "cost": cost, "weight": weight}
    if cost and not cost.startswith("×"):
        thing["cost_gp"] = gold(cost.upper())
    if weight and not weight.startswith("×"):
        thing["weight_lb"] = pounds(weight)
    return {key: value for key, value in {**thing, **more}.items() if value not in (None, "")}


def weapons(rows: list[Row], special: Texts, names: list[str]) -> list[dict]:
    made = []
    for row in rows:
        name, cost, damage, weight, listed = row.cells
        dice, _, kind = damage.partition(" ")
        properties = [] if listed == "—" else [weapon_property(text, names) for text in listed.split(", ")]
        ranged = re.search(r"\(range (\d+/\d+)\)", listed)
        versatile = re.search(r"\(([\dd]+)\)", listed)
        skill, reach, _ = row.group.split(" ")
        made.append(priced(
            row.page, name, row.group.removesuffix("s"), cost, weight, simple=skill == "Simple", melee=reach == "Melee",
            damage_dice=dice.strip("—"), damage_type=kind, properties=properties, range=ranged and ranged[1],
            two_handed_damage_dice=versatile and versatile[1], text=special.get(name, (0, ""))[1]))
    return made


def weapon_property(text: str, names: list[str]) -> str:
    """`two-handed` and `thrown (range 20/60)` with the name of the property as its paragraph has it."""
    name, space, detail = text.partition(" ")
    found = next((known for known in names if known.lower() == name.lower()), None)
    if found is None:
        raise Unexpected(f"SRD 5.1: “{text}” is not a property of a weapon")
    return found + space + detail


def weapon_properties(texts: Texts) -> list[dict]:
    return [{"slug": slug(name), "name": name, "page": page, "category": "Property", "text": text} for name, (page, text) in texts.items()]


def armor(found: dict[str, Found], texts: Texts) -> list[dict]:
    times = {row.cells[0]: f"Don {row.cells[1]}, doff {row.cells[2]}" for row in found["Donning and Doffing Armor"].rows}
    prose = {"Shield": texts["Armor"]["Shields"]}
    for category in ("Light Armor", "Medium Armor", "Heavy Armor"):
        prose.update({name.capitalize(): text for name, text in texts[category].items()})
    made = []
    for row in found["Armor"].rows:
        name, cost, armor_class, strength, stealth, weight = row.cells
        if name not in prose:
            raise Unexpected(f"SRD 5.1, page {row.page}: the armor “{name}” has no description")
        made.append(priced(
            row.page, armor_name(name), row.group, cost, weight, armor_class=armor_class,
            strength=None if strength == "—" else int(strength.removeprefix("Str ")), stealth_disadvantage=stealth == "Disadvantage",
            don_and_doff=times[row.group], text=prose[name][1]))
    return made


def armor_name(name: str) -> str:
    """`Half plate` as the armor is called elsewhere: `Half Plate Armor`, but `Chain Mail`."""
    return name.title() if re.search("mail|shirt|Breastplate|Shield", name) else f"{name.title()} Armor"


def description(name: str, group: str, texts: Texts, used: set[str]) -> str:
    """The text about a thing below its name, the beginning of its name, or the name of its group."""
    for title, (_, text) in texts.items():
        lower = title.lower()
        if lower in (name.lower(), group.lower()) or re.match(rf"{re.escape(lower)}(?: \(|, )", name.lower()):
            used.add(title)
            return text
    return ""


def refuse_unused(texts: Texts, used: set[str]) -> None:
    if set(texts) != used:
        raise Unexpected(f"SRD 5.1: descriptions of things that no table has: {sorted(set(texts) - used)}")


def gear(found: dict[str, Found], texts: Texts) -> list[dict]:
    capacities = {row.cells[0]: row.cells[1] for row in found["Container Capacity"].rows}
    note = found["Container Capacity"].note.removeprefix("*").strip()
    made, used = [], set()
    for row in found["Adventuring Gear"].rows:
        name, cost, weight = row.cells
        amount = re.fullmatch(r"(.+) \((\d+)\)", name) if row.group == "Ammunition" else None
        category = CATEGORIES.get(row.group) or row.group or ("Kits" if name.endswith(" kit") else "Adventuring Gear")
        capacity = capacities.pop(name, None) or capacities.pop(name.removesuffix(", glass"), None)
        text = description(name, row.group, texts["Adventuring Gear"], used) or (note if name == "Backpack" else "")
        made.append(priced(row.page, amount[1] if amount else name, category, cost, weight,
                           amount=int(amount[2]) if amount else None, capacity=capacity, text=text))
    refuse_unused(texts["Adventuring Gear"], used)
    if capacities:
        raise Unexpected(f"SRD 5.1: containers that are not gear: {list(capacities)}")
    return made


def packs(texts: Texts) -> list[dict]:
    """The packs, and what they contain that has no price, with the words of its pack."""
    made = []
    for title, (page, text) in texts.items():
        named = re.fullmatch(r"(.+) \((.+)\)", title)
        if named is None:
            raise Unexpected(f"SRD 5.1, page {page}: the pack “{title}” has no price")
        made.append(priced(page, named[1], "Equipment Packs", named[2], text=text))
    for name, words in IN_PACKS.items():
        holders = [(title, page, text) for title, (page, text) in texts.items() if re.search(rf"\b{words}\b", text)]
        if len(holders) != 1:
            raise Unexpected(f"SRD 5.1: {len(holders)} packs contain “{words}”")
        title, page, text = holders[0]
        made.append(priced(page, name, "Adventuring Gear", text=f"***{title}.*** {text}"))
    return made


def tools(rows: list[Row], texts: Texts) -> list[dict]:
    made, used = [], set()
    for row in rows:
        name, cost, weight = row.cells
        # Vehicles are not tools, but the proficiency with them is like that with a tool.
        if cost == "*":
            continue
        category = CATEGORIES.get(row.group) or ("Kits" if name.endswith(" kit") else "Other Tools")
        text = description(name, row.group, texts, used)
        if not text:
            raise Unexpected(f"SRD 5.1, page {row.page}: the tool “{name}” has no description")
        made.append(priced(row.page, name, category, cost, weight, text=text))
    refuse_unused(texts, used)
    return made


def mounts_and_vehicles(found: dict[str, Found], texts: Texts) -> list[dict]:
    made = []
    for row in found["Mounts and Other Animals"].rows:
        names, cost, speed, capacity = row.cells
        made += [priced(row.page, name[0].upper() + name[1:], "Mounts and Other Animals", cost, speed=speed, carrying_capacity=capacity)
                 for name in names.split(" or ")]
    category = "Tack, Harness, and Drawn Vehicles"
    saddles = {text.split(" ")[1]: text for text in re.split(r"(?<=\.) (?=An? \w+ saddle)", texts["Saddles"][1])}
    for row in found[category].rows:
        name, cost, weight = row.cells
        text = texts["Barding"][1] if name == "Barding" else saddles.get(name.lower(), "") if row.group == "Saddle" else ""
        made.append(priced(row.page, f"{row.group}, {name}" if row.group else name, category, cost, weight, text=text))
        if name == "Barding":
            made += [barding(row.page, armor, text) for armor in found["Armor"].rows if armor.group != "Shield"]
    vessels = texts["Rowed Vessels"][1]
    for row in found["Waterborne Vehicles"].rows:
        name, cost, speed = row.cells
        made.append(priced(row.page, name, "Waterborne Vehicles", cost, speed=speed, text=vessels if f"{name.lower()}s" in vessels.lower() else ""))
    return made


def barding(page: int, armor: Row, text: str) -> dict:
    """Armor for an animal: four times the price of the armor, twice its weight."""
    name, cost, *_, weight = armor.cells
    price = int(cost.removesuffix(" gp").replace(",", "")) * 4
    return priced(page, f"Barding: {name}", "Tack, Harness, and Drawn Vehicles", f"{price:,} gp", f"{pounds(weight) * 2} lb.", text=text)


def living(found: dict[str, Found], texts: Texts) -> list[dict]:
    """Lifestyles, and food, drink and lodging."""
    made = []
    for row in found["Lifestyle Expenses"].rows:
        name, cost = row.cells
        if name not in texts["Lifestyle Expenses"]:
            raise Unexpected(f"SRD 5.1, page {row.page}: the lifestyle “{name}” has no description")
        page, text = texts["Lifestyle Expenses"][name]
        made.append(priced(page, f"{name} Lifestyle", "Lifestyle", cost if cost == "—" else f"{cost} per day", text=text))
    for row in found["Food, Drink, and Lodging"].rows:
        name, cost = row.cells
        made.append(priced(row.page, f"{row.group}, {name}" if row.group else name, "Food, Drink, and Lodging", cost))
    return made


def services(found: Found) -> list[dict]:
    """The services, hirelings with the paragraph below the table, which is about them."""
    hirelings = joined([text for _, text in pieces(found.after[: next(at for at, line in enumerate(found.after) if "\t" not in line.tabbed)])])
    if not hirelings.startswith("Skilled hirelings "):
        raise Unexpected(f"SRD 5.1, page {found.rows[-1].page}: what is below the table “Services” is not about hirelings")
    return [priced(row.page, f"{row.group}, {row.cells[0]}" if row.group else row.cells[0], "Services", row.cells[1],
                   text=hirelings if row.group == "Hireling" else "") for row in found.rows]


def goods_and_coins(rules: list[dict]) -> list[dict]:
    """What the tables of the rules have a price for: trade goods, and the coins themselves."""
    by_slug = {rule["slug"]: rule for rule in rules}
    trade, coins = by_slug["equipment-trade-goods"], by_slug["standard-exchange-rates"]
    made = []
    for cost, prose in re.findall(r"\| (\d+ [csg]p) \| (.+?) \|", trade["text"]):
        measure = ""
        for one in re.split(r",? or ", prose):
            found = re.fullmatch(r"(?:(1 lb\.|1 sq\. yd\.) of |(one) )?(.+)", one)
            measure = found[1] or found[2] or measure
            made.append(priced(trade["page"], found[3].title(), "Trade Good", cost, "1 lb." if measure == "1 lb." else None,
                               text=f"{cost} buys {prose}."))
    for metal, coin in re.findall(r"\| (\w+) \((\wp)\) \|", coins["text"]):
        made.append(priced(coins["page"], f"{metal} Piece", "Coin", f"1 {coin}"))
    if len(made) != GOODS:
        raise Unexpected(f"SRD 5.1: there are {len(made)} trade goods and coins instead of {GOODS}: {[one['name'] for one in made]}")
    return made


def poisons(lines: list[Line]) -> list[dict]:
    """The sample poisons: price of a dose, type, effect."""
    found = read_table(lines, POISONS)
    listed = {row.cells[0].lower(): row.cells[1:] for row in found.rows}
    made = []
    for first, piece in pieces(dict(sections(whole_parentheses(found.after)))["Sample Poisons"]):
        named = POISON.fullmatch(piece)
        if named:
            kind, cost = listed.pop(named[1].lower(), (None, None))
            if kind != named[2]:
                raise Unexpected(f"SRD 5.1, page {first.page}: the poison “{named[1]}” is {named[2]}, and {kind} in the table")
            made.append(priced(first.page, named[1], "Poison", cost, poison_type=kind, text=named[3]))
        elif made:
            raise Unexpected(f"SRD 5.1, page {first.page}: “{piece}” is not a poison")
    if listed:
        raise Unexpected(f"SRD 5.1: poisons without a description: {list(listed)}")
    return made


def whole_parentheses(lines: list[Line]) -> list[Line]:
    """A line that begins with the end of a parenthesis is the rest of the one before it."""
    found: list[Line] = []
    for line in lines:
        if line.text.startswith(")") and found:
            before = found.pop()
            line = Line(before.page, before.text + line.text, before.tabbed.rstrip() + line.tabbed)
        found.append(line)
    return found
