"""Two users of one computer and one library folder that both may write, such as a shared drive."""

import os
import shutil
import subprocess
import time

from wine import SERVER, SHARED, TREE, Serve, User, WithLibrary, made_library, owner_of, settings


class OneAfterTheOther(WithLibrary):
    def test_each_user_has_a_library_of_their_own(self):
        other = User("neighbour")
        self.addCleanup(shutil.rmtree, other.home)
        self.server("import", TREE / "tests/fixtures/orcbrew/one-source.orcbrew")
        shutil.copytree(made_library(), other.home / ".lorekeeper")
        theirs = self.run_in_wine_as(other, "documents")
        self.assertNotIn("Ways of the Reed", theirs.printed)
        self.assertIn("Ways of the Reed", self.server("documents").printed)

    def run_in_wine_as(self, user: User, *words):
        return self.run_in_wine(SERVER, *words, **settings(user, None))

    def test_a_shared_library_is_shared_by_two_profiles(self):
        other = User("neighbour")
        self.addCleanup(shutil.rmtree, other.home)
        mine = self.serve()
        self.assertTrue(mine.call("guide_library_stats")["success"])
        theirs = Serve(**settings(other, self.home))
        self.addCleanup(theirs.kill)
        self.assertTrue(theirs.connected())
        self.assertTrue(theirs.call("lookup_spell", name="Fireball")["success"])
        self.assertEqual(mine.end(), 0)
        self.assertTrue(theirs.call("lookup_spell", name="Fireball")["success"])
        self.assertEqual(theirs.end(), 0)


class AtOnce(WithLibrary):
    """Two systems: neither sees the other's pipes, as two users' sessions or two computers do not, but the
    folder's locks."""

    def test_the_second_user_is_told_who_holds_the_library(self):
        home = SHARED / "shared-by-two"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(made_library(), home)
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        first = Serve(**settings(self.user, home))
        self.addCleanup(first.kill)
        self.assertTrue(first.connected())
        self.assertTrue(first.call("guide_library_stats")["success"])
        self.assertTrue(owner_of(home))

        elsewhere = subprocess.run(
            ["bash", "-euc", "unset WINEPREFIX; source scripts/wine-env; fresh_windows neighbour >/dev/null; echo $WINEPREFIX"],
            cwd=TREE, capture_output=True, text=True, check=True).stdout.strip()
        here = os.environ["WINEPREFIX"]
        variables = {name: value for name, value in settings(User("nobody"), home).items() if name.startswith("LOREKEEPER_")}
        os.environ["WINEPREFIX"] = elsewhere
        try:
            second = Serve(**variables)
            self.addCleanup(second.kill)
            self.assertTrue(second.connected())
            begun = time.monotonic()
            refused = second.request("tools/call", {"name": "lookup_spell", "arguments": {"name": "Fireball"}})
            self.assertLess(time.monotonic() - begun, 30)
            sentence = refused["error"]["message"]
            self.assertIn("another", sentence)
            self.assertIn("try again", sentence)
            self.shows_only_known_paths(sentence)
            # As soon as the first has ended, the second has the library.
            self.assertEqual(first.end(), 0)
            self.assertTrue(second.call("lookup_spell", name="Fireball")["success"])
            self.assertEqual(second.end(), 0)
        finally:
            os.environ["WINEPREFIX"] = here
