"""The formats in which programs speak to models: what they ask, and answers to it, whole or as the events of
a stream."""

import json
from dataclasses import dataclass, field


@dataclass
class Request:
    """The tools that a program sent, as JSON by their names, the results of its calls, and the form of the
    answer that it waits for."""

    tools: dict[str, str]
    results: list[str]
    streamed: bool


@dataclass
class Answer:
    """A text, or a call of a tool."""

    number: int
    text: str = ""
    tool: str = ""
    arguments: dict = field(default_factory=dict)


def compact(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_of(content) -> str:
    """The words of a content that is a text, or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(text_of(part.get("text", part.get("content", ""))) for part in content if isinstance(part, dict))
    return compact(content)


class Anthropic:
    """`POST /v1/messages`."""

    @staticmethod
    def read(body: dict, _path: str) -> Request:
        parts = [part for message in body["messages"] if isinstance(message["content"], list) for part in message["content"]]
        results = [text_of(part.get("content", "")) for part in parts if part["type"] == "tool_result"]
        return Request({tool["name"]: compact(tool) for tool in body.get("tools", [])}, results, bool(body.get("stream")))

    @staticmethod
    def whole(answer: Answer) -> dict:
        block = {"type": "text", "text": answer.text}
        if answer.tool:
            block = {"type": "tool_use", "id": f"toolu_{answer.number}", "name": answer.tool, "input": answer.arguments}
        return {"id": f"msg_{answer.number}", "type": "message", "role": "assistant", "model": "scripted",
                "content": [block], "stop_reason": "tool_use" if answer.tool else "end_turn", "stop_sequence": None,
                "usage": {"input_tokens": 1, "output_tokens": 1}}

    @classmethod
    def events(cls, answer: Answer):
        message = cls.whole(answer)
        block = message["content"][0]
        started, delta = block | {"text": ""}, {"type": "text_delta", "text": answer.text}
        if answer.tool:
            started = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": compact(answer.arguments)}
        yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
        yield {"type": "content_block_start", "index": 0, "content_block": started}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
        yield {"type": "content_block_stop", "index": 0}
        yield {"type": "message_delta", "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
               "usage": {"output_tokens": 1}}
        yield {"type": "message_stop"}


class ChatCompletions:
    """`POST /v1/chat/completions`."""

    @staticmethod
    def read(body: dict, _path: str) -> Request:
        tools = {tool["function"]["name"]: compact(tool) for tool in body.get("tools") or []}
        results = [text_of(message["content"]) for message in body["messages"] if message["role"] == "tool"]
        return Request(tools, results, bool(body.get("stream")))

    @staticmethod
    def message(answer: Answer) -> dict:
        if not answer.tool:
            return {"role": "assistant", "content": answer.text}
        function = {"name": answer.tool, "arguments": compact(answer.arguments)}
        return {"role": "assistant", "content": None,
                "tool_calls": [{"index": 0, "id": f"call_{answer.number}", "type": "function", "function": function}]}

    @classmethod
    def whole(cls, answer: Answer) -> dict:
        return cls.part("chat.completion", "message", cls.message(answer), "tool_calls" if answer.tool else "stop")

    @staticmethod
    def part(kind: str, name: str, message: dict, reason: str | None) -> dict:
        used = {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}} if reason else {}
        return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": "scripted",
                "choices": [{"index": 0, name: message, "finish_reason": reason}]} | used

    @classmethod
    def events(cls, answer: Answer):
        message = cls.message(answer)
        for call in message.get("tool_calls", []):
            begun = call | {"function": call["function"] | {"arguments": ""}}
            yield cls.part("chat.completion.chunk", "delta", message | {"tool_calls": [begun]}, None)
            message = {"tool_calls": [{"index": 0, "function": {"arguments": call["function"]["arguments"]}}]}
        yield cls.part("chat.completion.chunk", "delta", message, None)
        yield cls.part("chat.completion.chunk", "delta", {}, "tool_calls" if answer.tool else "stop")
        yield None


class Responses:
    """`POST /v1/responses`."""

    @staticmethod
    def read(body: dict, _path: str) -> Request:
        """A tool in a namespace is called by both names."""
        tools = {}
        for tool in body.get("tools") or []:
            name = tool.get("name", tool["type"])
            within = tool.get("tools")
            tools |= {f"{name}.{inner['name']}": compact(inner) for inner in within} if within else {name: compact(tool)}
        items = body["input"] if isinstance(body["input"], list) else []
        results = [text_of(item["output"]) for item in items if item.get("type") == "function_call_output"]
        return Request(tools, results, bool(body.get("stream")))

    @staticmethod
    def item(answer: Answer) -> dict:
        if not answer.tool:
            return {"type": "message", "id": f"msg_{answer.number}", "role": "assistant", "status": "completed",
                    "content": [{"type": "output_text", "text": answer.text, "annotations": []}]}
        *namespace, name = answer.tool.split(".")
        call = {"type": "function_call", "id": f"fc_{answer.number}", "call_id": f"call_{answer.number}", "name": name,
                "arguments": compact(answer.arguments), "status": "completed"}
        return call | ({"namespace": namespace[0]} if namespace else {})

    @classmethod
    def whole(cls, answer: Answer) -> dict:
        return {"id": f"resp_{answer.number}", "object": "response", "created_at": 1, "status": "completed",
                "model": "scripted", "output": [cls.item(answer)], "parallel_tool_calls": False, "tools": [], "tool_choice": "auto",
                "usage": {"input_tokens": 1, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 1,
                          "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 2}}

    @classmethod
    def events(cls, answer: Answer):
        done = cls.whole(answer)
        item = cls.item(answer)
        at = {"output_index": 0, "item_id": item["id"]}
        yield {"type": "response.created", "response": {**done, "status": "in_progress", "output": []}}
        yield {"type": "response.output_item.added", "output_index": 0, "item": {**item, "status": "in_progress"}
               | ({"arguments": ""} if answer.tool else {"content": []})}
        if answer.tool:
            yield {"type": "response.function_call_arguments.delta", **at, "delta": item["arguments"]}
            yield {"type": "response.function_call_arguments.done", **at, "arguments": item["arguments"]}
        else:
            part = item["content"][0]
            yield {"type": "response.content_part.added", **at, "content_index": 0, "part": {**part, "text": ""}}
            yield {"type": "response.output_text.delta", **at, "content_index": 0, "delta": answer.text}
            yield {"type": "response.output_text.done", **at, "content_index": 0, "text": answer.text}
            yield {"type": "response.content_part.done", **at, "content_index": 0, "part": part}
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
        yield {"type": "response.completed", "response": done}


class Gemini:
    """`POST /v1beta/models/MODEL:generateContent`."""

    @staticmethod
    def read(body: dict, path: str) -> Request:
        listed = [tool for tools in body.get("tools") or [] for tool in tools.get("functionDeclarations", [])]
        parts = [part for content in body["contents"] for part in content.get("parts", [])]
        results = [compact(part["functionResponse"]["response"]) for part in parts if "functionResponse" in part]
        return Request({tool["name"]: compact(tool) for tool in listed}, results, "streamGenerateContent" in path)

    @staticmethod
    def whole(answer: Answer) -> dict:
        part = {"functionCall": {"name": answer.tool, "args": answer.arguments}} if answer.tool else {"text": answer.text}
        return {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
                "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
                "modelVersion": "scripted"}

    @classmethod
    def events(cls, answer: Answer):
        yield cls.whole(answer)


FORMATS = {"/messages": Anthropic, "/chat/completions": ChatCompletions, "/responses": Responses,
           "enerateContent": Gemini}


def format_of(path: str):
    """The format that is spoken at an address. None for all else, such as a count of tokens."""
    path = path.partition("?")[0]
    return next((form for end, form in FORMATS.items() if path.endswith(end)), None)
