"""Signing in to a server for many people: access tokens of an identity provider, and the SDK's OAuth
client."""

import asyncio
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

import jwt
import mcp
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from support import PATIENCE, Lookup, free_port, reaches, until

SERVER = sys.argv[1]
BACK = "http://127.0.0.1:33418/back"


def ask(url: str) -> tuple[int, str]:
    """Returns status and text of an answer, whatever it is."""
    try:
        answer = urllib.request.urlopen(url, timeout=30)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.status, answer.read().decode()


class Person:
    """Allows a program whatever it asks for."""

    def __init__(self):
        self.asked = []

    async def open(self, url: str) -> None:
        self.asked.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)))

    async def answer(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(code="plum", state=self.asked[-1]["state"])


class Storage:
    """What a client keeps."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Pages:
    """JSON documents on loopback; a function among them answers what was posted."""

    def __init__(self):
        self.content, self.is_away = {}, False
        pages = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.do_GET(self.rfile.read(int(self.headers["Content-Length"])))

            def do_GET(self, posted: bytes = b""):
                found = None if pages.is_away else pages.content.get(self.path)
                found = found(posted) if callable(found) else found
                body = json.dumps(found).encode()
                self.send_response(200 if found else 503 if pages.is_away else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class SigningIn(unittest.TestCase):
    """The tests run in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="lk-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.environment = {**os.environ, "LOREKEEPER_OFFLINE": "1", "XDG_RUNTIME_DIR": str(cls.folder)}
        cls.port = free_port()
        cls.origin = f"http://127.0.0.1:{cls.port}"
        cls.url = f"{cls.origin}/mcp"
        cls.cli("stats")
        cls.pages = Pages()
        cls.enterClassContext(cls.pages)
        cls.issuer = f"http://127.0.0.1:{cls.pages.port}/club"
        cls.keys = {"one": rsa.generate_private_key(65537, 2048), "two": ec.generate_private_key(ec.SECP256R1())}
        cls.pages.is_away = True
        command = [SERVER, "--home", str(cls.folder), "serve", "--read-only", "--http", f"127.0.0.1:{cls.port}",
                   "--public-url", cls.origin, "--issuer", cls.issuer, "--scope", "lore"]
        with open(cls.folder / "server.log", "ab") as log:
            running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=cls.environment)
        cls.addClassCleanup(cls.end, running)
        until("the server answers", lambda: reaches(cls.port) or running.poll() is not None)

    @staticmethod
    def end(running: subprocess.Popen) -> None:
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0

    @classmethod
    def cli(cls, *arguments: str) -> str:
        command = [SERVER, "--home", str(cls.folder), "--json", *arguments]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=cls.environment, timeout=300, check=True).stdout

    def status(self, access_token: str) -> tuple[int, str]:
        """Returns the status of a lookup and what the server says about the token."""
        try:
            return (200, "") if Lookup(self.url, access_token)("fireball") else (0, "")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.headers.get("WWW-Authenticate", "") + refused.read().decode()

    @classmethod
    def publish_keys(cls, *names: str) -> None:
        def published(name: str) -> dict:
            algorithm = jwt.algorithms.RSAAlgorithm if name == "one" else jwt.algorithms.ECAlgorithm
            key = algorithm.to_jwk(cls.keys[name].public_key(), as_dict=True)
            return {**key, "kid": name, "use": "sig"}

        cls.pages.content = {
            "/.well-known/openid-configuration/club": {
                "issuer": cls.issuer, "jwks_uri": f"{cls.issuer}/keys", "x": 1, "response_types_supported": ["code"],
                "authorization_endpoint": f"{cls.issuer}/allow", "token_endpoint": f"{cls.issuer}/token",
                "registration_endpoint": f"{cls.issuer}/register",
            },
            "/club/register": lambda posted: {**json.loads(posted), "client_id": "reader"},
            "/club/token": lambda posted: {
                "access_token": cls.made(jti=str(uuid.uuid4())), "refresh_token": "again", "token_type": "Bearer", "expires_in": 600,
            },
            "/club/keys": {"keys": [{"kty": "oct", "k": "AAAA"}, *(published(name) for name in names)]},
        }
        cls.pages.is_away = False

    @classmethod
    def made(cls, key: str = "one", signed: object = None, algorithm: str = "", **claims: object) -> str:
        said = {"iss": cls.issuer, "sub": "plum-7", "aud": ["x", cls.url], "exp": int(time.time()) + 600, "scope": "profile lore", **claims}
        said = {name: value for name, value in said.items() if value is not None}
        algorithm = algorithm or ("RS256" if key == "one" else "ES256")
        return jwt.encode(said, signed if signed is not None else cls.keys[key], algorithm, headers={"kid": key})

    def test_1_a_token_cannot_be_checked_before_the_issuer_is_reached(self):
        status, said = self.status(self.made())
        self.assertEqual(status, 503, said)
        self.publish_keys("one")
        # It was asked a moment ago.
        until("the token is accepted", lambda: self.status(self.made())[0] == 200)

    def test_2_the_description_says_where_to_sign_in(self):
        status, said = self.status("none")
        metadata = re.search('resource_metadata="([^"]+)"', said)[1]
        self.assertEqual((status, metadata), (401, f"{self.origin}/.well-known/oauth-protected-resource/mcp"))
        for address in (metadata, metadata.removesuffix("/mcp")):
            described = json.loads(ask(address)[1])
            self.assertEqual((described["resource"], described["authorization_servers"]), (self.url, [self.issuer]))

    def test_3_only_valid_tokens_are_accepted(self):
        now = int(time.time())
        for scope in ({"scope": None, "scp": ["lore"]}, {"scope": None, "scp": "lore x"}, {"exp": now - 30}, {"nbf": now + 30}, {"aud": self.url}):
            self.assertEqual(self.status(self.made(**scope))[0], 200, scope)
        for token, reason in (
            (self.made(aud="https://other.example/mcp"), "for another server"), (self.made(aud=None), "lacks one of"),
            (self.made(exp=now - 90), "expired"), (self.made(exp=None), "lacks one of"), (self.made(nbf=now + 90), "not valid yet"),
            (self.made(iss="https://other.example"), "another issuer"), (self.made(sub=None), "lacks one of"),
            (self.made(signed=b"plum" * 8, algorithm="HS256"), "shared secret"), (self.made(signed="", algorithm="none"), "not an access token"),
            (self.made(signed=rsa.generate_private_key(65537, 2048)), "not signed by the issuer"),
            (self.made(key="two"), "not signed by the issuer"), ("ey.ey.ey", "not an access token"), ("ey" + "a" * 20000 + ".b.c", "too long"),
        ):
            status, said = self.status(token)
            self.assertEqual((status, 'error="invalid_token"' in said, reason in said), (401, True, True), (reason, said))
        status, said = self.status(self.made(scope="profile"))
        self.assertEqual((status, 'error="insufficient_scope"' in said, 'scope="lore"' in said), (403, True, True))

    def test_4_new_keys_are_noticed_and_old_ones_serve_while_the_issuer_is_away(self):
        self.publish_keys("one", "two")
        until("the new key is known", lambda: self.status(self.made(key="two"))[0] == 200)
        self.pages.is_away = True
        for key in ("one", "two"):
            self.assertEqual(self.status(self.made(key=key))[0], 200)
        self.assertEqual(self.status(self.made(signed=ec.generate_private_key(ec.SECP256R1()), algorithm="ES256"))[0], 401)

    def test_5_the_sdk_signs_in_where_the_description_says(self):
        self.pages.is_away = False
        for mode in ("auto", "legacy"):
            person, storage = Person(), Storage()
            metadata = OAuthClientMetadata(client_name="Plum Reader", redirect_uris=[BACK])
            auth = OAuthClientProvider(self.url, metadata, storage, person.open, person.answer)

            async def looked_up() -> list[str]:
                async with create_mcp_http_client(auth=auth) as http:
                    async with mcp.Client(streamable_http_client(self.url, http_client=http), mode=mode) as client:
                        await client.call_tool("lookup_spell", {"name": "fireball"})
                        first = storage.tokens.access_token
                        # A session outlives its first access token.
                        auth.context.token_expiry_time = time.time() - 1
                        found = await client.call_tool("lookup_spell", {"name": "fireball"})
                        self.assertNotEqual(storage.tokens.access_token, first)
                        return [spell["name"] for spell in found.structured_content["value"]]

            self.assertIn("Fireball", asyncio.run(looked_up()))
            self.assertEqual([(asked["resource"], asked["scope"]) for asked in person.asked], [(self.url, "lore")])

    def test_6_named_tokens_go_on_beside_it(self):
        self.assertEqual(self.status(json.loads(self.cli("token", "add", "Fig"))["token"])[0], 200)
        status, said = self.status("lk_wrong")
        self.assertEqual((status, "resource_metadata=" in said), (401, True))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--failfast", "--verbose"])
