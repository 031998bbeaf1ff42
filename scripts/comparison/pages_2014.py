"""Facts of the pages of SRD 5.1. Words are broken anywhere in its text layer, so everything is read without
spaces."""

import re

from srd.wheel import Page

from . import Facts, facts_2014, values
from .book import letters
from .facts_2014 import CLASS_PAGES, PRINTED_AS, Line, key, lines_of, squeeze

RARITY = "(?:common|uncommon|rare|veryrare|legendary|artifact)"
ITEM = re.compile(
    r"(armor|potion|ring|rod|scroll|staff|wand|weapon|wondrousitem)(?:\([^)]*\))?,"
    rf"(varies|rarityvaries|raritybyfigurine(?:type)?|{RARITY}(?:\((?!requires)[^)]*\))?(?:,?(?:or)?{RARITY}(?:\((?!requires)[^)]*\))?)*)(\(requiresattunement[^)]*\))?")
ENTRIES = re.compile(rf"^.*?duration:(?:{facts_2014.DURATION})?")
LEVEL_ROW = re.compile(r"(\d+)(?:st|nd|rd|th)\+(\d)(.*)")
# Rows below a title that names them, and rows that two tables have.
ROWS = {"arrows20": "Arrows", "blowgunneedles50": "Blowgun needles", "spikesiron10": "Spikes, iron (10)", "feedperday": "Feed (per day)",
        "stablingperday": "Stabling (per day)", "exotic": "Saddle, Exotic", "military": "Saddle, Military", "pack": "Saddle, Pack", "riding": "Saddle, Riding"}
SERVICES = ("squalid", "poor", "modest", "comfortable", "wealthy", "aristocratic", "gallon", "mug", "commonpitcher", "finebottle",
            "betweentowns", "withinacity", "skilled", "untrained", "messenger", "roadorgatetoll", "shipspassage", "meatchunk", "breadloaf",
            "cheesehunk", "banquetperperson")
NUMBERS = re.compile(r"\([^)]*\)|\d+d\d+|\+?\d+(?:st|nd|rd|th|ft\.)?|unlimited|—")
LABELS = "damagevulnerabilities|damageresistances|damageimmunities|conditionimmunities|senses|languages|challenge"


def read(pages: list[Page]) -> Facts:
    return {
        "spells": spells(facts_2014.spells(pages)),
        "creatures": creatures(facts_2014.creatures(pages)),
        "magic items": magic_items(lines_of(pages, 207, 253)),
        "weapons": weapons(facts_2014.weapons(pages)),
        "armor": armor(facts_2014.armor(pages)),
        "things": things(facts_2014.priced(pages), lines_of(pages, 66, 74)),
        "classes": classes(pages),
        "class levels": class_levels(pages),
        "features": features(pages),
        **named(pages),
    }


def spells(found: dict[str, dict]) -> dict[str, dict]:
    return {name: {
        "name": fact["name"], "page": fact["page"], "level": fact["level"], "school": fact["school"], "classes": sorted(fact["classes"]),
        "casting time": values.casting_time(fact["casting_time"]), "ritual": fact["ritual"], "range": values.reach(fact["range"]),
        "components": sorted(filter(None, (part.upper() for part in fact["components"]))), "material": key(fact["material"] or ""),
        **lasting(fact["duration"]), "save": values.saves_asked(key(fact["text"])), "damage dealt": values.damage_dealt(key(fact["text"])),
        "attack roll": "spellattack" in fact["text"], "letters": values.letters(re.sub(ENTRIES, "", fact["text"])),
    } for name, fact in found.items()}


def lasting(printed: str | None) -> dict:
    return {"duration": values.duration(printed), "concentration": printed.startswith("concentration")} if printed else {}


def creatures(found: dict[str, dict]) -> dict[str, dict]:
    shown = {printed: name for name, printed in PRINTED_AS.items()}
    facts = {}
    for name, fact in found.items():
        labelled = dict(re.findall(rf"({LABELS})(.*?)(?=(?:{LABELS})|$)", fact["text"].partition("strdexcon")[2].partition("xp)")[0]))
        facts[shown.get(name, name)] = {
            "name": fact["name"], "page": fact["page"], "size": fact["size"], "type": fact["type"], "tags": key(fact["tags"] or ""),
            "alignment": key(fact["alignment"]), "armor class": fact["armor_class"], "hit points": fact["hit_points"],
            "hit dice": fact["hit_dice"], "speed": values.speeds(re.search(r"speed(.+?)strdex", fact["text"])[1]),
            "abilities": fact["abilities"], "saves": values.effective_saves(fact["abilities"], fact["saves"]), "skills": fact["skills"],
            "resistances": values.damage_types(labelled.get("damageresistances")),
            "vulnerabilities": values.damage_types(labelled.get("damagevulnerabilities")),
            "immunities": values.damage_types(labelled.get("damageimmunities")),
            "condition immunities": values.conditions(labelled.get("conditionimmunities")),
            "senses": fact["senses"], "passive perception": fact["passive"],
            "languages": values.language_names(re.search(r"languages(.*?)challenge\d", fact["text"])[1]), "challenge": values.number(fact["cr"]),
            "experience": fact["xp"], "letters": values.letters(fact["text"].partition("xp)")[2])}
    return facts


def magic_items(lines: list[Line]) -> dict[str, dict]:
    """Name, then category, rarity and attunement in one to four lines, then the text."""
    starts = []
    for at in range(1, len(lines)):
        header = next((ITEM.fullmatch("".join(line.squeezed for line in lines[at : at + count])) for count in (4, 3, 2, 1)
                       if ITEM.fullmatch("".join(line.squeezed for line in lines[at : at + count]))), None)
        if header and (not starts or at > starts[-1][0] + 2):
            starts.append((at, header))
    found = {}
    for (at, header), end in zip(starts, [at for at, _ in starts[1:]] + [len(lines) + 1]):
        name = lines[at - 1].text
        if re.match(r"[a-z]|Location|Ram|Commanding", name) or lines[at - 2].squeezed.endswith(("of", "and", "the", "against")):
            name = f"{lines[at - 2].text} {name}"
        text = "\n".join(line.text for line in lines[at : end - 1])
        found[key(name)] = {"name": name, "page": lines[at - 1].page, "category": key(header[1]), "rarity": values.rarities(spaced(header[2])),
                            "attunement": bool(header[3]), "letters": without_header(text, header[0])}
    return found


def without_header(text: str, header: str) -> str:
    """The letters of an item's text. Pieces are looked for, so that its rows of tables can be left out."""
    return letters(text).replace("|", "\n").replace(values.letters(header), "", 1).replace("\n", "|")


def spaced(squeezed: str) -> str:
    """The rarities parted again."""
    if squeezed.startswith("rarityby"):
        return "varies"
    return re.sub(r"(veryrare|uncommon|common|rare(?!y|i)|legendary|artifact|varies)", lambda name: f" {name[1].replace('veryrare', 'very rare')} ",
                  squeezed)


def weapons(found: dict[str, dict]) -> dict[str, dict]:
    facts = {}
    for name, fact in found.items():
        reach = re.search(r"range (\d+/\d+)", " ".join(fact["properties"]))
        twice = re.search(r"versatile \((\d+d\d+)\)", " ".join(fact["properties"]))
        facts[name] = {
            "name": fact["name"], "page": fact["page"], "damage": (fact["damage"], fact["type"]),
            "properties": sorted(key(re.sub(r" \(.*", "", text)) for text in fact["properties"]), "range": reach[1] if reach else None,
            "two-handed damage": twice[1] if twice else None, "weight": fact["weight"] or 0, "cost": price(fact)}
    return facts


def price(fact: dict) -> float:
    return values.gold(str(fact["cost"][0]), fact["cost"][1])


def armor(found: dict[str, dict]) -> dict[str, dict]:
    return {name: {
        "name": fact["name"], "page": fact["page"], "strength": fact["strength"], "stealth": fact["stealth"], "weight": fact["weight"],
        "armor class": f"{fact['base']}{'dexmodifier' if fact['dex'] else ''}{'max2' if fact['max'] else ''}", "cost": price(fact),
    } for name, fact in found.items()}


def things(found: dict[str, dict], lines: list[Line]) -> dict[str, dict]:
    """What can be carried away; services and meals are in the rules."""
    facts = {}
    for name, fact in found.items():
        described = next((line.page for line in lines if line.squeezed.startswith(f"{squeeze(fact['name'].split(' (')[0])}.")), None)
        if name not in SERVICES:
            facts[name] = {"name": ROWS.get(name, fact["name"]), "page": fact["page"], "described": described,
                           "weight": fact["weight"] or 0, "cost": price(fact)}
    return facts


def classes(pages: list[Page]) -> dict[str, dict]:
    found = {}
    for name, (first, _) in CLASS_PAGES.items():
        text = "".join(line.squeezed for line in lines_of(pages, first, first + 1))
        saves = re.search(r"savingthrows:(\w+),(\w+?)skills:", text)
        found[name] = {"name": name.title(), "page": first, "hit die": re.search(r"hitdice:1(d\d+)per", text)[1],
                       "saves": sorted([saves[1].title(), saves[2].title()])}
    return found


def class_levels(pages: list[Page]) -> dict[str, dict]:
    """Each row of each class table: the numbers behind the features, and the titles of the columns."""
    found = {}
    for name, (first, last) in CLASS_PAGES.items():
        titles, rows = table_of(lines_of(pages, first, last), f"the{name}")
        for level, (page, bonus, rest) in enumerate(rows, 1):
            found[f"{name}{level}"] = {"name": f"{name.title()} {level}", "page": page, "titles": titles, "bonus": bonus,
                                       "columns": values.cells(rest)}
    return found


def table_of(lines: list[Line], title: str) -> tuple[str, list[list]]:
    """The letters of the titles, and the rows. A row goes on until the next begins, the last one until it has
    its numbers."""
    titles, rows, has_columns = "", [], False
    at = next(n for n, line in enumerate(lines) if line.squeezed == title)
    for line in lines[at:]:
        start = LEVEL_ROW.match(line.squeezed)
        if start and int(start[1]) == len(rows) + 1:
            has_columns |= len(rows) > 0 and bool(values.cells(rows[-1][2]))
            rows.append([line.page, int(start[2]), re.sub(r"^\S+ ?(?:st|nd|rd|th) \+ ?\d", "", line.text)])
        elif rows and (len(rows) < 20 or has_columns and not values.cells(rows[-1][2])):
            rows[-1][2] += f" {line.text}"
        elif not rows:
            titles += line.squeezed
    return titles, rows


def features(pages: list[Page]) -> dict[str, dict]:
    """The features that the class tables name, with the level at which each stands first, and the page of its
    description."""
    found: dict[str, dict] = {}
    for name, (first, last) in CLASS_PAGES.items():
        lines = lines_of(pages, first, last)
        _, rows = table_of(lines, f"the{name}")
        titles = {key(line.squeezed): line.page for line in reversed(lines)}
        for level, (page, _, rest) in enumerate(rows, 1):
            for feature in NUMBERS.sub("", squeeze(rest)).split(","):
                if key(feature) and not re.search(r"features?$|improvements?$", feature):
                    entry = {"name": f"{name.title()}: {feature}", "page": titles.get(key(feature), page), "level": level}
                    found.setdefault(key(entry["name"]), entry)
    return found


def named(pages: list[Page]) -> Facts:
    """Races, conditions and the feat, by their titles."""
    races = {}
    for line in lines_of(pages, 3, 7):
        title = re.fullmatch(r"([A-Z][a-z]+(?:-[A-Z][a-z]+)?) Traits", line.text)
        if title and title[1] != "Racial":
            races[key(title[1])] = {"name": title[1], "page": line.page}
    for name, fact in races.items():
        text = "".join(key(line.text) for line in lines_of(pages, fact["page"], fact["page"] + 1)).partition(f"{name}traits")[2]
        fact["speed"] = int(re.search(r"walkingspeedis(\d+)f", text)[1])
        fact["size"] = re.search(r"yoursizeis(small|medium)", text)[1]
    return {"species": races, "conditions": conditions(lines_of(pages, 358, 359)),
            "feats": {"grappler": {"name": "Grappler", "page": 75, "prerequisite": "strength13"}}}


def conditions(lines: list[Line]) -> dict[str, dict]:
    starts = [at for at, line in enumerate(lines) if line.squeezed in values.CONDITIONS]
    ends = [*starts[1:], len(lines)]
    return {lines[at].squeezed: {"name": lines[at].text, "page": lines[at].page,
                                 "letters": letters("\n".join(line.text for line in lines[at + 1 : end]))} for at, end in zip(starts, ends)}
