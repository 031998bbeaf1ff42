"""Runs the test programs that cargo built for Windows, each from the folder of its crate, and sums up what
they print.

usage: programs.py MESSAGES [WORD…]    MESSAGES is what `cargo test --no-run --message-format=json` printed; with words only the
                                       programs whose name holds one of them
"""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from wine import TREE, in_wine, name_in_windows

# With WebView2's loader, which the tests of the app need beside them or in the path.
STAGE = TREE / "target/windows-stage/LoreKeeper"
# Seconds for one program.
LIMIT = 1800
TEST = re.compile(r"^test (?P<name>.+?)(?: - should panic)? \.\.\. (?P<outcome>ok|FAILED|ignored)(?:, (?P<reason>.*))?$")
# The last line, which is required: Wine's exit status alone proves nothing.
RESULT = re.compile(r"^test result: (?P<outcome>ok|FAILED)\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<ignored>\d+) ignored;", re.M)


@dataclass
class TestProgram:
    """A program with the tests of a crate."""

    name: str
    path: Path
    folder: Path


def built(messages: Path) -> list[TestProgram]:
    """Returns the test programs that cargo listed."""
    found = []
    for line in messages.read_text().splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
            folder = Path(message["manifest_path"]).parent
            target = message["target"]
            name = folder.name if target["kind"] == ["lib"] else f"{folder.name}, {target['name']}"
            found.append(TestProgram(name, Path(message["executable"]), folder))
    return sorted(found, key=lambda program: program.name)


def run(program: TestProgram) -> Counter:
    """Runs a test program; prints its sum, what it ignored and why, and of a failed one everything."""
    variables = {"LOREKEEPER_RESOURCES": name_in_windows(os.environ["LOREKEEPER_RESOURCES"]), "INSTA_UPDATE": "no",
                 "INSTA_WORKSPACE_ROOT": name_in_windows(TREE), "CARGO_MANIFEST_DIR": name_in_windows(program.folder),
                 "ORT_DISABLE_TELEMETRY": "1", "CI": "true"}
    begun = time.monotonic()
    try:
        done = subprocess.run(in_wine(program.path, **variables), cwd=program.folder, stdin=subprocess.DEVNULL,
                              env={**os.environ, "WINEPATH": name_in_windows(STAGE)}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=LIMIT)
        printed, problem = done.stdout.decode(errors="replace").replace("\r\n", "\n"), f"exit status {done.returncode}"
    except subprocess.TimeoutExpired as late:
        printed, problem = (late.stdout or b"").decode(errors="replace"), f"not done within {LIMIT} seconds"
    result = RESULT.search(printed)
    tests = [match for line in printed.splitlines() if (match := TEST.match(line))]
    sums = Counter({kind: int(result[kind]) for kind in ("passed", "failed", "ignored")} if result else
                   {"passed": sum(test["outcome"] == "ok" for test in tests), "failed": 1})
    print(f"{program.name}: {sums['passed']} passed, {sums['failed']} failed, {sums['ignored']} ignored, "
          f"{time.monotonic() - begun:.0f} s", flush=True)
    for test in tests:
        if test["outcome"] == "ignored":
            print(f"    ignored {test['name']}: {test['reason'] or 'without a reason'}", flush=True)
    if not result or result["outcome"] != "ok":
        print(printed, f"{program.name}: {problem}", sep="\n", flush=True)
        sums["failed"] = max(sums["failed"], 1)
    return sums


def main(messages: Path, words: list[str]) -> int:
    programs = [program for program in built(messages) if not words or any(word in program.name for word in words)]
    sums = sum((run(program) for program in programs), Counter())
    print(f"{len(programs)} programs: {sums['passed']} passed, {sums['failed']} failed, {sums['ignored']} ignored", flush=True)
    return 1 if sums["failed"] or not sums["passed"] else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
