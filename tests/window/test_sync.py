"""Syncs with a replay of Open5e on this computer."""

import re

from app import WithTheApp
from replay import Replay
from waiting import wait_for


class Sync(WithTheApp):
    @classmethod
    def prepare(cls):
        cls.replay = Replay()
        cls.addClassCleanup(cls.replay.close)
        cls.environment = {"LOREKEEPER_OFFLINE": None, "LOREKEEPER_OPEN5E_URL": cls.replay.address}

    def setUp(self):
        self.app.go("Library")
        self.page.click("button", "Add from Open5e")

    def test_a_sync_shows_progress_and_a_report(self):
        book = re.compile("^Orchard Tales")
        self.page.the("checkbox", book)
        self.replay.slow_down(100)
        self.page.click("checkbox", book)
        self.page.click("button", "Add 1 selected")
        wait_for(lambda: self.page.has("progressbar", re.compile("^Open5e: Orchard Tales")), "a bar of progress", pause=0.01)
        self.replay.slow_down(0)
        self.page.the("region", "Open5e: Orchard Tales")
        self.page.click("button", "Details")
        report = self.page.words("region", "Open5e: Orchard Tales")
        stored = int(re.search(r"read = ([\d,]+) added", report)[1])
        self.assertGreater(stored, 10)
        self.page.click("button", "Close the report: Open5e: Orchard Tales")
        self.page.click("button", "Your books")
        self.assertIn(f" {stored} ", self.page.words("row", re.compile("^Orchard Tales")))
        self.page.click("button", book)
        wait_for(lambda: f"Filters 1 {stored} " in self.page.words("region", "Results"), "its entries in the list")

    def test_a_sync_is_cancelled_and_browsing_works_meanwhile(self):
        self.replay.slow_down(400)
        self.addCleanup(self.replay.slow_down, 0)
        self.page.click("button", "Add everything")
        self.page.the("progressbar", re.compile("^Open5e: everything"))
        self.app.finds("Fireball")
        self.page.the("progressbar", re.compile("^Open5e: everything"))
        self.page.click("button", "Cancel: Open5e: everything")
        self.page.sees("Cancelled. Entries stored before stay in the library.")
        self.page.click("button", "Close the report: Open5e: everything")
