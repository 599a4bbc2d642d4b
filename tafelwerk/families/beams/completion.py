"""Values that a shell completes in the commands of Beams."""

from collections.abc import Iterable
from typing import Any


def _variants(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.beams.rules import VARIANTS

    return VARIANTS


def _ties(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.beams.rules import TIES

    return TIES


def _strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", "improved", "h-prime", "u", "h0", "h0.5", "h1", "h2", "hinf")


VALUES = {"--variant": _variants, "--strategy": _strategies, "--tie": _ties}
"""Values by the option, or by what stands for them in help."""
