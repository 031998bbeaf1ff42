"""The reader of the stat blocks of SRD 5.1, on pages of our own invention."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from srd import Unexpected, creatures_2014, wheel  # noqa: E402
from srd.creature_forms_2014 import changed_speed, diseased, form, swarms  # noqa: E402
from srd.creatures_2014 import Chapter, Prose, Table, pieces, read_prose, read_stat_block  # noqa: E402
from srd.lines_2014 import Line, read_lines  # noqa: E402

GAP = "\t\r \xa0"
STEW = """Monsters (S)
Soups
Stew Golem
Large_construct_(broth,_hot),_any_evil
alignment
Armor_Class_13_(natural_armor)
Hit_Points_45_(7d10_+_7)
Speed_20_ft.,_swim_30_ft.
STR_DEX_CON_INT_WIS_CHA
18_(+4)_8_(−1)_13_(+1)_3_(−4)_10_(+0)_1_(−5)
Saving_Throws_Con_+3,_Cha_−3
Skills_Stealth_+1_(+3_in_a_kitchen)
Damage_Immunities_fire,_poi son;_bludgeoning
from_nonmagical_spoons_Senses_smell_60_ft.,_passi ve
Perception_10
Languages_—
Challenge_1/2_(100_XP)
Steam. _The_golem_steams._It_smells_of
leek.
Innate_Spellcasting_(1/Day). _The_golem_can_cast
these,_requiring_only_a_spoon:
At_will:_boil,*_simmer
1/day_each:_season,_stir_the
pot
*The_golem_casts_this_on_itself.
Of_the_Ladle. _It_is_made_for_one.
Actions
Ladle. _Melee_Weapon_Attack: _+6_to_hit,_reach_5_ft.,_one
target._Hit:_9_(1d10_+
4)piercing_damage,_or_5_(1d4
+3)_fire_damage,lukewarm
Boil_(Recharge_5–6). _Each_creature_in_a_10 -\xad‐
foot_cone_burns.
>It_goes_out_at_the_end_of_the_golem’s_turn.
Breath_Weapons_(Recharge_6). _One_of_these:
Leek_Breath. _It_smells.
Onion_Breath. _It_stings.
Reactions
Lid. _The_golem_shuts_it.
Legendary_Actions
The_golem_can_take_2_legendary_actions,_choosing
from_these.
Slop_(Costs_2_Actions). _It_slops.
Breads
Bread Mimic
Tiny_swarm_of_Tiny_beasts,unaligned
Armor_Class_11_(12_with_crust)
Hit_Points_2_(1d4)
Speed_10_ft.
STR_DEX_CON_INT_WIS_CHA
1_(−5)_13_(+1)_10_(+0)_1_(−5)_10_(+0)_1_(−5)
Senses_passive_Perception_10
Languages_—
Challenge_0_(0_XP)
"""


def lines(text: str, number: int = 1) -> list[Line]:
    """The lines of a page: `_` is the tab between words, a line with `>` is indented."""
    printed = [f"System{GAP}Reference{GAP}Document{GAP}5.1{GAP}{number}", *text.replace(">", f"{GAP} ").replace("_", GAP).split("\n")]
    page = wheel.read_page_2014(number, printed)
    return read_lines([page], 1, 1)


def stew() -> list[dict]:
    chapter = Chapter()
    chapter.read(lines(STEW))
    return chapter.creatures


class StatBlocks(unittest.TestCase):
    def test_names_kinds_and_facts(self):
        golem, mimic = stew()
        self.assertEqual((golem["slug"], golem["name"], golem["page"]), ("stew-golem", "Stew Golem", 1))
        self.assertEqual((golem["size"], golem["type"], golem["tags"]), ("Large", "Construct", ["broth", "hot"]))
        self.assertEqual(golem["alignment"], "any evil alignment")
        self.assertEqual((golem["armor_class"], golem["armor_class_text"]), (13, "natural armor"))
        self.assertEqual((golem["hit_points"], golem["hit_dice"], golem["speed"]), (45, "7d10 + 7", "20 ft., swim 30 ft."))
        self.assertEqual(golem["abilities"]["dexterity"], {"score": 8, "modifier": -1})
        self.assertEqual(golem["saves"], {"Constitution": 3, "Charisma": -3})
        self.assertEqual((golem["skills"], golem["skills_text"]), ({"Stealth": 1}, "Stealth +1 (+3 in a kitchen)"))
        self.assertEqual((golem["cr"], golem["xp"], golem["proficiency_bonus"]), ("1/2", 100, 2))
        self.assertEqual((mimic["type"], mimic["swarm_of"], mimic["alignment"]), ("Beast", "Tiny", "unaligned"))
        self.assertEqual((mimic["armor_class"], mimic["armor_class_text"], mimic["languages"]), (11, "12 with crust", "—"))

    def test_a_fact_may_follow_another_in_its_line(self):
        golem = stew()[0]
        self.assertEqual(golem["damage_immunities"], "fire, poison; bludgeoning from nonmagical spoons")
        self.assertEqual(golem["senses"], "smell 60 ft., passive Perception 10")

    def test_features_lists_and_notes(self):
        golem = stew()[0]
        self.assertEqual(golem["traits"], [
            {"name": "Steam", "text": "The golem steams. It smells of leek."},
            {"name": "Innate Spellcasting (1/Day)",
             "text": "The golem can cast these, requiring only a spoon:\n\n- At will: boil,\\* simmer\n"
                     "- 1/day each: season, stir the pot\n\n\\*The golem casts this on itself."},
            {"name": "Of the Ladle", "text": "It is made for one."}])

    def test_actions_with_slips_of_the_text_layer(self):
        golem = stew()[0]
        self.assertEqual([action["name"] for action in golem["actions"]],
                         ["Ladle", "Boil (Recharge 5–6)", "Breath Weapons (Recharge 6)"])
        self.assertEqual(golem["actions"][0]["text"], "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 9 (1d10 + 4) "
                                                      "piercing damage, or 5 (1d4 + 3) fire damage, lukewarm")
        self.assertEqual(golem["actions"][1]["text"],
                         "Each creature in a 10-foot cone burns.\n\nIt goes out at the end of the golem’s turn.")
        self.assertEqual(golem["actions"][2]["text"],
                         "One of these:\n\n***Leek Breath.*** It smells.\n\n***Onion Breath.*** It stings.")

    def test_reactions_and_legendary_actions(self):
        golem = stew()[0]
        self.assertEqual(golem["reactions"], [{"name": "Lid", "text": "The golem shuts it."}])
        self.assertEqual((golem["legendary_uses"], golem["legendary_text"]),
                         (2, "The golem can take 2 legendary actions, choosing from these."))
        self.assertEqual(golem["legendary_actions"], [{"name": "Slop (Costs 2 Actions)", "text": "It slops."}])

    def test_what_is_not_as_expected_is_refused(self):
        for right, wrong in (("45_(", "46_("), ("8_(−1)", "8_(−2)"), ("Languages_—\n", ""), ("1/2_(100_XP)", "one_half"),
                             ("Con_+3,", "Con,"), ("can_take_2", "has"), ("passi ve\nPerception", "passive\nsmell"),
                             ("Monsters (S)", "It_begins_before."), ("45_(7d10_+_7)", "about_45")):
            with self.subTest(wrong), self.assertRaises(Unexpected):
                chapter = Chapter()
                chapter.read(lines(STEW.replace(right, wrong, 1)))

    def test_hit_points_may_be_words(self):
        golem = read_stat_block(lines(STEW.replace("45_(7d10_+_7)", "those_of_its_cook").split("Breads")[0])[2:], "Cookbook")
        self.assertEqual((golem["of"], golem["hit_points_text"], "hit_points" in golem), ("Cookbook", "those of its cook", False))


class Prose2014(unittest.TestCase):
    SECTION = Prose("Of Cooks", "Part One: Of Cooks", (
        Table("Hat Soup Cook", ("Hat", "Soup", "Cook"), r"([A-Z][a-z ]+) (leek|onion) (\w+)", 2),))

    def test_titles_paragraphs_and_tables(self):
        text = ("Part One:\nOf Cooks\nA_cook_has_a_hat.\n>Hats. _They_are_tall.\nHat_Soup\nCook\nLow_or\nflat_leek_one\n"
                "Tall_onion_two\n>It_is_done.")
        self.assertEqual(read_prose(self.SECTION, lines(text)), {
            "slug": "monsters-of-cooks", "name": "Of Cooks", "page": 1, "section": "Monsters",
            "text": "A cook has a hat.\n\n***Hats.*** They are tall.\n\n| Hat | Soup | Cook |\n|---|---|---|\n"
                    "| Low or flat | leek | one |\n| Tall | onion | two |\n\nIt is done."})

    def test_a_table_that_lacks_rows_is_refused(self):
        for text in ("Part One:\nOf Cooks\nA_cook.", "Part One:\nOf Cooks\nHat_Soup_Cook\nTall_onion_two\nA_cook."):
            with self.assertRaises(Unexpected):
                read_prose(self.SECTION, lines(text))


class AboutTheWhole(unittest.TestCase):
    BITE = "Bite. _It_bites_one_creature_of_its_choice_with_teeth.\n"

    def kinds(self, text: str) -> list[str]:
        import re
        return [piece.kind for piece in pieces(lines(text), re.compile(r"[^.]*\b(?:an? soup|soups)\b", re.IGNORECASE))]

    def test_it_begins_where_the_line_before_had_room(self):
        self.assertEqual(self.kinds("Bite. _It_bites_one_creature_of_its\nchoice.\nWho_eats_is_full."), ["feature", "about"])
        self.assertEqual(self.kinds(self.BITE + "Immediately_it_is_full."), ["feature"])

    def test_it_begins_with_the_name(self):
        self.assertEqual(self.kinds(self.BITE + "Unlike_salads,_soups\nare_eaten_hot._It_is_said.\n>Soups_last."),
                         ["feature", "about", "paragraph"])


class Forms(unittest.TestCase):
    BASE = {"slug": "weresoup", "name": "Weresoup", "page": 3, "size": "Medium", "armor_class": 10, "text": "About it.",
            "armor_class_text": "10 in humanoid form, 11 (crust) in soup and hybrid form",
            "speed": "30 ft. (40 ft., climb 30 ft. in soup or hybrid form)", "senses": "smell 60 ft. (soup form only), sight 10 ft.",
            "traits": [{"name": "Shapechanger", "text": "It becomes a Large soup-humanoid hybrid or a Large soup."},
                       {"name": "Spill (Soup Form Only)", "text": "It spills."}],
            "actions": [{"name": "Bite (Soup or Hybrid Form Only)", "text": "It bites."}, {"name": "Cook", "text": "It cooks."}]}

    def test_a_form_has_what_its_block_gives_it(self):
        human, hybrid, soup = (form(self.BASE, *names) for names in (("Human", "humanoid"), ("Hybrid", "hybrid"), ("Soup", "soup")))
        self.assertEqual((soup["slug"], soup["name"], soup["variant_of"]), ("weresoup-soup", "Weresoup, Soup Form", "Weresoup"))
        self.assertEqual([made["size"] for made in (human, hybrid, soup)], ["Medium", "Large", "Large"])
        self.assertEqual([made["speed"] for made in (human, hybrid, soup)], ["30 ft.", "40 ft., climb 30 ft.", "40 ft., climb 30 ft."])
        self.assertEqual([made["armor_class"] for made in (human, hybrid, soup)], [10, 11, 11])
        self.assertEqual([made.get("armor_class_text") for made in (human, soup)], [None, "crust"])
        self.assertEqual([made["senses"] for made in (human, soup)], ["sight 10 ft.", "smell 60 ft., sight 10 ft."])
        self.assertEqual([len(made["traits"]) for made in (human, hybrid, soup)], [1, 1, 2])
        self.assertEqual([len(made["actions"]) for made in (human, hybrid, soup)], [1, 2, 2])
        self.assertNotIn("text", soup)

    def test_a_form_may_be_described_in_a_paragraph(self):
        text = ("It becomes a Tiny bread or steam.\n\nWhile in steam form, it can’t take any actions. It has a flying speed of 20 feet "
                "and can hover.")
        base = {**self.BASE, "speed": "30 ft.", "traits": [{"name": "Shapechanger", "text": text}]}
        steam = form(base, "Steam", "steam")
        self.assertEqual((steam["speed"], "actions" in steam), ("0 ft., fly 20 ft. (hover)", False))
        self.assertEqual(form(base, "Bread", "bread")["size"], "Tiny")
        with self.assertRaises(Unexpected):
            form({**base, "traits": []}, "Bread", "bread")

    def test_speeds_change_in_their_order(self):
        self.assertEqual(changed_speed("20 ft., climb 20 ft.", "a burrowing speed of 5 feet"), "20 ft., burrow 5 ft., climb 20 ft.")
        about = "a walking speed of 5 feet, a flying speed of 30 feet, and no climbing speed"
        self.assertEqual(changed_speed("20 ft., climb 20 ft.", about), "5 ft., fly 30 ft.")

    def test_variants_of_boxes(self):
        rat = {"slug": "rat", "name": "Rat", "page": 4, "cr": "0", "xp": 0, "actions": [{"name": "Bite", "text": "It bites."}],
               "text": "**Variant**\n\nA sick rat has a challenge rating of 1/8 (25 XP).\n\n***Bite.*** It bites badly."}
        sick = diseased(rat)
        self.assertEqual((sick["slug"], sick["name"], sick["cr"], sick["xp"]), ("rat-diseased", "Rat (Diseased)", "1/8", 25))
        self.assertEqual(sick["actions"], [{"name": "Bite", "text": "It bites badly."}])
        with self.assertRaises(Unexpected):
            diseased({**rat, "text": "**Variant**\n\nA sick rat sneezes."})

    def test_swarms_of_a_box(self):
        box = ("**Variant**\n\nThere are many.\n\n***Swarm of Peas.*** They have the following additional traits.\n\n***Roll.*** They roll."
               "\n\n***Swarm of Beans.*** Who eats them is full.")
        insects = {"slug": "swarm", "name": "Swarm", "page": 5, "speed": "5 ft.", "traits": [{"name": "Swarm", "text": "It swarms."}],
                   "actions": [{"name": "Bites", "text": "They bite."}], "text": box}
        peas, beans = swarms(insects)
        self.assertEqual((peas["slug"], [trait["name"] for trait in peas["traits"]]), ("swarm-of-peas", ["Swarm", "Roll"]))
        self.assertEqual(beans["actions"][0]["text"], "They bite.\n\nWho eats them is full.")
        self.assertEqual(insects["actions"][0]["text"], "They bite.")


class WholeBook(unittest.TestCase):
    def test_a_section_that_is_not_there_is_refused(self):
        empty = [wheel.Page(number, [], ()) for number in range(1, 404)]
        with self.assertRaises(Unexpected):
            creatures_2014.read_creatures(empty)


if __name__ == "__main__":
    unittest.main()
