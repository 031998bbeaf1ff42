"""From a library to its readers, and what happens when a link of the chain fails."""

import asyncio
import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
from pathlib import Path

os.environ.setdefault("FASTMCP_LOG_LEVEL", "ERROR")

import boto3  # noqa: E402
import fastmcp  # noqa: E402 the level of its log is read when it is imported
import mcp  # noqa: E402
from fastmcp.client.transports import StreamableHttpTransport  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402
from mcp.shared._httpx_utils import create_mcp_http_client  # noqa: E402
from support import PATIENCE, FaultyWay, Lookup, free_port, reaches, until  # noqa: E402

SERVER, MOTO = sys.argv[1:3]
BUCKET = "lore"
ADDRESS = f"s3://{BUCKET}/club"
HOMEBREW = """{"Plum Book" {:orcpub.dnd.e5/spells {:plum-rain {:key :plum-rain, :name "Plum Rain", :option-pack "Plum Book",
  :level 2, :school "conjuration", :description "Ripe plums fall."}}}}"""
NGINX = """
daemon off; pid %(folder)s/nginx.pid; error_log %(folder)s/nginx.log; worker_processes 1;
events { worker_connections 256; }
http {
    access_log off;
    client_body_temp_path %(folder)s/body; proxy_temp_path %(folder)s/proxy; fastcgi_temp_path %(folder)s/fastcgi;
    uwsgi_temp_path %(folder)s/uwsgi; scgi_temp_path %(folder)s/scgi;
    upstream copies { %(copies)s keepalive 16; }
    server {
        listen 127.0.0.1:%(port)d;
        location / {
            proxy_pass http://copies; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host localhost;
            proxy_next_upstream error timeout http_503 non_idempotent; proxy_connect_timeout 2s;
        }
    }
}
"""


class Load:
    """Lookups by several threads at once until the end of a block. None may fail."""

    def __init__(self, lookup: Lookup):
        self.lookup, self.answers, self.problems, self.ended = lookup, set(), [], threading.Event()
        self.count = 0

    def ask(self) -> None:
        while not self.ended.is_set():
            try:
                self.answers.add(tuple(self.lookup("plum rain")))
                self.answers.add(tuple(self.lookup("fireball")))
                self.count += 2
            except Exception as problem:
                self.problems.append(repr(problem))

    def __enter__(self):
        self.threads = [threading.Thread(target=self.ask) for _ in range(6)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        for thread in self.threads:
            thread.join()


class Chain(unittest.TestCase):
    """One chain, link by link; the tests run in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="lk-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.store_port, cls.port = free_port(), free_port()
        cls.running = {}
        cls.addClassCleanup(cls.end_all)
        cls.environment = {**os.environ, "LOREKEEPER_OFFLINE": "1", "LOREKEEPER_SNAPSHOT_SECONDS": "1",
                           "XDG_RUNTIME_DIR": str(cls.folder), "AWS_ACCESS_KEY_ID": "plum", "AWS_SECRET_ACCESS_KEY": "fig",
                           "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL": f"http://127.0.0.1:{cls.store_port}"}
        cls.s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{cls.store_port}", region_name="us-east-1",
                              aws_access_key_id="plum", aws_secret_access_key="fig")
        cls.start_store()

    @classmethod
    def start(cls, name: str, command: list[str]) -> None:
        with open(cls.folder / f"{name}.log", "ab") as log:
            cls.running[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=cls.environment)

    @classmethod
    def end(cls, name: str, how: int = signal.SIGTERM) -> int:
        process = cls.running.pop(name)
        process.send_signal(how)
        return process.wait(PATIENCE)

    @classmethod
    def end_all(cls) -> None:
        for name in list(cls.running):
            cls.end(name, signal.SIGKILL if name == "store" else signal.SIGTERM)

    @classmethod
    def start_store(cls) -> None:
        cls.start("store", [MOTO, "-H", "127.0.0.1", "-p", str(cls.store_port)])
        until("the store answers", lambda: reaches(cls.store_port))

    def run_server(self, home: str, *arguments: str, store_port: int = 0) -> subprocess.CompletedProcess:
        command = [SERVER, "--home", str(self.folder / home), *arguments]
        environment = {**self.environment, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{store_port or self.store_port}"}
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, timeout=300)

    def publish(self, *more: str) -> dict:
        done = self.run_server("library", "--json", "publish", ADDRESS, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    @classmethod
    def start_copy(cls, number: int) -> None:
        port = cls.copies.setdefault(number, free_port())
        cls.start(f"copy{number}", [SERVER, "--home", str(cls.folder / f"copy{number}"), "serve", "--read-only", "--from", ADDRESS,
                                    "--http", f"127.0.0.1:{port}", "--tokens", str(cls.folder / "library" / "http-tokens.json")])
        until(f"copy {number} answers", lambda: reaches(port))

    copies: dict[int, int] = {}

    def test_1_a_bucket_that_is_not_there_is_named(self):
        done = self.run_server("library", "publish", ADDRESS)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bucket exists", done.stderr)
        done = self.run_server("copy1", "token", "add", "Nobody")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_server("copy1", "serve", "--read-only", "--from", ADDRESS, "--http", "127.0.0.1:0")
        self.assertEqual(done.returncode, 2)
        self.assertIn("published", done.stderr)

    def test_2_clients_of_three_kinds_are_answered_by_two_copies(self):
        self.s3.create_bucket(Bucket=BUCKET)
        first = self.publish()
        self.assertEqual(first["sent_bytes"], first["bytes"])
        made = json.loads(self.run_server("library", "--json", "token", "add", "Plum Club", "--rate", "5000").stdout)
        token = made["token"]
        for number in (1, 2):
            self.start_copy(number)
        copies = " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in self.copies.values())
        settings = self.folder / "nginx.conf"
        settings.write_text(NGINX % {"folder": self.folder, "copies": copies, "port": self.port})
        self.start("nginx", ["nginx", "-c", str(settings), "-e", str(self.folder / "nginx.log")])
        until("the balancer answers", lambda: reaches(self.port))
        url = f"http://127.0.0.1:{self.port}/mcp"
        type(self).lookup = Lookup(url, token)
        self.assertIn("Fireball (srd-2024)", self.lookup("fireball"))

        async def by_sdk(mode: str) -> set[str]:
            async with create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http:
                async with mcp.Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                    await client.list_tools()
                    answers = [await client.call_tool("lookup_spell", {"name": "fireball"}) for _ in range(6)]
                    return {answer.structured_content["value"][0]["name"] for answer in answers}

        async def by_fastmcp() -> set[str]:
            async with fastmcp.Client(StreamableHttpTransport(url, auth=token)) as client:
                answers = [await client.call_tool("lookup_spell", {"name": "fireball"}) for _ in range(6)]
                return {answer.structured_content["value"][0]["name"] for answer in answers}

        # The balancer sends each request to the other copy; the old revisions' sessions go on there.
        for asked in (by_sdk("legacy"), by_sdk("auto"), by_fastmcp()):
            self.assertEqual(asyncio.run(asked), {"Fireball"})

    def test_3_a_newer_snapshot_is_served_without_a_refused_or_mixed_answer(self):
        (self.folder / "plums.orcbrew").write_text(HOMEBREW)
        done = self.run_server("library", "import", str(self.folder / "plums.orcbrew"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with Load(self.lookup) as load:
            kept = self.publish()
            self.assertEqual(kept["left_out"], ["Plum Book"], "a book of unknown licence stays")
            self.publish("--include", "Plum Book")
            new = ("Plum Rain (plum-book)",)
            until("the new spell is served", lambda: new in load.answers)
            time.sleep(3)
        self.assertEqual(load.problems, [])
        fireball = tuple(self.lookup("fireball"))
        self.assertEqual(load.answers, {(), new, fireball})
        for _ in range(8):
            self.assertEqual(tuple(self.lookup("plum rain")), new)

    def test_4_a_copy_that_is_killed_under_load_fails_no_request(self):
        with Load(self.lookup) as load:
            time.sleep(0.5)
            self.end("copy2", signal.SIGKILL)
            time.sleep(1)
            self.start_copy(2)
            time.sleep(0.5)
            # The orderly end.
            self.assertEqual(self.end("copy1"), 0)
            self.start_copy(1)
        self.assertEqual(load.problems, [])
        self.assertGreater(load.count, 100)

    def test_5_the_snapshot_before_is_served_while_the_store_is_away_or_damaged(self):
        self.end("store", signal.SIGKILL)
        time.sleep(3)
        self.assertTrue(self.lookup("fireball"))
        self.start_store()
        self.s3.create_bucket(Bucket=BUCKET)
        self.publish()
        until("the copies serve it", lambda: self.lookup("plum rain") == [] == self.lookup("plum rain"))
        listed = self.s3.list_objects_v2(Bucket=BUCKET, Prefix="club/parts/")["Contents"]
        latest = self.s3.get_object(Bucket=BUCKET, Key="club/latest.json")["Body"].read()
        for content in (latest[:200], b'{"format": 9, "program": "9.0.0"}'):
            self.s3.put_object(Bucket=BUCKET, Key="club/latest.json", Body=content)
            done = self.run_server("copy1", "serve", "--read-only", "--from", ADDRESS, "--http", "127.0.0.1:0")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, "publish it again|update this one")
        self.s3.put_object(Bucket=BUCKET, Key="club/latest.json", Body=latest)
        largest = max(listed, key=lambda part: part["Size"])
        self.assertEqual(self.run_server("copy3", "token", "add", "Nobody").returncode, 0)
        same_size = b"f" * largest["Size"]
        for content, fault in ((same_size, "is not what the manifest says"), (b"fig", "has another size")):
            self.s3.put_object(Bucket=BUCKET, Key=largest["Key"], Body=content)
            done = self.run_server("copy3", "serve", "--read-only", "--from", ADDRESS, "--http", "127.0.0.1:0")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"is damaged: a part {fault}; publish it again", done.stderr)
        self.assertTrue(self.lookup("fireball"))

    def test_6_a_bad_way_to_the_store_is_gone_on_with_or_explained(self):
        self.assertEqual(self.run_server("library", "publish", ADDRESS).returncode, 0)
        self.assertEqual(self.run_server("copy4", "token", "add", "Nobody").returncode, 0)
        serve = ("serve", "--read-only", "--from", ADDRESS, "--http", "127.0.0.1:0", "--until-eof")
        with FaultyWay(self.store_port) as way:
            for code, words in (("AccessDenied", "check the keys"), ("RequestTimeTooSkewed", "clock")):
                way.refuse(code)
                for command in (serve, ("publish", ADDRESS)):
                    done = self.run_server("copy4" if command == serve else "library", *command, store_port=way.port)
                    self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)
            way.refusal = b""
            # In the middle of parts, more than once.
            way.cut_after, way.cuts_left = 2 << 20, 3
            done = self.run_server("copy4", *serve, store_port=way.port)
            self.assertEqual((done.returncode, way.cuts_left), (0, 0), done.stderr)
            self.assertIn("Serving at", done.stdout)
            # So often that it gives up; the next start goes on with what is there.
            self.assertEqual(self.run_server("copy5", "token", "add", "Nobody").returncode, 0)
            way.cut_after, way.cuts_left = 0, 100_000
            done = self.run_server("copy5", *serve, store_port=way.port)
            self.assertEqual(done.returncode, 2)
            self.assertIn("cannot be used", done.stderr)
            way.cuts_left, way.pause = 0, 0.02
            done = self.run_server("copy5", *serve, store_port=way.port)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_7_idle_connections_keep_nobody_out(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        many = min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 1_000)
        with contextlib.ExitStack() as idle:
            for _ in range(many):
                idle.enter_context(socket.create_connection(("127.0.0.1", self.copies[1])))
            direct = Lookup(f"http://127.0.0.1:{self.copies[1]}/mcp", self.lookup.token)
            for _ in range(20):
                self.assertTrue(direct("fireball"))
        print(f"{many} idle connections ... ", end="", file=sys.stderr)

    def test_8_a_revoked_token_is_refused_at_once(self):
        self.assertEqual(self.run_server("library", "token", "revoke", "Plum Club").returncode, 0)
        for _ in range(4):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.lookup("fireball")
            self.assertEqual(refused.exception.code, 401)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--failfast", "--verbose"])
