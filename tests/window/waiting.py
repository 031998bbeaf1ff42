"""Waiting for what comes in its own time."""

import os
import time

# A machine may be many times slower than the one the tests were written on; what is there does not wait.
PATIENCE = float(os.environ.get("WINDOW_TEST_PATIENCE", "60"))


def wait_for(condition, what: str, seconds: float = PATIENCE, pause: float = 0.05):
    """The first true value of `condition`, asked again and again. What it raises counts as not yet."""
    deadline = time.monotonic() + seconds
    while True:
        trouble = None
        try:
            if value := condition():
                return value
        except (OSError, LookupError) as error:
            trouble = error
        if time.monotonic() >= deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f": {trouble}" if trouble else ""))
        time.sleep(pause)
