"""Figures beside their targets."""

import statistics


def median(samples: list[float]) -> float:
    return statistics.median(samples)


def p95(samples: list[float]) -> float:
    """What nineteen of twenty stay under."""
    return sorted(samples)[round((len(samples) - 1) * 0.95)]


def both(samples: list[float]) -> str:
    return f"{median(samples):.2f} / {p95(samples):.2f} ms"


def markdown(rows: list[list[str]]) -> str:
    """A table whose first row is its head."""
    widths = [max(3, *map(len, column)) for column in zip(*rows)]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


class Table:
    """The figures in the order in which they were added."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str, bool | None]] = []

    def add(self, what: str, measured: str, comparable: str = "", target: str = "", met: bool | None = None) -> None:
        self.rows.append((what, comparable, target, measured, met))

    def __str__(self) -> str:
        words = {True: "met", False: "MISSED", None: ""}
        rows = [["what", "comparable", "target", "measured", ""]] + [[*cells, words[met]] for *cells, met in self.rows]
        judged = [met for *_, met in self.rows if met is not None]
        return f"{markdown(rows)}\n\n{sum(judged)} of {len(judged)} targets met"
