"""A minimal WebDriver client for WebKitWebDriver."""

import base64
import json
import os
import socket
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from waiting import wait_for

# The driver's own click refuses elements in a row that scrolls horizontally.
_PLACE = """
    const element = arguments[0];
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const place = [Math.round((Math.max(left, 0) + Math.min(right, innerWidth)) / 2), Math.round((Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)];
    const hit = document.elementFromPoint(...place);
    return hit && (element.contains(hit) || hit.closest("label")?.control === element) ? place : null;
"""


class Refused(LookupError):
    """The driver answered with an error, often because an element does not exist yet."""


class Driver:
    """A program with a page, started by the driver."""

    def __init__(self, program: Path, environment: dict[str, str], arguments: list[str], log: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = environment | {"TAURI_AUTOMATION": "true", "TAURI_WEBVIEW_AUTOMATION": "true"}
        with log.open("ab") as out:
            self.process = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, stdout=out, stderr=out)
        self.address = f"http://127.0.0.1:{port}"
        try:
            wait_for(lambda: self._call("GET", "/status")["ready"], "the driver to listen")
            options = {"webkitgtk:browserOptions": {"binary": str(program), "args": arguments}}
            session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}}, 120)
        except BaseException:
            self._end()
            raise
        self.address += f"/session/{session['sessionId']}"

    def _call(self, method: str, path: str, body=None, seconds: float = 60):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Refused(f"{value['error']}: {value['message']}") from None

    def run(self, script: str, *arguments):
        """Runs the body of a function and returns its result; elements become references."""
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def reload(self) -> None:
        """Loads the page again, and waits until it is loaded."""
        self._call("POST", "/refresh", {})

    def click(self, element: dict) -> bool:
        """Clicks the middle of an element; returns false if another element covers it."""
        place = self.run(_PLACE, element)
        if place is None:
            return False
        x, y = place
        actions = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self._call("POST", "/actions", {"actions": [pointer]})
        return True

    def press(self, *keys: str) -> None:
        """Presses keys together. The app, and the driver with it, may end."""
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        try:
            self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})
        except (Refused, OSError):
            pass

    def type(self, text: str) -> None:
        """Types text at the caret, one key after the other."""
        actions = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def screenshot(self) -> bytes:
        # The driver waits for a repaint, which an idle page never does.
        self.run("""
            let frames = 30;
            const paint = () => {
                document.documentElement.style.opacity = frames % 2 ? "0.99" : "";
                if (--frames >= 0) requestAnimationFrame(paint);
            };
            paint();
        """)
        return base64.b64decode(self._call("GET", "/screenshot"))

    def windows(self) -> list[str]:
        return self._call("GET", "/window/handles")

    def window(self) -> str:
        """Returns the window that the driver looks at."""
        return self._call("GET", "/window")

    def look_at(self, window: str) -> None:
        self._call("POST", "/window", {"handle": window})

    def close(self) -> None:
        """Ends the session and a program that still runs."""
        try:
            self._call("DELETE", "", seconds=20)
        except (Refused, OSError):
            pass
        self._end()

    def _end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
