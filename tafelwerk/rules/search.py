"""How many codes the search models are computed for, in plain Python: known before anything is compiled."""

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha

MOST_FREE = 100_000_000
"""Codes up to which all totals of free search are computed at once."""

MOST_ROOT = 10_000_000
"""Codes up to which totals of the root model are computed under perfect play."""

MOST_PLAYED = 1_000_000
"""Codes up to which totals of the root model are computed under H_alpha."""


def check_root(codes: int) -> None:
    """Raise InputError unless the root model is computed for so many codes."""
    if not 1 <= codes <= MOST_ROOT:
        raise InputError(f"codes: the root model is computed for 1 to {MOST_ROOT} codes, not for {codes}")


def check_play(codes: int, alpha: Alpha) -> None:
    """Raise InputError unless H_alpha is played with so many codes."""
    if not 1 <= codes <= MOST_PLAYED:
        raise InputError(f"codes: H_alpha plays the root model with 1 to {MOST_PLAYED} codes, not with {codes}")
    if alpha is not None and alpha < 0:
        raise InputError(f"alpha: an order of entropy is 0 or more, not {alpha}")
