"""The reader of races, backgrounds and feats of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, origins_2014, wheel  # noqa: E402
from srd.lines_2014 import Line, lines_of_page  # noqa: E402

SOUPLING = """Souplings are made of broth.
>Ability Score Increase. Your Wisdom score in~creases by 2.
>Age. They sim~mer for 9 hours.
>Alignment. Most are warm-
hearted.
>Size. They fill a bowl. Your size is Small.
Speed. Your base walking speed is 20 feet.
Warm Hands. You melt ice.
It drips.
>Ladle Lore. Choose one of the following:
Deep. You dig.
Wide. You scoop.
>Languages. You gurgle."""
ACOLYTE = """#Acolyte
You serve soup.
>You are no cook—serving is
enough.
Skill Proficiencies: Stirring, Tasting
Languages: One of your choice
Equipment: A bowl or
a cup, and a spoon
#Feature: Shelter of the Faithful
You eat for free.
#Suggested Characteristics
Acolytes are hungry."""
ROLLS = {"d8 Personality Trait": 8, "d6 Ideal": 6, "d6 Bond": 6, "d6 Flaw": 6}


def lines(text: str, number: int = 7) -> list[Line]:
    """Lines of a page: `>` is an indent, `#` a line without tabs, `~` a blank within a word."""
    tabbed = ["\t" + line[1:] if line[0] == ">" else line for line in text.split("\n")]
    tabbed = [f"{line[1:]} " if line[0] == "#" else line.replace(" ", "\t\xa0").replace("~", " ") + "\t" for line in tabbed]
    return lines_of_page(wheel.read_page("srd-2014", number, "\n".join([f"System Reference Document 5.1 {number}", *tabbed])))


def names(parts: list[dict]) -> list[str]:
    return [part["name"] for part in parts]


class Races(unittest.TestCase):
    def test_race(self):
        made = origins_2014.race("Soupling", 7, lines(SOUPLING))
        self.assertEqual((made["slug"], made["size"], made["speed"], made["text"]), ("soupling", "Small", 20, "Souplings are made of broth."))
        self.assertEqual(names(made["traits"]), ["Ability Score Increase", "Age", "Alignment", "Size", "Speed", "Warm Hands", "Ladle Lore",
                                                 "Languages"])
        self.assertEqual([part["slug"] for part in made["traits"] if "fact" not in part], ["warm-hands", "ladle-lore"])
        texts = {part["name"]: part["text"] for part in made["traits"]}
        self.assertEqual([texts[name] for name in ("Age", "Alignment", "Warm Hands", "Ladle Lore")], [
            "They simmer for 9 hours.", "Most are warm-hearted.", "You melt ice. It drips.",
            "Choose one of the following:\n\n***Deep.*** You dig.\n\n***Wide.*** You scoop."])

    def test_missing_fact_is_reported(self):
        for lost in (">Age", ">Alignment", "Speed"):
            with self.assertRaisesRegex(Unexpected, "page 7, Soupling"):
                origins_2014.race("Soupling", 7, lines(SOUPLING.replace(f"{lost}. ", f"{lost} is ")))

    def test_subrace_has_no_facts_of_its_own(self):
        text = "#Clear Soupling\nYou are thin.\n>Ability Score Increase. You gain.\n>Cantrip. You boil."
        made = origins_2014.subrace("Clear Soupling", "Soupling", lines(text))
        self.assertEqual((made["subrace_of"], made["traits"][1]["slug"]), ("Soupling", "high-elf-cantrip"))
        with self.assertRaisesRegex(Unexpected, "not just"):
            origins_2014.subrace("Clear Soupling", "Soupling", lines(f"{text}\n>Age. They cool."))

    def test_headings_are_those_that_are_expected(self):
        text = lines("#Menu\nIt is long.\n#Soup\nHot.\n#Pie\nRound.")
        self.assertEqual([len(body) for body in origins_2014.sections(text, ["Soup", "Pie"]).values()], [2, 2])
        with self.assertRaisesRegex(Unexpected, "“Pie” is not expected"):
            origins_2014.sections(text, ["Soup"])
        with self.assertRaisesRegex(Unexpected, "“Roast” is not where it is expected"):
            origins_2014.sections(text, ["Soup", "Pie", "Roast"])

    def test_table_in_the_midst_of_the_traits(self):
        rows = [f"{name} Acid 5 by 30 ft. line (Dex. save)" for name in ("Red", "Tan", "Sea", "Ash", "Jet", "Bay", "Sky", "Fox", "Owl")]
        text = "\n".join(["Hot.", ">Heat. It", "Draconic Ancestry", "Dragon Damage Type Breath Weapon", *rows,
                          "Pea Cold 15 ft. cone (Con. save)", "burns.", ">Draconic Ancestry. Choose one.", ">Breath Weapon. You blow."])
        _, parts = origins_2014.text_and_traits("Soupling", lines(text))
        self.assertEqual(parts[0]["text"], "It burns.")
        self.assertTrue(parts[1]["text"].endswith("| Pea | Cold | 15 ft. cone (Con. save) |"))
        made = origins_2014.traits([{"name": "Soupling", "traits": parts}])
        self.assertEqual((len(made), made[11]["slug"]), (13, "draconic-ancestry-pea"))
        self.assertEqual(made[11]["text"], "Choose one.\n\n**Draconic Ancestry**\n\n| Dragon | Damage Type | Breath Weapon |\n|---|---|---|\n"
                                           "| Pea | Cold | 15 ft. cone (Con. save) |\n\n***Breath Weapon.*** You blow.")
        with self.assertRaisesRegex(Unexpected, "9 rows instead of 10"):
            origins_2014.text_and_traits("Soupling", lines(text.replace(f"{rows[0]}\n", "")))

    def test_trait_that_several_races_have(self):
        races = [{"name": name, "traits": [{"slug": "nose", "name": "Nose", "page": page, "text": text}]}
                 for name, page, text in (("Soupling", 7, "You smell."), ("Pieling", 8, "You sniff."), ("Stewling", 9, "You smell."))]
        self.assertEqual(origins_2014.traits(races), [
            {"slug": "nose", "name": "Nose", "page": 7, "of": ["Soupling", "Pieling", "Stewling"],
             "text": "***Soupling, Stewling.*** You smell.\n\n***Pieling.*** You sniff."}])
        self.assertEqual(origins_2014.traits(races[::2])[0]["text"], "You smell.")


class BackgroundsAndFeats(unittest.TestCase):
    def background(self, rolls: dict[str, int]) -> dict:
        tables = [line for head, die in rolls.items() for line in (head, *(f"{n} Row {n} goes\non." for n in range(1, die + 1)))]
        return origins_2014.acolyte(lines("\n".join([ACOLYTE, *tables]), 60))

    def test_background(self):
        made = self.background(ROLLS)
        self.assertEqual(made["text"], "You serve soup.\n\nYou are no cook—serving is enough.")
        self.assertEqual((made["skills"], made["languages"], made["equipment"]),
                         (["Stirring", "Tasting"], "One of your choice", "A bowl or a cup, and a spoon"))
        self.assertEqual(made["feature"], {"name": "Shelter of the Faithful", "page": 60, "text": "You eat for free."})
        characteristics = made["characteristics"].split("\n\n")
        self.assertEqual((characteristics[0], len(characteristics)), ("Acolytes are hungry.", 5))
        self.assertTrue(characteristics[4].startswith("| d6 | Flaw |\n|---|---|\n| 1 | Row 1 goes on. |\n| 2 | Row 2 goes on. |"))

    def test_lost_roll_is_reported(self):
        with self.assertRaisesRegex(Unexpected, r"\[8, 5, 6, 6\] rows"):
            self.background({**ROLLS, "d6 Ideal": 5})

    def test_feat(self):
        made = origins_2014.grappler(lines("#Grappler\nPrerequisite: A pot\nYou boil:\n•Soup of\nthe day.\n•Stew."))
        self.assertEqual((made["prerequisite"], made["text"]), ("A pot", "You boil:\n\n- Soup of the day.\n- Stew."))
        with self.assertRaisesRegex(Unexpected, "is not a prerequisite"):
            origins_2014.grappler(lines("#Grappler\nYou boil."))


if __name__ == "__main__":
    unittest.main()
