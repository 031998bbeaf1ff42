"""The judged queries of `tests/relevance`, whose README says what is what, and how well a list of hits
answers one."""

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean

from .program import ROOT

FOLDER = ROOT / "tests/relevance"
# The files of queries. Those of the last but one are conditions on fields; nothing in the library answers the
# last.
CONSTRAINTS, UNANSWERABLE = "constraints", "unanswerable"
FAMILIES = ["spells", "creatures", "magic-items", "equipment", "options", "rules", "homebrew", CONSTRAINTS, UNANSWERABLE]
# Odd numbers may be looked at while the search is being improved; of even ones, only the figures are looked
# at.
HALVES = ["tune", "report"]
SEARCH = "search_dnd_content"
# The number of hits that are looked at.
LOOKED_AT = 10
# How names are compared: with these characters for others.
UNIFORM = str.maketrans({**dict.fromkeys("‘’‛′ʼ`´", "'"), **dict.fromkeys("“”„″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"),
                         "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ı": "i"})


def fold(name: str) -> str:
    """A name as the program compares it: in lower case, without accents, with uniform signs and single
    spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.category(c).startswith("M"))
    return " ".join(plain.lower().translate(UNIFORM).split())


def key(kind: str, name: str) -> str:
    """What names an entry, whatever its document."""
    return f"{kind} {fold(name)}"


def begins_so(judged: str, key: str) -> bool:
    """Whether a key that ends with `*` stands for another key."""
    return judged.endswith("*") and key.startswith(judged[:-1])


# Names of entries by their kind.
Names = dict[str, list[str]]


@dataclass(frozen=True)
class Query:
    """One query and what answers it."""

    family: str
    id: str
    query: str
    tool: str = SEARCH
    filters: dict = field(default_factory=dict)
    best: Names = field(default_factory=dict)
    good: Names = field(default_factory=dict)
    behind: Names = field(default_factory=dict)

    @property
    def number(self) -> int:
        return int(self.id.removeprefix(f"{self.family}-"))

    @property
    def half(self) -> str:
        return HALVES[1 - self.number % 2]

    @property
    def is_answerable(self) -> bool:
        return self.family != UNANSWERABLE

    @property
    def is_of_all(self) -> bool:
        """Whether it counts among all queries."""
        return self.family not in (CONSTRAINTS, UNANSWERABLE)

    @property
    def grades(self) -> dict[str, int]:
        """The grades of its good answers."""
        return dict.fromkeys(keys(self.good), 1) | dict.fromkeys(keys(self.best), 2)

    @property
    def judged(self) -> list[str]:
        return keys(self.best) + keys(self.good) + keys(self.behind)

    def counts_as(self, kind: str, name: str) -> str:
        """What judges an entry by its own name, or by the beginning of it, or else the entry itself."""
        own, judged = key(kind, name), self.judged
        return own if own in judged else next((other for other in judged if begins_so(other, own)), own)


def keys(names: Names) -> list[str]:
    return [key(kind, name) for kind in sorted(names) for name in names[kind]]


def read() -> Iterator[Query]:
    """Every query, in the files' order."""
    for family in FAMILIES:
        for line in (FOLDER / f"{family}.jsonl").read_text(encoding="utf-8").splitlines():
            yield Query(family, **json.loads(line))


# How well queries were answered: hit@1, hit@3, MRR@10, nDCG@10.
Figures = tuple[float, float, float, float]


def figures(hits: list[str], grades: dict[str, int]) -> Figures:
    """Judges the first ten hits. A name that stood before has no grade, but takes its place all the same."""
    hits = hits[:LOOKED_AT]
    found = [0 if hit in hits[:place] else grades.get(hit, 0) for place, hit in enumerate(hits)]
    first = next((place for place, grade in enumerate(found) if grade), None)
    ideal = gain(sorted(grades.values(), reverse=True)[:LOOKED_AT])
    hit = [float(first is not None and first < places) for places in (1, 3)]
    return (*hit, 0.0 if first is None else 1 / (first + 1), gain(found) / ideal if ideal else 0.0)


def gain(grades: list[int]) -> float:
    return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def mean(all_figures: list[Figures]) -> Figures:
    return tuple(map(fmean, zip(*all_figures))) if all_figures else (0.0,) * 4


def keeps_order(hits: list[str], before: list[str], behind: list[str]) -> bool:
    """Whether every one of `before` is among the hits, and none of `behind` is before one of them."""
    places = {hit: place for place, hit in reversed(list(enumerate(hits)))}
    first_behind = min((places[name] for name in behind if name in places), default=len(hits))
    return all(places.get(name, len(hits)) < first_behind for name in before)


# Words that say nothing of what is sought, without apostrophes.
FUNCTION_WORDS = set("""a about above after again against all also am among an and another any anybody anyone anything are around as at
away back be because been before behind being below between both but by can cannot cant could did didnt do does doesnt doing done dont down
during each either else enough even ever every everybody everyone everything few for from get gets getting go goes going got had has have
having he hed her here hers herself hes him himself his how i id if ill im in instead into is isnt it its itself ive just least less let
lets like lot lots many may maybe me might mine more most much must my myself near need neither never no nobody none nor not nothing now of
off on once one ones only onto or other others our ours out over own per please quite rather really same shall she should since so some
somebody somehow someone something still such than that thats the their theirs them themselves then there these they theyre thing things
this those though through till to too toward towards two under until up upon us use used uses using very want wants was wasnt way we well
went were what whatever whats when where whether which while who whom whos whose why will with within without wont would yet you your yours
yourself""".split())
# The endings that forms of a word differ in, the longest first, and the fewest letters before them.
ENDINGS = re.compile(r"(?<=...)(?:ingly|edly|ings|ing|ers|ied|ies|ily|ed|er|es|ly|s|e|y)$")
# The fewest letters of a word that is recognised with a typing error.
MISSPELT = 5


def stems(text: str) -> set[str]:
    """The content words of a text, each with its stem."""
    words = set(re.findall(r"\w+", fold(text).replace("'", ""))) - FUNCTION_WORDS
    return words | {re.sub(r"(.)\1$", r"\1", ENDINGS.sub("", word)) for word in words}


def misspelt(a: str, b: str) -> bool:
    """Whether two words differ by one typing error, which seldom is in the first letter."""
    if a[0] != b[0] or min(len(a), len(b)) < MISSPELT or abs(len(a) - len(b)) > 1:
        return False
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return max(len(a), len(b)) <= 1 or len(a) == 2 and a == b[::-1]


def shares_a_word(words: set[str], answer: set[str]) -> bool:
    return bool(words & answer) or any(misspelt(word, other) for word in words for other in answer)


def without_a_shared_word(queries: list[Query], entries: dict[str, str]) -> set[str]:
    """The ids of the answerable queries that share no content word with the names and texts (`entries`, by
    key) of their best answers."""
    known: dict[str, set[str]] = {}

    def words_of(best: str) -> set[str]:
        if best not in known:
            known[best] = stems("\n".join(text for key, text in entries.items() if key == best or begins_so(best, key)))
        return known[best]

    return {query.id for query in queries if query.is_answerable
            and not any(shares_a_word(stems(query.query), words_of(best)) for best in keys(query.best))}
