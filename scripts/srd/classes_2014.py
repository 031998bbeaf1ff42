"""Classes of SRD 5.1: their traits, their table, their features with the options these offer, and their
subclasses.

A heading has no tab and a blank behind it. Which of them are features, the class table says; `SECTIONS_OF`,
`OPTIONS_OF` and `FEATURES_WITH` say what stands below some of these. """

import re
from dataclasses import dataclass, field, replace

from . import Unexpected
from .class_tables_2014 import (COLUMNS, LANDS, ORDINAL, TABLES, as_markdown, caption_at, class_table, columns_of, read_rows,
                                table_rows)
from .lines_2014 import Line, joined, paragraphs, read_lines, slug
from .wheel import Page

SUBCLASSES = {
    "Path of the Berserker": "berserker", "College of Lore": "lore", "Life Domain": "life", "Circle of the Land": "land",
    "Champion": "champion", "Way of the Open Hand": "open-hand", "Oath of Devotion": "devotion", "Hunter": "hunter", "Thief": "thief",
    "Draconic Bloodline": "draconic", "The Fiend": "fiend", "School of Evocation": "evocation",
}
# What `rules_2014` reads.
BOXES = ("Sacred Plants and Wood", "Druids and the Gods", "Breaking Your Oath", "Your Pact Boon", "Your Spellbook")
TRAITS = {
    "Hit Points": ("Hit Dice", "Hit Points at 1st Level", "Hit Points at Higher Levels"),
    "Proficiencies": ("Armor", "Weapons", "Tools", "Saving Throws", "Skills"),
}
# Features whose other headings are sections of their text, options that they offer, or features of the same
# level.
SECTIONS_OF = ("Spellcasting", "Pact Magic", "Font of Magic")
OPTIONS_OF = ("Fighting Style", "Metamagic", "Pact Boon", "Eldritch Invocations")
FEATURES_WITH = ("Ki", "Divine Domain", "Channel Divinity", "Sacred Oath")
# Headings under which each paragraph with a name is an option or, of the last, a feature.
NAMED_BELOW = ("Hunter’s Prey", "Defensive Tactics", "Multiattack", "Superior Hunter’s Defense", "Flexible Casting", "Channel Divinity")

# What the text layer has wrong: page, wrong, right. Each must be there once.
REPAIRS = [
    (35, "Land `s", "Land’s"),
    (39, "Thieves`", "Thieves’"),
    (39, "(c) an", "(c)\tan"),
]
# Addresses that do not follow from the names.
SLUGS = {
    "Action Surge (one use)": "action-surge-1-use", "Action Surge (two uses)": "action-surge-2-uses",
    "Indomitable (one use)": "indomitable-1-use", "Indomitable (two uses)": "indomitable-2-uses",
    "Indomitable (three uses)": "indomitable-3-uses",
    **{f"Destroy Undead (CR {rating})": f"destroy-undead-cr-{rating.replace('/', '-')}-or-below" for rating in ("1/2", *"1234")},
    "Signature Spells": "signature-spell",
    "Flexible Casting: Converting a Spell Slot to Sorcery Points": "flexible-casting-converting-spell-slot",
}
NUMBERED = ("Ability Score Improvement", "Circle Spells", "Domain Spells", "Expertise", "Magical Secrets", "Metamagic",
            "Unarmored Movement")
SLUGS_OF_CLASS = {
    "Fighter": {"Extra Attack": "extra-attack-1"},
    "Paladin": {f"Fighting Style: {style}": f"fighting-style-{style.lower().replace(' ', '-')}"
                for style in ("Defense", "Dueling", "Great Weapon Fighting", "Protection")},
}

FORMULA = re.compile(r"(Spell save DC|Ki save DC|Spell attack modifier) ?= ?")
# The levels at which a text says that a feature is gained or grows.
LEVELS = re.compile(rf"\b(?:[Aa]t|[Bb]y|reach) ((?:{ORDINAL}(?:, and |, | and ))*{ORDINAL}) levels?")
NAMED = re.compile(r"\*\*\*(.+?)\.\*\*\* ")
# A line of a list is the last one of a paragraph if it ends a sentence and is shorter than this.
ROOM = 38


@dataclass
class Part:
    """A heading and the lines below it."""

    name: str
    page: int
    lines: list[Line] = field(default_factory=list)


@dataclass
class Feature:
    """A feature of a class or subclass, or an option of one: its levels, and its text as blocks of
    Markdown."""

    name: str
    page: int
    levels: list[int]
    blocks: list[str]
    option_of: str | None = None
    prerequisite: str | None = None


def read_classes(pages: list[Page]) -> dict[str, list[dict]]:
    """Everything of the chapter, by file."""
    parts = split(repaired(read_lines(pages, 8, 55)))
    starts = [at for at, (part, next_one) in enumerate(zip(parts, parts[1:]))
              if part.name in COLUMNS and next_one.name == "Class Features"]
    if [parts[at].name for at in starts] != list(COLUMNS):
        raise Unexpected(f"SRD 5.1, pages 8 to 55: the classes are {[parts[at].name for at in starts]}")
    multiclassing = {caption: dict(table_rows(read_lines(pages, 56, 57), caption))
                     for caption in ("Multiclassing Prerequisites", "Multiclassing Proficiencies")}
    made: dict[str, list[dict]] = {"classes": [], "subclasses": [], "features": []}
    for at, end in zip(starts, [*starts[1:], len(parts)]):
        read_class(parts[at:end], multiclassing, made)
    return {**made, "features": with_slugs(made["features"])}


def repaired(lines: list[Line]) -> list[Line]:
    for page, wrong, right in REPAIRS:
        found = [at for at, line in enumerate(lines) if line.page == page and wrong in line.tabbed]
        if len(found) != 1:
            raise Unexpected(f"SRD 5.1, page {page}: “{wrong}” is there {len(found)} times instead of once")
        line = lines[found[0]]
        lines[found[0]] = Line(page, line.text.replace(wrong, right), line.tabbed.replace(wrong, right))
    return lines


def split(lines: list[Line]) -> list[Part]:
    """The headings, each with what stands below it."""
    parts: list[Part] = []
    for line in lines:
        if "\t" not in line.tabbed and line.tabbed.endswith(" "):
            parts.append(Part(line.text, line.page))
        elif parts:
            parts[-1].lines.append(line)
    return parts


def read_class(parts: list[Part], multiclassing: dict[str, dict[str, str]], made: dict[str, list[dict]]) -> None:
    title, introduction, hit_points, proficiencies, equipment, *rest = parts
    rest = [part for part in rest if part.name not in BOXES]
    middle = next((at for at, part in enumerate(rest) if part.name in SUBCLASSES), None)
    names = [hit_points.name, proficiencies.name, equipment.name]
    if names != [*TRAITS, "Equipment"] or middle is None:
        raise Unexpected(f"SRD 5.1, page {title.page}, {title.name}: {names}, or the subclass, is not where it is expected")
    table_at = caption_at(equipment.lines, f"The {title.name}")
    levels = class_table(title.name, equipment.lines[table_at:])
    features = class_features(rest[:middle], named_levels(levels, title.name))
    subclass, its_features = read_subclass(rest[middle:])
    traits = {**labelled(hit_points), **labelled(proficiencies), "Equipment": "; ".join(
        block.removeprefix("- ") for block in text_blocks(equipment.lines[:table_at])).replace(":; ", ": ")}
    made["classes"].append({
        "slug": slug(title.name),
        "name": title.name,
        "page": title.page,
        "hit_die": needed(r"1(d\d+) per", traits["Hit Dice"], title),
        "saving_throws": traits["Saving Throws"].split(", "),
        "spellcasting_ability": spellcasting_ability(rest),
        "text": joined(text_blocks(introduction.lines)),
        "traits": traits,
        "becoming": {caption: by_class[title.name] for caption, by_class in multiclassing.items()},
        "table_page": equipment.lines[table_at].page,
        "columns": [re.sub(r"^(\d)(?:st|nd|rd|th)$", r"\1", column) for column in columns_of(title.name)],
        "levels": levels,
    })
    made["subclasses"].append({**subclass, "class": title.name})
    made["features"] += [record(feature, title.name, None) for feature in features]
    made["features"] += [record(feature, title.name, subclass["name"]) for feature in its_features]


def labelled(part: Part) -> dict[str, str]:
    """Lines such as `Tools: None`, by label."""
    found: dict[str, str] = {}
    label = ""
    for line in part.lines:
        begin, colon, text = line.clean().partition(": ")
        if colon and begin in TRAITS[part.name]:
            label, found[begin] = begin, text
        else:
            found[label] = f"{found.get(label)} {line.clean()}"
    if tuple(found) != TRAITS[part.name]:
        raise Unexpected(f"SRD 5.1, page {part.page}, {part.name}: {list(found)}")
    return found


def spellcasting_ability(parts: list[Part]) -> str | None:
    for part in parts:
        if part.name == "Spellcasting Ability":
            return needed(r"(\w+) is your spellcasting ability", joined(text_blocks(part.lines)), part)
    return None


def needed(pattern: str, text: str, part: Part) -> str:
    found = re.match(pattern, text)
    if not found:
        raise Unexpected(f"SRD 5.1, page {part.page}, {part.name}: “{text[:40]}” is not expected")
    return found[1]


def record(feature: Feature, parent: str, subclass: str | None) -> dict:
    name = f"{feature.name}: {parent}" if feature.name == "Spellcasting" else feature.name
    made = {"name": name, "page": feature.page, "class": parent, "subclass": subclass, "level": feature.levels[0],
            "levels": feature.levels, "option_of": feature.option_of, "prerequisite": feature.prerequisite, "text": joined(feature.blocks)}
    if not made["text"]:
        raise Unexpected(f"SRD 5.1, page {feature.page}: “{feature.name}” has no text")
    return {key: value for key, value in made.items() if value is not None}


# Features


def named_levels(levels: list[list[str]], name: str) -> dict[str, list[tuple[int, str]]]:
    """By the features that the class table names: the levels, each with what stands in brackets.
    `X improvement` is a level of each feature that begins with X; `X feature` is one of the subclass."""
    at = columns_of(name).index("Features")
    found: dict[str, list[tuple[int, str]]] = {}
    for level, row in enumerate(levels, 1):
        for named in re.split(", ", row[at]):
            improved = re.fullmatch("(.+) improvements?", named)
            bare, bracket = re.fullmatch(r"(.+?)(?: \((.+)\))?", named).groups()
            if improved:
                for key in [key for begin in improved[1].split(" and ") for key in found if key.startswith(begin)]:
                    found[key].append((level, ""))
            elif named != "—" and not named.endswith(" feature"):
                found.setdefault(bare, []).append((level, bracket or ""))
    return found


def class_features(parts: list[Part], levels: dict[str, list[tuple[int, str]]]) -> list[Feature]:
    """The features before the subclass. What the table has again with another bracket is one of its own."""
    made: list[Feature] = []
    by_name: dict[str, Feature] = {}
    main = ""
    for part in parts:
        name = part.name if part.name in levels else part.name.removesuffix("s")
        blocks = text_blocks(part.lines)
        if name in by_name:
            main = name
            by_name[main].blocks += blocks if part.name == name else [f"### {part.name}", *blocks]
        elif name in levels:
            main = name
            by_name[main] = Feature(part.name, part.page, [level for level, _ in levels[name]], blocks)
            made.append(by_name[main])
        elif main in SECTIONS_OF:
            texts, options = named_below(part, blocks, by_name[main].levels)
            by_name[main].blocks += [f"### {part.name}", *texts]
            made += [replace(option, option_of=main) for option in options]
        elif main in OPTIONS_OF:
            made.append(option_of(by_name[main], part))
        elif main in FEATURES_WITH:
            made.append(Feature(part.name, part.page, by_name[main].levels[:1], blocks))
        else:
            raise Unexpected(f"SRD 5.1, page {part.page}: the heading “{part.name}” is not expected")
    if missing := levels.keys() - by_name.keys():
        raise Unexpected(f"SRD 5.1, before page {parts[-1].page}: no heading for {sorted(missing)}, which the table has")
    return [one for feature in made for one in by_bracket(feature, levels)]


def by_bracket(feature: Feature, levels: dict[str, list[tuple[int, str]]]) -> list[Feature]:
    """`Song of Rest` as `Song of Rest (d6)`, `Song of Rest (d8)` and so on, each with its level and the text
    of all."""
    named = levels.get(feature.name, [])
    if not any(bracket for _, bracket in named):
        return [feature]
    return [replace(feature, name=f"{feature.name} ({bracket})" if bracket else feature.name, levels=[level]) for level, bracket in named]


def option_of(feature: Feature, part: Part) -> Feature:
    """An option with a heading of its own, and what it asks for."""
    asked = re.fullmatch("Prerequisite: (.+)", part.lines[0].clean())
    level = asked and re.match(r"\d+", asked[1])
    name = part.name if feature.name == "Pact Boon" else f"{feature.name.removesuffix('s')}: {part.name}"
    return Feature(name, part.page, [int(level[0])] if level else feature.levels[:1], text_blocks(part.lines[1 if asked else 0 :]),
                   feature.name, asked and asked[1])


def named_below(part: Part, blocks: list[str], levels: list[int]) -> tuple[list[str], list[Feature]]:
    """The text below a heading without what begins with a name, and that as options."""
    texts: list[str] = []
    options: list[Feature] = []
    for block in blocks:
        named = NAMED.match(block)
        if named and part.name in NAMED_BELOW:
            page = next(line.page for line in part.lines if line.clean().startswith(f"{named[1]}."))
            options.append(Feature(f"{part.name}: {named[1]}", page, levels[:1], [block[named.end():]]))
        elif options:
            options[-1].blocks.append(block)
        else:
            texts.append(block)
    return texts, options


def read_subclass(parts: list[Part]) -> tuple[dict, list[Feature]]:
    """A subclass, and its features. What says no level is a section of its text."""
    title, *rest = parts
    texts = text_blocks(title.lines)
    features: list[Feature] = []
    for part in rest:
        blocks = text_blocks(part.lines)
        levels = sorted({int(level) for found in LEVELS.findall(joined(blocks)) for level in re.findall(r"\d+", found)})
        blocks, options = named_below(part, blocks, levels)
        if part.name == "Channel Divinity" or not levels:
            texts += [f"### {part.name}", *blocks]
            features += options
            continue
        features.append(Feature(part.name, part.page, levels, blocks))
        features += [replace(option, option_of=part.name) for option in [*options, *rows_as_options(title.name, part, levels)]]
    return {"slug": SUBCLASSES[title.name], "name": title.name, "page": title.page, "text": joined(texts)}, features


def rows_as_options(subclass: str, part: Part, levels: list[int]) -> list[Feature]:
    """The lands of the circle, which are tables, and the dragons, which are rows of one."""
    made = []
    for at, line in enumerate(part.lines):
        if line.text in LANDS or line.text == "Draconic Ancestry":
            columns = TABLES[line.text][0].split(" | ")
            rows = table_rows(part.lines[at:], line.text)
            if line.text in LANDS:
                made.append(Feature(f"{subclass}: {line.text}", line.page, levels[:1], [as_markdown(columns, rows)]))
            else:
                pages = {row.text: row.page for row in part.lines}
                made += [Feature(f"{part.name}: {dragon} - {damage} Damage", pages[f"{dragon} {damage}"], levels[:1],
                                 [as_markdown(columns, [[dragon, damage]])]) for dragon, damage in rows]
    return made


def with_slugs(features: list[dict]) -> list[dict]:
    """The address of each is its name, which begins with the class if several classes have it."""
    owners: dict[str, set[str]] = {}
    for feature in features:
        owners.setdefault(feature["name"], set()).add(feature["class"])
    return [{"slug": slug_of(feature["name"], feature["class"], len(owners[feature["name"]]) > 1), **feature} for feature in features]


def slug_of(name: str, parent: str, shared: bool) -> str:
    known = SLUGS_OF_CLASS.get(parent, {}).get(name) or SLUGS.get(name)
    return known or slug(f"{parent if shared else ''} {name} {1 if name in NUMBERED else ''}")


# Texts


def text_blocks(lines: list[Line]) -> list[str]:
    """Paragraphs, items of lists, and tables, as Markdown."""
    blocks: list[str] = []
    group: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.text in TABLES:
            blocks += group_blocks(group)
            group = []
            at, rows = read_rows(lines, at)
            blocks.append(f"**{line.text}**\n\n" + as_markdown(TABLES[line.text][0].split(" | "), rows))
            continue
        if group and begins_group(line, group):
            blocks += group_blocks(group)
            group = []
        group.append(line)
        at += 1
    return blocks + group_blocks(group)


def begins_group(line: Line, group: list[Line]) -> bool:
    """Returns whether a line begins an item, a formula, or what follows a list. The lines of lists lack the
    blank behind them."""
    before = group[-1]
    ended = before.text.endswith(".") and len(before.text) < ROOM
    return (line.text.startswith("•") or FORMULA.match(line.clean()) is not None or ended and before.tabbed == before.tabbed.rstrip()
            or group[0].text.startswith("•") and line.indented)


def group_blocks(group: list[Line]) -> list[str]:
    if not group:
        return []
    made = [FORMULA.sub(r"\1 = ", text) for text in paragraphs(group, False)]
    if not made[0].startswith("•"):
        return made
    if len(made) > 1:
        raise Unexpected(f"SRD 5.1, page {group[0].page}: “{made[1]}” is within a list")
    return [f"- {made[0].removeprefix('•').strip()}"]
