"""What rules, solvers and proofs refuse, and in which words: refusals.txt."""

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo import rules as montecarlo_rules
from tafelwerk.families.switching import rules as switching_rules
from tafelwerk.solvers.montecarlo import races_and_heaps
from tafelwerk.solvers.playouts import game_graph, policy
from tafelwerk.solvers.switching import switching_graph, switching_positions

NAMES: dict[str, Any] = {
    **vars(montecarlo_rules),
    **vars(switching_rules),
    **vars(races_and_heaps),
    **vars(game_graph),
    **vars(policy),
    **vars(switching_positions),
    **vars(switching_graph),
    "np": np,
    "arb": arb,
    "fmpq": fmpq,
    "inf": inf,
    "nan": nan,
    "SHORT": races_and_heaps.subtraction_graph([1, 3], 4),
    "LONG": races_and_heaps.subtraction_graph([1, 3], 400),
    "LANE": races_and_heaps.dsc_graph(4),
    "TWO": switching_graph.make_graph(2, [(0, 1), (0, 1)]),
    "SERIES": switching_graph.make_graph(3, [(0, 2), (2, 1)]),
    "KITE": switching_graph.make_graph(4, [(0, 2), (0, 3), (2, 3), (2, 1), (3, 1)]),
    "COMPLETE": list(combinations(range(5), 2)),
    "EDGES": "A x 2.5\nx B 1/3 marked\nA B deleted\nB A 0.125 deleted\nA x-y .5\nx-y B\n",
    "RANDOM": switching_rules.parse_agent("random"),
}


def cases() -> Iterator[tuple[str, str, str]]:
    """Module and limit, call and message."""
    head = ""
    for line in Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            head = line.strip("[]")
        elif line and not line.startswith("#"):
            call, _, message = line.rpartition(" => ")
            yield head, call, message


@pytest.mark.parametrize("head", dict.fromkeys(head for head, *_ in cases()))
def test_what_is_refused(head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, limit = head.partition(" ")
    module = import_module(f"tafelwerk.{name}")
    if limit:
        constant, _, value = limit.partition("=")
        monkeypatch.setattr(module, constant, eval(value, NAMES))
    for call, message in ((call, message) for known, call, message in cases() if known == head):
        with pytest.raises(InputError) as caught:
            eval(call, {**NAMES, **vars(module)})
        assert message in str(caught.value), call
        assert "\n" not in str(caught.value)
