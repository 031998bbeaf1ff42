"""The Encounter view: a list of creatures with its budget, and suggestions, as the real server computes
them."""

import re
from urllib.parse import quote

from app import WithTheApp
from page import CONTROL
from waiting import wait_for


class TheEncounter(WithTheApp):
    content = "starter"

    def add(self, name: str) -> None:
        uri = quote(f"lore://entry/srd-2024/creature/{name.lower()}", safe="")
        self.driver.run("location.hash = arguments[0]", f"#/browse?open={uri}")
        self.page.the("article", name)
        self.page.click("button", "Add to encounter")
        self.page.the("button", "Added: 1")

    def shows(self, text: str) -> None:
        wait_for(lambda: text in self.page.text(), f"“{text}”")

    def fill(self, label: str, value: str) -> None:
        self.driver.run("""
            const [label, value] = arguments;
            const field = [...document.querySelectorAll("label")].find((each) => each.innerText.trim().startsWith(label)).control;
            field.value = value;
            for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
        """, label, value)

    def test_a_list_is_built_rated_and_kept(self):
        for name in ["Druid", "Stirge"]:
            self.add(name)
        self.driver.press(CONTROL, "5")
        self.page.the("heading", "Encounter")
        self.fill("Characters", "5")
        self.fill("Level", "3")
        # The list moves down when the budget appears, and a click that is under way would miss its button.
        self.shows("5 × 150 = 750 XP")
        self.page.click("button", "One Druid more")
        for _ in range(8):
            self.page.click("button", "One Stirge more")
        # Example 2 of SRD 5.2.1, p. 202.
        self.shows("2 × 450 + 9 × 25 = 1,125 XP")
        self.shows("5 × 225 = 1,125 XP")
        self.page.the("figure", "Moderate: 1,125 XP")
        self.shows("11 creatures are more than 2 for each character")
        self.app.shoot("encounter-list")
        self.page.click("button", "One Stirge more")
        self.page.the("figure", "High: 1,150 XP")
        self.driver.reload()
        self.page.the("figure", "High: 1,150 XP")
        self.page.click("button", "Remove Druid")
        self.shows("10 × 25 = 250 XP")

        self.page.click("button", "Suggest")
        self.page.the("button", "Use this")
        sums = re.findall(r"= ([\d,]+) XP · ([\d,]+) XP unspent", self.page.text())
        self.assertGreaterEqual(len(sums), 3, self.page.text())
        for spent, left in sums:
            self.assertEqual(int(spent.replace(",", "")) + int(left.replace(",", "")), 1125)
        self.app.shoot("encounter-suggestions")
        self.page.click("button", "Use this")
        self.page.the("figure", f"Moderate: {sums[0][0]} XP")
