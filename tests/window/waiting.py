"""Waiting for conditions."""

import os
import time

# Generous, for slow machines; a condition that holds already does not wait.
PATIENCE = float(os.environ.get("WINDOW_TEST_PATIENCE", "60"))


def wait_for(condition, what: str, seconds: float = PATIENCE, pause: float = 0.05):
    """Returns the first true value of `condition`. Exceptions count as false."""
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
