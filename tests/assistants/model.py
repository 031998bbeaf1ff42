"""A scripted model on loopback: it speaks Anthropic's messages, OpenAI's chat completions and responses, and
Gemini's generateContent, streamed or not. It asks for one lookup and ends once it has seen the result."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOOL = "lookup_spell"
ARGUMENTS = {"name": "Fireball", "documents": ["srd-2014"]}
FAREWELL = "Done."
# A program that asks again and again is not answered with calls for ever.
MOST_ANSWERS = 8
# The tools with which a program finds the tools that it did not send, and calls those that it never sends.
SEARCHES = ("ToolSearch", "tool_search")
BRIDGE = "tool_call"
HIDDEN = f"mcp__lorekeeper__{TOOL}"


@dataclass
class Request:
    """What a program sent: its tools as JSON by name, the results of calls, and whether it waits for a stream."""

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
        return "".join(text_of(part.get("text", part.get("content", ""))) if isinstance(part, dict) else str(part) for part in content)
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
        block = {"type": "tool_use", "id": f"toolu_{answer.number}", "name": answer.tool, "input": answer.arguments} if answer.tool else {
            "type": "text", "text": answer.text}
        return {"id": f"msg_{answer.number}", "type": "message", "role": "assistant", "model": "scripted", "content": [block],
                "stop_reason": "tool_use" if answer.tool else "end_turn", "stop_sequence": None,
                "usage": {"input_tokens": 1, "output_tokens": 1}}

    @classmethod
    def events(cls, answer: Answer):
        message = cls.whole(answer)
        block = message["content"][0]
        started = {**block, "input": {}} if answer.tool else {**block, "text": ""}
        delta = {"type": "input_json_delta", "partial_json": compact(answer.arguments)} if answer.tool else {
            "type": "text_delta", "text": answer.text}
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
            arguments = call["function"].pop("arguments")
            yield cls.part("chat.completion.chunk", "delta", message | {"tool_calls": [call | {"function": call["function"] | {"arguments": ""}}]}, None)
            message = {"tool_calls": [{"index": 0, "function": {"arguments": arguments}}]}
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
            tools |= {f"{name}.{inner['name']}": compact(inner) for inner in tool["tools"]} if "tools" in tool else {name: compact(tool)}
        items = body["input"] if isinstance(body["input"], list) else []
        results = [text_of(item["output"]) for item in items if item.get("type") == "function_call_output"]
        return Request(tools, results, bool(body.get("stream")))

    @staticmethod
    def item(answer: Answer) -> dict:
        if not answer.tool:
            return {"type": "message", "id": f"msg_{answer.number}", "role": "assistant", "status": "completed",
                    "content": [{"type": "output_text", "text": answer.text, "annotations": []}]}
        *namespace, name = answer.tool.split(".")
        return {"type": "function_call", "id": f"fc_{answer.number}", "call_id": f"call_{answer.number}", "name": name,
                "arguments": compact(answer.arguments), "status": "completed"} | ({"namespace": namespace[0]} if namespace else {})

    @classmethod
    def whole(cls, answer: Answer) -> dict:
        return {"id": f"resp_{answer.number}", "object": "response", "created_at": 1, "status": "completed", "model": "scripted",
                "output": [cls.item(answer)], "parallel_tool_calls": False, "tools": [], "tool_choice": "auto",
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


def format_of(path: str):
    for part, form in (("/messages", Anthropic), ("/chat/completions", ChatCompletions), ("/responses", Responses),
                       ("enerateContent", Gemini)):
        if part in path.partition("?")[0]:
            return form
    return None


class Model:
    """The script, and what arrived: the bytes of our tools, and the result of the lookup."""

    def __init__(self, ours: list[str]) -> None:
        self.ours = ours
        self.tools: dict[str, str] = {}
        self.result: str | None = None
        self.answers = 0
        self.log: list[str] = []

    def answer(self, request: Request) -> Answer:
        self.answers += 1
        ours = {name: tool for name, tool in request.tools.items() if any(name.endswith(one) for one in self.ours)}
        self.tools |= ours
        looked_up = [result for result in request.results if ARGUMENTS["name"] in result]
        if looked_up:
            self.result = self.result or looked_up[-1]
        elif self.answers <= MOST_ANSWERS:
            if found := next((name for name in ours if name.endswith(TOOL)), None):
                return Answer(self.answers, tool=found, arguments=ARGUMENTS)
            if any(HIDDEN in result for result in request.results) and BRIDGE in request.tools:
                return Answer(self.answers, tool=BRIDGE, arguments={"name": HIDDEN, "arguments": ARGUMENTS})
            if search := next((name for name in SEARCHES if name in request.tools), None):
                return Answer(self.answers, tool=search, arguments={"query": f"select:{HIDDEN}"})
        return Answer(self.answers, text=FAREWELL)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.model.log.append(f"POST {self.path} {len(raw)}")
        form = format_of(self.path)
        if form is None or "count" in self.path:
            return self.send({"input_tokens": 1, "totalTokens": 1})
        body = json.loads(raw)
        self.model.bodies.append(body) if hasattr(self.model, "bodies") else None
        request = form.read(body, self.path)
        answer = self.model.answer(request)
        self.model.log.append(f"  {len(request.tools)} tools, {len(request.results)} results -> {answer}")
        if not request.streamed:
            return self.send(form.whole(answer))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in form.events(answer):
            name = f"event: {event['type']}\n" if event and "type" in event else ""
            self.wfile.write(f"{name}data: {'[DONE]' if event is None else json.dumps(event)}\n\n".encode())
        self.close_connection = True

    def do_GET(self) -> None:
        self.model.log.append(f"GET {self.path}")
        self.send({"object": "list", "data": [{"id": "scripted", "object": "model"}], "models": []})

    def do_HEAD(self) -> None:
        self.send({})

    def do_CONNECT(self) -> None:
        self.model.log.append(f"CONNECT {self.path}")
        self.send_error(403, "loopback only")

    def send(self, value) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


class served:
    """Serves a model on a free port of loopback while it is used."""

    def __init__(self, model: Model) -> None:
        handler = type("ModelHandler", (Handler,), {"model": model})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True

    def __enter__(self) -> str:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()
