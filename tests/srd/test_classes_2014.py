"""The reader of the classes of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected  # noqa: E402
from srd import class_tables_2014 as tables  # noqa: E402
from srd import classes_2014 as classes  # noqa: E402
from srd.lines_2014 import Line, lines_of_page  # noqa: E402
from srd.wheel import read_page  # noqa: E402

# `#` is before a heading, `_` is a blank within a word, `>` is an indent, and a line of a list or a table
# ends with `$`.
COOK = """
#Cook
#Class Features
As a cook, you gain the fol_lowing class features.
#Hit Points
Hit Dice: 1d8 per cook level
Hit Points at 1st Level: 8 + your Constitution
modifier
Hit Points at Higher Levels: 1d8 per cook level
#Proficiencies
Armor: Aprons
Weapons: None
Tools: Ladles, pans,
spoons
Saving Throws: Strength, Wisdom
Skills: Choose one
#Equipment
You start with this:
•_(a) a ladle or (_b) two$
spoons$
•_An apron$
The Cook
Proficiency Spices —Spell Slots per Spell Level—
Level Bonus Features Known 1st
{levels}
#Seasoning
You season.
#Salt
You add salt.
#Pepper
Prerequisite: 5th level
You add pepper.
#Cooking Magic
You cook with magic.
#Spellcasting Ability
Wisdom is your spellcasting ability for your meals.
Spell_save_DC_=_8 + your
Wisdom modifier
#Stirring
At 3rd level, you stir:
•_Once with a$
spoon.$
•_Twice.$
It splashes.
>It steams.
#Kitchen
At 3rd level, you choose a kitchen.
#Kitchens
There are many.
#Baker
Bakers bake.
#Oven Rules
You follow them.
>Patience._Wait for it.
#Loaves
At 3rd, and 6th level, you bake.
Loaf Sizes
Level Size
3rd Small
6th Rather
large
>They rise.
#Gift
At 9th level, you choose.
>Sweet Tooth. You add sugar.
>Sour Tooth. You add lemon.
#Your Pots
They clatter.
"""
# What the text layer has for a dash.
DASH = "\x8a"
FEATURES = {1: "Seasoning, Cooking Magic", 2: "Stirring (one_spoon)", 3: "Kitchen", 4: "Stirring (two", 5: "Seasoning improvement"}


def level_rows() -> str:
    rows = []
    for level in range(1, 21):
        numbers = f"{level} {DASH if level < 3 else 2}$"
        if level == 4:
            numbers = f"{level} 2 spoons)$"
        rows.append(f"{tables.ordinal(level)} +{2 + (level - 1) // 4} {FEATURES.get(level, DASH)} {numbers}")
    return "\n".join(rows)


def tabbed(line: str) -> str:
    """A line as the text layer has it."""
    if line.startswith("#"):
        return line[1:] + " "
    text = line.removeprefix(">").removesuffix("$").replace(" ", "\t\r \xa0").replace("_", " ")
    return ("\t\r \xa0" if line.startswith(">") else "") + text + ("" if line.endswith("$") else "\t\r \xa0")


def lines(text: str, page: int = 8) -> list[Line]:
    title = "System\tReference\tDocument\t5.1\t" + str(page)
    return lines_of_page(read_page("srd-2014", page, "\n".join([title, *map(tabbed, text.strip().split("\n"))])))


def read(text: str) -> dict[str, list[dict]]:
    made: dict[str, list[dict]] = {"classes": [], "subclasses": [], "features": []}
    classes.read_class(classes.split(lines(text.replace("{levels}", level_rows()))), {"Cooks Besides": {"Cook": "A pan"}}, made)
    return {**made, "features": classes.with_slugs(made["features"])}


class Invented(unittest.TestCase):
    """Reads as if the book had a cook."""

    def setUp(self) -> None:
        self.enterContext(mock.patch.dict(tables.COLUMNS, {"Cook": "Features | Spices Known | 1st"}))
        self.enterContext(mock.patch.dict(tables.TABLES, {"Loaf Sizes": ("Level | Size", (tables.ORDINAL, "[A-Z].+"), 2)}))
        for name, value in {"SUBCLASSES": {"Baker": "baker"}, "BOXES": ("Your Pots",), "OPTIONS_OF": ("Seasoning",),
                            "SECTIONS_OF": ("Cooking Magic",), "NAMED_BELOW": ("Gift",)}.items():
            self.enterContext(mock.patch.object(classes, name, value))


class Classes(Invented):
    def test_traits_have_their_labels(self):
        made = read(COOK)["classes"][0]
        self.assertEqual(made["traits"]["Hit Points at 1st Level"], "8 + your Constitution modifier")
        self.assertEqual(made["traits"]["Tools"], "Ladles, pans, spoons")
        self.assertEqual(made["traits"]["Equipment"], "You start with this: (a) a ladle or (b) two spoons; An apron")
        self.assertEqual((made["hit_die"], made["saving_throws"], made["spellcasting_ability"]), ("d8", ["Strength", "Wisdom"], "Wisdom"))
        self.assertEqual((made["slug"], made["text"]), ("cook", "As a cook, you gain the following class features."))
        self.assertEqual(made["becoming"], {"Cooks Besides": "A pan"})

    def test_cells_are_found_wherever_the_features_are_broken(self):
        made = read(COOK)["classes"][0]
        self.assertEqual(made["columns"], ["Level", "Proficiency Bonus", "Features", "Spices Known", "1"])
        self.assertEqual(made["levels"][0], ["1st", "+2", "Seasoning, Cooking Magic", "1", "—"])
        self.assertEqual(made["levels"][3], ["4th", "+2", "Stirring (two spoons)", "4", "2"])
        self.assertEqual(made["levels"][19], ["20th", "+6", "—", "20", "2"])

    def test_a_label_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "page 8, Proficiencies"):
            read(COOK.replace("Armor: Aprons\n", ""))

    def test_a_row_with_a_cell_too_many_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "has 4 cells instead of 3"):
            tables.class_cells("Cook", "Seasoning 1 2 3")

    def test_other_columns_are_refused(self):
        with self.assertRaisesRegex(Unexpected, "columns of “The Cook”"):
            read(COOK.replace("Proficiency Spices", "Proficiency Herbs"))


class Features(Invented):
    def feature(self, slug: str) -> dict:
        return next(feature for feature in read(COOK)["features"] if feature["slug"] == slug)

    def test_levels_are_those_of_the_table(self):
        self.assertEqual(self.feature("seasoning")["levels"], [1, 5])
        self.assertEqual(self.feature("stirring-one-spoon")["levels"], [2])
        self.assertEqual(self.feature("stirring-two-spoons")["levels"], [4])

    def test_options_say_whose_they_are_and_what_they_ask_for(self):
        salt, pepper = self.feature("seasoning-salt"), self.feature("seasoning-pepper")
        self.assertEqual((salt["option_of"], salt["level"], salt["text"]), ("Seasoning", 1, "You add salt."))
        self.assertEqual((pepper["prerequisite"], pepper["level"], pepper["text"]), ("5th level", 5, "You add pepper."))

    def test_sections_and_formulas_stay_in_the_text(self):
        self.assertEqual(self.feature("cooking-magic")["text"],
                         "You cook with magic.\n\n### Spellcasting Ability\n\nWisdom is your spellcasting ability for your meals."
                         "\n\nSpell save DC = 8 + your Wisdom modifier")

    def test_a_list_ends_where_its_lines_do(self):
        self.assertEqual(self.feature("stirring-one-spoon")["text"],
                         "At 3rd level, you stir:\n\n- Once with a spoon.\n- Twice.\n\nIt splashes.\n\nIt steams.")

    def test_a_heading_in_the_plural_goes_on_with_the_feature(self):
        self.assertEqual(self.feature("kitchen")["text"], "At 3rd level, you choose a kitchen.\n\n### Kitchens\n\nThere are many.")

    def test_features_of_the_subclass_say_their_levels(self):
        loaves = self.feature("loaves")
        self.assertEqual((loaves["subclass"], loaves["levels"]), ("Baker", [3, 6]))
        self.assertIn("**Loaf Sizes**\n\n| Level | Size |\n|---|---|\n| 3rd | Small |\n| 6th | Rather large |\n\nThey rise.", loaves["text"])

    def test_named_paragraphs_are_options(self):
        self.assertEqual(self.feature("gift")["text"], "At 9th level, you choose.")
        self.assertEqual((self.feature("gift-sour-tooth")["option_of"], self.feature("gift-sour-tooth")["text"]), ("Gift", "You add lemon."))

    def test_what_says_no_level_is_a_section_of_the_subclass(self):
        self.assertEqual(read(COOK)["subclasses"], [{
            "slug": "baker", "name": "Baker", "page": 8, "class": "Cook",
            "text": "Bakers bake.\n\n### Oven Rules\n\nYou follow them.\n\n***Patience.*** Wait for it."}])

    def test_a_name_of_several_classes_begins_with_the_class(self):
        both = [{"name": "Frying", "class": "Cook"}, {"name": "Frying", "class": "Smith"}, {"name": "Grill’s Mark", "class": "Cook"}]
        self.assertEqual([it["slug"] for it in classes.with_slugs(both)], ["cook-frying", "smith-frying", "grills-mark"])

    def test_a_heading_that_nobody_knows_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "page 8: the heading “Spoons” is not expected"):
            read(COOK.replace("#Kitchen\n", "#Spoons\nThey are round.\n#Kitchen\n"))

    def test_a_feature_without_a_heading_is_refused(self):
        with self.assertRaisesRegex(Unexpected, "no heading for .'Stirring'"):
            read(COOK.replace("#Stirring\n", ""))


if __name__ == "__main__":
    unittest.main()
