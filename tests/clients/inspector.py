"""The MCP Inspector's command line: each call is a process of its own that starts the server, asks once, and ends."""

import json
import os
import platform
import signal
import subprocess
from pathlib import Path

from checks import Checks
from questions import MISTAKES, QUESTIONS, TOOLS, judge

LAUNCHER = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
# Seconds for one call, with the start of Node and of the server.
CALL = 60
# The Inspector's status when the tool said that the call failed.
TOOL_FAILED = 5


class Inspector:
    """The Inspector on one server and one library, in one era of the protocol."""

    def __init__(self, server: str, folder: Path, home: str, era: str):
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
        node = folder / f"node_modules/node-{platform.system().lower()}-{machine}/bin/node"
        # The packages bring Node for Linux; elsewhere the system's own must be new enough.
        self.command = [str(node) if node.exists() else "node", str(folder / LAUNCHER)]
        self.command += ["--cli", "--format", "json", "--protocol-era", era]
        # The server gets only the variables that are named.
        resources = os.environ["LOREKEEPER_RESOURCES"]
        for variable in f"LOREKEEPER_HOME={home}", f"LOREKEEPER_RESOURCES={resources}", "LOREKEEPER_LOG=off", "LOREKEEPER_OFFLINE=1":
            self.command += ["-e", variable]
        self.server = [server, "serve"]
        # What the Inspector keeps for itself must not come into the user's folder.
        self.environment = os.environ | {"HOME": f"{home}-inspector"}

    def ask(self, method: str, *options: str) -> tuple[int, dict, str]:
        """The status, what was printed as JSON, and what was complained about."""
        process = subprocess.Popen([*self.command, "--method", method, *options, *self.server], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
                                   env=self.environment, start_new_session=True)
        try:
            printed, complaints = process.communicate(timeout=CALL)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # Node and the server, if they hang
            except ProcessLookupError:
                pass
            process.wait()
        return process.returncode, json.loads(printed)["result"] if printed.strip() else {}, complaints.strip()

    def call(self, tool: str, arguments: dict) -> tuple[int, dict, str]:
        return self.ask("tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))


def run(checks: Checks, server: str, folder: Path, homes: str) -> None:
    for era in "legacy", "modern":
        checks.within(f"Inspector, {era}")
        client = Inspector(server, folder, os.path.join(homes, f"inspector-{era}"), era)
        with checks.attempt("tools/list --strict"):
            status, result, complaints = client.ask("tools/list", "--strict")
            checks.holds("strict finds nothing to complain about", status == 0 and not complaints, complaints or status)
            names = [tool["name"] for tool in result["tools"]]
            checks.holds("the tools are those that are documented", sorted(names) == sorted(TOOLS), names)
        for question in QUESTIONS:
            with checks.attempt(str(question)):
                status, result, complaints = client.call(question.tool, question.arguments)
                checks.holds(f"{question} ends well", status == 0 and not complaints, complaints or status)
                judge(checks, question, result["structuredContent"])
        with checks.attempt("list_documents as text"):
            _, result, _ = client.call("list_documents", {"format": "text"})
            text = result["content"][0]["text"]
            checks.holds("list_documents as text names the SRD", "System Reference Document 5.1" in text, text)
        tool, arguments, field = MISTAKES[0]
        with checks.attempt(f"{tool} {arguments}"):
            status, result, complaints = client.call(tool, arguments)
            failed = status == TOOL_FAILED and result["isError"] is True
            checks.holds(f"{tool} {arguments} is an error of the tool", failed, [status, result, complaints])
            checks.holds(f"{tool} {arguments} names `{field}`", field in result["structuredContent"]["error"], result)
        with checks.attempt("an unknown tool"):
            status, result, complaints = client.call("lookup_spells", {})
            checks.holds("an unknown tool is an error", status != 0 and complaints, [status, result])
        with checks.attempt("resources"):
            resources(checks, client)


def resources(checks: Checks, client: Inspector) -> None:
    _, result, complaints = client.ask("resources/list")
    addresses = [resource["uri"] for resource in result["resources"]]
    both = {"lore://documents", "lore://stats"} <= set(addresses)
    checks.holds("the resources", both and not complaints, complaints or addresses)
    _, result, complaints = client.ask("resources/templates/list")
    templates = [template["uriTemplate"] for template in result["resourceTemplates"]]
    expected = ["lore://entry/{document}/{kind}/{slug}", "lore://import/{document}"]
    checks.holds("the templates", templates == expected, complaints or templates)
    for address, start in ("lore://entry/srd-2014/spell/fireball", "# Fireball"), ("lore://documents", "["):
        status, result, complaints = client.ask("resources/read", "--uri", address)
        contents = result["contents"]
        read = status == 0 and contents[0]["text"].startswith(start)
        checks.holds(f"{address} is read", read and not complaints, complaints or contents)
