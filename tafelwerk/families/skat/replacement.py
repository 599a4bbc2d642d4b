"""A program in place of one seat of recorded games: it chooses each card from what that seat knew.

The value of a position in tournament points with all cards open depends on the level that the declarer reaches: no trick, 30
points or fewer, up to 60, up to 89, 90 and more, all tricks. Levels are nested, so that the highest level that the declarer can
force under best play decides the score. It follows from the points under best play and, at both ends, from the tricks.
"""

from enum import IntEnum
from functools import cache
from typing import Any

from tafelwerk.families.skat.deal_rows import judge
from tafelwerk.families.skat.in_place import InPlace, OtherCard
from tafelwerk.families.skat.round_rows import agent
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text
from tafelwerk.families.skat.rules.play import Judge, Position, legal, play
from tafelwerk.families.skat.rules.rounds import GameInPlay, Round, begin, seat_seed
from tafelwerk.families.skat.rules.scoring import BIDS, Goal, settle, side_points
from tafelwerk.solvers.skat.hidden.world_outcomes import WorldOutcomes

_ALL_TRICKS, _A_TRICK = Goal(120, 10, 10), Goal(0, 1, 10)


class Reached(IntEnum):
    """Level reached by a declarer in a game for points."""

    NO_TRICK = 0
    SCHNEIDER = 1
    LOST = 2
    WON = 3
    NINETY = 4
    ALL_TRICKS = 5


_COUNTED = {
    Reached.NO_TRICK: (0, 0),
    Reached.SCHNEIDER: (30, 1),
    Reached.LOST: (60, 1),
    Reached.WON: (61, 1),
    Reached.NINETY: (90, 1),
    Reached.ALL_TRICKS: (120, 10),
}
"""Representative points and tricks of each level."""


def in_place(done: Round, name: str, seat: str, number: int, seed: int) -> InPlace:
    """A round with a program in place of one seat.

    Args:
        done: the round.
        name: name of the program.
        seat: seat in whose place it plays, one of `tafelwerk.families.skat.replays.PLACES`.
        number: number of the round in the log; with `seed` it determines the program's random numbers.
        seed: random seed.
    """
    asked: dict[str, Any] = {"name": done.name, "line": done.line, "agent": name, "seat": seat, "seed": seed}
    whole = done.game
    if whole is None:
        return InPlace(
            **asked, game=None, declarer=None, decisions=0, played_loss=0, chosen_loss=0, difference=0, others=[]
        )
    declarer, game = whole.declarer, begin(whole.deal, whole.contract, whole.declarer)
    # a bid that is not the value of a game requires the next higher value
    bid = min((value for value in BIDS if value >= done.bid), default=BIDS[-1])
    seats = [one for one in Seat if seat in (one.word, "declarer" if one is declarer else "defenders")]
    program = agent(name).program
    players = {one: program(game, seat_seed((seed << 32) + number, one), bid) for one in seats}
    value = _Value(whole, done.bid)
    decisions, losses, others = 0, [0, 0], []
    for place, card in enumerate(whole.cards):
        mover, position = game.to_move, game.position
        known = game.known[mover]
        if mover in players and known.legal & (known.legal - 1):
            decisions += 1
            chosen = players[mover](known).card
            best, after = value(position, mover), value(play(position, card), mover)
            ours = after if chosen == card else value(play(position, chosen), mover)
            losses[0] += best - after
            losses[1] += best - ours
            if chosen != card:
                names = card_text(card), card_text(chosen)
                others.append(OtherCard(place // 3 + 1, mover.word, *names, best, after, ours))
        game = game.played(card)
    return InPlace(
        **asked,
        game=whole.game.value,
        declarer=declarer.word,
        decisions=decisions,
        played_loss=losses[0],
        chosen_loss=losses[1],
        difference=losses[0] - losses[1],
        others=others,
    )


class _Value:
    """Values of positions of a game for a seat, in tournament points, under best play by all with all cards open."""

    def __init__(self, game: GameInPlay, bid: int) -> None:
        self._declarer = game.declarer
        self._judge = judge(game.null)
        cards = game.deal.hands[game.declarer] | game.deal.skat
        # indexed by `reached`
        self._scores = [
            settle(
                game.contract,
                cards,
                points,
                tricks,
                bid,
                schneider=not 30 < points < 90,
                schwarz=tricks in (0, 10),
            )
            for points, tricks in (((0, 1), (0, 0)) if game.null else _COUNTED.values())
        ]

    def __call__(self, position: Position, seat: Seat) -> int:
        """Value of a position for a seat."""
        return side_points(self._scores[reached(self._judge, position)], alone=seat is self._declarer)


def reached(own: Judge, position: Position) -> int:
    """Level that the declarer reaches under best play by all, one of `Reached`; in Null 1 (won) or 0 (lost).

    Args:
        own: judge of the game.
        position: any position of it.
    """
    value = own.value(position)
    if position.game is Game.NULL:
        return value
    if value >= 120 and _reaches(position, _ALL_TRICKS):
        return Reached.ALL_TRICKS
    if value <= 30:
        none = not position.declarer_tricks and value == position.declarer_points and not _reaches(position, _A_TRICK)
        return Reached.NO_TRICK if none else Reached.SCHNEIDER
    return Reached.NINETY if value >= 90 else Reached.WON if value >= 61 else Reached.LOST


def _reaches(position: Position, goal: Goal) -> bool:
    """Whether the declarer takes at least this number of tricks."""
    if position.over:
        return position.declarer_tricks >= goal.least_tricks
    cards = legal(position)
    won = _tricks().won(position, cards, goal)
    return bool(won) if position.to_move is position.declarer else won == cards


@cache
def _tricks() -> WorldOutcomes:
    """One per process."""
    return WorldOutcomes()
