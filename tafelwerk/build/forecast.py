"""Forecast of task times: measured constants of their classes, and a factor from earlier builds on this machine."""

import json
import os
from contextlib import suppress
from functools import cache
from typing import Any

from tafelwerk.fingerprint import machine
from tafelwerk.places import user_cache

USUAL_SPEED = 1e9
"""Operations per second of a task whose class has no SPEED."""

_ENOUGH = 5.0  # seconds of work before a factor is believed
_REMEMBERED = 1000.0  # seconds of work that the factor rests on at most, so that it follows the machine
_FILE = "speed.json"


def task_seconds(task: Any) -> float:
    """Expected computing time of a task on one core of this machine, without compiling."""
    return reference_seconds(task) * machine_factor()


def reference_seconds(task: Any) -> float:
    """Expected computing time of a task on the machine that the constants were measured on.

    Args:
        task: a task; the time is `operations()` divided by the `SPEED` of its class.
    """
    return float(task.operations()) / float(getattr(task, "SPEED", USUAL_SPEED))


@cache
def machine_factor() -> float:
    """Ratio of measured to forecast time in the builds on this machine; 1 before the first."""
    expected, measured = _read_speed()
    return measured / expected if expected >= _ENOUGH and measured > 0 else 1.0


class Meter:
    """Compares forecasts with measured times."""

    def __init__(self) -> None:
        self._expected = self._measured = 0.0

    def add(self, expected: float, measured: float) -> None:
        """Record a finished task.

        Args:
            expected: its forecast, by `task_seconds`.
            measured: its computing time, without compiling.
        """
        self._expected += expected / machine_factor()
        self._measured += measured

    def keep(self) -> None:
        """Remember the comparison for later forecasts, if the cache folder is writable."""
        expected, measured = _read_speed()
        expected, measured = expected + self._expected, measured + self._measured
        if self._expected == 0.0 or expected == 0.0:
            return
        scale = min(1.0, _REMEMBERED / expected)
        text = json.dumps({"machine": machine(), "expected": expected * scale, "measured": measured * scale})
        path = user_cache() / _FILE
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)


def _read_speed() -> tuple[float, float]:
    """Seconds expected and measured in earlier builds on this machine."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads((user_cache() / _FILE).read_text(encoding="utf-8"))
        if known["machine"] == machine():
            return float(known["expected"]), float(known["measured"])
    return 0.0, 0.0
