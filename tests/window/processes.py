"""Information about processes from /proc."""

import os
import time
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def children(parent: int) -> dict[int, str]:
    """Returns the running children of a process, with the names of their programs."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        name, state, ppid = _stat(int(entry.name))
        if ppid == parent and state != "Z":
            found[int(entry.name)] = name
    return found


def descendants(parent: int) -> dict[int, str]:
    """Returns all running descendants of a process."""
    found = {}
    for pid, name in children(parent).items():
        found |= {pid: name} | descendants(pid)
    return found


def child_named(parent: int, name: str) -> int | None:
    # The kernel truncates the names of programs to 15 characters.
    return next((pid for pid, program in children(parent).items() if program == name[:15]), None)


def is_alive(pid: int) -> bool:
    return _stat(pid)[1] not in ("", "Z")


def cpu_seconds(pid: int) -> float:
    """Returns the CPU time of a process, in seconds."""
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def started_at(pid: int) -> float:
    """Returns the start time of a process, in seconds since 1970."""
    uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    return time.time() - uptime + int(_fields(pid)[19]) / _TICKS


def own_memory(pid: int) -> int:
    """Returns the proportional memory (PSS) of a process, in bytes."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise LookupError(f"process {pid} does not tell its memory")


def _fields(pid: int) -> list[str]:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    return text.rsplit(") ", 1)[1].split(" ")


def _stat(pid: int) -> tuple[str, str, int]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", "", 0
    name, rest = text.split("(", 1)[1].rsplit(") ", 1)
    fields = rest.split(" ")
    return name, fields[0], int(fields[1])
