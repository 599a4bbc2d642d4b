"""The ladder from minimax to a fast solver, each rung to be measured against the one before by the positions it evaluates.

Suit games and Grand with open cards: the declarer maximises card points, both defenders minimise them.
Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapters 3 to 10.

What differs from the thesis, because as printed it is not right:

- figure 5.2 stores alpha as the exact value of a position none of the declarer's cards in which brings more; it is an upper
  bound, as beta is a lower one where the defenders play. Diamonds, HQ DA D8 | H9 H8 DK | HJ DT D9, forehand playing alone:
  11 points, by the figure 0. The table here holds both bounds, for all rungs.
- figure 8.1, right: returns too little where f is below the value; figure 8.2 returns the greatest bound that is exceeded, one
  point less than the value. Here the form on the left.
- figure 9.9, rule 2, after rule 3: see `sure_tricks`.
- figure 10.1 multiplies the branches of all suits seen so far; here each suit counts alone, as the text says.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import WIN, Game, Seat, mask_of, points
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.play import Position, start
from tafelwerk.solvers.skat.open.ladder_search import (
    CLASSES,
    DONE,
    EARLY,
    FULL,
    LEAST_TABLE,
    ORDERED,
    PRUNE,
    SURE,
    TABLE,
    WIDE,
    Table,
    begin,
    move_entries,
    search,
)
from tafelwerk.solvers.skat.open.ladder_state import ENTRIES, NODES, PAUSE, RESULT, State, new_state

_FIRST_TABLE = 1 << 16
_STRETCH = 1 << 25  # nodes between two looks at the keyboard


class Step(StrEnum):
    """A rung of the ladder, by the thesis's name."""

    MINIMAX = "minimax"
    AB = "ab"
    AB_TT = "ab_tt"
    MWS = "mws"
    MWS_TT = "mws_tt"
    MWS_EQUIV = "mws_equiv"
    MTD_MINUS_INF = "mtd_minus_inf"
    MTD_PLUS_INF = "mtd_plus_inf"
    MTD_F = "mtd_f"
    MWS_SS = "mws_ss"
    MWS_MO = "mws_mo"
    MTD_MO = "mtd_mo"

    @property
    def exact(self) -> bool:
        """Whether it finds the value; the others find only whether a number of points is reached."""
        return self not in _WIN_ONLY

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _WORDS[self]


_MWS = PRUNE | EARLY
_PARTS = {
    Step.MINIMAX: 0,
    Step.AB: PRUNE,
    Step.AB_TT: PRUNE | TABLE,
    Step.MWS: _MWS,
    Step.MWS_TT: _MWS | TABLE,
    Step.MWS_EQUIV: _MWS | TABLE | CLASSES,
    Step.MTD_MINUS_INF: _MWS | TABLE | CLASSES,
    Step.MTD_PLUS_INF: _MWS | TABLE | CLASSES,
    Step.MTD_F: _MWS | TABLE | CLASSES,
    Step.MWS_SS: _MWS | TABLE | CLASSES | SURE,
    Step.MWS_MO: _MWS | TABLE | CLASSES | SURE | ORDERED,
    Step.MTD_MO: _MWS | TABLE | CLASSES | SURE | ORDERED,
}
_WIN_ONLY = {Step.MWS, Step.MWS_TT, Step.MWS_EQUIV, Step.MWS_SS, Step.MWS_MO}
_WORDS = {
    Step.MINIMAX: "minimax",
    Step.AB: "alpha-beta",
    Step.AB_TT: "alpha-beta with transposition table",
    Step.MWS: "minimal window with early end",
    Step.MWS_TT: "minimal window with transposition table",
    Step.MWS_EQUIV: "minimal window with equivalence classes",
    Step.MTD_MINUS_INF: "MTD(-inf) over equivalence classes",
    Step.MTD_PLUS_INF: "MTD(+inf) over equivalence classes",
    Step.MTD_F: "MTD(f) over equivalence classes",
    Step.MWS_SS: "minimal window with sure tricks",
    Step.MWS_MO: "minimal window with move ordering",
    Step.MTD_MO: "MTD(+inf) with move ordering",
}


@dataclass(frozen=True, slots=True)
class Climb:
    """What a rung found, and what it took.

    Attributes:
        step: the rung.
        value: the declarer's card points at the end under best play by all, the Skat's and those already won included; None
            where the rung answers only `won`, or was stopped.
        won: whether the declarer reaches the points asked for; None where the search was stopped at its limit.
        nodes: positions evaluated, card by card, those after the last card and those found in the table too.
        entries: positions in the transposition table at the end; 0 for rungs without one.
    """

    step: Step
    value: int | None
    won: bool | None
    nodes: int
    entries: int


def climb(
    deal: Deal,
    game: Game,
    declarer: Seat,
    step: Step,
    *,
    target: int = WIN,
    guess: int | None = None,
    limit: int | None = None,
) -> Climb:
    """Solve a deal with one rung of the ladder; forehand leads.

    Args:
        deal: who holds what.
        game: a suit game or Grand.
        declarer: who plays alone.
        step: the rung.
        target: points that the declarer needs to win, the Skat's included; 61 unless the deal is a smaller game of its own.
        guess: f of MTD(f), the declarer's points as they are expected; half of those still to come if not given. The thesis
            measures it with f the value itself.
        limit: nodes after which to give up.

    Returns:
        A `Climb`; its `won` is None if it gave up.

    Raises:
        InputError: Null; a guess for another rung than MTD(f); target, guess or limit out of range.
    """
    return climb_position(start(deal, game, declarer), step, target=target, guess=guess, limit=limit)


def climb_position(
    position: Position,
    step: Step,
    *,
    target: int = WIN,
    guess: int | None = None,
    limit: int | None = None,
) -> Climb:
    """The same from any position, with cards on the table too; arguments, answer and errors as for `climb`."""
    if position.game is Game.NULL:
        raise InputError("game is clubs, spades, hearts, diamonds or grand, not null: the ladder counts card points")
    if not 0 <= target <= 121:
        raise InputError(f"target is 0 to 121 card points, not {target}")
    if guess is not None and step is not Step.MTD_F:
        raise InputError(f"guess is for {Step.MTD_F}, not for {step}")
    if guess is not None and not 0 <= guess <= 120:
        raise InputError(f"guess is 0 to 120 card points, not {guess}")
    if limit is not None and limit < 1:
        raise InputError(f"limit is 1 node or more, not {limit}")
    to_come = points(mask_of(position.table)) + sum(map(points, position.hands))
    ahead = _Search(position, _PARTS[step], limit)
    if not step.exact:
        won = ahead.reaches(target - position.declarer_points)
        return Climb(step, None, won, ahead.nodes, ahead.entries)
    if step in (Step.MINIMAX, Step.AB, Step.AB_TT):
        value = ahead.value()
    else:
        first = {Step.MTD_MINUS_INF: 0, Step.MTD_F: to_come // 2}.get(step, to_come)
        if guess is not None:
            first = min(max(guess - position.declarer_points, 0), to_come)
        value = _driven(ahead, first, to_come)
    if value is None:
        return Climb(step, None, None, ahead.nodes, ahead.entries)
    value += position.declarer_points
    return Climb(step, value, value >= target, ahead.nodes, ahead.entries)


def _driven(ahead: "_Search", guess: int, to_come: int) -> int | None:
    """The value by minimal windows around a guess that follows what they say (figure 8.1), one point at a time."""
    lower, upper = 0, to_come
    while lower < upper:
        tested = guess + 1 if guess == lower else guess
        reached = ahead.reaches(tested)
        if reached is None:
            return None
        if reached:
            guess = lower = tested
        else:
            guess = upper = tested - 1
    return lower


class _Search:
    """Searches on one position with one table; the points are those still to come."""

    def __init__(self, position: Position, flags: int, limit: int | None) -> None:
        self._state: State = new_state(position, flags)
        self._table: Table = np.zeros(_FIRST_TABLE if flags & TABLE else LEAST_TABLE, np.int64)
        self._limit = limit

    @property
    def nodes(self) -> int:
        return int(self._state[NODES])

    @property
    def entries(self) -> int:
        return int(self._state[ENTRIES])

    def value(self) -> int | None:
        """The exact value."""
        return self._run(-WIDE, WIDE)

    def reaches(self, target: int) -> bool | None:
        """Whether the value is `target` or more."""
        value = self._run(target - 1, target)
        return None if value is None else value >= target

    def _run(self, alpha: int, beta: int) -> int | None:
        state = self._state
        begin(state, alpha, beta)
        while True:
            pause = self.nodes + _STRETCH
            state[PAUSE] = pause if self._limit is None else min(pause, self._limit)
            status = search(state, self._table)
            if status == DONE:
                return int(state[RESULT])
            if status == FULL:
                larger = np.zeros(2 * len(self._table), np.int64)
                move_entries(self._table, larger)
                self._table = larger
            elif self._limit is not None and self.nodes >= self._limit:
                return None
