"""The managed server: shown, killed, restarted, missing."""

import os
import re
import signal
import tempfile
import unittest
from pathlib import Path

from app import BUILT, App, WithTheApp
from page import CONTROL, ENTER
from processes import descendants, is_alive
from waiting import wait_for


class Server(WithTheApp):
    def kill(self) -> int:
        """Kills the server and waits for the next one."""
        first = self.app.server()
        os.kill(first, signal.SIGKILL)
        return wait_for(lambda: (pid := self.app.server()) != first and pid, "another server")

    def test_the_running_server_and_its_tools_are_shown(self):
        self.app.go_to_advanced_settings()
        text = self.page.sees(f"Process {self.app.server()}", "MCP revision")
        self.assertIn("15 offered to assistants", text)
        self.assertNotIn("browse_entries", text)
        for expected in ["search_dnd_content", "list_documents", "lookup_spell", "Server:Running"]:
            self.assertIn(expected, text)

    def test_a_crash_of_the_server_is_shown_after_its_restart(self):
        second = self.kill()
        self.app.go_to_advanced_settings()
        self.page.sees(f"Process {second}", "Crashes")

    def test_a_search_during_a_crash_is_answered(self):
        self.app.finds("Magic Missile")
        # The server dies while the user types.
        os.kill(self.app.server(), signal.SIGKILL)
        self.driver.press(CONTROL, "k")
        self.driver.type("chain lightning")
        self.page.the("option", re.compile("^Chain Lightning"))
        self.driver.press(ENTER)
        self.page.the("article", "Chain Lightning")


class ServerAtTheEnd(WithTheApp):
    def test_the_quit_shortcut_leaves_no_process(self):
        started = [self.app.pid, *descendants(self.app.pid)]
        self.assertIn(self.app.server(), started)
        self.driver.press(CONTROL, "q")
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")

    def tearDown(self):
        """The app has ended."""


class HungServerAtTheEnd(WithTheApp):
    def test_a_server_that_does_not_end_by_itself_is_killed(self):
        server = self.app.server()
        # It does not notice that its input is closed.
        os.kill(server, signal.SIGSTOP)
        self.driver.press(CONTROL, "q")
        wait_for(lambda: not is_alive(server), "the server to be killed")
        wait_for(lambda: not is_alive(self.app.pid), "the app to end")

    def tearDown(self):
        """The app has ended."""


class NoServer(unittest.TestCase):
    def test_an_app_without_its_server_offers_a_restart(self):
        with tempfile.TemporaryDirectory(prefix="window-", dir=BUILT) as folder:
            alone = Path(folder) / "lorekeeper"
            os.link(BUILT / "lorekeeper", alone)
            app = App(Path(folder), alone)
            try:
                app.page.the("button", "Restart now")
                app.go("Settings")
                app.page.sees("could not be started")
                app.shoot("without-server")
            finally:
                app.close()


class BrokenInstallation(unittest.TestCase):
    def seen_with(self, environment: dict[str, str], *expected: str, name: str) -> None:
        """Starts the app in an environment and waits for texts in its window."""
        with tempfile.TemporaryDirectory(prefix="window-") as folder:
            values = {key: value.replace("HOME", folder) for key, value in environment.items()}
            (Path(folder) / "file").touch()
            app = App(Path(folder), **values)
            try:
                app.page.sees(*expected)
                app.shoot(name)
            finally:
                app.close()

    def test_a_library_folder_that_cannot_be_written_is_explained(self):
        self.seen_with({"LOREKEEPER_HOME": "HOME/file/library"}, "file/library", name="unwritable-library")

    def test_missing_resources_are_explained(self):
        self.seen_with({"LOREKEEPER_RESOURCES": "HOME/none"}, "install LoreKeeper again", name="without-resources")
