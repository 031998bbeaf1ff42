"""Requests that the HTTP server must refuse, made with Python's own HTTP client to a server of its own: each gets the right
status and a sentence with advice, and the server goes on answering."""

import asyncio
import contextlib
import http.client
import json
import socket
import time
from dataclasses import dataclass
from threading import Thread
from urllib.parse import urlsplit

from checks import Checks
from conversation import Access
from ways import Server, http as http_way

# Seconds for one request.
REQUEST = 30
# More than the longest body (1 MiB), the most sessions (64), and the requests that may come at once (500, and 200 more in a second).
LONG_BODY, MANY_SESSIONS, MANY_REQUESTS = 1 << 20, 70, 20_000


@dataclass
class Reply:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    text: str

    def __str__(self) -> str:
        return f"{self.status} {self.headers} {self.text[:400]}"


def asked(method: str, **params) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


INITIALIZE = asked("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "plain", "version": "1"})


def post(access: Access, body: bytes = INITIALIZE, **headers: str | None) -> Reply:
    """Posts a body with the headers that a good client sends, but for those that are named; `None` leaves one out."""
    address = urlsplit(access.address)
    usual = {"Host": address.netloc, "Authorization": f"Bearer {access.token}", "Content-Type": "application/json",
             "Accept": "application/json, text/event-stream", "Content-Length": str(len(body))}
    changed = {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=REQUEST)
    try:
        connection.putrequest("POST", address.path, skip_host=True, skip_accept_encoding=True)
        for name, value in (usual | changed).items():
            if value is not None:
                connection.putheader(name, value)
        # A server may refuse a body before all of it was sent.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.endheaders(body)
        response = connection.getresponse()
        return Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read().decode())
    finally:
        connection.close()


def refused(checks: Checks, what: str, reply: Reply, status: int, advice: str) -> None:
    """Checks the status, and that the text names the remedy."""
    checks.holds(f"{what} is refused with {status}", reply.status == status, reply)
    checks.holds(f"{what}: the answer names `{advice}`", advice in reply.text, reply)


def goes_on(checks: Checks, after: str, access: Access) -> None:
    reply = post(access)
    checks.holds(f"after {after} the server goes on answering", reply.status == 200 and "lorekeeper" in reply.text, reply)


def strangers(checks: Checks, access: Access) -> None:
    port = urlsplit(access.address).port
    secret = "lorekeeper-mcp token"
    wrong = {
        "no token": ({"Authorization": None}, 401, secret),
        "a wrong token": ({"Authorization": f"Bearer {'x' * len(access.token)}"}, 401, secret),
        "a token of another sort": ({"Authorization": f"Basic {access.token}"}, 401, secret),
        "a foreign origin": ({"Origin": "https://example.org"}, 403, "Origin"),
        "a foreign host": ({"Host": f"example.org:{port}"}, 403, "Host"),
    }
    for what, (headers, status, advice) in wrong.items():
        with checks.attempt(what):
            reply = post(access, **headers)
            refused(checks, what, reply, status, advice)
            if status == 401:
                asks = reply.headers.get("www-authenticate", "").startswith("Bearer")
                checks.holds(f"{what}: the answer names the way to sign in", asks, reply)
            checks.holds(f"{what}: the token is not told", access.token not in str(reply.headers) + reply.text, reply)
            goes_on(checks, what, access)


def too_long(checks: Checks, access: Access) -> None:
    reply = post(access, b"{" + b" " * LONG_BODY)
    checks.holds("a body that is too long is refused with 413", reply.status == 413, reply)
    goes_on(checks, "a body that is too long", access)


def too_many_sessions(checks: Checks, access: Access) -> None:
    opened = []
    for _ in range(MANY_SESSIONS):
        reply = post(access)
        if reply.status != 200:
            refused(checks, f"session {len(opened) + 1}", reply, 503, "DELETE")
            break
        opened.append(reply.headers["mcp-session-id"])
    else:
        checks.holds(f"{MANY_SESSIONS} sessions are too many", False, len(opened))
    listed = post(access, asked("tools/list"), mcp_session_id=opened[-1], mcp_protocol_version="2025-11-25")
    checks.holds("the sessions that there are go on", listed.status == 200 and "lookup_spell" in listed.text, listed)


def too_many_requests(checks: Checks, access: Access) -> None:
    """Requests that wait behind each other in one connection, so that how many come in a second is up to the server alone."""
    address = urlsplit(access.address)
    one = f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {access.token}\r\n\r\n".encode()
    with socket.create_connection((address.hostname, address.port), REQUEST) as connection:
        Thread(target=send_many, args=(connection, one * MANY_REQUESTS), daemon=True).start()
        replies = b""
        while b" 429 " not in replies and (some := connection.recv(1 << 16)):
            replies += some
        # The reply that was found may still be on its way.
        replies += connection.recv(1 << 16)
        connection.shutdown(socket.SHUT_RDWR)
    head, _, rest = replies.partition(b" 429 ")[2].partition(b"\r\n\r\n")
    headers = dict(line.lower().split(": ", 1) for line in head.decode().split("\r\n")[1:])
    first = Reply(429, headers, rest[:int(headers.get("content-length", 0))].decode())
    refused(checks, "a request too many", first, 429, "wait a second")
    checks.holds("a request too many is told when to come again", headers.get("retry-after", "").isdigit(), first)
    # The response states the seconds to wait.
    time.sleep(int(headers.get("retry-after", 1)) + 1)
    goes_on(checks, "too many requests", access)


def send_many(connection: socket.socket, requests: bytes) -> None:
    try:
        connection.sendall(requests)
    except OSError:
        pass  # enough was answered, and the connection is closed


# Each group on a server of its own, because what fills a server up would hide the rest.
STEPS = [[strangers, too_long], [too_many_sessions], [too_many_requests]]


async def checked(checks: Checks, server: Server, home: str, steps: list[list] = STEPS) -> None:
    """Checks one group of refusals after the other."""
    for step in steps:
        async with http_way(server, home) as access:
            for ask in step:
                with checks.attempt(ask.__name__.replace("_", " ")):
                    await asyncio.to_thread(ask, checks, access)
