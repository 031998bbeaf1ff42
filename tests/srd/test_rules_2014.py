"""The reader of the rules of the older book, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, rules_2014, wheel  # noqa: E402
from srd.chapters_2014 import (CHAPTERS, PART, SECTION, SUBPART, TITLES, Chapter, Heading, Table, below, box, chapter, end,  # noqa: E402
                               entries, headings, section, within)
from srd.rules_2014 import read_chapter, read_rules  # noqa: E402

GAP = "\t\r \xa0"


def page(text: str, number: int = 1) -> wheel.Page:
    """A page: `_` is the tab between words, a line with `>` is indented, one with `~` at its end is the last
    of its paragraph."""
    text = text.replace("~", f" {GAP}").replace(">", f"{GAP} ").replace("_", GAP)
    return wheel.read_page_2014(number, [f"System{GAP}Reference{GAP}Document{GAP}5.1{GAP}{number}", *text.split("\n")])


class Sections(unittest.TestCase):
    PARTS = (*headings("Soup"), Table("Spoons by Size", 1, ("Size", "Length"), r"(\w+) (\d+ inches\*?)", 2), box("Leftovers"),
             *headings("Of Pots, Pans, and Lids"), entries("Pots", "Kettle .+"), end("Bread"))

    def read(self, text: str, parts=PARTS) -> list[dict]:
        return read_chapter(Chapter("Kitchen", 1, 1, parts), [page(text)])

    PAGE = """Before_the_chapter.
Soup
A_so up_is_war m,_and_it_tas tes_of_leek —or_of
a_half -\xad‐
eaten_turnip.
>Stirring_Well._Who_stirs_gains_a
5-\xad\u2010\u2011 foot_spoon. Then_the_pot_sings.
>The_lid_stays_on.
Tasting._It_is_done_last.
Spoons_by_Size
Size_Length
Sm all_2_inches
Large_12_inches*
* Measured_by_the_cook.
Leftovers
What_is_left_in_the_evening_is_eaten_in_the_morning,_with_bread_and
butter._A_guest_eats_first.
The_cook_eats_last.
Of Pots, Pans,
and Lids
A_pot_has_a_lid.
Pots
Kettle_5_gp
>It_whistles.
Bread
Not_read."""

    def test_broken_words_are_whole_where_no_tab_stands(self):
        soup = self.read(self.PAGE)[0]["text"].split("\n\n")
        self.assertEqual(soup[0], "A soup is warm, and it tastes of leek—or of a half-eaten turnip.")
        self.assertEqual(soup[1], "***Stirring Well.*** Who stirs gains a 5-foot spoon. Then the pot sings.")
        self.assertEqual(soup[2:4], ["The lid stays on.", "***Tasting.*** It is done last."])

    def test_tables_and_notes_are_markdown(self):
        soup = self.read(self.PAGE)[0]["text"].split("\n\n")
        self.assertEqual(soup[4:6], ["**Spoons by Size**",
                                     "| Size | Length |\n|---|---|\n| Small | 2 inches |\n| Large | 12 inches\\* |"])
        self.assertEqual(soup[6], "\\* Measured by the cook.")

    def test_a_table_in_two_halves_is_one(self):
        spoons = Table("Spoons", 2, ("Cooks", "Spoons"), r"(\d) (\+\d) (\d) (\+\d)", 2, True)
        soup = self.read("Soup\nIt_boils.\nSpoons\nCooks\nSpoons\n1_+2 3_+4\n2_+3 4_+5", (*headings("Soup"), spoons))[0]
        self.assertEqual(soup["text"].split("\n")[6:], ["| 1 | +2 |", "| 2 | +3 |", "| 3 | +4 |", "| 4 | +5 |"])

    def test_paragraphs_of_a_box_end_with_a_short_line(self):
        leftovers = self.read(self.PAGE)[1]
        self.assertEqual((leftovers["name"], leftovers["page"], leftovers["section"]), ("Leftovers", 1, "Kitchen"))
        self.assertEqual(leftovers["text"].split("\n\n"), [
            "What is left in the evening is eaten in the morning, with bread and butter. A guest eats first.", "The cook eats last."])

    def test_rows_that_are_entries_are_left_out(self):
        pots = self.read(self.PAGE)[2]
        self.assertEqual((pots["name"], pots["text"]), ("Of Pots, Pans, and Lids", "A pot has a lid.\n\nIt whistles."))

    def test_a_page_that_is_otherwise_is_refused(self):
        changes = [("Bread\n", "", "“Bread” is not where"), ("Pots\nKettle", "Stoves\nKettle", "heading “Stoves” is not"),
                   ("Large_12_inches*\n", "", "has 1 rows instead of 2"), ("A_pot_has_a_lid.\n", "Soup\n", "heading “Soup”")]
        for wrong, right, problem in changes:
            with self.assertRaisesRegex(Unexpected, problem):
                self.read(self.PAGE.replace(wrong, right))
        with self.assertRaisesRegex(Unexpected, "“Soup” has no text"):
            self.read("Soup\nBread", (*headings("Soup"), end("Bread")))


class Parts(unittest.TestCase):
    PARTS = (chapter("Cooking"), *section("Soups", "Onions"), *below("Leeks"), box("Salt", PART), *section("Breads"))
    PAGE = """Cooking
It_is_done_in_a_kitchen.
Soups
Soups_are_wet.
Onions
They_sting.
Leeks
They_do_not.
Salt
It_is_white.
Breads
Breads_are_dry."""

    def read(self, text: str = PAGE, parts=PARTS) -> list[dict]:
        return read_chapter(Chapter("Cooking", 1, 1, parts), [page(text)])

    def test_a_section_has_all_that_stands_in_it(self):
        soups = self.read()[1]
        self.assertEqual(soups["text"].split("\n\n"), ["Soups are wet.", "## Onions", "They sting.", "### Leeks", "They do not.", "## Salt",
                                                       "It is white."])
        self.assertEqual((soups["slug"], soups["section"]), ("soups", "Cooking"))
        self.assertNotIn("under", soups)

    def test_each_heading_is_an_entry_with_its_own_text(self):
        leeks = self.read()[3]
        self.assertEqual(leeks, {"slug": "soups-leeks", "name": "Leeks", "page": 1, "section": "Cooking", "text": "They do not.",
                                 "under": "Soups"})

    def test_a_chapter_names_its_sections_and_those_read_elsewhere(self):
        found = self.rules({"Cooking": ("Knives",)}, Chapter("Cooking", 1, 1, self.PARTS))
        self.assertEqual(found[0], {"slug": "cooking", "name": "Cooking", "page": 1, "text": "It is done in a kitchen.",
                                    "sections": ["Soups", "Breads", "Knives"]})

    def test_a_chapter_without_a_heading_has_an_entry_too(self):
        found = self.rules({"Eating": ()}, Chapter("Eating", 1, 1, self.PARTS[1:]))
        self.assertEqual(found[0], {"slug": "eating", "name": "Eating", "page": 1, "text": "", "sections": ["Soups", "Breads"]})

    def test_what_has_the_address_of_another_gets_a_number(self):
        parts = (*section("Soups", "Leeks", "Leeks"), Heading("Salt", depth=SUBPART, called="Sea Salt"))
        found = self.rules({}, Chapter("Cooking", 1, 1, parts), "Soups\nLeeks\nGreen.\nLeeks\nWhite.\nSalt\nGray.")
        self.assertEqual([rule["slug"] for rule in found], ["soups", "soups-leeks", "soups-leeks-2", "soups-sea-salt"])
        self.assertEqual(found[3]["name"], "Sea Salt")

    def rules(self, titles: dict, of: Chapter, text: str = PAGE, planes: tuple = ()) -> list[dict]:
        with mock.patch.multiple(rules_2014, CHAPTERS=[of], TITLES=titles, PLANES=planes):
            return read_rules([page(text)])

    def test_a_plane_without_a_heading_is_a_paragraph_of_another(self):
        text = "Planes\nFar.\nOut\nThe_Soup_Plane_boils.\n>The_Jam_Plane_sticks."
        of = Chapter("Cooking", 1, 1, section("Planes", "Out"))
        found = self.rules({}, of, text, (("Jam Plane", "Out", "The Jam Plane"),))[-1]
        self.assertEqual(found, {"slug": "planes-jam-plane", "name": "Jam Plane", "page": 1, "section": "Cooking", "under": "Planes",
                                 "text": "The Jam Plane sticks."})
        with self.assertRaisesRegex(Unexpected, "0 paragraphs"):
            self.rules({}, of, text, (("Pea Plane", "Out", "The Pea Plane"),))

    def test_a_table_can_be_an_entry_or_stand_elsewhere(self):
        spoons = Table("Spoons", 1, ("Size", "Length"), r"(\w+) (\d+)", 2, depth=PART)
        pots = Table("Pots", 1, ("Size", "Liters"), r"(\w+) (\d+)", 1, home="Soups")
        lines = "Soups\nWet.\nSpoons\nSize_Length\nBig_9\nSmall_2\nTaste_them.\nPots\nSize_Liters\nBig_5"
        found = self.read(lines, (*section("Soups"), spoons, pots))
        table = "| Size | Length |\n|---|---|\n| Big | 9 |\n| Small | 2 |\n\nTaste them."
        self.assertEqual((found[1]["slug"], found[1]["text"]), ("soups-spoons", table))
        self.assertIn(f"**Spoons**\n\n{table}", found[0]["text"])
        self.assertIn("**Pots**\n\n| Size | Liters |", found[0]["text"])

    def test_a_chapter_that_is_otherwise_is_refused(self):
        for wrong, right, problem in [("Leeks\n", "", "heading “Salt” is not"), ("\nBreads\nBreads_are_dry.", "", "“Breads” is not where"),
                                      ("Salt\n", "Salt\nPepper\n", "heading “Pepper” is not"),
                                      ("They_do_not.\n", "", "“Leeks” has no text")]:
            with self.assertRaisesRegex(Unexpected, problem):
                self.read(self.PAGE.replace(wrong, right))


class Texts(unittest.TestCase):
    def text(self, lines: str, heading: Heading = Heading("Soup")) -> list[str]:
        return read_chapter(Chapter("Kitchen", 1, 1, (heading,)), [page(f"Soup\n{lines}")])[0]["text"].split("\n\n")

    def test_lists_end_where_a_line_had_room(self):
        self.assertEqual(self.text("A_soup_needs_many_things_that_are_wet:\n• Water_and_some\nmore_water\n•Salt\nThe_soup_is_ready.\n"), [
            "A soup needs many things that are wet:", "- Water and some more water\n- Salt", "The soup is ready."])

    def test_items_have_their_names_in_bold_type(self):
        self.assertEqual(self.text("1. Boil_it. _It_boils.\n2._Eat_it._Warm\nsoup.\n"),
                         ["1. ***Boil it.*** It boils.", "2. ***Eat it.*** Warm soup."])
        self.assertEqual(self.text("•Boiling_soup. _It_boils.\n•Cold_soup._Do_not.\n"),
                         ["- ***Boiling soup.*** It boils.\n- Cold soup. Do not."])

    def test_a_blank_behind_the_last_word_ends_a_paragraph(self):
        self.assertEqual(self.text("The_soup_is_warm_and_good.~\nIt_is_eaten_with_a_spoon.\nOr_two.\n"),
                         ["The soup is warm and good.", "It is eaten with a spoon. Or two."])

    def test_names_with_brackets_numbers_and_questions_are_bold(self):
        lines = ">Leek_Soup_(Cold\n)._It_is_cold.\n>Boiling_at_100_Degrees._It_is_hot.\n>Who_Can_Eat?_The_cook`s_guests."
        self.assertEqual(self.text(lines), [
            "***Leek Soup (Cold).*** It is cold.", "***Boiling at 100 Degrees.*** It is hot.", "***Who Can Eat?*** The cook’s guests."])

    def test_what_a_trap_is_stands_alone(self):
        self.assertEqual(self.text("Magic_trap\nIt_snaps.\n"), ["*Magic trap*", "It snaps."])

    def test_rows_of_several_lines_and_groups_within_a_table(self):
        steps = Table("Steps", 1, ("Step", "Time", "Note"), r"(Boil|Stir) (\d+ hours) (.+)", 2, start=r"\w+ \d+", more=2)
        self.assertEqual(self.table(steps, "Boil_3\nhours\nwell-\ndone\nStir_2\nhours\nslowly\n>And_eat."),
                         ["| Boil | 3 hours | well-done |", "| Stir | 2 hours | slowly |", "", "And eat."])
        costs = Table("Steps", 1, ("Item", "Cost"), r"(\w+) (\d+ gp)", 3, groups=(("Bread", 2),))
        self.assertEqual(self.table(costs, "Bread\nWhite_2_gp\nBlack_1_gp\nSoup_3_gp"),
                         ["| Bread, White | 2 gp |", "| Bread, Black | 1 gp |", "| Soup | 3 gp |"])

    def table(self, table: Table, rows: str) -> list[str]:
        parts = (Heading("Soup"), table)
        return read_chapter(Chapter("Kitchen", 1, 1, parts), [page(f"Soup\nSteps\nHead\n{rows}")])[0]["text"].split("\n")[4:]

    def test_a_row_with_other_cells_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "no cells in “Boil 3”"):
            self.table(Table("Steps", 1, ("Step", "Time"), r"(\w+) (\d+ hours)", 1, start=r"\w+ \d+", more=1), "Boil_3\ndays")

    def test_a_repair_must_be_needed(self):
        with mock.patch.object(rules_2014, "REPAIRS", [(1, "sou p", "soup")]):
            self.assertEqual(self.text("The_sou p_is_hot."), ["The soup is hot."])
            with self.assertRaisesRegex(Unexpected, "0 times instead of once"):
                self.text("The_stew_is_hot.")


class Contents(unittest.TestCase):
    def test_every_part_stands_in_a_section(self):
        for of in CHAPTERS:
            depths = [part.depth for part in of.parts if part.depth is not None]
            self.assertEqual(next((depth for depth in depths if depth >= SECTION), SECTION), SECTION, of.title)

    def test_every_title_has_a_chapter(self):
        self.assertLessEqual(set(TITLES), {of.title for of in CHAPTERS})


if __name__ == "__main__":
    unittest.main()
