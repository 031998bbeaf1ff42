"""Programs for Windows are signed where there is a certificate, and left alone where there is none."""

import base64
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SIGN = ROOT / "scripts/sign-windows"
PASSWORD = "a password"


def program() -> bytes:
    """The smallest file that is a 64-bit program of Windows: headers with one empty section."""
    optional = struct.pack("<H2B5IQ2I6H4I2H4Q2I", 0x20B, 14, 0, 512, 0, 0, 4096, 4096, 0x140000000, 4096, 512, 6, 0, 0, 0, 6, 0,
                           0, 8192, 512, 0, 3, 0, 1 << 20, 4096, 1 << 20, 4096, 0, 16) + bytes(16 * 8)
    header = b"PE\0\0" + struct.pack("<2H3I2H", 0x8664, 1, 0, 0, 0, len(optional), 0x22)
    section = struct.pack("<8s6I2HI", b".text", 512, 4096, 512, 512, 0, 0, 0, 0, 0x60000020)
    start = b"MZ" + bytes(58) + struct.pack("<I", 64)
    return (start + header + optional + section).ljust(512, b"\0") + bytes(512)


class Signing(unittest.TestCase):
    def setUp(self) -> None:
        (ROOT / "target").mkdir(exist_ok=True)
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.program = self.folder / "program.exe"
        self.program.write_bytes(program())

    def certificate(self) -> str:
        key, own, packed = (self.folder / name for name in ("key.pem", "own.pem", "own.p12"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Nobody",
                        "-addext", "extendedKeyUsage=codeSigning", "-keyout", key, "-out", own], check=True, capture_output=True)
        subprocess.run(["openssl", "pkcs12", "-export", "-inkey", key, "-in", own, "-out", packed, "-passout", f"pass:{PASSWORD}"],
                       check=True, capture_output=True)
        return base64.b64encode(packed.read_bytes()).decode()

    def sign(self, **variables: str) -> subprocess.CompletedProcess:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("WINDOWS_")}
        return subprocess.run([SIGN, self.program], env=clean | variables, capture_output=True, text=True)

    def test_without_a_certificate_a_program_stays_as_it_is(self) -> None:
        done = self.sign()
        self.assertEqual((done.returncode, self.program.read_bytes()), (0, program()))
        self.assertIn("NOT SIGNED", done.stdout)

    @unittest.skipUnless(shutil.which("osslsigncode") and shutil.which("openssl"), "needs osslsigncode and openssl")
    def test_with_a_certificate_a_program_is_signed(self) -> None:
        done = self.sign(WINDOWS_CERTIFICATE=self.certificate(), WINDOWS_CERTIFICATE_PASSWORD=PASSWORD)
        self.assertEqual(done.returncode, 0, done.stderr)
        checked = subprocess.run(["osslsigncode", "verify", "-CAfile", self.folder / "own.pem", self.program],
                                 capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(list((ROOT / "target").glob("signing-*")), [])

    @unittest.skipUnless(shutil.which("osslsigncode") and shutil.which("openssl"), "needs osslsigncode and openssl")
    def test_a_wrong_password_is_an_error_and_changes_nothing(self) -> None:
        done = self.sign(WINDOWS_CERTIFICATE=self.certificate(), WINDOWS_CERTIFICATE_PASSWORD="another")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(self.program.read_bytes(), program())


if __name__ == "__main__":
    unittest.main()
