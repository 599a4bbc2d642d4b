"""Long runs against the program: random command lines, builds that are killed, books with odd values.

    test_command_lines.py   command lines at random over all commands, with limits of time and memory, by command_lines.py
    test_kills.py           builds of every family, killed at random moments and resumed
    test_values.py          books with one odd value each, asked what reads it

`make soak` runs all of them at full size, and names the seed of a failure; a few cases are among the other tests.
"""

import faulthandler
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

CASES = settings.default.max_examples
"""Number of cases of a run."""


def with_seeds(most: int) -> Callable[[Any], Any]:
    """Run a test with values of `seed` that are drawn, `most` of them."""

    def make(test: Any) -> Any:
        phases = (Phase.explicit, Phase.reuse, Phase.generate)
        return settings(max_examples=most, phases=phases, suppress_health_check=list(HealthCheck))(
            given(seed=st.integers(0, 2**64))(test)
        )

    return make


class StuckError(BaseException):
    """A command took too long."""


@contextmanager
def limit_time(seconds: int) -> Iterator[None]:
    """What takes more CPU time is broken off; after three times as many seconds of the clock the process ends."""

    def stop(*_: object) -> None:
        raise StuckError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    faulthandler.dump_traceback_later(3 * seconds, exit=True)
    try:
        yield
    except StuckError as error:
        raise AssertionError(f"over {seconds} s of CPU time") from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        faulthandler.cancel_dump_traceback_later()
