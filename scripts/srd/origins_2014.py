"""Races with their traits, backgrounds and feats of SRD 5.1."""

import re

from . import Unexpected, lines_2014
from .lines_2014 import RUN_IN, SENTENCE_END, Line, joined, paragraphs, read_lines
from .rules_2014 import refuse_heading
from .wheel import Page

RACES = {"Dwarf": ["Hill Dwarf"], "Elf": ["High Elf"], "Halfling": ["Lightfoot"], "Human": [], "Dragonborn": [], "Gnome": ["Rock Gnome"],
         "Half-Elf": [], "Half-Orc": [], "Tiefling": []}
# What is printed like a trait and is none.
FACTS = {"Ability Score Increase", "Age", "Alignment", "Size", "Speed", "Languages"}
# Names that say too little away from their race.
NAMES = {"Lightfoot": "Lightfoot Halfling", "Cantrip": "High Elf Cantrip"}
NAMED = re.compile(r"\*\*\*(.+?)\.\*\*\* (.+)")
ANCESTRY, BREATH = "Draconic Ancestry", "Breath Weapon"
ANCESTRY_HEAD = ("Dragon", "Damage Type", BREATH)
ANCESTRY_ROW = re.compile(r"([A-Z][a-z]+) ([A-Z][a-z]+) (\d.+ \((?:Dex|Con)\. save\))")
BACKGROUND_FACT = re.compile(r"(Skill Proficiencies|Languages|Equipment): (.+)")
CHARACTERISTICS = {"Personality Trait": 8, "Ideal": 6, "Bond": 6, "Flaw": 6}


def read_origins(pages: list[Page]) -> dict[str, list[dict]]:
    """Races, their traits, backgrounds and feats, by file."""
    races = species(read_lines(pages, 3, 7))
    return {"species": races, "traits": traits(races), "backgrounds": [acolyte(read_lines(pages, 60, 61))],
            "feats": [grappler(read_lines(pages, 75, 75))]}


def slug(name: str) -> str:
    return lines_2014.slug(NAMES.get(name, name))


def sections(lines: list[Line], titles: list[str]) -> dict[str, list[Line]]:
    """The lines below each of these titles, which must stand there in this order and be all there are, by
    title."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        wanted = titles[len(found)] if len(found) < len(titles) else None
        if line.text == wanted and not line.running:
            found[line.text] = [line]
        elif found:
            refuse_heading(line)
            found[titles[len(found) - 1]].append(line)
    if len(found) < len(titles):
        raise Unexpected(f"SRD 5.1, pages {lines[0].page} to {lines[-1].page}: “{titles[len(found)]}” is not where it is expected")
    return found


def pieces(lines: list[Line]) -> list[tuple[Line, str]]:
    """Each paragraph and item of a list as Markdown, and its first line."""
    found: list[list[Line]] = []
    before = ""
    for line in lines:
        text = line.clean()
        named = before.endswith((*SENTENCE_END, ":")) and RUN_IN.match(text)
        if not found or line.indented or text.startswith("•") or named:
            found.append([])
        found[-1].append(line)
        before = text
    return [(piece[0], re.sub("^• ?", "- ", paragraphs(piece, box=False)[0])) for piece in found]


def markdown(lines: list[Line]) -> str:
    return joined([text for _, text in pieces(lines)])


def table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (columns, *rows)).replace("\n", "\n" + "|---" * len(columns) + "|\n", 1)


def species(lines: list[Line]) -> list[dict]:
    """The races, each with its subraces behind it."""
    titles = [title for race, subraces in RACES.items() for title in (race, f"{race} Traits", *subraces)]
    found = sections(lines, titles)
    made = []
    for name, subraces in RACES.items():
        made.append(race(name, found[name][0].page, found[f"{name} Traits"][1:]))
        made += [subrace(below, name, found[below]) for below in subraces]
    return made


def race(name: str, page: int, lines: list[Line]) -> dict:
    text, parts = text_and_traits(name, lines)
    facts = {part["name"]: part["text"] for part in parts if "fact" in part}
    size = re.search(r"[Yy]our size is (\w+)\.", facts.get("Size", ""))
    speed = re.match(r"Your base walking speed is (\d+) feet\.", facts.get("Speed", ""))
    if set(facts) != FACTS or not size or not speed:
        raise Unexpected(f"SRD 5.1, page {page}, {name}: size, speed or another fact is not as it is expected: {list(facts)}")
    return {"slug": slug(name), "name": name, "page": page, "size": size[1], "speed": int(speed[1]), "text": text, "traits": parts}


def subrace(name: str, of: str, lines: list[Line]) -> dict:
    text, parts = text_and_traits(name, lines[1:])
    if [part["name"] for part in parts if "fact" in part] != ["Ability Score Increase"]:
        raise Unexpected(f"SRD 5.1, page {lines[0].page}, {name}: it has not just the increase of an ability score")
    return {"slug": slug(name), "name": NAMES.get(name, name), "page": lines[0].page, "subrace_of": of, "text": text, "traits": parts}


def text_and_traits(name: str, lines: list[Line]) -> tuple[str, list[dict]]:
    """The description of a race, and its traits. Names that are not indented below a line that ends in a
    colon are those of options."""
    lines, ancestries = without_ancestries(lines)
    text: list[str] = []
    parts: list[tuple[str, int, list[str]]] = []
    for first, piece in pieces(lines):
        named = NAMED.match(piece)
        below = parts[-1][2] if parts else text
        if named and (first.indented or not any(above.endswith(":") for above in below)):
            parts.append((named[1], first.page, [named[2]]))
        else:
            below.append(piece)
    if not text or not parts:
        raise Unexpected(f"SRD 5.1, page {lines[0].page}, {name}: it has no text or no traits")
    made = [{"name": title, "page": page, "text": joined(texts), "fact": True} if title in FACTS else
            {"slug": slug(title), "name": title, "page": page, "text": joined(texts)} for title, page, texts in parts]
    for part in made:
        if part["name"] == ANCESTRY:
            part["text"] += f"\n\n**{ANCESTRY}**\n\n{table(ANCESTRY_HEAD, ancestries)}"
    return joined(text), made


def without_ancestries(lines: list[Line]) -> tuple[list[Line], list[tuple[str, ...]]]:
    """The lines without the table of ancestries, which stands in the midst of the traits, and its rows."""
    head = next((at for at, line in enumerate(lines) if line.clean() == " ".join(ANCESTRY_HEAD)), None)
    if head is None:
        return lines, []
    rows = []
    while (row := ANCESTRY_ROW.fullmatch(lines[head + 1 + len(rows)].clean())):
        rows.append(row.groups())
    if lines[head - 1].clean() != ANCESTRY or len(rows) != 10:
        raise Unexpected(f"SRD 5.1, page {lines[head].page}: the table “{ANCESTRY}” has {len(rows)} rows instead of 10, or another caption")
    return lines[: head - 1] + lines[head + 1 + len(rows) :], rows


def traits(races: list[dict]) -> list[dict]:
    """Every trait once, with those that have it, and an entry for each draconic ancestry."""
    found: dict[str, list[tuple[dict, dict]]] = {}
    for owner in races:
        for part in owner["traits"]:
            if "fact" not in part:
                found.setdefault(part["slug"], []).append((owner, part))
    made = []
    for shared in found.values():
        owners, part = [owner["name"] for owner, _ in shared], shared[0][1]
        made.append({"slug": part["slug"], "name": NAMES.get(part["name"], part["name"]), "page": part["page"], "of": owners, "text": shared_text(shared)})
        made += ancestry_traits(part, shared[0][0])
    return made


def shared_text(shared: list[tuple[dict, dict]]) -> str:
    """The text of a trait; if races tell it differently, each text with those that have it."""
    texts: dict[str, list[str]] = {}
    for owner, part in shared:
        texts.setdefault(part["text"], []).append(owner["name"])
    if len(texts) == 1:
        return shared[0][1]["text"]
    return "\n\n".join(f"***{', '.join(owners)}.*** {text}" for text, owners in texts.items())


def ancestry_traits(part: dict, owner: dict) -> list[dict]:
    """The ancestry of each dragon: its row of the table, and the breath weapon."""
    head, line, rows = part["text"].partition("\n|---|---|---|\n")
    breath = next((f"***{BREATH}.*** {other['text']}" for other in owner["traits"] if other["name"] == BREATH), "")
    made = []
    for row in rows.split("\n") if part["name"] == ANCESTRY else []:
        name = f"{ANCESTRY} ({row.split(' ')[1]})"
        made.append({"slug": slug(name), "name": name, "page": part["page"], "of": [owner["name"]],
                     "text": f"{head}{line}{row}\n\n{breath}"})
    return made


def acolyte(lines: list[Line]) -> dict:
    found = sections(lines, ["Acolyte", "Feature: Shelter of the Faithful", "Suggested Characteristics"])
    (title, *prose), (feature, *does), (_, *characteristics) = found.values()
    at = next((at for at, line in enumerate(prose) if BACKGROUND_FACT.match(line.clean())), len(prose))
    facts = background_facts(prose[at:])
    if set(facts) != {"Skill Proficiencies", "Languages", "Equipment"}:
        raise Unexpected(f"SRD 5.1, page {title.page}, {title.text}: it has {list(facts)}")
    return {"slug": slug(title.text), "name": title.text, "page": title.page, "text": markdown(prose[:at]),
            "skills": facts["Skill Proficiencies"].split(", "), "languages": facts["Languages"], "equipment": facts["Equipment"],
            "feature": {"name": feature.text.removeprefix("Feature: "), "page": feature.page, "text": markdown(does)},
            "characteristics": rolled_characteristics(characteristics)}


def background_facts(lines: list[Line]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        fact = BACKGROUND_FACT.fullmatch(line.clean())
        if fact:
            found[fact[1]] = fact[2]
        else:
            found[list(found)[-1]] += f" {line.clean()}"
    return found


def rolled_characteristics(lines: list[Line]) -> str:
    """The text about the characteristics, and the tables on which they are rolled."""
    heads = [f"d{die} {name}" for name, die in CHARACTERISTICS.items()]
    prose: list[Line] = []
    tables: list[list[tuple[str, str]]] = []
    for line in lines:
        text = line.clean()
        row = re.fullmatch(r"(\d) (.+)", text)
        if text in heads[len(tables) :]:
            tables.append([])
        elif not tables:
            prose.append(line)
        elif row and int(row[1]) == len(tables[-1]) + 1:
            tables[-1].append((row[1], row[2]))
        else:
            roll, cell = tables[-1].pop()
            tables[-1].append((roll, f"{cell} {text}"))
    if [len(rows) for rows in tables] != list(CHARACTERISTICS.values()):
        raise Unexpected(f"SRD 5.1, page {lines[0].page}: the tables of characteristics have {list(map(len, tables))} rows")
    return "\n\n".join([markdown(prose), *(table(tuple(head.split(" ", 1)), rows) for head, rows in zip(heads, tables))])


def grappler(lines: list[Line]) -> dict:
    title, demand, *prose = sections(lines, ["Grappler"])["Grappler"]
    prerequisite = re.fullmatch("Prerequisite: (.+)", demand.clean())
    if prerequisite is None:
        raise Unexpected(f"SRD 5.1, page {title.page}, {title.text}: “{demand.clean()}” is not a prerequisite")
    return {"slug": slug(title.text), "name": title.text, "page": title.page, "prerequisite": prerequisite[1], "text": markdown(prose)}
