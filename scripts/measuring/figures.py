"""Measures the server over real stdio and prints the figures beside the targets. `scripts/bench` runs it.

usage: python3 -m measuring.figures PROGRAM

The full library comes from the snapshot of Open5e beside the repository; without one the starter is measured.
"""

import contextlib
import shutil
import sys
import time
from pathlib import Path

from . import homebrew, questions
from .growth import grow
from .program import TARGET, Program, Replay, Server, say, snapshot
from .questions import Group
from .table import Table, both, median, p95

FOLDER = TARGET / "bench"
# The least number of entries of the grown library.
GROWN = 100_000
# The number of whole syncs, of starts, of first answers by meaning, and of owners that are killed.
SYNCS, STARTS, FIRSTS, KILLS = 3, 30, 15, 20
# The number of calls of each sort: before anything is measured, measured, and in all before the memory is
# measured.
WARM_UP, CALLS, MIXED = 100, 600, 200
# The longest answer that every client takes in, in characters.
LONGEST_ANSWER = 100_000
# The time for which the background is watched, in seconds.
WATCHED = 20

Times = list[tuple[Group, list[float]]]


def calls(server: Server, group: Group, count: int) -> list[float]:
    return [server.call(tool, arguments).milliseconds for tool, arguments in group.calls(count)]


def times_of(server: Server, groups: list[Group]) -> Times:
    """The times of every sort of question, in the questions' order."""
    return [(group, (calls(server, group, WARM_UP), calls(server, group, CALLS))[1]) for group in groups]


def compare(times: Times, entries: int, table: Table) -> None:
    """Puts the times on the full library beside their targets."""
    for group, samples in times:
        met = group.most and median(samples) <= group.most
        target = f"≤ {group.most} ms" if group.most else ""
        if group.times:
            target += "; p95 ≤ 3 × p50"
            met = met and p95(samples) <= 3 * median(samples)
        table.add(f"{group.what}, {entries} entries, p50 / p95", both(samples), group.comparable, target, met)


def compare_growth(full: Times, grown: Times, entries: int, table: Table) -> None:
    """Puts the times on the grown library beside those on the full one."""
    for (group, before), (_, after) in zip(full, grown):
        times, target, met = median(after) / median(before), "", None
        if group.times:
            target, met = f"≤ {group.times} ×", times <= group.times
        elif group.grown:
            target, met = f"≤ {group.grown} ms", median(after) <= group.grown
        table.add(f"{group.what}, {entries} entries, p50 / p95", f"{both(after)} ({times:.1f} ×)", "", target, met)


def syncs(program: str, kept: Path, replay: Replay, table: Table) -> None:
    """Fetches everything into empty libraries; the last one stays."""
    took = []
    for number in range(SYNCS):
        shutil.rmtree(kept, ignore_errors=True)
        began = time.perf_counter()
        Program(program, kept, {"LOREKEEPER_OPEN5E_URL": replay.base}).run("sync")
        took.append(time.perf_counter() - began)
    seconds = median(took)
    table.add("full Open5e sync into an empty library, stored and text-indexed", f"{seconds:.2f} s", "minutes", "≤ 6 s", seconds <= 6)


def starts(program: str, home: Path, table: Table) -> None:
    """The time from the start of the process to the answer to `tools/list`."""
    for what, homes in [("on a library that is there", [home] * STARTS), ("on an empty folder", [FOLDER / f"empty-{n}" for n in range(STARTS)])]:
        took = [since_start(Program(program, home), lambda server: server.ask("tools/list", {})) for home in homes]
        table.add(f"process start to `tools/list` answered, {what}", f"{median(took):.1f} ms (longest {max(took):.1f})", "524 ms", "≤ 30 ms",
                  median(took) <= 30)


def since_start(program: Program, ask) -> float:
    began = time.perf_counter()
    with program.serve() as server:
        ask(server)
        return (time.perf_counter() - began) * 1000


def largest_answer(server: Server, table: Table) -> None:
    wide = [(tool, arguments | {"limit": 100}) for tool, arguments in questions.WIDE] + [("list_documents", {})]
    sizes = [(len(server.call(tool, arguments).result()["content"][0]["text"]), tool, arguments) for tool, arguments in wide]
    characters, tool, arguments = max(sizes, key=lambda size: size[0])
    table.add("longest answer to a wide question", f"{characters} characters ({tool} {arguments})", "300,000 characters",
              f"≤ {LONGEST_ANSWER} characters", characters <= LONGEST_ANSWER)


def memory(program: Program, groups: list[Group], what: str, comparable: str, most: int | None, table: Table) -> None:
    """The memory of a fresh server after mixed questions, where the system says it."""
    with program.serve() as server:
        for group in groups:
            calls(server, group, -(-MIXED // len(groups)))
        resident, own, files, highest = map(server.memory, ("VmRSS", "RssAnon", "RssFile", "VmHWM"))
    if resident:
        target = f"≤ {most} MB" if most else ""
        table.add(f"resident memory of the {what} after {MIXED} mixed questions", f"{resident} MB (own {own} MB, files {files} MB)", comparable,
                  target, resident <= most if most else None)
        table.add("the same, at its highest", f"{highest} MB")


def bridges(program: Program, groups: list[Group], table: Table) -> None:
    """What a bridge costs, and the pause when the owner behind it is killed."""
    with program.serve() as owner:
        owner.ask("tools/list", {})
        with program.serve() as bridge:
            for group in groups:
                # By turns, so that whatever else the machine does is in both.
                turns = [(owner.call(*call).milliseconds, bridge.call(*call).milliseconds) for call in group.calls(CALLS)]
                direct, bridged = (median(list(times)) for times in zip(*turns))
                more = bridged - direct
                table.add(f"{group.what} through a bridge instead of the owner, p50", f"{more:+.2f} ms ({bridged:.2f} instead of {direct:.2f})",
                          "", "≤ 0.3 ms more", more <= 0.3)
            if resident := bridge.memory("VmRSS"):
                table.add("resident memory of a bridge after these calls", f"{resident} MB", "", "≤ 12 MB", resident <= 12)
    question, pauses, bridge = ("lookup_spell", {"name": "fireball"}), [], program.serve()
    for _ in range(KILLS):
        owner, bridge = bridge, program.serve()
        owner.call(*question)
        bridge.call(*question)
        owner.kill()
        pauses.append(bridge.call(*question).milliseconds)
    bridge.stop()
    table.add(f"answer of a bridge whose owner was killed, {KILLS} times, p50 (longest)", f"{median(pauses):.0f} ms ({max(pauses):.0f})")


def background(program: Program, groups: list[Group], table: Table) -> None:
    """How fast entries are embedded in the background, and how long lookups take meanwhile."""
    with program.serve() as server:
        passages = lambda: server.value("guide_library_stats", {})["model_use"]["passages"]  # noqa: E731
        # A search by meaning wakes the background.
        server.call("search_dnd_content", {"query": "wake up"})
        before, began, took = passages(), time.monotonic(), []
        while time.monotonic() - began < WATCHED:
            for call in (call for group in groups for call in group.calls(3)):
                took.append(server.call(*call).milliseconds)
                time.sleep(0.02)
        rate = (passages() - before) / (time.monotonic() - began)
        resident = server.memory("VmRSS")
    table.add("embedding in the background, with lookups beside it", f"{rate:.0f} passages/s", "40/s", "≥ 60 passages/s", rate >= 60)
    if resident:
        table.add("resident memory of the owner meanwhile", f"{resident} MB", "", "≤ 200 MB", resident <= 200)
    table.add("lookups by words meanwhile, p50 / p95", both(took), "", "p95 ≤ 10 ms", p95(took) <= 10)


def main() -> None:
    [file] = sys.argv[1:] or sys.exit(__doc__)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    table, measured = Table(), FOLDER / "measured"
    folder = snapshot()
    if folder:
        say("sync")
        with Replay(folder) as replay:
            syncs(file, measured, replay, table)
    else:
        print("There is no snapshot of Open5e beside the repository: only the starter content is measured.\n")
        Program(file, measured).run("stats")
    program = Program(file, measured)
    say("starts")
    starts(file, measured, table)

    with program.serve() as server:
        entries = server.catch_up()
        say(f"lookups in {entries} entries")
        by_words, keystrokes = questions.of_library(server), questions.by_keystroke()
        times = times_of(server, by_words)
        compare(times, entries, table)
        largest_answer(server, table)
        keystroke_times = times_of(server, keystrokes)
        compare(keystroke_times, entries, table)
    memory(program, by_words, "owner", "78 MB", 30, table)

    say("bridges")
    bridges(program, by_words, table)

    say("embedding, which takes minutes")
    background(program, by_words, table)
    program.run("embed")
    say("questions by meaning")
    first = [since_start(program, lambda server: server.call("lookup_spell", {"semantic_query": "protect from fire"})) for _ in range(FIRSTS)]
    table.add("process start to its first answer by meaning", f"{median(first):.0f} ms (longest {max(first):.0f})", "3,440 ms", "≤ 200 ms",
              median(first) <= 200)
    by_meaning = questions.by_meaning()
    with program.serve() as server:
        meaning_times = times_of(server, by_meaning)
    compare(meaning_times, entries, table)
    memory(program, by_meaning, "owner with the model", "983 MB", 200, table)

    if folder:
        say(f"a library of {GROWN} entries")
        grown = Program(file, FOLDER / "grown")
        grow(measured, grown.home, GROWN)
        with grown.serve() as server:
            entries = server.catch_up()
            say(f"lookups in {entries} entries")
            before = times + meaning_times + keystroke_times
            compare_growth(before, times_of(server, by_words + by_meaning + keystrokes), entries, table)
        memory(grown, by_words, f"owner of {entries} entries", "", None, table)
    say("homebrew")
    homebrew.measure(file, FOLDER / "homebrew", table)
    shutil.rmtree(FOLDER)
    print(table)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
