"""The HTTP server: off at first, and on only while it is switched on and the app runs."""

import json
import os
import signal
import socket
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

from app import WithTheApp
from page import CONTROL, ENTER
from processes import descendants, is_alive
from waiting import wait_for

SWITCH = "Serve the library over HTTP"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "window-test", "version": "1"}},
}


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        return listening.getsockname()[1]


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except ConnectionRefusedError:
        return False
    return True


def initialize(url: str, token: str | None = None) -> tuple[int, str]:
    """Returns the status and the body of the answer to an initialize request."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, json.dumps(INITIALIZE).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            # The answer may be an event of a stream that stays open.
            return answer.status, next(line.decode() for line in answer if b"jsonrpc" in line)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


class WithHttp(WithTheApp):
    """The app with the HTTP server on a free port."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.port = free_port()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def is_on(self) -> bool:
        return self.page.of(self.page.the("switch", SWITCH), "checked")

    def enter_port(self, port: int | str) -> None:
        field = self.page.the("textbox", "Port")
        self.driver.run("arguments[0].focus(); arguments[0].select()", field)
        self.driver.type(str(port))

    def switch_on(self) -> None:
        self.app.go_to_advanced_settings()
        self.enter_port(self.port)
        self.page.click("switch", SWITCH)
        self.page.sees("Programs on this computer can connect.", self.url)

    def switch_off(self) -> None:
        self.app.go_to_advanced_settings()
        if self.is_on():
            self.page.click("switch", SWITCH)
        wait_for(lambda: not listens(self.port), "nothing to listen")

    def pasted(self) -> str:
        """Returns the clipboard's text, by pasting it into the search field."""
        self.app.search(" ")
        self.driver.run("document.activeElement.value = ''")
        self.driver.press(CONTROL, "v")
        return wait_for(lambda: self.driver.run("return document.activeElement.value").strip(), "something to be pasted")

    def copy(self, what: str) -> str:
        self.app.go_to_advanced_settings()
        self.page.click("button", what)
        self.page.the("button", "Copied")
        return self.pasted()


class Http(WithHttp):
    def setUp(self):
        self.app.go_to_advanced_settings()

    def doCleanups(self):
        self.switch_off()
        return super().doCleanups()

    def test_the_server_is_off_at_first_and_then_needs_the_token(self):
        self.assertFalse(self.is_on())
        self.assertFalse(listens(self.port))
        self.switch_on()
        self.app.shoot("http-on")
        self.assertEqual(self.copy("Copy the address"), self.url)
        token = self.copy("Copy the token")
        self.assertEqual(initialize(self.url)[0], 401)
        self.assertEqual(initialize(self.url, token + "x")[0], 401)
        status, answer = initialize(self.url, token)
        self.assertEqual(status, 200, answer)
        self.assertIn("serverInfo", answer)

        self.app.go_to_advanced_settings()
        self.page.click("switch", SWITCH)
        wait_for(lambda: not listens(self.port), "nothing to listen")
        wait_for(lambda: not self.page.has("button", "Copy the token"), "the token to be put away")

    def test_the_copied_settings_connect_to_the_server(self):
        self.switch_on()
        server = json.loads(self.copy("Copy with the token"))["mcpServers"]["lorekeeper"]
        kind, token = server["headers"]["Authorization"].split(" ")
        self.assertEqual((server["url"], kind), (self.url, "Bearer"))
        self.assertEqual(initialize(server["url"], token)[0], 200)

    def test_a_new_token_invalidates_the_old_one(self):
        self.switch_on()
        old = self.copy("Copy the token")
        self.app.go_to_advanced_settings()
        self.page.click("button", "Make new token")
        self.page.click("button", "Make a new token")
        self.page.sees("There is a new token.")
        new = self.copy("Copy the token")
        self.assertNotEqual(new, old)
        wait_for(lambda: initialize(self.url, old)[0] == 401, "the old token to be refused")
        self.assertEqual(initialize(self.url, new)[0], 200)

    def test_a_used_port_is_reported_and_another_one_works(self):
        with closing(socket.create_server(("127.0.0.1", 0))) as other:
            taken = other.getsockname()[1]
            self.enter_port(taken)
            self.page.click("switch", SWITCH)
            self.page.sees(f"Port {taken} is in use by another program; choose another port.")
            self.app.shoot("http-taken")
            self.enter_port(self.port)
            self.driver.press(ENTER)
            self.page.sees("Programs on this computer can connect.", self.url)

    def test_the_server_starts_when_its_port_becomes_free(self):
        with closing(socket.create_server(("127.0.0.1", self.port))):
            self.enter_port(self.port)
            self.page.click("switch", SWITCH)
            self.page.sees(f"Port {self.port} is in use by another program")
        self.page.sees("Programs on this computer can connect.", self.url)

    def test_a_killed_server_is_restarted(self):
        before = set(descendants(self.app.pid))
        self.switch_on()
        [server] = [pid for pid, name in descendants(self.app.pid).items() if pid not in before and name == "lorekeeper-mcp"]
        os.kill(server, signal.SIGKILL)
        wait_for(lambda: not is_alive(server), "the server to end")
        wait_for(lambda: initialize(self.url)[0] == 401, "another server")
        self.page.sees("Programs on this computer can connect.", self.url)

    def test_an_invalid_port_is_reported_and_starts_nothing(self):
        self.enter_port(80)
        self.page.click("switch", SWITCH)
        self.page.sees("A port is a whole number from 1024 to 65535.")
        self.assertFalse(self.is_on())


class HttpFromAPinnedWindow(WithTheApp):
    def test_a_pinned_window_cannot_use_the_http_commands(self):
        self.addCleanup(self.driver.look_at, self.driver.window())
        self.assertEqual(self.invoke("open_pinned", {"uri": "lore://entry/srd-2014/condition/grappled"}), "allowed")
        self.app.look_at_small_window("#/pinned/")
        wait_for(lambda: self.driver.run("return '__TAURI_INTERNALS__' in window"), "its page")
        for command in ["http_token", "renew_http_token", "serve_http", "share", "watch_http", "watch_share"]:
            self.assertIn("not allowed", self.invoke(command, {"on": True, "port": 5673}), command)
        self.assertEqual(self.invoke("call", {"tool": "list_documents", "arguments": {}}), "allowed")
        for tool in ["campaign", "change_settings", "clear_cache", "delete_document", "save_entry", "library_stats"]:
            self.assertIn(f"may not call {tool}", self.invoke("call", {"tool": tool, "arguments": {}}), tool)

    def invoke(self, command: str, given: dict) -> str:
        """Calls a command from the page of this window; returns the outcome."""
        return self.driver.run("return window.__TAURI_INTERNALS__.invoke(...arguments).then(() => 'allowed', (problem) => problem.message ?? String(problem))", command, given)


class HttpAtTheEnd(WithHttp):
    def test_quitting_closes_the_port(self):
        self.switch_on()
        started = [self.app.pid, *descendants(self.app.pid)]
        self.driver.press(CONTROL, "q")
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")
        self.assertFalse(listens(self.port))

    def tearDown(self):
        """The app has ended."""


class HttpOfAKilledApp(WithHttp):
    def test_killing_the_app_closes_the_port(self):
        self.switch_on()
        servers = [pid for pid, name in descendants(self.app.pid).items() if name == "lorekeeper-mcp"]
        self.assertEqual(len(servers), 2)
        os.kill(self.app.pid, signal.SIGKILL)
        wait_for(lambda: not listens(self.port), "nothing to listen")
        wait_for(lambda: not any(map(is_alive, servers)), "both servers to end")

    def tearDown(self):
        """The app has ended."""


def keep(home: Path, settings: dict) -> None:
    """Writes the settings file of an earlier run."""
    file = home / ".config" / "app.lorekeeper.desktop" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(settings), encoding="utf-8")


class HttpFromTheStart(WithTheApp):
    @classmethod
    def prepare(cls):
        cls.port = free_port()
        keep(cls.home, {"http": {"on": True, "port": cls.port}})

    def test_the_server_starts_with_the_app_if_it_was_on(self):
        wait_for(lambda: initialize(f"http://127.0.0.1:{self.port}/mcp")[0] == 401, "the server to ask for its token")
        self.app.go_to_advanced_settings()
        self.page.sees("Programs on this computer can connect.")


class HttpOfAnUnusableSetting(WithTheApp):
    @classmethod
    def prepare(cls):
        keep(cls.home, {"theme": "dark", "http": {"on": True, "port": 99999}})

    def test_the_server_is_off_and_other_settings_stay(self):
        self.app.go_to_advanced_settings()
        self.assertFalse(self.page.of(self.page.the("switch", SWITCH), "checked"))
        self.assertTrue(self.page.of(self.page.the("radio", "Dark"), "checked"))
