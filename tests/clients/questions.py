"""Calls that an assistant makes, and what must be true of the answers. They are answered from the starter content."""

from dataclasses import dataclass
from typing import Callable

# What every entry carries, whatever its kind.
ENTRY_FIELDS = ["document", "document_key", "document_name", "document_source", "license", "slug", "name", "kind",
                "cached_at", "cache_status"]
TOOLS = ["list_documents", "lookup_character_option", "lookup_creature", "lookup_equipment", "lookup_rule", "lookup_spell",
         "search_dnd_content", "guide_browse_entries", "guide_change_settings", "guide_clear_cache", "guide_delete_document", "guide_import_orcbrew", "guide_library_stats",
         "guide_list_open5e", "guide_read_entry",
         "guide_sync_open5e"]


@dataclass
class Question:
    """A call, and the claims about the `value` of its answer."""

    tool: str
    arguments: dict
    claims: dict[str, Callable[[list], bool]]

    def __str__(self) -> str:
        return f"{self.tool} {self.arguments}"


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
    }),
    Question("lookup_character_option", {"type": "race", "name": "*elf*"}, {
        "has the elves": lambda value: {"Elf", "Half-Elf", "High Elf"} <= set(names(value)),
        "has races and subraces": lambda value: kinds(value) == {"race", "subrace"},
        "has races first": lambda value: [entry["kind"] for entry in value] == sorted(entry["kind"] for entry in value),
    }),
    Question("lookup_rule", {"rule_type": "condition", "name": "GRAPPLED"}, {
        "is Grappled alone": lambda value: names(value) == ["Grappled"] and kinds(value) == {"condition"},
        "says what it does": lambda value: "speed" in value[0]["description"].lower(),
    }),
    Question("search_dnd_content", {"query": "firebal"}, {
        "finds Fireball first": lambda value: names(value)[0] == "Fireball",
        "is at most twenty": lambda value: 1 <= len(value) <= 20,
    }),
    Question("lookup_spell", {"name": "no such spell at all"}, {
        "is empty": lambda value: value == [],
    }),
    Question("lookup_spell", {"name": "fireball", "documents": []}, {
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
    ("lookup_rule", {"name": "grappled"}, "rule_type"),
    ("lookup_rule", {"rule_type": "spell"}, "rule_type"),
    ("search_dnd_content", {"query": ""}, "query"),
    ("guide_delete_document", {"document": "srd-2014", "confirm": "yes"}, "confirm"),
    ("guide_import_orcbrew", {"path": "a.orcbrew", "policy": "both"}, "policy"),
]


def judge(checks, question: Question, envelope: dict) -> None:
    """Checks the envelope of an answer and every claim about its value."""
    if not checks.holds(f"{question} succeeds", envelope.get("success") is True and "error" not in envelope, envelope):
        return
    value = envelope.get("value")
    if not checks.holds(f"{question} gives a list", isinstance(value, list), envelope):
        return
    missing = {field for entry in value for field in ENTRY_FIELDS if field not in entry}
    checks.holds(f"{question}: every entry says what it is and where it is from", not missing, missing)
    for claim, holds in question.claims.items():
        with checks.attempt(f"{question} {claim}"):
            checks.holds(f"{question} {claim}", holds(value), [names(value), envelope.get("message")])
