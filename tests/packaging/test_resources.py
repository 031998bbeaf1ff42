"""What is fetched for each system. `python3 -m unittest discover tests/packaging` runs these tests."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts import load  # noqa: E402

fetch = load("scripts/fetch-resources")
# Only the validator of the list needs this package.
with mock.patch.dict(sys.modules, {name: ModuleType(name) for name in ("cyclonedx", "cyclonedx.schema", "cyclonedx.validation",
                                                                       "cyclonedx.validation.json")}):
    sys.modules["cyclonedx.schema"].SchemaVersion = sys.modules["cyclonedx.validation.json"].JsonStrictValidator = None
    sbom = load("packaging/sbom/merge.py")
TRIPLES = {
    "linux-x86_64": "x86_64-unknown-linux-gnu", "linux-aarch64": "aarch64-unknown-linux-gnu",
    "macos-x86_64": "x86_64-apple-darwin", "macos-aarch64": "aarch64-apple-darwin",
    "windows-x86_64": "x86_64-pc-windows-msvc", "windows-aarch64": "aarch64-pc-windows-msvc",
}


def parts(system: str) -> list[str]:
    with contextlib.redirect_stderr(io.StringIO()):
        return fetch.parts_for(system)


class Pins(unittest.TestCase):
    def test_every_system_has_one_pin_for_each_package_it_needs(self):
        for system in [*fetch.SYSTEMS, *fetch.WORDS_ONLY]:
            packages = {package for part in parts(system) for package in fetch.PARTS[part][0]}
            pinned = [pin.partition("==")[0] for pin in fetch.pins_of(sorted(packages), system)]
            self.assertEqual(sorted(pinned), sorted(packages), system)

    def test_every_pin_is_for_a_system_of_the_table_or_for_all(self):
        lines = [line for line in fetch.PINS.read_text(encoding="utf-8").splitlines() if "==" in line and line[0] != "#"]
        systems = {line.partition("#")[2].strip() for line in lines}
        self.assertEqual(systems, {"", *fetch.SYSTEMS})
        self.assertEqual(len(lines), len(set(lines)))
        for line in lines:
            self.assertRegex(line, r"^\w+==[\w.]+ --hash=sha256:[0-9a-f]{64}(  # [\w-]+)?$")

    def test_the_library_has_the_name_that_the_program_looks_for(self):
        # As std::env::consts has them: DLL_PREFIX and DLL_SUFFIX.
        names = {"linux": "libonnxruntime.so", "macos": "libonnxruntime.dylib", "windows": "onnxruntime.dll"}
        for system, about in fetch.SYSTEMS.items():
            self.assertEqual(about.library, names[system.partition("-")[0]])

    def test_only_windows_gets_its_runtime_and_intel_macs_search_by_words(self):
        self.assertIn("vcruntime", parts("windows-aarch64"))
        self.assertNotIn("vcruntime", parts("macos-aarch64"))
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertNotIn("onnxruntime", fetch.parts_for("macos-x86_64"))
        self.assertIn("macos-x86_64: LoreKeeper will search by words only", said.getvalue())


class Folders(unittest.TestCase):
    def test_parts_of_other_systems_stand_beside_the_own(self):
        other = next(system for system in fetch.SYSTEMS if system != fetch.this_system())
        self.assertEqual(fetch.folder_of("onnxruntime", fetch.this_system()).name, "onnxruntime")
        self.assertEqual(fetch.folder_of("onnxruntime", other).name, f"onnxruntime-{other}")
        self.assertEqual(fetch.folder_of("model", other), fetch.folder_of("model", fetch.this_system()))

    def test_a_laid_out_folder_has_what_is_shipped_and_no_more(self):
        with tempfile.TemporaryDirectory() as scratch, mock.patch.object(fetch, "RESOURCES", Path(scratch) / "resources"):
            other = next(system for system in fetch.SYSTEMS if system.startswith("windows") and system != fetch.this_system())
            for part in parts(other):
                folder = fetch.folder_of(part, other)
                folder.mkdir(parents=True)
                (folder / ".stamp").touch()
                (folder / part).touch()
            target = Path(scratch) / "shipped"
            (target / "left over").mkdir(parents=True)
            fetch.lay_out(parts(other), other, target)
            made = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
            self.assertEqual(made, ["model/model", "onnxruntime/onnxruntime", "starter/.stamp", "starter/starter"])


class Components(unittest.TestCase):
    def test_rust_and_the_table_mean_the_same_systems(self):
        for system, triple in TRIPLES.items():
            self.assertEqual(fetch.system_of(triple), system)
        self.assertEqual(set(TRIPLES), {*fetch.SYSTEMS, *fetch.WORDS_ONLY})

    def test_each_systems_list_of_components_has_its_own_files(self):
        hashes = set()
        for system, triple in TRIPLES.items():
            with contextlib.redirect_stderr(io.StringIO()):
                listed = {one["name"]: one for one in sbom.resources(triple)}
            self.assertEqual("msvc_runtime" in listed, system.startswith("windows"))
            self.assertEqual("onnxruntime" in listed, system in fetch.SYSTEMS)
            if system in fetch.SYSTEMS:
                hashes.add(listed["onnxruntime"]["hashes"][0]["content"])
        self.assertEqual(len(hashes), len(fetch.SYSTEMS))


if __name__ == "__main__":
    unittest.main()
