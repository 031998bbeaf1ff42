"""Processes that still run with a home or a library under a folder; only Linux can say.

usage: left_behind.py FOLDER    (ends them)
"""

import os
import signal
import sys
from pathlib import Path


def left_behind(homes: str) -> list[int]:
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            # Also the end of LOREKEEPER_HOME.
            if f"HOME={homes}/".encode() in environment.read_bytes():
                found.append(int(environment.parent.name))
        except OSError:
            continue  # it has ended, or is another user's
    return found


def end(processes: list[int]) -> None:
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


if __name__ == "__main__":
    end(left_behind(sys.argv[1]))
