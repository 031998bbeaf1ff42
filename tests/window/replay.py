"""The replay of Open5e: a server on this computer that answers as the real one does, with invented
content."""

import json
import os
import subprocess
import urllib.request
from pathlib import Path


class Replay:
    """The running replay server."""

    def __init__(self):
        program = Path(os.environ["LOREKEEPER_BUILT"]) / "open5e-replay"
        self._process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self._process.stdout.readline().strip().removeprefix("listening on ")

    def slow_down(self, milliseconds: int) -> None:
        """Delays every answer; 0 for no delay."""
        rules = [{"fault": "latency", "ms": milliseconds}] if milliseconds else []
        body = json.dumps({"rules": rules}).encode()
        with urllib.request.urlopen(f"{self.address}/__faults", body, timeout=30):
            pass

    def close(self) -> None:
        self._process.communicate(timeout=30)
