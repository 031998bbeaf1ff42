"""The reader of the spells of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, wheel  # noqa: E402
from srd import spells_2014 as reader  # noqa: E402
from srd.lines_2014 import lines_of_page  # noqa: E402
from srd.spells import effects  # noqa: E402

GAP = "\t\r \xa0"


def printed(line: str) -> str:
    """A line as the text layer has it: `#` begins a heading, `>` an indent, `~` is a blank in a word, and a
    line of a list ends with `;`."""
    if line.startswith("#"):
        return line.removeprefix("#") + " "
    text = line.removeprefix(">").removesuffix(";").replace(" ", GAP).replace("~", " ")
    return (GAP + " " if line.startswith(">") else "") + text + ("" if line.endswith(";") else GAP)


def page(number: int, text: str) -> wheel.Page:
    title = f"System{GAP}Reference{GAP}Document{GAP}5.1{GAP}{number}"
    return wheel.read_page_2014(number, [title, *map(printed, text.strip("\n").split("\n"))])


def read_spell(text: str) -> dict:
    return reader.read_spell(lines_of_page(page(1, text)))


def blocks_of(text: str) -> list[str]:
    return reader.text_blocks(lines_of_page(page(1, text)))


STIR = """
#Cook’s Stir
2nd-level evocation (ritual)
Casting Time: 1 reaction, which you take when soup
boils
Range: Self (5-foot radius)
Components: V, S , M (a sp~oon worth
5 gp)
Duration: Concentration, up to 1 hour.
You stir. A guest must make a
Wisdom saving throw or take 1d4 fire damage. It has a 10-
foot walk home.
>Leek. It tastes of leek.
>At Higher Levels. You stir twice.
"""


class SpellTest(unittest.TestCase):
    def test_a_spell_has_what_its_entries_say(self):
        spell = read_spell(STIR)
        self.assertEqual((spell["slug"], spell["name"], spell["page"]), ("cooks-stir", "Cook’s Stir", 1))
        self.assertEqual((spell["level"], spell["school"], spell["ritual"]), (2, "Evocation", True))
        self.assertEqual((spell["casting_time"], spell["trigger"]), ("1 reaction", "which you take when soup boils"))
        self.assertEqual((spell["components"], spell["material"]), ("V, S, M", "a spoon worth 5 gp"))
        self.assertEqual((spell["range"], spell["duration"], spell["concentration"]), ("Self (5-foot radius)", "1 hour", True))

    def test_its_text_is_apart_from_what_higher_levels_change(self):
        spell = read_spell(STIR)
        self.assertEqual(
            spell["text"],
            "You stir. A guest must make a Wisdom saving throw or take 1d4 fire damage. It has a 10-foot walk home.\n\n"
            "***Leek.*** It tastes of leek.")
        self.assertEqual(spell["higher_level"], "You stir twice.")
        self.assertEqual((spell["saving_throw"], spell["damage_types"], spell["attack_roll"]), ("Wisdom", ["Fire"], False))

    def test_a_cantrip_has_no_level_and_can_have_one_component(self):
        spell = read_spell("#Sip\nIllusion cantrip\nCasting Time: 1 action\nRange: Touch\nComponent: V\nDuration: 1 round\nYou sip.")
        self.assertEqual((spell["level"], spell["school"], spell["components"]), (0, "Illusion", "V"))
        self.assertNotIn("trigger", spell)
        self.assertNotIn("higher_level", spell)

    def test_an_entry_that_is_missing_is_refused(self):
        for wrong in (STIR.replace("Range", "Reach"), STIR.replace("M (a sp~oon worth\n5 gp)", "M"), STIR[: STIR.index("Duration")]):
            with self.subTest(wrong), self.assertRaises(Unexpected):
                read_spell(wrong)

    def test_text_behind_the_higher_levels_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "not at its end"):
            read_spell(STIR + ">You eat.")


class TextTest(unittest.TestCase):
    def test_a_list_ends_before_a_line_with_a_gap(self):
        self.assertEqual(
            blocks_of("You eat:\n•A leek that is long enough to feed four guests;\nand their dogs, which are there as often as they;\n"
                      "•~Soup, which is what these guests like to have best.;\nThey leave."),
            ["You eat:", "- A leek that is long enough to feed four guests and their dogs, which are there as often as they",
             "- Soup, which is what these guests like to have best.", "They leave."])

    def test_a_paragraph_ends_where_there_was_room(self):
        self.assertEqual(
            blocks_of("This line is as long as any other of its column is.\nIt ends.\nSo this one is another paragraph."),
            ["This line is as long as any other of its column is. It ends.", "So this one is another paragraph."])

    def test_numbered_and_named_paragraphs_have_their_names(self):
        self.assertEqual(
            blocks_of("Roll for a color that you like, which is what they do.\n1. Red. It burns.\n2. Blue. It\ncools.\n>Round 5–10. It is hot.\nAt Higher Levels. More."),
            ["Roll for a color that you like, which is what they do.", "***1. Red.*** It burns.", "***2. Blue.*** It cools.",
             "***Round 5–10.*** It is hot.", "***At Higher Levels.*** More."])

    def test_tables_have_a_caption_and_columns_of_more_than_one_line(self):
        table = reader.Table(1, "Soups", ("Soup", "Price of It"), r"([A-Z]\w+) (\d+ gp|—)", 2)
        text = "You buy.\nSoups\nSoup Price\nof It\nLeek —\nOnion\n5 gp\n>You eat."
        with mock.patch.object(reader, "TABLES", [table]):
            self.assertEqual(
                blocks_of(text),
                ["You buy.", "**Soups**\n\n| Soup | Price of It |\n|---|---|\n| Leek | — |\n| Onion | 5 gp |", "You eat."])
            for wrong in (text.replace("Leek —", "Leek 5"), text.replace("Leek —\n", "")):
                with self.subTest(wrong), self.assertRaisesRegex(Unexpected, "rows"):
                    blocks_of(wrong)


class ListTest(unittest.TestCase):
    def setUp(self):
        for name, value in (("LISTS", (1, 1)), ("DESCRIPTIONS", (2, 2)), ("REPAIRS", [])):
            patch = mock.patch.object(reader, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def pages(self, lists: str) -> list[wheel.Page]:
        return [page(1, f"#Spell Lists\n#Cook Spells\n{lists}"), page(2, "#Spell Descriptions\n" + STIR.strip())]

    def test_a_class_has_its_spells_and_a_spell_its_classes(self):
        pages = self.pages("#Cantrips (0 Level)\n2nd Level\nCook's S~tir")
        self.assertEqual(reader.spell_lists(pages), {"Cook": [{"name": "Cook’s Stir", "level": 2, "school": "Evocation", "page": 1}]})
        self.assertEqual([(spell["name"], spell["classes"]) for spell in reader.read_spells(pages)], [("Cook’s Stir", ["Cook"])])

    def test_lists_and_descriptions_must_agree(self):
        for lists, problem in (("1st Level\nCook's Stir", "of level 2"), ("2nd Level\nSip", "no description"), ("2nd Level", "no list")):
            with self.subTest(lists), self.assertRaisesRegex(Unexpected, problem):
                reader.read_spells(self.pages(lists))

    def test_a_repair_must_find_its_error_once(self):
        pages = self.pages("2nd Level\nCook's Stir")
        with mock.patch.object(reader, "REPAIRS", [(2, r"^You\s+stir", "You\twait")]):
            self.assertTrue(reader.read_spells(pages)[0]["text"].startswith("You wait. A guest"))
        with mock.patch.object(reader, "REPAIRS", [(2, "burns", "cools")]), self.assertRaisesRegex(Unexpected, "0 times"):
            reader.read_spells(pages)


class EffectTest(unittest.TestCase):
    def test_only_what_a_spell_deals_is_its_damage(self):
        for text, types in (("It takes 2d6 cold or fire damage.", ["Cold", "Fire"]), ("It has resistance to fire damage.", []),
                            ("It is vulnerable to fire damage.", []), ("resistance to nonmagical piercing damage", []),
                            ("a sound loud enough to deal thunder damage", []), ("dealing at least 5 acid damage to it", [])):
            with self.subTest(text):
                self.assertEqual(effects(text)["damage_types"], types)

    def test_guests_make_saving_throws_together(self):
        self.assertEqual(effects("Up to three guests must make Charisma saving throws.")["saving_throw"], "Charisma")
        self.assertNotIn("saving_throw", effects("It has advantage on Charisma saving throws."))


if __name__ == "__main__":
    unittest.main()
