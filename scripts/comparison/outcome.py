"""Compares facts field by field: counts those that agree and lists the others."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from . import Facts

# The share of each field that has to agree.
WANTED = 0.998
# The most disagreements listed for one field.
LISTED = 12


@dataclass(frozen=True)
class Reviewed:
    """Facts on which another source disagrees with a page that somebody looked at: each name and its page,
    and why."""

    document: str
    against: str
    family: str
    what: str
    reason: str
    pages: dict[str, int]


@dataclass
class Comparison:
    """Counts agreements of a document's facts, and keeps the disagreements."""

    document: str
    against: str
    reviewed: list[Reviewed]
    note: str = ""
    counts: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    found: dict[tuple[str, str], list[tuple]] = field(default_factory=lambda: defaultdict(list))

    def compare(self, family: str, what: str, entry: dict, right, other) -> None:
        """Counts a fact; `right` is the page's."""
        self.counts[family, what] += 1
        if right != other:
            self.found[family, what].append((entry["name"], entry["page"], right, other))

    def mine(self) -> list[Reviewed]:
        return [one for one in self.reviewed if (one.document, one.against) == (self.document, self.against)]

    def excused(self) -> set[tuple]:
        """Family, field, name and page of every reviewed disagreement."""
        return {(one.family, one.what, name, page) for one in self.mine() for name, page in one.pages.items()}

    def refused(self) -> list[tuple]:
        """Exceptions that excuse nothing: their fact agrees, or there is no such fact on that page."""
        found = {(*field, *finding[:2]) for field, wrong in self.found.items() for finding in wrong}
        return sorted(self.excused() - found)

    def report(self) -> int:
        """Prints the shares and the disagreements that are not reviewed; returns the number of fields below
        the limit."""
        print(f"\n{self.document} against {self.against}{self.note}")
        return sum(self.report_field(*field) for field in self.counts)

    def report_field(self, family: str, what: str) -> bool:
        """Prints the share of a field; returns whether it is below the limit."""
        count, wrong, excused = self.counts[family, what], self.found[family, what], self.excused()
        new = [finding for finding in wrong if (family, what, *finding[:2]) not in excused]
        share = (count - len(new)) / count
        reviewed = f", {len(wrong) - len(new)} reviewed" if len(wrong) > len(new) else ""
        print(f"  {family:14} {what:22} {count - len(wrong):5} of {count:5}  {share:.3f}{reviewed}{'' if share >= WANTED else '  TOO FEW'}")
        for name, page, right, other in new[:LISTED]:
            print(f"      {name}{f', page {page}' if page else ''}: {shown(right)}, but {shown(other)} there")
        if len(new) > LISTED:
            print(f"      and {len(new) - LISTED} more")
        return share < WANTED


def report_refused(comparisons: list[Comparison]) -> int:
    """Prints the exceptions that excuse nothing in any comparison of their document; returns their number."""
    refused = 0
    for document, against in dict.fromkeys((one.document, one.against) for one in comparisons):
        same = [one.refused() for one in comparisons if (one.document, one.against) == (document, against)]
        for exception in [one for one in same[0] if all(one in other for other in same)]:
            print(f"{document} against {against}: reviewed, but it excuses nothing:", *exception)
            refused += 1
    return refused


def shown(value) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}…"


# Finds the entry of a key and a name, or says that there is none.
Finder = Callable[[str, str], dict | None]
# Of a fact of the page and of the entry that was found: what is compared, the page's value and the other's,
# if there is any.
View = Callable[[dict, dict], tuple[str, object, object] | None]


def compare_facts(pages: Facts, other: dict[str, Finder], comparison: Comparison, views: dict[str, View], whole: bool) -> None:
    """Compares the facts of the pages with entries of the same names; `whole` if each entry must be there.

    A family or a field that the other source does not know is left out."""
    for family, entries in pages.items():
        for name, fact in entries.items() if family in other else ():
            found = other[family](name, fact["name"])
            if whole:
                comparison.compare(family, "found", fact, True, found is not None)
            for what in fact if found else ():
                view = views.get(what, same_field(what))(fact, found)
                if view:
                    comparison.compare(family, view[0], fact, *view[1:])


def same_field(what: str) -> View:
    def view(fact: dict, found: dict) -> tuple[str, object, object] | None:
        return (what, fact[what], found[what]) if what in found and what != "name" else None
    return view
