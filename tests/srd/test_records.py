"""What the objects of a book become: records, on objects of our own invention."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import records, records_of_items  # noqa: E402
from srd.record import in_levels, level_table, named, part, record  # noqa: E402


def files(**lists) -> dict:
    return {name: [] for name in records.READERS} | {name.replace("_", "-"): found for name, found in lists.items()}


class RecordTest(unittest.TestCase):
    def test_a_field_without_a_value_is_left_out_but_not_one_that_is_false(self):
        [made] = record("item", {"name": "Pan", "page": 3}, {"category": None, "properties": [], "is_simple": False, "cost_gp": 0})
        self.assertEqual(made, {"kind": "item", "name": "Pan", "slug": "Pan", "page": 3, "fields": {"is_simple": False, "cost_gp": 0},
                                "text": ""})

    def test_a_slug_is_stated_or_of_the_name_after_that_of_its_owner(self):
        slugs = [record("trait", {"name": "Glow", "page": 1, **slug}, {}, owner="Plum")[0]["slug"] for slug in ({}, {"slug": "glow-2"})]
        self.assertEqual(slugs, ["Plum Glow", "glow-2"])

    def test_a_table_stands_below_the_name_of_its_paragraph(self):
        self.assertEqual(named("Glow", "It glows."), "***Glow.*** It glows.")
        self.assertEqual(named("Halt!", "| a |"), "***Halt!***\n\n| a |")

    def test_levels_are_told_in_words(self):
        self.assertEqual([in_levels([3]), in_levels([4, 11, 22])], ["3rd level", "4th, 11th and 22nd level"])

    def test_columns_of_slots_are_named_and_headings_in_a_feature_are_bold(self):
        table = level_table({"columns": ["Level", "1"], "levels": [["1", "2"]]})
        self.assertEqual(table, "| Level | 1st-Level Slots |\n|---|---|\n| 1 | 2 |")
        feature = {"name": "Taste", "levels": [1], "text": "## Sweet\n\nSugar.", "options": ["***Salt.*** No."]}
        self.assertEqual(part(feature), "### Taste\n\n*1st level*\n\n**Sweet**\n\nSugar.\n\n***Salt.*** No.")


class EntriesTest(unittest.TestCase):
    def test_a_casting_time_has_a_number_and_a_unit(self):
        times = ["Action", "1 bonus action", "10 minutes", "1 reaction, which you take", "1 action or 8 hours"]
        read = [records.casting_time(time) for time in times]
        self.assertEqual(read, ["1 action", "1 bonus action", "10 minutes", "1 reaction", "1 action or 8 hours"])

    def test_features_with_one_text_are_one_that_grows(self):
        told = {"page": 1, "class": "Cook", "text": "You stir."}
        of_class = files(features=[{"name": "Stir (1 pot)", "level": 2, **told}, {"name": "Stir (2 pots)", "level": 9, **told},
                                   {"name": "Leek", "option_of": "Stir", **told}])
        [feature] = records.features_of(of_class, lambda _: True)
        self.assertEqual((feature["name"], feature["levels"]), ("Stir", [2, 9]))

    def test_saving_throws_are_those_that_differ_from_the_modifier(self):
        scores = {"wisdom": {"modifier": 1, "save": 3}, "strength": {"modifier": 2, "save": 2}, "charisma": {"modifier": 0}}
        self.assertEqual(records.saving_throws(scores), {"Wisdom": 3})

    def test_a_rule_is_filtered_by_the_second_level_above_it(self):
        rules = [{"name": "Combat", "chapter": "Playing", "parent": "Playing", "depth": 2},
                 {"name": "Attacks", "chapter": "Playing", "parent": "Combat", "depth": 3}]
        place = records.place_of({"chapter": "Playing", "parent": "Attacks", "depth": 4}, files(rules=rules))
        self.assertEqual(place, "Combat")

    def test_a_section_that_only_describes_an_item_has_no_record(self):
        poison = {"name": "Plum Poison", "page": 1, "cost": "5 GP", "text": "It is sweet."}
        self.assertEqual(records.section(poison, files(items=[poison])), [])


class ItemsTest(unittest.TestCase):
    def test_a_form_has_a_name_of_its_own(self):
        names = [("Spoon, +1, +2, or +3", "+2"), ("Potions of Plums", "Potion of Plums (greater)"), ("Soup Token", "Leek")]
        self.assertEqual([records_of_items.full_name(*name) for name in names],
                         ["Spoon, +2", "Potion of Plums (greater)", "Soup Token (Leek)"])

    def test_a_form_keeps_what_is_told_of_all_and_of_itself(self):
        text = "Tokens grow.\n\n***Leek.*** It is green.\n\n***Beet.*** It is red."
        self.assertEqual(records_of_items.text_of(text, "Beet"), "Tokens grow.\n\n***Beet.*** It is red.")
        self.assertEqual(records_of_items.text_of("Stir.", "+1"), "Stir.")

    def test_gear_that_is_a_magic_item_is_part_of_its_record(self):
        gear = {"name": "Potion of Plums", "page": 9, "category": "Gear", "cost_gp": 50.0, "text": "Drink it."}
        magic = {"name": "Potions of Plums", "page": 90, "category": "Potion", "rarity": "varies", "text": "They are sweet.",
                 "variants": [{"name": "Potion of Plums", "rarity": "Very Rare"}]}
        lists = files(items=[gear], magic_items=[magic])
        self.assertEqual(records_of_items.item(gear, lists), [])
        whole, form = records_of_items.magic_item(magic, lists)
        self.assertEqual(whole["text"], "They are sweet.\n\nVariants: Potion of Plums")
        self.assertEqual((form["fields"]["cost_gp"], form["fields"]["rarity"], form["has_variants"]), (50.0, "very rare", True))
        self.assertEqual(form["text"], "They are sweet.\n\n***Gear, p. 9.*** Drink it.")

    def test_a_price_in_words_is_told(self):
        facts = [records_of_items.item({"name": "Pan", "page": 1, "cost": cost}, files())[0]["text"] for cost in ("2 GP", "2 GP per day")]
        self.assertEqual(facts, ["", "- **Price** 2 GP per day"])

    def test_the_levels_of_a_scroll_are_rows_of_its_table(self):
        table = "| Spell Level | Rarity |\n|---|---|\n| Cantrip | Common |\n| 3 | Uncommon |"
        names = [form["name"] for form in records_of_items.by_spell_level({"name": "Scroll", "text": table})]
        self.assertEqual(names, ["Scroll (Cantrip)", "Scroll (Level 3)"])


if __name__ == "__main__":
    unittest.main()
