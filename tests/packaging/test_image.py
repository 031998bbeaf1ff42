"""The registry's entry names the container image that `scripts/image` builds."""

import json
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

from scripts import ROOT, load

mcpb = load("scripts/mcpb")


class Image(unittest.TestCase):
    def described(self, image: str | None) -> list[dict]:
        with tempfile.TemporaryDirectory() as scratch:
            (Path(scratch) / "lorekeeper-linux-x64.mcpb").write_bytes(b"bundle")
            mcpb.describe(Namespace(to=Path(scratch), url="https://example.org/files", image=image))
            return json.loads((Path(scratch) / "server.json").read_text(encoding="utf-8"))["packages"]

    def test_the_entry_names_the_image_with_its_volume(self) -> None:
        bundle, image = self.described("ghcr.io/someone/lorekeeper")
        self.assertEqual(bundle["registryType"], "mcpb")
        self.assertEqual((image["registryType"], image["identifier"]), ("oci", f"ghcr.io/someone/lorekeeper:{mcpb.own_version()}"))
        # The registry refuses these beside an image's name.
        self.assertFalse({"version", "registryBaseUrl", "fileSha256"} & image.keys())
        volume = (ROOT / "packaging/image/Containerfile").read_text(encoding="utf-8").split("VOLUME ")[1].split()[0]
        self.assertTrue(image["runtimeArguments"][0]["value"].endswith(f":{volume}"))

    def test_the_entry_has_no_image_that_is_not_published(self) -> None:
        self.assertEqual([package["registryType"] for package in self.described(None)], ["mcpb"])


if __name__ == "__main__":
    unittest.main()
