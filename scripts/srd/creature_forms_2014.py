"""Entries of SRD 5.1 for the forms of shapechangers and for the variants in boxes, made of the printed stat
blocks.

Each has the words of its stat block, and of the box, as far as they are about it.
"""

import re

from . import Unexpected
from .creatures import append

SIZES = r"(?:Tiny|Small|Medium|Large|Huge|Gargantuan)"
# The forms of shapechangers: what an entry is called, and the word for the form in the stat block.
FORMS = {**{f"Were{animal}": {animal.title(): animal, "Human": "humanoid", "Hybrid": "hybrid"}
            for animal in ("bear", "boar", "rat", "tiger", "wolf")},
         "Vampire": {"Bat": "bat", "Mist": "mist", "Vampire": "vampire"}}
FEATURES = ("traits", "actions", "reactions", "legendary_actions")
WAYS = {"walking": "", "burrowing": "burrow", "climbing": "climb", "flying": "fly", "swimming": "swim"}
ARMOR_CLASS = re.compile(r"(\d+)(?: \(([^)]+)\))? in ([a-z ]+) form")
NAMED = re.compile(r"\*\*\*(.+?)\.\*\*\* (.+)", re.DOTALL)


def with_variants(creatures: list[dict]) -> list[dict]:
    """The creatures, each followed by its forms and variants."""
    found = []
    for creature in creatures:
        variants = [form(creature, *names) for names in FORMS.get(creature["name"], {}).items()]
        if creature["name"] == "Giant Rat":
            variants.append(diseased(creature))
        elif creature["name"] == "Swarm of Insects":
            variants += swarms(creature)
        found += [{**creature, "variants": [variant["name"] for variant in variants]} if variants else creature, *variants]
    return found


def form(creature: dict, name: str, word: str) -> dict:
    """A shapechanger in one of its forms."""
    made = variant(creature, f"{creature['name']}, {name} Form", name)
    for section in FEATURES:
        if section in made:
            made[section] = [feature for feature in made[section] if word in only_in(feature["name"], word)]
    whole = next((trait["text"] for trait in made["traits"] if trait["name"] == "Shapechanger"), "")
    if not whole:
        raise Unexpected(f"SRD 5.1, page {creature['page']}: “{creature['name']}” is not a shapechanger")
    about = next((paragraph for paragraph in whole.split("\n\n") if paragraph.startswith(f"While in {word} form, ")), "")
    size = re.search(rf"({SIZES}) (?:[a-z-]+ ){{0,2}}{word}\b(?!-)", whole)
    made["size"] = size[1] if size else made["size"]
    made["speed"] = changed_speed("0 ft.", about) if about else speed_of_form(made["speed"], word)
    if "can’t take any actions" in about:
        del made["actions"]
    armor = [found for found in ARMOR_CLASS.findall(made.get("armor_class_text", "")) if word in found[2].split()]
    if armor:
        made["armor_class"] = int(armor[0][0])
        made["armor_class_text"] = armor[0][1]
    senses = [sense for sense in made.get("senses", "").split(", ") if word in only_in(sense, word)]
    made["senses"] = re.sub(r" \([a-z ]+ form only\)", "", ", ".join(senses))
    return {field: value for field, value in made.items() if value not in ("", [])}


def variant(creature: dict, name: str, short: str) -> dict:
    fields = {field: value for field, value in creature.items() if field != "text"}
    return {**fields, "slug": f"{creature['slug']}-{short.lower()}", "name": name, "variant_of": creature["name"]}


def only_in(name: str, otherwise: str) -> list[str]:
    """The forms that a name is limited to: `Bite (Bat or Vampire Form Only)`."""
    limit = re.search(r"\(([^)]+) form only\)", name, re.IGNORECASE)
    return limit[1].lower().split() if limit else [otherwise]


def speed_of_form(text: str, word: str) -> str:
    """`30 ft. (40 ft. in bear or hybrid form)` in a form."""
    both = re.fullmatch(r"(.+?) \((.+) in ([a-z ]+) form\)", text)
    return text if both is None else both[2] if word in both[3].split() else both[1]


def changed_speed(text: str, about: str) -> str:
    """A speed as the words about a variant change it."""
    speeds = dict(re.findall(r"(?:^|, )(?:(\w+) )?(\d+) ft\.", text))
    for way, feet in re.findall(r"(\w+ing) speed (?:of|is) (\d+) feet", about):
        speeds[WAYS[way]] = feet
    for way in re.findall(r"no (\w+ing) speed", about):
        speeds.pop(WAYS[way], None)
    hover = " (hover)" if "can hover" in about else ""
    return ", ".join(f"{way} {speeds[way]} ft.".strip() + (hover if way == "fly" else "") for way in WAYS.values() if way in speeds)


def diseased(rat: dict) -> dict:
    """The rat of the box, which has an action of its own instead of one with the same name."""
    _, about, *actions = rat["text"].split("\n\n")
    rating = re.search(r"challenge rating of ([\d/]+) \((\d+) XP\)", about)
    named = {found[1]: found[2] for found in map(NAMED.fullmatch, actions) if found}
    if rating is None or not named or not set(named) <= {action["name"] for action in rat["actions"]}:
        raise Unexpected(f"SRD 5.1, page {rat['page']}: the box about “{rat['name']}” is not as expected")
    made = variant(rat, f"{rat['name']} (Diseased)", "diseased")
    actions = [{**action, "text": named.get(action["name"], action["text"])} for action in rat["actions"]]
    return {**made, "cr": rating[1], "xp": int(rating[2]), "actions": actions}


def swarms(insects: dict) -> list[dict]:
    """The swarms of the box: what is said of a speed changes it, what is named below a swarm are its traits,
    and anything else belongs to its action."""
    made: list[dict] = []
    for paragraph in insects["text"].split("\n\n")[2:]:
        named = NAMED.fullmatch(paragraph)
        if named is None or not made and not named[1].startswith("Swarm of "):
            raise Unexpected(f"SRD 5.1, page {insects['page']}: the box about “{insects['name']}” has “{paragraph[:60]}”")
        name, about = named.groups()
        if not name.startswith("Swarm of "):
            made[-1]["traits"] = [*made[-1]["traits"], {"name": name, "text": about}]
            continue
        swarm = variant(insects, name, name.split(" ")[-1])
        swarm["slug"] = name.lower().replace(" ", "-")
        if " speed of " in about:
            swarm["speed"] = changed_speed(insects["speed"], about)
        elif not about.endswith("the following additional traits."):
            swarm["actions"] = [dict(action) for action in insects["actions"]]
            append(swarm["actions"][-1], about)
        made.append(swarm)
    return made
