"""Values that a shell completes in the commands of the switching game."""

from collections.abc import Iterable
from typing import Any


def _agents(ctx: Any) -> Iterable[str]:
    heated = ("temperature:", "annealing:", "gauss-seidel:", "edge-count", "shortest-path")
    return ("perfect", "heuristic", "random", "mc:", "mc:inf", "k-best:", *heated)


VALUES = {"AGENT": _agents}
"""Values by the option, or by what stands for them in help."""
