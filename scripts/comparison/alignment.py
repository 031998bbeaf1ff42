"""What stands on the pages of a book and in no entry, and what stands in an entry and on no page, letter by letter.

A letter is found if some `PIECE` letters in a row that it is one of are found on the other side, wherever that is: what is set in another
order agrees, and a wrong letter is alone in what remains.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from . import values

PIECE = 10
# Letters around a difference that are shown.
AROUND = 24


@dataclass(frozen=True)
class Difference:
    """Letters that only one side has: where they stand, and what stands around them."""

    where: str
    letters: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.where}: …{self.before}[{self.letters}]{self.after}…"


def pieces(texts: Iterable[str]) -> set[str]:
    return {text[at : at + PIECE] for text in texts for at in range(len(text) - PIECE + 1)}


def differences(where: str, letters: str, others: set[str]) -> list[Difference]:
    """What these letters have and the pieces of the other side do not."""
    found = bytearray(len(letters))
    for at in range(len(letters) - PIECE + 1):
        if letters[at : at + PIECE] in others:
            found[at : at + PIECE] = b"\1" * PIECE
    missing: list[Difference] = []
    at = found.find(0)
    while at >= 0:
        end = found.find(1, at)
        end = len(letters) if end < 0 else end
        missing.append(Difference(where, letters[at:end], letters[max(0, at - AROUND) : at], letters[end : end + AROUND]))
        at = found.find(0, end)
    return missing


def share(letters: int, missing: list[Difference]) -> float:
    return 1 - sum(len(one.letters) for one in missing) / letters
