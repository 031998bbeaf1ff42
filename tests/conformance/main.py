"""Runs the conformance suite against the server, at each revision.

usage: main.py PATH_OF_LOREKEEPER_MCP FOLDER
"""

import json
import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from gate import Gate
from judgement import Judgement, expected, judge, shown

REVISIONS = "2026-07-28", "2025-11-25"
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
EXPECTATIONS = Path(__file__).parent / "expected-failures.yaml"
# Time limits in seconds: everything, one run of the suite, the server's start and end. A healthy run takes a
# tenth of them.
TOTAL_TIMEOUT, RUN_TIMEOUT, START_TIMEOUT, END_TIMEOUT = 600, 240, 60, 30


def give_up(*_) -> None:
    raise TimeoutError(f"not finished after {TOTAL_TIMEOUT} s")


def node(suite: Path) -> str:
    """Returns the Node from the packages on Linux, and the system's own elsewhere."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    own = suite / f"node_modules/node-{platform.system().lower()}-{machine}/bin/node"
    return str(own) if own.exists() else "node"


@contextmanager
def serving(program: str, log: Path):
    """Starts a server with a new library, and yields the address of the proxy in front of it."""
    with tempfile.TemporaryDirectory(prefix="lorekeeper-conformance-") as home, log.open("w", encoding="utf-8") as errors:
        environment = os.environ | {"LOREKEEPER_HOME": home, "LOREKEEPER_OFFLINE": "1", "MCP_TOOL_PREFIX": "guide_"}
        # The first start may be too slow for the suite, so the library is created first.
        subprocess.run([program, "stats"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                       env=environment, timeout=START_TIMEOUT, check=True)
        process = subprocess.Popen([program, "serve", "--http", "127.0.0.1:0", "--until-eof", "--json"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        try:
            if not select.select([process.stdout], [], [], START_TIMEOUT)[0]:
                raise RuntimeError(f"{program} does not report its address")
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"{program} ended before it listened; see {log}")
            address = json.loads(line)
            port = int(address["url"].split("://")[1].split("/")[0].rsplit(":", 1)[1])
            with Gate(port, Path(address["token_file"]).read_text(encoding="utf-8").strip()) as gate:
                yield f"http://127.0.0.1:{gate}/mcp"
            process.stdin.close()
            status = process.wait(END_TIMEOUT)
            if status != 0:
                raise RuntimeError(f"{program} ended with status {status}; see {log}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def run(suite: Path, url: str, revision: str, results: Path) -> tuple[int, Judgement]:
    """Runs the suite once, and returns its status and judgement."""
    results.mkdir(parents=True)
    log = results.with_suffix(".log")
    command = [node(suite), str(suite / SUITE), "server", "--url", url, "--requirements", revision,
               "--expected-failures", str(EXPECTATIONS), "--output-dir", str(results)]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   cwd=suite, start_new_session=True)
        try:
            status = process.wait(RUN_TIMEOUT)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    return status, judge(results, expected(EXPECTATIONS))


def main(server: str, folder: Path) -> int:
    """Runs the suite at every revision, and prints what failed unexpectedly or passed unexpectedly."""
    kept = folder / "results"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TOTAL_TIMEOUT)
    is_good = True
    unused = expected(EXPECTATIONS)
    contradicted = set()
    with serving(server, kept / "server.log") as url:
        for revision in REVISIONS:
            start = time.monotonic()
            results = kept / revision
            status, found = run(folder / "suite", url, revision, results)
            unused -= found.used
            contradicted |= found.contradicted
            is_bad = bool(found.surprises) or not found.passed
            print(f"{'FAILED' if is_bad else 'passed'} at {revision}: {found.whole} of {found.scenarios} scenarios complete, "
                  f"{found.passed} checks passed, {found.as_expected} failed as expected, {time.monotonic() - start:.0f} s", flush=True)
            for surprise in found.surprises:
                print(f"       {surprise}")
            if is_bad:
                print(f"       details: {results}, {results.with_suffix('.log')}", flush=True)
            if status != 0 and not is_bad:
                print(f"FAILED the suite ended with status {status}: {results.with_suffix('.log')}", flush=True)
            is_good = is_good and not is_bad and status == 0
    for entry in sorted(unused | contradicted, key=str):
        print(f"FAILED {shown(entry)} is expected to fail ({EXPECTATIONS.name}), and it passes", flush=True)
        is_good = False
    return 0 if is_good else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
