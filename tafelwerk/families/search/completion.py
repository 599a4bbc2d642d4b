"""Values that a shell completes in the commands of search models."""

from collections.abc import Iterable
from typing import Any


def _strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", "h0", "h1", "h1.5", "h2", "hinf")


VALUES = {"--strategy": _strategies}
"""Values by the option, or by what stands for them in help."""
