"""Programs of Windows, run by Wine, and the names by which both sides know a file.

`make windows-test` sets:
  WINEPREFIX              the Windows of this module, in which nothing was installed yet
  LOREKEEPER_PROGRAMS     the folder of the programs that are tested
  LOREKEEPER_RESOURCES    the resources with ONNX Runtime for Windows
  LOREKEEPER_WINE         a folder for what all modules share
"""

import json
import os
import re
import shutil
import subprocess
import threading
import time
import unittest
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue

TREE = Path(__file__).resolve().parents[2]
FIXTURES = TREE / "tests/fixtures/orcbrew"
DRIVE_C = Path(os.environ["WINEPREFIX"], "drive_c")
SHARED = Path(os.environ["LOREKEEPER_WINE"])
PROGRAMS = Path(os.environ["LOREKEEPER_PROGRAMS"])
SERVER = PROGRAMS / "lorekeeper-mcp.exe"
HELPER = SHARED / "helper.exe"
# Seconds for anything that a program does; a healthy run takes a tenth of it.
PATIENCE = 120


def name_in_windows(path: Path | str) -> str:
    r"""Returns the name of a file within Windows: `C:\…` of what is in its drive, `Z:\…` of anything else."""
    path = Path(os.path.abspath(path))
    drive, inside = ("C:", path.relative_to(DRIVE_C)) if path.is_relative_to(DRIVE_C) else ("Z:", path.relative_to("/"))
    return f"{drive}\\" + "\\".join(inside.parts)


def path_of(name: str) -> Path:
    """Returns the file with a name within Windows."""
    drive, _, inside = name.partition(":\\")
    return {"C": DRIVE_C, "Z": Path("/")}[drive.upper()].joinpath(*inside.split("\\"))


def in_wine(*words, **variables: str) -> list[str]:
    """Returns the command that runs a program of Windows and ends with its exit status. Programs are
    paths."""
    named = [name_in_windows(word) if isinstance(word, Path) else str(word) for word in words]
    return ["wine", str(HELPER), "run", *(f"{name}={value}" for name, value in variables.items()), *named]


@dataclass
class Outcome:
    """What a program did."""

    status: int
    printed: str
    complaints: str

    @property
    def text(self) -> str:
        return self.printed + self.complaints

    def json(self):
        return json.loads(self.printed)


def run(*words, folder: Path = TREE, given: str = "", **variables: str) -> Outcome:
    """Runs a program to its end."""
    done = subprocess.run(in_wine(*words, **variables), input=given.encode(), capture_output=True, cwd=folder, timeout=PATIENCE)
    return Outcome(done.returncode, *(text.decode().replace("\r\n", "\n") for text in (done.stdout, done.stderr)))


def wait_for(condition, what: str, seconds: float = PATIENCE):
    """Returns the first result of a function that is true."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if result := condition():
            return result
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {seconds} seconds")


class User:
    """A user of Windows: a profile, with the folders that programs learn of."""

    def __init__(self, name: str):
        self.home = DRIVE_C / "users" / name
        self.roaming = self.home / "AppData/Roaming"
        self.local = self.home / "AppData/Local"
        for folder in self.roaming, self.local / "Temp":
            folder.mkdir(parents=True, exist_ok=True)
        self.variables = {"USERPROFILE": name_in_windows(self.home), "APPDATA": name_in_windows(self.roaming),
                          "LOCALAPPDATA": name_in_windows(self.local), "TEMP": name_in_windows(self.local / "Temp"),
                          "TMP": name_in_windows(self.local / "Temp"), "USERNAME": name}


def made_library() -> Path:
    """Returns a library with the starter, which all tests of a run share and copy."""
    made = SHARED / "library"
    if not made.exists():
        user = User("maker")
        outcome = run(SERVER, "documents", **settings(user, SHARED / "making"))
        assert outcome.status == 0 and "srd-2024" in outcome.printed, outcome
        (SHARED / "making").rename(made)
    return made


def settings(user: User, home: Path | None, resources: Path | None = None) -> dict[str, str]:
    """Returns the variables of the server. Without other resources it has the starter alone: vectors take the
    processor for minutes."""
    alone = SHARED / "resources"
    if not alone.exists():
        alone.mkdir()
        (alone / "starter").symlink_to(TREE / "resources/starter")
    given = {"LOREKEEPER_RESOURCES": name_in_windows(resources or alone), "LOREKEEPER_OFFLINE": "1", "LOREKEEPER_LOG": "off"}
    return user.variables | given | ({"LOREKEEPER_HOME": name_in_windows(home)} if home else {})


class Program:
    """A program that goes on running, with the lines that it prints."""

    def __init__(self, *words, **variables: str):
        self.process = subprocess.Popen(in_wine(*words, **variables), cwd=TREE, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines: Queue[str | None] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def line(self, seconds: float = PATIENCE) -> str | None:
        """Returns the next line; `None` when the program has ended."""
        try:
            line = self.lines.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"no line within {seconds} seconds") from None
        if line is None:
            self.lines.put(None)
        return line

    def say(self, line: str) -> bool:
        """Sends a line; returns false when the program has ended."""
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            return False
        return True

    def end(self) -> int:
        """Closes the program's input, at which it must end by itself; returns its exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Ends the program, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Serve(Program):
    """A server of MCP over stdin and stdout."""

    CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}

    def __init__(self, program: Path = SERVER, **variables: str):
        super().__init__(program, "serve", **variables)
        self.next = 0

    def request(self, method: str, params: dict) -> dict | None:
        """Returns the answer; `None` when the server ended before it gave one."""
        self.next += 1
        self.say(json.dumps({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}))
        while (line := self.line()) is not None:
            message = json.loads(line)
            if message.get("id") == self.next:
                return message
            assert "id" not in message, f"an answer that nobody waits for: {line}"
        return None

    def connected(self) -> bool:
        """Makes the handshake; returns false when the server ended meanwhile."""
        return self.request("initialize", self.CLIENT) is not None and self.say(
            json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))

    def call(self, tool: str, **arguments) -> dict:
        """Returns the structured answer of a tool."""
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert answer and "result" in answer, answer
        return answer["result"]["structuredContent"]


def owner_of(home: Path) -> dict:
    """Returns the record of a library's owner; an empty one when nobody owns it."""
    try:
        record = json.loads((home / "owner.json").read_text())
    except (OSError, ValueError):
        return {}
    return record if record.get("address") else {}


class WithWindows(unittest.TestCase):
    """A test with a user of its own, and a folder of theirs for files."""

    def setUp(self):
        name = re.sub(r"[^a-z]+", "-", self._testMethodName.removeprefix("test_"))[:40].strip("-")
        self.user = User(name)
        self.folder = self.user.home / "Documents"
        self.folder.mkdir()
        self.addCleanup(shutil.rmtree, self.user.home, ignore_errors=True)

    def run_in_wine(self, *words, status: int | None = 0, folder: Path | None = None, given: str = "", **variables) -> Outcome:
        """Runs a program to its end; checks its status and the paths that it shows."""
        outcome = run(*words, folder=folder or self.folder, given=given, **self.user.variables | variables)
        if status is not None:
            self.assertEqual(outcome.status, status, outcome)
        self.shows_only_known_paths(outcome.text)
        self.assertNotIn("panicked", outcome.text)
        return outcome

    def shows_only_known_paths(self, text: str) -> None:
        """Checks that a text, which may be JSON, has no path as only programs know it. The test goes on if it
        has."""
        with self.subTest("paths are shown as users know them"):
            self.assertNotIn("\\\\?\\", text)


class WithLibrary(WithWindows):
    """A test with a library in the folder where a user's is, with the starter in it."""

    def setUp(self):
        super().setUp()
        self.home = self.user.home / ".lorekeeper"
        shutil.copytree(made_library(), self.home)
        self.settings = settings(self.user, None)

    def server(self, *words, status: int | None = 0, **options) -> Outcome:
        """Runs a command of the server."""
        return self.run_in_wine(SERVER, *words, status=status, **self.settings, **options)

    def is_sound(self, **options) -> None:
        """Checks that the doctor finds no problem, except that this library has no model."""
        findings = self.server("doctor", "--json", status=None, **options).json()
        problems = [finding for finding in findings if finding["level"] == "problem" and finding["code"] != "runtime_missing"]
        self.assertEqual(problems, [])

    def serve(self) -> Serve:
        """Starts a server and makes the handshake."""
        serve = Serve(**self.settings)
        self.addCleanup(serve.kill)
        self.assertTrue(serve.connected())
        return serve

    def write(self, name: str, content: bytes | str) -> Path:
        """Makes a file in the user's folder."""
        file = self.folder / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def held(self, file: Path) -> Program:
        """Keeps a file open so that no other program may open it."""
        holder = Program(HELPER, "hold", file)
        self.addCleanup(holder.kill)
        self.assertEqual(holder.line(), "held")
        return holder
