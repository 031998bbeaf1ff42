"""What a library of Windows withstands: files that are damaged, mapped or held by others."""

import json
import shutil
import threading

from wine import WithLibrary, name_in_windows

NO_DATABASE = b"this is not a database\n" * 500
# Bytes at the end of an index file, which describe it.
FOOTER = 128


class TheLibrary(WithLibrary):
    """Each begins with a library that was in use."""

    def found(self, words: str = "firebal") -> str:
        """Returns what a search by words prints; Fireball is found, whatever was wrong before."""
        printed = self.server("search", words, "--json").printed
        self.assertIn("Fireball", printed)
        return printed

    def test_a_library_that_is_no_database_does_not_fail_the_first_start(self):
        for first in "search", "serve":
            with self.subTest(first):
                shutil.rmtree(self.home)
                self.home.mkdir()
                (self.home / "library.db").write_bytes(NO_DATABASE)
                if first == "search":
                    self.found()
                else:
                    serve = self.serve()
                    self.assertIn("Fireball", json.dumps(serve.call("search_dnd_content", query="firebal", semantic=False)))
                    self.assertEqual(serve.end(), 0)
                kept = [file for file in self.home.glob("library.damaged-*.db") if file.read_bytes() == NO_DATABASE]
                self.assertEqual(len(kept), 1, "what was there is kept beside")

    def test_a_cut_library_is_salvaged_at_the_first_start(self):
        database = self.home / "library.db"
        whole = database.read_bytes()
        database.write_bytes(whole[:len(whole) // 2])
        self.found()
        self.is_sound()

    def damage_index(self, suffix: str, length_stays: bool) -> None:
        """Damages the index files of a kind, but for the last bytes with which each describes itself. Any
        program that has such a file in memory sees the damage; it must not become shorter for them."""
        files = list(next(self.home.glob("index-*")).glob(f"*.{suffix}"))
        self.assertTrue(files, suffix)
        for file in files:
            data, end = file.read_bytes()[:-FOOTER], file.read_bytes()[-FOOTER:]
            with file.open("r+b") as opened:
                opened.write(bytes(255 - byte for byte in data) if length_stays else data[:len(data) // 2] + end)
                if not length_stays:
                    opened.truncate()

    def test_a_damaged_index_is_rebuilt(self):
        before = self.found("fire")
        for suffix, length_stays in ("idx", True), ("store", True), ("term", False):
            with self.subTest(f"{suffix}, {'changed' if length_stays else 'cut'}"):
                self.damage_index(suffix, length_stays)
                self.assertEqual(self.found("fire"), before)
        self.is_sound()

    def test_an_index_that_is_damaged_under_a_server_is_rebuilt_by_it(self):
        serve = self.serve()

        def found() -> str:
            answer = serve.call("search_dnd_content", query="fire", semantic=False)
            return json.dumps(answer["value"])

        before = found()
        for suffix in "idx", "term", "store":
            with self.subTest(suffix):
                self.damage_index(suffix, length_stays=True)
                # A command beside the server, which has the files in memory, rebuilds them, too.
                self.found()
                self.assertEqual(found(), before)
        self.assertEqual(serve.end(), 0)
        self.found()
        self.is_sound()

    def test_an_index_file_that_another_program_holds_is_waited_for_or_named(self):
        holder = self.held(next(next(self.home.glob("index-*")).glob("*.term")))
        outcome = self.server("search", "firebal", status=None)
        if outcome.status == 0:
            self.assertIn("Fireball", outcome.printed)
        else:
            self.assertEqual(outcome.status, 2)
            self.assertIn("another program", outcome.complaints)
        self.assertEqual(holder.end(), 0)
        self.found()

    def test_a_library_that_is_held_for_a_moment_is_waited_for(self):
        holder = self.held(self.home / "library.db")
        threading.Timer(0.8, holder.end).start()
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

    def test_a_library_folder_that_is_too_long_for_windows_is_refused(self):
        home = self.folder / ("a" * (240 - len(name_in_windows(self.folder))))
        shutil.copytree(self.home, home)
        complaints = self.server("--home", home, "search", "firebal", status=2).complaints
        self.assertIn("of which Windows allows", complaints)
        self.assertIn("LOREKEEPER_HOME", complaints)

    def test_the_doctor_names_folders_as_users_know_them(self):
        serve = self.serve()
        self.assertTrue(serve.call("guide_library_stats")["success"])
        self.assertIn(name_in_windows(self.home), self.server("doctor", status=None).printed)
        self.assertEqual(serve.end(), 0)
