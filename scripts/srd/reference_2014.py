"""The short lists of SRD 5.1: abilities, skills, alignments, languages, damage types, schools of magic,
conditions, proficiencies."""

import re

from . import Unexpected
from .equipment_2014 import TOOLS, Table, named_texts, read_table, sections, slug
from .lines_2014 import Line, joined, paragraphs, read_lines
from .origins_2014 import NAMED, markdown, pieces, table
from .reference import SINGULAR
from .wheel import Page

ABILITIES = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma")
CONDITIONS = ("Blinded", "Charmed", "Deafened", "Exhaustion", "Frightened", "Grappled", "Incapacitated", "Invisible", "Paralyzed", "Petrified",
              "Poisoned", "Prone", "Restrained", "Stunned", "Unconscious")
LEVELS = Table("", ("Level Effect",), r"([1-6]) ([A-Z].+)", 6)
LANGUAGE = r"(Deep Speech|\w+) (\w+(?:,? \w+)?) (\w+|—)"
LANGUAGES = {category: Table(f"{category} Languages", ("Language Typical Speakers Script",), LANGUAGE, 8) for category in ("Standard", "Exotic")}
ALIGNMENT = re.compile(r"((?:Lawful|Neutral|Chaotic)(?: (?:good|neutral|evil))?) \(([LNC][GNE]?)\) ")
SCHOOL = re.compile(r"([A-Z][a-z]+(?:tion|sion|ment|mancy)) spells ")
CREATURE_TYPE = re.compile(r"([A-Z][a-z]+) (?:are|tower|in this context) ")
# What a race speaks, and what its trait tells of the language behind that.
SPEAKS = re.compile(r"You can speak, read, and write Common and (\w+)\. (.+)")
PROFICIENT = re.compile(r"You (?:have|gain) proficiency (?:with|in) (.+?)\.")
CHOICE = re.compile(r"None|Choose .+|.+ of your choice(?:: .+)?")
TOOL_KINDS = {"Artisan’s tools": "Artisan’s Tools", "Musical instrument": "Musical Instruments", "Gaming set": "Gaming Sets"}


def read_reference(pages: list[Page], files: dict[str, list[dict]]) -> dict[str, list[dict]]:
    """The lists and the conditions, by file; `files` has weapons, armor, classes and species."""
    abilities = ability_scores(read_lines(pages, 77, 83))
    languages_and_alignments = read_lines(pages, 58, 59)
    lists = [*abilities, *alignments(languages_and_alignments), *languages(languages_and_alignments, files["species"]),
             *damage_types(read_lines(pages, 96, 97)), *schools(read_lines(pages, 103, 104)),
             *creature_types(read_lines(pages, 254, 255))]
    return {"conditions": conditions(read_lines(pages, 358, 359)), "reference": [*lists, *proficiencies(abilities, pages, files)]}


def entry(kind: str, name: str, page: int, **more) -> dict:
    found = {"kind": kind, "slug": slug(name), "name": name, "page": page, **more}
    return {key: value for key, value in found.items() if value not in (None, "", [])}


def expect(found: list[dict], count: int, what: str) -> list[dict]:
    if len(found) != count:
        raise Unexpected(f"SRD 5.1: there are {len(found)} {what} instead of {count}: {[made['name'] for made in found]}")
    return found


def below(lines: list[Line], title: str) -> list[Line]:
    """What stands below the only heading of this name."""
    found = [lines for name, lines in sections(lines) if name == title]
    if len(found) != 1:
        raise Unexpected(f"SRD 5.1, pages {lines[0].page} to {lines[-1].page}: the heading “{title}” is there {len(found)} times")
    return found[0]


def ability_scores(lines: list[Line]) -> list[dict]:
    """Each ability with the text about its checks, and the skills."""
    listed = listed_skills(lines)
    start = next(at for at, line in enumerate(lines) if line.text == "Using Each Ability")
    described = lines[start:]
    abilities, skills = [], []
    for name in ABILITIES:
        prose = below(described, name)
        checks, own = checks_and_skills(name, below(described, f"{name} Checks"))
        if [skill["name"] for skill in own] != listed[name]:
            raise Unexpected(f"SRD 5.1, page {prose[0].page}: the skills of {name} are {[skill['name'] for skill in own]}, not {listed[name]}")
        made = entry("ability-score", name, prose[0].page, abbreviation=name[:3].upper(), text=joined([markdown(prose), checks]), skills=listed[name])
        abilities.append({**made, "slug": name[:3].lower()})
        skills += own
    return [*abilities, *skills]


def listed_skills(lines: list[Line]) -> dict[str, list[str]]:
    """The list of skills by ability, which stands before the abilities are described. Constitution has
    none."""
    found: dict[str, list[str]] = {name: [] for name in ABILITIES}
    for name, under in sections(lines):
        if name == "Using Each Ability":
            return found
        if name in found:
            found[name] = [line.clean().removeprefix("•").strip() for line in under if line.text.startswith("•")]
    raise Unexpected("SRD 5.1: the abilities are not where they are expected")


def checks_and_skills(ability: str, lines: list[Line]) -> tuple[str, list[dict]]:
    """The text about an ability’s checks, and its skills; examples of other checks belong to the ability."""
    general: list[str] = []
    skills: list[tuple[str, int, list[str]]] = []
    into = general
    for first, piece in pieces(lines):
        named = NAMED.fullmatch(piece)
        if named and named[1] != f"Other {ability} Checks":
            skills.append((named[1], first.page, [named[2]]))
            into = skills[-1][2]
        else:
            into = general if named else into
            into.append(piece)
    return joined(general), [entry("skill", name, page, ability=ability, text=joined(texts)) for name, page, texts in skills]


def alignments(lines: list[Line]) -> list[dict]:
    made = []
    for first, piece in pieces(below(lines, "Alignment")):
        found = ALIGNMENT.match(piece)
        if found:
            made.append(entry("alignment", found[1].title(), first.page, abbreviation=found[2], text=piece))
    return expect(made, 9, "alignments")


def languages(lines: list[Line], species: list[dict]) -> list[dict]:
    """The languages of both tables, with what the races that speak them tell of them, and the dialects of
    Primordial."""
    prose = {found[1]: found[2] for race in species for part in race["traits"] if (found := SPEAKS.fullmatch(part["text"]))}
    tables = {category: read_table(lines, listed) for category, listed in LANGUAGES.items()}
    general = markdown(below(tables["Standard"].before, "Languages"))
    dialects = re.search(r"For example, (the (\w+) language includes .+)", general)
    made = []
    for category, found in tables.items():
        for row in found.rows:
            name, speakers, script = row.cells
            made.append(entry("language", name, row.page, category=category, speakers=speakers, script=script.strip("—"), text=prose.pop(name, "")))
    expect(made, 16, "languages")
    spoken = next((language for language in made if dialects and language["name"] == dialects[2]), None)
    if prose or spoken is None:
        raise Unexpected(f"SRD 5.1: languages or dialects are described that no table has: {list(prose)}")
    spoken["text"] = dialects[1][0].upper() + dialects[1][1:]
    return made


def damage_types(lines: list[Line]) -> list[dict]:
    return expect([entry("damage-type", name, page, text=text) for name, (page, text) in named_texts(below(lines, "Damage Types")).items()],
                  13, "damage types")


def schools(lines: list[Line]) -> list[dict]:
    """The schools of magic of a box, each from the line that names its spells."""
    found: list[list[Line]] = []
    for line in below(lines, "The Schools of Magic"):
        if SCHOOL.match(line.clean()):
            found.append([])
        if found:
            found[-1].append(line)
    return expect([entry("magic-school", SCHOOL.match(school[0].clean())[1], school[0].page, text=joined(paragraphs(school, box=True)))
                   for school in found], 8, "schools of magic")


def creature_types(lines: list[Line]) -> list[dict]:
    """Each type of which a paragraph tells: “Beasts are …”."""
    made = []
    for first, piece in pieces(below(lines, "Type")):
        named = CREATURE_TYPE.match(piece) if first.indented else None
        if named:
            made.append(entry("creature-type", SINGULAR.get(named[1], named[1].removesuffix("s")), first.page, text=piece))
    return expect(made, 14, "types of creatures")


def conditions(lines: list[Line]) -> list[dict]:
    made = []
    for name, prose in sections(lines):
        if name in CONDITIONS:
            text = exhaustion(prose) if name == "Exhaustion" else markdown(prose)
            made.append({"slug": slug(name), "name": name, "page": prose[0].page, "text": text})
    return expect(made, len(CONDITIONS), "conditions")


def exhaustion(lines: list[Line]) -> str:
    """The text of a box around the table of levels."""
    found = read_table(lines, LEVELS)
    levels = table(("Level", "Effect"), [row.cells for row in found.rows])
    return joined([*paragraphs(found.before, box=True), levels, *paragraphs(found.after, box=True)])


def proficiencies(abilities: list[dict], pages: list[Page], files: dict[str, list[dict]]) -> list[dict]:
    """Everything one can be proficient with, and the classes and races that begin with it."""
    made = [*armor_proficiencies(files["armor"], pages), *weapon_proficiencies(files["weapons"], pages), *tool_proficiencies(pages)]
    made += [(f"Saving Throw: {found['abbreviation']}", found["page"], "Saving Throws", found["name"]) for found in abilities
             if found["kind"] == "ability-score"]
    made += [(f"Skill: {found['name']}", found["page"], "Skills", found["name"]) for found in abilities if found["kind"] == "skill"]
    classes, races = holders_by_name(files)
    vehicles = named_texts(below(read_lines(pages, 71, 71), "Mounts and Vehicles"))["Vehicle Proficiency"][1]
    records = []
    for name, page, category, called in made:
        key = (category == "Saving Throws", called.lower())
        records.append(entry("proficiency", name, page, category=category, classes=classes.pop(key, []), races=races.pop(key, []),
                             text=vehicles if category == "Vehicles" else ""))
    unknown = [name for _, name in (*classes, *races)]
    if unknown:
        raise Unexpected(f"SRD 5.1: proficiencies that are not known: {unknown}")
    return expect(records, 117, "proficiencies")


def armor_proficiencies(armor: list[dict], pages: list[Page]) -> list[tuple[str, int, str, str]]:
    """Name, page, category and what classes and races call it."""
    lines = read_lines(pages, 62, 63)
    named = [("All armor", page_of(lines, "Armor")), *((name, page_of(lines, name)) for name in ("Light Armor", "Medium Armor", "Heavy Armor"))]
    named += [("Shields" if found["name"] == "Shield" else found["name"], found["page"]) for found in armor]
    return [(name, page, "Armor", name) for name, page in named]


def weapon_proficiencies(weapons: list[dict], pages: list[Page]) -> list[tuple[str, int, str, str]]:
    page = page_of(read_lines(pages, 64, 64), "Weapon Proficiency")
    made = [(name, page, "Weapons", name) for name in ("Simple Weapons", "Martial Weapons")]
    for found in weapons:
        kind, _, which = found["name"].partition(", ")
        called = f"{which} {kind}s".strip().lower()
        # The classes name this one, and not the heavy crossbow beside it.
        name = called.capitalize() if which in ("", "hand") else f"{kind}s, {which}"
        made.append((name, found["page"], "Weapons", called))
    return made


def tool_proficiencies(pages: list[Page]) -> list[tuple[str, int, str, str]]:
    """The tools, and the vehicles in the last row of their table."""
    made = []
    for row in read_table(read_lines(pages, 70, 70), TOOLS).rows:
        names = ("Land Vehicles", "Water Vehicles") if row.cells[0] == "Vehicles (land or water)" else row.cells[:1]
        category = TOOL_KINDS.get(row.group, "Vehicles" if len(names) > 1 else "Other")
        made += [(name, row.page, category, name) for name in names]
    return made


def page_of(lines: list[Line], heading: str) -> int:
    return below(lines, heading)[0].page


def holders_by_name(files: dict[str, list[dict]]) -> tuple[dict, dict]:
    """By whether it is a saving throw and by name in small letters: the classes that begin with a
    proficiency, and the races."""
    classes: dict[tuple[bool, str], list[str]] = {}
    races: dict[tuple[bool, str], list[str]] = {}
    for found in files["classes"]:
        for fact in ("Armor", "Weapons", "Tools", "Saving Throws"):
            if not CHOICE.fullmatch(found["traits"][fact]):
                for name in re.sub(r" \(.+\)", "", found["traits"][fact]).split(", "):
                    classes.setdefault((fact == "Saving Throws", name.lower()), []).append(found["name"])
    for found in files["species"]:
        for text in [PROFICIENT.search(part["text"]) for part in found["traits"]]:
            if text and not re.search("of your choice", text[1]):
                for name in names_in(text[1]):
                    races.setdefault((False, name), []).append(found["name"])
    return classes, races


def names_in(text: str) -> list[str]:
    """`the club, net, and sling`, `the Stealth skill`, `artisan’s tools (smith’s tools)`: weapons are called
    as in the classes."""
    if text.endswith(" skill"):
        return [text.removeprefix("the ").removesuffix(" skill").lower()]
    if text.endswith(")"):
        return [text.rsplit("(", 1)[1].rstrip(")")]
    return [f"{name}s" for name in re.split(r", (?:and )?|,? and ", text.removeprefix("the "))]
