"""What a library of Windows withstands: files that are damaged, mapped or held by others."""

import json
import shutil

from wine import WithLibrary, name_in_windows


class TheLibrary(WithLibrary):
    """Each begins with a library that was in use."""

    def found(self) -> None:
        """Fireball is found, whatever was wrong before."""
        self.assertIn("Fireball", self.server("search", "firebal").printed)

    def test_a_library_that_is_no_database_does_not_fail_the_first_start(self):
        shutil.rmtree(self.home)
        self.home.mkdir()
        (self.home / "library.db").write_bytes(b"this is no database\n" * 500)
        self.assertIn("Fireball", self.server("search", "firebal").printed)
        kept = [file for file in self.home.iterdir() if file.name.startswith("library.db") and b"no database" in file.read_bytes()]
        self.assertEqual(len(kept), 1, "what was there is kept beside")

    def test_a_cut_library_is_salvaged_at_the_first_start(self):
        database = self.home / "library.db"
        whole = database.read_bytes()
        database.write_bytes(whole[:len(whole) // 2])
        self.found()
        self.is_sound()

    def test_the_index_is_rebuilt_while_a_server_has_it_open(self):
        serve = self.serve()
        self.assertTrue(serve.call("search_dnd_content", query="fireball", semantic=False)["success"])
        index = next(self.home.glob("index-*"))
        for segment in index.glob("*.term"):
            segment.write_bytes(b"")
        self.assertIn("Fireball", json.dumps(serve.call("search_dnd_content", query="firebal", semantic=False)))
        self.assertEqual(serve.end(), 0)
        self.found()

    def test_damaged_segments_are_rebuilt(self):
        for suffix in "idx", "term", "store", "pos", "fast", "fieldnorm":
            for damage in (lambda data: data[:len(data) // 2], lambda data: bytes(255 - byte for byte in data[:-64]) + data[-64:]):
                with self.subTest(suffix):
                    index = next(self.home.glob("index-*"))
                    segments = list(index.glob(f"*.{suffix}"))
                    self.assertTrue(segments)
                    for segment in segments:
                        segment.write_bytes(damage(segment.read_bytes()))
                    self.found()

    def test_an_index_file_that_another_program_holds_fails_no_search(self):
        holder = self.held(next(next(self.home.glob("index-*")).glob("*.term")))
        self.found()
        self.assertEqual(holder.end(), 0)
        self.found()

    def test_a_library_that_another_program_holds_is_named_with_what_to_do(self):
        holder = self.held(self.home / "library.db")
        outcome = self.server("search", "firebal", status=2)
        self.assertIn(name_in_windows(self.home / "library.db"), outcome.complaints)
        self.assertIn("another program", outcome.complaints)
        self.assertEqual(holder.end(), 0)
        self.found()

    def test_a_library_of_a_path_with_umlauts_spaces_and_emoji_works(self):
        home = self.folder / "Bücher der Zwölf 🐉" / "lib's & (2)"
        home.parent.mkdir()
        shutil.copytree(self.home, home)
        outcome = self.server("--home", home, "search", "firebal")
        self.assertIn("Fireball", outcome.printed)
        self.assertIn(name_in_windows(home), self.server("--home", home, "doctor", status=None).printed)

    def test_a_library_in_a_path_of_three_hundred_characters_works(self):
        home = self.folder.joinpath(*["a folder with a long name, of fifty characters, yes"] * 6)
        home.parent.mkdir(parents=True)
        shutil.copytree(self.home, home)
        self.assertIn("Fireball", self.server("--home", home, "search", "firebal").printed)

    def test_the_doctor_names_folders_as_users_know_them(self):
        serve = self.serve()
        self.assertTrue(serve.call("guide_library_stats")["success"])
        self.assertIn(name_in_windows(self.home), self.server("doctor", status=None).printed)
        self.assertEqual(serve.end(), 0)
