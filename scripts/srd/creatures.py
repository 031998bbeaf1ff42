"""Stat blocks."""

import re

from . import Unexpected
from .flow import Block, Flow, is_title
from .tables import Line
from .words import Vocabulary

SIZES = r"(?:Tiny|Small|Medium|Large|Huge|Gargantuan)"
HEADER = re.compile(rf"({SIZES}(?: or (?:Smaller|{SIZES}))?) (.+?), ((?:[A-Z][a-z]+|or|Any|evil|Neutral| )+(?: Alignment)?)")
SECTIONS = {"Traits": "traits", "Actions": "actions", "Bonus Actions": "bonus_actions", "Reactions": "reactions",
            "Legendary Actions": "legendary_actions"}
FACTS = {"Skills": "skills", "Resistances": "resistances", "Vulnerabilities": "vulnerabilities", "Immunities": "immunities",
         "Gear": "gear", "Senses": "senses", "Languages": "languages", "CR": "cr"}
ABILITIES = {"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom",
             "cha": "charisma"}
DAMAGE_TYPES = {"Acid", "Bludgeoning", "Cold", "Fire", "Force", "Lightning", "Necrotic", "Piercing", "Poison", "Psychic",
                "Radiant", "Slashing", "Thunder"}
CONDITIONS = {"Blinded", "Charmed", "Deafened", "Exhaustion", "Frightened", "Grappled", "Incapacitated", "Invisible",
              "Paralyzed", "Petrified", "Poisoned", "Prone", "Restrained", "Stunned", "Unconscious"}
# Entries that are a list of named parts, and how many follow.
PARTS = {"Vampire Weakness": 4, "Roar (3/Day)": 3}
# What contradicts itself on the printed page.
PRINTED_SO = {
    "page 301, stat block “Invisible Stalker”: its initiative is +7, its initiative score 22",
    "page 293, stat block “Gray Ooze”: its initiative is −2, its initiative score 13",
}
USES = re.compile(r"(?:At Will|\d/Day(?: Each)?):")
NAME = re.compile(r"([A-Z][^.(:]*?(?: \([^)]*\))?)\. (?=\S)")


def suspect(finding: str) -> None:
    """Stops at what contradicts itself, unless the page was looked at and has it so."""
    if finding not in PRINTED_SO:
        raise Unexpected(finding)


def stat_block_at(lines: list[Line], at: int, words: Vocabulary) -> bool:
    """Returns whether a stat block begins at a line: its name, then size, type and alignment, then its armor
    class."""
    if at + 3 >= len(lines) or not re.match(SIZES + r"\b", lines[at + 1].text):
        return False
    below = [line.text for line in lines[at + 1 : at + 4]]
    end = next((n for n, text in enumerate(below) if text.startswith("AC ")), 0)
    return end > 0 and bool(HEADER.fullmatch(words.join(below[:end])))


def read_stat_block(lines: list[Line], words: Vocabulary) -> dict:
    """A stat block as an object; the lines begin with its name and hold nothing else."""
    where = f"page {lines[0].page}, stat block “{lines[0].text.strip()}”"
    first = next(n for n, line in enumerate(lines) if line.text.startswith("AC "))
    header = HEADER.fullmatch(words.join([line.text for line in lines[1:first]]))
    if header is None:
        raise Unexpected(f"{where}: no size, type and alignment")
    creature = {"name": words.join([lines[0].text]), "page": lines[0].page, **kind(header)}
    sections = [n for n, line in enumerate(lines) if line.text.strip() in SECTIONS and n > first]
    facts_end = sections[0] if sections else len(lines)
    creature.update(facts(lines[first:facts_end], words, where))
    for begin, end in zip(sections, sections[1:] + [len(lines)]):
        name = SECTIONS[lines[begin].text.strip()]
        if name in creature:
            raise Unexpected(f"{where}: {name} twice")
        blocks = Flow(lines[begin + 1 : end], words, [], titles=False).read()
        if name == "legendary_actions":
            creature.update(legendary_uses(blocks.pop(0).text, where))
        creature[name] = entries(blocks, where)
    return creature


def legendary_uses(text: str, where: str) -> dict:
    """Returns the number of legendary actions and the paragraph that states it."""
    uses = re.match(r"Legendary Action Uses: (\d)(?: \((\d) in Lair\))?\. ", text)
    if uses is None:
        raise Unexpected(f"{where}: its legendary actions begin with “{text[:60]}”")
    found = {"legendary_uses": int(uses[1]), "legendary_text": text}
    return {**found, "legendary_uses_in_lair": int(uses[2])} if uses[2] else found


def kind(header: re.Match[str]) -> dict:
    """Size, type, tags and alignment: `Medium or Small Humanoid (Goblinoid), Chaotic Neutral`."""
    size, words, alignment = header.groups()
    swarm = re.fullmatch(rf"Swarm of ({SIZES}) (\w+?)s?", words)
    if swarm:
        return {"size": size, "type": swarm[2], "swarm_of": swarm[1], "alignment": alignment}
    tag = re.fullmatch(r"(.+?) \((.+)\)", words)
    found = {"size": size, "type": tag[1] if tag else words, "alignment": alignment}
    if tag:
        found["tags"] = tag[2].split(", ")
    return found


def facts(lines: list[Line], words: Vocabulary, where: str) -> dict:
    """What stands above the sections, from the armor class to the challenge rating."""
    blocks = Flow(parted(lines), words, [], titles=False).read()
    found: dict = {}
    scores: dict[str, dict] = {}
    for block in blocks:
        text = block.text
        label = text.split(" ", 1)[0]
        if label == "AC":
            found.update(armor_class(text, where))
        elif label == "HP":
            found.update(hit_points(text))
        elif label == "Speed":
            found["speed"] = text.removeprefix("Speed ")
        elif text == "MOD SAVE MOD SAVE MOD SAVE":
            continue
        elif label.lower() in ABILITIES:
            scores.update(ability_scores(text, where))
        elif label in FACTS:
            found[FACTS[label]] = text.removeprefix(label + " ")
        else:
            raise Unexpected(f"{where}: “{text}” is not known")
    if list(scores) != list(ABILITIES.values()):
        raise Unexpected(f"{where}: it has the abilities {list(scores)}")
    found["abilities"] = scores
    typed = typed_facts(found, where)
    for printed in ("immunities", "cr"):
        found.pop(printed, None)
    return {**found, **typed}


def parted(lines: list[Line]) -> list[Line]:
    """The lines, each that stands before another fact closed."""
    labels = tuple(f"{label} " for label in ("AC", "HP", "Speed", "MOD", *FACTS))
    closes = [line.text.startswith(labels) for line in lines[1:]] + [False]
    return [Line(line.page, line.text.rstrip()) if ends else line for line, ends in zip(lines, closes)]


def armor_class(text: str, where: str) -> dict:
    whole = re.fullmatch(r"AC (\d+)(?: Initiative ([+−]\d+) \((\d+)\))?", text)
    if whole is None:
        return {"armor_class_text": text.removeprefix("AC ")}
    found = {"armor_class": int(whole[1])}
    if whole[2]:
        found.update(initiative=signed(whole[2]), initiative_score=int(whole[3]))
        if found["initiative_score"] != 10 + found["initiative"]:
            suspect(f"{where}: its initiative is {whole[2]}, its initiative score {whole[3]}")
    return found


def hit_points(text: str) -> dict:
    whole = re.fullmatch(r"HP (\d+) \((\d+d\d+(?: [+−] \d+)?)\)", text)
    if whole is None:
        return {"hit_points_text": text.removeprefix("HP ")}
    return {"hit_points": int(whole[1]), "hit_dice": whole[2]}


def ability_scores(text: str, where: str) -> dict[str, dict]:
    found = {}
    for name, score, modifier, save in re.findall(r"([A-Za-z]{3}) (\d+) ([+−]\d+) ([+−]\d+)", text):
        ability = ABILITIES[name.lower()]
        found[ability] = {"score": int(score), "modifier": signed(modifier), "save": signed(save)}
        if signed(modifier) != (int(score) - 10) // 2:
            suspect(f"{where}: {ability} {score} has the modifier {modifier}")
    return found


def typed_facts(found: dict, where: str) -> dict:
    typed: dict = {}
    if "skills" in found:
        typed["skills"] = {name: signed(bonus) for name, bonus in re.findall(r"([A-Z][A-Za-z ]+?) ([+−]\d+)", found["skills"])}
    if "immunities" in found:
        typed.update(immunities(found["immunities"]))
    if "gear" in found:
        typed["gear"] = found["gear"].split(", ")
    senses = re.fullmatch(r"(?:(.+)[;,] )?Passive Perception (\d+)", found.get("senses", ""))
    if senses is None:
        raise Unexpected(f"{where}: its senses are “{found.get('senses')}”")
    typed["senses"] = senses[1]
    typed["passive_perception"] = int(senses[2])
    typed.update(challenge(found.get("cr", ""), where))
    return typed


def immunities(text: str) -> dict:
    """Damage types stand before conditions, parted by a semicolon where there are both."""
    damage, conditions = [], []
    for part in text.split("; "):
        into = conditions if part.split(", ")[0].split(" (")[0] in CONDITIONS else damage
        into.append(part)
    found = {}
    if damage:
        found["damage_immunities"] = "; ".join(damage)
    if conditions:
        found["condition_immunities"] = "; ".join(conditions)
    return found


def challenge(text: str, where: str) -> dict:
    if text.startswith("None ("):
        return {"cr_text": text}
    whole = re.fullmatch(r"(\d+(?:/\d)?) \((?:XP )?([\d,]+)(?: XP)?(?:, or ([\d,]+)(?: XP)? in lair)?; PB \+(\d+)\)", text)
    if whole is None:
        raise Unexpected(f"{where}: its challenge rating is “{text}”")
    found = {"cr": whole[1], "xp": int(whole[2].replace(",", "")), "proficiency_bonus": int(whole[4])}
    if whole[3]:
        found["lair_xp"] = int(whole[3].replace(",", ""))
    return found


def entries(blocks: list[Block], where: str) -> list[dict]:
    """Traits or actions: a name in bold type, and its text. What has no name belongs to the one before."""
    found: list[dict] = []
    parts = 0
    for block in blocks:
        named = None if block.kind != "entry" or USES.match(block.text) else NAME.match(block.text)
        if named and not parts:
            found.append({"name": named[1], "text": block.text[named.end() :]})
            parts = PARTS.get(named[1], 0)
        elif named:
            parts -= 1
            append(found[-1], f"- **{named[1]}.** {block.text[named.end() :]}")
        elif found:
            append(found[-1], f"- **{block.text.replace(':', ':**', 1)}" if USES.match(block.text) else block.text)
        else:
            raise Unexpected(f"{where}: “{block.text[:60]}” has no name")
    return found


def append(entry: dict, text: str) -> None:
    """Another paragraph, or another item of a list."""
    last = entry["text"].rsplit("\n", 1)[-1]
    entry["text"] += ("\n" if text.startswith("- ") and last.startswith("- ") else "\n\n") + text


def signed(text: str) -> int:
    return int(text.replace("−", "-"))


def read_creatures(lines: list[Line], words: Vocabulary, titles: set[str]) -> list[dict]:
    """Every stat block of a chapter. `titles` are those of its sections: the name of a group, or a creature's
    once more."""
    starts = [at for at in range(len(lines)) if stat_block_at(lines, at, words)]
    found = []
    for at, end in zip(starts, starts[1:] + [len(lines)]):
        following = lines[end].text if end < len(lines) else ""
        while is_section(lines[end - 1].text.strip(), following, titles):
            end -= 1
        found.append(read_stat_block(lines[at:end], words))
    return found


def is_section(line: str, following: str, titles: set[str]) -> bool:
    """Returns whether the last line above a stat block is the title of its section, such as `Kobold` above
    Kobold Warrior."""
    return is_title(line) and line not in SECTIONS and (line in titles or line.rstrip("s") in following)
