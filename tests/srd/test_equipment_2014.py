"""The reader of equipment of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, wheel  # noqa: E402
from srd import equipment_2014 as reader  # noqa: E402
from srd.lines_2014 import Line, lines_of_page  # noqa: E402

GEAR = reader.Table("Kitchen", ("Item Cost Weight",), rf"(.+) {reader.COST} {reader.WEIGHT}", 5, (("Spoon", 2),), 1)
KITCHEN = """Bowl~s and more.
Kitchen
Item Cost Weight
Bowl 2~cp 1/2 lb.
Spoon
Big 1 sp —
Small 5 cp 1½ lb.
Pan, iron 1,000 gp 10 lb. (full)
Spoon rest 1 gp —
* It is hot.
>And so on."""


def lines(text: str, number: int = 7) -> list[Line]:
    """Lines of a page: `>` is an indent, `#` a line without tabs, `~` a blank within a word."""
    tabbed = ["\t" + line[1:] if line[0] == ">" else line for line in text.split("\n")]
    tabbed = [f"{line[1:]} " if line[0] == "#" else line.replace(" ", "\t\xa0").replace("~", " ") + "\t" for line in tabbed]
    return lines_of_page(wheel.read_page("srd-2014", number, "\n".join([f"System Reference Document 5.1 {number}", *tabbed])))


def texts(text: str) -> reader.Texts:
    return reader.named_texts(lines(text))


def rows(*cells: tuple[str, ...], group: str = "") -> list[reader.Row]:
    return [reader.Row(7, group, row) for row in cells]


class Tables(unittest.TestCase):
    def test_rows_have_their_group_and_the_text_goes_on(self):
        found = reader.read_table(lines(KITCHEN.replace("2~cp", "2 cp")), GEAR)
        self.assertEqual([(row.group, row.cells[0]) for row in found.rows], [
            ("", "Bowl"), ("Spoon", "Big"), ("Spoon", "Small"), ("", "Pan, iron"), ("", "Spoon rest")])
        self.assertEqual(found.rows[3].cells[1:], ("1,000 gp", "10 lb. (full)"))
        self.assertEqual((found.note, [line.clean() for line in found.before + found.after]),
                         ("* It is hot.", ["Bowls and more.", "And so on."]))

    def test_cells_with_a_blank_and_no_tab_between_them(self):
        self.assertEqual(reader.read_table(lines(KITCHEN), GEAR).rows[0].cells, ("Bowl", "2 cp", "1/2 lb."))

    def test_missing_rows_groups_and_tables_are_reported(self):
        for text, problem in ((KITCHEN.replace("Small 5 cp 1½ lb.\n", ""), "4 rows instead of 5"), (KITCHEN.replace("Spoon\n", ""), "groups"),
                              (KITCHEN.replace("* It", "Fork 1 cp —\n* It"), "6 rows"), (KITCHEN.replace("Cost", "Price"), "is not there")):
            with self.assertRaisesRegex(Unexpected, problem):
                reader.read_table(lines(text), GEAR)


class Sections(unittest.TestCase):
    def test_headings_have_no_tabs(self):
        found = reader.texts_by_heading(lines("Prelude.\n#Soup\n>Hot.~ A hot\nsoup steams.\n>It burns.\n#Pie\nPlain.\n>Round. It rolls."))
        self.assertEqual(found, {"Soup": {"Hot": (7, "A hot soup steams.\n\nIt burns.")}, "Pie": {"Round": (7, "It rolls.")}})

    def test_what_is_missing_or_there_twice_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "“Soup” is there twice"):
            reader.texts_by_heading(lines("#Soup\nHot.\n#Soup\nCold."))
        with self.assertRaisesRegex(Unexpected, "“Cake” is not where it is expected"):
            reader.texts_by_heading(lines("#Soup\nHot."))["Cake"]


class Things(unittest.TestCase):
    def test_price_and_weight_as_printed_and_as_numbers(self):
        self.assertEqual(reader.priced(7, "Cook’s hat (bag of 1,000)", "Hats", "5 cp", "1½ lb."), {
            "slug": "cooks-hat-bag-of-1000", "name": "Cook’s hat (bag of 1,000)", "page": 7, "category": "Hats", "cost": "5 cp", "cost_gp": 0.05,
            "weight": "1½ lb.", "weight_lb": 1.5})
        self.assertNotIn("cost_gp", reader.priced(7, "Apron", "Hats", "×4", "×2"))

    def test_weapon(self):
        names = ["Two-Handed", "Thrown", "Versatile", "Special"]
        ladle, pan = reader.weapons(rows(("Ladle", "1 sp", "1d4 wet", "2 lb.", "Thrown (range 5/15), versatile (1d6)"),
                                         ("Pan", "1 gp", "—", "—", "Special"), group="Simple Melee Weapons"), texts(">Pan. It clangs."), names)
        self.assertEqual((ladle["category"], ladle["simple"], ladle["melee"]), ("Simple Melee Weapon", True, True))
        self.assertEqual(ladle["properties"], ["Thrown (range 5/15)", "Versatile (1d6)"])
        self.assertEqual((ladle["range"], ladle["damage_dice"], ladle["damage_type"], ladle["two_handed_damage_dice"]), ("5/15", "1d4", "wet", "1d6"))
        self.assertEqual((pan["text"], "damage_dice" in pan, "text" in ladle), ("It clangs.", False, False))
        with self.assertRaisesRegex(Unexpected, "“sticky” is not a property"):
            reader.weapon_property("sticky", names)

    def test_armor_names(self):
        self.assertEqual([reader.armor_name(name) for name in ("Half dough", "Noodle mail", "Shield")], ["Half Dough Armor", "Noodle Mail", "Shield"])

    def test_a_description_is_that_of_the_name_its_beginning_or_the_group(self):
        described, used = texts(">Oil. It is oil.\n>Pan, Big. It is big.\n>Magic Spoon. It stirs."), set()
        found = [reader.description(name, group, described, used) for name, group in (
            ("Oil (flask)", ""), ("Oil, old", ""), ("Oilcloth", ""), ("Pan, big", ""), ("Silver", "Magic spoon"))]
        self.assertEqual(found, ["It is oil.", "It is oil.", "", "It is big.", "It stirs."])
        reader.refuse_unused(described, used)
        with self.assertRaisesRegex(Unexpected, "Oil"):
            reader.refuse_unused(described, {"Pan, Big", "Magic Spoon"})

    def test_barding_costs_four_times_as_much_and_weighs_twice_as_much(self):
        made = reader.barding(7, reader.Row(6, "Heavy", ("Noodle mail", "1,500 gp", "14", "—", "—", "7 lb.")), "It fits a cow.")
        self.assertEqual((made["name"], made["cost"], made["cost_gp"], made["weight_lb"]), ("Barding: Noodle mail", "6,000 gp", 6000, 14))

    def test_packs(self):
        held = "".join(f", {words}" for words in reader.IN_PACKS.values())
        made = reader.packs(texts(f"Cook’s Pack (3 gp). Includes a spoon{held}.\nWaiter’s Pack (1 gp). Includes a tray."))
        self.assertEqual([(found["slug"], found.get("cost_gp")) for found in made[:3]], [("cooks-pack", 3), ("waiters-pack", 1), ("alms-box", None)])
        self.assertTrue(made[2]["text"].startswith("***Cook’s Pack (3 gp).*** Includes a spoon, an alms box"))
        with self.assertRaisesRegex(Unexpected, "0 packs contain"):
            reader.packs(texts("Waiter’s Pack (1 gp). Includes a tray."))

    def test_a_line_may_begin_with_the_end_of_a_parenthesis(self):
        self.assertEqual([line.clean() for line in reader.whole_parentheses(lines(">Bad Soup (In~jury\n). It burns."))],
                         ["Bad Soup (Injury). It burns."])


class Goods(unittest.TestCase):
    TRADE = "| Cost | Goods |\n|---|---|\n| 1 cp | 1 lb. of peas |\n| 5 sp | 1 lb. of jam or honey, or one bee |\n| 1 gp | 1 sq. yd. of lace |"
    COINS = "| Coin | CP |\n|---|---|\n| Tin (cp) | 1 |"

    def rules(self) -> list[dict]:
        return [{"slug": "equipment-trade-goods", "page": 7, "text": self.TRADE}, {"slug": "standard-exchange-rates", "page": 8, "text": self.COINS}]

    def test_a_row_can_name_several_goods_of_one_measure(self):
        with mock.patch.object(reader, "GOODS", 6):
            found = reader.goods_and_coins(self.rules())
        self.assertEqual([(one["name"], one["cost"], one.get("weight"), one["page"]) for one in found], [
            ("Peas", "1 cp", "1 lb.", 7), ("Jam", "5 sp", "1 lb.", 7), ("Honey", "5 sp", "1 lb.", 7), ("Bee", "5 sp", None, 7),
            ("Lace", "1 gp", None, 7), ("Tin Piece", "1 cp", None, 8)])

    def test_another_number_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "instead of 28"):
            reader.goods_and_coins(self.rules())


if __name__ == "__main__":
    unittest.main()
