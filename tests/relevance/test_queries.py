"""The judged queries are sound, and the figures mean what README.md says."""

import json
import re
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from measuring.queries import (FAMILIES, FOLDER, SEARCH, Query, begins_so, figures, fold, keeps_order, key, keys, mean,  # noqa: E402
                               read, stems, without_a_shared_word)

QUERIES = list(read())
# The tools that take free text.
TOOLS = {SEARCH, "lookup_spell", "lookup_creature", "lookup_equipment", "lookup_character_option", "lookup_rule"}
LEAST = dict.fromkeys(FAMILIES, 40) | {"homebrew": 20, "unanswerable": 80}


class Queries(unittest.TestCase):
    def test_there_are_enough_and_their_ids_are_consecutive(self) -> None:
        self.assertGreaterEqual(len(QUERIES), 500)
        for family in FAMILIES:
            numbers = [query.number for query in QUERIES if query.family == family]
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)), family)
            self.assertGreaterEqual(len(numbers), LEAST[family], family)

    def test_both_halves_of_every_family_have_equal_size(self) -> None:
        sizes = Counter((query.family, query.half) for query in QUERIES)
        for family in FAMILIES:
            self.assertIn(sizes[family, "tune"] - sizes[family, "report"], (0, 1), family)

    def test_every_query_has_a_tool_and_consistent_judgements(self) -> None:
        asked = Counter((query.query.lower(), query.tool, json.dumps(query.filters)) for query in QUERIES)
        self.assertEqual([question for question, times in asked.items() if times > 1], [])
        for query in QUERIES:
            self.assertIn(query.tool, TOOLS, query.id)
            self.assertTrue(query.query.strip(), query.id)
            self.assertEqual(bool(query.best), query.is_answerable, query.id)
            self.assertTrue(query.is_answerable or not query.judged, query.id)
            self.assertEqual(len(query.judged), len(set(query.judged)), query.id)

    def test_the_best_answers_of_the_homebrew_queries_are_in_the_homebrew(self) -> None:
        book = (FOLDER / "homebrew.orcbrew").read_text(encoding="utf-8")
        names = {fold(name) for name in re.findall(r':name\s+"((?:[^"\\]|\\.)*)"', book)}
        for query in QUERIES:
            for name in (name for of_kind in query.best.values() for name in of_kind if query.family == "homebrew"):
                self.assertTrue(fold(name) in names or any(begins_so(fold(name), other) for other in names), f"{query.id}: {name}")


class Words(unittest.TestCase):
    def test_words_are_shared_by_their_stems_and_despite_a_typo(self) -> None:
        entries = {"spell glowing-moth": "glowing-moth\nIt flutters over the dragons' hoard."}

        def unlike(words: str) -> bool:
            return bool(without_a_shared_word([Query("x", "x-1", words, best={"spell": ["glowing-moth"]})], entries))

        self.assertTrue(unlike("what is it that the insect does over me"))
        for shared in ["a glow", "moths", "DRAGON treasure", "dargon treasure", "it fluttrs"]:
            self.assertFalse(unlike(shared), shared)
        self.assertEqual(stems("Running, it's a Café"), {"running", "run", "cafe", "caf"})

    def test_an_exact_name_counts_before_a_prefix(self) -> None:
        query = Query("x", "x-1", "a blade", best={"magic-item": ["Ash Blade*"]}, good={"magic-item": ["Ash Blade of Rust"]})
        for kind, name, expected in [("magic-item", "Ash Blade (Rapier)", "Ash Blade*"), ("magic-item", "Ash Blade", "Ash Blade*"),
                                     ("magic-item", "Ash Blade of Rust", "Ash Blade of Rust"), ("weapon", "Ash Blade", "Ash Blade")]:
            self.assertEqual(query.counts_as(kind, name), key(kind, expected))
        self.assertEqual(keys({"spell": ["Émile’s  Æther"]}), ["spell emile's aether"])


class Figures(unittest.TestCase):
    def assert_near(self, found: tuple, expected: tuple) -> None:
        for one, other in zip(found, expected, strict=True):
            self.assertAlmostEqual(one, other)

    def test_the_best_order_scores_one(self) -> None:
        self.assert_near(figures(["a", "b", "x"], {"a": 2, "b": 1}), (1, 1, 1, 1))
        names = list("abcdefghijkl")
        self.assert_near(figures(names, dict.fromkeys(names, 1)), (1, 1, 1, 1))

    def test_good_answers_count_less_the_later_they_come(self) -> None:
        # Gains 0, 1, 3 at the places 1, 2, 3: 1 / log2(3) + 3 / 2; at best 3 + 1 / log2(3) + 1 / 2.
        self.assert_near(figures(["x", "b", "a"], {"a": 2, "b": 1, "c": 1}), (0, 1, 0.5, 2.13092975 / 4.13092975))
        self.assert_near(figures(["x", "y", "z", "b"], {"b": 1})[:3], (0, 0, 0.25))
        self.assert_near(figures([*"0123456789", "a"], {"a": 2}), (0, 0, 0, 0))

    def test_a_repeated_name_counts_once(self) -> None:
        # Gains 3, 0, 1: 3 + 1 / 2; at best 3 + 1 / log2(3).
        self.assert_near(figures(["a", "a", "b"], {"a": 2, "b": 1}), (1, 1, 1, 3.5 / 3.63092975))

    def test_nothing_scores_zero(self) -> None:
        for found in [figures([], {"a": 2}), figures(["a"], {}), mean([])]:
            self.assertEqual(found, (0, 0, 0, 0))
        self.assert_near(mean([(0, 1, 0.5, 0.75), (0, 0, 0, 0)]), (0, 0.5, 0.25, 0.375))

    def test_an_order_is_kept_when_expected_leaders_come_first(self) -> None:
        hits = ["paladin", "x", "cleric", "rogue"]
        self.assertTrue(keeps_order(hits, ["paladin", "cleric"], ["rogue"]))
        self.assertTrue(keeps_order(hits, ["cleric"], ["not there"]))
        self.assertFalse(keeps_order(hits, ["cleric"], ["x"]))
        self.assertFalse(keeps_order(hits, ["not there"], ["rogue"]))


if __name__ == "__main__":
    unittest.main()
