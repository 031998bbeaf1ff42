"""Texts of SRD 5.1 from its pages, where `tinys_srd` has them in other words or not at all."""

import re

from . import Unexpected
from .amend_2014 import Amender, stat_block_of
from .facts_2014 import DURATION, Line, key, lines_of, squeeze
from .wheel import Page

# Spells whose text is another in `tinys_srd`, or ends before its end.
SPELLS = ("Animal Friendship", "Compulsion", "Create or Destroy Water", "Dominate Beast", "Druidcraft", "Fire Shield", "Heroism",
          "Hold Monster", "Magic Mouth", "Mending", "See Invisibility", "Shatter", "Water Breathing", "Weird")
# A line that ends a sentence and had room for the next word ends its paragraph, too.
FULL_LINE = 48
# What the text layer has wrong.
REPAIRS = {"additional beast t level": "additional beast for each slot level", "drag on": "dragon", "an other": "another"}
# Adult dragons without the action that their page describes in the words of the ancient dragon's.
CHANGE_SHAPE = [(294, "bronze"), (299, "gold"), (302, "silver")]
# The number of texts and facts that differ; another number means that a source changed.
TEXTS = 155
HIGHER = "At Higher Levels."
ABILITIES = {"strength": "STR", "dexterity": "DEX", "constitution": "CON", "intelligence": "INT", "wisdom": "WIS", "charisma": "CHA"}
SAVE = re.compile(r"(?:makes?|making|succeeds?ona?|repeat|attempta?)(?:an?|its|the|another)?(?:successful)?(?:dc\d+)?"
                  rf"({'|'.join(ABILITIES)})saving")
LEGENDARY = re.compile(r"legendaryactions(the.{1,60}?cantake\d+legendaryactions,.+?atthestartof(?:its|his|her)turn\.)")
# Numbers that the page has otherwise: page, file, index, path, right.
FACTS = [
    (46, "Levels", "warlock-4", "class_specific/invocations_known", 2), (46, "Levels", "warlock-6", "class_specific/invocations_known", 3),
    (69, "Equipment", "caltrops", "cost/quantity", 1), (69, "Equipment", "caltrops", "cost/unit", "gp"),
    (69, "Equipment", "spike-iron", "cost/quantity", 1), (69, "Equipment", "spike-iron", "cost/unit", "gp"),
    (72, "Equipment", "saddle-exotic", "weight", 40),
    (244, "MagicItems", "staff-of-swarming-insects", "rarity/name", "Rare"),
    (245, "MagicItems", "staff-of-the-python", "rarity/name", "Uncommon"),
]


def amend_texts(files: dict[str, list[dict]], pages: list[Page], facts: dict, creatures: dict, amender: Amender) -> None:
    """Corrects the objects where they stand."""
    by_name = {spell["name"]: spell for spell in files["Spells"]}
    lines = {key(name): lines_of_spell(pages, facts[key(name)]["page"], name) for name in SPELLS}
    for name in SPELLS:
        spell_text(by_name[name], lines[key(name)], facts[key(name)]["page"], amender)
    for spell in files["Spells"]:
        fact = facts[key(spell["name"])]
        asked = SAVE.search(fact["text"])
        if asked and "dc" not in spell:
            short = ABILITIES[asked[1]]
            right = {"dc_type": {"index": short.lower(), "name": short, "url": f"/api/ability-scores/{short.lower()}"}}
            amender.set("Spells", spell, spell, "dc", right, fact["page"])
    for creature in files["Monsters"]:
        stat_block(creature, stat_block_of(creature, creatures)[0], pages, amender)
    monsters = {creature["index"]: creature for creature in files["Monsters"]}
    for page, kind in CHANGE_SHAPE:
        adult, ancient = monsters[f"adult-{kind}-dragon"], monsters[f"ancient-{kind}-dragon"]
        action = next(action for action in ancient["actions"] if action["name"] == "Change Shape")
        amender.set("Monsters", adult, adult, "actions", [*adult["actions"], action], page)
    indexed = {file: {found["index"]: found for found in files[file]} for file in ("Levels", "Equipment", "MagicItems")}
    for page, file, index, path, right in FACTS:
        *way, field = path.split("/")
        place = indexed[file][index]
        for step in way:
            place = place[step]
        amender.set(file, indexed[file][index], place, field, right, page)
    add_magic_shield(files, pages, amender)
    if len(amender.made) != TEXTS:
        raise Unexpected(f"the pages of SRD 5.1 correct {len(amender.made)} texts of tinys_srd instead of {TEXTS}")


def add_magic_shield(files: dict[str, list[dict]], pages: list[Page], amender: Amender) -> None:
    """Adds the one magic item of the book that `tinys_srd` lacks, with its three forms."""
    name, page = "Shield, +1, +2, or +3", 242
    lines = lines_of(pages, page, page)
    start = next((at for at, line in enumerate(lines) if line.squeezed == squeeze(name)), None)
    end = next((at for at, line in enumerate(lines) if line.squeezed == squeeze("Shield of Missile Attraction")), None)
    if start is None or end is None or any(item["name"] == name for item in files["MagicItems"]):
        raise Unexpected(f"SRD 5.1, page {page}: “{name}” is not where it was, or tinys_srd has it now")
    printed = amender.words.join(" ".join(line.text for line in lines[start + 1 : end]))
    kind, text = re.fullmatch(r"(Armor .+?\(\+3\)) (While .+)", printed).groups()
    rarities = re.findall(r"(uncommon|very rare|rare) \(\+(\d)\)", kind)
    category = {"index": "armor", "name": "Armor", "url": "/api/equipment-categories/armor"}

    def item(index: str, name: str, rarity: str, first: str, variants: list[dict]) -> dict:
        return {"index": index, "name": name, "equipment_category": category, "rarity": {"name": rarity.title()},
                "variants": variants, "variant": not variants, "desc": [first, text], "url": f"/api/magic-items/{index}"}

    forms = [item(f"shield-{bonus}", f"Shield, +{bonus}", rarity, f"Armor (shield), {rarity}", []) for rarity, bonus in rarities]
    variants = [{"index": form["index"], "name": form["name"], "url": form["url"]} for form in forms]
    files["MagicItems"] += [item("shield", name, "Varies", kind, variants), *forms]
    amender.made += [{"page": page, "file": "MagicItems", "index": added["index"], "field": "name", "from": None, "to": added["name"]}
                     for added in files["MagicItems"][-1 - len(forms) :]]


def lines_of_spell(pages: list[Page], page: int, name: str) -> list[Line]:
    """The lines from a spell's name to the name of the next, which stands above its level."""
    lines = lines_of(pages, page, min(page + 2, 194))
    start = next(at for at, line in enumerate(lines) if line.squeezed == squeeze(name))
    level = re.compile(r"\d(?:st|nd|rd|th)-level[a-z]+(?:\(ritual\))?|[a-z]+cantrip")
    end = next((at - 1 for at in range(start + 2, len(lines)) if level.fullmatch(lines[at].squeezed)), len(lines))
    return lines[start:end]


def spell_text(spell: dict, lines: list[Line], page: int, amender: Amender) -> None:
    printed = "\n".join(line.text for line in lines)
    squeezed = squeeze(printed)
    header = re.search(rf"duration:(?:{DURATION}|concentration,uptooneminute)", squeezed)
    if header is None:
        raise Unexpected(f"SRD 5.1, page {page}: “{spell['name']}” has no duration")
    places = [place for place, sign in enumerate(printed) if not sign.isspace()]
    paragraphs = paragraphs_of(printed[places[header.end()] :].strip().split("\n"), amender)
    higher = [text.removeprefix(HIGHER).strip() for text in paragraphs if text.startswith(HIGHER)]
    amender.set("Spells", spell, spell, "desc", [text for text in paragraphs if not text.startswith(HIGHER)], page)
    if higher:
        amender.set("Spells", spell, spell, "higher_level", higher, page)


def paragraphs_of(lines: list[str], amender: Amender) -> list[str]:
    """Paragraphs as Markdown, items of a list among them."""
    broken = r"\s*".join(re.escape(letter) for letter in HIGHER if letter != " ")
    text = re.sub(broken, f"\n{HIGHER}", "\n".join(lines)).replace("•", "\n•")
    lines = [line for line in text.split("\n") if line.strip()]
    paragraphs: list[str] = []
    for before, line in zip(["", *lines], lines):
        room = len(before) + len(line.split()[0]) < FULL_LINE
        if not paragraphs or line.startswith((HIGHER, "•")) or before.endswith((".", "!", "”")) and room:
            paragraphs.append(line)
        else:
            paragraphs[-1] += f" {line}"
    return [as_markdown(repaired(amender.words.join(text))) for text in paragraphs]


def as_markdown(text: str) -> str:
    named = re.match(r"((?:[A-Z][a-z]+ ?){1,3}\.) (?=[A-Z])", text)
    return f"***{named[1]}*** {text[named.end() :]}" if named and not text.startswith(HIGHER) else re.sub(r"^• ?", "- ", text)


def repaired(text: str) -> str:
    for wrong, right in REPAIRS.items():
        text = text.replace(wrong, right)
    return text


def stat_block(creature: dict, fact: dict, pages: list[Page], amender: Amender) -> None:
    """Tags, languages, and how many legendary actions it has."""
    page = fact["page"]
    if fact["tags"]:
        right = fact["tags"].replace(",", ", ").replace("anyrace", "any race")
        if squeeze(creature.get("subtype") or "") != fact["tags"]:
            amender.set("Monsters", creature, creature, "subtype", right, page)
    printed = " ".join(line.text for line in lines_of(pages, page, min(page + 2, 403)))
    languages = re.search(r"languages(.+?)challenge\d", fact["text"])
    if languages and key(languages[1]) != key(creature.get("languages") or ""):
        amender.set("Monsters", creature, creature, "languages", as_printed(printed, languages[1], amender), page)
    legendary = LEGENDARY.search(fact["text"])
    if legendary:
        amender.set("Monsters", creature, creature, "legendary_desc", as_printed(printed, legendary[1], amender), page)
        amender.set("Monsters", creature, creature, "legendary_uses", int(re.search(r"take(\d+)", legendary[1])[1]), page)


def as_printed(printed: str, squeezed: str, amender: Amender) -> str:
    """A part of a page that is known without its spaces."""
    places = [place for place, sign in enumerate(printed) if not sign.isspace()]
    start = squeeze(printed).find(squeezed)
    if start < 0:
        raise Unexpected(f"SRD 5.1: “{squeezed}” is not printed so")
    return repaired(amender.words.join(printed[places[start] : places[start + len(squeezed) - 1] + 1]))
