"""Registration: only our own entry of a client's file changes, wherever Windows keeps that file and whatever
it looks like."""

import json
import shutil
import threading
import tomllib

from wine import SERVER, WithLibrary, name_in_windows

# The files of clients in a user's home folder, one of each place.
FILES = {
    "claude-desktop": "AppData/Roaming/Claude/claude_desktop_config.json",
    "claude-code": ".claude.json",
    "cursor": ".cursor/mcp.json",
    "vs-code": "AppData/Roaming/Code/User/mcp.json",
    "windsurf": ".codeium/windsurf/mcp_config.json",
    "zed": "AppData/Roaming/Zed/settings.json",
    "lm-studio": ".lmstudio/mcp.json",
    "codex": ".codex/config.toml",
    "gemini-cli": ".gemini/settings.json",
    "copilot-cli": ".copilot/mcp-config.json",
    "qwen-code": ".qwen/settings.json",
    "kimi-code": ".kimi-code/mcp.json",
    "droid": ".factory/mcp.json",
    "amp": ".config/amp/settings.json",
}
# Those that can read a file that begins with a byte order mark.
TAKE_MARK = {"cursor", "vs-code", "windsurf", "zed", "lm-studio", "codex", "copilot-cli", "qwen-code"}
# The tables that hold the servers, where it is not `mcpServers`.
TABLES = {"vs-code": "servers", "zed": "context_servers", "codex": "mcp_servers", "amp": "amp.mcpServers"}
STORE = "AppData/Local/Packages/Claude_pzs8sxrjxfjjc"
STORE_FILE = f"{STORE}/LocalCache/Roaming/Claude/claude_desktop_config.json"


def before(client: str) -> bytes:
    """Returns a file with another server in it, as an editor of Windows writes it."""
    if client == "codex":
        text = 'model = "plum"\n\n[mcp_servers.plums]\ncommand = \'C:\\Plums\\plum.exe\'\n'
    else:
        other = {"plums": {"command": "C:\\Plums\\plum.exe", "args": ["--süß"]}}
        text = json.dumps({"theme": "dark", TABLES.get(client, "mcpServers"): other}, indent=2, ensure_ascii=False) + "\n"
    return text.replace("\n", "\r\n").encode()


def servers(client: str, content: bytes) -> dict:
    text = content.decode("utf-8-sig")
    return (tomllib if client == "codex" else json).loads(text)[TABLES.get(client, "mcpServers")]


class Registration(WithLibrary):
    """Every client is there, with a server of someone else's in its file."""

    def setUp(self):
        super().setUp()
        for client, file in FILES.items():
            (self.user.home / file).parent.mkdir(parents=True, exist_ok=True)
            (self.user.home / file).write_bytes(before(client))

    def file(self, client: str):
        return self.user.home / FILES[client]

    def states(self) -> dict[str, str]:
        clients = self.server("clients", "--json").json()
        return {client["id"]: client["state"]["kind"] for client in clients if client["id"] in FILES}

    def assert_ours(self, client: str, content: bytes) -> None:
        """The entry starts this very program; the other server and the line ends are as they were."""
        entries = servers(client, content)
        self.assertEqual(entries["lorekeeper"]["command"], name_in_windows(SERVER))
        self.assertEqual(entries["lorekeeper"]["args"], ["serve"])
        self.assertEqual(entries["plums"], servers(client, before(client))["plums"])
        self.assertNotIn(b"\n", content.replace(b"\r\n", b""), "every line ends as those that were there")

    def test_every_client_is_registered_and_unregistered(self):
        self.assertEqual(self.states(), dict.fromkeys(FILES, "notConnected"))
        self.server("register", "--no-test", *FILES)
        self.assertEqual(self.states(), dict.fromkeys(FILES, "connected"))
        for client in FILES:
            with self.subTest(client):
                self.assert_ours(client, self.file(client).read_bytes())
        removed = self.server("unregister", *FILES)
        for client in FILES:
            with self.subTest(client):
                self.assertEqual(self.file(client).read_bytes(), before(client))
                self.assertIn(name_in_windows(self.file(client)), removed.printed)
        self.assertEqual(self.states(), dict.fromkeys(FILES, "notConnected"))

    def test_the_new_entry_is_started_and_asked(self):
        printed = self.server("register", "claude-desktop").printed
        self.assertIn("lookup_spell found Fireball.", printed)
        self.assertIn(name_in_windows(self.file("claude-desktop")), printed)
        self.assertIn("Quit Claude fully", printed)

    def test_the_store_build_of_claude_is_preferred_and_the_other_left_alone(self):
        store = self.user.home / STORE_FILE
        store.parent.mkdir(parents=True)
        self.server("register", "--no-test", "claude-desktop")
        self.assertEqual(servers("claude-desktop", store.read_bytes()).keys(), {"lorekeeper"})
        self.assertEqual(self.file("claude-desktop").read_bytes(), before("claude-desktop"))
        self.server("unregister", "claude-desktop")
        self.assertFalse(store.exists(), "the file that was made has been removed")

    def test_a_store_build_that_never_ran_gets_its_folders(self):
        (self.user.home / STORE).mkdir(parents=True)
        self.server("register", "--no-test", "claude-desktop")
        self.assertIn("lorekeeper", servers("claude-desktop", (self.user.home / STORE_FILE).read_bytes()))

    def test_a_byte_order_mark_stays_where_the_client_can_read_it(self):
        for client in FILES:
            with self.subTest(client):
                marked = b"\xef\xbb\xbf" + before(client)
                self.file(client).write_bytes(marked)
                self.server("register", "--no-test", client)
                content = self.file(client).read_bytes()
                self.assertEqual(content.startswith(b"\xef\xbb\xbf"), client in TAKE_MARK)
                self.assert_ours(client, content)
                self.server("unregister", client)
                self.assertEqual(self.file(client).read_bytes(), marked)

    def test_a_library_elsewhere_is_named_in_the_entry(self):
        home = self.folder / "Würfel & Co"
        shutil.copytree(self.home, home)
        self.server("--home", home, "register", "cursor")
        entry = servers("cursor", self.file("cursor").read_bytes())["lorekeeper"]
        self.assertEqual(entry["env"], {"LOREKEEPER_HOME": name_in_windows(home)})

    def test_a_read_only_file_is_refused_with_what_to_do(self):
        for client in "claude-desktop", "codex":
            with self.subTest(client):
                self.run_in_wine("attrib", "+r", self.file(client))
                complaint = self.server("register", "--no-test", client, status=2).complaints
                self.assertIn(name_in_windows(self.file(client)), complaint)
                self.assertIn("read-only", complaint)
                self.assertIn("Nothing was changed", complaint)
                self.assertEqual(self.file(client).read_bytes(), before(client))
                self.run_in_wine("attrib", "-r", self.file(client))
                self.server("register", "--no-test", client)

    def test_a_file_that_its_client_holds_is_refused_with_what_to_do(self):
        holder = self.held(self.file("cursor"))
        complaint = self.server("register", "--no-test", "cursor", status=2).complaints
        self.assertIn(name_in_windows(self.file("cursor")), complaint)
        self.assertIn("another program", complaint)
        self.assertEqual(holder.end(), 0)
        self.assertEqual(self.file("cursor").read_bytes(), before("cursor"))
        self.server("register", "--no-test", "cursor")

    def test_a_file_that_is_held_for_a_moment_is_waited_for(self):
        holder = self.held(self.file("cursor"))
        threading.Timer(0.8, holder.end).start()
        self.server("register", "--no-test", "cursor")
        self.assert_ours("cursor", self.file("cursor").read_bytes())

    def test_a_backup_stands_beside_and_the_last_change_is_undone(self):
        self.server("register", "--no-test", "windsurf")
        backups = [file for file in self.file("windsurf").parent.iterdir() if file != self.file("windsurf")]
        self.assertEqual([backup.read_bytes() for backup in backups], [before("windsurf")])
        self.server("unregister", "--undo", "windsurf")
        self.assertEqual(self.file("windsurf").read_bytes(), before("windsurf"))

    def test_a_client_that_is_not_there_is_named_with_its_folder(self):
        shutil.rmtree(self.file("zed").parent)
        complaint = self.server("register", "zed", status=1).complaints
        self.assertIn(name_in_windows(self.file("zed").parent), complaint)
