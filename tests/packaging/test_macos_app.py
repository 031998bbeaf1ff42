"""The checks of an app for macOS refuse each thing that can be wrong with one.

Without LOREKEEPER_APP, which names a laid-out app of the real server, the app has small invented programs.
"""

import os
import plistlib
import shutil
import struct
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from mac import checks, icns, info_plist, macho  # noqa: E402

ARM, INTEL = 0x0100000C, 0x01000007
PROGRAM, LIBRARY = 2, 6
SYSTEM_LIBRARY = "/usr/lib/libSystem.B.dylib"
CONFIG = info_plist.configuration()
MINIMUM = checks.system(CONFIG["bundle"]["macOS"]["minimumSystemVersion"])


def command(number: int, body: bytes) -> bytes:
    body += bytes(-len(body) % 8)
    return struct.pack("<2I", number, len(body) + 8) + body


def named(number: int, name: str) -> bytes:
    return command(number, struct.pack("<I", 24) + bytes(12) + name.encode() + b"\0")


def code(kind: int, processor: int = ARM, minimum: tuple = MINIMUM, libraries: tuple = (SYSTEM_LIBRARY,), rpath: str = "",
         signed: bool = True, space: int = 64, flags: int = macho.POSITION_INDEPENDENT, contents: bytes = b"") -> bytes:
    """A Mach-O file with the load commands that are looked at, and no code."""
    packed = minimum[0] << 16 | minimum[1] << 8 | minimum[2]
    commands = [command(macho.BUILD_VERSION, struct.pack("<4I", macho.MACOS, packed, packed, 0))]
    commands += [named(0xC, name) for name in libraries]
    if rpath:
        commands.append(command(macho.RPATH, struct.pack("<I", 12) + rpath.encode() + b"\0"))
    length = sum(map(len, commands)) + 72 + 80 + (16 if signed else 0)
    start = macho.HEADER.size + length + space
    section = struct.pack("<16s16s2Q8I", b"__text", b"__TEXT", start, len(contents), start, 0, 0, 0, 0, 0, 0, 0)
    segment = struct.pack("<16s4Q4I", b"__TEXT", 0, start, 0, start, 7, 5, 1, 0) + section
    commands.append(command(macho.SEGMENT, segment))
    if signed:
        commands.append(command(macho.CODE_SIGNATURE, struct.pack("<2I", start, len(contents))))
    header = macho.HEADER.pack(macho.MAGIC_64, processor, 0, kind, len(commands), length, flags, 0)
    return header + b"".join(commands) + bytes(space) + contents


RUNTIME = code(LIBRARY, minimum=(14, 0, 0), contents=b"\0_OrtGetApiBase\0")
SERVER = code(PROGRAM, contents=b"code")


class App(unittest.TestCase):
    """An app that is as it should be, in a folder of its own; each test breaks one thing."""

    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.app = Path(self.scratch.name) / "LoreKeeper.app"
        self.contents = self.app / "Contents"
        self.server = self.contents / "MacOS" / checks.SERVER
        self.runtime = self.contents / "Frameworks" / checks.LIBRARY
        if real := os.environ.get("LOREKEEPER_APP"):
            shutil.copytree(ROOT / real, self.app)
            return
        resources = self.contents / "Resources"
        for path in [*(resources / "resources" / name for name in checks.RESOURCES),
                     *(resources / "licences" / name for name in checks.LICENCES)]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("text")
        for path, data in [(self.server, SERVER), (self.runtime, RUNTIME)]:
            path.parent.mkdir(parents=True)
            path.write_bytes(data)
        self.server.chmod(0o755)
        shutil.copy(ROOT / "icons/icon.icns", resources)
        (self.contents / "Info.plist").write_bytes(plistlib.dumps(info_plist.made(CONFIG)))

    def wrong(self, processor: str = "aarch64", without_shell: bool = True) -> list[str]:
        return checks.wrong_with_app(self.app, processor, without_shell)

    def expect(self, sentence: str, **options) -> None:
        wrong = self.wrong(**options)
        self.assertTrue(any(sentence in one for one in wrong), f"nobody says “{sentence}”: {wrong}")

    def change_info(self, **changes) -> None:
        path = self.contents / "Info.plist"
        path.write_bytes(plistlib.dumps(plistlib.loads(path.read_bytes()) | changes))

    def patch(self, path: Path, number: int, offset: int, value: int) -> None:
        """Changes a number within the first load command of a kind."""
        data = bytearray(path.read_bytes())
        struct.pack_into("<I", data, macho.read(bytes(data)).commands[number][0] + offset, value)
        path.write_bytes(data)


class Whole(App):
    def test_a_sound_app_is_accepted(self) -> None:
        self.assertEqual(self.wrong(), [])

    def test_an_app_without_its_window_is_refused_unless_that_is_said(self) -> None:
        self.expect("there is no program Contents/MacOS/lorekeeper", without_shell=False)

    def test_a_missing_file_of_resources_or_licences_is_named(self) -> None:
        for name in ("resources/model/model.onnx", "resources/starter/.stamp", "licences/NOTICE"):
            (self.contents / "Resources" / name).unlink()
            self.expect(f"there is no Contents/Resources/{name}")

    def test_code_among_the_resources_is_refused(self) -> None:
        shutil.copy(self.runtime, self.contents / "Resources/resources/model/extra.dylib")
        self.expect("code outside of MacOS and Frameworks")

    def test_a_link_is_refused(self) -> None:
        (self.contents / "Resources/link").symlink_to("/etc")
        self.expect("Resources/link is a link")


class Information(App):
    def test_a_value_that_differs_from_the_configuration_is_named(self) -> None:
        for key, value in [("LSMinimumSystemVersion", "10.13"), ("CFBundleExecutable", "other"), ("CFBundleVersion", "9.9.9"),
                           ("CFBundleIdentifier", "app.other")]:
            self.change_info(**{key: value})
            self.expect(f"Info.plist: {key} is '{value}'")

    def test_a_document_type_that_nothing_declares_is_refused(self) -> None:
        self.change_info(UTExportedTypeDeclarations=[])
        self.expect("nothing declares the document type app.lorekeeper.orcbrew")

    def test_an_app_hidden_from_the_dock_is_refused(self) -> None:
        self.change_info(LSUIElement=True)
        self.expect("hidden from the Dock")

    def test_a_version_that_is_no_number_is_refused(self) -> None:
        self.change_info(CFBundleShortVersionString="1.0-beta")
        self.expect("CFBundleShortVersionString is not up to three numbers")

    def test_a_damaged_file_is_an_answer_too(self) -> None:
        (self.contents / "Info.plist").write_text("<plist>")
        self.expect("Info.plist cannot be read")


class Icon(App):
    def test_an_icon_without_a_size_is_refused(self) -> None:
        path = self.contents / "Resources/icon.icns"
        images = icns.read(path.read_bytes())
        del images[b"ic13"]
        body = b"".join(kind + struct.pack(">I", len(image) + 8) + image for kind, image in images.items())
        path.write_bytes(b"icns" + struct.pack(">I", len(body) + 8) + body)
        self.expect("there is no image of 256 pixels (ic13)")

    def test_an_image_of_another_size_is_refused(self) -> None:
        path = self.contents / "Resources/icon.icns"
        icon = bytearray(path.read_bytes())
        place = icon.index(b"ic10") + 8 + 16
        icon[place : place + 4] = b"\0\0\0\1"
        path.write_bytes(icon)
        self.expect("ic10 is not a PNG of 1024 pixels")

    def test_a_truncated_or_missing_icon_is_refused(self) -> None:
        path = self.contents / "Resources/icon.icns"
        path.write_bytes(path.read_bytes()[:-1])
        self.expect("it is not an icon")
        path.unlink()
        self.expect("there is no icon")


class Code(App):
    def test_a_program_for_the_other_processor_is_refused(self) -> None:
        self.expect("lorekeeper-mcp: it is for aarch64, not x86_64", processor="x86_64")

    def test_a_program_needs_just_the_system_that_the_app_states(self) -> None:
        self.patch(self.server, macho.BUILD_VERSION, 12, 11 << 16)
        self.expect("lorekeeper-mcp: it needs macOS 11.0.0, Info.plist says 14.5.0")

    def test_a_library_needs_no_newer_system_than_the_app_states(self) -> None:
        self.patch(self.runtime, macho.BUILD_VERSION, 12, 15 << 16)
        self.expect("libonnxruntime.dylib: it needs macOS 15.0.0")

    def test_a_program_of_another_system_is_refused(self) -> None:
        self.patch(self.server, macho.BUILD_VERSION, 8, 2)
        self.expect("it does not say which macOS it needs")

    def test_a_library_that_macos_lacks_is_named(self) -> None:
        data = self.server.read_bytes()
        place = data.index(SYSTEM_LIBRARY.encode())
        self.server.write_bytes(data[:place] + b"/opt/lib/l" + data[place + 10 :])
        self.expect("it needs /opt/lib/l")

    def test_a_folder_of_the_machine_that_built_it_is_refused(self) -> None:
        self.server.write_bytes(code(PROGRAM, rpath="/home/reader/lib"))
        self.server.chmod(0o755)
        self.expect("it searches for libraries in /home/reader/lib")

    def test_a_program_at_a_fixed_address_is_refused(self) -> None:
        data = bytearray(self.server.read_bytes())
        struct.pack_into("<I", data, 24, struct.unpack_from("<I", data, 24)[0] & ~macho.POSITION_INDEPENDENT)
        self.server.write_bytes(data)
        self.expect("it is not position-independent")

    def test_a_program_without_signature_or_space_for_one_is_refused(self) -> None:
        self.server.write_bytes(code(PROGRAM, signed=False, space=8))
        self.server.chmod(0o755)
        self.expect("neither a signature nor space for one")
        self.server.write_bytes(code(PROGRAM, signed=False))
        self.expect("not signed at all")

    def test_a_program_that_may_not_be_executed_is_refused(self) -> None:
        self.server.chmod(0o644)
        self.expect("lorekeeper-mcp: it is not executable")

    def test_a_truncated_program_is_refused(self) -> None:
        data = self.server.read_bytes()
        for length in (0, 20, 100, len(data) - 1):
            self.server.write_bytes(data[:length])
            self.expect("lorekeeper-mcp: it is not a program")

    def test_a_missing_or_other_runtime_is_refused_where_one_is_made(self) -> None:
        self.runtime.write_bytes(code(LIBRARY))
        self.expect("it is another library")
        self.runtime.unlink()
        self.expect("there is no Contents/Frameworks/libonnxruntime.dylib")
        self.assertFalse([one for one in self.wrong(processor="x86_64") if "libonnxruntime" in one])


class Entitlements(unittest.TestCase):
    def test_an_exception_that_is_not_needed_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "entitlements.plist"
            path.write_bytes(plistlib.dumps({"com.apple.security.cs.allow-jit": True}))
            self.assertEqual(checks.wrong_with_entitlements(path),
                             ["entitlements.plist: com.apple.security.cs.allow-jit is not needed"])
            path.write_text("no plist")
            self.assertIn("cannot be read", checks.wrong_with_entitlements(path)[0])


class Drawing(unittest.TestCase):
    def test_a_small_image_keeps_its_colours(self) -> None:
        png = (ROOT / "icons/32x32.png").read_bytes()
        pixels, packed = icns.decode(png), icns.planes(png)
        for channel, plane in zip((3, 0, 1, 2), range(4)):
            start = plane * (32 * 32 + 8)
            runs = [packed[start + run * 129 + 1 : start + (run + 1) * 129] for run in range(8)]
            self.assertEqual(b"".join(runs), pixels[channel::4])


if __name__ == "__main__":
    unittest.main()
