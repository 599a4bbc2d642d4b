"""What a file says about itself may be as long, as deep and as much as the limits, and no more."""

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tafelwerk.errors import BookError
from tafelwerk.tables import metadata

FILE = Path("/b/toy.duckdb")
BUILD: dict[str, Any] = {
    "build": 1,
    "digest": "d",
    "name": "n",
    "parameters": "{}",
    "rows": 1,
    "sha256": "0" * 64,
    "fingerprint": "f",
    "machine": "m",
    "seconds": 1.0,
    "certainty": "exact",
    "evidence": "single",
    "built_at": datetime(2020, 1, 2),
}


class Answer:
    """What DuckDB answers."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self.left = list(rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        return self.left[0] if self.left else None

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.left

    def fetchmany(self, most: int) -> list[tuple[Any, ...]]:
        taken, self.left = self.left[:most], self.left[most:]
        return taken


def asking(*answers: Sequence[tuple[Any, ...]]) -> metadata.Ask:
    """Answers statements by these rows in turn."""
    waiting = iter(answers)
    return lambda sql, read: read(Answer(next(waiting)))  # type: ignore[arg-type]


def builds(**odd: Any) -> list[metadata.BuildRecord]:
    return metadata.read_builds(asking([(1, 2, 2, 1)], [tuple((BUILD | odd).values())]), "t", FILE)


def sizes(count: int = 1, together: int = 2, longest: int = 2, text: int = 1) -> None:
    metadata.check_sizes(asking([(count, together, longest, text)]), "t", FILE)


def tables(count: int) -> list[metadata.State]:
    return metadata.read_tables(asking([(f"t{place}", 0, "") for place in range(count)]), "t", FILE)


def seals(count: int) -> list[tuple[str, str]]:
    return metadata.read_seals(asking([(f"t{place}", "") for place in range(count)]), "t", FILE)


LIMITS: list[tuple[Callable[[Any], object], Any, Any]] = [
    (lambda count: sizes(count=count), 20_000, 20_001),
    (lambda together: sizes(together=together), 64_000_000, 64_000_001),
    (lambda longest: sizes(longest=longest), 4_000_000, 4_000_001),
    (lambda text: sizes(text=text), 1000, 1001),
    (tables, 1000, 1001),
    (seals, 1000, 1001),
    (lambda length: builds(machine="m" * length), 1000, 1001),
    (lambda length: builds(machine="m" * length), 1, 0),
    (lambda length: builds(fingerprint="f" * length), 1000, 1001),
    (lambda length: builds(sha256="0" * length), 64, 65),
    (lambda rows: builds(rows=rows), 0, -1),
    (lambda rows: builds(rows=rows), 2**63 - 1, 2**63),
    (lambda rows: builds(rows=rows), 1, True),
    (lambda seconds: builds(seconds=seconds), 0.0, -1e-9),
    (lambda seconds: builds(seconds=seconds), 9.2e18, 2.0**63),
    (lambda depth: builds(parameters='{"a":' + "[" * depth + "]" * depth + "}"), 15, 16),
    (lambda depth: builds(parameters='{"a":' * depth + "1" + "}" * depth), 16, 17),
]


@pytest.mark.parametrize("place", range(len(LIMITS)))
def test_limits_are_the_last_that_will_do(place: int) -> None:
    read, last, beyond = LIMITS[place]
    read(last)
    with pytest.raises(BookError, match=r"^/b/toy.duckdb "):
        read(beyond)


def test_what_a_build_cannot_say_is_refused() -> None:
    lines = (Path(__file__).parent / "odd_builds.txt").read_text(encoding="utf-8").splitlines()
    cases = [line.split(" => ") for line in lines if " => " in line]
    deep = {"parameters": "[" * 3000 + "]" * 3000}, {"parameters": '{"a":' + "9" * 5000 + "}"}
    for odd, words in [
        *((json.loads(odd), words) for odd, words in cases),
        *((odd, "that are no JSON") for odd in deep),
    ]:
        with pytest.raises(BookError) as fault:
            builds(**odd)
        assert words in str(fault.value), odd
        assert str(fault.value).startswith("/b/toy.duckdb ")
        assert "move it away" in str(fault.value)


def test_long_names_are_cut_in_messages() -> None:
    for length, shown in ((40, "x" * 40), (41, "x" * 40 + "...")):
        with pytest.raises(BookError, match=rf"how many rows build '{re.escape(shown)}' \("):
            builds(name="x" * length, rows=-1)


def test_many_builds_are_read_in_batches() -> None:
    rows = [tuple((BUILD | {"name": str(place)}).values()) for place in range(2500)]
    found = metadata.read_builds(asking([(2500, 2, 2, 1)], rows), "t", FILE)
    assert [build.name for build in found] == list(map(str, range(2500)))
