"""Measured figures, for the summary at the end of `make test`."""

import sys
from pathlib import Path

_SUMMARY = Path(__file__).resolve().parents[2] / "target" / "tmp" / "figures.txt"


def tell(figure: str) -> None:
    print(figure, file=sys.stderr)
    _SUMMARY.parent.mkdir(parents=True, exist_ok=True)
    with _SUMMARY.open("a", encoding="utf-8") as summary:
        print(figure, file=summary)
