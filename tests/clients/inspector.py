"""The MCP Inspector's command line: each question is a process of its own that starts the server or goes to
its address, asks once, and ends. What that cannot ask (completion) is asked by `mcpdo`, the Inspector's other
program, which keeps a connection."""

import asyncio
import json
import os
import platform
import signal
from contextlib import asynccontextmanager
from pathlib import Path

from conversation import Access, Answer, Refused

PACKAGE = "node_modules/@modelcontextprotocol/inspector/clients"
# Seconds for one question, with the start of Node and of the server.
QUESTION = 90
# How often `mcpdo` is asked when its own daemon is not there in the few seconds that it gives it, on a busy
# machine.
DAEMON = 5
# The Inspector's status when the tool said that the call failed.
TOOL_FAILED = 5
# The load: the calls, and how many of them at once. The server lists as many calls as fit into one answer,
# about 190.
LOAD, AT_ONCE = 150, 8


class InspectorConversation:
    """The Inspector on one server, in one era."""

    slow = True

    def __init__(self, access: Access, era: str, home: str, sparing: bool):
        folder = Path(os.environ["LOREKEEPER_INSPECTOR"])
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
        node = folder / f"node_modules/node-{platform.system().lower()}-{machine}/bin/node"
        # The packages bring Node for Linux; elsewhere the system's own must be new enough.
        self.node = str(node) if node.exists() else "node"
        self.programs = folder / PACKAGE
        self.era = era
        self.access = access
        self.sparing = sparing
        # What the Inspector keeps for itself must not come into the user's folder, and the library's name
        # marks its processes.
        self.environment = os.environ | {
            "HOME": f"{home}-inspector", "LOREKEEPER_HOME": home, "MCP_INSPECTOR_DAEMON_DIR": f"{home}-daemon",
            "MCP_INSPECTOR_SECRET_STORE": "file",
        }
        self.connection = None

    def way_there(self) -> tuple[list[str], list[str]]:
        """The options that lead to the server, and what stands at the end of the line."""
        if self.access.address is None:
            variables = [word for name, value in self.access.environment.items() for word in ("-e", f"{name}={value}")]
            return variables, self.access.command
        token = f"Authorization: Bearer {self.access.token}"
        return ["--transport", "http", "--server-url", self.access.address, "--header", token], []

    async def run(self, program: str, *words: str) -> tuple[int, str, str]:
        process = await asyncio.create_subprocess_exec(
            self.node, str(self.programs / program), *words, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=self.environment, start_new_session=True)
        try:
            printed, complaints = await asyncio.wait_for(process.communicate(), QUESTION)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # Node and the server, if they hang
            except ProcessLookupError:
                pass
            await process.wait()
        return process.returncode, printed.decode(), complaints.decode().strip()

    async def ask(self, method: str, *options: str) -> dict:
        """The result of a question that is answered without a complaint, or by a tool that failed."""
        way, target = self.way_there()
        status, printed, complaints = await self.run(
            "launcher/build/index.js", "--cli", "--format", "json", "--protocol-era", self.era, "--method", method, *options,
            *way, *target)
        if status == TOOL_FAILED and printed.strip():
            return json.loads(printed)["result"]
        if status != 0 or complaints:
            raise Refused(f"{method} {options}: status {status}, {complaints or printed}")
        return json.loads(printed)["result"]

    async def about(self) -> dict:
        shown = json.loads(await self.mcpdo("connections/show"))
        return {"revision": shown["protocolVersion"], "name": shown["serverInfo"]["name"],
                "instructions": shown["instructions"], "capabilities": shown["capabilities"]}

    async def tools(self) -> list[dict]:
        # Strict: what other programs cannot read of a schema is an error, and reported.
        return (await self.ask("tools/list", "--strict"))["tools"]

    async def call(self, tool: str, arguments: dict) -> Answer:
        result = await self.ask("tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))
        texts = [block["text"] for block in result["content"]]
        return Answer(texts, result.get("structuredContent"), result.get("isError", False))

    async def resources(self) -> list[dict]:
        return (await self.ask("resources/list"))["resources"]

    async def templates(self) -> list[dict]:
        return (await self.ask("resources/templates/list"))["resourceTemplates"]

    async def read(self, address: str) -> list[dict]:
        return (await self.ask("resources/read", "--uri", address))["contents"]

    async def prompts(self) -> list[dict]:
        return (await self.ask("prompts/list"))["prompts"]

    async def prompt(self, name: str, arguments: dict[str, str]) -> list[dict]:
        given = [f"{argument}={json.dumps(value)}" for argument, value in arguments.items()]
        options = ["--prompt-args", *given] if given else []
        return (await self.ask("prompts/get", "--prompt-name", name, *options))["messages"]

    async def complete(self, reference: dict, argument: str, start: str, chosen: dict[str, str]) -> list[str] | None:
        if chosen:
            return None  # it has no words for what was chosen before
        kind = reference["type"]
        words = ["--complete-ref-type", kind, "--complete-ref", reference.get("name") or reference["uri"]]
        words += ["--complete-arg-name", argument, "--complete-arg-value", start]
        return json.loads(await self.mcpdo("prompts/complete", *words))["values"]

    async def mcpdo(self, *words: str) -> str:
        """What `mcpdo` prints, over a connection that is made when it is first needed."""
        if self.connection is None:
            way, target = self.way_there()
            # It wants what it connects to as a word of its own, and an address before the headers, which
            # would take it in.
            to_there = [*way, "--", *target] if target else [self.access.address, *way[-2:]]
            printed = await self.kept("connect", "--era", self.era, "--elicit", "off", *to_there)
            self.connection = json.loads(printed)["name"]
        return await self.kept("--connection", self.connection, *words)

    async def kept(self, *words: str) -> str:
        for _ in range(DAEMON):
            status, printed, complaints = await self.run("mcpdo/build/mcp-bin.js", "--format", "json", *words)
            if "daemon_start_timeout" not in complaints:
                break
        if status != 0:
            raise Refused(f"mcpdo {words}: status {status}, {complaints or printed}")
        return printed

    async def of_its_own(self, checks) -> None:
        with checks.attempt("load"):
            await self.load(checks)

    async def load(self, checks) -> None:
        """Many calls, several at once. The Inspector counts errors; that each answer was right is what the
        server noted."""
        arguments = {"name": "fireball", "documents": ["srd-2014"]}
        summary = await self.ask("tools/call", "--tool-name", "lookup_spell", "--tool-args-json", json.dumps(arguments),
                                 "--load", "--load-requests", str(LOAD), "--load-concurrency", str(AT_ONCE))
        checks.holds("every call of a load is answered without an error",
                     (summary["requests"], summary["ok"], summary["errors"], summary["toolErrors"]) == (LOAD, LOAD, 0, 0),
                     summary)
        noted = json.loads((await self.read("lore://activity"))[0]["text"])[:LOAD]
        right = {"tool": "lookup_spell", "arguments": json.dumps(arguments, separators=(",", ":")), "results": 1,
                 "entries": [{"name": "Fireball", "uri": "lore://entry/srd-2014/spell/fireball"}]}
        wrong = [call for call in noted if any(call.get(field) != value for field, value in right.items())]
        checks.holds("every answer of a load has Fireball", len(noted) == LOAD and not wrong, wrong[:2] or len(noted))


@asynccontextmanager
async def connected(access: Access, era: str, home: str):
    """Nothing is connected before the first question. A bridge and an address are asked a part, for each
    question is slow."""
    sparing = access.address is not None or access.bridge
    conversation = InspectorConversation(access, era, home, sparing)
    os.makedirs(f"{home}-inspector", exist_ok=True)
    try:
        yield conversation
    finally:
        if conversation.connection is not None:
            await asyncio.shield(conversation.kept("daemon", "stop"))
