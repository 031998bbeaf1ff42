"""Questions of every sort, made of what a library has, and what is expected of the answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from .program import Server

# Words that are not names.
PHRASES = [
    "drains life", "breathes fire", "returns when thrown", "healing", "turn invisible", "walk on water", "protection from evil",
    "resistance to cold damage", "speak with the dead", "regains hit points", "poisoned for one hour", "difficult terrain",
    "advantage on saving throws", "extra attack", "swim speed", "teleport to another plane", "summons undead", "charmed by the caster",
    "underwater breathing", "magic sword", "opportunity attack", "falling damage", "long rest", "two weapon fighting", "wild shape",
    "bonus action", "concentration broken", "necrotic damage", "frightened of its source", "climbs walls",
]
# Shares no factor with the number of questions, so that all are asked, and neighbours seldom follow each
# other.
STEP = 7919


@dataclass(frozen=True)
class Group:
    """Questions of one sort."""

    what: str
    tool: str
    arguments: list[dict]
    # What the nearest comparable system needs.
    comparable: str = ""
    # The longest median on the full library, in milliseconds.
    most: float | None = None
    # What the median on the grown library may be: so many times that on the full one, or so many
    # milliseconds.
    times: float | None = None
    grown: float | None = None

    def calls(self, count: int) -> Iterator[tuple[str, dict]]:
        """Calls that go through many different questions, the same ones each time."""
        for number in range(count):
            yield self.tool, self.arguments[number * STEP % len(self.arguments)]


def of_library(server: Server) -> list[Group]:
    """Questions about names and fields, which are taken from a library through its tools."""
    spells, creatures = (entries(server, f"lookup_{family}") for family in ("spell", "creature"))
    names = [sorted({entry["name"] for entry in found}) for found in (spells, creatures)]
    searched = [[name, mistyped(name), PHRASES[number // 3 % len(PHRASES)]][number % 3] for number, name in enumerate(names[0] + names[1])]
    named = [[{"name": name} for name in of_family] for of_family in names]
    fast = {"most": 0.8, "times": 2.0}
    return [
        Group("spell by exact name", "lookup_spell", named[0], "2.2 ms", most=0.4, times=2.0),
        Group("spell by level and school", "lookup_spell", pairs(spells, {"level": "level", "school": "school"}), "3.7 ms", **fast),
        Group("spell by pattern", "lookup_spell", patterns(names[0]), "26 ms", **fast),
        Group("spell by mistyped name", "lookup_spell", [{"name": mistyped(name)} for name in names[0]]),
        Group("creature by CR and type", "lookup_creature", pairs(creatures, {"challenge_rating": "cr", "type": "type"}), "127 ms", **fast),
        Group("creature by exact name", "lookup_creature", named[1], "127 ms", **fast),
        Group("unified search, by words", "search_dnd_content", [{"query": query, "semantic": False} for query in searched], "77 ms", most=5.0, grown=15.0),
        Group("list_documents", "list_documents", [{}], "201 ms", most=1.0),
    ]


def by_keystroke() -> list[Group]:
    """What the window asks while someone types words letter by letter."""
    typed = [{"query": phrase[:end], "limit": 100} for phrase in PHRASES for end in range(1, len(phrase) + 1)]
    return [Group("a keystroke in the window (browse_entries, 100 rows)", "guide_browse_entries", typed)]


def by_meaning() -> list[Group]:
    spells = [{"semantic_query": phrase} for phrase in PHRASES]
    creatures = [{"semantic_query": phrase, "cr_max": 5, "limit": 10} for phrase in PHRASES]
    return [
        Group("semantic lookup of a spell", "lookup_spell", spells, "12.9 ms", most=2.6, grown=10.0),
        Group("semantic lookup of a creature by CR", "lookup_creature", creatures, "12.9 ms", most=2.6, grown=10.0),
        Group("unified search, by words and meaning", "search_dnd_content", [{"query": phrase} for phrase in PHRASES], "77 ms (words)", most=5.0, grown=15.0),
    ]


# Questions with many answers.
WIDE = [
    ("lookup_spell", {}), ("lookup_creature", {}), ("lookup_creature", {"name": "*dragon*"}), ("lookup_equipment", {}),
    ("lookup_equipment", {"type": "magic-item"}),
    *(("lookup_character_option", {"type": option}) for option in ("class", "class-option", "race", "background")),
    *(("lookup_rule", {"rule_type": rule}) for rule in ("rule", "condition")),
    *(("search_dnd_content", {"query": query}) for query in ("dragon", "class features")),
]


def entries(server: Server, tool: str) -> list[dict]:
    """Entries of a lookup tool, up to a hundred for each letter."""
    return [entry for letter in "abcdefghijklmnopqrstuvwxyz" for entry in server.value(tool, {"name": f"{letter}*", "limit": 100})]


def pairs(entries: list[dict], filters: dict[str, str]) -> list[dict]:
    """The different pairs of values that two fields have together, as arguments under the names of their
    filters."""
    found = [tuple((filters[field], entry[field]) for field in filters) for entry in entries if filters.keys() <= entry.keys()]
    return [dict(pair) for pair in sorted(set(found), key=repr)]


def patterns(names: list[str]) -> list[dict]:
    """What words of names begin with and contain."""
    found = set()
    for name in names:
        long = [word for word in name.split() if len(word) >= 4]
        found.update(form.format(word) for form, word in zip(("{}*", "*{}*"), long))
    return [{"name": pattern} for pattern in sorted(found)]


def mistyped(name: str) -> str:
    """A name without the letter in its middle."""
    return name[: len(name) // 2] + name[len(name) // 2 + 1 :]
