"""Every view: layout, keyboard access, and the content security policy."""

import re

from app import WithTheApp
from page import CONTROL, ENTER, ESCAPE, SHIFT, TAB
from waiting import wait_for

VIEWS = {"browse": "1", "library": "2", "assistant": "3", "settings": "4", "encounter": "5", "books": "6"}
SIZES = [(900, 600), (1440, 900)]

# The visible elements that Tab reaches. Of a group of radio buttons, Tab reaches only the selected one.
_STOPS = """(() => {
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return [...root.querySelectorAll("button, input, select, summary, a[href], [tabindex='0']")].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0 &&
        !(element.type === "radio" && !element.checked));
})()"""
_NAMED = """
    const at = document.activeElement;
    const labelled = (at.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    return (at.getAttribute("aria-label") || labelled || at.labels?.[0]?.innerText || at.innerText || at.title || "").trim();
"""


class Views(WithTheApp):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.driver.run("""
            window.violations = [];
            document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
            window.errors = [];
            addEventListener("error", (event) => window.errors.push(event.message));
            addEventListener("unhandledrejection", (event) => window.errors.push(String(event.reason?.message ?? event.reason)));
        """)

    def go(self, view: str) -> None:
        """Opens a view by its shortcut."""
        self.driver.press(CONTROL, VIEWS[view])
        self.page.the("button", view.title())
        wait_for(lambda: self.driver.run("return document.querySelector('[aria-current=page]').innerText.trim()") == view.title(), view)

    def resize(self, width: int, height: int) -> None:
        self.app.desktop.resize(self.app.window(), width, height)
        wait_for(lambda: self.driver.run("return [innerWidth, innerHeight]") == [width, height], f"the page to be {width} by {height}")

    def open_the_dragon(self) -> None:
        self.app.finds("Adult Red Dragon")
        self.driver.press(ENTER)
        self.page.the("article", "Adult Red Dragon")

    def test_each_view_fits_the_window_in_light_and_dark(self):
        self.open_the_dragon()
        for width, height in SIZES:
            self.resize(width, height)
            for scheme in ["Light", "Dark"]:
                self.go("settings")
                self.page.click("radio", scheme)
                wait_for(lambda: self.driver.run("return document.documentElement.dataset.theme") == scheme.lower(), scheme)
                for view in VIEWS:
                    with self.subTest(view=view, size=(width, height), scheme=scheme):
                        self.go(view)
                        wait_for(lambda: not self.page.has("heading", "Loading"), "the view to be filled")
                        self.app.shoot(f"{view}-{width}x{height}-{scheme.lower()}")
                        wider = self.driver.run("return document.documentElement.scrollWidth - innerWidth")
                        self.assertLessEqual(wider, 0, "the page is wider than the window")

    def test_tab_reaches_every_control_of_every_view(self):
        for view in VIEWS:
            with self.subTest(view=view):
                self.go(view)
                self.walk()

    def walk(self) -> None:
        """Presses Tab through the page; each stop must have a name and a visible focus."""
        # A view that was still being filled is walked again.
        walked = wait_for(self.walked, "the view to keep its controls while Tab goes through them")
        self.assertEqual(walked["missed"], [], "not reached")
        self.assertEqual(walked["nameless"], [], "without a name")
        self.assertEqual(walked["unseen"], [], "without a visible focus")

    def walked(self) -> dict[str, list[str]] | None:
        """Presses Tab once through the page; `None` if its controls changed meanwhile."""
        self.driver.run("document.activeElement.blur(); window.seen = new Set(); window.stops = " + _STOPS)
        walked = {"missed": [], "nameless": [], "unseen": []}
        while True:
            self.driver.press(TAB)
            where = self.driver.run("""
                const at = document.activeElement;
                if (at === document.body || window.seen.has(at)) return null;
                window.seen.add(at);
                // A field may let what is around it show that it has the focus.
                const ring = [at, at.parentElement].map((element) => getComputedStyle(element))
                    .some((style) => style.outlineStyle !== "none" || style.boxShadow !== "none");
                return { html: at.outerHTML.slice(0, 120), ring };
            """)
            if where is None:
                break
            if not self.driver.run(_NAMED):
                walked["nameless"].append(where["html"])
            if not where["ring"]:
                walked["unseen"].append(where["html"])
        walked["missed"] = self.driver.run("""
            const stops = """ + _STOPS + """;
            if (stops.length !== window.stops.length || stops.some((stop, at) => stop !== window.stops[at])) return null;
            return stops.filter((stop) => !window.seen.has(stop)).map((stop) => stop.outerHTML.slice(0, 120));
        """)
        return None if walked["missed"] is None else walked

    def test_the_list_of_shortcuts_opens_and_closes_by_keys(self):
        self.go("browse")
        # The search field would take it as text.
        self.driver.run("document.activeElement.blur()")
        self.driver.press(SHIFT, "?")
        sheet = self.page.words("dialog", "Keyboard shortcuts")
        for expected in ["Search", "Next entry", "Quit LoreKeeper"]:
            self.assertIn(expected, sheet)
        self.driver.press(ESCAPE)
        wait_for(lambda: not self.page.has("dialog"), "the sheet to close")

    def test_z_no_policy_violation_and_no_script_error_occurred(self):
        self.assertEqual(self.driver.run("return window.violations"), [])
        self.assertEqual(self.driver.run("return window.errors"), [])
