"""The Books view: the contents of both System Reference Documents, read page by page."""

from urllib.parse import quote

import figures
from app import WithTheApp
from page import ALT, CONTROL, LEFT
from waiting import wait_for

PAGE_DOWN = "\ue00f"

# Opens an address; returns the milliseconds until a heading with a name is painted, with the text below it.
_OPEN = """
    const [address, name, article] = arguments;
    const isWith = (heading) => heading.parentElement.textContent.length > name.length + 50;
    const painted = () => [...document.querySelectorAll(article)].some((heading) => heading.textContent.trim() === name && isWith(heading));
    return new Promise((done) => {
        const from = performance.now();
        const frame = new MessageChannel();
        frame.port1.onmessage = () => done(performance.now() - from);
        // A message posted at the start of a frame arrives as soon as it is painted.
        const look = () => (painted() ? frame.port2.postMessage(null) : requestAnimationFrame(look));
        location.hash = address;
        requestAnimationFrame(look);
    });
"""


class Books(WithTheApp):
    def read(self, address: str) -> None:
        self.driver.run("location.hash = arguments[0]", f"#/books?at={quote(f'lore://entry/{address}', safe='')}")

    def headings(self) -> list[str]:
        return [self.page.of(heading, "innerText") for heading in self.page.all("heading")]

    def top(self) -> int:
        return self.driver.run("return Math.round(document.getElementById('book-page').scrollTop)")

    def test_a_book_opens_with_its_contents(self):
        self.driver.press(CONTROL, "6")
        wait_for(lambda: "Classes" in self.headings(), "the groups of the book")
        book = self.driver.run("return arguments[0].selectedOptions[0].text", self.page.the("combobox", "Book"))
        self.assertIn("5.2", book, "the book of the newer rules is first")
        self.app.shoot("books-contents")

    def test_a_class_is_one_page_with_its_features_and_subclasses(self):
        self.read("srd-2024/class/wizard")
        self.page.the("article", "Wizard")
        wait_for(lambda: {"Arcane Recovery", "Evoker", "Evocation Savant"} <= set(self.headings()), "features and subclass")
        self.page.the("link", "Arcane Recovery")
        self.app.shoot("books-class")

    def test_a_chapter_is_read_from_its_first_page_on_and_back(self):
        self.read("srd-2024/rule/playing-the-game")
        wait_for(lambda: len(self.headings()) > 40, "the chapter with its sections")
        self.app.shoot("books-chapter")
        first = self.headings()[:5]
        # The page learns where it is read in the next frame.
        self.driver.run("""
            document.getElementById('book-page').scrollTop = 700;
            return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        """)
        self.assertEqual(self.top(), 700)
        self.driver.press(ALT, PAGE_DOWN)
        wait_for(lambda: self.headings()[:5] != first, "the next page")
        self.assertEqual(self.top(), 0)
        self.driver.press(ALT, LEFT)
        wait_for(lambda: self.headings()[:5] == first and self.top() == 700, "the chapter where it was left")

    def test_pages_open_quickly(self):
        names = ["Aboleth", "Bandit", "Chimera", "Druid", "Ettin", "Ghost", "Hydra", "Kraken", "Lich", "Mage", "Ogre", "Roc"]
        entries = [("browse?open=", f"creature/{name.lower()}", name, "section[aria-label=Entry] article h2") for name in names]
        chapter = lambda heading: [("books?at=", "rule/playing-the-game", heading, "#book-page :is(h2, h3, h4)")] * 5
        for what, pages in ("an entry", entries), ("the beginning of a chapter", chapter("The Six Abilities")), ("the end of a chapter", chapter("Dropping to 0 Hit Points")):
            spent = []
            for view, entry, name, heading in pages:
                if not spent or view.startswith("books"):
                    self.driver.run("location.hash = '#/settings'")
                address = f"#/{view}{quote(f'lore://entry/srd-2024/{entry}', safe='')}"
                spent.append(self.driver.run(_OPEN, address, name, heading))
            what += f" of {self.driver.run('return document.querySelector(arguments[0]).closest(`article, #book-page`).innerText.length', heading) / 1000:.0f} KB"
            spent.sort()
            figures.tell(f"window: {what} opened: p50 {spent[len(spent) // 2]:.0f} ms, at most {spent[-1]:.0f} ms")
            self.assertLess(spent[-1], 5000)
