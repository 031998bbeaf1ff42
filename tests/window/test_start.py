"""The first start on an empty library, and the cost of an idle app."""

import re
import time

import figures
from app import STARTER_HAS_AT_LEAST, WithTheApp
from processes import cpu_seconds, descendants, own_memory, started_at
from waiting import wait_for

# Idle time, and the CPU time that an idle app may use in it, in seconds.
REST = 2
WORK_AT_REST = 0.4
# The number of attempts to find the app idle.
ROUNDS = 15
# Generous limits; the actual values are reported as figures.
FIRST_PAINT_SECONDS = 20
MEMORY_MB = 700


class FirstStart(WithTheApp):
    """The tests run in alphabetical order; the first one waits for the library to fill."""

    filled = False

    def test_a_the_page_is_painted_at_once_and_the_library_fills(self):
        painted = wait_for(lambda: self.driver.run("""
            const paint = performance.getEntriesByName("first-contentful-paint")[0];
            return paint ? performance.timeOrigin + paint.startTime : null;
        """), "the first paint")
        seconds = painted / 1000 - started_at(self.app.pid)
        figures.tell(f"window: first paint {seconds * 1000:.0f} ms after the start of the process, on an empty library")
        self.assertLess(seconds, FIRST_PAINT_SECONDS)
        self.page.sees("Welcome to your library")
        entries = wait_for(lambda: re.search(r"([\d,]{5,}) entries are ready", self.page.text()), "the starter's entries")
        self.assertGreater(int(entries[1].replace(",", "")), STARTER_HAS_AT_LEAST)
        for step in ["Connect your assistant", "Add books from Open5e", "Drop your homebrew"]:
            self.page.the("heading", step)

    def test_b_the_first_steps_link_to_views_and_are_dismissed(self):
        self.page.click("button", "Choose one")
        self.page.the("heading", "Assistant")
        self.app.go("Browse")
        self.page.click("button", "Choose books")
        self.page.the("heading", "Library")
        self.app.go("Browse")
        self.page.click("button", "Later")
        wait_for(lambda: not self.page.has("heading", "Welcome to your library"), "the steps to go")

    def test_c_an_idle_app_uses_no_cpu(self):
        processes = {self.app.pid: "shell", **descendants(self.app.pid)}

        # The quietest round counts: work left over from the start, or done now and then, is not rest.
        rounds = []
        while len(rounds) < ROUNDS and not any(sum(spent.values()) < WORK_AT_REST for spent in rounds):
            before = {pid: cpu_seconds(pid) for pid in processes}
            time.sleep(REST)
            rounds.append({f"{name} {pid}": cpu_seconds(pid) - before[pid] for pid, name in processes.items()})
        least = min(sum(spent.values()) for spent in rounds)
        figures.tell(f"window: left alone for {REST} s: {least * 1000:.0f} ms of work in its {len(processes)} processes")
        self.assertLess(least, WORK_AT_REST, rounds)

    def test_d_the_memory_of_the_app_is_reported(self):
        processes = {self.app.pid: "shell", **descendants(self.app.pid)}
        memory = {}
        for pid, name in processes.items():
            kind = "shell" if pid == self.app.pid else "server" if name.startswith("lorekeeper") else "page"
            memory[kind] = memory.get(kind, 0) + own_memory(pid) / 2**20
        summary = ", ".join(f"{kind} {megabytes:.0f} MB" for kind, megabytes in sorted(memory.items()))
        figures.tell(f"window: memory at rest (PSS): {summary}")
        self.assertLess(memory["shell"] + memory["page"], MEMORY_MB)

    def test_e_the_log_is_kept_in_a_file(self):
        folder = self.home / ".cache" / "app.lorekeeper.desktop" / "logs"

        def lines() -> str:
            return "".join(file.read_text() for file in folder.glob("lorekeeper.*.log"))

        wait_for(lambda: "this process owns the library" in lines(), "the server in the log")
