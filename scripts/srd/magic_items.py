"""Magic items."""

import re

from . import Unexpected
from .creatures import read_stat_block, stat_block_at
from .flow import Block, Flow, take_tables
from .markdown import split_name, to_markdown
from .tables import Line, Table
from .words import Vocabulary

CATEGORY = r"(Armor|Potion|Ring|Rod|Scroll|Staff|Wand|Weapon|Wondrous Item)"
RARITY = r"(?:Common|Uncommon|Rare|Very Rare|Legendary|Artifact)"
WHICH = r" \((?!Requires)[^)]+\)"
KIND = re.compile(
    rf"{CATEGORY}(?: \(([^)]+)\))?, (Rarity Varies|{RARITY}(?:{WHICH})?(?:,? (?:or )?{RARITY}{WHICH})*)"
    r"(?: \(Requires Attunement(?: by (.+))?\))?")
VARIANT = re.compile(rf"(.+) \(({RARITY})\)")


def read_magic_items(lines: list[Line], words: Vocabulary, tables: list[Table]) -> tuple[list[dict], list[dict]]:
    """Every magic item, and the stat blocks that stand with them."""
    kinds = [at for at in range(1, len(lines)) if kind_at(lines, at, words)[0]]
    starts = [at - 1 if is_whole(lines, at) else at - 2 for at in kinds]
    items, creatures = [], []
    for at, kind, end in zip(starts, kinds, starts[1:] + [len(lines)]):
        item, found = read_item(lines[at:end], kind - at, words, tables)
        items.append(item)
        creatures += found
    return items, creatures


def is_whole(lines: list[Line], at: int) -> bool:
    """Returns whether the name above has one line: the line before it ends a sentence, a table or another
    item."""
    return not re.fullmatch(r"[A-Z][^.]*  ?", lines[at - 2].text) or lines[at - 1].text[0].isupper()


def kind_at(lines: list[Line], at: int, words: Vocabulary) -> tuple[re.Match[str] | None, int]:
    """Category, rarity and attunement below an item's name, and how many lines they take."""
    if re.match(CATEGORY + r"[ ,]", lines[at].text):
        for count in (1, 2, 3):
            found = KIND.fullmatch(words.join([line.text for line in lines[at : at + count]]))
            if found and not re.match(r"\(Requires|Attunement\)", lines[min(at + count, len(lines) - 1)].text):
                return found, count
    return None, 0


def read_item(lines: list[Line], name_lines: int, words: Vocabulary, tables: list[Table]) -> tuple[dict, list[dict]]:
    name = words.join([line.text for line in lines[:name_lines]])
    kind, count = kind_at(lines, name_lines, words)
    body = lines[name_lines + count :]
    body, creatures = without_stat_block(body, name, words)
    blocks = Flow(body, words, take_tables(tables, body), titles=False).read()
    rarities = re.findall(rf"({RARITY})(?: \(([^)]+)\))?", kind[3])
    item = {
        "name": name,
        "page": lines[0].page,
        "category": kind[1],
        "base": kind[2],
        "rarity": "varies" if kind[3] == "Rarity Varies" or len(rarities) > 1 else kind[3].lower(),
        "rarity_text": kind[3] if len(rarities) > 1 else None,
        "attunement": "(Requires Attunement" in kind[0],
        "attunement_by": kind[4],
        "text": to_markdown(blocks),
        "variants": variants(rarities, blocks),
    }
    return {key: value for key, value in item.items() if value not in (None, [])}, creatures


def without_stat_block(body: list[Line], name: str, words: Vocabulary) -> tuple[list[Line], list[dict]]:
    """The text without a stat block in its midst, which ends where an indented paragraph follows its
    rating."""
    at = next((n for n in range(len(body)) if stat_block_at(body, n, words)), None)
    if at is None:
        return body, []
    rating = next(n for n in range(at, len(body)) if body[n].text.startswith("CR "))
    end = rating + 1 if rating + 1 < len(body) and body[rating + 1].text.startswith(" ") else len(body)
    return body[:at] + body[end:], [{**read_stat_block(body[at:end], words), "of": name}]


def variants(rarities: list[tuple[str, str]], blocks: list[Block]) -> list[dict]:
    """The forms of an item that differ in rarity: by bonus, by a row of a table, or by a paragraph."""
    found = [{"name": which, "rarity": rarity.lower()} for rarity, group in rarities if group for which in group.split(" or ")]
    for block in blocks:
        if block.kind == "table" and block.found.table.columns[-1] == "Rarity" and not block.found.title:
            found += [{"name": row[0], "rarity": row[-1].lower()} for row in block.found.rows]
        named = VARIANT.fullmatch(split_name(block.text)[0])
        if named:
            found.append({"name": named[1], "rarity": named[2].lower()})
    return found
