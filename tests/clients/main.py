"""Runs both clients against one server program, each with libraries of its own.

usage: main.py PATH_OF_LOREKEEPER_MCP FOLDER_OF_THE_INSPECTOR
"""

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

import inspector
import python_client
from checks import Checks

# Seconds for everything; a healthy run takes a tenth of it.
LIMIT = 300


class TooLong(Exception):
    """The whole run has no time left."""


def give_up(*_) -> None:
    raise TooLong(f"no end after {LIMIT} s")


def left_behind(homes: str) -> list[int]:
    """Processes that still run with a library under a folder; only Linux can say."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"LOREKEEPER_HOME={homes}".encode() in environment.read_bytes():
                found.append(int(environment.parent.name))
        except OSError:
            continue  # it has ended, or is another user's
    return found


def main(server: str, inspector_folder: Path) -> int:
    checks = Checks()
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    with tempfile.TemporaryDirectory(prefix="lorekeeper-clients-") as homes:
        try:
            with checks.attempt("the Python client comes to its end"):
                asyncio.run(python_client.run(checks, server, homes))
            with checks.attempt("the Inspector comes to its end"):
                inspector.run(checks, server, inspector_folder, homes)
        finally:
            signal.alarm(0)
            left = left_behind(homes)
            checks.holds("no server is left running", not left, left)
            for process in left:
                os.kill(process, signal.SIGKILL)
    return checks.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
