"""The Assistant view: clients and their files, and the calls of assistants."""

import json
import re
import subprocess

from app import BUILT, WithTheApp
from waiting import wait_for

CURSOR = """{
  // what the table uses
  "mcpServers": {
    "dice": { "command": "/opt/dice", "args": ["--fair"] }, // keep
  }
}
"""
SERVER = str(BUILT / "lorekeeper-mcp")


class Assistant(WithTheApp):
    @classmethod
    def prepare(cls):
        cls.cursor = cls.home / ".cursor" / "mcp.json"
        cls.claude = cls.home / ".config" / "Claude" / "claude_desktop_config.json"
        for file in [cls.cursor, cls.claude]:
            file.parent.mkdir(parents=True)
        cls.cursor.write_text(CURSOR, encoding="utf-8")

    def setUp(self):
        self.app.go("Assistant")

    def state(self, client: str) -> str:
        """Returns the text of a client's card."""
        return self.page.words("listitem", re.compile(f"^{client} "))

    def writes(self, action: str, client: str) -> str:
        """Lets the app change a client's file; returns the lines that it announced."""
        self.page.click("button", f"{action} {client}")
        lines = self.page.the("group", "Changes")
        shown = self.driver.run("""
            return [...arguments[0].children].map((line) => [line.firstElementChild.innerText, line.lastElementChild.innerText]);
        """, lines)
        self.page.click("button", action)
        wait_for(lambda: not self.page.has("dialog"), "the dialog to close")
        return "".join(f"{text}\n" for sign, text in shown if sign != "-")

    def test_each_installed_client_is_shown_with_its_state(self):
        self.page.sees("0 of 2 connected", "not installed")
        for client, file in [("Cursor", self.cursor), ("Claude Desktop", self.claude)]:
            self.assertIn("Not connected", self.state(client))
            self.assertIn(str(file), self.state(client))

    def test_connecting_writes_the_shown_file_and_disconnecting_undoes_it(self):
        self.page.click("button", "Connect Claude Desktop")
        self.page.click("button", "Cancel")
        self.assertFalse(self.claude.exists())
        shown = self.writes("Connect", "Claude Desktop")
        self.page.sees("Now, in Claude Desktop", "Quit Claude fully", "Ask it:")
        wait_for(lambda: "Claude Desktop Connected" in self.state("Claude Desktop"), "the state")
        self.assertEqual(self.claude.read_text(encoding="utf-8"), shown)
        entry = json.loads(shown)["mcpServers"]["lorekeeper"]
        self.assertEqual((entry["command"], entry["args"]), (SERVER, ["serve"]))
        self.page.click("button", "Test Claude Desktop")
        self.page.sees("It works: this assistant can use your library.")
        self.writes("Disconnect", "Claude Desktop")
        wait_for(lambda: "Not connected" in self.state("Claude Desktop"), "the state")
        left = self.claude.read_text(encoding="utf-8") if self.claude.exists() else "{}"
        self.assertEqual(json.loads(left).get("mcpServers", {}), {})

    def test_an_existing_file_keeps_every_other_byte(self):
        self.writes("Connect", "Cursor")
        wait_for(lambda: "Connected" in self.state("Cursor"), "the state")
        connected = self.cursor.read_text(encoding="utf-8")
        self.assertIn(SERVER, connected)
        for kept in ["// what the table uses", '"dice": { "command": "/opt/dice", "args": ["--fair"] }', "// keep"]:
            self.assertIn(kept, connected)
        self.writes("Disconnect", "Cursor")
        wait_for(lambda: "Not connected" in self.state("Cursor"), "the state")
        self.assertEqual(self.cursor.read_text(encoding="utf-8"), CURSOR)

    def test_a_change_is_undone(self):
        before = self.cursor.read_text(encoding="utf-8")
        self.writes("Connect", "Cursor")
        self.page.click("button", "Undo the last change to Cursor")
        wait_for(lambda: "Not connected" in self.state("Cursor"), "the state")
        self.assertEqual(self.cursor.read_text(encoding="utf-8"), before)

    def test_an_unreadable_file_is_not_changed(self):
        broken = CURSOR.replace("{", "", 1)
        self.cursor.write_text(broken, encoding="utf-8")
        self.addCleanup(self.cursor.write_text, CURSOR, encoding="utf-8")
        self.page.click("button", "Refresh")
        wait_for(lambda: "File unreadable" in self.state("Cursor"), "the state")
        self.assertIn(SERVER, self.state("Cursor"), "the snippet to paste")
        self.assertFalse(self.page.has("button", "Connect Cursor"))
        self.assertEqual(self.cursor.read_text(encoding="utf-8"), broken)

    def test_a_call_of_an_assistant_appears_and_links_to_the_entry(self):
        ask("Table Talker", self.app.environment, "lookup_spell", {"name": "fire bolt"})
        self.page.sees("Table Talker", re.compile(r"\d results?"))
        self.page.click("button", "Fire Bolt")
        self.page.the("article", "Fire Bolt")


def ask(name: str, environment: dict[str, str], tool: str, arguments: dict) -> None:
    """Calls a tool as an assistant does, through another server."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}}
    messages = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
    ]
    command = [SERVER, "serve"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        for message in messages:
            print(json.dumps({"jsonrpc": "2.0"} | message), file=server.stdin, flush=True)
        for line in server.stdout:
            if json.loads(line).get("id") == 2:
                break
        server.stdin.close()
