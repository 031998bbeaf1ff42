"""The app on the desktop: tray, window, second starts, and shutdown."""

import json
import os
import signal
import subprocess

import homebrew
from app import BUILT, WithTheApp
from processes import descendants, is_alive
from waiting import wait_for


class Desktop(WithTheApp):
    # Nothing listens there: no query succeeds, and the switch stays usable.
    environment = {"LOREKEEPER_OFFLINE": None, "LOREKEEPER_OPEN5E_URL": "http://127.0.0.1:9"}

    def hide(self) -> None:
        """Closes the window as a user does."""
        self.app.desktop.ask_to_close(self.app.window())
        wait_for(lambda: not self.app.is_shown(), "the window to hide")

    def is_in_front(self) -> bool:
        return self.app.desktop.is_in_front(self.app.window())

    def test_closing_the_window_hides_it_and_the_tray_shows_it(self):
        server = self.app.server()
        self.hide()
        self.assertTrue(is_alive(self.app.pid) and is_alive(server))
        self.app.tray.click("Open LoreKeeper")
        wait_for(self.is_in_front, "the window in front")

    def test_the_tray_shows_the_state_of_the_server(self):
        labels = [line["label"] for line in self.app.tray.menu()]
        for expected in ["Open LoreKeeper", "Quick search", "Quick look", "Import homebrew…", "Offline", "Quit"]:
            self.assertIn(expected, labels)
        wait_for(lambda: self.app.tray.line("Server: running, "), "the line of the server")
        self.assertRegex(self.app.tray.line("Server: ")["label"], r"^Server: running, \d,\d{3} entries$")
        self.assertFalse(self.app.tray.line("Server: ")["enabled"])
        first = self.app.server()
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: not self.app.tray.line("Server: ")["label"].startswith("Server: running"), "another state", pause=0.01)
        wait_for(lambda: self.app.tray.line("Server: running"), "the server to run again")

    def test_quick_search_in_the_tray_focuses_the_search_field(self):
        self.app.search("lantern")
        self.app.go("Settings")
        self.hide()
        self.app.tray.click("Quick search")
        wait_for(self.is_in_front, "the window in front")
        wait_for(lambda: "Search the library" in self.page.focused(), "the caret in the field")
        self.driver.type("torch")
        wait_for(lambda: self.driver.run("return document.activeElement.value") == "torch", "only the new words")

    def is_offline(self) -> bool:
        """Reads the setting from the library itself. The tray's check mark changes before the library
        does."""
        command = [BUILT / "lorekeeper-mcp", "--json", "stats"]
        status = subprocess.run(command, env=self.app.environment, check=True, timeout=60, capture_output=True)
        return json.loads(status.stdout)["cache"]["offline"]

    def test_pausing_in_the_tray_switches_offline_mode(self):
        for expected in [True, False]:
            self.app.tray.click("Offline")
            wait_for(lambda: self.is_offline() == expected, f"offline: {expected}")
            wait_for(lambda: self.app.tray.line("Offline")["checked"] == expected, "the tray to say so")

    def test_the_offline_switch_and_the_tray_agree(self):
        self.app.go("Settings")
        for expected in [True, False]:
            self.page.click("switch", "Offline")
            wait_for(lambda: self.is_offline() == expected, f"offline: {expected}")
            wait_for(lambda: self.app.tray.line("Offline")["checked"] == expected, "the tray to follow the page")
        for expected in [True, False]:
            self.app.tray.click("Offline")
            wait_for(lambda: self.page.of(self.page.the("switch", "Offline"), "checked") == expected, "the page to follow the tray")
            wait_for(lambda: self.is_offline() == expected, f"offline: {expected}")

    def test_importing_from_the_tray_opens_the_file_dialog(self):
        file = homebrew.write(self.home, "Sloe Hours", "Sloe Step")
        self.app.tray.click("Import homebrew…")
        self.app.desktop.choose_file("Import homebrew", str(file))
        self.page.sees("Import of sloe-hours.orcbrew", "1 entry is in the library.")
        self.page.click("button", "Close the report: Import of sloe-hours.orcbrew")

    def test_starting_at_login_is_switched_in_the_settings(self):
        entry = self.app.config / "autostart" / "LoreKeeper.desktop"
        self.app.go("Settings")
        self.page.click("switch", "Start at login")
        line = f'Exec="{self.app.program.resolve()}" --hidden'
        wait_for(lambda: entry.exists() and line in entry.read_text().splitlines(), "the entry")
        self.page.click("switch", "Start at login")
        wait_for(lambda: not entry.exists(), "the entry to go")

    def test_a_second_start_shows_the_window_and_imports_its_file(self):
        homebrew.write(self.home, "Bramble Ways", "Bramble Gate")
        self.hide()
        server = self.app.server()
        self.app.start_again("bramble-ways.orcbrew")
        wait_for(self.is_in_front, "the window in front")
        self.page.sees("Import of bramble-ways.orcbrew", "1 entry is in the library.")
        self.page.click("button", "Close the report: Import of bramble-ways.orcbrew")
        self.assertEqual(self.app.server(), server, "there is still one server")


class QuitFromOutside(WithTheApp):
    """The tests run in alphabetical order; the first one ends the app."""

    def quit(self) -> int:
        command = [self.app.program, "--quit"]
        return subprocess.run(command, env=self.app.environment, timeout=60, stderr=subprocess.DEVNULL).returncode

    def test_a_quit_ends_the_running_app_before_it_returns(self):
        started = [self.app.pid, *descendants(self.app.pid)]
        server = self.app.server()
        self.assertIn(server, started)
        self.assertEqual(self.quit(), 0)
        self.assertFalse(is_alive(self.app.pid) or is_alive(server))
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")

    def test_b_quit_succeeds_without_a_running_app(self):
        self.assertEqual(self.quit(), 0)
        # Not even a desktop is needed.
        del self.app.environment["DISPLAY"]
        self.assertEqual(self.quit(), 0)

    def test_c_a_start_without_a_desktop_is_explained(self):
        self.app.environment.pop("WAYLAND_DISPLAY", None)
        started = subprocess.run([self.app.program], env=self.app.environment, timeout=60, capture_output=True, text=True)
        self.assertEqual(started.returncode, 1)
        self.assertIn("needs a desktop", started.stderr)
        self.assertNotIn("panicked", started.stderr)

    def tearDown(self):
        """The app has ended."""


class QuitFromTheTray(WithTheApp):
    def test_quitting_from_the_tray_ends_every_process(self):
        started = [self.app.pid, *descendants(self.app.pid)]
        self.assertIn(self.app.server(), started)
        self.app.tray.click("Quit")
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")

    def tearDown(self):
        """The app has ended."""


class KilledApp(WithTheApp):
    def test_a_killed_app_leaves_no_server(self):
        started = [self.app.pid, *descendants(self.app.pid)]
        self.assertIn(self.app.server(), started)
        os.kill(self.app.pid, signal.SIGKILL)
        wait_for(lambda: not any(map(is_alive, started)), "every process of the app to end")

    def tearDown(self):
        """The app has ended."""
