"""Backgrounds, species and feats."""

import re

from . import Unexpected
from .equipment import sections
from .flow import Block
from .markdown import split_name, to_markdown

BACKGROUNDS = ("Acolyte", "Criminal", "Sage", "Soldier")
SPECIES = ("Dragonborn", "Dwarf", "Elf", "Gnome", "Goliath", "Halfling", "Human", "Orc", "Tiefling")
FEAT = re.compile(r"(Origin|General|Fighting Style|Epic Boon) Feat(?: \(Prerequisite: (.+)\))?")
FACT = re.compile(r"(Ability Scores|Feat|Skill Proficiencies|Tool Proficiency|Equipment|Creature Type|Size|Speed): (.+)")


def facts_of(heading: Block, body: list[Block], wanted: tuple[str, ...]) -> tuple[dict[str, str], list[Block]]:
    """The labelled lines below a heading, all of which must be there, and what stands below them."""
    found: dict[str, str] = {}
    for at, block in enumerate(body):
        fact = FACT.fullmatch(block.text)
        if fact is None:
            break
        found[fact[1]] = fact[2]
    if tuple(found) != wanted:
        raise Unexpected(f"page {heading.page}, {heading.text}: it has {list(found)}")
    return found, body[len(found) :]


def backgrounds(blocks: list[Block]) -> list[dict]:
    made = []
    for heading, body in sections(blocks):
        if heading.text not in BACKGROUNDS:
            continue
        wanted = ("Ability Scores", "Feat", "Skill Proficiencies", "Tool Proficiency", "Equipment")
        found, rest = facts_of(heading, body, wanted)
        if rest:
            raise Unexpected(f"page {heading.page}, {heading.text}: “{rest[0].text[:60]}” is not known")
        made.append({"name": heading.text, "page": heading.page, "ability_scores": found["Ability Scores"].split(", "),
                     "feat": found["Feat"], "skills": found["Skill Proficiencies"].split(" and "),
                     "tool": found["Tool Proficiency"], "equipment": found["Equipment"]})
    return made


def species(blocks: list[Block]) -> list[dict]:
    made = []
    for heading, body in sections(blocks):
        if heading.text not in SPECIES:
            continue
        found, rest = facts_of(heading, body, ("Creature Type", "Size", "Speed"))
        intro, traits = rest[:1], rest[1:]
        made.append({"name": heading.text, "page": heading.page, "creature_type": found["Creature Type"], "size": found["Size"],
                     "speed": int(found["Speed"].removesuffix(" feet")), "text": to_markdown(intro),
                     "traits": named_parts(traits, f"page {heading.page}, {heading.text}")})
    return made


def named_parts(blocks: list[Block], where: str) -> list[dict]:
    """Paragraphs as traits: an indented one that begins with a name begins a trait, whatever follows belongs
    to it."""
    parts: list[tuple[str, int, list[Block]]] = []
    for block in blocks:
        name, rest = split_name(block.text) if block.kind == "paragraph" else ("", "")
        if name:
            parts.append((name, block.page, [Block("entry", block.page, rest)]))
        elif parts:
            parts[-1][2].append(block)
        else:
            raise Unexpected(f"{where}: “{block.text[:60]}” has no name")
    return [{"name": name, "page": page, "text": to_markdown(body)} for name, page, body in parts]


def feats(blocks: list[Block]) -> list[dict]:
    made = []
    for heading, body in sections(blocks):
        kind = FEAT.fullmatch(body[0].text) if body else None
        if kind is None:
            continue
        made.append({"name": heading.text, "page": heading.page, "category": kind[1], "prerequisite": kind[2],
                     "repeatable": any(split_name(block.text)[0] == "Repeatable" for block in body), "text": to_markdown(body[1:])})
    return [{key: value for key, value in feat.items() if value is not None} for feat in made]
