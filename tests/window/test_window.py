"""The window, from its first start on an empty library to its end."""

import os
import re
import signal
import tempfile
import unittest
from pathlib import Path

from processes import child_named, children, is_alive
from webdriver import CONTROL, Window, wait_for

BUILT = Path(os.environ["LOREKEEPER_BUILT"]).resolve()
SCREENSHOT = BUILT.parent / "window.png"
# The bundled SRD has about 1,500 entries, whatever is counted as one.
STARTER_HAS_AT_LEAST = 1000


class TheWindow(unittest.TestCase):
    """One app for all tests; they run in the order of their letters, the last one quits."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="lorekeeper-window-")
        cls.addClassCleanup(folder.cleanup)
        cls.window = Window(BUILT / "lorekeeper", Path(folder.name))
        cls.addClassCleanup(cls.window.close)
        cls.app = wait_for(lambda: child_named(cls.window.driver.pid, "lorekeeper"), 10, "the app")

    def server(self) -> int | None:
        return child_named(self.app, "lorekeeper-mcp")

    def entries(self) -> int:
        found = re.search(r"([\d,]+)\s+entries in", self.window.text())
        return int(found[1].replace(",", "")) if found else 0

    def test_a_shows_the_running_server_and_the_starter(self):
        wait_for(lambda: "Server running" in self.window.text(), 30, "the server to run")
        wait_for(lambda: self.entries() >= STARTER_HAS_AT_LEAST, 60, "the starter's entries")
        text = self.window.text()
        tools = int(re.search(r"(\d+) offered to assistants", text)[1])
        self.assertGreaterEqual(tools, 7)
        for expected in ["search_dnd_content", "list_documents", "lookup_spell", "srd-2014", "Spells", "Creatures"]:
            self.assertIn(expected, text)
        self.assertIn(str(self.server()), text, "the server's process id")

    def test_b_can_be_looked_at(self):
        for scheme in ["light", "dark"]:
            self.window.run(f"document.documentElement.style.colorScheme = '{scheme}'")
            self.window.screenshot(SCREENSHOT.with_stem(f"window-{scheme}"))
        overflow = self.window.run("return document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(overflow, 0, "the page is wider than the window")

    def test_c_starts_the_server_again_when_it_dies(self):
        first = self.server()
        os.kill(first, signal.SIGKILL)
        second = wait_for(lambda: (pid := self.server()) != first and pid, 15, "another server")
        wait_for(lambda: str(second) in self.window.text(), 15, "the window to show it")
        wait_for(lambda: self.entries() >= STARTER_HAS_AT_LEAST, 15, "the entries again")

    def test_d_leaves_no_process_behind_when_it_quits(self):
        started = [self.app, *children(self.app)]
        self.assertIn(self.server(), started)
        self.window.press(CONTROL, "q")
        wait_for(lambda: not any(map(is_alive, started)), 15, "every process of the app to end")


class AWindowWithoutAServer(unittest.TestCase):
    """The app alone in a folder: there is no server beside it."""

    def test_says_what_is_wrong_and_offers_to_try_again(self):
        with tempfile.TemporaryDirectory(prefix="window-", dir=BUILT) as folder:
            alone = Path(folder) / "lorekeeper"
            os.link(BUILT / "lorekeeper", alone)
            window = Window(alone, Path(folder))
            try:
                wait_for(lambda: "could not be started" in window.text(), 30, "the reason")
                self.assertRegex(window.text(), "Server (restarting|failed)[^$]*Start now")
                window.screenshot(SCREENSHOT.with_stem("window-without-server"))
            finally:
                window.close()


if __name__ == "__main__":
    unittest.main()
