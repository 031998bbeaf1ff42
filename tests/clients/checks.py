"""What was asked of the server, and whether it held."""

from contextlib import contextmanager


class Checks:
    """Counts what holds and what does not; only what does not is told at length."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0
        self.where = ""

    def within(self, where: str) -> None:
        """Names the client and the era that the next checks are about."""
        self.where = where
        print(f"-- {where}", flush=True)

    def holds(self, what: str, condition, detail="") -> bool:
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {self.where}: {what}" + (f"\n       {shortened(detail)}" if detail != "" else ""), flush=True)
        return bool(condition)

    @contextmanager
    def attempt(self, what: str):
        """What is tried must come to its end; what it raises is told and the rest goes on."""
        try:
            yield
        except Exception as problem:  # whatever a client can raise is a finding
            self.holds(what, False, f"{type(problem).__name__}: {problem}")

    def close(self) -> int:
        """Prints the sum; gives the status to exit with."""
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or not self.passed else 0


def shortened(detail) -> str:
    text = " ".join(str(detail).split())
    return text if len(text) <= 600 else text[:600] + " …"
