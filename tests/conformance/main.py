"""Runs the suite on the server as users have it, and on the same server with the fixture, at each revision.

usage: main.py PATH_OF_LOREKEEPER_MCP PATH_OF_LOREKEEPER_CONFORMANCE FOLDER
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
# Seconds for everything, for one run of the suite, and for a server to start and to end; a healthy run takes a tenth of it.
LIMIT, RUN, START, END = 600, 240, 60, 30
HERE = Path(__file__).parent


class TooLong(Exception):
    """The whole run has no time left."""


def give_up(*_) -> None:
    raise TooLong(f"no end after {LIMIT} s")


def node(suite: Path) -> str:
    """The packages bring Node for Linux; elsewhere the system's own must be new enough."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    own = suite / f"node_modules/node-{platform.system().lower()}-{machine}/bin/node"
    return str(own) if own.exists() else "node"


@contextmanager
def serving(program: str, log: Path):
    """Starts a server with a library of its own; returns the address of the gate in front of it."""
    with tempfile.TemporaryDirectory(prefix="lorekeeper-conformance-") as home, log.open("w", encoding="utf-8") as complaints:
        environment = os.environ | {"LOREKEEPER_HOME": home, "LOREKEEPER_OFFLINE": "1", "MCP_TOOL_PREFIX": "guide_"}
        # The suite is not as patient as a first start may be slow: the library is made before anything is asked.
        subprocess.run([program, "stats"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints,
                       env=environment, timeout=START, check=True)
        process = subprocess.Popen([program, "serve", "--http", "127.0.0.1:0", "--until-eof", "--json"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, text=True, env=environment)
        try:
            if not select.select([process.stdout], [], [], START)[0]:
                raise RuntimeError(f"{program} does not say where it listens")
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"{program} ended before it listened; see {log}")
            place = json.loads(line)
            port = int(place["url"].split("://")[1].split("/")[0].rsplit(":", 1)[1])
            with Gate(port, Path(place["token_file"]).read_text(encoding="utf-8").strip()) as gate:
                yield f"http://127.0.0.1:{gate}/mcp"
            process.stdin.close()
            status = process.wait(END)
            if status != 0:
                raise RuntimeError(f"{program} ended with status {status}; see {log}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def run(suite: Path, url: str, revision: str, expectations: Path, results: Path) -> tuple[int, Judgement]:
    """Runs the suite once; returns its exit status and its findings."""
    results.mkdir(parents=True)
    log = results.with_suffix(".log")
    command = [node(suite), str(suite / SUITE), "server", "--url", url, "--requirements", revision,
               "--expected-failures", str(expectations), "--output-dir", str(results)]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   cwd=suite, start_new_session=True)
        try:
            status = process.wait(RUN)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    return status, judge(results, expected(expectations))


def leg(name: str, program: str, files: list[str], kept: Path) -> bool:
    """Runs the suite on one program at every revision; prints the findings and returns whether they are as expected."""
    well = True
    unused = set().union(*(expected(HERE / file) for file in files))
    contradicted = set()
    # The suite takes one file.
    expectations = kept / f"{name}.yaml"
    expectations.write_text("server:\n" + "".join(f"  - {shown(entry)}\n" for entry in sorted(unused, key=str)), encoding="utf-8")
    with serving(program, kept / f"{name}.log") as url:
        for revision in REVISIONS:
            began = time.monotonic()
            results = kept / f"{name}-{revision}"
            status, found = run(kept.parent / "suite", url, revision, expectations, results)
            unused -= found.used
            contradicted |= found.contradicted
            bad = bool(found.surprises) or not found.passed
            print(f"{'FAILED' if bad else 'passed'} {name} at {revision}: {found.whole} of {found.scenarios} scenarios whole, "
                  f"{found.passed} checks passed, {found.as_expected} failed as expected, {time.monotonic() - began:.0f} s", flush=True)
            for surprise in found.surprises:
                print(f"       {surprise}")
            if bad:
                print(f"       details: {results}, {results.with_suffix('.log')}", flush=True)
            if status != 0 and not bad:
                print(f"FAILED the suite ended with status {status}: {results.with_suffix('.log')}", flush=True)
            well = well and not bad and status == 0
    for entry in sorted(unused | contradicted, key=str):
        print(f"FAILED {name}: {shown(entry)} is expected to fail ({', '.join(files)}), and it passes", flush=True)
        well = False
    return well


def main(server: str, fixture: str, folder: Path) -> int:
    kept = folder / "results"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    legs = [leg("server", server, ["expected-failures.yaml", "needs-fixture.yaml"], kept),
            leg("fixture", fixture, ["expected-failures.yaml"], kept)]
    return 0 if all(legs) else 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
