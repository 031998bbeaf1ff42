"""The quick look: a small window that keys show above every other program."""

import time

import figures
from app import WithTheApp
from processes import descendants
from waiting import wait_for
from Xlib import X

KEYS = ["Control_L", "Alt_L", "i"]
TITLE = "Quick look"
TIMES = 9
SELECTED = """
const { activeElement: field } = document;
return document.hasFocus() && field.selectionStart === 0 && field.selectionEnd === field.value?.length;
"""


class QuickLook(WithTheApp):
    content = "full"

    def setUp(self):
        self.desktop = self.app.desktop
        main = self.driver.window()
        self.addCleanup(self.driver.look_at, main)
        self.app.look_at_small_window("#/quick-look")
        # A hidden window has no size, and nothing in it is visible.
        wait_for(lambda: self.driver.run("return document.querySelector('[role=option]') !== null"), "the list")

    def show(self):
        self.desktop.press(*KEYS)
        window = self.desktop.shown(TITLE)
        wait_for(lambda: self.desktop.is_in_front(window), "the quick look in front")
        # What is typed replaces what is selected.
        wait_for(lambda: self.driver.run(SELECTED), "the text in the field to be selected")
        return window

    def is_hidden(self) -> bool:
        return self.desktop.titled(TITLE) is None

    def hide(self) -> None:
        self.desktop.press(*KEYS)
        wait_for(self.is_hidden, "the quick look to hide")

    def test_keys_show_it_and_what_is_typed_becomes_a_stat_block(self):
        window = self.show()
        self.assertTrue(self.desktop.is_above(window))
        self.desktop.type("owlbear")
        self.page.the("article", "Owlbear")
        self.page.sees("Multiattack")
        self.app.shoot("quick-look")
        self.desktop.press("Escape")
        wait_for(self.is_hidden, "the quick look to hide")
        self.show()
        self.desktop.type("fireball")
        self.page.the("article", "Fireball")
        self.desktop.press("Return")
        pinned = self.desktop.shown("Fireball")
        self.assertTrue(self.desktop.is_above(pinned))
        self.desktop.ask_to_close(pinned)
        wait_for(lambda: self.desktop.titled("Fireball") is None, "the window of the entry to close")
        self.desktop.ask_to_close(window)
        wait_for(self.is_hidden, "the quick look to hide")

    def test_the_tray_and_the_command_line_show_it(self):
        self.app.tray.click("Quick look")
        self.desktop.shown(TITLE)
        wait_for(lambda: "Search the library" in self.page.focused(), "the caret in the field")
        self.hide()
        self.app.start_again("--quick-look")
        self.desktop.shown(TITLE)
        self.hide()

    def test_its_page_runs_in_the_process_of_the_main_window(self):
        pages = [name for name in descendants(self.app.pid).values() if name.startswith("WebKitWeb")]
        self.assertEqual(len(pages), 1, pages)

    def test_a_search_without_results_says_so(self):
        self.show()
        self.desktop.type("zzzqqqxxx")
        self.page.sees("Nothing found")
        self.desktop.press("Control_L", "a")
        self.desktop.type("torch")
        self.page.the("article", "Torch")
        self.hide()

    def test_the_painted_list_follows_the_keys(self):
        # The pointer is a part of the picture.
        self.desktop.move_pointer(1, 1)
        window = self.show()
        self.desktop.type("dragon")
        wait_for(lambda: self.driver.run("return document.activeElement.value") == "dragon", "the whole word")
        painted = self.settled(window)
        times = []
        for _ in range(TIMES):
            self.hide()
            wait_for(lambda: self.list(window) != painted, "another picture")
            pressed = time.monotonic()
            self.desktop.press(*KEYS)
            wait_for(lambda: self.list(window) == painted, "the list", pause=0)
            times.append(time.monotonic() - pressed)
            wait_for(lambda: self.desktop.is_in_front(window), "the quick look in front")
        times.sort()
        figures.tell(f"window: the keys of the quick look to its painted list: p50 {times[TIMES // 2] * 1000:.0f} ms, slowest of {TIMES} {times[-1] * 1000:.0f} ms")
        self.hide()

    def list(self, window) -> bytes:
        """Returns the first names of the list as they stand on the display. The scrollbar beside them follows
        later."""
        at = window.translate_coords(self.desktop.root, 0, 0)
        return self.desktop.root.get_image(-at.x, 60 - at.y, 200, 100, X.ZPixmap, 0xFFFFFF).data

    def settled(self, window) -> bytes:
        """Returns the list once it does not change."""
        seen = [b"", b"x"]

        def rests() -> bool:
            time.sleep(0.2)
            seen.append(self.list(window))
            return seen[-1] == seen[-2]

        wait_for(rests, "a list that rests")
        return seen[-1]
