"""Compares the suite's results with the expected failures."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

# A scenario, or a check of it, in a file of expected failures.
ENTRY = re.compile(r"^\s*-\s+([^\s#:]+)(?::(\S+))?\s*(?:#.*)?$")
# A results folder: the scenario and the time of the run.
FOLDER = re.compile(r"^server-(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$")


def expected(path: Path) -> set[tuple[str, str | None]]:
    """Returns the scenarios and checks in a file of expected failures."""
    entries = (ENTRY.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {(entry[1], entry[2]) for entry in entries if entry}


def shown(entry: tuple[str, str | None]) -> str:
    """Formats an entry as the suite does."""
    scenario, check = entry
    return f"{scenario}:{check}" if check else scenario


@dataclass
class Judgement:
    """The judgement of one run of the suite."""

    scenarios: int = 0
    # The scenarios without a failed check.
    whole: int = 0
    passed: int = 0
    as_expected: int = 0
    # Unexpected failures, a line each.
    surprises: list[str] = field(default_factory=list)
    # The entries that explain a failure.
    used: set[tuple[str, str | None]] = field(default_factory=set)
    # The entries whose checks all passed.
    contradicted: set[tuple[str, str | None]] = field(default_factory=set)


def judge(results: Path, entries: set[tuple[str, str | None]]) -> Judgement:
    """Judges every check in a folder of results, including scenarios that the suite runs without scoring
    them."""
    judgement = Judgement()
    seen: set[tuple[str, str | None]] = set()
    for folder in sorted(results.iterdir()):
        name = FOLDER.match(folder.name)
        file = folder / "checks.json"
        if not name or not file.exists():
            judgement.surprises.append(f"{folder.name} holds no results")
            continue
        judgement.scenarios += 1
        scenario = name[1]
        failed = False
        for check in json.loads(file.read_text(encoding="utf-8")):
            here = (scenario, None), (scenario, check["id"])
            if check["status"] in ("FAILURE", "WARNING"):
                failed = True
                reasons = entries.intersection(here)
                judgement.used |= reasons
                if reasons:
                    judgement.as_expected += 1
                else:
                    words = check.get("errorMessage") or check.get("description") or ""
                    judgement.surprises.append(f"{scenario}:{check['id']}: {' '.join(words.split())[:300]}")
            elif check["status"] == "SUCCESS":
                judgement.passed += 1
                seen.add(here[1])
        seen.add((scenario, None))
        judgement.whole += not failed
    judgement.contradicted = (entries & seen) - judgement.used
    return judgement
