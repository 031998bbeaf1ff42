"""Reads the System Reference Documents from the text of their pages. `scripts/convert-srd` is the entry
point."""


class Unexpected(Exception):
    """A page does not look as this package knows it; the sentence says where and what was expected."""
