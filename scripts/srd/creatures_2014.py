"""Stat blocks of SRD 5.1, and the prose between them.

A stat block is a name, a line of size, type and alignment, facts, and features. A feature begins with its
name in bold type, of which the text layer shows only the period; its other paragraphs are indented. What
stands behind the last feature is about the creature as a whole. """

import re
from dataclasses import dataclass, field

from . import Unexpected
from .creature_forms_2014 import with_variants
from .creatures import ABILITIES, append, signed
from .lines_2014 import ROOM, SENTENCE_END, Line, read_lines, slug
from .wheel import Page

SIZES = r"(?:Tiny|Small|Medium|Large|Huge|Gargantuan)"
TYPES = "aberration|beast|celestial|construct|dragon|elemental|fey|fiend|giant|humanoid|monstrosity|ooze|plant|undead"
HEADER = re.compile(rf"({SIZES}) (?:swarm of ({SIZES}) )?({TYPES})s?(?: \((.+?)\))?, (.+)")
SCORE = re.compile(r"(\d+) \(([+−]\d+)\)")
LABELS = ("Armor Class", "Hit Points", "Speed", "STR DEX CON INT WIS CHA", "Saving Throws", "Skills", "Damage Vulnerabilities",
          "Damage Resistances?", "Damage Immunities", "Condition Immunities", "Senses", "Languages", "Challenge")
NEEDED = {"armor_class", "hit_points", "speed", "abilities", "senses", "languages"}
FACTS = re.compile(rf"(?:^| )({'|'.join(LABELS)}) ")
FIELDS = {"Saving Throws": "saves", "Damage Vulnerabilities": "vulnerabilities", "Damage Resistance": "resistances",
          "Damage Resistances": "resistances", "STR DEX CON INT WIS CHA": "abilities"}
# Facts that are given as printed.
PRINTED = ("vulnerabilities", "resistances", "damage_immunities", "condition_immunities", "languages")
SECTIONS = {"Actions": "actions", "Reactions": "reactions", "Legendary Actions": "legendary_actions"}
SMALL_WORDS = r"(?:a|after|and|by|for|from|in|into|of|or|the|to|with)"
# The name of a feature or a paragraph, and its period.
NAME = re.compile(rf"([A-Z][\w’/–-]*[,:]?(?: (?:[A-Z][\w’/–-]*[,:]?|{SMALL_WORDS}))*(?: \([^)]*\))?)\. (?=[A-Z“])")
# A name that begins a feature although the one before lacks its period.
LIMITED = re.compile(r"[A-Z][A-Za-z ’-]+ \((?:Recharges? |\d/Day|Costs \d)[^)]*\)\. ")
# What a line of a list of spells begins with.
SPELLS = re.compile(r"(?:At will|\d/day(?: each)?|Cantrips \(at will\)|\d\w\w level \(\d slots?\)): ")
USES = re.compile(r"can take (\d) legendary actions, ")
# A feature whose options stand below it like features.
OPTIONS = {"Breath Weapons": re.compile(r"\w+ Breath"), "Roar": re.compile(r"\w+ Roar")}
# Boxes about variants, and the creature that they are variants of.
VARIANTS = {"Variant: Diseased Giant Rats": "Giant Rat", "Variant: Insect Swarms": "Swarm of Insects"}
TITLE = re.compile(r"[A-Z][a-z]+(?:,? \(?[A-Z][a-z]*\)?)*")
# Names that the pages turn around for their order.
TURNED = {"Elf, Drow": "Drow", "Gnome, Deep (Svirfneblin)": "Deep Gnome (Svirfneblin)"}
# Blanks that the text layer lacks, and a minus sign that is a dash.
SLIPS = [(re.compile(r"(?<=[,;)])(?=[a-z])"), " "), (re.compile(r"(?<=\d [+−])(?=\d+\))"), " "),
         (re.compile(r"(?<=d\d) – (?=\d)"), " − ")]
CHAPTERS = [(261, 357), (366, 403)]
# Stat blocks among the magic items: page, name, what they belong to, and how the item goes on.
AMONG_ITEMS = [(218, "Avatar of Death", "Deck of Many Things", "Star. "),
               (222, "Giant Fly", "Figurine of Wondrous Power", "Golden Lions (Rare). ")]


@dataclass(frozen=True)
class Table:
    """A table of a section of prose: its head, its columns, what a row looks like, and how many there are."""

    head: str
    columns: tuple[str, ...]
    row: str
    rows: int


@dataclass(frozen=True)
class Prose:
    """A section that is not a stat block, with the lines of its title."""

    name: str
    title: str
    tables: tuple[Table, ...] = ()


PROSE = [
    Prose("Half-Dragon Template", "Half-Dragon Template", (
        Table("Color Damage Resistance", ("Color", "Damage Resistance"), r"([A-Z][a-z, ]+) ([A-Z]\w+)", 5),
        Table("Size Breath Weapon Optional Prerequisite", ("Size", "Breath Weapon", "Optional Prerequisite"),
              r"([A-Z][a-z ]+) (As an? [a-z ]+) (Challenge \d or higher)", 3))),
    Prose("Miscellaneous Creatures", "Appendix MM-A: Miscellaneous Creatures"),
    Prose("Nonplayer Characters", "Appendix MM-B: Nonplayer Characters"),
    Prose("Customizing NPCs", "Customizing NPCs"),
]


def read_creatures(pages: list[Page]) -> dict[str, list[dict]]:
    """Every creature, and the sections of prose between them as rules."""
    found = Chapter()
    for first, last in CHAPTERS:
        found.read(read_lines(pages, first, last))
    for page, name, item, following in AMONG_ITEMS:
        found.creatures.append(read_stat_block(among_items(pages, page, name, following), item))
    missing = {prose.name for prose in PROSE} - {rule["name"] for rule in found.rules} | set(VARIANTS) - set(found.boxes)
    if missing:
        raise Unexpected(f"SRD 5.1, pages 261 to 403: {sorted(missing)} are not there")
    for title, box in found.boxes.items():
        base = next(creature for creature in found.creatures if creature["name"] == VARIANTS[title])
        base["text"] = "\n\n".join([f"**{title}**", *box])
    return {"creatures": with_variants(found.creatures), "rules": found.rules}


@dataclass
class Chapter:
    """What is read of a chapter: stat blocks, sections of prose, and the paragraphs of boxes by title."""

    creatures: list[dict] = field(default_factory=list)
    rules: list[dict] = field(default_factory=list)
    boxes: dict[str, list[str]] = field(default_factory=dict)

    def read(self, lines: list[Line]) -> None:
        starts = [(at, start) for at in range(len(lines)) if (start := starts_at(lines, at))]
        for line in lines[: starts[0][0] if starts else len(lines)]:
            if not is_title(line):
                raise Unexpected(f"SRD 5.1, page {line.page}: “{line.clean()}” belongs to no stat block")
        for (at, start), end in zip(starts, [at for at, _ in starts[1:]] + [len(lines)]):
            while end > at + 1 and is_title(lines[end - 1]):
                end -= 1
            if isinstance(start, Prose):
                self.rules.append(read_prose(start, lines[at:end]))
            elif isinstance(start, int):
                self.creatures.append(read_stat_block(lines[at:end]))
            else:
                self.boxes[start] = [piece.markdown() for piece in pieces(lines[at + 1 : end])]


def starts_at(lines: list[Line], at: int) -> Prose | str | int | None:
    """What begins at a line: a section of prose, a box with this title, or a stat block whose facts begin
    that many lines below."""
    if lines[at].text in VARIANTS:
        return lines[at].text
    for prose in PROSE:
        if any(not lines[at].running and join(lines[at : at + count]) == prose.title for count in (1, 3)):
            return prose
    for count in (2, 3):
        if at + count < len(lines) and lines[at + count].text.startswith("Armor Class "):
            return count if HEADER.fullmatch(join(lines[at + 1 : at + count])) else None
    return None


def is_title(line: Line) -> bool:
    """Returns whether a line is the title of a letter or a group of creatures, such as `Angels`."""
    return not line.running and bool(TITLE.fullmatch(line.text))


def among_items(pages: list[Page], page: int, name: str, following: str) -> list[Line]:
    lines = read_lines(pages, page, page)
    texts = [line.clean() for line in lines]
    end = next((at for at, text in enumerate(texts) if text.startswith(following)), None)
    if name not in texts or end is None:
        raise Unexpected(f"SRD 5.1, page {page}: the stat block “{name}” is not where it is expected")
    return lines[texts.index(name) : end]


def join(lines: list[Line]) -> str:
    """Lines of a paragraph as one text."""
    text = ""
    for line in lines:
        text += ("" if not text or text.endswith(("-", "—")) else " ") + line.clean()
    return tidy(text)


def tidy(text: str) -> str:
    for slip, right in SLIPS:
        text = slip.sub(right, text)
    return text


def read_prose(prose: Prose, lines: list[Line]) -> dict:
    """A section of the rules, whose lines begin with its title."""
    page = lines[0].page
    title = next(count for count in range(1, len(lines)) if join(lines[:count]) == prose.title)
    blocks, lines = [], lines[title:]
    for table in prose.tables:
        at = find_table(table, lines, page)
        blocks += [piece.markdown() for piece in pieces(lines[:at])]
        lines, markdown = read_table(table, lines[at:], page)
        blocks.append(markdown)
    blocks += [piece.markdown() for piece in pieces(lines)]
    return {"slug": slug(f"Monsters {prose.name}"), "name": prose.name, "page": page, "section": "Monsters", "text": "\n\n".join(blocks)}


def find_table(table: Table, lines: list[Line], page: int) -> int:
    """Where the head of a table begins."""
    for at in range(len(lines)):
        if any(join(lines[at : at + count]) == table.head for count in range(1, 4)):
            return at
    raise Unexpected(f"SRD 5.1, page {page}: the table “{table.head}” is not where it is expected")


def read_table(table: Table, lines: list[Line], page: int) -> tuple[list[Line], str]:
    """The lines after a table, and the table as Markdown. A row can be of several lines."""
    head = next(count for count in range(1, 4) if join(lines[:count]) == table.head)
    rows, lines = [], lines[head:]
    while len(rows) < table.rows:
        cells = [re.fullmatch(table.row, join(lines[:count])) for count in range(1, 4)]
        count = next((count for count, found in enumerate(cells, 1) if found), None)
        if count is None:
            raise Unexpected(f"SRD 5.1, page {page}: the table “{table.head}” has {len(rows)} rows instead of {table.rows}")
        rows.append(cells[count - 1].groups())
        lines = lines[count:]
    made = ["| " + " | ".join(row) + " |" for row in [table.columns, *rows]]
    made.insert(1, "|" + "---|" * len(table.columns))
    return lines, "\n".join(made)


@dataclass
class Piece:
    """A `feature`, another `paragraph`, or an `item` of a list of spells. A paragraph with neither indent nor
    name is `about` the creature as a whole, if the chapter has such: its first line names the creature, or
    its first word had room in the line before."""

    kind: str
    lines: list[Line]

    @property
    def text(self) -> str:
        return join(self.lines).replace("*", "\\*")

    def split(self) -> tuple[str, str]:
        """Its name without the period, and the rest."""
        found = NAME.match(self.text)
        return (found[1], self.text[found.end() :]) if found else ("", self.text)

    def markdown(self) -> str:
        name, rest = self.split()
        return f"- {self.text}" if self.kind == "item" else f"***{name}.*** {rest}" if name else rest


def pieces(lines: list[Line], about: re.Pattern[str] | None = None) -> list[Piece]:
    """Lines parted where something begins. `about` is how a paragraph about the creature as a whole
    begins."""
    texts = [line.clean() for line in lines]
    width = max(map(len, texts), default=0)
    found: list[Piece] = []
    for at, (line, text) in enumerate(zip(lines, texts)):
        before, ahead = texts[at - 1] if at else "", " ".join(texts[at : at + 4])
        listed = at > 0 and found[-1].kind == "item"
        ended = at == 0 or listed or before.endswith(SENTENCE_END)
        named = (ended or before.endswith(":")) and not line.indented and NAME.match(ahead) or LIMITED.match(ahead)
        if SPELLS.match(text):
            found.append(Piece("item", [line]))
        elif named:
            found.append(Piece("feature", [line]))
        elif at == 0 or line.indented or text.startswith("*"):
            found.append(Piece("paragraph", [line]))
        elif ended and not listed and (len(before) + len(text.split(" ")[0]) + ROOM < width or about and about.match(ahead)):
            found.append(Piece("about", [line]))
            width = 0 if about else width
            about = None
        else:
            found[-1].lines.append(line)
    return found


def read_stat_block(lines: list[Line], of: str | None = None) -> dict:
    """A stat block as an object; the lines begin with its name and hold nothing else."""
    printed, page = lines[0].clean(), lines[0].page
    where = f"SRD 5.1, page {page}, stat block “{printed}”"
    header = starts_at(lines, 0)
    if not isinstance(header, int):
        raise Unexpected(f"{where}: no size, type and alignment")
    end = next((at + 1 for at, line in enumerate(lines) if line.clean().startswith("Challenge ")), len(lines))
    name = TURNED.get(printed, printed)
    creature = {"slug": slug(name), "name": name, "page": page, **({"of": of} if of else {}),
                **kind(HEADER.fullmatch(join(lines[1:header]))), **facts(lines[header:end], where)}
    about = re.compile(rf"[^.]*\b(?:an? {name}|{name}s)\b", re.IGNORECASE) if page >= CHAPTERS[-1][0] else None
    return {**creature, **read_features(lines[end:], about, where)}


def read_features(lines: list[Line], about: re.Pattern[str] | None, where: str) -> dict:
    """Traits, actions and so on, and the text about the creature as a whole."""
    found = {}
    ends = [at for at, line in enumerate(lines) if line.clean() in SECTIONS] + [len(lines)]
    sections = [("traits", 0, ends[0])]
    sections += [(SECTIONS[lines[at].clean()], at + 1, end) for at, end in zip(ends, ends[1:])]
    for section, at, end in sections:
        parts = pieces(lines[at:end], about)
        if section == "legendary_actions":
            found.update(legendary_uses(parts.pop(0).text if parts else "", where))
        kinds = [piece.kind for piece in parts] if about and end == len(lines) else []
        first_about = kinds.index("about") if "about" in kinds else len(parts)
        if parts[:first_about]:
            found[section] = features(parts[:first_about], where)
        if parts[first_about:]:
            found["text"] = "\n\n".join(piece.markdown() for piece in parts[first_about:])
    return found


def features(found: list[Piece], where: str) -> list[dict]:
    """Traits or actions with their names. What has no name belongs to the one before, and so do its
    options."""
    made: list[dict] = []
    for piece in found:
        name, rest = piece.split()
        option = OPTIONS.get(made[-1]["name"].split(" (")[0]) if made else None
        if piece.kind == "feature" and not (option and option.fullmatch(name)):
            made.append({"name": name, "text": rest})
        elif made:
            append(made[-1], piece.markdown())
        else:
            raise Unexpected(f"{where}: “{piece.text[:60]}” has no name")
    return made


def legendary_uses(text: str, where: str) -> dict:
    """The number of legendary actions and the paragraph that states it."""
    uses = USES.search(text)
    if uses is None:
        raise Unexpected(f"{where}: its legendary actions begin with “{text[:60]}”")
    return {"legendary_uses": int(uses[1]), "legendary_text": text}


def kind(header: re.Match[str]) -> dict:
    """Size, type, tags and alignment: `Medium humanoid (elf), neutral evil`."""
    size, swarm_of, name, tags, alignment = header.groups()
    found = {"size": size, "type": name.capitalize(), "alignment": alignment}
    if swarm_of:
        found["swarm_of"] = swarm_of
    if tags:
        found["tags"] = tags.split(", ")
    return found


def facts(lines: list[Line], where: str) -> dict:
    """What stands above the features, from the armor class to the challenge rating."""
    text = tidy(" ".join(line.clean() for line in lines))
    before, *parts = FACTS.split(text)
    labels = [FIELDS.get(label, label.lower().replace(" ", "_")) for label in parts[::2]]
    printed = dict(zip(labels, parts[1::2]))
    if before or len(printed) != len(labels) or not NEEDED <= set(printed):
        raise Unexpected(f"{where}: its facts are “{text}”")
    found = {**armor_class(printed["armor_class"], where), **hit_points(printed["hit_points"], where), "speed": printed["speed"],
             "abilities": ability_scores(printed["abilities"], where)}
    if "saves" in printed:
        found["saves"] = {ABILITIES[name.lower()].capitalize(): bonus for name, bonus in bonuses(printed["saves"], where).items()}
    if "skills" in printed:
        found["skills"] = bonuses(printed["skills"], where)
        found.update({"skills_text": printed["skills"]} if "(" in printed["skills"] else {})
    found.update((fact, printed[fact]) for fact in PRINTED if fact in printed)
    return {**found, **senses(printed["senses"], where), **challenge(printed.get("challenge"), where)}


def ability_scores(text: str, where: str) -> dict[str, dict]:
    scores = [(int(score), signed(modifier)) for score, modifier in SCORE.findall(text)]
    if len(scores) != len(ABILITIES) or any(modifier != (score - 10) // 2 for score, modifier in scores):
        raise Unexpected(f"{where}: its abilities are “{text}”")
    return {ability: {"score": score, "modifier": modifier} for ability, (score, modifier) in zip(ABILITIES.values(), scores)}


def senses(text: str, where: str) -> dict:
    whole = re.fullmatch(r"(?:(.+), )?passive Perception (\d+)", text)
    if whole is None:
        raise Unexpected(f"{where}: its senses are “{text}”")
    return {"senses": text}


def armor_class(text: str, where: str) -> dict:
    """The armor class with its parenthesis; all of it if there is more than that."""
    whole = re.fullmatch(r"(\d+)(?: \(([^()]+)\))?", text)
    first = re.match(r"\d+\b", text)
    if first is None:
        raise Unexpected(f"{where}: its armor class is “{text}”")
    detail = whole[2] if whole else text
    return {"armor_class": int(first[0]), **({"armor_class_text": detail} if detail else {})}


def hit_points(text: str, where: str) -> dict:
    """Hit points and hit dice, or the words that say what they depend on."""
    whole = re.fullmatch(r"(\d+) \(((\d+)d(\d+)(?: ([+−] \d+))?)\)", text)
    if whole is None and not re.search(r"\d", text):
        return {"hit_points_text": text}
    average = whole and int(whole[3]) * (int(whole[4]) + 1) // 2 + signed((whole[5] or "0").replace(" ", ""))
    if whole is None or int(whole[1]) != average:
        raise Unexpected(f"{where}: its hit points are “{text}”")
    return {"hit_points": average, "hit_dice": whole[2]}


def bonuses(text: str, where: str) -> dict[str, int]:
    """`Con +6, Int +8` by name."""
    found = [re.fullmatch(r"([A-Z][A-Za-z ]+) ([+−]\d+)(?: \([^)]+\))?", part) for part in text.split(", ")]
    if not all(found):
        raise Unexpected(f"{where}: “{text}” are not bonuses")
    return {part[1]: signed(part[2]) for part in found if part}


def challenge(text: str | None, where: str) -> dict:
    if text is None:
        return {}
    if text.startswith("— ("):
        return {"cr_text": text}
    whole = re.fullmatch(r"(\d+)(/\d)? \(([\d,]+) XP\)", text)
    if whole is None:
        raise Unexpected(f"{where}: its challenge rating is “{text}”")
    rating = 0 if whole[2] else int(whole[1])
    return {"cr": whole[1] + (whole[2] or ""), "xp": int(whole[3].replace(",", "")), "proficiency_bonus": 2 + max(rating - 1, 0) // 4}
