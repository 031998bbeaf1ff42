"""A replay of Open5e on this computer."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "open5e"
IS_HERE = (FOLDER / "serve.py").exists()


class Replay:
    """The running replay server."""

    def __init__(self):
        command = [sys.executable, str(FOLDER / "serve.py"), "--port", "0", "--exit-on-eof"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self._process.stdout.readline().strip().removeprefix("listening on ")

    def slow_down(self, milliseconds: int) -> None:
        """Delays every answer by this time; 0 for no delay."""
        rules = [{"fault": "latency", "ms": milliseconds}] if milliseconds else []
        body = json.dumps({"rules": rules}).encode()
        with urllib.request.urlopen(f"{self.address}/__faults", body, timeout=30):
            pass

    def close(self) -> None:
        self._process.communicate(timeout=30)
