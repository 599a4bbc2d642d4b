"""The parts of a Vega-Lite specification."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]

PARTS = ("layer", "hconcat", "vconcat", "concat")
"""Where the parts of a specification stand."""


def units(spec: Spec) -> Iterator[Spec]:
    """The parts that have a mark of their own, from below to above, panel by panel."""
    if "mark" in spec:
        yield spec
    for part in PARTS:
        for one in spec.get(part, ()):
            yield from units(one)


def panels(spec: Spec) -> Iterator[Spec]:
    """The plots, layers counted as one."""
    if "mark" in spec or "layer" in spec:
        yield spec
        return
    for part in PARTS:
        for one in spec.get(part, ()):
            yield from panels(one)
