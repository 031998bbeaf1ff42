"""Weapons, armor, tools, gear, mounts, vehicles and other goods."""

import re
from fractions import Fraction

from . import Unexpected
from .flow import Block
from .markdown import split_name, to_markdown
from .tables import Found

COINS = {"CP": Fraction(1, 100), "SP": Fraction(1, 10), "EP": Fraction(1, 2), "GP": Fraction(1), "PP": Fraction(10)}
PRICED = re.compile(r"(.+?) \((Varies|Free|[\d,]+ [CSEGP]P(?: per Day)?)\)")


def gold(price: str) -> float | None:
    """A price in gold pieces; none where it varies."""
    found = re.match(r"([\d,]+) ([CSEGP]P)", price)
    if found is None:
        if price not in ("Varies", "—", "Free"):
            raise Unexpected(f"“{price}” is not a price")
        return 0 if price == "Free" else None
    return float(int(found[1].replace(",", "")) * COINS[found[2]])


def pounds(weight: str) -> float | None:
    """A weight in pounds; a dash is none to speak of, and where it varies nothing is known."""
    found = re.match(r"([\d,]+)?(½)?(?:(\d)/(\d))? ?lb\.", weight.replace("1/2", "½").replace("1/4", "1/4"))
    if weight == "—":
        return 0
    if found is None:
        if weight != "Varies":
            raise Unexpected(f"“{weight}” is not a weight")
        return None
    if "1/4" in weight:
        return 0.25
    return int((found[1] or "0").replace(",", "")) + (0.5 if found[2] else 0)


def sections(blocks: list[Block]) -> list[tuple[Block, list[Block]]]:
    """Each heading with what stands below it, up to the next one."""
    found: list[tuple[Block, list[Block]]] = []
    for block in blocks:
        if block.kind == "heading":
            found.append((block, []))
        elif found:
            found[-1][1].append(block)
    return found


def table(blocks: list[Block], title: str) -> Found:
    found = [block.found for block in blocks if block.kind == "table" and block.found.title == title]
    if len(found) != 1:
        raise Unexpected(f"the table “{title}” is there {len(found)} times")
    return found[0]


def priced(page: int, name: str, category: str, cost: str, weight: str | None = None, **more) -> dict:
    """A thing with its price, and its weight where the book gives one."""
    item = {"name": name, "page": page, "category": category, "cost": cost, "cost_gp": gold(cost)}
    if weight is not None:
        item.update(weight=weight, weight_lb=pounds(weight))
    return {key: value for key, value in {**item, **more}.items() if value is not None}


def weapons(found: Found) -> list[dict]:
    made = []
    for row, group in zip(found.rows, found.groups):
        name, damage, properties, mastery, weight, cost = row
        dice, _, kind = damage.partition(" ")
        skill, reach, _ = group.split(" ", 2)
        listed = [] if properties == "—" else re.split(r", (?![^(]*\))", properties)
        ranged = re.search(r"Range (\d+/\d+)", properties)
        versatile = re.search(r"Versatile \((\d+d\d+)\)", properties)
        ammunition = re.search(r"Range \d+/\d+; (\w+)\)", properties)
        made.append(priced(
            found.page, name, group.removesuffix("s"), cost, weight, simple=skill == "Simple", melee=reach == "Melee",
            damage_dice=dice, damage_type=kind, properties=listed, mastery=mastery, range=ranged[1] if ranged else None,
            two_handed_damage_dice=versatile[1] if versatile else None, ammunition=ammunition[1] if ammunition else None))
    return made


def armor(found: Found) -> list[dict]:
    made = []
    for row, group in zip(found.rows, found.groups):
        name, armor_class, strength, stealth, weight, cost = row
        kind, _, doffing = group.removesuffix(")").partition(" (")
        made.append(priced(found.page, name, kind, cost, weight, armor_class=armor_class,
                           strength=None if strength == "—" else int(strength.removeprefix("Str ")),
                           stealth_disadvantage=stealth == "Disadvantage", don_and_doff=doffing))
    return made


def tools(blocks: list[Block]) -> list[dict]:
    """Each tool, and each of its variants that has a price of its own."""
    made, category = [], ""
    for heading, body in sections(blocks):
        named = PRICED.fullmatch(heading.text)
        if named is None:
            category = heading.text
            continue
        facts = re.fullmatch(r"Ability: (\w+) Weight: (.+)", body[0].text)
        if facts is None:
            raise Unexpected(f"page {heading.page}, {heading.text}: no ability and weight")
        entries = dict(block.text.split(": ", 1) for block in body[1:])
        tool = priced(heading.page, named[1], "Tools" if category == "Other Tools" else category, named[2], facts[2],
                      ability=facts[1], utilize=entries.pop("Utilize"), craft=entries.pop("Craft", None))
        listed = entries.pop("Variants", None)
        if entries:
            raise Unexpected(f"page {heading.page}, {heading.text}: {list(entries)} is not known")
        made += [tool, *tool_variants(tool, listed)] if listed else [tool]
        if listed:
            tool["variants"] = listed
    return made


def tool_variants(tool: dict, listed: str) -> list[dict]:
    """`Dice (1 SP), dragonchess (1 GP)`, `Bagpipes (30 GP, 6 lb.)` as things of their own."""
    made = []
    for name, cost, weight in re.findall(r"([A-Za-z -]+?) \(([\d,]+ [CSG]P)(?:, (\d+ lb\.))?\)", listed):
        title = " ".join(word[0].upper() + word[1:] for word in re.split(r"\s+", name.strip()))
        made.append(priced(tool["page"], title, tool["name"], cost, weight or None, ability=tool["ability"],
                           utilize=tool["utilize"]))
    return made


def gear(blocks: list[Block]) -> list[dict]:
    """The Adventuring Gear table, each row with its description, and the tables of what is chosen within a
    row."""
    listed = table(blocks, "Adventuring Gear")
    described = {}
    for heading, body in sections(blocks):
        named = PRICED.fullmatch(heading.text)
        if named:
            described[named[1]] = (heading.page, body)
        elif heading.text.startswith("Spell Scroll ("):
            described["Spell Scroll (Cantrip)"] = described["Spell Scroll (Level 1)"] = (heading.page, body)
    made = []
    for name, weight, cost in listed.rows:
        page, body = described.pop(name, (None, None))
        if page is None:
            raise Unexpected(f"page {listed.page}: “{name}” has no description")
        text = to_markdown([block for block in body if block.kind != "table" or block.found is not listed])
        made.append(priced(page, name, "Adventuring Gear", cost, weight, text=text))
    if described:
        raise Unexpected(f"descriptions of gear that is not in the table: {list(described)}")
    return made + focuses(blocks) + ammunition(blocks)


def focuses(blocks: list[Block]) -> list[dict]:
    made = []
    for title, category in (("Arcane Focuses", "Arcane Focus"), ("Druidic Focuses", "Druidic Focus"), ("Holy Symbols", "Holy Symbol")):
        found = table(blocks, title)
        for row, weight, cost in found.rows:
            name, _, note = row.removesuffix(")").partition(" (")
            made.append(priced(found.page, f"{name} ({category})", category, cost, weight, note=note or None))
    return made


def ammunition(blocks: list[Block]) -> list[dict]:
    found = table(blocks, "Ammunition")
    return [priced(found.page, name, "Ammunition", cost, weight, amount=int(amount), storage=storage)
            for name, amount, storage, weight, cost in found.rows]


def mounts_and_vehicles(blocks: list[Block]) -> list[dict]:
    found = table(blocks, "Mounts and Other Animals")
    made = [priced(found.page, name, "Mount", cost, carrying_capacity=capacity) for name, capacity, cost in found.rows]
    found = table(blocks, "Tack, Harness, and Drawn Vehicles")
    vehicles = {"Carriage", "Cart", "Chariot", "Sled", "Wagon"}
    for (name, weight, cost), group in zip(found.rows, found.groups):
        category = "Land Vehicle" if name in vehicles else "Tack and Harness"
        made.append(priced(found.page, f"{group}, {name}" if group else name, category, cost, weight))
    found = table(blocks, "Airborne and Waterborne Vehicles")
    for row in found.rows:
        facts = dict(zip(("name", "speed", "crew", "passengers", "cargo_tons", "armor_class", "hit_points",
                          "damage_threshold", "cost"), row))
        name, cost = facts.pop("name"), facts.pop("cost")
        numbers = {key: None if value == "—" else int(value) if value.isdigit() else value for key, value in facts.items()}
        made.append(priced(found.page, name, "Airborne Vehicle" if name == "Airship" else "Waterborne Vehicle", cost, **numbers))
    return made


def services(blocks: list[Block]) -> list[dict]:
    found = table(blocks, "Food, Drink, and Lodging")
    made = []
    for (name, cost), group, page in zip(found.rows, found.groups, found.pages):
        made.append(priced(page, f"{group}, {name}" if group else name, "Food, Drink, and Lodging", cost))
    found = table(blocks, "Hirelings")
    made += [priced(found.page, name, "Hireling", cost) for name, cost in found.rows]
    found = table(blocks, "Spellcasting Services")
    made += [priced(found.page, f"Spellcasting, {'Cantrip' if level == 'Cantrip' else f'Level {level}'}", "Spellcasting Service",
                    cost, availability=availability) for level, availability, cost in found.rows]
    for heading, body in sections(blocks):
        named = PRICED.fullmatch(heading.text)
        if named and ("per Day" in named[2] or named[2] == "Free"):
            made.append(priced(heading.page, f"{named[1]} Lifestyle", "Lifestyle", named[2], text=to_markdown(body)))
    return made


def poisons(blocks: list[Block]) -> list[dict]:
    """The sample poisons of the Gameplay Toolbox: price of a dose, type, effect."""
    made = []
    for heading, body in sections(blocks):
        named = PRICED.fullmatch(heading.text)
        if named:
            kind = body[0].text.removesuffix(" Poison")
            made.append(priced(heading.page, named[1], "Poison", named[2], poison_type=kind, text=to_markdown(body[1:])))
    return made


def between(blocks: list[Block], first: str, last: str) -> list[Block]:
    """The blocks from one heading up to another."""
    start = next(n for n, block in enumerate(blocks) if block.kind == "heading" and block.text == first)
    end = next(n for n, block in enumerate(blocks) if block.kind == "heading" and block.text == last and n > start)
    return blocks[start:end]


def read_equipment(blocks: list[Block]) -> dict[str, list[dict]]:
    """Everything of the chapter, by file."""
    tool_blocks = between(blocks, "Artisan’s Tools", "Adventuring Gear")
    gear_blocks = between(blocks, "Adventuring Gear", "Mounts and Vehicles")
    rest = blocks[blocks.index(gear_blocks[-1]) + 1 :]
    return {
        "weapons": weapons(table(blocks, "Weapons")),
        "armor": armor(table(blocks, "Armor")),
        "items": [*tools(tool_blocks), *gear(gear_blocks), *mounts_and_vehicles(rest), *services(rest)],
    }


def weapon_properties(blocks: list[Block]) -> list[dict]:
    """The properties and mastery properties of weapons."""
    made = []
    for first, last, category in (("Properties", "Mastery Properties", "Property"), ("Mastery Properties", "Armor", "Mastery")):
        for heading, body in sections(between(blocks, first, last))[1:]:
            text = [block for block in body if block.kind not in ("table", "sidebar")]
            made.append({"name": heading.text, "page": heading.page, "category": category, "text": to_markdown(text)})
    return made
