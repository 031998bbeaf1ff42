"""Objects of a book as records: the entries of the library as their fields and their text, in the form of
entries that users write (`OwnEntry` in crates/content/src/model/own.rs), each with its slug and page. What
the fields say is not in the text."""

import re

from .record import block, blocks, fact_list, in_levels, level_table, listed, named, part, record
from .records_of_items import READERS as ITEMS

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
GLOSSARY = "Rules Glossary"
UNITS = {"action", "bonus action", "reaction", "minute", "hour", "round", "turn", "day", "week"}


def make_records(files: dict[str, list[dict]]) -> list[dict]:
    """Every record of a book. The order decides which of two equal slugs is numbered."""
    made = []
    for name, read in READERS.items():
        for found in files.get(name, []):
            made += read(found, files)
    return made


def spell(found: dict, _: dict) -> list[dict]:
    same = ("level", "school", "range", "components", "material", "duration", "concentration", "ritual", "classes", "higher_level")
    fields = {key: found.get(key) for key in same} | {
        "casting_time": casting_time(found["casting_time"]), "reaction_condition": found.get("trigger"),
        "damage_types": [damage.lower() for damage in found.get("damage_types") or []],
        "saving_throw": (found.get("saving_throw") or "").lower(), "attack_roll": found.get("attack_roll"),
    }
    return record("spell", found, fields, found["text"])


def casting_time(printed: str) -> str:
    """`1 action` for `Action`, `10 minutes`, and what is neither as it is printed, in small letters."""
    time = printed.lower().replace("-", " ").split(",")[0]
    number, unit = re.match(r"(\d*)(.*)", time).groups()
    unit = unit.strip()
    if unit.rstrip("s") not in UNITS:
        return time.strip()
    return f"{number or 1} {unit.rstrip('s')}{'' if (number or '1') == '1' else 's'}"


def creature(found: dict, _: dict) -> list[dict]:
    same = ("size", "type", "alignment", "armor_class", "hit_points", "speed", "proficiency_bonus", "skills", "damage_immunities",
            "condition_immunities", "traits", "actions", "bonus_actions", "reactions", "legendary_text")
    scores = found["abilities"]
    passive = f"Passive Perception {found['passive_perception']}" if found.get("passive_perception") else ""
    fields = {key: found.get(key) for key in same} | {
        "challenge_rating": found.get("cr"), "experience_points": found.get("xp"), "lair_experience_points": found.get("lair_xp"),
        "subtype": subtype(found), "armor_detail": found.get("armor_class_text"),
        "hit_dice": (found.get("hit_dice") or "").replace(" ", "") or found.get("hit_points_text"),
        "initiative_bonus": found.get("initiative"), "legendary_actions": found.get("legendary_uses"),
        "legendary_parts": found.get("legendary_actions"),
        "ability_scores": {name: scores[name]["score"] for name in ABILITIES} if all(name in scores for name in ABILITIES) else None,
        "saving_throws": saving_throws(scores) | (found.get("saves") or {}),
        "damage_vulnerabilities": found.get("vulnerabilities"), "damage_resistances": found.get("resistances"),
        "gear": listed(found, "gear"), "senses": "; ".join(filter(None, [found.get("senses"), passive])),
        "languages": found["languages"] if found["languages"] != "—" else None,
    }
    told = [
        found.get("of") and f"This stat block belongs to {found['of']}.",
        found.get("cr_text") and f"Challenge rating: {found['cr_text']}.",
        # A skill in words does not fit a field of numbers.
        found.get("skills_text") and f"Skills: {found['skills_text']}.",
        found.get("text"),
        found.get("variants") and f"Other forms: {listed(found, 'variants', '; ')}",
    ]
    return record("creature", found, fields, blocks(*told))


def saving_throws(scores: dict) -> dict[str, int]:
    """The proficiencies: a page of 2024 has a bonus for every ability, and those count that differ from the
    modifier."""
    proficient = {name: of["save"] for name, of in scores.items() if of.get("save") not in (None, of.get("modifier"))}
    return {name.capitalize(): proficient[name] for name in ABILITIES if name in proficient}


def subtype(found: dict) -> str:
    """`Devil`, or `Swarm of Tiny Beasts`."""
    plural = found["type"] if found["type"] == "Undead" else f"{found['type']}s"
    swarm = [f"Swarm of {found['swarm_of']} {plural}"] if found.get("swarm_of") else []
    return ", ".join(swarm + (found.get("tags") or []))


def class_(found: dict, files: dict) -> list[dict]:
    own = features_of(files, lambda feature: feature["class"] == found["name"] and not feature.get("subclass"))
    fields = {key: found.get(key) for key in ("hit_die", "saving_throws", "spellcasting_ability")}
    fields["features"] = [feature["name"] for feature in own]
    notes = [named(label, text) for label, text in (found.get("becoming") or {}).items()]
    told = [found.get("text"), fact_list((found.get("traits") or {}).items()), block("Levels", level_table(found)),
            *notes, spell_list(found), *map(part, own)]
    return record("class", found, fields, blocks(*told))


def subclass(found: dict, files: dict) -> list[dict]:
    own = features_of(files, lambda feature: feature.get("subclass") == found["name"])
    fields = {"parent": found["class"], "level": min((level for feature in own for level in feature["levels"][:1]), default=None),
              "features": [feature["name"] for feature in own]}
    tagline = f"*{found['tagline']}*" if found.get("tagline") else ""
    return record("subclass", found, fields, blocks(tagline, found.get("text"), *map(part, own)))


def feature_(found: dict, files: dict) -> list[dict]:
    options = [option["name"] for option in options_of(files, found)]
    levels = levels_of(found)
    fields = {"subtype": found.get("option_of"), "parent": found.get("subclass") or found["class"], "level": next(iter(levels), None),
              "prerequisite": found.get("prerequisite"), "features": options}
    told = [found["text"], len(levels) > 1 and named("Gained at", f"{in_levels(levels)}."),
            found.get("cost") and named("Cost", found["cost"]), options and named("Options", "; ".join(options))]
    return record("class-option", found, fields, blocks(*told), owner=found["class"])


def features_of(files: dict, is_of) -> list[dict]:
    """Features by level, each with its options. Those with the same text are one that grows: `Brutal
    Critical (1 die)` and
    `Brutal Critical (2 dice)` are `Brutal Critical` of two levels."""
    own = [feature for feature in files["features"] if not feature.get("option_of") and is_of(feature)]
    grown: list[dict] = []
    for feature in sorted(own, key=lambda feature: next(iter(levels_of(feature)), 0)):
        other = next((other for other in grown if feature["text"] and other["text"] == feature["text"]), None)
        if other:
            other["levels"] += levels_of(feature)
            other["name"] = other["name"].split(" (")[0]
            continue
        # The options of some are rows of a table in its text.
        options = [option for option in options_of(files, feature) if not option["text"].startswith("|")]
        grown.append({"name": feature["name"], "levels": levels_of(feature), "text": feature["text"],
                      "options": [option_text(option) for option in options]})
    return grown


def options_of(files: dict, feature: dict) -> list[dict]:
    # An `Eldritch Invocation` is one of the `Eldritch Invocations`.
    names = {feature["name"], feature["name"].removesuffix("s")}
    return [option for option in files["features"] if option.get("option_of") in names and option["class"] == feature["class"]]


def option_text(option: dict) -> str:
    asked = f"*Prerequisite: {option['prerequisite']}.* " if option.get("prerequisite") else ""
    cost = f"*Cost: {option['cost']}.* " if option.get("cost") else ""
    return named(option["name"], f"{asked}{cost}{option['text']}")


def levels_of(feature: dict) -> list[int]:
    return list(feature.get("levels") or ([feature["level"]] if feature.get("level") else []))


def spell_list(found: dict) -> str:
    """The spells of a class by level."""
    lines = []
    for level in range(10):
        names = [spell["name"] for spell in found.get("spells") or [] if spell["level"] == level]
        if names:
            lines.append(f"- **{f'Level {level}' if level else 'Cantrips'}** {', '.join(names)}")
    return named(f"{found['name']} Spell List", "\n".join(lines)) if lines else ""


def species(found: dict, _: dict) -> list[dict]:
    """A species or one of its subraces. The book of 2014 prints facts such as `Languages` among the
    traits."""
    printed = {it["name"] for it in found["traits"]}
    speed = found.get("speed")
    facts = {"Creature Type": found.get("creature_type"), "Size": found.get("size"), "Speed": speed and f"{speed} feet"}
    parts = [named(name, value) for name, value in facts.items() if value and name not in printed]
    parts += [named(it["name"], it["text"]) for it in found["traits"]]
    fields = {"size": found.get("size"), "speed": speed, "parent": found.get("subrace_of"),
              "features": [it["name"] for it in found["traits"] if not it.get("fact")]}
    return record("subrace" if found.get("subrace_of") else "race", found, fields, blocks(found.get("text"), *parts))


def trait(found: dict, _: dict) -> list[dict]:
    return record("trait", found, {"parent": ", ".join(found["of"])}, found["text"], owner=found["of"][0])


def background(found: dict, _: dict) -> list[dict]:
    feature = found.get("feature") or {}
    feat = found.get("feat") or ""
    parts = {
        "Ability Scores": listed(found, "ability_scores"), "Feat": feat, "Skill Proficiencies": listed(found, "skills"),
        "Tool Proficiency": found.get("tool"), "Languages": listed(found, "languages"), "Equipment": found.get("equipment"),
        f"Feature: {feature.get('name')}": feature.get("text"), "Suggested Characteristics": found.get("characteristics"),
    }
    gives = feature.get("name") or feat.split(" (see")[0]
    text = blocks(found.get("text"), *(named(name, value) for name, value in parts.items() if value))
    return record("background", found, {"features": [gives]}, text)


def feat_(found: dict, _: dict) -> list[dict]:
    sort = f"{found['category']} Feat" if found.get("category") else None
    again = found.get("repeatable") and "***Repeatable" not in found["text"]
    text = blocks(sort and f"*{sort}*", found["text"], again and named("Repeatable", "You can take this feat more than once."))
    return record("feat", found, {"subtype": sort, "prerequisite": found.get("prerequisite")}, text)


def condition(found: dict, _: dict) -> list[dict]:
    """The newer book has them in its glossary."""
    return record("condition", found, {"section": found.get("tag") and GLOSSARY}, found["text"])


def definition(found: dict, _: dict) -> list[dict]:
    """A term of the glossary. Its tag is part of the printed name: `Hide [Action]`."""
    tag = found.get("tag")
    return record("rule", found, {"section": GLOSSARY, "category": tag}, blocks(tag and f"*{found['name']} [{tag}]*", found["text"]))


def section(found: dict, files: dict) -> list[dict]:
    """A chapter or a section of any depth, with the names of its sections, unless it only describes an
    item, such as a poison."""
    if found.get("cost") and any(item["name"] == found["name"] for item in files["items"]):
        return []
    sections = block("Sections", "\n".join(f"- {name}" for name in found.get("sections") or []))
    under = f"*{found['under']}*" if found.get("under") else ""
    text = blocks(under, found.get("cost") and fact_list([("Price", found["cost"])]), found["text"], sections)
    above = found.get("section") or place_of(found, files)
    return record("rule", found, {"section": above}, text, owner=above or "")


def place_of(found: dict, files: dict) -> str | None:
    """The section by which a rule is filtered: its chapter, or the second-level section in it, such as
    `Combat`."""
    chapter, place = found.get("chapter"), found.get("parent")
    if not chapter or not place:
        return None
    while found["depth"] > 2:
        parent = next((it for it in files["rules"] if it.get("chapter") == chapter and it["name"] == place), {}).get("parent")
        if not parent or parent in (chapter, place):
            break
        place = parent
    return place


def weapon_property(found: dict, _: dict) -> list[dict]:
    return record("weapon-property", found, {"category": found.get("category")}, found.get("text") or "")


def reference(found: dict, _: dict) -> list[dict]:
    """An entry of a short list: an ability, a skill, an alignment, a language …"""
    facts = [("Ability", found.get("ability")), ("Type", found.get("category")), ("Typical Speakers", found.get("speakers")),
             ("Script", found.get("script")), ("Classes", listed(found, "classes")), ("Races", listed(found, "races")),
             ("Skills", listed(found, "skills")), ("Score Measures", found.get("measures")), ("Ability Checks", found.get("checks")),
             ("Saving Throws", found.get("saves"))]
    fields = {"ability_score": found.get("ability"), "abbreviation": found.get("abbreviation"), "category": found.get("category")}
    return record(found["kind"], found, fields, blocks(fact_list(facts), found.get("text")))


# By file, in the order in which their entries get slugs.
READERS = {
    "spells": spell, "creatures": creature, **ITEMS, "classes": class_, "subclasses": subclass, "features": feature_, "species": species,
    "traits": trait, "backgrounds": background, "feats": feat_, "conditions": condition, "glossary": definition, "rules": section,
    "weapon-properties": weapon_property, "reference": reference,
}
