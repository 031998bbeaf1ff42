"""Blocks as Markdown."""

import re

from .flow import SMALL_WORDS, SUBTITLE, Block

# `Name. Text`: a name in bold type at the beginning of a paragraph.
RUN_IN = re.compile(r"([“\"]?[A-Z0-9][^.?!:;]*?[.?!]”?|[A-Z][^.?!:;,]*? \([^)]*\)\.) (?=[^a-z])")
LABELLED = re.compile(r"(Trigger|Duration): ")
NUMBERED = re.compile(r"(\d+): ")
LABELS = re.compile(r"(?<!\*)\b((?:Failed|Successful) Save|(?:First |Second |Third )?Failure(?: or Success)?|Success|Hit or Miss|Hit|Miss"
                    r"|(?:Melee or Ranged|Melee|Ranged) Attack Roll|(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)"
                    r" Saving Throw|Trigger|Response|Additional Effects): ")


def to_markdown(blocks: list[Block], level: int = 3) -> str:
    """The blocks, with headings of this level and an empty line between all but the items of a list."""
    text = ""
    last = ""
    for block in blocks:
        piece = block_to_markdown(block, level)
        text += "" if not text else "\n" if block.kind == last == "item" else "\n\n"
        text += piece
        last = block.kind
    return text


def block_to_markdown(block: Block, level: int) -> str:
    if block.kind == "heading":
        return f"{'#' * level} {block.text}"
    if block.kind == "table":
        return block.found.to_markdown()
    if block.kind == "sidebar":
        inner = f"**{block.text}**\n\n{to_markdown(block.blocks, level)}"
        return "\n".join(f"> {line}".rstrip() for line in inner.split("\n"))
    if block.kind == "item":
        return f"- {lead(block.text)}"
    if SUBTITLE.fullmatch(block.text):
        return f"*{block.text}*"
    labelled = LABELLED.match(block.text)
    if labelled:
        return f"**{labelled[1]}:** {block.text[labelled.end():]}"
    numbered = NUMBERED.match(block.text)
    if numbered:
        return f"{numbered[1]}. {lead(block.text[numbered.end():])}"
    return lead(block.text)


def lead(text: str) -> str:
    """A paragraph whose name, if it begins with one, is in bold italics."""
    name, rest = split_name(text)
    return f"***{name}.*** {rest}" if name and name[-1] not in "?!”" else f"***{name}*** {rest}" if name else text


def split_name(text: str) -> tuple[str, str]:
    """The name that a paragraph begins with, without its period, and the rest."""
    found = RUN_IN.match(text)
    if not found or len(found[1]) > 75:
        return "", text
    words = re.findall(r"\w[\w’'+-]*", re.sub(r"\(.*?\)", "", found[1]))
    if not words or any(word[0].islower() and word not in SMALL_WORDS for word in words):
        return "", text
    return found[1].removesuffix("."), text[found.end() :]


def with_labels(text: str) -> str:
    """Text of a stat block with what the book sets in italics: `Hit:`, `Failure:` and the like."""
    return LABELS.sub(r"*\1:* ", text)
