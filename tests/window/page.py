"""The page as its user sees it: elements are found by role and name, never by structure."""

import re

from waiting import wait_for
from webdriver import Driver

CONTROL, ALT, SHIFT = "\ue009", "\ue00a", "\ue008"
ENTER, ESCAPE, TAB, BACKSPACE = "\ue007", "\ue00c", "\ue004", "\ue003"
LEFT, UP, DOWN = "\ue012", "\ue013", "\ue015"

# Roles and names as in the accessibility tree, as far as this page uses them. Hidden elements, and those
# under an open dialog, are left out.
_FIND = r"""
const [role, name, isPattern] = arguments;
const ROLES = {
  button: "button, summary, [role=button]", link: "a[href], [role=link]", textbox: "input:not([type]), input[type=text], textarea",
  searchbox: "input[type=search]", checkbox: "input[type=checkbox]:not([role])", switch: "[role=switch]",
  radio: "input[type=radio]", combobox: "[role=combobox], select", option: "[role=option], option", dialog: "dialog[open]",
  heading: "h1, h2, h3, h4, h5", article: "article", progressbar: "progress", row: "tr", region: "section[aria-label], section[aria-labelledby]",
  status: "[role=status]", alert: "[role=alert]", navigation: "nav", table: "table", listbox: "[role=listbox]", group: "[role=group], fieldset",
  term: "dt", definition: "dd", meter: "meter", list: "ul, ol", listitem: "li", tooltip: "[role=tooltip]", figure: "svg[role=img], img",
};
const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const byIds = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
const nameOf = (element) => tidy(
  element.getAttribute("aria-label") ??
  (element.getAttribute("aria-labelledby") ? byIds(element.getAttribute("aria-labelledby")) : null) ??
  (element.labels?.length ? element.labels[0].innerText : null) ??
  element.querySelector(":scope > caption")?.textContent ??
  (element.innerText || element.getAttribute("title")));
const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
const root = modal && role !== "dialog" ? modal : document;
const matches = isPattern ? (text) => new RegExp(name, "u").test(text) : (text) => name === null || text === name;
return [...root.querySelectorAll(ROLES[role])].filter((element) => element.checkVisibility() && matches(nameOf(element)));
"""


class Page:
    """The page of one window."""

    def __init__(self, driver: Driver):
        self.driver = driver

    def text(self) -> str:
        """Returns the visible text of the page, with single spaces."""
        return " ".join(self.driver.run("return document.body.innerText").split())

    def all(self, role: str, name: str | re.Pattern | None = None) -> list[dict]:
        is_pattern = isinstance(name, re.Pattern)
        return self.driver.run(_FIND, role, name.pattern if is_pattern else name, is_pattern)

    def has(self, role: str, name: str | re.Pattern | None = None) -> bool:
        return bool(self.all(role, name))

    def the(self, role: str, name: str | re.Pattern | None = None) -> dict:
        """Returns the first element with a role and a name, as soon as it exists."""
        shown = name.pattern if isinstance(name, re.Pattern) else name
        return wait_for(lambda: self.all(role, name), f"{role} “{shown}”")[0]

    def of(self, element: dict, property: str):
        """Returns a property of an element, such as `innerText`, `checked` or `value`."""
        return self.driver.run("return arguments[0][arguments[1]]", element, property)

    def words(self, role: str, name: str | re.Pattern | None = None) -> str:
        """Returns the text of an element, with single spaces."""
        return " ".join(self.of(self.the(role, name), "innerText").split())

    def click(self, role: str, name: str | re.Pattern | None = None) -> None:
        """Clicks an element as soon as it exists and is enabled."""
        shown = name.pattern if isinstance(name, re.Pattern) else name

        def done() -> bool:
            found = self.all(role, name)
            return bool(found) and not self.is_disabled(found[0]) and self.driver.click(found[0])

        wait_for(done, f"{role} “{shown}” that can be clicked")

    def is_disabled(self, element: dict) -> bool:
        return self.of(element, "disabled") or self.of(element, "ariaDisabled") == "true"

    def sees(self, *expected: str | re.Pattern) -> str:
        """Waits until the page shows all of these texts, and returns its text."""
        text = ""

        def there() -> bool:
            nonlocal text
            text = self.text()
            return all(one.search(text) if isinstance(one, re.Pattern) else one in text for one in expected)

        try:
            wait_for(there, f"the page to show {expected}")
        except AssertionError as error:
            raise AssertionError(f"{error}\nIt shows: {text}") from None
        return text

    def focused(self) -> str:
        """Describes the focused element: its tag and its name."""
        return self.driver.run("""
            const at = document.activeElement;
            return `${at.tagName.toLowerCase()} ${at.getAttribute("aria-label") ?? (at.innerText || at.title || "")}`.trim();
        """)
