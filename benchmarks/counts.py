"""`make counts`: numbers that the benchmarked solvers come to, as totals of strategies, nodes searched, sizes of trees, rounds of
linear programs.

A change that makes something faster, or that moves code, must not change them: tests compare them with `counts.json`, which
`make counts` writes anew. What is counted stands in each family's module as COUNTS. Whole arrays are kept as a checksum.
"""

import argparse
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "counts.json"

RELATIVE = 1e-12
"""Floats may differ by so much of their size."""

Numbers = Mapping[str, int | float | str | bool]


@dataclass(frozen=True)
class Count:
    """Numbers to keep.

    Attributes:
        name: what is counted, in a few words.
        run: counts; integers, floats or text by name.
        slow: whether it takes more than a quarter of a second.
    """

    name: str
    run: Callable[[], Numbers]
    slow: bool = False


def checksum(*arrays: Any) -> str:
    """First digits of the SHA-256 of arrays of whole numbers, whatever their types."""
    state = hashlib.sha256()
    for array in arrays:
        values = np.ascontiguousarray(array)
        assert values.dtype.kind in "iub", values.dtype
        state.update(f"{values.shape}".encode())
        state.update(values.astype("<u8" if values.dtype == np.uint64 else "<i8").tobytes())
    return state.hexdigest()[:16]


def fractions_checksum(values: "Iterator[Fraction] | list[Fraction]") -> str:
    """First digits of the SHA-256 of fractions."""
    return hashlib.sha256(" ".join(map(str, values)).encode()).hexdigest()[:16]


def counts_of(family: str) -> tuple[Count, ...]:
    """What is counted of a family."""
    found: tuple[Count, ...] = import_module(f"benchmarks.{family}").COUNTS
    return found


def kept() -> dict[str, dict[str, Numbers]]:
    """The numbers that are kept, by family and name."""
    found: dict[str, dict[str, Numbers]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def changes(old: Numbers, new: Numbers) -> Iterator[str]:
    """What differs, as "name: old -> new"."""
    for name in dict.fromkeys((*old, *new)):
        before, now = old.get(name), new.get(name)
        if isinstance(before, float) and isinstance(now, float):
            alike = abs(before - now) <= RELATIVE * max(abs(before), abs(now))
        else:
            alike = type(before) is type(now) and before == now
        if not alike:
            yield f"{name}: {before} -> {now}"


def main() -> None:
    """Count for the families named on the command line, or all; print what changed, and write."""
    from tafelwerk.families import FAMILIES

    parser = argparse.ArgumentParser(prog="python -m benchmarks.counts", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="Default: every family.")
    asked = parser.parse_args()
    found = kept()
    for family in asked.families or FAMILIES:
        before = found.get(family, {})
        counted: dict[str, Numbers] = {}
        for count in counts_of(family):
            begin = process_time()
            counted[count.name] = dict(count.run())
            print(f"{family}: {count.name}, {process_time() - begin:.2f} s", flush=True)
            for change in changes(before.get(count.name, {}), counted[count.name]):
                print(f"    {change}", flush=True)
        for name in before.keys() - counted.keys():
            print(f"{family}: {name} is counted no more")
        found[family] = counted
    ordered = {family: found[family] for family in FAMILIES if family in found}
    FILE.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
