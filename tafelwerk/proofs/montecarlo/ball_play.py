"""Duels of Monte-Carlo agents in ball arithmetic, by backward induction over a game given as a plain list.

Random play and MC(inf) are exact fractions, so ties are exact; MC(k) comes from ball_selection. The balls carry all errors.
It is slow: a reference for the float solvers, not one of them.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.4.
"""

from collections.abc import Sequence

from flint import arb, ctx, fmpq

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.ball_selection import BallSelection

Options = Sequence[Sequence[tuple[int, int]]]
"""A game without draws, one entry per position: (successor, number of candidate moves that lead to it) for each successor.
Successors come before their positions. Position 0 is lost for the player to move, position 1 is won; neither has options."""


def exact_chances(options: Options) -> list[fmpq]:
    """Winning chance of the player to move under random play, one fraction per position.

    Raises:
        InputError: the options do not have this form.
    """
    _check(options)
    chances = [fmpq(0), fmpq(1)]
    for candidates in options[2:]:
        total = sum((count * (1 - chances[after]) for after, count in candidates), fmpq(0))
        chances.append(total / sum(count for _, count in candidates))
    return chances


def ball_duel(
    options: Options, chances: Sequence[fmpq], k: int | None, rival: int | None, precision: int
) -> tuple[list[arb], list[arb]]:
    """The duel of MC(k) against MC(rival); None stands for infinitely many playouts.

    Args:
        options: the game.
        chances: exact_chances(options).
        k, rival: playouts per candidate, at least 1.
        precision: bits of the balls, at least 64.

    Returns:
        One ball per position: the chance of MC(k) to win where it is to move, and that of MC(rival) where it is to move.

    Raises:
        InputError: an argument is out of range.
    """
    _check(options)
    if len(chances) != len(options):
        raise InputError(f"chances: {len(chances)} must be {len(options)}, one per position")
    laws = [None if count is None else BallSelection(count, precision) for count in (k, rival)]
    with ctx.workprec(precision):
        return _duel(options, chances, laws)


def _duel(
    options: Options, chances: Sequence[fmpq], laws: Sequence[BallSelection | None]
) -> tuple[list[arb], list[arb]]:
    wins = [arb(0), arb(1)], [arb(0), arb(1)]
    for candidates in options[2:]:
        playouts = [1 - chances[after] for after, _ in candidates]
        counts = [count for _, count in candidates]
        for law, own, others in ((laws[0], wins[0], wins[1]), (laws[1], wins[1], wins[0])):
            values = [1 - others[after] for after, _ in candidates]
            own.append(_limit(playouts, counts, values) if law is None else law.value(playouts, counts, values))
    return wins


def _limit(playouts: Sequence[fmpq], counts: Sequence[int], values: Sequence[arb]) -> arb:
    """Mean value of the best candidates."""
    most = max(playouts)
    best = [(count, value) for p, count, value in zip(playouts, counts, values, strict=True) if p == most]
    return sum((count * value for count, value in best), arb(0)) / sum(count for count, _ in best)


def _check(options: Options) -> None:
    if len(options) < 2 or options[0] or options[1]:
        raise InputError("options: the first two positions must be the lost and the won one, without options")
    for number, candidates in enumerate(options[2:], 2):
        if not candidates or any(not 0 <= after < number or count < 1 for after, count in candidates):
            raise InputError(f"options: position {number} must have at least one, and lead to smaller numbers only")
