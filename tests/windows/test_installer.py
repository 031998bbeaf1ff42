"""The packages, as a user has them: installed in silence, used without network, replaced while in use, and
removed again."""

import hashlib
import json
import os
import shutil
import zipfile
from pathlib import Path

from wine import DRIVE_C, TREE, Outcome, Program, Serve, User, WithWindows, name_in_windows, owner_of, wait_for

PACKAGES = Path(os.environ["LOREKEEPER_PACKAGES"])
MOST_BYTES = 75 * 1000 * 1000
UNINSTALL = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\LoreKeeper"
RUN = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run"
CLASSES = "HKCU\\Software\\Classes"
# A question that shares no word with its answer.
MEANING, ANSWER = "become impossible to see", "Invisibility"


def package(kind: str) -> Path:
    """Returns the one package of a kind."""
    found = sorted(PACKAGES.glob(f"LoreKeeper-*-x64-{kind}"))
    if len(found) != 1:
        raise FileNotFoundError(f"{PACKAGES} has {len(found)} packages of the kind {kind}: run `make windows`")
    return found[0]


class Packages(WithWindows):
    """Each test installs what it needs; none leaves anything installed."""

    def setUp(self):
        super().setUp()
        # An installer asks Windows for the folders, and not the variables.
        self.user = User("root")
        self.programs = self.user.local / "Programs/LoreKeeper"
        self.library = self.user.home / ".lorekeeper"
        self.version = package("setup.exe").name.split("-")[1]
        self.addCleanup(shutil.rmtree, self.library, ignore_errors=True)
        self.addCleanup(self.uninstall_if_there)

    def install(self, *words: str, status: int = 0) -> None:
        self.run_in_wine(package("setup.exe"), "/S", *words, status=status)

    def uninstall(self, *words: str, programs: Path | None = None) -> None:
        """Uninstalls; the uninstaller goes on in a copy of itself."""
        programs = programs or self.programs
        self.run_in_wine(programs / "uninstall.exe", "/S", *words)
        wait_for(lambda: not (programs / "lorekeeper-mcp.exe").exists() and not (programs / "uninstall.exe").exists(),
                 "the end of uninstalling")

    def uninstall_if_there(self) -> None:
        if (self.programs / "uninstall.exe").exists():
            self.uninstall("/CLIENTS")

    def server(self, *words, programs: Path | None = None, **options) -> Outcome:
        return self.run_in_wine((programs or self.programs) / "lorekeeper-mcp.exe", *words, **options)

    def value(self, key: str, name: str | None) -> str | None:
        """Returns a value of the registry; `None` stands for the key's own."""
        found = self.run_in_wine("reg", "query", key, *(["/v", name] if name else ["/ve"]), status=None)
        lines = [line.split("    ") for line in found.printed.splitlines() if line.startswith("    ")]
        return lines[0][3] if found.status == 0 and lines else None

    def assert_answers(self, programs: Path | None = None) -> None:
        """Words find, and so does meaning; the network is not there."""
        self.assertIn("Fireball", self.server("search", "firebal", programs=programs).printed)
        serve = Serve(program=(programs or self.programs) / "lorekeeper-mcp.exe")
        self.addCleanup(serve.kill)
        self.assertTrue(serve.connected())

        def found_by_meaning() -> bool:
            answer = serve.call("search_dnd_content", query=MEANING, content_types=["spell"], limit=10)
            return any(entry["name"] == ANSWER for entry in answer["value"]) and "unavailable" not in json.dumps(answer)

        # The first question waits two seconds for the model, and then does without.
        wait_for(found_by_meaning, f"{ANSWER} by meaning", 60)
        self.assertEqual(serve.end(), 0)

    def test_a_package_is_no_larger_than_its_target(self):
        for kind in "setup.exe", "portable.zip":
            self.assertLess(package(kind).stat().st_size, MOST_BYTES)

    def test_a_silent_setup_installs_for_one_user_and_answers_offline(self):
        self.install()
        for name in "lorekeeper.exe", "lorekeeper-mcp.exe", "uninstall.exe", "msvcp140.dll", "vcruntime140.dll":
            self.assertTrue((self.programs / name).exists(), name)
        menu = self.user.roaming / "Microsoft/Windows/Start Menu/Programs/LoreKeeper.lnk"
        self.assertTrue(menu.exists())
        self.assertIn(self.version, self.server("--version").printed)
        self.assert_answers()
        self.assertTrue((self.library / "library.db").exists())
        self.assertEqual(self.value(UNINSTALL, "DisplayName"), "LoreKeeper")
        self.assertEqual(self.value(UNINSTALL, "DisplayVersion"), self.version)
        self.assertEqual(self.value(UNINSTALL, "InstallLocation"), name_in_windows(self.programs))
        self.assertTrue(self.value(UNINSTALL, "Publisher"))
        self.assertGreater(int(self.value(UNINSTALL, "EstimatedSize"), 16), 50_000)
        self.assertIn("/S", self.value(UNINSTALL, "QuietUninstallString"))
        self.assertIsNone(self.value(RUN, "LoreKeeper"), "nothing starts at login unless it is asked for")

        opens = self.value(CLASSES + "\\.orcbrew", None)
        command = self.value(f"{CLASSES}\\{opens}\\shell\\open\\command", None)
        self.assertEqual(command, f'"{name_in_windows(self.programs / "lorekeeper.exe")}" "%1"')
        self.assertTrue(self.value(f"{CLASSES}\\{opens}\\DefaultIcon", None))

        self.uninstall()
        self.assertFalse(self.programs.exists())
        self.assertFalse(menu.exists())
        self.assertIsNone(self.value(UNINSTALL, "DisplayName"))
        self.assertIsNone(self.value(CLASSES + "\\.orcbrew", None))
        self.assertTrue((self.library / "library.db").exists(), "the library stays")

    def test_files_of_another_program_are_given_back(self):
        self.run_in_wine("reg", "add", CLASSES + "\\.orcbrew", "/ve", "/d", "OrcPub.Book", "/f")
        self.install()
        self.assertNotEqual(self.value(CLASSES + "\\.orcbrew", None), "OrcPub.Book")
        self.uninstall()
        self.assertEqual(self.value(CLASSES + "\\.orcbrew", None), "OrcPub.Book")
        self.run_in_wine("reg", "delete", CLASSES + "\\.orcbrew", "/f")

    def test_a_start_at_login_is_asked_for_and_taken_back(self):
        self.install("/LOGIN")
        self.assertEqual(self.value(RUN, "LoreKeeper"), f'"{name_in_windows(self.programs / "lorekeeper.exe")}" --hidden')
        self.install()
        self.assertTrue(self.value(RUN, "LoreKeeper"), "an upgrade keeps it")
        self.uninstall()
        self.assertIsNone(self.value(RUN, "LoreKeeper"))

    def test_an_upgrade_replaces_programs_that_run(self):
        self.install()
        book = TREE / "tests/fixtures/orcbrew/one-source.orcbrew"
        self.server("import", book)
        programs = {name: hashlib.sha256((self.programs / name).read_bytes()).digest()
                    for name in ("lorekeeper.exe", "lorekeeper-mcp.exe")}
        serve = Serve(program=self.programs / "lorekeeper-mcp.exe")
        self.addCleanup(serve.kill)
        self.assertTrue(serve.connected())
        self.assertTrue(serve.call("guide_library_stats")["success"])
        # Without WebView2 it shows its message box, and runs as long as nobody closes that.
        app = Program(self.programs / "lorekeeper.exe")
        self.addCleanup(app.kill)
        # As if what runs were an earlier version: its files differ, and one of them is no longer needed.
        self.run_in_wine("reg", "add", UNINSTALL, "/v", "DisplayVersion", "/d", "0.0.1", "/f")
        for name in programs:
            with (self.programs / name).open("ab") as program:
                program.write(b"an earlier version")

        self.install()
        self.assertEqual(self.value(UNINSTALL, "DisplayVersion"), self.version)
        for name, expected in programs.items():
            self.assertEqual(hashlib.sha256((self.programs / name).read_bytes()).digest(), expected, f"{name} is the new one")
        self.assertTrue(serve.call("lookup_spell", name="Fireball")["success"], "the assistant's server goes on")
        self.assertIn("Ways of the Reed", self.server("documents").printed)
        self.assertEqual(serve.end(), 0)
        self.assertEqual(owner_of(self.library), {})
        app.kill()
        self.install()
        left = [path.name for path in self.programs.iterdir() if path.name.startswith("old-")]
        self.assertEqual(left, [], "what was in use is removed the next time")
        self.assertIn("Ways of the Reed", self.server("documents").printed)

    def test_a_newer_version_is_not_replaced(self):
        self.install()
        self.run_in_wine("reg", "add", UNINSTALL, "/v", "DisplayVersion", "/d", "999.0.0", "/f")
        before = (self.programs / "lorekeeper-mcp.exe").stat().st_mtime
        self.install(status=3)
        self.assertEqual((self.programs / "lorekeeper-mcp.exe").stat().st_mtime, before)

    def test_uninstalling_changes_clients_only_if_asked(self):
        cursor = self.user.home / ".cursor/mcp.json"
        cursor.parent.mkdir(exist_ok=True)
        self.addCleanup(shutil.rmtree, cursor.parent)
        before = b'{\r\n  "mcpServers": {\r\n    "plums": {"command": "plum"}\r\n  }\r\n}\r\n'
        cursor.write_bytes(before)
        self.install()
        self.server("register", "cursor")
        registered = cursor.read_bytes()
        self.assertIn(b"lorekeeper-mcp.exe", registered)
        self.uninstall()
        self.assertEqual(cursor.read_bytes(), registered)
        self.install()
        self.uninstall("/CLIENTS")
        self.assertEqual(cursor.read_bytes(), before)
        self.assertTrue((self.library / "library.db").exists())

    def test_a_folder_with_spaces_and_umlauts_is_no_obstacle(self):
        programs = DRIVE_C / "Spiele für Zwölf/LoreKeeper"
        # This option takes no quotation marks; words without spaces get none.
        self.install(*f"/D={name_in_windows(programs)}".split(" "))
        self.addCleanup(shutil.rmtree, programs.parent, ignore_errors=True)
        self.assert_answers(programs)
        self.uninstall(programs=programs)
        self.assertFalse(programs.exists())

    def test_the_portable_archive_works_from_any_folder(self):
        programs = self.folder / "Mitgebracht für unterwegs"
        with zipfile.ZipFile(package("portable.zip")) as archive:
            archive.extractall(programs)
        self.assert_answers(programs / "LoreKeeper")
        self.assertIsNone(self.value(UNINSTALL, "DisplayName"), "nothing was installed")
