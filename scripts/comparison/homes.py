"""Libraries made for the comparison: the starter alone, and after a sync."""

import os
import subprocess
import sys
from pathlib import Path

from srd import Unexpected


def starter(server: Path, resources: Path, home: Path) -> Path:
    """The home of a library that was opened once."""
    run(server, ["documents"], home, resources, {"LOREKEEPER_OFFLINE": "1"})
    return home


def synced(server: Path, resources: Path, open5e: Path, home: Path) -> Path:
    """The home of a library after a sync with a replay of Open5e."""
    replay = subprocess.Popen([sys.executable, open5e / "serve.py", "--port", "0", "--exit-on-eof"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = replay.stdout.readline().removeprefix("listening on ").strip()
        run(server, ["sync"], home, resources, {"LOREKEEPER_OPEN5E_URL": address})
    finally:
        replay.stdin.close()
        replay.wait(20)
    return home


def run(server: Path, command: list[str], home: Path, resources: Path, settings: dict[str, str]) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("LOREKEEPER_")}
    done = subprocess.run([server, "--home", home, *command], env={**own, "LOREKEEPER_RESOURCES": str(resources), **settings},
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Unexpected(f"{server.name} {command[0]} failed: {done.stderr.strip()[-2000:]}")
