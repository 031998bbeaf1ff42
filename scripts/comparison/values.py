"""Values in one form, whatever the source that they were written in."""

import re

from .facts_2014 import key, squeeze

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
DAMAGE_TYPES = ("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison", "psychic", "radiant",
                "slashing", "thunder")
CONDITIONS = ("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible", "paralyzed",
              "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious")
SENSES = ("blindsight", "darkvision", "tremorsense", "truesight")
RARITIES = ("very rare", "uncommon", "common", "rare", "legendary", "artifact")
COINS = {"cp": 0.01, "sp": 0.1, "ep": 0.5, "gp": 1, "pp": 10}
FULL = {"strength": "str", "dexterity": "dex", "constitution": "con", "intelligence": "int", "wisdom": "wis", "charisma": "cha"}
INTRODUCTION = re.compile(r"\||usingahigherlevelspellslot|cantripupgrade|athigherlevels")
SAVED = re.compile(rf"(?:makes?|making|succeeds?(?:on)?|succeeding(?:on)?|attempts?|fails?|failed|failing|repeat|passes)(?:an?|its|the|another)?"
                   rf"(?:successful)?(?:dc\d+)?({'|'.join(FULL)})(?:saving|save)")
DEALT = re.compile(rf"\d+(?:[+-]\d+|plusyourspellcastingabilitymodifier|\+yourspellcastingabilitymodifier)?\)?(?:of)?({'|'.join(DAMAGE_TYPES)})damage")


def modifier(score: int) -> int:
    return (score - 10) // 2


def number(text: str) -> float:
    """`10`, `1,320`, `1/2`, `1½` or `2-1/2`."""
    text = text.replace(",", "").replace("½", " 1/2").replace("¼", " 1/4")
    return sum(int(part.partition("/")[0]) / int(part.partition("/")[2] or 1) for part in re.findall(r"\d+(?:/\d+)?", text))


def gold(amount: str, coin: str) -> float:
    return round(number(amount) * COINS[coin.lower()], 4)


def speeds(text: str) -> dict[str, int]:
    """The speeds that a creature always has: the first of each kind."""
    text = squeeze(text)
    found: dict[str, int] = {}
    for way, feet in re.findall(r"(walk|burrow|climb|fly|swim)?[.:]?(\d+)(?:ft|feet)", text):
        found.setdefault(way or "walk", int(feet))
    return {way: feet for way, feet in found.items() if feet} | ({"hover": 1} if "hover" in text else {})


def senses(text: str) -> dict[str, int]:
    return {name: int(feet) for name, feet in re.findall(rf"({'|'.join(SENSES)})(\d+)(?:ft|feet)", squeeze(text))}


def passive_perception(text: str) -> int | None:
    found = re.search(r"passiveperception(\d+)", squeeze(text))
    return int(found[1]) if found else None


def damage_types(text: str | None) -> list[str]:
    """The damage types that a text names, and what weapons they are limited to."""
    text = squeeze(text or "")
    limits = [word for word in ("nonmagical", "silvered", "adamantine", "good") if word in text]
    return [name for name in DAMAGE_TYPES if name in text] + limits


def conditions(text: str | None) -> list[str]:
    return [name for name in CONDITIONS if name in squeeze(text or "")]


def effective_saves(scores: list[int], printed: dict[str, int]) -> dict[str, int]:
    """Every ability's bonus to saves: the printed one, or else the modifier."""
    return {name: printed.get(name, modifier(score)) for name, score in zip(ABILITIES, scores)}


def pieces(text: str, size: int = 24) -> list[str]:
    """Pieces of a text's letters, none of which goes over a `|` or the words that introduce higher levels."""
    return [run[at : at + size] for run in re.split(INTRODUCTION, text) for at in range(0, len(run) - size + 1, size)]


def letters(text: str) -> str:
    """Letters and digits alone, with one spelling of feet."""
    return re.sub(r"feet|foot", "ft", key(text))


def bare_key(name: str) -> str:
    """The key of a name without what stands in parentheses."""
    return key(re.sub(r" \(.*", "", name))


def reach(text: str) -> str:
    return squeeze(text).rstrip("s")


def casting_time(text: str) -> str:
    """Without the trigger of a reaction, and without `or Ritual`."""
    text = re.sub(r",.*|or(?:a)?ritual$", "", squeeze(text))
    return re.sub(r"s$", "", text if text[:1].isdigit() else f"1{text}")


def duration(text: str) -> str:
    return re.sub(r"s$|,?(?:upto)", "", re.sub(r"^concentration,?", "", squeeze(text)))


def saves_asked(letters: str) -> list[str]:
    """The abilities with which the text of a spell asks for saves."""
    return sorted({FULL[name] for name in SAVED.findall(letters)})


def damage_dealt(letters: str) -> list[str]:
    return sorted(set(DEALT.findall(letters)))


def language_names(text: str | None) -> str:
    found = key(text or "")
    return "" if found in ("none", "-") else found


def rarities(text: str) -> list[str]:
    text = " ".join(text.lower().split())
    if "varies" in text:
        return ["varies"]
    found = []
    for name in RARITIES:
        if re.search(rf"\b{name}\b", text):
            found.append(name)
            text = re.sub(rf"\b{name}\b", "", text)
    return sorted(found)


def bonuses(text: str) -> dict[str, int]:
    """`Arcana +6, Animal Handling −1` by key of the name."""
    return {key(name): int(bonus) for name, bonus in re.findall(r"([A-Za-z ]+?)([+-]\d+)", squeeze(text))}


def cells(row: str) -> list[str]:
    """The numbers of a row of a class table, without what stands in parentheses."""
    return [re.sub(r"^d(?=\d)", "1d", found.lower().lstrip("+")) for found in re.findall(r"(?i)\+?\d*d\d+|\+?\d+|unlimited", re.sub(r"\([^)]*\)", "", row))]
