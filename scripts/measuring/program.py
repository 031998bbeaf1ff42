"""The program that is measured, and the replay of Open5e that it fetches from."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The time that a server may take to end, and that the text index may take to catch up, in seconds.
END, CATCH_UP = 20, 300


def say(what: str) -> None:
    print(f"measuring: {what}", file=sys.stderr, flush=True)


def snapshot() -> Path | None:
    """The folder of the snapshot of Open5e: the one that is set, or the one beside the project."""
    folder = Path(os.environ.get("LOREKEEPER_OPEN5E_SNAPSHOT") or ROOT.parent / "shared/open5e")
    return folder if (folder / "serve.py").is_file() else None


class Replay:
    """The snapshot's own program, with everything in memory, so that the first answers take no longer than
    others."""

    def __init__(self, folder: Path):
        command = [sys.executable, folder / "serve.py", "--port", "0", "--exit-on-eof", "--preload"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().strip().removeprefix("listening on ")

    def __enter__(self) -> "Replay":
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()


def memory_of(process: int, name: str) -> int | None:
    """A figure of a process in MB, such as `VmRSS`; `None` where the system does not say."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    found = re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)
    return -(-int(found[1]) // 1024) if found else None


@dataclass(frozen=True)
class Answer:
    """An answer, unread, and the milliseconds from before the question was written to the last byte of the
    answer."""

    line: bytes
    milliseconds: float

    def result(self) -> dict:
        message = json.loads(self.line)
        if "result" not in message:
            raise RuntimeError(f"the server answered {self.line}")
        return message["result"]


class Program:
    """The program on one library."""

    def __init__(self, file: str | Path, home: Path, variables: dict[str, str] | None = None):
        self.file, self.home = file, home
        self.environment = os.environ | {"LOREKEEPER_HOME": str(home), "LOREKEEPER_LOG": "error"} | (variables or {})
        self.environment.pop("MCP_TOOL_PREFIX", None)

    def run(self, *arguments: str | Path, input: str | None = None) -> str:
        """Runs a command of the command line and returns what it prints."""
        done = subprocess.run([self.file, *arguments], env=self.environment, text=True, input=input or "", stdout=subprocess.PIPE, check=True)
        return done.stdout

    def serve(self) -> "Server":
        return Server(self)


class Server:
    """A running server and the leanest client of it: a line out, lines in until the answer is there."""

    def __init__(self, program: Program):
        environment = program.environment | {"LOREKEEPER_OFFLINE": "1", "LOREKEEPER_LOG": "off"}
        self.process = subprocess.Popen([program.file, "serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "figures", "version": "1"}}
        self.ask("initialize", about)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, error, *_) -> None:
        if error:
            self.kill()
        else:
            self.stop()

    def write(self, message: dict) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict) -> Answer:
        self.asked += 1
        question = json.dumps({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}).encode() + b"\n"
        # What follows the id is long, so that the answer is recognised by its beginning.
        mine = re.compile(rb'\{"jsonrpc":"2\.0","id":%d,' % self.asked)
        began = time.perf_counter()
        self.process.stdin.write(question)
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            took = time.perf_counter() - began
            if mine.match(line):
                return Answer(line, took * 1000)
        raise RuntimeError(f"the server ended instead of answering {method}")

    def call(self, tool: str, arguments: dict) -> Answer:
        """Calls a tool. An answer that says that it failed is an error here."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if b'"isError":true' in answer.line:
            raise RuntimeError(f"{tool} {arguments} failed: {answer.line}")
        return answer

    def envelope(self, tool: str, arguments: dict) -> dict:
        return self.call(tool, arguments).result()["structuredContent"]

    def value(self, tool: str, arguments: dict):
        return self.envelope(tool, arguments)["value"]

    def memory(self, name: str) -> int | None:
        return memory_of(self.process.pid, name)

    def catch_up(self) -> int:
        """Waits until the text index holds every change; returns the number of entries."""
        began = time.monotonic()
        while (stats := self.value("guide_library_stats", {}))["changes_to_index"]:
            if time.monotonic() - began > CATCH_UP:
                raise RuntimeError(f"{stats['changes_to_index']} changes are still not searchable after {CATCH_UP} s")
            time.sleep(0.1)
        return stats["entries"]

    def stop(self) -> None:
        """Ends the server as a client does, by closing its stdin."""
        self.process.stdin.close()
        if status := self.process.wait(END):
            raise RuntimeError(f"the server ended with {status}")
        self.process.stdout.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
