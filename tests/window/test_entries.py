"""An entry of every kind from every source, opened in the window by its address."""

from urllib.parse import quote

from app import WithTheApp
from waiting import wait_for

# One entry of each kind from each source.
_ONE_OF_EACH = """
    const call = async (tool, given) => (await window.__TAURI_INTERNALS__.invoke("call", { tool, arguments: given })).value;
    const browse = (request) => call("browse_entries", { limit: 1, ...request });
    const documents = Map.groupBy(await call("list_documents", {}), (document) => document.source_api);
    const found = [];
    for (const [source, group] of documents) {
        const filters = [{ field: "document", include: group.map((document) => document.document_key) }];
        for (const { kind } of (await browse({ filters })).kinds) {
            const [{ uri, name }] = (await browse({ filters, kinds: [kind] })).entries;
            found.push({ source, kind, uri, name });
        }
    }
    return found;
"""

_SHOWN = """
    const article = document.querySelector("section[aria-label=Entry] article");
    return article && { name: article.querySelector("h2").textContent, note: article.querySelector("[role=alert]")?.innerText ?? "", text: article.innerText };
"""


class EveryKind(WithTheApp):
    content = "full"
    sources = {"dnd5e_api", "srd", "open5e_v2", "orcbrew"}

    def test_an_entry_of_every_kind_from_every_source_is_shown(self):
        entries = self.driver.run(f"return (async () => {{ {_ONE_OF_EACH} }})()")
        self.assertEqual({entry["source"] for entry in entries}, self.sources)
        for entry in entries:
            with self.subTest(source=entry["source"], kind=entry["kind"], uri=entry["uri"]):
                self.opens(entry)
                self.app.shoot(f"entry-{entry['source']}-{entry['kind']}")

    def opens(self, entry: dict) -> None:
        self.driver.run("location.hash = arguments[0]", f"#/browse?open={quote(entry['uri'], safe='')}")

        def shown() -> dict | None:
            if "This entry cannot be shown" in self.page.text():
                return {"name": None, "text": self.page.text()}
            article = self.driver.run(_SHOWN)
            return article if article and article["name"] == entry["name"] else None

        article = wait_for(shown, f"{entry['name']} to be shown", seconds=20)
        self.assertEqual(article["name"], entry["name"], article["text"])
        self.assertEqual(article["note"], "")
        self.assertNotRegex(article["text"], r"undefined|NaN|\[object")


# Of the columns of a stat block: the headings that stand in another column than what follows them, and where
# each begins.
_COLUMNS = r"""
    const blocks = [...document.querySelectorAll("section[aria-label=Entry] article div")];
    const columns = blocks.find((block) => getComputedStyle(block).columnWidth !== "auto");
    if (!columns) return null;
    const { left, top, width } = columns.getBoundingClientRect();
    const columnOf = (rect) => Math.floor((rect.left - left + 1) / (width / 2));
    const alone = [...columns.querySelectorAll("h3, h4")].filter((heading) => {
        const next = [...(heading.nextElementSibling?.getClientRects() ?? [])].find((rect) => rect.height > 0);
        return next && columnOf(next) !== columnOf([...heading.getClientRects()].at(-1));
    });
    const starts = new Map();
    const texts = document.createTreeWalker(columns, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (!texts.currentNode.data.trim() || texts.currentNode.parentElement.closest("caption")) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const rect of range.getClientRects())
            starts.set(columnOf(rect), Math.min(starts.get(columnOf(rect)) ?? Infinity, rect.top - top));
    }
    return { alone: alone.map((heading) => heading.textContent), starts: [...starts.values()] };
"""


class Layout(WithTheApp):
    names = ("androsphinx", "bandit-captain", "ettercap", "giant-lizard", "merrow", "nalfeshnee", "ape", "badger", "crab",
             "acolyte", "adult-green-dragon", "air-elemental", "ancient-white-dragon", "axe-beak", "barbed-devil")

    def opens(self, kind: str, document: str, slug: str) -> None:
        uri = f"lore://entry/{document}/{kind}/{slug}"
        self.driver.run("location.hash = arguments[0]", f"#/browse?open={quote(uri, safe='')}")
        badge = document.removeprefix("srd-")
        shown = lambda: self.driver.run(_SHOWN) or {"name": "", "text": ""}
        wait_for(lambda: shown()["name"].lower() == slug.replace("-", " ") and badge in shown()["text"], f"{uri} to be shown")

    def resize(self, width: int, height: int = 900) -> None:
        self.app.desktop.resize(self.app.window(), width, height)
        wait_for(lambda: self.driver.run("return innerWidth") == width, f"the page to be {width} wide")

    def test_columns_begin_alike_and_no_heading_ends_one(self):
        self.resize(1500, 600)
        uneven, whole = {}, []
        for name in self.names:
            self.opens("creature", "srd-2014", name)
            columns = self.driver.run(_COLUMNS)
            if columns is None:
                whole.append(name)
                continue
            self.assertEqual(len(columns["starts"]), 2, f"{name} has two columns")
            if columns["alone"] or abs(columns["starts"][0] - columns["starts"][1]) > 3:
                uneven[name] = columns
        self.assertEqual(uneven, {})
        self.assertLessEqual(set(whole), {"ape", "badger", "crab", "axe-beak", "giant-lizard"}, "only what fits is in one column")

    def test_the_tables_of_all_classes_fit(self):
        self.resize(1280)
        wide = {}
        for document in ("srd-2014", "srd-2024"):
            for name in ("barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "sorcerer", "warlock", "wizard"):
                self.opens("class", document, name)
                hidden = self.driver.run("return [...document.querySelectorAll('article [role=region]')].map((table) => table.scrollWidth - table.clientWidth)")
                self.assertTrue(hidden, f"{name} has a table")
                if max(hidden) > 0:
                    wide[document, name] = max(hidden)
                self.app.shoot(f"class-{document}-{name}")
        self.assertEqual(wide, {})
