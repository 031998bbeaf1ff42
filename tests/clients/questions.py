"""Calls that an assistant makes, and what must be true of the answers. They are answered from the starter
content, from a book of this tree's fixtures, and from the stand-in for Open5e."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import open5e
from conversation import Answer

# The fields of every entry, whatever its kind.
ENTRY_FIELDS = ("document", "document_key", "document_name", "document_source", "license", "slug", "name", "kind",
                "cached_at", "cache_status")
# The fields of each entry in a list that is too long for whole entries.
LISTED_FIELDS = ("document", "document_key", "document_name", "document_source", "name", "kind", "uri")
ROOT = Path(__file__).resolve().parent.parent.parent
# The longest answer that every program takes: some cut at 150,000 characters, some at 25,000 tokens.
LONGEST = 100_000
# A homebrew book of two feats and a language, by the name that the server knows it by, and the document that
# it becomes.
BOOK = os.environ.get("LOREKEEPER_TEST_BOOK") or str(ROOT / "tests/fixtures/orcbrew/one-source.orcbrew")
BOOK_KEY = "ways-of-the-reed"


@dataclass
class Question:
    """A call, and the claims about the `value` of its answer, which is a list of entries unless said. With a
    `mistake`, an `error_type`, it must fail, and the claims are about the error's sentence."""

    tool: str
    arguments: dict
    claims: dict[str, Callable[[Any], bool]]
    entries: bool = True
    fields: tuple[str, ...] = ENTRY_FIELDS
    mistake: str | None = None

    def __str__(self) -> str:
        return f"{self.tool} {self.arguments}"


def documented_tools() -> list[str]:
    """The tools that assistants are offered, by `docs/tools.md`, which is written from the server."""
    tables, _, _ = (ROOT / "docs/tools.md").read_text(encoding="utf-8").partition("## Tools of the window")
    return re.findall(r"^\| \[`(\w+)`\]", tables, re.MULTILINE)


def names(value: list) -> list[str]:
    return [entry["name"] for entry in value]


def kinds(value: list) -> set[str]:
    return {entry["kind"] for entry in value}


def scores(value: list) -> list[float]:
    return [entry["similarity_score"] for entry in value]


QUESTIONS = [
    Question("lookup_spell", {"name": "fireball", "documents": ["srd-5e"]}, {
        "is Fireball alone": lambda value: names(value) == ["Fireball"],
        "is the spell that everyone knows": lambda value: value[0]["level"] == 3 and value[0]["school"].lower() == "evocation",
        "says what it does": lambda value: "8d6" in value[0]["description"],
        "is from the document that the alias means": lambda value: value[0]["document_key"] == "srd-2014",
    }),
    Question("lookup_creature", {"type": "dragon", "cr": "10", "limit": 5}, {
        "has the young dragons": lambda value: {"Young Gold Dragon", "Young Red Dragon"} <= set(names(value)),
        "is at most five": lambda value: len(value) <= 5,
        "has dragons only": lambda value: all("dragon" in entry["type"].lower() for entry in value),
        "has the challenge rating only": lambda value: all(entry["challenge_rating"] == "10" for entry in value),
    }),
    Question("lookup_creature", {"type": "dragon", "limit": 5}, {
        "is five of many": lambda value: len(value) == 5,
    }),
    Question("lookup_equipment", {"item_type": "weapon", "name": "*sword*"}, {
        "has the swords": lambda value: {"Greatsword", "Longsword", "Shortsword"} <= set(names(value)),
        "has swords only": lambda value: all("sword" in name.lower() for name in names(value)),
        "has magic swords after the mundane": lambda value: [entry["kind"] for entry in value]
        == ["weapon"] * 3 + ["magic-item"] * (len(value) - 3),
    }, fields=LISTED_FIELDS),
    Question("lookup_character_option", {"type": "race", "name": "*elf*"}, {
        "has the elves": lambda value: {"Elf", "Half-Elf", "High Elf"} <= set(names(value)),
        "has races and subraces": lambda value: kinds(value) == {"race", "subrace"},
        "has races first": lambda value: [entry["kind"] for entry in value] == sorted(entry["kind"] for entry in value),
    }, fields=LISTED_FIELDS),
    Question("lookup_rule", {"rule_type": "condition", "name": "GRAPPLED"}, {
        "is Grappled alone": lambda value: names(value) == ["Grappled"] and kinds(value) == {"condition"},
        "names the other book": lambda value: [other["document_key"] for other in value[0]["also_in"]] == ["srd-2014"],
        "says what it does": lambda value: "speed" in value[0]["description"].lower(),
    }),
    Question("search_dnd_content", {"query": "firebal"}, {
        "finds Fireball first": lambda value: names(value)[0] == "Fireball",
        "is at most twenty": lambda value: 1 <= len(value) <= 20,
    }, fields=LISTED_FIELDS),
    Question("lookup_rule", {"rule_type": "condition", "name": "grappled", "fold": False}, {
        "is Grappled of both books": lambda value: names(value) == ["Grappled"] * 2,
    }),
    Question("lookup_spell", {"level": 3, "detail": "full"}, {
        "has whole spells": lambda value: any(entry.get("description") for entry in value),
    }, fields=LISTED_FIELDS),
    Question("lookup_creature", {"limit": 100}, {
        "is a line for each": lambda value: len(value) == 100,
    }, fields=LISTED_FIELDS),
    Question("search_dnd_content", {"query": "dragon", "limit": 100}, {
        "is as many as there are": lambda value: 50 <= len(value) <= 100,
    }, fields=LISTED_FIELDS),
    Question("lookup_spell", {"name": "no such spell at all"}, {
        "is empty": lambda value: value == [],
    }),
    Question("lookup_spell", {"name": "fireball", "documents": []}, {
        "is empty": lambda value: value == [],
    }),
]

PROMPTS = ["compare_editions", "prepare_encounter", "review_homebrew", "rules_question"]
# The values of the prompts' arguments, by their names.
PROMPT_ARGUMENTS = {
    "challenge_rating": "5", "characters": "4", "document": BOOK_KEY, "documents": "srd-2014", "edition": "2014",
    "kind": "spell", "level": "7", "name": "Fireball", "question": "What does it mean to be grappled?", "theme": "undead",
}

# Calls about the library itself, in their order.
HOUSEKEEPING = [
    Question("list_documents", {}, {
        "has the SRD with its entries": lambda value: value[0]["document_key"] == "srd-2014" and value[0]["entity_count"] > 1000,
    }, entries=False),
    Question("guide_read_entry", {"uri": "lore://entry/srd-2014/spell/fireball"}, {
        "is Fireball": lambda value: value["entry"]["name"] == "Fireball",
    }, entries=False),
    Question("guide_campaign", {}, {
        "has no campaign": lambda value: value["campaigns"] == [] and "chosen" not in value,
    }, entries=False),
    Question("guide_plan_encounter", {"levels": [3, 3, 4], "creatures": ["4 goblin warrior", "ogre"], "documents": ["srd-2024"]}, {
        "adds up": lambda value: value["encounters"][0]["total_xp"] == 4 * 50 + 450,
        "has the budgets of the table": lambda value: [budget["xp"] for budget in value["budgets"]] == [550, 825, 1300],
    }, entries=False),
    Question("guide_roll", {"dice": "4d6kh3+2", "seed": 7}, {
        "is what the seed makes of it": lambda value: value["total"] == 11 and value["terms"][0]["faces"] == [4, 1, 1, 4],
    }, entries=False),
    Question("guide_roll", {"table": "Reincarnate"}, {
        "has a row": lambda value: value["row"]["1d10"] == str(value["total"]) and value["row"]["Species"],
        "says where it is from": lambda value: value["uri"] == "lore://entry/srd-2024/spell/reincarnate",
    }, entries=False),
    Question("guide_save_entry", {"copy_of": "lore://entry/srd-2024/creature/owlbear", "name": "Snow Owlbear", "fields": {"hit_points": 80}}, {
        "is a preview": lambda value: value["stored"] is False and value["entry"]["hit_points"] == 80,
        "says where it came from": lambda value: "Changed from Owlbear" in value["entry"]["description"],
        "estimates the challenge rating": lambda value: len(value["estimated"]["reasons"]) == 3,
    }, entries=False),
    Question("guide_save_entry", {"kind": "spell", "name": "Jam Bolt", "fields": {"level": 10}}, {
        "names the wrong level": lambda value: "from 0 to 9" in str(value["problems"]),
    }, entries=False),
    Question("guide_sync_open5e", {"documents": ["quince-2031"]}, {
        "names the book that Open5e does not have": lambda error: "quince-2031" in error,
    }, mistake="invalid_arguments"),
    Question("guide_sync_open5e", {"documents": [open5e.BOOK]}, {
        "says what was stored": lambda value: value["report"]["stored"] > 100,
    }, entries=False),
    Question("guide_import_orcbrew", {"path": BOOK}, {
        "stores three entries": lambda value: [file["stored"] for file in value["files"]] == [3],
        "makes a document": lambda value: value["files"][0]["books"][0]["document_key"] == BOOK_KEY,
    }, entries=False),
    Question("lookup_character_option", {"type": "feat", "documents": [BOOK_KEY]}, {
        "has the book's feat": lambda value: "Reed Walker" in names(value),
    }),
]

# The calls that end a conversation, after its book was read.
FAREWELL = [
    Question("guide_delete_document", {"document": BOOK_KEY, "confirm": "DELETE_DOCUMENT"}, {
        "is the book": lambda value: value["document_key"] == BOOK_KEY,
    }, entries=False),
    Question("lookup_character_option", {"type": "feat", "name": "Reed Walker"}, {
        "is empty": lambda value: value == [],
    }),
]

# Calls with a mistake, and the field that the answer must name.
MISTAKES = [
    ("lookup_spell", {"nam": "fireball"}, "nam"),
    ("lookup_spell", {"level": "three"}, "level"),
    ("lookup_spell", {"level": 10}, "level"),
    ("lookup_spell", {"limit": 0}, "limit"),
    ("lookup_spell", {"limit": 101}, "limit"),
    ("lookup_character_option", {"name": "elf"}, "type"),
    ("lookup_rule", {"rule_type": "spell"}, "rule_type"),
    ("search_dnd_content", {"query": ""}, "query"),
    ("guide_delete_document", {"document": "srd-2014", "confirm": "yes"}, "confirm"),
    ("guide_import_orcbrew", {"path": "a.orcbrew", "policy": "both"}, "policy"),
]


def judge(checks, question: Question, answer: Answer) -> None:
    """Checks an answer: its length, its envelope, and every claim about its value."""
    checks.holds(f"{question} is short enough for every program", answer.longest() <= LONGEST, answer.longest())
    envelope = answer.structured
    if question.mistake is not None:
        failed = answer.failed and envelope.get("success") is False and envelope.get("error_type") == question.mistake
        checks.holds(f"{question} is refused as {question.mistake}", failed, envelope)
        value = envelope.get("error", "")
    else:
        succeeded = not answer.failed and envelope.get("success") is True and "error" not in envelope
        if not checks.holds(f"{question} succeeds", succeeded, envelope):
            return
        value = envelope.get("value")
    if question.entries and question.mistake is None:
        if not checks.holds(f"{question} gives a list", isinstance(value, list), envelope):
            return
        missing = {field for entry in value for field in question.fields if field not in entry}
        checks.holds(f"{question}: every entry says what it is and where it is from", not missing, missing)
    for claim, holds in question.claims.items():
        with checks.attempt(f"{question} {claim}"):
            checks.holds(f"{question} {claim}", holds(value), envelope)
