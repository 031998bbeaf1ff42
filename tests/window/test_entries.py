"""An entry of every kind from every source, opened in the window by its address."""

from urllib.parse import quote

from app import WithTheApp
from waiting import wait_for

# One entry of each kind from each source.
_ONE_OF_EACH = """
    const invoke = window.__TAURI_INTERNALS__.invoke;
    const browse = async (request) => (await invoke("browse", { request: { limit: 1, ...request } })).value;
    const documents = Map.groupBy(await invoke("documents"), (document) => document.source_api);
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
                self.app.screenshot(f"entry-{entry['source']}-{entry['kind']}")

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
