"""The client of the Python SDK."""

from contextlib import asynccontextmanager

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import PromptReference, ResourceTemplateReference

from conversation import Access, Answer, Refused

# The client's words for the eras.
MODES = {"legacy": "legacy", "modern": "auto"}
# Seconds for one request.
REQUEST = 120


class SdkConversation:
    """The SDK's client, connected."""

    slow = False
    sparing = False

    def __init__(self, client: Client, era: str):
        self.client = client
        self.era = era

    async def about(self) -> dict:
        client = self.client
        return {"revision": client.protocol_version, "name": client.server_info.name, "instructions": client.instructions,
                "capabilities": wire(client.server_capabilities)}

    async def tools(self) -> list[dict]:
        return [wire(tool) for tool in (await self.client.list_tools()).tools]

    async def call(self, tool: str, arguments: dict) -> Answer:
        with refusals():
            return answer(await self.client.call_tool(tool, arguments))

    async def resources(self) -> list[dict]:
        return [wire(resource) for resource in (await self.client.list_resources()).resources]

    async def templates(self) -> list[dict]:
        return [wire(template) for template in (await self.client.list_resource_templates()).resource_templates]

    async def read(self, address: str) -> list[dict]:
        with refusals():
            return [wire(content) for content in (await self.client.read_resource(address)).contents]

    async def prompts(self) -> list[dict]:
        return [wire(prompt) for prompt in (await self.client.list_prompts()).prompts]

    async def prompt(self, name: str, arguments: dict[str, str]) -> list[dict]:
        with refusals():
            return [wire(message) for message in (await self.client.get_prompt(name, arguments)).messages]

    async def complete(self, reference: dict, argument: str, start: str, chosen: dict[str, str]) -> list[str]:
        with refusals():
            given = await self.client.complete(referring(reference), {"name": argument, "value": start},
                                               context_arguments=chosen)
            return given.completion.values

    async def of_its_own(self, checks) -> None:
        if self.era == "legacy":
            with checks.attempt("ping"):
                await self.client.session.send_ping()  # of the client itself it is said to be of the old revisions
                checks.holds("ping is answered", True)


@asynccontextmanager
async def connected(access: Access, era: str, home: str):
    """Starts the server or goes to its address; both ends are closed afterwards."""
    mode = MODES[era]
    if access.address is None:
        server = StdioServerParameters(command=access.command[0], args=access.command[1:], env=access.environment)
        async with Client(server, mode=mode, read_timeout_seconds=REQUEST) as client:
            yield SdkConversation(client, era)
    else:
        async with create_mcp_http_client(headers={"Authorization": f"Bearer {access.token}"}) as http:
            server = streamable_http_client(access.address, http_client=http)
            async with Client(server, mode=mode, read_timeout_seconds=REQUEST) as client:
                yield SdkConversation(client, era)


def wire(model) -> dict:
    """A part of the protocol as it was on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def answer(result) -> Answer:
    # Not by `wire`, so that the content is exactly what came.
    return Answer([block.text for block in result.content], result.structured_content, result.is_error)


def referring(reference: dict):
    return (PromptReference if "name" in reference else ResourceTemplateReference)(**reference)


class refusals:
    """Makes the SDK's error of the protocol ours."""

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        if isinstance(problem, MCPError):
            raise Refused(problem.error.message, problem.error.code) from problem
