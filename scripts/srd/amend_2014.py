"""Corrects the facts of `tinys_srd`, from which the library has the text of SRD 5.1, by the pages of the book."""

import re

from . import Unexpected
from .facts_2014 import Line, key, squeeze

# Creatures whose stat block has another name on the page, and those that are another creature's in another form.
PRINTED_AS = {"drow": "elfdrow", "deepgnomesvirfneblin": "gnomedeepsvirfneblin"}
VARIANTS = {"giantratdiseased": "giantrat", "swarmofbeetles": "swarmofinsects", "swarmofcentipedes": "swarmofinsects",
            "swarmofspiders": "swarmofinsects", "swarmofwasps": "swarmofinsects"}
SKILLS = {"sleightofhand": "Sleight of Hand", "animalhandling": "Animal Handling"}
RATINGS = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}
# Sorts of attacks that stat blocks name, as the page has them.
ATTACKS = ["bludgeoning, piercing, and slashing from nonmagical attacks",
           "bludgeoning, piercing, and slashing from nonmagical attacks that aren't silvered",
           "bludgeoning, piercing, and slashing from nonmagical attacks that aren't adamantine",
           "bludgeoning, piercing, and slashing from nonmagical attacks not made with silvered weapons",
           "piercing and slashing from nonmagical attacks that aren't adamantine",
           "piercing from magic weapons wielded by good creatures"]
# Subclasses by the heading on their page.
SUBCLASSES = {"berserker": "Path of the Berserker", "lore": "College of Lore", "life": "Life Domain", "land": "Circle of the Land",
              "open-hand": "Way of the Open Hand", "devotion": "Oath of Devotion", "draconic": "Draconic Bloodline",
              "fiend": "The Fiend", "evocation": "School of Evocation"}
# Numbers and names within stat blocks that the page has otherwise: page, creature, section, wrong, right.
IN_TEXTS = [
    (302, "adult-silver-dragon", "legendary_actions", "DC 22", "DC 21"),
    (311, "ghast", "special_abilities", "Turn Defiance", "Turning Defiance"),
    (321, "harpy", "actions", "the must move on its turn toward the harpy by the most direct route. It",
     "the target must move on its turn toward the harpy by the most direct route, trying to get within 5 feet. It"),
    (321, "harpy", "actions", "the harpy, a target can repeat the saving throw. A creature can", "the harpy, the target can repeat the saving throw. A charmed target can"),
    (321, "harpy", "actions", "If a creature's saving throw is", "If the saving throw is"),
    (324, "kraken", "actions", "+7 to hit, reach 5", "+17 to hit, reach 5"),
    (324, "kraken", "actions", "+7 to hit, reach 30", "+17 to hit, reach 30"),
    (348, "gynosphinx", "actions", "+9 to hit", "+8 to hit"),
    (393, "wolf", "special_abilities", "on an attack roll against", "on attack rolls against"),
    (396, "assassin", "special_abilities", "13 (4d6)", "14 (4d6)"),
]
# The number of facts that differ; another number means that a source changed.
AMENDMENTS = 168


class Vocabulary:
    """The words of the converted text, by which words that the page's text layer broke are joined."""

    def __init__(self, files: dict[str, list[dict]]):
        text = " ".join(str(objects) for objects in files.values())
        self.words = {word.lower() for word in re.findall(r"[A-Za-z]+", text)}

    def join(self, text: str) -> str:
        """Two pieces are one word if they are one together and not both words by themselves."""
        words = text.split(" ")
        joined = [words[0]]
        for word in words[1:]:
            last, bare = re.sub(r"\W", "", joined[-1]).lower(), re.sub(r"\W", "", word).lower()
            broken = last + bare in self.words and not (self.is_word(last) and self.is_word(bare))
            if broken or joined[-1].endswith("-") or word.startswith("-"):
                joined[-1] += word
            else:
                joined.append(word)
        return " ".join(joined)

    def is_word(self, word: str) -> bool:
        return word in self.words and (len(word) > 1 or word in ("a", "i") or word.isdigit())


class Amender:
    """Sets facts, and keeps a list of what it changed."""

    def __init__(self, files: dict[str, list[dict]]):
        self.words = Vocabulary(files)
        self.made: list[dict] = []

    def set(self, file: str, owner: dict, place: dict, field: str, right, page: int) -> None:
        wrong = place.get(field)
        if wrong == right:
            return
        place[field] = right
        self.made.append({"page": page, "file": file, "index": owner["index"], "field": field, "from": wrong, "to": right})

    def spell(self, spell: dict, fact: dict) -> None:
        page, file = fact["page"], "Spells"
        if spell["school"]["name"].lower() != fact["school"]:
            school = fact["school"]
            right = {"index": school, "name": school.capitalize(), "url": f"/api/magic-schools/{school}"}
            self.set(file, spell, spell, "school", right, page)
        classes = [{"index": name.lower(), "name": name, "url": f"/api/classes/{name.lower()}"} for name in sorted(fact["classes"])]
        if {found["name"] for found in spell["classes"]} != set(fact["classes"]):
            self.set(file, spell, spell, "classes", classes, page)
        printed = {name: self.words.join(text) if text else None for name, text in fact["printed"].items()}
        if squeeze(spell["range"]) != fact["range"]:
            self.set(file, spell, spell, "range", printed["range"], page)
        if fact["material"] and key(fact["material"]) != key(spell.get("material") or ""):
            material = printed["material"]
            self.set(file, spell, spell, "material", material[0].upper() + material[1:], page)
        if fact["duration"] and "concentration" not in fact["duration"] and squeeze(spell["duration"]) != fact["duration"]:
            self.set(file, spell, spell, "duration", printed["duration"], page)
        elif fact["duration"] and fact["duration"].startswith("concentration,"):
            lasts = re.sub(r"(?i)^concentration, ?", "", printed["duration"])
            if squeeze(lasts) != squeeze(spell["duration"]):
                self.set(file, spell, spell, "duration", lasts[0].upper() + lasts[1:], page)

    def creature(self, creature: dict, fact: dict, form: bool) -> None:
        page, file = fact["page"], "Monsters"
        for field, right in (("hit_points", fact["hit_points"]), ("xp", fact["xp"]),
                             ("challenge_rating", RATINGS.get(fact["cr"]) or int(fact["cr"]))):
            self.set(file, creature, creature, field, right, page)
        if squeeze(creature["hit_points_roll"]) != fact["hit_dice"]:
            self.set(file, creature, creature, "hit_points_roll", fact["hit_dice"], page)
        if squeeze(creature["alignment"]) != fact["alignment"]:
            self.set(file, creature, creature, "alignment", fact["alignment"], page)
        if not form:
            if fact["armor_class"] not in [armor["value"] for armor in creature["armor_class"]]:
                self.set(file, creature, creature["armor_class"][0], "value", fact["armor_class"], page)
            self.speeds(creature, fact, page)
        if fact["passive"] is not None:
            self.set(file, creature, creature["senses"], "passive_perception", fact["passive"], page)
        self.senses(creature, fact, page)
        self.skills(creature, fact, page)
        self.defences(creature, fact, page)

    def speeds(self, creature: dict, fact: dict, page: int) -> None:
        for way in ("walk", "burrow", "climb", "fly", "swim"):
            feet = fact["speed"].get(way, 0)
            if feet != int(re.match(r"\d+", str(creature["speed"].get(way, "0")))[0]):
                if feet:
                    self.set("Monsters", creature, creature["speed"], way, f"{feet} ft.", page)
                else:
                    self.drop(creature, creature["speed"], way, page)

    def senses(self, creature: dict, fact: dict, page: int) -> None:
        for sense in ("blindsight", "darkvision", "tremorsense", "truesight"):
            feet, has = fact["senses"].get(sense), creature["senses"].get(sense)
            if feet and not has:
                self.set("Monsters", creature, creature["senses"], sense, f"{feet} ft.", page)
            elif has and not feet:
                self.drop(creature, creature["senses"], sense, page)

    def skills(self, creature: dict, fact: dict, page: int) -> None:
        has = {key(found["proficiency"]["name"].removeprefix("Skill: ")) for found in creature["proficiencies"]}
        for name, bonus in fact["skills"].items():
            if name not in has:
                title = SKILLS.get(name, name.capitalize())
                index = f"skill-{title.lower().replace(' ', '-')}"
                right = {"value": bonus, "proficiency": {"index": index, "name": f"Skill: {title}", "url": f"/api/proficiencies/{index}"}}
                creature["proficiencies"].append(right)
                self.made.append({"page": page, "file": "Monsters", "index": creature["index"], "field": f"skill {title}",
                                  "from": None, "to": bonus})

    def defences(self, creature: dict, fact: dict, page: int) -> None:
        for field, printed in fact["defences"].items():
            if field == "condition_immunities":
                right = [{"index": name, "name": name.capitalize(), "url": f"/api/conditions/{name}"} for name in printed.split(",")]
                same = sorted(name["index"] for name in right) == sorted(name["index"] for name in creature[field])
            else:
                right = [kind for part in printed.split(";") for kind in self.kinds_of_damage(part)]
                same = sorted(map(squeeze, right)) == sorted(map(squeeze, creature[field]))
            if not same:
                self.set("Monsters", creature, creature, field, right, page)

    def kinds_of_damage(self, printed: str) -> list[str]:
        """`cold,fire` are two kinds; a sort of attacks is one."""
        attacks = next((words for words in ATTACKS if squeeze(words) == printed), None)
        return [attacks] if attacks else printed.split(",")

    def subclasses(self, files: dict[str, list[dict]], lines: list[Line]) -> None:
        """Subclasses have the names that head their descriptions."""
        for subclass in files["Subclasses"]:
            right = SUBCLASSES.get(subclass["index"], subclass["name"])
            page = next((line.page for line in lines if line.squeezed == squeeze(right)), None)
            if page is None:
                raise Unexpected(f"SRD 5.1: no page has the heading “{right}”")
            self.set("Subclasses", subclass, subclass, "name", right, page)
        named = [holder["subclass"] for file in ("Features", "Levels") for holder in files[file] if holder.get("subclass")]
        named += [subclass for one in files["Classes"] for subclass in one["subclasses"]]
        for subclass in named:
            subclass["name"] = SUBCLASSES.get(subclass["index"], subclass["name"])

    def drop(self, creature: dict, place: dict, field: str, page: int) -> None:
        wrong = place.pop(field)
        self.made.append({"page": page, "file": "Monsters", "index": creature["index"], "field": field, "from": wrong, "to": None})

    def in_texts(self, creatures: dict[str, dict]) -> None:
        for page, index, section, wrong, right in IN_TEXTS:
            parts = [part for part in creatures[index][section] if wrong in f"{part['name']} {part['desc']}"]
            if len(parts) != 1:
                raise Unexpected(f"{len(parts)} {section} of {index} hold “{wrong}”, which page {page} of SRD 5.1 corrects")
            for field in ("name", "desc"):
                self.set("Monsters", creatures[index], parts[0], field, parts[0][field].replace(wrong, right), page)

    def weapon(self, weapon: dict, fact: dict) -> None:
        if fact["damage"] and weapon["damage"]["damage_type"]["index"] != fact["type"]:
            kind = fact["type"]
            right = {"index": kind, "name": kind.capitalize(), "url": f"/api/damage-types/{kind}"}
            self.set("Equipment", weapon, weapon["damage"], "damage_type", right, fact["page"])
            if "two_handed_damage" in weapon:
                self.set("Equipment", weapon, weapon["two_handed_damage"], "damage_type", right, fact["page"])


def stat_block_of(creature: dict, facts: dict[str, dict]) -> tuple[dict, bool]:
    """The stat block on the page, and whether the creature is only a form of it."""
    name = key(creature["name"])
    exact = PRINTED_AS.get(name, name)
    if exact in facts:
        return facts[exact], False
    other = VARIANTS.get(name) or key(creature["name"].split(",")[0])
    if other not in facts:
        raise Unexpected(f"SRD 5.1 has no stat block for “{creature['name']}”")
    return facts[other], True


def amend(files: dict[str, list[dict]], spells: dict, creatures: dict, weapons: dict, lines: list[Line]) -> list[dict]:
    """Corrects the objects where they stand; returns what was changed."""
    amender = Amender(files)
    for spell in files["Spells"]:
        if key(spell["name"]) not in spells:
            raise Unexpected(f"SRD 5.1 has no spell “{spell['name']}” on its pages")
        amender.spell(spell, spells[key(spell["name"])])
    for creature in files["Monsters"]:
        amender.creature(creature, *stat_block_of(creature, creatures))
    amender.subclasses(files, lines)
    amender.in_texts({creature["index"]: creature for creature in files["Monsters"]})
    for thing in files["Equipment"]:
        if key(thing["name"]) in weapons and "damage" in thing:
            amender.weapon(thing, weapons[key(thing["name"])])
    if len(amender.made) != AMENDMENTS:
        raise Unexpected(f"the pages of SRD 5.1 correct {len(amender.made)} facts of tinys_srd instead of {AMENDMENTS}")
    return amender.made
