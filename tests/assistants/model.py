"""A scripted model on loopback: it asks for lookups, one after the other, and ends with their results."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from formats import Answer, Request, format_of

TOOL = "lookup_spell"
# The second has as much to say as the server gives the program; every one has room for the lines.
CALLS = [{"name": "Fireball", "documents": ["srd-2014"]},
         {"level": 3, "documents": ["srd-2014"], "detail": "full", "limit": 28}]
FAREWELL = "Done."
# A program that asks again and again is not answered with calls for ever.
MOST_ANSWERS = 10
# The tools with which a program finds the tools that it did not send, and calls those that it never sends.
SEARCHES = ("ToolSearch", "tool_search")
BRIDGE = "tool_call"
HIDDEN = f"mcp__lorekeeper__{TOOL}"


class Model:
    """The script, and what arrived: our tools, and the results of the lookups."""

    def __init__(self, ours: list[str]) -> None:
        self.ours = ours
        self.tools: dict[str, str] = {}
        # What a search told of a tool that was not sent.
        self.found = ""
        self.results: list[str] = []
        # The number of lookups that were asked for, and of all results that were there before the last.
        self.called = 0
        self.before = 0
        # The addresses outside this computer that were asked for.
        self.elsewhere: set[str] = set()
        self.log: list[str] = []

    def tool_bytes(self) -> int:
        return len("".join([*self.tools.values(), self.found]).encode())

    def answer(self, request: Request) -> Answer:
        number = len(self.log)
        ours = {name: tool for name, tool in request.tools.items() if any(name.endswith(one) for one in self.ours)}
        self.tools |= ours
        if self.called > len(self.results):
            self.results += request.results[self.before:][-1:]
        if self.called > len(self.results) or self.called == len(CALLS) or number > MOST_ANSWERS:
            return Answer(number, text=FAREWELL)
        if tool := next((name for name in ours if name.endswith(TOOL)), None):
            return self.lookup(Answer(number, tool=tool, arguments=CALLS[self.called]), request)
        if BRIDGE in request.tools and (found := [result for result in request.results if HIDDEN in result]):
            self.found = found[0]
            arguments = {"name": HIDDEN, "arguments": CALLS[self.called]}
            return self.lookup(Answer(number, tool=BRIDGE, arguments=arguments), request)
        if search := next((name for name in SEARCHES if name in request.tools), None):
            return Answer(number, tool=search, arguments={"query": f"select:{HIDDEN}"})
        return Answer(number, text=FAREWELL)

    def lookup(self, answer: Answer, request: Request) -> Answer:
        self.called += 1
        self.before = len(request.results)
        return answer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model
    address: str

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.is_elsewhere():
            return self.refuse()
        form = format_of(self.path)
        if form is None:
            # Such as a count of tokens.
            return self.send({"input_tokens": 1, "totalTokens": 1})
        request = form.read(json.loads(raw), self.path)
        answer = self.model.answer(request)
        asks = answer.tool or answer.text
        sent = f"{len(raw)} bytes, {len(request.tools)} tools, {len(request.results)} results"
        self.model.log.append(f"{self.path}: {sent}: {asks}")
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
        if self.is_elsewhere():
            return self.refuse()
        self.send({"object": "list", "data": [{"id": "scripted", "object": "model"}], "models": []})

    do_HEAD = do_GET

    def do_CONNECT(self) -> None:
        self.model.elsewhere.add(self.path)
        self.refuse()

    def is_elsewhere(self) -> bool:
        """Whether this is to be a proxy to another address."""
        if "://" not in self.path or self.path.startswith(self.address):
            return False
        self.model.elsewhere.add(self.path.split("/")[2])
        return True

    def refuse(self) -> None:
        self.close_connection = True
        self.send_error(403, "only loopback")

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


@contextmanager
def served(model: Model):
    """Serves a model on a free port of loopback, whose address is given."""
    handler = type("ModelHandler", (Handler,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    handler.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield handler.address
    finally:
        server.shutdown()
        server.server_close()
