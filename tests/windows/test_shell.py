"""The app, as far as it starts without WebView2: it says what is missing and where to get it."""

import subprocess
import time

from wine import HELPER, PATIENCE, PROGRAMS, TREE, Program, WithWindows, in_wine, run, wait_for

SHELL = PROGRAMS / "lorekeeper.exe"
# Seconds for a message box.
BOX = 60


def windows() -> list[list[str]]:
    """Returns the visible windows: of each its title and the texts in it."""
    return [[text for text in line.split("\t") if text] for line in run(HELPER, "windows").printed.splitlines()]


def boxes() -> list[list[str]]:
    return [window for window in windows() if window and window[0] == "LoreKeeper"]


def setUpModule():
    # Wine's desktop outlives the program that needs it first, and keeps open what that one prints to.
    subprocess.run(in_wine(HELPER, "windows"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)


class WithoutWebView2(WithWindows):
    def started(self, *words: str) -> tuple[Program, str]:
        """Starts the app; returns it with the text of its message box."""
        app = Program(SHELL, *words, **self.user.variables)
        self.addCleanup(app.kill)
        box = wait_for(boxes, "a message box", BOX)[0]
        # The picture is for people who read the tests' results.
        time.sleep(1)
        subprocess.run(["import", "-window", "root", TREE / "target/screenshots/windows-message-box.png"], check=True)
        return app, " ".join(box[1:])

    def test_a_message_box_says_what_is_missing_and_where_it_is(self):
        app, text = self.started()
        self.assertIn("WebView2", text)
        self.assertIn("https://developer.microsoft.com/", text)
        self.shows_only_known_paths(text)
        self.assertIsNone(app.process.poll(), "the app waits until it was read")
        self.run_in_wine(HELPER, "close", "LoreKeeper")
        self.assertEqual(app.process.wait(30), 1)
        self.assertEqual(boxes(), [])

    def test_a_book_that_is_opened_gets_the_same_box(self):
        app, text = self.started("C:\\users\\book.orcbrew")
        self.assertIn("WebView2", text)
        self.run_in_wine(HELPER, "close", "LoreKeeper")
        self.assertEqual(app.process.wait(30), 1)

    def test_asking_an_app_to_quit_that_does_not_run_is_silent(self):
        begun = time.monotonic()
        outcome = self.run_in_wine(SHELL, "--quit")
        self.assertEqual((outcome.text, boxes()), ("", []))
        self.assertLess(time.monotonic() - begun, 20)
