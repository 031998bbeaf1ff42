"""Entries of the user's own, written in the real window and checked by the real server."""

from urllib.parse import quote

from app import WithTheApp
from waiting import wait_for

TROLL = """JAM TROLL
Large giant, chaotic evil
Armor Class 13 (sticky hide)
Hit Points 59 (7d10 + 21)
Speed 30 ft.
STR DEX CON INT WIS CHA
19 (+4) 8 (-1) 16 (+3) 5 (-3) 7 (-2) 7 (-2)
Challenge 2 (450 XP)
Actions
Slap. Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) bludgeoning damage."""


class OwnEntries(WithTheApp):
    content = "starter"

    def open(self, document: str, slug: str) -> None:
        uri = quote(f"lore://entry/{document}/creature/{slug}", safe="")
        self.driver.run("location.hash = arguments[0]", f"#/browse?open={uri}")

    def fill(self, label: str, value: str) -> None:
        self.driver.run("""
            const [label, value] = arguments;
            const labels = [...document.querySelectorAll("dialog label")];
            const named = labels.find((each) => each.innerText.trim() === label)?.control;
            const field = named ?? document.querySelector(`dialog [aria-label="${label}"]`);
            field.value = value;
            for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
        """, label, value)

    def value(self, label: str) -> str:
        return self.driver.run("""
            const labels = [...document.querySelectorAll("dialog label")];
            return labels.find((each) => each.innerText.trim() === arguments[0])?.control.value ?? "";
        """, label)

    def shows(self, text: str) -> None:
        wait_for(lambda: text in self.page.text(), f"“{text}”")

    def test_an_entry_is_copied_changed_undone_and_deleted(self):
        self.app.go("Browse")
        self.open("srd-2024", "owlbear")
        self.page.the("article", "Owlbear")
        self.page.click("button", "More for this entry")
        self.page.click("button", "Copy and change")
        wait_for(lambda: self.value("Hit points") == "59", "the fields of the owlbear")
        self.fill("Name", "Snow Owlbear")
        self.fill("Book", "Marsh")
        self.fill("Hit points", "0")
        self.shows("give a whole number from 1 to 2000")
        self.fill("Hit points", "80")
        self.shows("Hit Points 80")
        self.shows("Changed from Owlbear")
        self.shows("Estimated challenge rating:")
        self.app.shoot("own-entry-copy")
        self.page.click("button", "Save")
        self.page.the("article", "Snow Owlbear")
        self.shows("Changed from Owlbear")
        self.app.shoot("own-entry-stored")

        self.page.click("button", "More for this entry")
        self.page.click("button", "Edit")
        wait_for(lambda: self.value("Hit points") == "80", "the fields of the copy")
        self.fill("Hit points", "95")
        self.shows("Hit Points 95")
        self.page.click("button", "Save")
        self.page.the("article", "Snow Owlbear")
        self.shows("95")
        self.page.click("button", "More for this entry")
        self.page.click("button", "Edit")
        self.shows("Versions")
        self.page.click("button", "Undo the last change")
        wait_for(lambda: "95" not in self.page.text() and "80" in self.page.text(), "the version before")
        self.page.click("button", "More for this entry")
        self.page.click("button", "Edit")
        self.page.click("button", "Delete")
        self.page.click("button", "Bring it back")
        self.page.the("article", "Snow Owlbear")
        self.shows("80")

    def test_a_pasted_stat_block_becomes_a_creature(self):
        self.app.go("Browse")
        self.page.click("button", "More for the list")
        self.page.click("button", "New entry…")
        unfold = "const details = document.querySelector('dialog details'); if (details) details.open = true; return Boolean(details)"
        wait_for(lambda: self.driver.run(unfold), "the field for a stat block")
        self.fill("Text of a stat block", "This is not a stat block.")
        self.page.click("button", "Fill in the form")
        self.shows("this is not a stat block")
        self.fill("Text of a stat block", TROLL)
        self.page.click("button", "Fill in the form")
        wait_for(lambda: self.value("Name") == "Jam Troll", "the name of the stat block")
        self.assertEqual(self.value("Hit dice"), "7d10+21")
        self.app.shoot("own-entry-stat-block")
        self.page.click("button", "Save")
        self.page.the("article", "Jam Troll")
        self.app.search("jam troll")
        wait_for(lambda: "Jam Troll" in self.page.text(), "the entry in the list")
