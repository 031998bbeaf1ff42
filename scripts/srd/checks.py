"""Checks of the objects before they are written: their number, their fields, and clean texts."""

import re

from . import Unexpected

# The number of objects of each file.
COUNTS = {
    "spells": 339, "creatures": 336, "magic-items": 258, "weapons": 38, "armor": 13, "items": 210, "classes": 12,
    "subclasses": 12, "features": 270, "species": 9, "backgrounds": 4, "feats": 17, "conditions": 15, "glossary": 140,
    "weapon-properties": 18, "reference": 87,
}
# The fields that every object of a file must have.
NEEDED = {
    "spells": ("level", "school", "classes", "casting_time", "range", "components", "duration", "text"),
    "creatures": ("size", "type", "alignment", "speed", "abilities", "passive_perception", "languages"),
    "magic-items": ("category", "rarity", "attunement", "text"),
    "weapons": ("damage_dice", "damage_type", "mastery", "weight_lb", "cost_gp"),
    "armor": ("armor_class", "weight_lb", "cost_gp"),
    "items": ("category", "cost"),
    "classes": ("hit_die", "saving_throws", "levels", "traits"),
    "features": ("class", "text"),
    "conditions": ("text",), "glossary": ("text",), "feats": ("category", "text"), "weapon-properties": ("text",),
}
# Patterns that no text may contain.
FORBIDDEN = re.compile(r"\[\[|&amp;|@UUID|[a-z] -\n|####|¶|�|\w  \w|[a-z]- (?!and |or )[a-z]|\d ,\d| [.,;]|“ |\( "
                       r"|(?:Wondrous Item|Weapon|Armor|Ring|Potion|Staff|Wand|Rod)(?: \([^)]*\))?, (?:Common|Uncommon|Rare|Very Rare|Legendary)"
                       r"|(?:Level \d [A-Z]\w+|[A-Z]\w+ Cantrip) \([A-Z]|Casting Time:|MOD SAVE")


# Spells whose page names a class that does not list them.
LISTED_SO = {"Mind Spike": {"Sorcerer"}, "Phantasmal Force": {"Bard", "Sorcerer", "Wizard"}}


def check(files: dict[str, list[dict]]) -> None:
    """Raises on the first thing that is wrong."""
    for name, count in COUNTS.items():
        if len(files[name]) != count:
            raise Unexpected(f"{name}: there are {len(files[name])} instead of {count}")
    for name, objects in files.items():
        for found in objects:
            where = f"{name}, “{found.get('name')}”, page {found.get('page')}"
            missing = [key for key in ("name", "page", *NEEDED.get(name, ())) if found.get(key) in (None, "", [])]
            if missing and not excused(found, missing):
                raise Unexpected(f"{where}: {missing} is missing")
            for text in texts(found):
                check_text(text, where)
    check_spell_lists(files)
    check_names(files)


def excused(found: dict, missing: list[str]) -> bool:
    """What depends on a spell or its caster has no number of its own."""
    return "of" in found and set(missing) <= {"armor_class", "hit_points"} or missing == ["attunement"] or missing == ["level"]


def texts(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts(inner)]
    return [text for inner in value for text in texts(inner)] if isinstance(value, list) else []


def check_text(text: str, where: str) -> None:
    wrong = FORBIDDEN.search(text)
    if wrong:
        raise Unexpected(f"{where}: “{text[max(0, wrong.start() - 20):wrong.end() + 20]}” is not clean")
    for word in re.findall(r"[A-Za-z]{2,}(?=[^A-Za-z]|$)", text):
        if re.search(r"[a-z][A-Z]", word) and not re.fullmatch(r"(?:Mc|Mac)[A-Z]\w+", word):
            raise Unexpected(f"{where}: “{word}” is not a word")


def check_spell_lists(files: dict[str, list[dict]]) -> None:
    """The spell lists of classes and the classes of spells are printed apart and must agree."""
    by_spell: dict[str, set[str]] = {}
    for found in files["classes"]:
        for spell in found["spells"]:
            by_spell.setdefault(spell["name"], set()).add(found["name"])
    for spell in files["spells"]:
        listed = by_spell.pop(spell["name"], set())
        if listed ^ set(spell["classes"]) != LISTED_SO.get(spell["name"], set()):
            raise Unexpected(f"the spell “{spell['name']}”, page {spell['page']}, is of {spell['classes']}, but listed by {sorted(listed)}")
    if by_spell:
        raise Unexpected(f"spell lists name spells that do not exist: {sorted(by_spell)}")


def check_names(files: dict[str, list[dict]]) -> None:
    for name in ("spells", "creatures", "magic-items", "weapons", "armor", "classes", "subclasses", "species", "feats"):
        names = [found["name"] for found in files[name]]
        double = {other for other in names if names.count(other) > 1}
        if double:
            raise Unexpected(f"{name}: {sorted(double)} is there twice")
