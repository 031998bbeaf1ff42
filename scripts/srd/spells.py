"""Spells."""

import re

from . import Unexpected
from .creatures import DAMAGE_TYPES, read_stat_block, stat_block_at
from .flow import Block, Flow, take_tables
from .markdown import split_name, to_markdown
from .tables import Line, Table
from .words import Vocabulary

SCHOOLS = r"(?:Abjuration|Conjuration|Divination|Enchantment|Evocation|Illusion|Necromancy|Transmutation)"
LEVEL = re.compile(rf"(?:Level (\d) ({SCHOOLS})|({SCHOOLS}) Cantrip) \(([A-Z][a-z]+(?:, [A-Z][a-z]+)*)\)")
FIELDS = ("Casting Time", "Range", "Components", "Duration")
HIGHER = ("Using a Higher-Level Spell Slot", "Cantrip Upgrade")
ABILITY = r"(Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)"
DAMAGE = f"(?i:{'|'.join(sorted(DAMAGE_TYPES))})"
DEALT = re.compile(rf"((?:(?:{DAMAGE})(?: \([^)]*\))?(?:, (?:or |and )?| or | and ))*(?:{DAMAGE}))(?: \([^)]*\))? damage")
CHOSEN = re.compile(rf"((?:(?:{DAMAGE}), ){{2,}}(?:and |or )(?:{DAMAGE}))\b")
SAVE = re.compile(rf"(?:makes?|making|succeeds? on|attempts?|fails?|repeat) (?:an? )?(?:DC \d+ )?{ABILITY} (?:saving throw|save)")
ATTACK = re.compile(r"(?:melee|ranged) spell attack|attack bonus is equal to your spellcasting")
NOT_DEALT = re.compile(r"(?i:Resistances?|Immunity|Immune|Vulnerability|Vulnerable) (?:to|against) (?:the |nonmagical )?$"
                       r"|(?:other than|except for|at least \d+|takes any|enough to deal) $")


def read_spells(lines: list[Line], words: Vocabulary, tables: list[Table]) -> tuple[list[dict], list[dict]]:
    """Every spell, and the stat blocks that stand with spells."""
    starts = [at - 1 for at in range(1, len(lines)) if level_line(lines, at, words)]
    spells, creatures = [], []
    for at, end in zip(starts, starts[1:] + [len(lines)]):
        spell, found = read_spell(lines[at:end], words, tables)
        spells.append(spell)
        creatures += found
    return spells, creatures


def level_line(lines: list[Line], at: int, words: Vocabulary) -> re.Match[str] | None:
    """The line below a spell's name, which can go on in the next one."""
    if not re.match(rf"Level \d {SCHOOLS}|{SCHOOLS} Cantrip", lines[at].text):
        return None
    return LEVEL.fullmatch(words.join([line.text for line in lines[at : at + 1]])) or LEVEL.fullmatch(
        words.join([line.text for line in lines[at : at + 2]]))


def read_spell(lines: list[Line], words: Vocabulary, tables: list[Table]) -> tuple[dict, list[dict]]:
    name = words.join([lines[0].text])
    where = f"page {lines[0].page}, spell “{name}”"
    level = level_line(lines, 1, words)
    values, body = read_fields(lines, words, where)
    creatures = []
    for at in range(len(body)):
        if stat_block_at(body, at, words):
            creatures.append({**read_stat_block(body[at:], words), "of": name})
            body = body[:at]
            break
    blocks = Flow(body, words, take_tables(tables, body), titles=False).read()
    spell = {"name": name, "page": lines[0].page, "level": int(level[1] or 0), "school": level[2] or level[3],
             "classes": level[4].split(", "), **casting(values, where), **text_of(blocks, creatures)}
    whole = f"{spell['text']}\n\n{spell.get('higher_level', '')}"
    return {**spell, **effects(whole)}, creatures


def read_fields(lines: list[Line], words: Vocabulary, where: str) -> tuple[dict[str, str], list[Line]]:
    """The four entries below the name, and the lines after them."""
    starts = []
    for field in FIELDS:
        pattern = rf"{field}:" if field != "Components" else r"Components?:"
        at = next((n for n, line in enumerate(lines) if re.match(pattern, line.text)), None)
        if at is None or starts and at <= starts[-1]:
            raise Unexpected(f"{where}: no “{field}”, or not in its place")
        starts.append(at)
    end = starts[-1] + 1
    values = {}
    for field, at, after in zip(FIELDS, starts, starts[1:] + [end]):
        values[field] = words.join([line.text for line in lines[at:after]]).split(":", 1)[1].strip()
    return values, lines[end:]


def casting(values: dict[str, str], where: str) -> dict:
    time, _, trigger = values["Casting Time"].partition(", ")
    components = re.fullmatch(r"((?:V|S|M)(?:, (?:S|M))*)(?: \((.+)\))?", values["Components"])
    if components is None or ("M" in components[1]) != bool(components[2]):
        raise Unexpected(f"{where}: its components are “{values['Components']}”")
    duration = values["Duration"]
    concentration = duration.startswith("Concentration")
    found = {
        "casting_time": time.removesuffix(" or Ritual"),
        "trigger": trigger or None,
        "ritual": time.endswith(" or Ritual"),
        "range": values["Range"],
        "components": components[1],
        "material": components[2],
        "duration": re.sub(r"^Concentration,? up to ", "", duration) if concentration else duration,
        "concentration": concentration,
    }
    return {key: value for key, value in found.items() if value is not None}


def text_of(blocks: list[Block], creatures: list[dict]) -> dict:
    """The text, and apart from it what a higher slot or a higher level changes: always the last
    paragraphs."""
    at = next((n for n, block in enumerate(blocks) if split_name(block.text)[0] in HIGHER), len(blocks))
    found = {"text": to_markdown(blocks[:at])}
    if at < len(blocks):
        label, first = split_name(blocks[at].text)
        rest = to_markdown(blocks[at + 1 :])
        found["higher_level"] = f"{first}\n\n{rest}" if rest else first
        found["higher_level_label"] = label
    if creatures:
        found["stat_block"] = creatures[0]["name"]
    return found


def effects(text: str) -> dict:
    """What can be looked for: the saving throw, whether there is an attack roll, and the types of damage
    dealt."""
    found: dict = {}
    saves = SAVE.findall(text)
    if saves:
        found["saving_throw"] = saves[0]
    found["attack_roll"] = bool(ATTACK.search(text))
    types: list[str] = []
    for dealt in [*DEALT.finditer(text), *CHOSEN.finditer(text)]:
        before = text[max(0, dealt.start() - 60) : dealt.start()]
        if not NOT_DEALT.search(before) and (dealt.re is DEALT or not re.search(r"(?i:Resistance)|damage type: $", before)):
            types += [kind.capitalize() for kind in re.findall(DAMAGE, dealt[1])]
    found["damage_types"] = list(dict.fromkeys(types))
    return found
