"""The ways to the server: a program that is started and owns the library, one that is a bridge to another's,
and HTTP."""

import asyncio
import json
import os
from contextlib import asynccontextmanager
from pathlib import Path

from conversation import Access

# Seconds for a server to start, and to end after its last word.
START = 60


class Server:
    """The program and its settings besides the folder of the library."""

    def __init__(self, program: str, resources: str, open5e: str):
        self.program = program
        # Without the model, whose vectors would take the processor for minutes in each library.
        self.resources = resources
        self.open5e = open5e

    def environment(self, home: str) -> dict[str, str]:
        return {"LOREKEEPER_HOME": self.name_of(home), "LOREKEEPER_RESOURCES": self.name_of(self.resources),
                "LOREKEEPER_OPEN5E_URL": self.open5e, "LOREKEEPER_LOG": "off", "LOREKEEPER_OFFLINE": "1"}

    def name_of(self, path: str) -> str:
        """Returns the name by which the program knows a file; another one if the program is of another
        system."""
        return path

    def path_of(self, name: str) -> str:
        """Returns the file that the program named."""
        return name

    @asynccontextmanager
    async def running(self, home: str, *options: str):
        """The server until the end of its stdin, at which it must end by itself."""
        process = await asyncio.create_subprocess_exec(
            self.program, "serve", *options, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            env=os.environ | self.environment(home))
        try:
            yield process
            process.stdin.close()
            status = await asyncio.wait_for(process.wait(), START)
            if status != 0:
                raise ChildProcessError(f"serve {options} ended with status {status}")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


@asynccontextmanager
async def owner(server: Server, home: str):
    """The client starts the only server of the library."""
    yield Access([server.program, "serve"], server.environment(home))


@asynccontextmanager
async def bridge(server: Server, home: str):
    """Another server has the library before the client starts its own, and still has it afterwards."""
    async with server.running(home) as holder:
        async with asyncio.timeout(START):
            while (owner := owner_process(home)) is None:
                await asyncio.sleep(0.05)
        yield Access([server.program, "serve"], server.environment(home), bridge=True)
        if owner_process(home) != owner or holder.returncode is not None:
            raise ChildProcessError(f"the library's owner is {owner_process(home)} and no more {owner}")


def owner_process(home: str) -> int | None:
    """Returns the owner of a library, by the owner record in its folder."""
    try:
        return json.loads(Path(home, "owner.json").read_text())["process"]
    except (OSError, ValueError):
        return None


@asynccontextmanager
async def http(server: Server, home: str):
    """The client connects to the address that the server prints."""
    async with server.running(home, "--http", "127.0.0.1:0", "--until-eof", "--json") as process:
        line = await asyncio.wait_for(process.stdout.readline(), START)
        started = json.loads(line)
        token = Path(server.path_of(started["token_file"])).read_text().strip()
        yield Access([], server.environment(home), started["url"], token)


WAYS = {"owner": owner, "bridge": bridge, "http": http}
