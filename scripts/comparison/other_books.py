"""The books of other publishers: Open5e's two versions of its data against the library."""

import gzip
import json
import re
from pathlib import Path

from . import values
from .facts_2014 import key
from .library import Entry
from .outcome import Comparison

# Documents of version 1 by what version 2 calls them.
DOCUMENTS = {"menagerie": "a5e-mm", "tob": "tob", "tob2": "tob2", "tob3": "tob3", "tob-2023": "tob-2023", "blackflag": "bfrd", "cc": "ccdx",
             "taldorei": "tdcs", "a5e": "a5e-ag", "dmag": "deepm", "dmag-e": "deepmx", "toh": "toh", "warlock": "wz", "kp": "kp",
             "o5e": "open5e"}
KINDS = ("damage_resistances", "damage_immunities", "damage_vulnerabilities", "condition_immunities")
COUNT = re.compile(r"can take (\w+) legendary action|legendary action uses?: (\w+)", re.I)
SRD = ("srd-2014", "srd-2024")


def compare(folder: Path, entries: list[Entry], comparison: Comparison) -> None:
    library = {(entry.document, entry.kind, key(entry.name)): entry for entry in entries}
    for (document, name), (older, newer) in both(folder, "v1-monsters", "v2-creatures").items():
        creature(older, newer, library.get((document, "creature", name)), comparison)
    for (document, name), (older, newer) in both(folder, "v1-spells", "v2-spells").items():
        spell(older, newer, library.get((document, "spell", name)), comparison)


def both(folder: Path, first: str, second: str) -> dict[tuple[str, str], tuple[dict, dict]]:
    """Objects of the two versions by document and key of the name; `{}` where a version does not have one."""
    older = {(DOCUMENTS[one["document__slug"]], key(one["name"])): one for one in read(folder, first) if one["document__slug"] in DOCUMENTS}
    newer = {(one["document"]["key"], key(one["name"])): one for one in read(folder, second) if one["document"]["key"] not in SRD}
    return {place: (older.get(place, {}), newer.get(place, {})) for place in older | newer}


def read(folder: Path, name: str) -> list[dict]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def creature(older: dict, newer: dict, entry: Entry | None, comparison: Comparison) -> None:
    place = {"name": f"{(newer or older)['name']} ({entry.document if entry else 'absent'})", "page": None}
    comparison.compare("creatures", "found", place, True, entry is not None)
    if entry is None:
        return
    if older.get("actions") or any(one["action_type"] == "ACTION" for one in newer.get("actions", [])):
        comparison.compare("creatures", "actions", place, True, "### Actions" in entry.body)
    if older.get("subtype"):
        comparison.compare("creatures", "subtype", place, key(older["subtype"]), key(entry.details.get("subtype") or ""))
    said = COUNT.search(older.get("legendary_desc") or "")
    if said:
        comparison.compare("creatures", "legendary count", place, True, said[0].lower() in entry.body.lower())
    limits = newer.get("resistances_and_immunities", {})
    for kind in KINDS:
        read_kind = values.conditions if kind.startswith("condition") else values.damage_types
        named = read_kind(" ".join([limits.get(f"{kind}_display") or "", older.get(kind) or "", json.dumps(limits.get(kind) or [])]))
        named = [one for one in named if one in (*values.DAMAGE_TYPES, *values.CONDITIONS)]
        if named:
            # In its own words: what one book calls fatigue another calls exhaustion.
            comparison.compare("creatures", kind.replace("_", " "), place, True, bool(entry.details.get(kind)))


def spell(older: dict, newer: dict, entry: Entry | None, comparison: Comparison) -> None:
    place = {"name": f"{(newer or older)['name']} ({entry.document if entry else 'absent'})", "page": None}
    comparison.compare("spells", "found", place, True, entry is not None)
    listed = {key(name) for name in re.split(r"[,;]", older.get("dnd_class") or "") if key(name)} | {key(one["name"]) for one in newer.get("classes", [])}
    if entry is not None and listed:
        comparison.compare("spells", "classes", place, True, bool(entry.details["classes"]))
