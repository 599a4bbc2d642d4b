"""The parts of a Vega-Lite specification."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]

PARTS = ("layer", "hconcat", "vconcat", "concat")
"""Keys that hold the parts of a specification."""


def units(spec: Spec) -> Iterator[Spec]:
    """The parts that have a mark of their own, panel by panel, the lowest layer first."""
    if "mark" in spec:
        yield spec
    for part in PARTS:
        for unit in spec.get(part, ()):
            yield from units(unit)


def panels(spec: Spec) -> Iterator[Spec]:
    """The plots; layers of one plot count as one."""
    if "mark" in spec or "layer" in spec:
        yield spec
        return
    for part in PARTS:
        for panel in spec.get(part, ()):
            yield from panels(panel)


def records(spec: Spec) -> int:
    """The number of records that a figure draws."""
    return sum(map(len, spec.get("datasets", {}).values()))
