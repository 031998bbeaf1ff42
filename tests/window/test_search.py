"""Searching: by keys, by filters, and through links."""

import json
import re
from contextlib import suppress

import figures
from app import WithTheApp
from page import ALT, CONTROL, DOWN, ENTER, ESCAPE, LEFT, TAB
from waiting import wait_for


class Search(WithTheApp):
    def setUp(self):
        self.app.go("Browse")
        # Each test starts with an empty search and no open entry.
        self.driver.run("location.hash = '#/browse'")
        wait_for(lambda: self.found() == self.everything(), "everything in the list")

    def everything(self) -> int:
        return int(re.search(r"Everything ([\d,]+)", self.page.words("group", "Kinds"))[1].replace(",", ""))

    def found(self) -> int:
        """Returns the count above the list."""
        results = self.page.words("region", "Results")
        shown = re.search(r"Filters(?: \d+)?(?: Searching…)? ([\d,]+)", results)
        if not shown:
            raise LookupError(f"no count in “{results[:60]}”")
        return int(shown[1].replace(",", ""))

    def names(self) -> list[str]:
        """Returns the names of the visible rows."""
        return [self.page.of(row, "innerText").split("\n")[0] for row in self.page.all("option")]

    def marked(self) -> str:
        return self.driver.run("return document.querySelector('[role=option][aria-selected=true]')?.innerText.split('\\n')[0] ?? ''")

    def opened(self) -> str:
        """Returns the name of the open entry."""
        return self.page.words("heading", re.compile("")) and self.driver.run("return document.querySelector('article h2')?.innerText ?? ''")

    def test_results_update_as_typed_and_enter_opens_the_first(self):
        self.app.search("fire")
        wait_for(lambda: any("Fire" in name for name in self.names()), "spells of fire")
        self.driver.type("ball")
        wait_for(lambda: self.names()[0] == "Fireball", "Fireball at the top")
        self.driver.press(ENTER)
        self.page.sees("Level 3 Evocation", "150 feet", "A bright streak flashes from you to a point")
        self.page.click("button", re.compile("CC-BY-4.0"))
        card = self.page.words("article", "Fireball")
        self.assertIn("SRD", card, "the source's badge")
        self.assertIn("System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of the Coast", card, "the notice of its licence")

    def test_a_stat_block_shows_its_numbers(self):
        self.app.search("adult red dragon")
        wait_for(lambda: self.names()[0] == "Adult Red Dragon", "the dragon at the top")
        self.driver.press(ENTER)
        card = self.page.words("article", "Adult Red Dragon")
        for expected in ["Huge dragon", "AC 19", "HP 256", "Score 27", "CR 17", "Fire Breath", "Legendary"]:
            self.assertIn(expected.lower(), card.lower())

    def test_filters_narrow_the_list_and_show_counts(self):
        self.page.click("button", re.compile(r"^Spells [\d,]+$"))
        if not self.page.has("region", "Filters"):
            self.driver.press(CONTROL, "f")
        everything = wait_for(lambda: self.found() < self.everything() and self.found(), "only spells")
        # Chips show the number of remaining entries.
        third = re.compile(r"^3rd level\W+[\d,]+$")
        promised = int(self.page.words("button", third).split()[-1])
        self.page.click("button", third)
        wait_for(lambda: self.found() == promised, "only spells of the third level")
        wizard = re.compile(r"^Wizard\W+[\d,]+$")
        promised = int(self.page.words("button", wizard).split()[-1])
        self.page.click("button", wizard)
        wait_for(lambda: self.found() == promised, "only the wizard's")
        self.assertIn("Blink", self.names())
        self.page.sees(f"{promised} / {everything}")
        # A second click excludes the value.
        self.page.click("button", re.compile(r"Wizard\W+included"))
        self.page.the("button", re.compile(r"Wizard\W+excluded"))
        wait_for(lambda: "Blink" not in self.names(), "a list without the wizard's")
        self.page.click("button", "Clear filters")
        wait_for(lambda: self.found() == everything, "all spells again")

    def test_arrow_keys_and_escape_navigate_the_list(self):
        self.app.search("dragon")
        wait_for(lambda: len(self.names()) > 3 and "dragon" in self.names()[0].lower(), "dragons")
        second = self.names()[1]
        self.driver.press(DOWN)
        wait_for(lambda: self.marked() == second, "the second row to be marked")
        self.driver.press(ENTER)
        wait_for(lambda: self.opened() == second, "the second entry")
        self.driver.press(ESCAPE)
        wait_for(lambda: self.driver.run("return document.activeElement.value") == "", "an empty field")
        self.assertEqual(self.opened(), second, "the first Esc clears the field only")
        self.driver.press(ESCAPE)
        self.page.sees("Type a name")
        self.assertTrue(self.app.is_shown(), "the second Esc closes the entry only")
        self.addCleanup(self.app.tray.click, "Open LoreKeeper")
        self.driver.press(ESCAPE)
        wait_for(lambda: not self.app.is_shown(), "the third Esc to hide the window")

    def test_tab_completes_a_scope_that_restricts_the_kind(self):
        self.app.search("creat")
        self.page.sees("creature:")
        self.driver.press(TAB)
        self.driver.type("wolf")
        self.page.the("button", "Remove from the search: Creatures")
        wait_for(lambda: "Wolf" in self.names(), "wolves")
        self.page.click("button", "CR")
        self.page.the("button", "CR, ascending")
        order = lambda: [name for name in self.names() if name in ("Wolf", "Dire Wolf")]
        wait_for(lambda: order() == ["Wolf", "Dire Wolf"], "the wolf of the lowest rating first")
        self.page.click("button", "CR, ascending")
        wait_for(lambda: order() == ["Dire Wolf", "Wolf"], "the wolf of the highest rating first")

    def test_each_keystroke_is_answered_quickly(self):
        # From the keystroke to the end of the frame that shows another list. A message posted at the start of
        # a frame arrives as soon as it is painted; a second frame would start up to 17 ms later.
        self.driver.run("""
            window.answers = [];
            let typed = null;
            addEventListener("input", () => (typed = performance.now()), true);
            const list = document.querySelector("[role=listbox]");
            new MutationObserver(() => {
                if (typed === null) return;
                const from = typed;
                typed = null;
                const painted = new MessageChannel();
                painted.port1.onmessage = () => window.answers.push(performance.now() - from);
                requestAnimationFrame(() => painted.port2.postMessage(null));
            }).observe(list.parentElement, { childList: true, subtree: true, characterData: true });
        """)
        for word in ["acid arrow", "dragon", "fireball", "wish"]:
            self.driver.press(CONTROL, "k")
            for letter in word:
                before = self.driver.run("return window.answers.length")
                self.driver.type(letter)
                with suppress(AssertionError):
                    # Some letters do not change the list.
                    wait_for(lambda: self.driver.run("return window.answers.length") > before, "an answer", seconds=0.5, pause=0.01)
        answers = sorted(self.driver.run("return window.answers"))
        self.assertGreater(len(answers), 8)
        middle, late = answers[len(answers) // 2], answers[len(answers) * 95 // 100]
        figures.tell(f"window: a letter to the painted list, {len(answers)} letters: p50 {middle:.0f} ms, p95 {late:.0f} ms")
        self.assertLess(middle, 2000)

    def test_no_results_describes_the_search(self):
        self.app.search("zzyzxq")
        self.page.sees("Nothing found", "Searched", "for “zzyzxq”")

    def test_a_misspelt_name_opens_the_entry_that_is_meant(self):
        self.app.search("xfirebolq")
        wait_for(lambda: self.names()[:1] == ["Fire Bolt"], "the nearest name")
        self.app.search("goblin")
        wait_for(lambda: self.names()[:1] == ["Goblin"], "Goblin")
        self.driver.press(ENTER)
        wait_for(lambda: self.opened() == "Goblin" and "goblinoid" in self.page.text().lower(), "the creature")

    def test_the_servers_message_about_a_search_is_shown(self):
        self.app.search("a shield against fire")
        # No name matches, and the app runs without the model.
        self.page.sees("the answer was found by words")
        self.app.search("shield")
        wait_for(lambda: "the answer was found by words" not in self.page.text(), "the sentence to go")

    def test_a_name_in_a_text_links_to_its_entry(self):
        self.app.search("hold person")
        wait_for(lambda: self.names()[0] == "Hold Person", "Hold Person")
        self.driver.press(ENTER)
        self.page.click("link", re.compile("^[Pp]aralyzed$"))
        wait_for(lambda: self.opened() == "Paralyzed", "the condition")
        self.driver.press(ALT, LEFT)
        wait_for(lambda: self.opened() == "Hold Person", "the spell again, by Alt and the left arrow")

    def test_both_editions_stand_side_by_side(self):
        self.app.search("owlbear")
        wait_for(lambda: self.names()[0] == "Owlbear", "the owlbear")
        self.driver.press(ENTER)
        self.page.click("button", re.compile("^Compare with System Reference Document 5.1"))
        table = self.page.words("table", re.compile("^What differs between"))
        self.assertIn("Perception 5 3", table)
        self.assertIn("Melee Weapon Attack: +7 to hit, reach 5 ft., one creature.", table)
        self.assertIn("The owlbear makes two Rend attacks.", table)
        self.app.shoot("compare")

    def test_what_is_found_is_exported_to_a_chosen_file(self):
        self.app.search("creature: wolf")
        wait_for(lambda: "Wolf" in self.names(), "wolves")
        self.page.click("button", "More for the list")
        self.page.click("button", "Export…")
        self.page.click("radio", re.compile("^Improved Initiative"))
        self.page.click("button", "Save as…")
        file = self.home / "wolves.json"
        self.app.desktop.choose_file("Export", str(file))
        self.page.sees("Export to wolves.json", re.compile(r"Exported \d+ entries\."))
        exported = json.loads(file.read_text())
        self.assertIn("Creatures.srd-2024.creature.dire-wolf", exported)
        self.page.click("button", "Close the report: Export to wolves.json")

    def test_a_pinned_entry_has_a_tab_and_a_window_on_top(self):
        self.app.search("grappled")
        wait_for(lambda: self.names()[0] == "Grappled", "Grappled")
        self.driver.press(ENTER)
        self.page.the("article", "Grappled")
        self.driver.press(CONTROL, ENTER)
        self.page.the("navigation", "Pinned entries")
        main = self.driver.window()
        self.addCleanup(self.driver.look_at, main)
        self.page.click("button", "Open Grappled in a new window")
        pinned = self.app.look_at_small_window("#/pinned/")
        self.page.the("article", "Grappled")
        desktop = self.app.desktop
        small = wait_for(lambda: next((one for one in desktop.windows() if desktop.is_above(one)), None), "a window above the others")
        wait_for(lambda: desktop.title(small) == "Grappled", "the small window to bear the entry's name")
        desktop.ask_to_close(small)
        wait_for(lambda: pinned not in self.driver.windows(), "the small window to close")
        self.driver.look_at(main)
        self.page.click("button", "Unpin Grappled")
