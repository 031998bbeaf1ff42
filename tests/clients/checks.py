"""Checks of the server, counted."""

from contextlib import contextmanager


class Checks:
    """Counts the checks of one conversation that pass and fail, and prints those that fail."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.passed = 0
        self.failed = 0

    def holds(self, what: str, condition, detail="") -> bool:
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {self.where}: {what}" + (f"\n       {shortened(detail)}" if detail != "" else ""), flush=True)
        return bool(condition)

    @contextmanager
    def attempt(self, what: str):
        """Runs a part of the conversation; an exception in it is a failed check, and the rest goes on."""
        try:
            yield
        except Exception as problem:  # whatever a client can raise is a finding
            self.holds(what, False, f"{type(problem).__name__}: {problem} {getattr(problem, 'exceptions', '')}")

    def close(self, seconds: float) -> None:
        """Prints the sum of this conversation."""
        print(f"-- {self.where}: {self.passed} passed, {self.failed} failed, {seconds:.1f} s", flush=True)


def shortened(detail) -> str:
    text = " ".join(str(detail).split())
    return text if len(text) <= 900 else text[:900] + " …"
