"""fastmcp's client, which also makes Python objects of the answers by the output schemas."""

import os
from contextlib import asynccontextmanager
from pathlib import Path

os.environ.setdefault("FASTMCP_LOG_LEVEL", "ERROR")

from fastmcp import Client  # noqa: E402 the level of its log is read when it is imported
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport  # noqa: E402

from conversation import Access, Answer  # noqa: E402
from sdk_client import MODES, REQUEST, SdkConversation, answer, referring, refusals, wire  # noqa: E402


class FastmcpConversation(SdkConversation):
    """fastmcp's client, connected. It gives the same by the same names, most of it without the envelopes of
    lists."""

    with_schema: frozenset = frozenset()

    async def tools(self) -> list[dict]:
        listed = [wire(tool) for tool in await self.client.list_tools()]
        self.with_schema = frozenset(tool["name"] for tool in listed if tool.get("outputSchema"))
        return listed

    async def call(self, tool: str, arguments: dict) -> Answer:
        with refusals():
            result = await self.client.call_tool(tool, arguments, raise_on_error=False)
        if not result.is_error and result.data is None and tool in self.with_schema:
            raise ValueError(f"no object could be made of the answer to {tool} {arguments}: {result.structured_content}")
        return answer(result)

    async def resources(self) -> list[dict]:
        return [wire(resource) for resource in await self.client.list_resources()]

    async def templates(self) -> list[dict]:
        return [wire(template) for template in await self.client.list_resource_templates()]

    async def read(self, address: str) -> list[dict]:
        with refusals():
            return [wire(content) for content in await self.client.read_resource(address)]

    async def prompts(self) -> list[dict]:
        return [wire(prompt) for prompt in await self.client.list_prompts()]

    async def complete(self, reference: dict, argument: str, start: str, chosen: dict[str, str]) -> list[str]:
        with refusals():
            asked = {"name": argument, "value": start}
            return (await self.client.complete(referring(reference), asked, context_arguments=chosen)).values

    async def of_its_own(self, checks) -> None:
        if self.era == "legacy":
            with checks.attempt("ping"):
                checks.holds("ping is answered", await self.client.ping())
        with checks.attempt("the answer as an object"):
            result = await self.client.call_tool("guide_campaign", {})
            checks.holds("the campaigns are an object's list", isinstance(result.data.value.campaigns, list), result.data)


@asynccontextmanager
async def connected(access: Access, era: str, home: str):
    """Starts the server or goes to its address; both ends are closed afterwards."""
    if access.address is None:
        transport = StdioTransport(access.command[0], access.command[1:], env=access.environment, keep_alive=False,
                                   log_file=Path(f"{home}.log"))
    else:
        transport = StreamableHttpTransport(access.address, auth=access.token)
    async with Client(transport, mode=MODES[era], timeout=REQUEST) as client:
        yield FastmcpConversation(client, era)
