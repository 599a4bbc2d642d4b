"""Values that a shell completes in the commands of Mastermind."""

from collections.abc import Iterable
from typing import Any


def _strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", "h0", "h0.5", "h1", "h2", "hinf")


def _ties(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.mastermind.rules import TIES

    return TIES


def _word_lists(ctx: Any) -> Iterable[str]:
    from tafelwerk.commands.completion import book_of
    from tafelwerk.tables.names import cached_names, word_lists

    with book_of(ctx) as book:
        return cached_names(word_lists, book, "mastermind")


VALUES = {"--strategy": _strategies, "--tie": _ties, "--name": _word_lists}
"""Values by the option, or by what stands for them in help."""
