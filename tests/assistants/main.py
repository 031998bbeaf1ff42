"""Assistants' own programs against the server, one after the other: registration, what they say of the file,
and one conversation with a scripted model, which must see every result whole.

usage: main.py PATH_OF_LOREKEEPER_MCP FOLDER_FOR_HOMES NODE_MODULES [ID...]
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from checks import Checks
from left_behind import end, left_behind
from model import CALLS, TOOL, Model, served
from programs import PROGRAMS, Program
from server import Direct, asked_directly

# What every result names.
BOOK = "System Reference Document 5.1"
ENTRY_URI = re.compile(r'lore://entry/[^"\\]+(?=\\?")')
# Seconds for one command of a program.
LIMIT = 300
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Home:
    """The home of one program: nothing that it reads or starts is outside, but for the server."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir(parents=True)
        self.environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
                            "LOREKEEPER_HOME": str(library), "NO_COLOR": "1", "DO_NOT_TRACK": "1"}
        # The folder from which the library is filled, if it is not the tree's.
        self.environment |= {name: value for name, value in os.environ.items() if name == "LOREKEEPER_RESOURCES"}

    def run(self, command: list[str], **environment: str) -> tuple[int, str]:
        """The status, and all that the command printed. What it leaves running is ended."""
        process = subprocess.Popen(command, cwd=self.work, env=self.environment | environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
                                   errors="replace", start_new_session=True)
        try:
            printed, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            printed = f"it did not end within {LIMIT} seconds"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        return process.returncode, COLOURS.sub("", printed)


def one(program: Program, server: str, home: Home, packages: Path, direct: Direct) -> tuple[Checks, list[str]]:
    """Registers a program, and asks it; gives its row of the table."""
    checks = Checks(program.id)
    begun = time.monotonic()
    (home.folder / program.folder).mkdir(parents=True)
    model = Model(direct.names)
    version, listed = "?", "no command"
    with checks.attempt("it comes to its end"), served(model) as address:
        version = program.version(packages)
        # What goes elsewhere is refused, and named.
        around = {"HTTP_PROXY": address, "HTTPS_PROXY": address, "NO_PROXY": "127.0.0.1,localhost", "NODE_USE_ENV_PROXY": "1"}
        around |= {name.lower(): value for name, value in around.items()}
        around |= {name: value.replace("$ADDRESS", address) for name, value in program.environment.items()}
        settings = {home.folder / name: content.replace("$ADDRESS", address) for name, content in program.settings.items()}
        for file, content in settings.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        status, printed = home.run([server, "register", program.id])
        checks.holds("it is registered, and the entry works", status == 0, printed)
        for file, content in settings.items():
            lost = lines_of(content) - lines_of(file.read_text(encoding="utf-8"))
            checks.holds(f"{file.name} keeps what was there", not lost, lost)
        command = program.command(packages)
        if program.listing:
            _, printed = home.run([*command, *program.listing], **around)
            knows = "lorekeeper" in printed and program.listed in printed
            checks.holds("its own command knows lorekeeper", knows, printed)
            listed = "yes" if knows else "NO"
        if program.asking is not None:
            _, printed = home.run([*command, *program.asking], **around)
            checks.holds("the model could call the tool", model.called == len(CALLS), f"{printed} {model.log}")
            for number, result in enumerate(model.results):
                addresses = ENTRY_URI.findall(result) if program.in_halves else \
                    [entry["uri"] for entry in (whole_answer(result) or {}).get("value") or []]
                arrived = len(set(addresses)) == CALLS[number].get("limit", 1) and BOOK in result
                checks.holds(f"result {number + 1} arrives whole, with its book", arrived, f"{result[:300]} … {result[-300:]} {model.log}")
    seconds = time.monotonic() - begun
    checks.close(seconds)
    asked = program.asking is not None
    figures = [str(model.tool_bytes()), " ".join(str(len(result.encode())) for result in model.results)] if asked else ["–", "–"]
    return checks, [program.id, version, listed, *figures, f"{seconds:.0f} s", " ".join(sorted(model.elsewhere))]


def whole_answer(result: str) -> dict | None:
    """Finds an answer of the server in what a program made of it: JSON among words, or in a text of JSON."""
    for at in re.finditer(r'"?\{', result):
        try:
            found, _ = json.JSONDecoder().raw_decode(result, at.start())
        except ValueError:
            continue
        if isinstance(found, dict) and "success" in found:
            return found
        texts = [found] if isinstance(found, str) else [text for text in found.values() if isinstance(text, str)]
        if answer := next(filter(None, map(whole_answer, texts)), None):
            return answer
    return None


def lines_of(settings: str) -> set[str]:
    """The lines but for commas, which an entry after them may need."""
    return {line.rstrip(",") for line in settings.splitlines() if line.strip(" {}[],")}


def table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def main(server: str, homes: Path, packages: Path, ids: list[str]) -> int:
    chosen = [program for program in PROGRAMS if not ids or program.id in ids]
    if not chosen:
        sys.exit(f"there is no {' '.join(ids)}; there are {' '.join(program.id for program in PROGRAMS)}")
    library = homes / "library"
    done = []
    rows = [["program", "version", "knows it", "bytes of tools", "of results", "time", "refused"]]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        direct = asked_directly(server, Home(homes / "direct", library).environment, TOOL, CALLS[0])
        rows.append(["(the server)", "", "", str(len(direct.tools.encode())),
                     f"{len(direct.text.encode())} + {len(direct.structured.encode())}", "", ""])
        for program in chosen:
            checks, row = one(program, server, Home(homes / program.id, library), packages, direct)
            done.append(checks)
            rows.append(row)
            end(left_behind(str(homes)))
    finally:
        end(left_behind(str(homes)))
    print(table(rows))
    passed, failed = (sum(counts) for counts in zip(*((checks.passed, checks.failed) for checks in done)))
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).resolve(), sys.argv[4:]))
