"""Looks at processes through /proc, by the ids that the test has seen start."""

from pathlib import Path


def children(parent: int) -> dict[int, str]:
    """The living children of a process: id and the name of the program."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        name, state, ppid = _stat(int(entry.name))
        if ppid == parent and state != "Z":
            found[int(entry.name)] = name
    return found


def child_named(parent: int, name: str) -> int | None:
    # The kernel keeps 15 characters of a program's name.
    return next((pid for pid, program in children(parent).items() if program == name[:15]), None)


def is_alive(pid: int) -> bool:
    return _stat(pid)[1] not in ("", "Z")


def _stat(pid: int) -> tuple[str, str, int]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", "", 0
    name, rest = text.split("(", 1)[1].rsplit(") ", 1)
    fields = rest.split(" ")
    return name, fields[0], int(fields[1])
