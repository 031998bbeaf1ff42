"""The client of the Python SDK: the revision 2026-07-28 without a session, and `initialize` as clients did before."""

import asyncio
import json
import os

from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import ResourceTemplateReference

from checks import Checks
from questions import MISTAKES, QUESTIONS, TOOLS, judge

# The client's mode, and the revision that both sides must then settle on.
ERAS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
ENTRY_TEMPLATE = "lore://entry/{document}/{kind}/{slug}"
IMPORT_TEMPLATE = "lore://import/{document}"
FIREBALL = "lore://entry/srd-2014/spell/fireball"
# Seconds for one request, and for all of one era.
REQUEST = 30
ERA = 90


async def run(checks: Checks, server: str, homes: str) -> None:
    for mode, revision in ERAS.items():
        checks.within(f"Python client, {mode}")
        environment = {name: os.environ[name] for name in ("PATH", "LOREKEEPER_RESOURCES") if name in os.environ}
        environment["LOREKEEPER_HOME"] = os.path.join(homes, mode)
        environment["LOREKEEPER_LOG"] = "off"
        environment["LOREKEEPER_OFFLINE"] = "1"
        parameters = StdioServerParameters(command=server, args=["serve"], env=environment)
        with checks.attempt("the connection lasts to the end"):
            async with asyncio.timeout(ERA), Client(parameters, mode=mode, read_timeout_seconds=REQUEST) as client:
                checks.holds("the revision", client.protocol_version == revision, client.protocol_version)
                checks.holds("the server's name", client.server_info.name == "lorekeeper", client.server_info)
                checks.holds("the instructions hold the SRD's notice", "SRD 5.1" in (client.instructions or ""))
                await everything(checks, client)


async def everything(checks: Checks, client: Client) -> None:
    outputs = {}
    with checks.attempt("tools/list"):
        outputs = await tools(checks, client)
    for question in QUESTIONS:
        with checks.attempt(str(question)):
            result = await client.call_tool(question.tool, question.arguments)
            checks.holds(f"{question} is no error", not result.is_error, result.content)
            fits(checks, str(question), outputs.get(question.tool), result.structured_content)
            same = json.loads(result.content[0].text) == result.structured_content
            checks.holds(f"{question} says the same as text", same)
            judge(checks, question, result.structured_content)
    with checks.attempt("list_documents as text"):
        await documents(checks, client, outputs.get("list_documents"))
    for tool, arguments, field in MISTAKES:
        with checks.attempt(f"{tool} {arguments}"):
            await mistake(checks, client, outputs.get(tool), tool, arguments, field)
    await no_such_thing(checks, client)
    with checks.attempt("resources"):
        await resources(checks, client)
    with checks.attempt("completion"):
        await completion(checks, client)
    with checks.attempt("calls at once"):
        await at_once(checks, client)


async def tools(checks: Checks, client: Client) -> dict:
    """Checks every tool as it is published; gives the output schemas."""
    listed = (await client.list_tools()).tools
    checks.holds("the tools are those that are documented", sorted(tool.name for tool in listed) == sorted(TOOLS),
                 [tool.name for tool in listed])
    for tool in listed:
        for which, schema in ("input", tool.input_schema), ("output", tool.output_schema):
            with checks.attempt(f"{tool.name}: the {which} schema is valid"):
                Draft202012Validator.check_schema(schema)
                checks.holds(f"{tool.name}: the {which} schema is of an object", schema["type"] == "object", schema)
        checks.holds(f"{tool.name}: unknown fields are refused", tool.input_schema.get("additionalProperties") is False)
        parameters = tool.input_schema.get("properties", {})
        undescribed = [name for name, field in parameters.items() if "description" not in field]
        checks.holds(f"{tool.name}: every parameter is described", not undescribed, undescribed)
        checks.holds(f"{tool.name} has a title and says whether it only reads",
                     tool.title and tool.annotations and tool.annotations.read_only_hint is not None)
    return {tool.name: tool.output_schema for tool in listed}


def fits(checks: Checks, what: str, schema, content) -> None:
    errors = Draft202012Validator(schema or False).iter_errors(content)
    found = [f"{error.json_path}: {error.message}" for error in errors]
    checks.holds(f"{what} fits its output schema", not found, found[:3])


async def documents(checks: Checks, client: Client, schema) -> None:
    result = await client.call_tool("list_documents", {"format": "text"})
    fits(checks, "list_documents as text", schema, result.structured_content)
    text = result.content[0].text
    checks.holds("list_documents as text names the SRD", "System Reference Document 5.1" in text, text)
    checks.holds("list_documents as text has its key", "srd-2014" in text, text)
    checks.holds("list_documents as text is no JSON", not text.lstrip().startswith(("{", "[")), text)
    result = await client.call_tool("list_documents", {})
    fits(checks, "list_documents", schema, result.structured_content)
    first = result.structured_content["value"][0]
    checks.holds("list_documents counts entries", first["entity_count"] > 1000, first)


async def mistake(checks: Checks, client: Client, schema, tool: str, arguments: dict, field: str) -> None:
    result = await client.call_tool(tool, arguments)
    envelope = result.structured_content or {}
    checks.holds(f"{tool} {arguments} is an error of the tool", result.is_error is True, envelope)
    checks.holds(f"{tool} {arguments} is invalid arguments",
                 envelope.get("success") is False and envelope.get("error_type") == "invalid_arguments", envelope)
    checks.holds(f"{tool} {arguments} names `{field}`", field in envelope.get("error", ""), envelope)
    checks.holds(f"{tool} {arguments} says what to do", envelope.get("instruction"), envelope)
    fits(checks, f"the failure of {tool} {arguments}", schema, envelope)


async def no_such_thing(checks: Checks, client: Client) -> None:
    wrong = {
        "an unknown tool": lambda: client.call_tool("lookup_spells", {"name": "fireball"}),
        "an unknown resource": lambda: client.read_resource("lore://entry/srd-2014/spell/no-such-spell"),
        "a resource of another sort": lambda: client.read_resource("file:///etc/passwd"),
    }
    for what, ask in wrong.items():
        with checks.attempt(what):
            try:
                checks.holds(f"{what} is an error of the protocol", False, await ask())
            except MCPError as problem:
                known = problem.error.code in (-32602, -32002)
                checks.holds(f"{what} is an error of the protocol", known, problem.error)


async def resources(checks: Checks, client: Client) -> None:
    listed = (await client.list_resources()).resources
    addresses = [str(resource.uri) for resource in listed]
    checks.holds("the resources", {"lore://documents", "lore://stats"} <= set(addresses), addresses)
    for address in addresses:
        with checks.attempt(f"{address} is read as JSON"):
            contents = (await client.read_resource(address)).contents
            checks.holds(f"{address} is read as JSON", json.loads(contents[0].text), contents)
    listed = (await client.list_resource_templates()).resource_templates
    templates = [template.uri_template for template in listed]
    checks.holds("the templates", templates == [ENTRY_TEMPLATE, IMPORT_TEMPLATE], templates)
    contents = (await client.read_resource(FIREBALL)).contents
    types = [content.mime_type for content in contents]
    checks.holds("an entry is Markdown and JSON", types == ["text/markdown", "application/json"], types)
    markdown = contents[0].text
    checks.holds("an entry's Markdown begins with its name", markdown.startswith("# Fireball"), markdown)
    checks.holds("an entry's Markdown holds the notice of its licence", "Creative Commons" in markdown, markdown[-400:])
    checks.holds("an entry's JSON has its slug", json.loads(contents[1].text)["slug"] == "fireball")


async def completion(checks: Checks, client: Client) -> None:
    reference = ResourceTemplateReference(type="ref/resource", uri=ENTRY_TEMPLATE)
    chosen = {}
    gaps = [("document", "srd", "srd-2014"), ("kind", "sp", "spell"), ("slug", "fire-b", "fire-bolt")]
    for argument, start, wanted in gaps:
        answer = await client.complete(reference, {"name": argument, "value": start}, context_arguments=chosen)
        checks.holds(f"`{start}` is completed as a {argument}", wanted in answer.completion.values, answer)
        chosen = chosen | {argument: wanted}


async def at_once(checks: Checks, client: Client) -> None:
    spells = ["Fireball", "Fire Bolt", "Bless", "Shield", "Wish"] * 6
    answers = await asyncio.gather(*(client.call_tool("lookup_spell", {"name": spell}) for spell in spells))
    names = [answer.structured_content["value"][0]["name"] for answer in answers]
    checks.holds("thirty calls at once are each answered with their own", names == spells, names)
