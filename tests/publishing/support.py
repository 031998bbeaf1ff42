"""What the tests here share."""

import contextlib
import json
import socket
import threading
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


class FaultyWay:
    """A way to a store on which something is wrong."""

    def __init__(self, target: int):
        self.target, self.listener = target, socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        # Bytes of an answer after which it breaks off, seconds before each 64 KiB, or an answer to
        # everything.
        self.cut_after, self.cuts_left, self.pause, self.refusal = 0, 0, 0.0, b""

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def refuse(self, code: str) -> None:
        body = f"<Error><Code>{code}</Code><Message>Refused.</Message></Error>".encode()
        self.refusal = b"HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)

    def accept(self) -> None:
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near: socket.socket) -> None:
        if self.refusal:
            near.recv(1 << 16)
            near.sendall(self.refusal)
            near.close()
            return
        far = socket.create_connection(("127.0.0.1", self.target))
        threading.Thread(target=self.forward, args=(near, far, False), daemon=True).start()
        self.forward(far, near, True)

    def forward(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        sent = 0
        with contextlib.suppress(OSError):
            while content := source.recv(1 << 16):
                if is_answer:
                    time.sleep(self.pause)
                target.sendall(content)
                sent += len(content)
                if is_answer and self.cuts_left and sent > self.cut_after:
                    self.cuts_left -= 1
                    break
        # Both ends, so that the other direction ends, too, and closes them.
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        if is_answer:
            source.close()
            target.close()
