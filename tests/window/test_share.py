"""Sharing with players: nothing at first, then the chosen books and notes, and only until the user stops it
or quits."""

import json
import os
import re
import signal
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from app import WithTheApp
from page import CONTROL
from processes import descendants, is_alive
from test_http import listens
from waiting import wait_for

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "window-test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
NOTE = "The plum tree of the mayor casts this on Tuesdays."


class WithSharing(WithTheApp):
    def begin(self, *unchosen: str, notes: bool = True) -> None:
        self.app.go("Library")
        self.page.click("button", "Share with players")
        for name in unchosen:
            self.page.click("checkbox", name)
        if notes:
            self.page.click("checkbox", "My notes on the entries of these books, too")
        self.page.click("button", "Share…")
        self.page.sees("Share at home, and not in a café")
        self.page.click("button", "Share on this network")
        text = self.page.sees("Your players can read it now.")
        self.address = next(word for word in text.split() if "/#" in word)
        self.port = urlsplit(self.address).port

    def looked_up(self, spell: str) -> list[dict]:
        """Asks as the page on a player's phone does, at the address of the QR code."""
        page = self.address.partition("/#")[0]
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                   "params": {"name": "lookup_spell", "arguments": {"name": spell}, "_meta": META}}
        headers = {"Authorization": f"Bearer {urlsplit(self.address).fragment}", "Content-Type": "application/json",
                   "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
                   "Mcp-Method": "tools/call", "Mcp-Name": "lookup_spell", "Origin": page}
        request = urllib.request.Request(f"{page}/mcp", json.dumps(message).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["result"]["structuredContent"]["value"]

    def sharing(self) -> list[int]:
        """Returns the processes that share."""
        arguments = {pid: Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in descendants(self.app.pid)}
        return [pid for pid, words in arguments.items() if "share" in words]

    def write_note(self, text: str) -> None:
        self.driver.run("location.hash = '#/browse?open=' + encodeURIComponent('lore://entry/srd-2024/spell/fireball')")
        self.page.the("article", "Fireball")
        self.page.click("button", "More for this entry")
        self.page.click("button", re.compile("^(Note|Edit note)$"))
        wait_for(lambda: "Your note" in self.page.focused(), "the caret in the note")
        self.driver.run("document.activeElement.select()")
        self.driver.type(text)
        self.page.click("button", "Save the note")
        self.page.sees(text)


class Share(WithSharing):
    def test_players_read_what_is_chosen_until_it_is_stopped(self):
        self.write_note(NOTE)
        self.assertEqual(self.sharing(), [])
        self.begin("System Reference Document 5.1")
        self.assertIn("System Reference Document 5.2.1", self.page.words("list", "What is shared"))
        self.app.shoot("share-on")
        fireballs = self.looked_up("fireball")
        self.assertEqual({spell["document_key"] for spell in fireballs}, {"srd-2024"})
        self.assertEqual(fireballs[0]["user_note"], NOTE)
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=60) as page:
            self.assertIn("Look up", page.read().decode())

        # A change is there a few seconds later.
        self.write_note("The plum tree has fallen.")
        wait_for(lambda: "fallen" in self.looked_up("fireball")[0]["user_note"], "the new note to be shared")

        self.page.click("button", "Sharing")
        self.page.click("button", "Stop sharing")
        wait_for(lambda: not listens(self.port), "nothing to listen")
        wait_for(lambda: not self.sharing(), "the sharing to end")
        self.app.shoot("share-off")
        wait_for(lambda: not self.page.has("button", "Sharing"), "the sign to disappear")

    def test_a_book_must_be_chosen_and_the_warning_can_be_declined(self):
        self.app.go("Library")
        self.page.click("button", "Share with players")
        self.page.click("button", "Share…")
        self.page.sees("The connection is not encrypted")
        self.app.shoot("share-warning")
        self.page.click("button", "Do not share")
        self.assertEqual(self.sharing(), [])


class ShareAtTheEnd(WithSharing):
    def test_quitting_ends_the_sharing_and_leaves_nothing(self):
        self.begin(notes=False)
        started = [self.app.pid, *descendants(self.app.pid)]
        self.driver.press(CONTROL, "q")
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")
        self.assertFalse(listens(self.port))
        self.assertEqual(list(self.home.rglob("shared")), [])

    def tearDown(self):
        """The app has ended."""


class ShareOfAKilledApp(WithSharing):
    def test_killing_the_app_ends_the_sharing(self):
        self.begin(notes=False)
        [sharing] = self.sharing()
        os.kill(self.app.pid, signal.SIGKILL)
        wait_for(lambda: not listens(self.port), "nothing to listen")
        wait_for(lambda: not is_alive(sharing), "the process to end")

    def tearDown(self):
        """The app has ended."""

