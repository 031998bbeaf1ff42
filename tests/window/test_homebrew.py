"""Homebrew: picked, dropped, damaged, removed."""

import re

import homebrew
from app import WithTheApp
from drop import Drag
from page import ENTER
from waiting import wait_for


class Homebrew(WithTheApp):
    def closes_the_report(self, file: str) -> str:
        """Waits for the report of an import, closes it, and returns its text."""
        self.page.the("region", f"Import of {file}")
        if self.page.has("button", "Details"):
            self.page.click("button", "Details")
        report = self.page.words("region", f"Import of {file}")
        # Reports move up when the last job ends.
        wait_for(lambda: not self.page.has("region", "Background jobs"), "every job to end")
        self.page.click("button", f"Close the report: Import of {file}")
        wait_for(lambda: not self.page.has("region", f"Import of {file}"), "the report to close")
        return report

    def test_a_picked_file_is_imported_and_found(self):
        file = homebrew.write(self.home, "Quince Rites", "Quince Lantern", "Pip Volley")
        self.app.go("Library")
        self.page.click("button", "Import files…")
        self.app.desktop.choose_file("Import homebrew", str(file))
        report = self.closes_the_report(file.name)
        self.assertIn("2 read = 2 added", report)
        self.assertIn("Quince Rites 2 entries", report)
        row = self.page.words("row", re.compile("^Quince Rites"))
        self.assertRegex(row.lower(), r"licence unknown|unknown \(your file\)")
        self.app.finds("Quince Lantern")

    def test_dropped_files_are_imported_in_every_view(self):
        first = homebrew.write(self.home, "Medlar Songs", "Medlar Hush")
        second = homebrew.write(self.home, "Damson Songs", "Damson Roar")
        self.app.go("Assistant")
        drag = Drag(self.app.desktop, self.app.window(), [first, second]).over()
        self.page.sees("Drop to import", "2 files")
        self.assertTrue(drag.drop())
        for file in [first, second]:
            self.assertIn("1 read = 1 added", self.closes_the_report(file.name))
        self.app.finds("Damson Roar")

    def test_files_dragged_away_again_are_not_imported(self):
        file = homebrew.write(self.home, "Never Dropped", "Not Here")
        drag = Drag(self.app.desktop, self.app.window(), [file]).over()
        self.page.sees("Drop to import")
        drag.leave()
        wait_for(lambda: "Drop to import" not in self.page.text(), "the sign to go")
        self.assertFalse(self.page.has("region", re.compile("Import of")))

    def test_the_report_of_a_damaged_file_names_the_lines(self):
        file = homebrew.write_damaged(self.home, "Torn Pages", "Whole Verse", "Half Verse")
        self.app.go("Library")
        self.assertTrue(Drag(self.app.desktop, self.app.window(), [file]).over().drop())
        report = self.closes_the_report(file.name)
        self.assertIn("Repairs", report)
        self.assertRegex(report, r"line [34]: ")
        self.app.finds("Whole Verse")

    def test_a_file_that_is_not_homebrew_is_refused(self):
        file = self.home / "shopping.orcbrew"
        file.write_text("eggs, milk\n", encoding="utf-8")
        self.assertTrue(Drag(self.app.desktop, self.app.window(), [file]).over().drop())
        report = self.closes_the_report(file.name)
        self.assertNotIn("0 read", report)
        self.assertGreater(len(report), len(file.name) + 40, report)

    def test_a_removal_needs_consent_and_can_be_undone(self):
        file = homebrew.write(self.home, "Brief Guest", "Plimsolt Quorb")
        self.app.go("Library")
        self.assertTrue(Drag(self.app.desktop, self.app.window(), [file]).over().drop())
        self.closes_the_report(file.name)
        self.page.click("button", "Remove Brief Guest")
        self.assertIn("Its one entry is removed", self.page.words("dialog", "Remove Brief Guest?"))
        self.page.click("button", "Keep it")
        self.page.click("button", "Remove Brief Guest")
        self.page.click("button", "Remove")
        self.page.sees("Brief Guest and its")
        self.page.click("button", re.compile("^Undo: keep Brief Guest"))
        self.app.finds("Plimsolt Quorb")
        self.app.go("Library")
        self.page.click("button", "Remove Brief Guest")
        self.page.click("button", "Remove now: Brief Guest")
        wait_for(lambda: not self.page.has("row", re.compile("^Brief Guest")), "its row to go")
        self.app.search("Plimsolt Quorb")
        self.page.sees(re.compile("Nothing found|Everything"))
        wait_for(lambda: not self.page.has("option", re.compile("^Plimsolt Quorb")), "its entry to go")

    def test_html_and_images_in_a_book_stay_text(self):
        self.driver.run("""
            window.violations = [];
            document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
        """)
        text = '<img src=x onerror=\\"document.title=1\\"> <b>loud</b> ![far](https://example.invalid/far.png)'
        spell = homebrew.spell("Sly Book", "Sly Page").replace("The sly page hums over the orchard wall.", text)
        file = self.home / "sly.orcbrew"
        file.write_text(f'{{"Sly Book" {{:orcpub.dnd.e5/spells {{{spell}}}}}}}', encoding="utf-8")
        self.assertTrue(Drag(self.app.desktop, self.app.window(), [file]).over().drop())
        self.closes_the_report(file.name)
        self.app.finds("Sly Page")
        self.driver.press(ENTER)
        card = self.page.words("article", "Sly Page")
        self.assertIn("loud", card)
        self.assertEqual(self.driver.run("return document.querySelectorAll('article img, article b, article script').length"), 0)
        self.assertEqual(self.driver.run("return document.title"), "LoreKeeper")
        self.assertEqual(self.driver.run("return window.violations"), [])
