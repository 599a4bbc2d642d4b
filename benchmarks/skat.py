"""Benchmarks of double-dummy Skat: as the goals put it, 1000 random deals, game, seat and Skat as they come."""

from functools import cache
from random import Random

from benchmarks.harness import Benchmark
from tafelwerk.solvers.skat.cards import JACKS, POINTS, Game, Seat, bits
from tafelwerk.solvers.skat.deals import Deal, random_deals
from tafelwerk.solvers.skat.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.null import NullSolver
from tafelwerk.solvers.skat.order import order
from tafelwerk.solvers.skat.rules import Position, start
from tafelwerk.solvers.skat.whole_deal import whole_deal

FOR_POINTS = [game for game in Game if game is not Game.NULL]
DEALS = 1000
STRONG_OF = 60


@cache
def _random(count: int) -> tuple[Position, ...]:
    random = Random(11)
    return tuple(start(deal, random.choice(FOR_POINTS), Seat(random.randrange(3))) for deal in random_deals(count, 11))


@cache
def _strong(count: int) -> tuple[Position, ...]:
    """Of 60 random deals each the one whose declarer is strongest."""
    random = Random(12)
    found = []
    for number in range(count):
        game, declarer = random.choice(FOR_POINTS), Seat(random.randrange(3))
        deals = random_deals(STRONG_OF, 12, STRONG_OF * number)
        found.append(start(max(deals, key=lambda deal: _strength(deal, game, declarer)), game, declarer))
    return tuple(found)


def _strength(deal: Deal, game: Game, declarer: Seat) -> float:
    own, hand = order(game), deal.hands[declarer]
    trumps = (hand & own.from_game(own.trumps)).bit_count()
    high = sum(1.0 if POINTS[card] == 11 else 0.4 if POINTS[card] == 10 else 0.0 for card in bits(hand))
    return trumps + 0.8 * (hand & JACKS).bit_count() + high


@cache
def _null(count: int) -> tuple[Position, ...]:
    random = Random(13)
    return tuple(start(deal, Game.NULL, Seat(random.randrange(3))) for deal in random_deals(count, 13))


@cache
def _solver() -> DoubleDummy:
    return DoubleDummy(18)


@cache
def _null_solver() -> NullSolver:
    return NullSolver()


def _won(positions: tuple[Position, ...]) -> None:
    for position in positions:
        _solver().won(position)


def _points(positions: tuple[Position, ...]) -> None:
    for position in positions:
        _solver().points(position)


def _nulls(positions: tuple[Position, ...]) -> None:
    for position in positions:
        _null_solver().won(position)


def _whole(count: int) -> None:
    for deal in random_deals(count, 14):
        whole_deal(deal, Game.SPADES, Seat.FOREHAND)


BENCHMARKS = (
    Benchmark("won or lost, 1000 random deals", lambda: _won(_random(DEALS)), 0.7, 3),
    Benchmark("won or lost, 1000 strong hands", lambda: _won(_strong(DEALS)), 3.0, 3),
    Benchmark("points, 1000 random deals", lambda: _points(_random(DEALS)), 15.0, 3),
    Benchmark("Null, 1000 random deals", lambda: _nulls(_null(DEALS)), 0.1, 3),
    Benchmark("twenty deals whole", lambda: _whole(20), 100.0, 1),
)
