"""Just enough of a WebDriver client to drive LoreKeeper's window through WebKitWebDriver."""

import base64
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

CONTROL = "\ue009"


class Window:
    """The app, started by the driver, with its main window."""

    def __init__(self, app: Path, home: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = os.environ | {
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "LOREKEEPER_HOME": str(home / "library"),
            "LOREKEEPER_OFFLINE": "1",
            "TAURI_AUTOMATION": "true",
            "TAURI_WEBVIEW_AUTOMATION": "true",
        }
        self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment)
        self.address = f"http://127.0.0.1:{port}"
        wait_for(lambda: self._call("GET", "/status")["ready"], 10, "the driver to listen")
        options = {"webkitgtk:browserOptions": {"binary": str(app), "args": []}}
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.address += f"/session/{session['sessionId']}"

    def _call(self, method: str, path: str, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["value"]

    def text(self) -> str:
        """What the page shows."""
        return self.run("return document.body.innerText")

    def run(self, script: str):
        return self._call("POST", "/execute/sync", {"script": script, "args": []})

    def screenshot(self, file: Path) -> None:
        # The driver waits for the page to be painted again, which one that is at rest never is.
        self.run(
            "let frames = 30; const paint = () => { document.documentElement.style.opacity = frames % 2 ? '0.99' : '';"
            " if (--frames >= 0) requestAnimationFrame(paint); }; paint()"
        )
        file.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def press(self, *keys: str) -> None:
        """Presses keys together; the app may end because of it."""
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        try:
            self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})
        except (urllib.error.URLError, OSError):
            pass

    def close(self) -> None:
        """Ends the session, and with it an app that still runs."""
        try:
            self._call("DELETE", "")
        except (urllib.error.URLError, OSError):
            pass
        self.driver.terminate()
        self.driver.wait(10)


def wait_for(condition, seconds: float, what: str):
    """The first true value of `condition`, asked again and again."""
    deadline = time.monotonic() + seconds
    last = None
    while time.monotonic() < deadline:
        try:
            if value := condition():
                return value
        except (urllib.error.URLError, OSError) as error:
            last = error
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain for {what}" + (f": {last}" if last else ""))
