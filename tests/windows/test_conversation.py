"""The conversations that tests/clients has with the server, by the client of the Python SDK: as owner, over a
named pipe, and over HTTP, in both eras of the protocol."""

import asyncio
import os
import shlex
import shutil
import socket
import stat
import unittest
from pathlib import Path

from wine import FIXTURES, PROGRAMS, SHARED, WithLibrary, in_wine, name_in_windows, path_of

os.environ["LOREKEEPER_TEST_BOOK"] = name_in_windows(FIXTURES / "one-source.orcbrew")
# It asks for the Inspector's folder, and for nothing in it.
os.environ.setdefault("LOREKEEPER_INSPECTOR", "/nonexistent")

import main  # noqa: E402 of tests/clients; it reads the variables above when it is imported
from conversation import ERAS  # noqa: E402
from open5e import replay  # noqa: E402
from ways import WAYS, Server  # noqa: E402

HOMES = SHARED / "homes"
SETTINGS = ("WINEPREFIX", "WINEDEBUG", "WINEDLLOVERRIDES", "DISPLAY", "LD_PRELOAD", "LC_ALL")


class WindowsServer(Server):
    """The server under Wine."""

    def name_of(self, path: str) -> str:
        return name_in_windows(path)

    def path_of(self, name: str) -> str:
        return str(path_of(name))


def starter(name: str) -> str:
    """Returns a script that runs a program by Wine, also for those who clear its variables."""
    script = HOMES / "programs" / name
    script.parent.mkdir(parents=True, exist_ok=True)
    variables = "".join(f"export {name}={shlex.quote(os.environ[name])}\n" for name in SETTINGS)
    script.write_text(f"#!/bin/sh\n{variables}exec {shlex.join(in_wine(PROGRAMS / f'{name}.exe'))} \"$@\"\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


class Conversations(unittest.TestCase):
    """Each has a copy of one library."""

    @classmethod
    def setUpClass(cls):
        shutil.rmtree(HOMES, ignore_errors=True)
        cls.addClassCleanup(shutil.rmtree, HOMES, ignore_errors=True)
        program, resources = starter("lorekeeper-mcp"), HOMES / "resources"
        starter("open5e-replay")
        resources.mkdir()
        (resources / "starter").symlink_to(Path(main.__file__).resolve().parents[2] / "resources/starter")
        address = cls.enterClassContext(replay(program))
        cls.server = WindowsServer(program, str(resources), address)

    def test_the_sdk_in_every_way_and_era(self):
        conversations = asyncio.run(main.all_of_them(self.server, HOMES, ["python sdk"]))
        self.assertEqual(len(conversations), len(WAYS) * len(ERAS))
        for checks in conversations:
            with self.subTest(checks.where):
                self.assertEqual(checks.failed, 0, "printed above")
                self.assertGreater(checks.passed, 200)


class Http(WithLibrary):
    """A server over HTTP, as it is started by hand."""

    def test_the_token_is_printed_and_replaced(self):
        token = self.server("token").printed.strip()
        self.assertGreater(len(token), 20)
        self.assertEqual(self.server("token").printed.strip(), token)
        self.assertNotEqual(self.server("token", "--new").printed.strip(), token)
        self.assertTrue((self.home / "http-token").exists())

    def test_an_address_in_use_is_named(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            complaint = self.server("serve", "--http", f"127.0.0.1:{port}", status=2).complaints
            self.assertIn(str(port), complaint)
