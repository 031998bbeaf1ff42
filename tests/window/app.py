"""The app under test, with its own home folder and a virtual desktop."""

import functools
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from desktop import Desktop
from page import CONTROL, Page
from processes import child_named, descendants, is_alive
from replay import Replay
from tray import NotificationArea
from waiting import wait_for
from webdriver import Driver

BUILT = Path(os.environ["LOREKEEPER_BUILT"])
KEPT = Path(os.environ["LOREKEEPER_WINDOW_TESTS"])
RESOURCES = Path(os.environ["LOREKEEPER_RESOURCES"])
SCREENSHOTS = Path(__file__).resolve().parents[2] / "target" / "screenshots"
TITLE = "LoreKeeper"
# The SRD has about 1,900 entries.
STARTER_HAS_AT_LEAST = 1000


FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "orcbrew"


@functools.cache
def filled_library(content: str) -> Path:
    """Returns a library to copy, so that only the test of the first start waits for it to fill. `starter`
    holds the bundled content; `full` also holds all of the Open5e replay and a homebrew book."""
    folder = KEPT / f"library-{content}"
    shutil.rmtree(folder, ignore_errors=True)
    environment = os.environ | {"LOREKEEPER_OFFLINE": "1"}

    def run(*arguments: str | Path, **more: str) -> None:
        command = [BUILT / "lorekeeper-mcp", "--home", folder, *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, env=environment | more, check=True, timeout=300, **quiet)

    run("stats")
    if content == "full":
        with closing(Replay()) as replay:
            run("sync", LOREKEEPER_OPEN5E_URL=replay.address)
        run("import", FIXTURES / "whole-library.orcbrew")
    return folder


class App:
    """A run of the app, with its window, its tray icon and its display."""

    def __init__(self, home: Path, program: Path = BUILT / "lorekeeper", **environment: str | None):
        self.home = home
        self.config = home / ".config"
        # Without the model: the tests do not need search by meaning, and embedding would disturb the timings.
        resources = home / "resources"
        resources.mkdir(exist_ok=True)
        with suppress(FileExistsError):
            (resources / "starter").symlink_to(RESOURCES / "starter")
        self.environment = os.environ | {
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_CONFIG_HOME": str(self.config),
            "LOREKEEPER_HOME": str(home / "library"),
            "LOREKEEPER_RESOURCES": str(resources),
            "LOREKEEPER_OFFLINE": "1",
            "RUST_LOG": "warn,lorekeeper=debug",
        }
        self.environment |= environment
        self.environment = {name: value for name, value in self.environment.items() if value is not None}
        self.program = program
        self._held = ExitStack()
        try:
            self.area = self._hold(NotificationArea())
            self.desktop = self._hold(Desktop())
            self.log = KEPT / "app.log"
            self.driver = self._hold(Driver(program, self.environment, [], self.log))
            self.page = Page(self.driver)
            self.pid = wait_for(lambda: child_named(self.driver.process.pid, program.name), "the app's process")
            self.window()
        except BaseException:
            self._held.close()
            raise

    def _hold(self, thing):
        self._held.callback(thing.close)
        return thing

    def close(self) -> None:
        """Ends the app if it still runs, and waits for its child processes."""
        started = [self.pid, *descendants(self.pid)] if is_alive(self.pid) else []
        self._held.close()
        for pid in started:
            with suppress(AssertionError):
                wait_for(lambda pid=pid: not is_alive(pid), "the app's processes to end", seconds=20)
            with suppress(ProcessLookupError):
                if is_alive(pid):
                    os.kill(pid, signal.SIGKILL)

    @functools.cached_property
    def tray(self):
        return self.area.icon()

    def server(self) -> int | None:
        """Returns the process id of its server."""
        return child_named(self.pid, "lorekeeper-mcp")

    @functools.cached_property
    def _window(self):
        return self.desktop.shown(TITLE)

    def is_shown(self) -> bool:
        """Tells whether the main window is on the display."""
        return self._window in self.desktop.windows()

    def window(self):
        """Returns the main window as soon as it is shown."""
        wait_for(self.is_shown, "the main window to be shown")
        return self._window

    def look_at_small_window(self, address: str) -> str:
        """Lets the driver look at the small window with an address that begins like this, as soon as there is
        one."""
        main = self.driver.window()

        def found() -> str | None:
            for window in self.driver.windows():
                self.driver.look_at(window)
                if self.driver.run("return location.hash").startswith(address):
                    return window
            self.driver.look_at(main)
            return None

        return wait_for(found, f"the small window {address}")

    def start_again(self, *arguments: str) -> None:
        """Starts the program again; it passes its arguments on and ends."""
        command = [self.program, *arguments]
        subprocess.run(command, env=self.environment, cwd=self.home, check=True, timeout=60, stderr=subprocess.DEVNULL)

    def go(self, view: str) -> None:
        """Opens a view by its button."""
        self.page.click("button", view)

    def go_to_advanced_settings(self) -> None:
        self.driver.run("location.hash = '#/settings?part=advanced'")
        self.page.the("region", "Tools")

    def search(self, words: str) -> None:
        """Types into the search field after pressing its shortcut."""
        self.driver.press(CONTROL, "k")
        wait_for(lambda: "Search the library" in self.page.focused(), "the caret in the search field")
        self.driver.type(words)

    def finds(self, name: str) -> None:
        """Searches for an entry until it is the first result."""
        self.driver.run("location.hash = '#/browse'")
        self.search(name)
        wait_for(lambda: self.page.of(self.page.all("option")[0], "innerText").startswith(name), f"{name} at the top of the list")

    def shoot(self, name: str) -> None:
        """Takes a screenshot for people to look at, if they are wanted: each costs as much as a step."""
        if "SCREENSHOTS" in os.environ:
            self.screenshot(name)

    def screenshot(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        (SCREENSHOTS / f"window-{name}.png").write_bytes(self.driver.screenshot())


class WithTheApp(unittest.TestCase):
    """One app for all tests of a class. Its library holds the content that `content` names."""

    environment: dict[str, str | None] = {}
    filled = True
    content = os.environ.get("LOREKEEPER_WINDOW_LIBRARY", "starter")

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="lorekeeper-window-", ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.home = Path(folder.name)
        if cls.filled:
            shutil.copytree(filled_library(cls.content), cls.home / "library")
        cls.prepare()
        cls.app = App(cls.home, **cls.environment)
        cls.addClassCleanup(cls.app.close)
        cls.page, cls.driver = cls.app.page, cls.app.driver
        if cls.filled:
            cls.page.click("button", "Later")

    @classmethod
    def prepare(cls):
        """Prepares the home folder before the app starts."""

    def tearDown(self):
        result = self._outcome.result
        if any(test is self for test, _ in result.failures + result.errors):
            with suppress(Exception):
                self.app.screenshot(f"failed-{self._testMethodName}")
