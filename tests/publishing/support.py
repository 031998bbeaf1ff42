"""What the tests here share."""

import json
import socket
import time
import urllib.request

# Seconds that nothing here takes.
PATIENCE = 60


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def until(what: str, holds) -> None:
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > PATIENCE:
            raise AssertionError(f"not in {PATIENCE} seconds: {what}")
        time.sleep(0.05)


def reaches(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


class Lookup:
    """A lookup of the newest revision."""

    def __init__(self, url: str, token: str):
        self.url, self.token = url, token

    def __call__(self, name: str) -> list[str]:
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "chain", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                   "params": {"name": "lookup_spell", "arguments": {"name": name}, "_meta": meta}}
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
                   "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
                   "Mcp-Method": "tools/call", "Mcp-Name": "lookup_spell"}
        request = urllib.request.Request(self.url, json.dumps(message).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            result = json.load(answer)["result"]["structuredContent"]
        if not result["success"]:
            raise AssertionError(result)
        return [f"{spell['name']} ({spell['document_key']})" for spell in result["value"]]
