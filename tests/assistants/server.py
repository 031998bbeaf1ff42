"""A conversation with the server without a program between: what it would send to one."""

import json
import subprocess
import threading
from dataclasses import dataclass

from formats import compact

# Seconds for all of it. The first answer waits until the library is filled.
LIMIT = 300


@dataclass
class Direct:
    """The tools, and the two copies of the answer to the lookup, as JSON."""

    names: list[str]
    tools: str
    text: str
    structured: str


def asked_directly(program: str, environment: dict[str, str], tool: str, arguments: dict) -> Direct:
    """Fills the library, forbids it the net, and asks what a program will ask first."""
    requests = [
        ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
        ("tools/call", {"name": "guide_change_settings", "arguments": {"offline": True}}),
        ("tools/list", {}),
        ("tools/call", {"name": tool, "arguments": arguments}),
    ]
    lines = [{"jsonrpc": "2.0", "id": number, "method": method, "params": params}
             for number, (method, params) in enumerate(requests)]
    lines.insert(1, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    process = subprocess.Popen([program, "serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               encoding="utf-8")
    results = []
    # Ends a wait for an answer that never comes.
    watch = threading.Timer(LIMIT, process.kill)
    watch.start()
    try:
        for line in lines:
            process.stdin.write(compact(line) + "\n")
            process.stdin.flush()
            while "id" in line:
                answer = json.loads(process.stdout.readline())
                if answer.get("id") == line["id"]:
                    results.append(answer["result"])
                    break
        process.stdin.close()
        process.wait()
    finally:
        watch.cancel()
        process.kill()
        process.wait()
    _, settings, listed, found = results
    if settings.get("isError") or found.get("isError"):
        raise RuntimeError(f"the server refused: {settings} {found}")
    return Direct([tool["name"] for tool in listed["tools"]], compact(listed["tools"]),
                  "".join(part["text"] for part in found["content"]), compact(found.get("structuredContent")))
