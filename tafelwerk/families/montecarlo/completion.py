"""Values that a shell completes in the commands of races and subtraction games."""

from collections.abc import Iterable
from typing import Any


def _games(ctx: Any) -> Iterable[str]:
    return ("esr", "dsc", "dsr", "subtraction")


def _agents(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.montecarlo.rules import AGENTS

    return ("mc:", "mc:inf", *AGENTS, "half-perfect:")


VALUES = {"GAME": _games, "AGENT": _agents}
"""Values by the option, or by what stands for them in help."""
