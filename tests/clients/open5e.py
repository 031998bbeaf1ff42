"""A stand-in for the Open5e API with one invented book and no entries, so that no test depends on the net."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BOOK = {"key": "plum-2030", "name": "Book of Plums", "desc": "All about plums.", "publisher": {"name": "Orchard Press"},
        "gamesystem": {"name": "5th Edition 2014"}, "licenses": [{"key": "cc-by-40", "name": "CC-BY-4.0"}],
        "permalink": "https://example.org/plums"}


class Api(BaseHTTPRequestHandler):
    """Answers every list."""

    def do_GET(self) -> None:
        results = [BOOK] if self.path.startswith("/v2/documents/") else []
        page = {"count": len(results), "next": None, "previous": None, "results": results}
        body = json.dumps(page).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


@contextmanager
def standing_in():
    """Its address, while it answers."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Api) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
