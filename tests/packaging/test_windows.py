"""The scripts that check and pack the programs for Windows."""

import struct
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts import ROOT, load  # noqa: E402

check = load("scripts/windows-check")
pack = load("scripts/windows-pack")


def program(subsystem: int) -> bytes:
    """The head of a program for Windows, with its header at 64."""
    head = bytearray(64 + 24 + 70)
    struct.pack_into("<I", head, 0x3C, 64)
    struct.pack_into("<H", head, 64 + 24 + 68, subsystem)
    return bytes(head)


class Check(unittest.TestCase):
    def test_a_library_that_windows_lacks_must_be_beside_the_programs(self):
        of_windows = {"kernel32.dll", "msvcp140.dll"}
        loaded = ["KERNEL32.dll", "MSVCP140.dll", "libgcc_s_seh-1.dll", "plum.dll"]
        self.assertEqual(check.missing(loaded, set(), of_windows), ["MSVCP140.dll", "libgcc_s_seh-1.dll", "plum.dll"])
        self.assertEqual(check.missing(["api-ms-win-core-synch-l1-2-0.dll"], set(), of_windows), [])
        self.assertEqual(check.missing(loaded, {"msvcp140.dll", "plum.dll"}, of_windows), ["libgcc_s_seh-1.dll"])

    def folder(self, scratch: str, shell: bytes, server: bytes) -> Path:
        folder = Path(scratch)
        (folder / "lorekeeper.exe").write_bytes(shell)
        (folder / "lorekeeper-mcp.exe").write_bytes(server)
        return folder

    def refused(self, shell: bytes, server: bytes) -> str:
        with tempfile.TemporaryDirectory() as scratch, mock.patch.object(check, "loaded", return_value=[]), \
                mock.patch.object(check, "OF_WINDOWS", Path(scratch)):
            with self.assertRaises(check.Failure) as failure:
                check.check_programs(self.folder(scratch, shell, server), "release")
        return str(failure.exception)

    def test_an_app_with_a_console_and_a_server_without_are_refused(self):
        self.assertIn("lorekeeper.exe is built for another subsystem", self.refused(program(3), program(3)))
        self.assertIn("lorekeeper-mcp.exe is built for another subsystem", self.refused(program(2), program(2)))

    def test_a_path_of_this_machine_in_a_program_is_refused(self):
        path = f"{ROOT}/crates/lore/src/lib.rs".encode()
        self.assertIn("paths of this machine are in lorekeeper-mcp.exe", self.refused(program(2), program(3) + path))


class Pack(unittest.TestCase):
    def test_a_version_becomes_four_numbers(self):
        self.assertEqual(pack.numbers("0.1.0"), "0.1.0.0")
        self.assertEqual(pack.numbers("2.10.3-beta.4"), "2.10.3.0")

    def test_the_uninstaller_names_every_file_and_folder_and_no_other(self):
        macros = pack.file_macros([Path("lorekeeper.exe"), Path("resources/model/$a.onnx"), Path("resources/model/b")])
        install, remove = macros.split("!macro EACH_FILE function")
        self.assertEqual(install.count("    File "), 3)
        self.assertIn('SetOutPath "$INSTDIR\\resources\\model"', install)
        self.assertIn('Push "resources\\model\\$$a.onnx"\n    Call ${function}', remove)
        self.assertLess(remove.index('RMDir "$INSTDIR\\resources\\model"'), remove.index('RMDir "$INSTDIR\\resources"'))
        self.assertNotIn("RMDir /r", remove)

    def test_the_same_files_make_the_same_archive_whenever_they_are_packed(self):
        made = []
        for times in (1_000_000_000, 1_700_000_000):
            with tempfile.TemporaryDirectory() as scratch, mock.patch.object(pack, "STAGE", Path(scratch) / "stage"):
                (pack.STAGE / "resources").mkdir(parents=True)
                for name in ("lorekeeper-mcp.exe", "resources/a"):
                    (pack.STAGE / name).write_text(name)
                files = pack.staged()
                pack.set_times(files, times)
                pack.write_archive(files, 1_600_000_000, Path(scratch) / "archive.zip")
                made.append((Path(scratch) / "archive.zip").read_bytes())
                with zipfile.ZipFile(Path(scratch) / "archive.zip") as archive:
                    self.assertEqual(archive.namelist(), ["LoreKeeper/lorekeeper-mcp.exe", "LoreKeeper/resources/a"])
        self.assertEqual(made[0], made[1])

    def test_a_package_above_its_target_is_refused(self):
        with tempfile.TemporaryDirectory() as scratch, mock.patch.object(pack, "MOST_BYTES", 3):
            package = Path(scratch) / "setup.exe"
            package.write_text("1234")
            with self.assertRaises(pack.Failure):
                pack.check_size(package)


if __name__ == "__main__":
    unittest.main()
