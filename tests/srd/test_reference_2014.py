"""The reader of the short lists and the conditions of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, wheel  # noqa: E402
from srd import reference_2014 as reader  # noqa: E402
from srd.lines_2014 import Line, lines_of_page  # noqa: E402

ABILITIES = """#Taste
•~Sweet
•~Sour
#Smell
The nose knows.
#Using Each Ability
Cooks need them.
#Taste
Taste measures your tongue.
#Taste Checks
You taste a lot.
>Sweet. Sugar,~ as in:
•~A cake
•~A pie that was
baked.
Other Taste Checks. There are more:
•~Lick a spoon
>Sour. You shiver.
#Smell
Smell measures your nose.
#Smell Checks
You sniff."""


def lines(text: str, number: int = 7) -> list[Line]:
    """Lines of a page: `>` is an indent, `#` a line without tabs, `~` a blank without a tab."""
    tabbed = ["\t" + line[1:] if line[0] == ">" else line for line in text.split("\n")]
    tabbed = [f"{line[1:]} " if line[0] == "#" else line.replace(" ", "\t\xa0").replace("~", " ") + "\t" for line in tabbed]
    return lines_of_page(wheel.read_page("srd-2014", number, "\n".join([f"System Reference Document 5.1 {number}", *tabbed])))


class Lists(unittest.TestCase):
    @mock.patch.object(reader, "ABILITIES", ("Taste", "Smell"))
    def test_abilities_and_their_skills(self):
        taste, smell, sweet, sour = reader.ability_scores(lines(ABILITIES))
        self.assertEqual((taste["slug"], taste["abbreviation"], taste["skills"]), ("tas", "TAS", ["Sweet", "Sour"]))
        self.assertEqual(taste["text"].split("\n\n"), [
            "Taste measures your tongue.", "You taste a lot.", "***Other Taste Checks.*** There are more:", "- Lick a spoon"])
        self.assertEqual((sweet["ability"], sweet["text"]), ("Taste", "Sugar, as in:\n\n- A cake\n- A pie that was baked."))
        self.assertEqual((sour["text"], "skills" in smell), ("You shiver.", False))

    @mock.patch.object(reader, "ABILITIES", ("Taste", "Smell"))
    def test_the_list_of_skills_must_agree(self):
        for wrong in (ABILITIES.replace("•~Sour\n", ""), ABILITIES.replace(">Sour. You", ">Sour you")):
            with self.assertRaisesRegex(Unexpected, "the skills of Taste are"):
                reader.ability_scores(lines(wrong))

    def test_languages_have_what_races_tell_of_them(self):
        table = "Language Typical Speakers Script\n"
        row = "".join(f"Soupish{n} Cooks, waiters Noodle\n" for n in "abcdefg")
        text = (f"#Languages\nFor example, the Pan language includes Pot. They clang.\nStandard Languages\n{table}{row}Pan Cooks —\n"
                f"Exotic Languages\n{table}{row}Deep Speech Deep cooks Pan\n#End\nIt ends.")
        races = [{"traits": [{"text": "You can speak, read, and write Common and Soupisha. It gurgles."}, {"text": "You cook."}]}]
        made = reader.languages(lines(text), races)
        self.assertEqual([made[0][key] for key in ("category", "speakers", "script", "text")],
                         ["Standard", "Cooks, waiters", "Noodle", "It gurgles."])
        self.assertEqual((made[7]["name"], "script" in made[7], made[7]["text"]), ("Pan", False, "The Pan language includes Pot. They clang."))
        self.assertEqual((made[15]["slug"], made[15]["category"], made[15]["speakers"]), ("deep-speech", "Exotic", "Deep cooks"))
        races[0]["traits"][0]["text"] = "You can speak, read, and write Common and Forkish. It clinks."
        with self.assertRaisesRegex(Unexpected, "Forkish"):
            reader.languages(lines(text), races)

    def test_number_of_entries_is_checked(self):
        with self.assertRaisesRegex(Unexpected, "1 damage types instead of 13"):
            reader.damage_types(lines("#Damage Types\nOuch.\n>Soup. It burns."))

    def test_conditions_are_lists_and_exhaustion_has_a_table(self):
        with mock.patch.object(reader, "CONDITIONS", ("Charmed", "Exhaustion")):
            charmed, exhaustion = reader.conditions(lines(
                "#Conditions\nThey vary.\n#Charmed\n•~It is a li~st of\ntwo.\n•~Two.\n#Exhaustion\nYou yawn.\nLevel Effect\n"
                + "".join(f"{n} Yawn {n}\n" for n in range(1, 7)) + "You sleep."))
        self.assertEqual(charmed["text"], "- It is a list of two.\n- Two.")
        self.assertTrue(exhaustion["text"].startswith("You yawn.\n\n| Level | Effect |\n|---|---|\n| 1 | Yawn 1 |\n"))
        self.assertTrue(exhaustion["text"].endswith("| 6 | Yawn 6 |\n\nYou sleep."))


    def test_types_of_creatures_are_told_of_in_paragraphs(self):
        text = "#Type\nThere are some.\n>Spoons are made of wood.\n>Fey are small.\n>They are few.\n#Tags\nA spoon can have one."
        with mock.patch.object(reader, "expect", lambda found, *_: found):
            found = reader.creature_types(lines(text))
        self.assertEqual([(one["name"], one["text"]) for one in found if one["name"] != "They"],
                         [("Spoon", "Spoons are made of wood."), ("Fey", "Fey are small.")])
        with self.assertRaisesRegex(Unexpected, "instead of 14"):
            reader.creature_types(lines(text))


class Proficiencies(unittest.TestCase):
    def test_classes_and_races_that_begin_with_one(self):
        cook = {"name": "Cook", "traits": {"Armor": "Aprons (not of steel), hats", "Weapons": "None", "Tools": "Two spoons of your choice",
                                           "Saving Throws": "Taste"}}
        traits = ("You have proficiency with the fork, knife, and big spoon.", "You gain proficiency in the Stirring skill.",
                "You have proficiency with cook’s tools (smith’s tools). They hit.", "You gain proficiency with the pan of your choice: big or small.")
        soupling = {"name": "Soupling", "traits": [{"text": text} for text in traits]}
        classes, races = reader.holders_by_name({"classes": [cook], "species": [soupling]})
        self.assertEqual(classes, {(False, "aprons"): ["Cook"], (False, "hats"): ["Cook"], (True, "taste"): ["Cook"]})
        self.assertEqual([name for _, name in races], ["forks", "knifes", "big spoons", "stirring", "smith’s tools"])

    def test_weapons_are_called_as_in_the_classes(self):
        weapons = [{"name": name, "page": 8} for name in ("Fork", "Ladle, light", "Ladle, hand")]
        page = wheel.Page(64, ["Weapon Proficiency", "You"], ("Weapon Proficiency ", "You\t"))
        made = reader.weapon_proficiencies(weapons, [page] * 64)
        self.assertEqual([(name, called) for name, _, _, called in made[2:]], [
            ("Forks", "forks"), ("Ladles, light", "light ladles"), ("Hand ladles", "hand ladles")])


if __name__ == "__main__":
    unittest.main()
