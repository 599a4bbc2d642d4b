"""The ladder from minimax to a fast solver, with the positions evaluated by each step.

Suit games and Grand with open cards: the declarer maximises card points, both defenders minimise them.
Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapters 3 to 10.

Differences from the thesis, where it is wrong as printed:

- figure 5.2 stores alpha as the exact value of a position if no card of the declarer brings more; it is only an upper
  bound, as beta is only a lower bound when the defenders play. Diamonds, HQ DA D8 | H9 H8 DK | HJ DT D9, declarer forehand:
  11 points, by the figure 0. The table here holds both bounds, for all steps.
- figure 8.1, right: returns too little if f is below the value; figure 8.2 returns the greatest bound that is exceeded, one
  point less than the value. Here the form on the left is used.
- figure 9.9, rule 2, after rule 3: see `sure_tricks`.
- figure 10.1 multiplies the branches of all suits seen so far; here each suit counts separately, as in the text.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import WIN, Game, mask_of, points
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.skat.open import ladder_search as part
from tafelwerk.solvers.skat.open.ladder_state import ENTRIES, NODES, PAUSE, RESULT, new_state

_FIRST_TABLE = 1 << 16
_STRETCH = 1 << 25  # nodes between two checks for an interrupt


class Step(StrEnum):
    """A step of the ladder, by the thesis's name."""

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
        return not self.startswith("mws")

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _STEPS[self][0]

    @property
    def flags(self) -> int:
        """The parts of the search that it has."""
        return _STEPS[self][1]


_MWS = part.PRUNE | part.EARLY
_EQUIV = _MWS | part.TABLE | part.CLASSES
_STEPS = {
    Step.MINIMAX: ("minimax", 0),
    Step.AB: ("alpha-beta", part.PRUNE),
    Step.AB_TT: ("alpha-beta with transposition table", part.PRUNE | part.TABLE),
    Step.MWS: ("minimal window with early end", _MWS),
    Step.MWS_TT: ("minimal window with transposition table", _MWS | part.TABLE),
    Step.MWS_EQUIV: ("minimal window with equivalence classes", _EQUIV),
    Step.MTD_MINUS_INF: ("MTD(-inf) over equivalence classes", _EQUIV),
    Step.MTD_PLUS_INF: ("MTD(+inf) over equivalence classes", _EQUIV),
    Step.MTD_F: ("MTD(f) over equivalence classes", _EQUIV),
    Step.MWS_SS: ("minimal window with sure tricks", _EQUIV | part.SURE),
    Step.MWS_MO: ("minimal window with move ordering", _EQUIV | part.SURE | part.ORDERED),
    Step.MTD_MO: ("MTD(+inf) with move ordering", _EQUIV | part.SURE | part.ORDERED),
}


class NullStep(StrEnum):
    """A step of Null (chapter 11), each with a transposition table and an end with the declarer's first trick."""

    TABLE = "null_tt"
    SAFE = "null_safe"
    ORDERED = "null_mo"

    @property
    def exact(self) -> bool:
        """Whether it finds points: none does."""
        return False

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _NULL_STEPS[self][0]

    @property
    def flags(self) -> int:
        """The parts of the search that it has."""
        return _NULL_STEPS[self][1]


_NULL = _MWS | part.TABLE | part.NULL
_NULL_STEPS = {
    NullStep.TABLE: ("Null with transposition table", _NULL),
    NullStep.SAFE: ("Null with safe suits", _NULL | part.SURE),
    NullStep.ORDERED: ("Null with move ordering", _NULL | part.SURE | part.ORDERED),
}


@dataclass(frozen=True, slots=True)
class Climb:
    """Result and cost of a step.

    Attributes:
        step: the step.
        value: the declarer's final card points under best play by all, including the Skat and those already won; None
            if the step answers only `won`, in Null, or if it was stopped.
        won: whether the declarer reaches the points asked for, in Null takes no trick; None if the search was stopped at its
            limit.
        nodes: positions evaluated, card by card, including those after the last card and those found in the table.
        entries: positions in the transposition table at the end; 0 for steps without one.
    """

    step: Step | NullStep
    value: int | None
    won: bool | None
    nodes: int
    entries: int


def climb(
    position: Position, step: Step, *, target: int = WIN, guess: int | None = None, limit: int | None = None
) -> Climb:
    """Solve a position with one step of the ladder.

    Args:
        position: any position of a suit game or Grand, cards on the table included.
        step: the step.
        target: points that the declarer needs to win, the Skat's included.
        guess: f of MTD(f), the declarer's expected points. Default: half of those still to come. The thesis measures MTD(f) with
            f the value itself.
        limit: nodes after which to give up.

    Returns:
        A `Climb`; its `won` is None if it gave up.

    Raises:
        InputError: Null; a guess for another step than MTD(f); target, guess or limit out of range.
    """
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
    ahead = _Search(position, step.flags, limit)
    value: int | None = None
    if not step.exact:
        won = ahead.reaches(target - position.declarer_points)
    else:
        if step in (Step.MINIMAX, Step.AB, Step.AB_TT):
            value = ahead.run(-part.WIDE, part.WIDE)
        else:
            first = {Step.MTD_MINUS_INF: 0, Step.MTD_F: to_come // 2}.get(step, to_come)
            if guess is not None:
                first = min(max(guess - position.declarer_points, 0), to_come)
            value = _driven(ahead, first, to_come)
        value = None if value is None else value + position.declarer_points
        won = None if value is None else value >= target
    return Climb(step, value, won, int(ahead.state[NODES]), int(ahead.state[ENTRIES]))


def climb_null(position: Position, step: NullStep, *, limit: int | None = None) -> Climb:
    """Whether the declarer wins a position of Null, by one step.

    Args:
        position: any position of a game of Null, cards on the table included.
        step: the step.
        limit: nodes after which to give up.

    Raises:
        InputError: another game, or a limit out of range.
    """
    if position.game is not Game.NULL:
        raise InputError(f"game is null, not {position.game.value}")
    if limit is not None and limit < 1:
        raise InputError(f"limit is 1 node or more, not {limit}")
    if position.declarer_tricks:
        return Climb(step, None, False, 0, 0)
    tricks = (sum(hand.bit_count() for hand in position.hands) + len(position.table)) // 3
    ahead = _Search(position, step.flags, limit)
    won = ahead.reaches(tricks)
    return Climb(step, None, won, int(ahead.state[NODES]), int(ahead.state[ENTRIES]))


def _driven(ahead: "_Search", guess: int, to_come: int) -> int | None:
    """The value by minimal windows around a guess that moves with their results (figure 8.1), one point at a time."""
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
        self.state = new_state(position, flags)
        self._table = np.zeros(_FIRST_TABLE if flags & part.TABLE else part.LEAST_TABLE, np.int64)
        self._limit = limit

    def reaches(self, target: int) -> bool | None:
        """Whether the value is at least `target`; None if the search was stopped at its limit."""
        value = self.run(target - 1, target)
        return None if value is None else value >= target

    def run(self, alpha: int, beta: int) -> int | None:
        """The value, cut to a window; None if the search was stopped at its limit."""
        state = self.state
        part.begin(state, alpha, beta)
        while True:
            pause = state[NODES] + _STRETCH
            state[PAUSE] = pause if self._limit is None else min(pause, self._limit)
            status = part.search(state, self._table)
            if status == part.DONE:
                return int(state[RESULT])
            if status == part.FULL:
                larger = np.zeros(2 * len(self._table), np.int64)
                part.move_entries(self._table, larger)
                self._table = larger
            elif self._limit is not None and state[NODES] >= self._limit:
                return None
