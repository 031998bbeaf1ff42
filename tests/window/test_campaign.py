"""Campaigns, pins and notes: what the user keeps for the table."""

import json
import re
import subprocess

from app import BUILT, WithTheApp
from page import CONTROL, ENTER
from waiting import wait_for


class Campaigns(WithTheApp):
    def names(self) -> list[str]:
        return [self.page.of(row, "innerText").split("\n")[0] for row in self.page.all("option")]

    def first(self) -> str:
        return self.page.of(self.page.all("option")[0], "innerText")

    def ask(self, tool: str, **arguments) -> dict:
        """Calls a tool as an assistant does, through a server of its own."""
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        messages = [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
        ]
        command = [BUILT / "lorekeeper-mcp", "serve"]
        with subprocess.Popen(command, env=self.app.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            for message in messages:
                server.stdin.write(json.dumps(message) + "\n")
            server.stdin.flush()
            for line in server.stdout:
                answer = json.loads(line)
                if answer.get("id") == 2:
                    server.stdin.close()
                    return answer["result"]["structuredContent"]
        raise LookupError(f"{tool} was not answered")

    def test_a_campaign_decides_for_the_window_and_the_assistant(self):
        self.app.go("Browse")
        self.page.click("button", "Campaign")
        self.page.click("textbox", "Name of a new campaign")
        self.driver.type("Salt Road")
        self.page.click("button", "Add")
        self.page.click("radio", "2024 rules first")
        wait_for(lambda: self.ask("guide_campaign")["value"]["campaigns"] == [{"name": "Salt Road", "edition": "2024", "documents": []}], "the campaign")
        self.app.shoot("campaign")
        self.page.click("button", "Done")
        self.app.search("grappled")
        wait_for(lambda: "5.2" in self.first() or "2024" in self.first(), "the condition of 2024 first")
        answer = self.ask("lookup_rule", name="grappled")
        self.assertEqual(answer["campaign"], "Salt Road (2024 rules first)")
        self.assertEqual(answer["value"][0]["document_key"], "srd-2024")

        self.page.click("button", "Salt Road")
        self.page.click("radio", "Only these")
        self.page.click("checkbox", "System Reference Document 5.2.1")
        wait_for(lambda: self.ask("lookup_rule", name="grappled")["value"][0]["document_key"] == "srd-2014", "only the other book")
        known = self.ask("guide_campaign")["value"]["campaigns"]
        self.page.click("button", "Delete “Salt Road”")
        wait_for(lambda: self.ask("guide_campaign")["value"]["campaigns"] == [], "no campaign")
        self.page.click("button", "Undo")
        wait_for(lambda: self.ask("guide_campaign")["value"]["campaigns"] == known, "the campaign that was deleted")
        self.page.the("button", "Delete “Salt Road”")
        self.page.click("radio", "No campaign")
        # Without a campaign the dialog is smaller: the button moves.
        wait_for(lambda: not self.page.all("radio", "Only these"), "the end of the campaign's choices")
        self.page.click("button", "Done")
        wait_for(lambda: "campaign" not in self.ask("lookup_rule", name="grappled"), "no campaign")

    def test_pins_and_notes_are_shared_with_the_assistant(self):
        self.app.go("Browse")
        self.app.search("owlbear")
        wait_for(lambda: self.names()[0] == "Owlbear", "the owlbear")
        self.driver.press(ENTER)
        self.page.the("article", "Owlbear")
        self.driver.press(CONTROL, ENTER)
        self.page.the("navigation", "Pinned entries")
        self.page.click("button", "More for this entry")
        self.page.click("button", "Note")
        self.driver.type("Sleeps in the old mill.")
        self.page.click("button", "Save the note")
        self.page.sees("Sleeps in the old mill.")
        self.app.shoot("note")
        uri = self.ask("guide_campaign")["value"]["pins"][0]["uri"]
        key = uri.split("/")[3]
        answer = self.ask("lookup_creature", name="owlbear", documents=[key])
        self.assertEqual(answer["value"][0]["user_note"], "Sleeps in the old mill.")
        self.driver.reload()
        self.page.the("navigation", "Pinned entries")

    def test_what_the_user_keeps_is_backed_up_and_restored(self):
        backup = self.home / "kept.db"
        self.app.go("Settings")
        self.page.click("button", "Back up…")
        self.app.desktop.choose_file("Back up", str(backup))
        self.page.sees("Backed up.")
        self.assertEqual(backup.read_bytes()[:6], b"SQLite")
        before = self.ask("guide_campaign")["value"]["campaigns"]
        self.app.go("Browse")
        self.page.click("button", re.compile("^(Campaign|Salt Road)"))
        self.page.click("textbox", "Name of a new campaign")
        self.driver.type("Low Road")
        self.page.click("button", "Add")
        wait_for(lambda: len(self.ask("guide_campaign")["value"]["campaigns"]) > len(before), "the new campaign")
        self.page.click("button", "Done")
        self.app.go("Settings")
        self.page.click("button", "Restore…")
        self.app.desktop.choose_file("Restore", str(backup))
        self.page.sees("Restored.")
        wait_for(lambda: self.ask("guide_campaign")["value"]["campaigns"] == before, "the campaigns of the backup")
        self.app.shoot("backup")
