"""The interface of a client to the scenario: every client here returns these answers in these shapes."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

# The eras of the protocol, and the revision that both sides must settle on.
ERAS = {"legacy": "2025-11-25", "modern": "2026-07-28"}


@dataclass
class Access:
    """The way to the server: a program to start, or an address with a token."""

    command: list[str]
    environment: dict[str, str]
    address: str | None = None
    token: str | None = None
    # True if the program is a bridge to another that owns the library.
    bridge: bool = False


@dataclass
class Answer:
    """The answer of a tool."""

    texts: list[str]
    structured: Any
    failed: bool

    def longest(self) -> int:
        """The characters of its longer form; some programs give a model the one, some the other."""
        structured = json.dumps(self.structured, ensure_ascii=False, separators=(",", ":"))
        return max(sum(map(len, self.texts)), len(structured))


class Refused(Exception):
    """An error of the protocol, with its code where the client reports it."""

    def __init__(self, message: str, code: int | None = None):
        super().__init__(f"{message} ({code})")
        self.code = code


class Conversation(Protocol):
    """A client that is connected. Lists and prompts come as the protocol's JSON; an error of the protocol is
    `Refused`."""

    # True if each call is slow, and if only a part of the calls is made because of it.
    slow: bool
    sparing: bool

    async def about(self) -> dict:
        """`revision`, `name`, `instructions`, `capabilities`."""

    async def tools(self) -> list[dict]: ...
    async def call(self, tool: str, arguments: dict) -> Answer: ...
    async def resources(self) -> list[dict]: ...
    async def templates(self) -> list[dict]: ...
    async def read(self, address: str) -> list[dict]: ...
    async def prompts(self) -> list[dict]: ...
    async def prompt(self, name: str, arguments: dict[str, str]) -> list[dict]: ...

    async def complete(self, reference: dict, argument: str, start: str, chosen: dict[str, str]) -> list[str]:
        """The completions of an argument of a prompt or of a gap in an address, given what was chosen
        before."""

    async def of_its_own(self, checks) -> None:
        """Runs the checks that only this client can make."""
