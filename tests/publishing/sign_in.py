"""Signing in to a server for many people: with the SDK's OAuth client, at the server's own provider and at one elsewhere."""

import asyncio
import base64
import datetime
import hashlib
import html
import http.server
import ipaddress
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import jwt
import mcp
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from support import PATIENCE, Lookup, free_port, reaches, until

SERVER = sys.argv[1]
BACK = "http://127.0.0.1:33418/back"
VERIFIER = "a-verifier-of-at-least-forty-three-characters-x"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def ask(url: str, form: dict | None = None, body: bytes | None = None, headers: dict | None = None) -> tuple[int, dict, str]:
    """Returns status, headers and text of an answer, whatever it is."""
    data = urllib.parse.urlencode(form).encode() if form is not None else body
    try:
        answer = urllib.request.build_opener(NoRedirect).open(urllib.request.Request(url, data, headers or {}), timeout=30)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()


def query(url: str) -> dict[str, str]:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))


class Person:
    """Reads the page of consent, enters a token and presses a button."""

    def __init__(self, token: str, decision: str = "allow"):
        self.token, self.decision, self.pages, self.location = token, decision, [], ""

    async def open(self, url: str) -> None:
        status, headers, page = await asyncio.to_thread(ask, url)
        assert status == 200, (status, page)
        assert "frame-ancestors 'none'" in headers["content-security-policy"] and headers["cache-control"] == "no-store"
        self.pages.append(page)
        sent = {name: html.unescape(value) for name, value in re.findall(r'<input type=hidden name=(\w+) value="([^"]*)">', page)}
        origin = urllib.parse.urljoin(url, "/authorize")
        status, headers, page = await asyncio.to_thread(ask, origin, {**sent, "token": self.token, "decision": self.decision})
        self.location = headers.get("location", "")
        if status != 303:
            self.pages.append(page)

    async def answer(self) -> AuthorizationCodeResult:
        answered = query(self.location)
        return AuthorizationCodeResult(code=answered.get("code", ""), state=answered.get("state"), iss=answered.get("iss"))


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


class Serving(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="lk-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.environment = {**os.environ, "LOREKEEPER_OFFLINE": "1", "XDG_RUNTIME_DIR": str(cls.folder)}
        cls.port = free_port()
        cls.origin = f"http://127.0.0.1:{cls.port}"
        cls.url = f"{cls.origin}/mcp"
        cls.running = None
        cls.addClassCleanup(cls.end)

    @classmethod
    def cli(cls, *arguments: str) -> str:
        command = [SERVER, "--home", str(cls.folder), "--json", *arguments]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=cls.environment, timeout=300, check=True).stdout

    @classmethod
    def token(cls, name: str) -> str:
        return json.loads(cls.cli("token", "add", name))["token"]

    @classmethod
    def serve(cls, *more: str) -> None:
        command = [SERVER, "--home", str(cls.folder), "serve", "--read-only", "--http", f"127.0.0.1:{cls.port}",
                   "--public-url", cls.origin, *more]
        with open(cls.folder / "server.log", "ab") as log:
            cls.running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=cls.environment)
        until("the server answers", lambda: reaches(cls.port) or cls.running.poll() is not None)

    @classmethod
    def end(cls) -> None:
        if cls.running:
            cls.running.send_signal(signal.SIGTERM)
            assert cls.running.wait(PATIENCE) == 0
            cls.running = None

    def status(self, access_token: str) -> tuple[int, str]:
        """Returns the status of a lookup and what the server says about the token."""
        try:
            return (200, "") if Lookup(self.url, access_token)("fireball") else (0, "")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.headers.get("WWW-Authenticate", "") + refused.read().decode()


class Here(Serving):
    """The server's own provider; the tests run in the order of their names."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cli("stats")
        cls.fig = cls.token("Fig")
        cls.serve_here()

    @classmethod
    def serve_here(cls) -> None:
        cls.serve("--sign-in")

    async def looked_up(self, person: Person, storage: Storage, mode: str = "auto", document: str | None = None) -> list[str]:
        metadata = OAuthClientMetadata(client_name="Plum Reader", redirect_uris=[BACK])
        auth = OAuthClientProvider(self.url, metadata, storage, person.open, person.answer, client_metadata_url=document)
        async with create_mcp_http_client(auth=auth) as http:
            async with mcp.Client(streamable_http_client(self.url, http_client=http), mode=mode) as client:
                found = await client.call_tool("lookup_spell", {"name": "fireball"})
                return [spell["name"] for spell in found.structured_content["value"]]

    def signed_in(self, token: str) -> Storage:
        storage = Storage()
        found = asyncio.run(self.looked_up(Person(token), storage))
        self.assertIn("Fireball", found)
        return storage

    def registered(self) -> str:
        _, _, answer = ask(f"{self.origin}/register", body=json.dumps({"client_name": "Raw", "redirect_uris": [BACK]}).encode())
        return json.loads(answer)["client_id"]

    def authorization(self, client: str, **more: str) -> str:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
        asked = {"response_type": "code", "client_id": client, "redirect_uri": BACK, "code_challenge": challenge,
                 "code_challenge_method": "S256", "state": "s", "resource": self.url, **more}
        return f"{self.origin}/authorize?{urllib.parse.urlencode(asked)}"

    def code(self, client: str) -> str:
        person = Person(self.fig)
        asyncio.run(person.open(self.authorization(client)))
        return query(person.location)["code"]

    def exchange(self, **form: str) -> tuple[int, dict]:
        status, headers, answer = ask(f"{self.origin}/token", form)
        self.assertEqual(headers["cache-control"], "no-store")
        return status, json.loads(answer)

    def test_01_the_sdk_signs_in_and_the_page_says_who_asks(self):
        for mode in ("auto", "legacy"):
            person, storage = Person(self.fig), Storage()
            self.assertIn("Fireball", asyncio.run(self.looked_up(person, storage, mode)))
            self.assertIn("Plum Reader wants to read", person.pages[0])
            self.assertIn("a program on this computer", person.pages[0])
            # The next start needs no person.
            again = Person("")
            self.assertIn("Fireball", asyncio.run(self.looked_up(again, storage, mode)))
            self.assertEqual(again.pages, [])

    def test_02_an_expired_token_is_refreshed_without_a_person(self):
        storage, person = self.signed_in(self.fig), Person("")
        before = storage.tokens
        storage.tokens = before.model_copy(update={"expires_in": -1, "access_token": "expired"})
        metadata = OAuthClientMetadata(client_name="Plum Reader", redirect_uris=[BACK])
        auth = OAuthClientProvider(self.url, metadata, storage, person.open, person.answer)

        async def expired() -> None:
            await auth._initialize()
            auth.context.token_expiry_time = time.time() - 1
            async with create_mcp_http_client(auth=auth) as http:
                async with mcp.Client(streamable_http_client(self.url, http_client=http), mode="legacy") as client:
                    await client.list_tools()
                    # The session outlives its first access token.
                    auth.context.token_expiry_time = time.time() - 1
                    await client.list_tools()

        asyncio.run(expired())
        self.assertEqual(person.pages, [])
        self.assertNotIn(storage.tokens.refresh_token, (None, before.refresh_token))
        self.assertEqual(self.status(storage.tokens.access_token)[0], 200)

    def test_03_a_client_can_be_the_address_of_its_document(self):
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "plum")])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True).sign(key, hashes.SHA256())
        )
        file, private = self.folder / "certificate.pem", self.folder / "certificate.key"
        file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        pages = Pages()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, private)
        pages.server.socket = context.wrap_socket(pages.server.socket, server_side=True)
        document, other = (f"https://127.0.0.1:{pages.port}/{path}" for path in ("client", "other"))
        about = {"client_id": document, "client_name": "Fig Reader", "redirect_uris": [BACK], "token_endpoint_auth_method": "none"}
        pages.content = {"/client": about, "/other": about}
        with pages:
            self.end()
            self.environment["SSL_CERT_FILE"] = str(file)
            self.serve_here()
            person, storage = Person(self.fig), Storage()
            self.assertIn("Fireball", asyncio.run(self.looked_up(person, storage, document=document)))
            self.assertEqual(storage.client.client_id, document)
            self.assertIn("127.0.0.1 vouches for it", person.pages[0])
            status, _, page = ask(self.authorization(other))
            self.assertEqual((status, "about another client" in page), (400, True))
        del self.environment["SSL_CERT_FILE"]

    def test_04_only_who_has_a_token_can_allow(self):
        client = self.registered()
        for wrong in ("", "lk_0000", "x" * 5000):
            person = Person(wrong)
            asyncio.run(person.open(self.authorization(client)))
            self.assertEqual(person.location, "")
            self.assertIn("no token of this library", person.pages[1])
        person = Person(self.fig, "refuse")
        asyncio.run(person.open(self.authorization(client)))
        self.assertEqual(query(person.location), {"error": "access_denied", "state": "s", "iss": self.origin})

    def test_05_a_wrong_request_is_explained(self):
        client = self.registered()
        for wrong, reason in (({"client_id": "x.y"}, "unknown here"), ({"redirect_uri": "https://fig.example/"}, "none that the program"),
                              ({"client_id": "https://127.0.0.1:1/x"}, "cannot be reached")):
            status, _, page = ask(self.authorization(client, **wrong))
            self.assertEqual((status, reason in page), (400, True), page)
        for wrong, code in (({"response_type": "token"}, "unsupported_response_type"), ({"code_challenge": ""}, "invalid_request"),
                            ({"code_challenge_method": "plain"}, "invalid_request"), ({"scope": "library:write"}, "invalid_scope"),
                            ({"resource": "https://other.example/mcp"}, "invalid_target")):
            status, headers, _ = ask(self.authorization(client, **wrong))
            self.assertEqual((status, query(headers["location"])["error"]), (303, code))
        for body in (b"", b"[]", b'{"redirect_uris": ["javascript:alert(1)"]}', b'{"redirect_uris": []}'):
            status, _, answer = ask(f"{self.origin}/register", body=body)
            self.assertEqual(status, 400)
            self.assertRegex(json.loads(answer)["error"], "invalid_(redirect_uri|client_metadata)")

    def test_06_a_name_cannot_write_the_page(self):
        about = {"client_name": "<script>alert(1)</script>", "redirect_uris": [BACK]}
        client = json.loads(ask(f"{self.origin}/register", body=json.dumps(about).encode())[2])["client_id"]
        page = ask(self.authorization(client, state='"><script>'))[2]
        self.assertNotIn("<script", page)
        self.assertIn("&lt;script&gt;alert(1)", page)

    def test_07_a_code_is_for_one_use(self):
        client = self.registered()
        code = self.code(client)
        form = {"grant_type": "authorization_code", "code": code, "client_id": client, "redirect_uri": BACK}
        for wrong in ({"code_verifier": "wrong" * 10}, {"code_verifier": VERIFIER, "client_id": self.registered() + "x"},
                      {"code_verifier": VERIFIER, "redirect_uri": "http://127.0.0.1:1/other"},
                      {"code_verifier": VERIFIER, "code": "0" * 64}):
            self.assertEqual(self.exchange(**{**form, **wrong})[1]["error"], "invalid_grant")
        status, tokens = self.exchange(**form, code_verifier=VERIFIER)
        self.assertEqual((status, self.status(tokens["access_token"])[0]), (200, 200))
        self.assertEqual(self.exchange(**form, code_verifier=VERIFIER)[1]["error"], "invalid_grant")
        # Somebody has copied the code: what it was changed for ends.
        self.assertEqual(self.status(tokens["access_token"])[0], 401)
        refresh = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"], "client_id": client}
        self.assertEqual(self.exchange(**refresh)[1]["error"], "invalid_grant")
        self.assertEqual(self.exchange(grant_type="password", client_id="x")[1]["error"], "unsupported_grant_type")
        self.assertEqual(self.exchange()[1]["error"], "invalid_request")

    def test_08_a_sign_in_outlives_the_server_and_ends_when_it_is_told(self):
        storage = self.signed_in(self.fig)
        self.end()
        self.serve_here()
        self.assertEqual(self.status(storage.tokens.access_token)[0], 200)
        kept = (self.folder / "sign-ins.json").read_text()
        self.assertNotIn(storage.tokens.refresh_token.split(".")[1], kept)
        self.assertEqual((self.folder / "sign-in-key").stat().st_mode & 0o77, 0)
        self.assertEqual(ask(f"{self.origin}/revoke", {"token": storage.tokens.refresh_token})[0], 200)
        status, said = self.status(storage.tokens.access_token)
        self.assertEqual((status, "invalid_token" in said), (401, True))

    def test_09_revoking_a_persons_token_ends_their_sign_ins(self):
        plum, stays = self.token("Plum"), self.signed_in(self.fig)
        storage = self.signed_in(plum)
        self.cli("token", "revoke", "Plum")
        self.assertEqual(self.status(storage.tokens.access_token)[0], 401)
        refresh = {"grant_type": "refresh_token", "refresh_token": storage.tokens.refresh_token, "client_id": storage.client.client_id}
        self.assertEqual(self.exchange(**refresh)[1]["error"], "invalid_grant")
        # Another person of that name is not the one from before.
        self.token("Plum")
        self.assertEqual(self.status(storage.tokens.access_token)[0], 401)
        self.assertEqual(self.status(stays.tokens.access_token)[0], 200)

    def test_10_named_tokens_go_on_beside_it(self):
        self.assertEqual(self.status(self.fig)[0], 200)
        status, said = self.status("lk_wrong")
        self.assertEqual((status, "resource_metadata=" in said), (401, True))
        header, content, _ = self.signed_in(self.fig).tokens.access_token.split(".")
        self.assertEqual(self.status(f"{header}.{content}.{'A' * 86}")[0], 401)


class Pages:
    """JSON documents on loopback."""

    def __init__(self):
        self.content, self.is_away = {}, False
        pages = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                found = None if pages.is_away else pages.content.get(self.path)
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


class Elsewhere(Serving):
    """Tokens of an identity provider."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cli("stats")
        cls.pages = Pages()
        cls.enterClassContext(cls.pages)
        cls.issuer = f"http://127.0.0.1:{cls.pages.port}/club"
        cls.keys = {"one": rsa.generate_private_key(65537, 2048), "two": ec.generate_private_key(ec.SECP256R1())}
        cls.pages.is_away = True
        cls.serve("--issuer", cls.issuer, "--scope", "lore")

    @classmethod
    def publish_keys(cls, *names: str) -> None:
        def published(name: str) -> dict:
            algorithm = jwt.algorithms.RSAAlgorithm if name == "one" else jwt.algorithms.ECAlgorithm
            key = algorithm.to_jwk(cls.keys[name].public_key(), as_dict=True)
            return {**key, "kid": name, "use": "sig"}

        cls.pages.content = {
            "/.well-known/openid-configuration/club": {"issuer": cls.issuer, "jwks_uri": f"{cls.issuer}/keys", "x": 1},
            "/club/keys": {"keys": [{"kty": "oct", "k": "AAAA"}, *(published(name) for name in names)]},
        }
        cls.pages.is_away = False

    def made(self, key: str = "one", signed: object = None, algorithm: str = "", **claims: object) -> str:
        said = {"iss": self.issuer, "sub": "plum-7", "aud": ["x", self.url], "exp": int(time.time()) + 600, "scope": "profile lore", **claims}
        said = {name: value for name, value in said.items() if value is not None}
        algorithm = algorithm or ("RS256" if key == "one" else "ES256")
        return jwt.encode(said, signed if signed is not None else self.keys[key], algorithm, headers={"kid": key})

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
            described = json.loads(ask(address)[2])
            self.assertEqual((described["resource"], described["authorization_servers"]), (self.url, [self.issuer]))
        self.assertEqual(ask(f"{self.origin}/register", body=b"{}")[0], 404)

    def test_3_only_valid_tokens_are_accepted(self):
        now = int(time.time())
        for scope in ({"scope": None, "scp": ["lore"]}, {"scope": None, "scp": "lore x"}, {"exp": now - 30}, {"nbf": now + 30}, {"aud": self.url}):
            self.assertEqual(self.status(self.made(**scope))[0], 200, scope)
        for token, reason in (
            (self.made(aud="https://other.example/mcp"), "for another server"), (self.made(aud=None), "lacks one of"),
            (self.made(exp=now - 90), "expired"), (self.made(exp=None), "lacks one of"), (self.made(nbf=now + 90), "not valid yet"),
            (self.made(iss="https://other.example"), "another issuer"), (self.made(sub=None), "lacks one of"),
            (self.made(signed=b"plum" * 8, algorithm="HS256"), "shared secret"), (self.made(signed="", algorithm="none"), "no access token"),
            (self.made(signed=rsa.generate_private_key(65537, 2048)), "not signed by the issuer"),
            (self.made(key="two"), "not signed by the issuer"), ("ey.ey.ey", "no access token"), ("ey" + "a" * 20000 + ".b.c", "too long"),
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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--failfast", "--verbose"])
