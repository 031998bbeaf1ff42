"""The comparison of scripts/truth, on pages and entries of our own invention."""

import contextlib
import io
import json
import sqlite3
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from comparison import alignment, characters_2024, gear_2024, library, other_books, pages_2024, values  # noqa: E402
from comparison.book import Book, letters, unbroken  # noqa: E402
from comparison.outcome import Comparison, Reviewed, compare_facts, report_refused  # noqa: E402
from srd.wheel import Page  # noqa: E402

SPELLS = """Boil
Level 2 Evocation (Druid, 
Wizard)
Casting Time: 1 minute or Ritual
Range: 30 feet
Components: V, M (a pot worth 
5+ GP)
Duration: Concentration, up to 1 hour
One creature makes a Wisdom saving throw or takes 2d6 Fire dam -
age.
Simmer
Evocation Cantrip (Druid)
Casting Time: Action
Range: Touch
Components: V
Duration: Instantaneous
Soup is warm.
"""
GOLEM = """Stew Golem
Large Construct (Broth), Unaligned
AC 13  Initiative −1 (9)
HP 45 (6d10 + 12)
Speed 20 ft., Swim 30 ft.
MOD SAVE MOD SAVE MOD SAVE
Str 18 +4 +4 Dex\t8 −1 −1 Con 14 +2 +4
Int 3 −4 −4 WIS 10 +0 +0 Cha 1 −5 −5
Skills Cooking +3
Immunities Fire, Poison; Charmed, 
Poisoned
Senses Darkvision 60 ft.; Passive 
Perception 10
Languages None
CR 1/2 (XP 1 ,100; PB +2)
Traits
Steam. The golem steams. 
Actions
Ladle. Melee Attack Roll: +6, reach 5 ft.
"""
GOLEM_DETAILS = {
    "challenge_rating": "1/2", "challenge_rating_decimal": 0.5, "experience_points": 1100, "size": "Large", "type": "Construct",
    "subtype": "Broth", "alignment": "unaligned", "armor_class": 13, "hit_points": 45, "hit_dice": "6d10+12", "initiative_bonus": -1,
    "speed": "20 ft., swim 30 ft.", "saving_throws": {"Constitution": 4}, "skills": {"Cooking": 3},
    "ability_scores": {"strength": 18, "dexterity": 8, "constitution": 14, "intelligence": 3, "wisdom": 10, "charisma": 1},
    "damage_immunities": "fire, poison", "condition_immunities": "charmed, poisoned",
    "senses": "darkvision 60 ft., passive Perception 10", "languages": "None"}
GOLEM_BODY = "***Steam.*** The golem steams.\n\n### Actions\n\n***Ladle.*** Melee Attack Roll: +6, reach 5 ft."


def book(text: str, first: int = 7) -> Book:
    return Book.of([Page(number, []) for number in range(1, first)] + [Page(first, text.rstrip("\n").split("\n"))], first, first)


def quietly(run):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        return run(), printed.getvalue()


def golem(**changes) -> library.Entry:
    return library.Entry("srd-2024", "creature", "stew-golem", "Stew Golem", 7, {**GOLEM_DETAILS, **changes}, GOLEM_BODY)


class Alignment(unittest.TestCase):
    """A page and an entry, letter by letter."""

    PAGE = ["Stew Golem", "The golem is made of beef, carrots and ", "peas, and it smells of leek all day and night.", "Leeks are cut into thin rings, and then they are ",
            "fried in butter."]
    BODY = "*Large Construct*\n\n- **Speed** 20 ft.\n\nThe golem is made of beef, carrots and peas, and it smells of {smell} all day and night."

    def compared(self, smell: str, reviewed: list[Reviewed]) -> Comparison:
        comparison = Comparison("srd-2024", "the library", reviewed)
        entry = library.Entry("srd-2024", "creature", "stew-golem", "Stew Golem", 7, {}, self.BODY.format(smell=smell))
        alignment.compare([Page(7, self.PAGE)], [entry], comparison)
        return comparison

    def test_what_one_side_lacks_is_named_by_its_letters(self):
        found = self.compared("beet", []).found
        lacking = [name for name, *_ in found["paragraphs", "in an entry"]]
        self.assertEqual(lacking, ["leek", "leeksarecutintothinringsandthentheyarefriedinbutter"])
        self.assertEqual([name for name, *_ in found["entries’ texts", "on a page"]], ["beet"])

    def test_what_is_equal_or_reviewed_is_not_reported(self):
        page = Reviewed("srd-2024", "the library", "pages", "text", "an index", {"page 7": 7})
        comparison = self.compared("leek", [page])
        self.assertEqual(dict(comparison.found), {})
        self.assertEqual(comparison.counts["entries’ texts", "on a page"], 1)


class Pages(unittest.TestCase):
    def test_spell_is_read_from_its_lines(self):
        found = pages_2024.spells(book(SPELLS))
        self.assertEqual(list(found), ["boil", "simmer"])
        boil = {what: found["boil"][what] for what in ("level", "classes", "casting time", "ritual", "components", "material", "duration")}
        self.assertEqual(boil, {"level": 2, "classes": ["Druid", "Wizard"], "casting time": "1minute", "ritual": True,
                                "components": ["M", "V"], "material": "apotworth5gp", "duration": "1hour"})
        self.assertEqual((found["boil"]["save"], found["boil"]["damage dealt"]), (["wis"], ["fire"]))
        self.assertEqual(found["simmer"]["level"], 0)

    def test_stat_block_is_read_from_its_lines(self):
        found = pages_2024.creatures(book(GOLEM))["stewgolem"]
        facts = {what: found[what] for what in ("armor class", "initiative", "saves", "immunities", "condition immunities", "experience")}
        self.assertEqual(facts, {"armor class": 13, "initiative": -1, "immunities": ["fire", "poison"], "experience": 1100,
                                 "saves": {"str": 4, "dex": -1, "con": 4, "int": -4, "wis": 0, "cha": -5},
                                 "condition immunities": ["charmed", "poisoned"]})
        self.assertEqual((found["passive perception"], found["named parts"]), (10, ["ladle", "steam"]))

    def test_tables_of_gear_are_read_by_row(self):
        text = ("Ladle 1d4 Bludgeoning Light, Thrown (Range 20/60) \nVex 1/4 lb. 5 CP\nSaddle\nRiding 25 lb. 10 GP\nExotic 40 lb. 60 GP\n"
                "Military 30 lb. 20 GP\nSled 300 lb. 20 GP\nSoup — 1 SP")
        found = gear_2024.read(book(text), book("Toolbox"))
        self.assertEqual(found["weapons"]["ladle"]["range"], "20/60")
        self.assertEqual(list(found["things"]), ["saddleriding", "saddleexotic", "saddlemilitary", "sled", "soup"])
        self.assertEqual((found["things"]["soup"]["cost"], found["things"]["soup"]["weight"]), (0.1, 0))

    def test_rows_of_a_class_table_keep_their_numbers(self):
        rows = "\n".join(f"{level} +{2 + (level - 1) // 4} Stir, Taste {level} D6 —" for level in range(1, 21))
        found = characters_2024.class_levels(book(f"Cook Features\nLevel\nBonus Class Features Pots Die 1\n{rows}"))
        self.assertEqual((len(found), found["cook20"]["bonus"], found["cook20"]["columns"]), (20, 6, ["20", "1d6"]))

    def test_glossary_is_in_alphabetical_order(self):
        text = "Rules\nAroma [Condition]\nYou smell it.\nTable\nSize Food\nBoiling\nSoup boils.\nApple\nAn odd one.\nCup\nIt holds soup."
        found = pages_2024.glossary(book(text))
        self.assertEqual((list(found["conditions"]), list(found["glossary"])), (["aroma"], ["boiling", "cup"]))

    def test_broken_words_are_whole(self):
        self.assertEqual(unbroken("stir -\nring a 10-foot\npot"), "stirring a 10-foot pot")
        self.assertEqual(letters("Roll.\n1 Soup 3 Pie\nEat 10 feet away."), "roll|eat10ftaway")


class Shares(unittest.TestCase):
    def compare(self, pages: dict, entry: library.Entry, reviewed: list[Reviewed] = ()) -> tuple[int, str]:
        comparison = Comparison("srd-2024", "the library", list(reviewed))
        compare_facts(pages, library.Book([entry], "srd-2024").finders(), comparison, library.VIEWS, whole=True)
        return quietly(lambda: comparison.report() + report_refused([comparison]))

    def pages(self) -> dict:
        return {"creatures": pages_2024.creatures(book(GOLEM))}

    def test_equal_facts_agree(self):
        failures, printed = self.compare(self.pages(), golem())
        self.assertEqual(failures, 0, printed)

    def test_each_wrong_value_is_found(self):
        wrong = {"armor_class": 14, "hit_points": 44, "hit_dice": "6d10", "challenge_rating_decimal": 1.0, "experience_points": 0,
                 "speed": "20 ft.", "saving_throws": {}, "skills": {}, "damage_immunities": "fire", "condition_immunities": None,
                 "senses": "passive Perception 10", "languages": "Broth", "initiative_bonus": 3, "subtype": None, "size": "Small"}
        for field, value in wrong.items():
            with self.subTest(field):
                failures, printed = self.compare(self.pages(), golem(**{field: value}))
                self.assertEqual(failures, 1, printed)
                self.assertIn("Stew Golem, page 7", printed)

    def test_missing_entry_page_and_text_are_found(self):
        self.assertEqual(self.compare(self.pages(), library.Entry("srd-2024", "creature", "pie", "Pie", 7, GOLEM_DETAILS, ""))[0], 1)
        without = golem()
        for entry, what in ((library.Entry(*[*vars(without).values()][:4], None, without.details, without.body), "page"),
                            (library.Entry(*[*vars(without).values()][:6], "***Ladle.*** It hits. ***Steam.*** Hot."), "text")):
            with self.subTest(what):
                failures, printed = self.compare(self.pages(), entry)
                self.assertEqual(failures, 1, printed)
                self.assertRegex(printed, rf"{what} +0 of +1")

    def test_reviewed_exception_excuses_its_fact(self):
        reviewed = Reviewed("srd-2024", "the library", "creatures", "armor class", "a slip", {"Stew Golem": 7})
        failures, printed = self.compare(self.pages(), golem(armor_class=14), [reviewed])
        self.assertEqual(failures, 0, printed)
        self.assertIn("1 reviewed", printed)

    def test_exception_that_excuses_nothing_is_refused(self):
        for what, pages in (("armor class", {"Stew Golem": 7}), ("armor class", {"Stew Golem": 8}), ("armor", {"Pie": 7})):
            with self.subTest(pages):
                failures, printed = self.compare(self.pages(), golem(), [Reviewed("srd-2024", "the library", "creatures", what, "", pages)])
                self.assertEqual(failures, 1)
                self.assertIn("excuses nothing", printed)

    def test_exception_that_one_library_needs_is_kept(self):
        reviewed = Reviewed("soup", "stew", "pots", "size", "", {"Pan": 7})
        comparisons = [Comparison("soup", "stew", [reviewed]) for _ in range(2)]
        for comparison, size in zip(comparisons, (1, 2)):
            comparison.compare("pots", "size", {"name": "Pan", "page": 7}, 1, size)
        self.assertEqual(quietly(lambda: report_refused(comparisons))[0], 0)
        self.assertEqual(quietly(lambda: report_refused(comparisons[:1]))[0], 1)

    def test_few_slips_among_many_facts_pass(self):
        for slips, failures in ((2, 0), (3, 1)):
            comparison = Comparison("soup", "stew", [])
            for number in range(1000):
                comparison.compare("pots", "size", {"name": f"pot {number}", "page": 1}, 1, 2 if number < slips else 1)
            self.assertEqual(quietly(comparison.report)[0], failures)


class Library(unittest.TestCase):
    def test_entries_are_read_from_the_database(self):
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.closing(sqlite3.connect(Path(folder) / "library.db")) as database:
                database.executescript(
                    "CREATE TABLE documents (id, key); CREATE TABLE entries (id, document_id, kind, slug, name, page);"
                    "CREATE TABLE texts (entry_id, body, details); INSERT INTO documents VALUES (1, 'soups');"
                    "INSERT INTO entries VALUES (1, 1, 'spell', 'boil', 'Boil', 7);")
                database.execute("INSERT INTO texts VALUES (1, 'It boils.', ?)", [json.dumps({"level": 2})])
                database.commit()
            self.assertEqual(library.read_entries(Path(folder)),
                             [library.Entry("soups", "spell", "boil", "Boil", 7, {"level": 2}, "It boils.")])

    def test_unclean_texts_are_found(self):
        for text in ("a [[pot]]", "salt &amp; pepper", "@UUID[pot]", "stir -\nring", "#### Soup"):
            with self.subTest(text):
                entry = library.Entry("soups", "rule", "soup", "Soup", 1, {}, text)
                self.assertEqual(len(library.unclean([entry])), 1)
        self.assertEqual(library.unclean([library.Entry("soups", "rule", "soup", "Soup", 1, {}, "### Soup\n\nwell-\ndone")]), [])

    def test_names_in_another_order_are_found(self):
        entry = library.Entry("srd-2024", "weapon", "crossbow-light", "Crossbow, light", 7, {"properties": []}, "")
        find = library.Book([entry], "srd-2024").finder("weapons")
        self.assertIsNotNone(find("lightcrossbow", "Light, Crossbow"))
        self.assertIsNone(find("heavycrossbow", "Heavy Crossbow"))

    def test_slots_of_a_class_table_are_compared_by_level(self):
        body = "| Level | Proficiency Bonus | Class Features | Cantrips | 1st-Level Slots | 2nd-Level Slots |\n|---|---|---|---|---|---|\n"
        fact = {"titles": "levelcantripsspellslots", "columns": ["3", "4", "2"]}
        for slots, right in (("4 | 2", True), ("2 | 4", False), ("4 | —", False)):
            entry = library.Entry("srd-2024", "class", "cook", "Cook", 7, {}, f"{body}| 3rd | +2 | Taste | 3 | {slots} |")
            _, there, here = library.columns_view(fact, dict(library.class_levels(entry))["cook3"])
            self.assertEqual(there == here, right, slots)


class OtherBooks(unittest.TestCase):
    def shares(self, entry: library.Entry | None) -> dict:
        comparison = Comparison("other books", "the library", [])
        older = {"name": "Golem", "actions": [{"name": "Hit"}], "subtype": "broth", "damage_resistances": "fire",
                 "legendary_desc": "The golem can take 3 legendary actions."}
        other_books.creature(older, {"name": "Golem", "actions": []}, entry, comparison)
        return {what: not comparison.found["creatures", what] for _, what in comparison.counts}

    def test_what_either_version_has_must_be_there(self):
        whole = library.Entry("soups", "creature", "golem", "Golem", None, {"subtype": "Broth", "damage_resistances": "fire"},
                              "### Actions\n\nHit.\n\nThe golem can take 3 legendary actions.")
        self.assertEqual(set(self.shares(whole).values()), {True})
        bare = self.shares(library.Entry("soups", "creature", "golem", "Golem", None, {}, ""))
        self.assertEqual([what for what, right in bare.items() if right], ["found"])
        self.assertEqual(self.shares(None), {"found": False})


class Values(unittest.TestCase):
    def test_values_have_one_form(self):
        self.assertEqual(values.casting_time("1 Reaction, which you take at noon"), values.casting_time("Reaction"))
        self.assertEqual(values.casting_time("10 minutes or Ritual"), values.casting_time("10 minutes"))
        self.assertEqual(values.duration("Concentration, up to 1 hour"), values.duration("Up to 1 hour"))
        self.assertEqual(values.speeds("30 ft., Fly 60 ft. (hover), 40 ft. (cat form)"), {"walk": 30, "fly": 60, "hover": 1})
        self.assertEqual((values.number("1½"), values.number("1,320"), values.number("1/4")), (1.5, 1320, 0.25))
        self.assertEqual(values.rarities("Uncommon (Silver), or Very Rare (Gold)"), ["uncommon", "very rare"])


if __name__ == "__main__":
    unittest.main()
