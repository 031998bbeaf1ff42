"""The reader of the magic items of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, wheel  # noqa: E402
from srd import magic_items_2014 as reader  # noqa: E402

SPACE, CELL = "\t\r \xa0", "\t\r \xa0 "


def printed(line: str) -> str:
    """A line as the text layer has it: `#` begins a heading, `>` an indent, `|` stands between cells, `~` is
    a blank in a word, and a line of a list ends with `;`."""
    if line.startswith("#"):
        return line.removeprefix("#") + " "
    text = line.removeprefix(">").removesuffix(";").replace(" | ", CELL).replace(" ", SPACE).replace(CELL.replace(" ", SPACE), CELL)
    return (SPACE + " " if line.startswith(">") else "") + text.replace("~", " ") + ("" if line.endswith(";") else SPACE)


def page(number: int, text: str) -> wheel.Page:
    title = f"System{SPACE}Reference{SPACE}Document{SPACE}5.1{SPACE}{number}"
    return wheel.read_page_2014(number, [title, *map(printed, text.strip("\n").split("\n"))])


def read_part(text: str) -> reader.Part:
    lines = reader.texts_of(page(1, text))
    return reader.Part(lines[0].text, 1, lines[1:])


def read_item(text: str) -> dict:
    return reader.read_item(read_part(text))


SPOON = """
#Spoon of Soup
Weapon (any spoon), rare (requires attunement by a
cook)
This sp~oon stirs. It has a 10-foot-
radius smell.
>Leek. It tastes of leek. You can use
it once.
•~It is hot;
and wet.;
•~It is green.;
Once it is cold, you drop it.
"""


class ItemTest(unittest.TestCase):
    def test_an_item_has_what_its_line_says(self):
        item = read_item(SPOON)
        self.assertEqual((item["slug"], item["page"], item["rarity"], item["base"]), ("spoon-of-soup", 1, "rare", "any spoon"))
        self.assertEqual((item["attunement"], item["attunement_by"]), (True, "a cook"))
        self.assertEqual(item["line"], "Weapon (any spoon), rare (requires attunement by a cook)")

    def test_words_are_whole_and_paragraphs_have_their_names(self):
        self.assertEqual(
            read_item(SPOON)["text"],
            "This spoon stirs. It has a 10-foot-radius smell.\n\n***Leek.*** It tastes of leek. You can use it once.\n\n"
            "- It is hot and wet.\n- It is green.\n\nOnce it is cold, you drop it.")

    def test_another_condition_of_attunement_is_kept(self):
        item = read_item("#Lid\nRing, rare (requires attunement at noon)\nIt shuts.")
        self.assertEqual((item["attunement_detail"], item.get("attunement_by")), ("at noon", None))

    def test_a_bonus_makes_a_form(self):
        item = read_item("#Ladle, +1 or +2\nWeapon (ladle), rare (+1) or very\nrare (+2)\nYou have a bonus.")
        self.assertEqual((item["slug"], item["rarity"]), ("ladle", "varies"))
        self.assertEqual(
            [(form["slug"], form["name"], form["rarity"]) for form in item["variants"]],
            [("ladle-1", "Ladle, +1", "rare"), ("ladle-2", "Ladle, +2", "very rare")])

    @mock.patch.dict(reader.FORMS, {"Broth": ("Broth of {} Giant", "Type")})
    def test_a_row_makes_a_form_or_two(self):
        item = read_item(
            "#Broth\nPotion, rarity varies\nSee the table.\n"
            "Type | Salt | Rarity\nBeet/leek giant | 3 | Rare\nPea giant | 4 | Very rare\n>It is good.")
        names = [(form["slug"], form["name"], form["rarity"]) for form in item["variants"]]
        self.assertEqual(names[0], ("broth-beet", "Broth of Beet Giant", "rare"))
        self.assertEqual([name[0] for name in names], ["broth-beet", "broth-leek", "broth-pea"])
        self.assertEqual(
            item["variants"][2]["text"],
            "See the table.\n\n| Type | Salt | Rarity |\n|---|---|---|\n| Pea giant | 4 | Very rare |\n\nIt is good.")

    @mock.patch.dict(reader.FORMS, {"Soup Token": ("{} Soup Token", None)})
    def test_a_named_paragraph_makes_a_form(self):
        item = read_item(
            "#Soup Token\nWondrous item, rarity by figurine\nTokens grow.\n>Red Beet (Very Rare). It is red.\n>It stays so.\n"
            ">Leek (Rare). It is green.")
        first, second = item["variants"]
        self.assertEqual((first["slug"], first["name"], first["rarity"]), ("soup-token-red-beet", "Red Beet Soup Token", "very rare"))
        self.assertEqual(first["text"], "Tokens grow.\n\n***Red Beet (Very Rare).*** It is red.\n\nIt stays so.")
        self.assertEqual(second["text"], "Tokens grow.\n\n***Leek (Rare).*** It is green.")

    @mock.patch.dict(reader.FORMS, {"Pot": ("{} Pot", "Lid")})
    def test_an_item_without_its_forms_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "“Pot” has no forms"):
            read_item("#Pot\nRing, rare\nIt cooks.")

    @mock.patch.dict(reader.STAT_BLOCKS, {"Stew Golem": "Languages —"}, clear=True)
    def test_a_stat_block_leaves_its_name(self):
        lines = reader.texts_of(page(1, "It rises.\nStew Golem\nLarge broth, unaligned\n#Actions\nLanguages —\nIt sinks."))
        found = reader.read_blocks(reader.without_stat_blocks(lines))
        self.assertEqual(reader.to_markdown(found), "It rises.\n\n**Stew Golem**\n\nIt sinks.")
        with self.assertRaisesRegex(Unexpected, "“Stew Golem” is not as expected"):
            reader.without_stat_blocks(lines[:4])


class TableTest(unittest.TestCase):
    def table(self, text: str) -> str:
        return reader.to_markdown(reader.read_blocks(read_part(f"#Pot\n{text}").lines))

    def test_a_row_goes_on_below(self):
        self.assertEqual(
            self.table("Pots of Soup\nd4 | Effect\n1–3 | You eat\nsoup.\n4 | You drink\n>Then sleep."),
            "**Pots of Soup**\n\n| d4 | Effect |\n|---|---|\n| 1–3 | You eat soup. |\n| 4 | You drink |\n\nThen sleep.")

    def test_halves_come_below_each_other(self):
        self.assertEqual(self.table("d4 | Soup | d4 | Soup\n1 | Leek | 3 | Pea\n2 | Beet | 4 | Oat").count("\n"), 5)
        with self.assertRaisesRegex(Unexpected, "rows of more than one line"):
            self.table("d4 | Soup | d4 | Soup\n1 | Leek | 3 | Pea\n2 | Beet | 4 | Oat\nand salt")

    def test_cells_that_stand_below_each_other_end_with_a_sentence(self):
        self.assertEqual(
            self.table("Lever | Up | Down\n1 | It opens | It shuts\nfast.\nslowly.\n2 | It boils.\nIt\ncools.").split("\n")[2:],
            ["| 1 | It opens fast. | It shuts slowly. |", "| 2 | It boils. | It cools. |"])

    def test_a_number_that_lacks_is_refused(self):
        with self.assertRaisesRegex(Unexpected, r"has the numbers \[1, 3, 4\]"):
            self.table("d4 | Soup\n1 | Leek\n3–4 | Pea")

    def test_an_empty_cell_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "cells that are empty"):
            self.table("Type | Salt | Rarity\nLeek | Rare")


class PageTest(unittest.TestCase):
    def test_a_repair_is_made_as_often_as_expected(self):
        with mock.patch.object(reader, "REPAIRS", [(1, "x", "s", 2)]):
            self.assertEqual([line.text for line in reader.texts_of(page(1, "xoup\nthe x"))], ["soup", "the s"])
            with self.assertRaisesRegex(Unexpected, "“x” is there 1 times instead of 2"):
                reader.texts_of(page(1, "xoup"))

    def test_rules_have_the_section_that_they_are_in(self):
        pages = [page(1, "#Pots\nPots are hot.\n#Lids and\n#Knobs\nThey shut.\n#Pan\nRing, rare\nIt is flat.")]
        with mock.patch.multiple(reader, FIRST=1, LAST=1, STAT_BLOCKS={}, RULES={"Pots": ["Lids and Knobs"]}):
            whole, lids = reader.read_item_rules(pages)
            self.assertEqual([item["slug"] for item in reader.read_magic_items(pages)], ["pan"])
        self.assertEqual(whole["text"], "Pots are hot.\n\n### Lids and Knobs\n\nThey shut.")
        self.assertEqual((lids["slug"], lids["under"], lids["text"]), ("pots-lids-and-knobs", "Pots", "They shut."))

    def test_a_heading_that_is_not_known_is_refused(self):
        with mock.patch.multiple(reader, FIRST=1, LAST=1, STAT_BLOCKS={}, RULES={"Pots": []}):
            with self.assertRaisesRegex(Unexpected, "the headings are"):
                reader.read_item_rules([page(1, "#Pans\nThey are flat.")])


if __name__ == "__main__":
    unittest.main()
