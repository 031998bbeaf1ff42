"""Compares facts from two sources, field by field."""

from collections import defaultdict
from dataclasses import dataclass, field

# What two sources may disagree on after somebody looked at the page: by document, family and field, each name and its page.
Reviewed = dict[tuple[str, str, str], dict[str, int]]


@dataclass
class Comparison:
    """Counts agreements of a document's facts, and keeps the disagreements."""

    document: str
    against: str
    reviewed: Reviewed
    counts: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    found: dict[tuple[str, str], list[tuple]] = field(default_factory=lambda: defaultdict(list))

    def compare(self, family: str, what: str, entry: dict, right, other) -> None:
        """Counts a fact; `right` is the page's."""
        self.counts[family, what] += 1
        if right != other:
            self.found[family, what].append((entry["name"], entry["page"], right, other))

    def is_reviewed(self, family: str, what: str, name: str, page: int) -> bool:
        return self.reviewed.get((self.document, family, what), {}).get(name) == page

    def report(self) -> int:
        """Prints the shares and what is not reviewed; returns how many disagreements that are."""
        open_findings = 0
        print(f"{self.document} against {self.against}")
        for (family, what), count in self.counts.items():
            wrong = self.found[family, what]
            new = [finding for finding in wrong if not self.is_reviewed(family, what, *finding[:2])]
            agreed = (count - len(wrong)) / count
            note = f", {len(wrong) - len(new)} reviewed" if len(wrong) > len(new) else ""
            print(f"  {family:14} {what:22} {count - len(wrong):5} of {count:5}  {agreed:.3f}{note}")
            for name, page, right, other in new:
                print(f"      {name}, page {page}: {right!r} here, {other!r} there")
            open_findings += len(new)
        return open_findings
