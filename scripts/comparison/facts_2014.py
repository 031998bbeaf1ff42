"""Facts from the pages of SRD 5.1. Its words are broken anywhere, so that everything is read without its
spaces."""

import re
from dataclasses import dataclass

from srd import Unexpected
from srd.wheel import Page

SIZES = "tiny|small|medium|large|huge|gargantuan"
TYPES = "aberration|beast|celestial|construct|dragon|elemental|fey|fiend|giant|humanoid|monstrosity|ooze|plant|undead"
SCHOOLS = "abjuration|conjuration|divination|enchantment|evocation|illusion|necromancy|transmutation"
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SPEEDS = ("walk", "burrow", "climb", "fly", "swim")
SPAN = r"(?:1(?:round|minute|hour|day)|(?!1\D)\d+(?:rounds|minutes|hours|days))"
DURATION = (rf"(?:concentration,?)?(?:(?:upto)?{SPAN}|instantaneous(?:orspecial\(seebelow\))?|untildispelled(?:ortriggered)?"
            r"|special)")
CLASS_PAGES = {
    "barbarian": (8, 10), "bard": (11, 14), "cleric": (15, 18), "druid": (19, 23), "fighter": (24, 25), "monk": (26, 29),
    "paladin": (30, 34), "ranger": (35, 38), "rogue": (39, 41), "sorcerer": (42, 45), "warlock": (46, 51), "wizard": (52, 55),
}
# Creatures whose stat block has another name on the page.
PRINTED_AS = {"drow": "elfdrow", "deepgnomesvirfneblin": "gnomedeepsvirfneblin"}
CLASSES = ("Bard", "Cleric", "Druid", "Paladin", "Ranger", "Sorcerer", "Warlock", "Wizard")


@dataclass(frozen=True)
class Line:
    """A line of a page, as it is and without spaces in lower case."""

    page: int
    text: str
    squeezed: str


SIGNS = str.maketrans({"’": "'", "−": "-"})


def squeeze(text: str) -> str:
    """Text without spaces, in lower case."""
    return re.sub(r"\s+", "", text).lower().translate(SIGNS)


def key(name: str) -> str:
    """A name by its letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def lines_of(pages: list[Page], first: int, last: int) -> list[Line]:
    return [Line(page.number, text, squeeze(text)) for page in pages[first - 1 : last] for text in page.lines]


def spells(pages: list[Page]) -> dict[str, dict]:
    """By key of the name: page, level, school, and the lines below the name; classes from the spell lists."""
    lines = lines_of(pages, 114, 194)
    level = re.compile(rf"(?:(\d)(?:st|nd|rd|th)-level({SCHOOLS})|({SCHOOLS})cantrip)(\(ritual\))?")
    starts = [n for n in range(1, len(lines)) if level.fullmatch(lines[n].squeezed)]
    found = {}
    for at, end in zip(starts, starts[1:] + [len(lines) + 1]):
        kind = level.fullmatch(lines[at].squeezed)
        entries = "".join(line.squeezed for line in lines[at + 1 : min(at + 14, end - 1)])
        facts = re.match(rf"castingtime:(.+?)range:(.+?)components?:((?:[vsm],?)+)(?:\((.+?)\))?duration:({DURATION})?", entries)
        if facts is None:
            raise Unexpected(f"SRD 5.1, page {lines[at].page}: no entries below “{lines[at - 1].text}”")
        found[key(lines[at - 1].squeezed)] = {
            "name": lines[at - 1].text, "page": lines[at - 1].page, "level": int(kind[1] or 0), "school": kind[2] or kind[3],
            "ritual": bool(kind[4]), "casting_time": facts[1], "range": facts[2], "components": facts[3].split(","),
            "material": facts[4], "duration": facts[5], "classes": [],
            "text": "".join(line.squeezed for line in lines[at + 1 : end - 1])}
    for name, spell in spell_lists(pages):
        if spell not in found:
            raise Unexpected(f"SRD 5.1: the {name} spell list has “{spell}”, which is not a spell")
        found[spell]["classes"].append(name)
    return found


def spell_lists(pages: list[Page]) -> list[tuple[str, str]]:
    """Class and key of each spell on the spell lists."""
    found, name = [], ""
    titles = {f"{name.lower()}spells": name for name in CLASSES}
    for line in lines_of(pages, 105, 113):
        if line.squeezed in titles:
            name = titles[line.squeezed]
        elif name and not re.fullmatch(r"cantrips\(0level\)|\d(?:st|nd|rd|th)level|spelllists", line.squeezed):
            found.append((name, key(line.squeezed)))
    return found


def creatures(pages: list[Page]) -> dict[str, dict]:
    """By key of the name: page and facts of each stat block."""
    lines = lines_of(pages, 261, 403)
    kind = re.compile(rf"({SIZES})(?:or(?:{SIZES}))?(?:swarmof\w+?)?({TYPES})s?(?:\(([^)]*)\))?,(.+)")
    headers = {}
    for n, line in enumerate(lines[:-2]):
        below = next((m for m in (1, 2) if lines[n + m].squeezed.startswith("armorclass")), None)
        if below and kind.fullmatch(line.squeezed):
            headers[n] = kind.fullmatch("".join(part.squeezed for part in lines[n : n + below]))
    found = {}
    for at, end in zip(headers, [*list(headers)[1:], len(lines) + 1]):
        header = headers[at]
        text = "".join(line.squeezed for line in lines[at + 1 : end - 1])
        where = f"SRD 5.1, page {lines[at - 1].page}, {lines[at - 1].text}"
        found[key(lines[at - 1].squeezed)] = {
            "name": lines[at - 1].text, "page": lines[at - 1].page, "size": header[1], "type": header[2],
            "tags": header[3], "alignment": header[4], "text": text, **creature_facts(text, where)}
    return found


DEFENCES = {"damage_vulnerabilities": "damagevulnerabilities", "damage_resistances": "damageresistances",
            "damage_immunities": "damageimmunities", "condition_immunities": "conditionimmunities"}


def defences(text: str) -> dict[str, str]:
    """What a stat block says of damage and conditions, without spaces; what it does not say is not there."""
    head = text.split("challenge")[0]
    ends = "|".join([*DEFENCES.values(), "senses", "challenge"])
    found = {field: re.search(rf"{label}(.+?)(?={ends})", head) for field, label in DEFENCES.items()}
    return {field: match[1] for field, match in found.items() if match}


def creature_facts(text: str, where: str) -> dict:
    numbers = re.search(r"armorclass(\d+)", text), re.search(r"hitpoints(\d+)\((\d+d\d+(?:[+-]\d+)?)\)", text)
    rating = re.search(r"challenge(\d+(?:/\d)?)\(([\d,]+)xp\)", text)
    scores = re.search(r"strdexconintwischa(?:(\d+)\([+-]\d+\))(?:(\d+)\([+-]\d+\))(?:(\d+)\([+-]\d+\))"
                       r"(?:(\d+)\([+-]\d+\))(?:(\d+)\([+-]\d+\))(?:(\d+)\([+-]\d+\))", text)
    if not all((*numbers, rating, scores)):
        raise Unexpected(f"{where}: a fact is missing in “{text[:160]}”")
    speed = re.search(r"speed(.+?)strdex", text)[1]
    saves = re.search(r"savingthrows((?:(?:str|dex|con|int|wis|cha)[+-]\d+,?)+)", text)
    skills = re.search(r"skills((?:[a-z]+[+-]\d+,?)+)", text)
    passive = re.search(r"passiveperception(\d+)", text)
    walk = re.match(r"(\d+)ft", speed)
    return {
        "armor_class": int(numbers[0][1]), "hit_points": int(numbers[1][1]), "hit_dice": numbers[1][2],
        "cr": rating[1], "xp": int(rating[2].replace(",", "")), "abilities": [int(score) for score in scores.groups()],
        "speed": {"walk": int(walk[1]) if walk else 0,
                  **{way: int(feet) for way, feet in re.findall(r"(burrow|climb|fly|swim)(\d+)ft", speed)}},
        "saves": {name: int(bonus) for name, bonus in re.findall(r"(str|dex|con|int|wis|cha)([+-]\d+)", saves[1])} if saves else {},
        "skills": {name: int(bonus) for name, bonus in re.findall(r"([a-z]+)([+-]\d+)", skills[1])} if skills else {},
        "defences": defences(text),
        "passive": int(passive[1]) if passive else None,
        "senses": {sense: int(feet) for sense, feet in re.findall(r"(blindsight|darkvision|tremorsense|truesight)(\d+)ft",
                                                                   text[: rating.start()])},
    }


def weapons(pages: list[Page]) -> dict[str, dict]:
    """The rows of the Weapons table."""
    row = re.compile(r"([a-z, ]+?) (\d+) (cp|sp|gp) (?:(\d+(?:d\d+)?) (bludgeoning|piercing|slashing)|—) (?:([\d/]+) lb\.|—) (.+)")
    found = {}
    for line in lines_of(pages, 66, 67):
        whole = row.fullmatch(tidy(line.text))
        if whole:
            found[key(whole[1])] = {
                "name": whole[1], "page": line.page, "cost": (int(whole[2]), whole[3]), "damage": whole[4], "type": whole[5],
                "weight": weight(whole[6]), "properties": [] if whole[7] == "—" else re.findall(r"[a-z-]+(?: \([^)]*\))?", whole[7])}
    return found


def tidy(text: str) -> str:
    return re.sub(r" -", "-", re.sub(r"\s+", " ", text)).lower().strip()


def weight(text: str | None) -> float | None:
    if text is None:
        return None
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def armor(pages: list[Page]) -> dict[str, dict]:
    """The rows of the Armor table."""
    row = re.compile(r"([a-z ]+?) ([\d,]+) gp (\+?\d+)(?: \+ dex modifier(?: \(max (\d)\))?)? (str (\d+)|—) (disadvantage|—) (\d+) lb\.")
    found = {}
    for line in lines_of(pages, 63, 65):
        whole = row.fullmatch(tidy(line.text))
        if whole:
            found[key(whole[1])] = {
                "name": whole[1], "page": line.page, "cost": (int(whole[2].replace(",", "")), "gp"),
                "base": int(whole[3].lstrip("+")), "dex": "dex" in line.text.lower().split("—")[0], "max": int(whole[4]) if whole[4] else None,
                "strength": int(whole[6] or 0), "stealth": whole[7] == "disadvantage", "weight": float(whole[8])}
    return found


def priced(pages: list[Page]) -> dict[str, dict]:
    """Rows of the other tables of things: name, cost, weight."""
    row = re.compile(r"(.+?) ([\d,]+) (cp|sp|gp)(?: (?:(\d+(?:[ -]?1/2)?|1/\d) lbs?\.?(?: \(full\))?|—))?")
    found = {}
    for line in lines_of(pages, 68, 74):
        whole = row.fullmatch(tidy(line.text))
        if whole:
            found[key(whole[1])] = {"name": whole[1], "page": line.page, "cost": (int(whole[2].replace(",", "")), whole[3]),
                                    "weight": half(whole[4])}
    return found


def half(text: str | None) -> float | None:
    if text is None:
        return None
    if "1/2" in text and text != "1/2":
        return int(re.match(r"\d+", text)[0]) + 0.5
    return weight(text)
