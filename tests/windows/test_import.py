"""Imports: every sample, with either line end; and every path that a user of Windows may type."""

import json
import time

from wine import FIXTURES, WithLibrary, name_in_windows

# What is wrong with the damaged samples: the repairs that their reports list.
REPAIRS = {"damaged.orcbrew": 6, "quirks.orcbrew": 3, "several-maps.orcbrew": 1}
SOUND = (FIXTURES / "one-source.orcbrew").read_text()
# The part of a report that does not depend on when and where.
ALWAYS = ("file", "damaged", "read", "stored", "kinds", "repairs", "notes", "rejected", "messages")
# Seconds in which an import of a small file must end, whatever its name.
SOON = 30


class TheSamples(WithLibrary):
    """The samples are those that the tests on every system read."""

    def reports(self, folder) -> dict[str, dict]:
        files = sorted(folder.glob("*.orcbrew"))
        reports = self.server("import", "--dry-run", "--json", *files).json()["files"]
        self.assertEqual(len(reports), len(files))
        return {report["file"]: report for report in reports}

    def test_every_sample_is_read_completely_with_either_line_end(self):
        with_crlf = self.folder / "crlf"
        with_crlf.mkdir()
        for file in FIXTURES.glob("*.orcbrew"):
            (with_crlf / file.name).write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        reports, others = self.reports(FIXTURES), self.reports(with_crlf)
        for name, report in reports.items():
            with self.subTest(name):
                self.assertEqual(report["rejected"], [])
                self.assertEqual(report["stored"], report["read"])
                self.assertGreater(report["stored"], 1)
                self.assertEqual(len(report["repairs"]), REPAIRS.get(name, 0), report["repairs"])
                self.assertEqual(report["damaged"], name == "damaged.orcbrew")
                self.assertEqual({part: others[name][part] for part in ALWAYS}, {part: report[part] for part in ALWAYS})

    def test_what_was_imported_is_found_and_its_report_names_the_file(self):
        self.server("import", FIXTURES / "damaged.orcbrew", FIXTURES / "whole-library.orcbrew")
        self.assertIn(name_in_windows(FIXTURES / "damaged.orcbrew"), self.server("documents", "--json").text + self.reports_text())
        self.is_sound()

    def reports_text(self) -> str:
        serve = self.serve()
        listed = serve.call("list_documents")["value"]
        keys = [document["document_key"] for document in listed if document["document_key"] not in ("srd-2014", "srd-2024")]
        self.assertTrue(keys)
        texts = [serve.request("resources/read", {"uri": f"lore://import/{key}"}) for key in keys]
        self.assertEqual(serve.end(), 0)
        return "".join(json.loads(content["text"]).__repr__().replace("\\\\", "\\")
                       for text in texts for content in text["result"]["contents"])


class Paths(WithLibrary):
    """The paths are imported through a server, as an assistant does, because a shell would change them."""

    def imported(self, path: str) -> dict:
        """Imports a path on its own server; the answer must come soon."""
        if not hasattr(self, "running"):
            self.running = self.serve()
        begun = time.monotonic()
        answer = self.running.call("guide_import_orcbrew", path=path)
        self.assertLess(time.monotonic() - begun, SOON, path)
        self.shows_only_known_paths(json.dumps(answer, ensure_ascii=False))
        return answer

    def assert_imported(self, path: str) -> None:
        with self.subTest(path):
            answer = self.imported(path)
            self.assertTrue(answer["success"], answer)
            self.assertEqual(answer["value"]["files"][0]["stored"], 3, answer)

    def assert_refused(self, path: str, *words: str) -> None:
        """The sentence names the path and says what to do."""
        with self.subTest(path):
            answer = self.imported(path)
            self.assertFalse(answer["success"], answer)
            self.assertTrue(answer.get("instruction"), answer)
            text = answer["error"] + answer["instruction"]
            for word in [path.strip('"'), *words]:
                self.assertIn(word.lower(), text.lower())

    def test_a_path_may_be_written_in_every_way_of_windows(self):
        file = name_in_windows(self.write("my book.orcbrew", SOUND))
        self.assert_imported(file)
        self.assert_imported(f'"{file}"')
        self.assert_imported(file.replace("\\", "/"))
        self.assert_imported(file.replace("C:", "c:"))
        self.assert_imported(file.upper())
        self.assert_imported("file:///" + file.replace("\\", "/").replace(" ", "%20"))
        self.assert_imported("~\\Documents\\my book.orcbrew")
        self.assert_imported("~/Documents/my book.orcbrew")

    def test_a_command_line_expands_the_home_folder_too(self):
        self.write("book.orcbrew", SOUND)
        for path in "~\\Documents\\book.orcbrew", "book.orcbrew", ".\\book.orcbrew", "..\\Documents\\book.orcbrew":
            with self.subTest(path):
                outcome = self.server("import", path)
                self.assertIn("Ways of the Reed", outcome.printed)

    def test_names_with_umlauts_and_emoji_are_read_and_shown(self):
        for name in "Bücher für Zwölfe.orcbrew", "drachen 🐉 und ☃.orcbrew", "книга.orcbrew", "a'b & (c) %TEMP% ^!.orcbrew":
            with self.subTest(name):
                file = self.write(name, SOUND)
                self.assert_imported(name_in_windows(file))
                self.assertIn(name, self.server("import", file).printed)

    def test_a_path_of_three_hundred_characters_is_imported(self):
        deep = self.folder.joinpath(*["a folder with a long name, of fifty characters, yes"] * 6)
        deep.mkdir(parents=True)
        file = deep / "book.orcbrew"
        file.write_text(SOUND)
        self.assertGreater(len(name_in_windows(file)), 300)
        self.assert_imported(name_in_windows(file))
        self.assertIn("Ways of the Reed", self.server("import", file).printed)

    def test_reserved_names_are_refused_at_once(self):
        for name in "CON.orcbrew", "NUL", "nul.orcbrew", "COM1.txt", "aux.orcbrew", "LPT1.orcbrew":
            self.assert_refused(f"{name_in_windows(self.folder)}\\{name}")
            self.assert_refused(name)

    def test_a_share_that_is_not_there_is_named(self):
        self.assert_refused("\\\\server\\share\\book.orcbrew")

    def test_a_path_relative_to_a_drive_asks_for_the_whole_path(self):
        self.write("book.orcbrew", SOUND)
        self.assert_refused("C:book.orcbrew", "whole path")

    def test_a_folder_is_refused_with_a_sentence(self):
        self.assert_refused(name_in_windows(self.folder))

    def test_a_read_only_book_is_imported(self):
        file = self.write("book.orcbrew", SOUND)
        self.run_in_wine("attrib", "+r", file)
        self.assert_imported(name_in_windows(file))

    def test_a_book_that_another_program_holds_is_named_with_what_to_do(self):
        file = self.write("book.orcbrew", SOUND)
        holder = self.held(file)
        self.assert_refused(name_in_windows(file), "another program")
        outcome = self.server("import", file, status=2)
        self.assertIn("another program", outcome.complaints)
        self.assertEqual(holder.end(), 0)
        self.assert_imported(name_in_windows(file))

    def test_the_same_book_in_other_letter_case_is_the_same_file(self):
        file = name_in_windows(self.write("Book.orcbrew", SOUND))
        self.assert_imported(file)
        again = self.imported(file.replace("Book.orcbrew", "BOOK.ORCBREW"))["value"]["files"][0]
        self.assertEqual((again["added"], again["unchanged"]), (0, 3), again)
