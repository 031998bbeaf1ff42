"""The replay of Open5e with invented content, so that no test depends on the network."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

# A document of the invented content.
BOOK = "orchard-tales"


@contextmanager
def replay(server: str):
    """Yields the address of the replay, which is built beside the server."""
    program = Path(server).with_name("open5e-replay")
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip().removeprefix("listening on ")
    finally:
        process.communicate(timeout=30)
