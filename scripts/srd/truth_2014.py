"""SRD 5.1 as the starter has it against the pages of the book."""

import re

from .amend_2014 import RATINGS, stat_block_of
from .facts_2014 import key, squeeze
from .truth import Comparison

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
NUMBERS = re.compile(r"[+-]\d+ to hit|\d*d\d+(?: ?[+−-] ?\d+)?|DC \d+|range \d+/\d+|\d[\d,]*[- ]?(?:foot|feet|ft|miles?|minutes?|hours?|gp|pounds)")
WAYS = ("walk", "burrow", "climb", "fly", "swim")


def compare(files: dict[str, list[dict]], spells: dict, creatures: dict, weapons: dict, armor: dict, priced: dict,
            comparison: Comparison) -> None:
    for found in files["Spells"]:
        fact = spells[key(found["name"])]
        for what, (right, here) in spell(fact, found).items():
            comparison.compare("spells", what, {**fact, "name": found["name"]}, right, here)
    for found in files["Monsters"]:
        fact, form = stat_block_of(found, creatures)
        for what, (right, here) in creature(fact, found, form).items():
            comparison.compare("creatures", what, {**fact, "name": found["name"]}, right, here)
    things = {key(found["name"]): found for found in files["Equipment"]}
    for family, facts, fields in (("weapons", weapons, weapon), ("armor", armor, suit), ("things", priced, thing)):
        for name, fact in facts.items():
            found = things.get(name) or things.get(f"{name}armor")
            for what, (right, here) in fields(fact, found).items() if found else ():
                comparison.compare(family, what, fact, right, here)


def not_printed(text: str, printed: str) -> list[str]:
    """Numbers of a text that the page does not have: bonuses, dice, difficulties, distances, times, prices."""

    def plain(words: str) -> str:
        return re.sub(r"feet|foot", "ft", re.sub(r"[-–]", "", squeeze(words)))

    return [number for number in NUMBERS.findall(text) if plain(number) not in plain(printed)]


def spell(fact: dict, found: dict) -> dict[str, tuple]:
    lasts = re.sub(r"^concentration,?", "", fact["duration"] or "")
    pairs = {
        "level": (fact["level"], found["level"]),
        "school": (fact["school"], found["school"]["name"].lower()),
        "ritual": (fact["ritual"], found["ritual"]),
        "casting time": (re.sub(r",.*", "", fact["casting_time"]), squeeze(found["casting_time"])),
        "range": (fact["range"], squeeze(found["range"])),
        "components": (sorted(filter(None, fact["components"])), sorted(part.lower() for part in found["components"])),
        "material": (key(fact["material"] or ""), key(found.get("material") or "")),
        "classes": (sorted(fact["classes"]), sorted(name["name"] for name in found["classes"])),
    }
    text = " ".join(found["desc"] + (found.get("higher_level") or []))
    pairs["numbers in the text"] = [], not_printed(text, fact["text"])
    if fact["duration"]:
        pairs["duration"] = lasts, squeeze(found["duration"])
        pairs["concentration"] = fact["duration"].startswith("concentration"), found["concentration"]
    return pairs


def creature(fact: dict, found: dict, form: bool) -> dict[str, tuple]:
    bonuses = [(part["proficiency"], part["value"]) for part in found["proficiencies"]]
    pairs = {
        "hit points": (fact["hit_points"], found["hit_points"]),
        "hit dice": (fact["hit_dice"], squeeze(found["hit_points_roll"])),
        "challenge": (RATINGS.get(fact["cr"]) or int(fact["cr"]), found["challenge_rating"]),
        "experience": (fact["xp"], found["xp"]),
        "abilities": (fact["abilities"], [found[name] for name in ABILITIES]),
        "saves": (fact["saves"], {name["index"][-3:]: bonus for name, bonus in bonuses if "saving-throw" in name["index"]}),
        "skills": (fact["skills"], {key(name["name"].removeprefix("Skill: ")): bonus for name, bonus in bonuses
                                    if name["index"].startswith("skill")}),
        "passive perception": (fact["passive"], found["senses"].get("passive_perception")),
        "senses": (fact["senses"], {name: int(re.match(r"\d+", feet)[0]) for name, feet in found["senses"].items()
                                    if name != "passive_perception"}),
        "size": (fact["size"], found["size"].lower()),
        "alignment": (fact["alignment"], squeeze(found["alignment"])),
    }
    parts = [part for name in ("special_abilities", "actions", "reactions", "legendary_actions") for part in found.get(name) or []]
    pairs["numbers in the text"] = [], not_printed(" ".join(part["desc"] for part in parts), fact["text"])
    if not form:
        pairs["named parts"] = [], [part["name"] for part in parts if squeeze(part["name"].split(" (")[0]) not in fact["text"]]
        pairs["armor class"] = True, fact["armor_class"] in [armor["value"] for armor in found["armor_class"]]
        pairs["speed"] = ({way: feet for way, feet in fact["speed"].items() if feet},
                          {way: int(re.match(r"\d+", feet)[0]) for way, feet in found["speed"].items()
                           if way in WAYS and not feet.startswith("0")})
    return pairs


def weapon(fact: dict, found: dict) -> dict[str, tuple]:
    dealt = found.get("damage", {})
    ranges = [re.search(r"range (\d+)/(\d+)", name) for name in fact["properties"]]
    reach = next(((int(span[1]), int(span[2])) for span in ranges if span), None)
    thrown = found.get("throw_range") or (found["range"] if found["range"].get("long") else None)
    return {
        **thing(fact, found),
        "damage": ((fact["damage"], fact["type"]), (dealt.get("damage_dice"), dealt.get("damage_type", {}).get("index"))),
        "properties": (sorted(re.sub(r" \(.*", "", name) for name in fact["properties"]),
                       sorted(name["index"] for name in found["properties"] if name["index"] != "monk")),
        "range": (reach, (thrown["normal"], thrown["long"]) if thrown else None),
    }


def suit(fact: dict, found: dict) -> dict[str, tuple]:
    gives = found["armor_class"]
    return {
        **thing(fact, found),
        "armor class": ((fact["base"], fact["dex"], fact["max"]), (gives["base"], gives["dex_bonus"], gives.get("max_bonus"))),
        "strength": (fact["strength"], found["str_minimum"]),
        "stealth": (fact["stealth"], found["stealth_disadvantage"]),
    }


def thing(fact: dict, found: dict) -> dict[str, tuple]:
    return {"cost": (fact["cost"], (found["cost"]["quantity"], found["cost"]["unit"])),
            "weight": (fact["weight"] or 0, found.get("weight") or 0)}
