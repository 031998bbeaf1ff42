"""What every client asks of the server, in every way and era. A client that is slow to ask asks a part of it,
every method at least once."""

import asyncio
import json

from jsonschema import Draft202012Validator

from checks import Checks
from conversation import ERAS, Conversation, Refused
from questions import (BOOK_KEY, FAREWELL, HOUSEKEEPING, LONGEST, MISTAKES, PROMPT_ARGUMENTS, PROMPTS, QUESTIONS, Question,
                       documented_tools, judge)

ENTRY_TEMPLATE = "lore://entry/{document}/{kind}/{slug}"
IMPORT_TEMPLATE = "lore://import/{document}"
FIREBALL = "lore://entry/srd-2014/spell/fireball"
CARD = "ui://lorekeeper/card.html"
REPORT = f"lore://import/{BOOK_KEY}"


async def everything(checks: Checks, client: Conversation, era: str) -> None:
    def part(of: list, at_most: int) -> list:
        return of[:at_most] if client.sparing else of

    with checks.attempt("what the server says of itself"):
        await introduction(checks, client, era)
    outputs = {}
    with checks.attempt("tools/list"):
        outputs = await tools(checks, client)
    for question in part(QUESTIONS, 2) + part(HOUSEKEEPING, 1):
        await answered(checks, client, outputs, question)
    for tool in sorted(outputs.keys() - {question.tool for question in QUESTIONS + HOUSEKEEPING + FAREWELL}):
        await answered_without_arguments(checks, client, outputs, tool)
    with checks.attempt("list_documents as text"):
        await documents_as_text(checks, client, outputs.get("list_documents"))
    for tool, arguments, field in MISTAKES[:1] if client.slow else MISTAKES:
        with checks.attempt(f"{tool} {arguments}"):
            await mistake(checks, client, outputs.get(tool), tool, arguments, field)
    await no_such_thing(checks, client)
    with checks.attempt("resources"):
        await resources(checks, client, [FIREBALL, REPORT, "lore://documents", "lore://stats", "lore://activity"])
    with checks.attempt("prompts"):
        await prompts(checks, client)
    with checks.attempt("completion"):
        await completion(checks, client)
    for question in part(FAREWELL, 0):
        await answered(checks, client, outputs, question)
    if not client.slow:
        with checks.attempt("calls at once"):
            await at_once(checks, client)
    await client.of_its_own(checks)


async def introduction(checks: Checks, client: Conversation, era: str) -> None:
    about = await client.about()
    checks.holds("the revision", about["revision"] == ERAS[era], about)
    checks.holds("the server's name", about["name"] == "lorekeeper", about)
    checks.holds("the instructions hold the SRD's notice", "SRD 5.1" in (about["instructions"] or ""), about)
    offered = {"tools", "resources", "completions"} <= set(about["capabilities"])
    checks.holds("tools, resources and completion are offered", offered, about)


# The least that every answer has.
ENVELOPE = {"type": "object", "required": ["success"], "properties": {"success": {"type": "boolean"}}}


async def tools(checks: Checks, client: Conversation) -> dict:
    """Checks every tool as it is published; gives the output schemas."""
    listed = await client.tools()
    names = [tool["name"] for tool in listed]
    checks.holds("the tools are those that are documented", sorted(names) == sorted(documented_tools()), names)
    for tool in listed:
        name = tool["name"]
        for which in ("inputSchema", "outputSchema") if tool.get("outputSchema") else ("inputSchema",):
            with checks.attempt(f"{name}: the {which} is valid"):
                Draft202012Validator.check_schema(tool[which])
                checks.holds(f"{name}: the {which} is of an object", tool[which]["type"] == "object", tool[which])
        unreadable = list(unreadable_objects(tool["inputSchema"]))
        checks.holds(f"{name}: every SDK can read the objects of its arguments", not unreadable, unreadable)
        parameters = tool["inputSchema"].get("properties", {})
        undescribed = [parameter for parameter, field in parameters.items() if "description" not in field]
        checks.holds(f"{name}: every parameter is described", not undescribed, undescribed)
        annotated = tool.get("title") and (tool.get("annotations") or {}).get("readOnlyHint") is not None
        checks.holds(f"{name} has a title and says whether it only reads", annotated, tool.get("annotations"))
    return {tool["name"]: tool.get("outputSchema") for tool in listed}


def unreadable_objects(schema: dict):
    """Yields the objects that Google's and OpenAI's SDKs refuse: with a boolean for other properties, or
    without any."""
    if "additionalProperties" in schema or (schema.get("type") == "object" and not schema.get("properties")):
        yield schema
    for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *filter(None, [schema.get("items")])):
        yield from unreadable_objects(inner)


def fits(checks: Checks, what: str, schema, content) -> None:
    """Checks the content against the schema; where a tool publishes none, against the envelope."""
    errors = Draft202012Validator(schema or ENVELOPE).iter_errors(content)
    found = [f"{error.json_path}: {error.message}" for error in errors]
    checks.holds(f"{what} fits its output schema", not found, found[:3])


async def answered(checks: Checks, client: Conversation, outputs: dict, question: Question) -> None:
    with checks.attempt(str(question)):
        answer = await client.call(question.tool, question.arguments)
        fits(checks, str(question), outputs.get(question.tool), answer.structured)
        same = json.loads(answer.texts[0]) == answer.structured
        checks.holds(f"{question} says the same as text", same, answer.texts[0])
        judge(checks, question, answer)


async def answered_without_arguments(checks: Checks, client: Conversation, outputs: dict, tool: str) -> None:
    """Checks the answer of a tool for which there is no question: success, or advice about a missing
    argument."""
    with checks.attempt(f"{tool} without arguments"):
        answer = await client.call(tool, {})
        envelope = answer.structured
        fits(checks, f"{tool} without arguments", outputs.get(tool), envelope)
        checks.holds(f"{tool} is short enough for every program", answer.longest() <= LONGEST, answer.longest())
        helps = envelope.get("success") is True or envelope.get("error_type") and envelope.get("instruction")
        checks.holds(f"{tool} succeeds or says what to do", helps, envelope)


async def documents_as_text(checks: Checks, client: Conversation, schema) -> None:
    answer = await client.call("list_documents", {"format": "text"})
    fits(checks, "list_documents as text", schema, answer.structured)
    text = answer.texts[0]
    named = "System Reference Document 5.1" in text and "srd-2014" in text
    checks.holds("list_documents as text names the SRD and its key", named, text)
    checks.holds("list_documents as text is not JSON", not text.lstrip().startswith(("{", "[")), text)


async def mistake(checks: Checks, client: Conversation, schema, tool: str, arguments: dict, field: str) -> None:
    answer = await client.call(tool, arguments)
    envelope = answer.structured or {}
    checks.holds(f"{tool} {arguments} is an error of the tool", answer.failed is True, envelope)
    checks.holds(f"{tool} {arguments} is invalid arguments",
                 envelope.get("success") is False and envelope.get("error_type") == "invalid_arguments", envelope)
    checks.holds(f"{tool} {arguments} names `{field}`", field in envelope.get("error", ""), envelope)
    checks.holds(f"{tool} {arguments} says what to do", envelope.get("instruction"), envelope)
    fits(checks, f"the failure of {tool} {arguments}", schema, envelope)


async def no_such_thing(checks: Checks, client: Conversation) -> None:
    wrong = {
        "an unknown tool": lambda: client.call("lookup_spells", {"name": "fireball"}),
        "an unknown resource": lambda: client.read("lore://entry/srd-2014/spell/no-such-spell"),
        "a resource of another sort": lambda: client.read("file:///etc/passwd"),
        "an unknown prompt": lambda: client.prompt("no_such_prompt", {}),
    }
    for what, ask in wrong.items():
        with checks.attempt(what):
            try:
                checks.holds(f"{what} is an error of the protocol", False, await ask())
            except Refused as refused:
                known = refused.code in (None, -32601, -32602, -32002)
                checks.holds(f"{what} is an error of the protocol", known, refused)


async def resources(checks: Checks, client: Conversation, addresses: list[str]) -> None:
    listed = {resource["uri"] for resource in await client.resources()}
    expected = {"lore://documents", "lore://stats", "lore://pins", "lore://activity", CARD}
    checks.holds("the resources", listed == expected, listed)
    with checks.attempt("the card is read"):
        [page] = await client.read(CARD)
        whole = page["mimeType"] == "text/html;profile=mcp-app" and page["text"].rstrip().endswith("</html>")
        checks.holds("the card is a page for hosts of MCP Apps", whole, page["mimeType"])
    templates = [template["uriTemplate"] for template in await client.templates()]
    checks.holds("the templates", templates == [ENTRY_TEMPLATE, IMPORT_TEMPLATE], templates)
    for address in addresses:
        with checks.attempt(f"{address} is read"):
            contents = await client.read(address)
            longest = max(len(content["text"]) for content in contents)
            checks.holds(f"{address} is short enough for every program", longest <= LONGEST, longest)
            types = [content["mimeType"] for content in contents]
            if address == FIREBALL:
                checks.holds("an entry is Markdown and JSON", types == ["text/markdown", "application/json"], types)
                markdown = contents[0]["text"]
                checks.holds("an entry's Markdown begins with its name", markdown.startswith("# Fireball"), markdown)
                checks.holds("an entry's Markdown holds the notice of its licence", "Creative Commons" in markdown, markdown[-400:])
            else:
                checks.holds(f"{address} is JSON", types == ["application/json"], types)
            checks.holds(f"{address} holds something", json.loads(contents[-1]["text"]), contents)


async def prompts(checks: Checks, client: Conversation) -> None:
    """Every prompt that is listed, with an argument for each of its arguments, and with those alone that it
    needs."""
    listed = await client.prompts()
    names = [prompt["name"] for prompt in listed]
    offered = "prompts" in (await client.about())["capabilities"]
    checks.holds("the prompts are those that are documented", sorted(names) == (PROMPTS if offered else []), names)
    for prompt in listed:
        name = prompt["name"]
        described = prompt.get("title") and prompt.get("description")
        checks.holds(f"the prompt {name} has a title and says what it is for", described, prompt)
        wanted = prompt.get("arguments") or []
        undescribed = [argument["name"] for argument in wanted if not argument.get("description")]
        checks.holds(f"every argument of the prompt {name} is described", not undescribed, undescribed)
        needed = [argument for argument in wanted if argument.get("required")]
        for arguments in [wanted] if client.sparing else [wanted, needed]:
            given = {argument["name"]: PROMPT_ARGUMENTS[argument["name"]] for argument in arguments}
            with checks.attempt(f"the prompt {name} {given}"):
                filled_in(checks, f"the prompt {name} {given}", given, await client.prompt(name, given))
    if offered:
        values = await client.complete({"type": "ref/prompt", "name": "review_homebrew"}, "document", "ways", {})
        checks.holds("an argument of a prompt is completed", values == [BOOK_KEY], values)


def filled_in(checks: Checks, what: str, given: dict, messages: list[dict]) -> None:
    roles = {message["role"] for message in messages}
    checks.holds(f"{what} is of user and assistant", messages and roles <= {"user", "assistant"}, messages)
    contents = [message["content"] for message in messages]
    text = "\n".join(content.get("text") or content["resource"]["text"] for content in contents)
    checks.holds(f"{what} is short enough for every program", len(text) <= LONGEST, len(text))
    left_out = [value for value in given.values() if value.lower() not in text.lower()]
    checks.holds(f"{what} speaks of what it was given", not left_out, [left_out, text])


async def completion(checks: Checks, client: Conversation) -> None:
    reference = {"type": "ref/resource", "uri": ENTRY_TEMPLATE}
    chosen = {}
    gaps = [("document", "srd", "srd-2014"), ("kind", "sp", "spell"), ("slug", "fire-b", "fire-bolt")]
    for argument, start, wanted in gaps:
        values = await client.complete(reference, argument, start, chosen)
        if values is not None:
            checks.holds(f"`{start}` is completed as a {argument}", wanted in values, values)
        chosen = chosen | {argument: wanted}


async def at_once(checks: Checks, client: Conversation) -> None:
    spells = ["Fireball", "Fire Bolt", "Bless", "Shield", "Wish"] * 6
    answers = await asyncio.gather(*(client.call("lookup_spell", {"name": spell}) for spell in spells))
    names = [answer.structured["value"][0]["name"] for answer in answers]
    checks.holds("thirty calls at once are each answered with their own", names == spells, names)
