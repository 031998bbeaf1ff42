"""Every outside client against the server, in every way to it and in both eras of the protocol, two
conversations at a time; and what must be refused over HTTP.

usage: main.py PATH_OF_LOREKEEPER_MCP FOLDER_FOR_LIBRARIES [WORD...]

With words only the conversations whose name holds each of them, such as `main.py … http legacy`. Without
words and without LOREKEEPER_LONG_TESTS, the Inspector holds one conversation in each era. """

import asyncio
import os
import shutil
import signal
import sys
import time
from pathlib import Path

import fastmcp_client
import inspector
import sdk_client
from checks import Checks
from conversation import ERAS
from left_behind import end, left_behind
from open5e import replay
from questions import BOOK
from scenario import everything
from ways import WAYS, Server

# The clients, the slowest first, so that nothing long begins at the end.
CLIENTS = {"Inspector": inspector, "Python SDK": sdk_client, "fastmcp": fastmcp_client}
# Those of the Inspector that every run holds. A process for each question makes one conversation as slow as a
# dozen of the others, which ask the same in every way and era.
OF_INSPECTOR = {("bridge", "legacy"), ("http", "modern")}
AT_ONCE = 2
# The library of which each conversation gets a copy.
MADE = "made"
# Seconds for one conversation, and for everything. Each question has a limit of its own; these end a run that
# goes round in circles, not one on a busy machine, where the Inspector takes minutes.
CONVERSATION = 1_800
LIMIT = 3_600


async def conversation(checks: Checks, server: Server, home: str, client: str, way: str, era: str) -> None:
    async with WAYS[way](server, home) as access, CLIENTS[client].connected(access, era, home) as connected:
        await everything(checks, connected, era)


async def one(of: tuple[str, ...], server: Server, homes: Path) -> Checks:
    """One conversation, with a copy of the library that was made."""
    checks = Checks(", ".join(of))
    begun = time.monotonic()
    with checks.attempt("the conversation comes to its end"):
        home = str(homes / "-".join(of).replace(" ", "-").lower())
        await asyncio.to_thread(shutil.copytree, homes / MADE, home)
        async with asyncio.timeout(CONVERSATION):
            await conversation(checks, server, home, *of)
    checks.close(time.monotonic() - begun)
    return checks


async def make_library(server: Server, home: str) -> None:
    """A library with the starter and a homebrew book in it."""
    process = await asyncio.create_subprocess_exec(server.program, "import", BOOK, env=server.environment(home),
                                                   stdout=asyncio.subprocess.DEVNULL)
    if await process.wait() != 0:
        raise ChildProcessError(f"{server.program} import ended with status {process.returncode}")


def chosen_ones(words: list[str]) -> list[tuple[str, ...]]:
    """The conversations of a run."""
    every = [(client, way, era) for client in CLIENTS for way in WAYS for era in ERAS]
    if words:
        return [of for of in every if all(word.lower() in " ".join(of).lower() for word in words)]
    if "LOREKEEPER_LONG_TESTS" in os.environ:
        return every
    return [of for of in every if of[0] != "Inspector" or of[1:] in OF_INSPECTOR]


async def all_of_them(server: Server, homes: Path, words: list[str]) -> list[Checks]:
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    free = asyncio.Semaphore(AT_ONCE)

    async def when_free(of: tuple[str, ...]) -> Checks:
        async with free:
            return await one(of, server, homes)

    async with asyncio.timeout(LIMIT):
        await make_library(server, str(homes / MADE))
        return await asyncio.gather(*map(when_free, chosen_ones(words)))


def main(program: str, homes: Path, words: list[str]) -> int:
    resources = homes / "resources"
    resources.mkdir()
    (resources / "starter").symlink_to(Path(__file__).resolve().parents[2] / "resources/starter")
    end_of_it = Checks("afterwards")
    done = []
    try:
        with replay(program) as open5e, end_of_it.attempt("every conversation comes to its end"):
            done = asyncio.run(all_of_them(Server(program, str(resources), open5e), homes, words))
    finally:
        left = left_behind(str(homes))
        end_of_it.holds("no process is left running", not left, left)
        end(left)
    passed, failed = (sum(counts) for counts in zip(*((checks.passed, checks.failed) for checks in [*done, end_of_it])))
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed or not done else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
