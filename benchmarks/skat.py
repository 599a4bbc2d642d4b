"""Benchmarks of Skat: double-dummy as the goals put it, 1000 random deals, game, seat and Skat as they come; hidden cards
by 100 worlds a card, over games with a strong declarer."""

from collections.abc import Sequence
from functools import cache
from random import Random

from benchmarks.counts import Count, Numbers, checksum
from benchmarks.harness import Benchmark
from tafelwerk.families.skat.rules.cards import JACKS, POINTS, Game, Seat, bits, order
from tafelwerk.families.skat.rules.contracts import BASE, Contract
from tafelwerk.families.skat.rules.deals import Deal, random_deals
from tafelwerk.families.skat.rules.play import Position, start
from tafelwerk.families.skat.rules.rounds import GameInPlay, begin, play_out, seat_seed
from tafelwerk.solvers.skat.double_dummy import DoubleDummy
from tafelwerk.solvers.skat.hidden_players import Chooser, Pimc, pimc
from tafelwerk.solvers.skat.null_game import NullSolver
from tafelwerk.solvers.skat.thesis_ladder import Step, climb
from tafelwerk.solvers.skat.whole_deal import whole_deal

FOR_POINTS = [game for game in Game if game is not Game.NULL]
DEALS = 1000
STRONG_OF = 60


@cache
def _random(count: int) -> tuple[Position, ...]:
    random = Random(11)
    return tuple(start(deal, random.choice(FOR_POINTS), Seat(random.randrange(3))) for deal in random_deals(count, 11))


def _strongest(seed: int, number: int, game: Game, declarer: Seat) -> Deal:
    """Of 60 random deals the one whose declarer is strongest: trumps, jacks once more, aces and tens."""
    own = order(game)
    trumps = own.from_game(own.trumps)

    def strength(deal: Deal) -> float:
        hand = deal.hands[declarer]
        high = sum(1.0 if POINTS[card] == 11 else 0.4 if POINTS[card] == 10 else 0.0 for card in bits(hand))
        return (hand & trumps).bit_count() + 0.8 * (hand & JACKS).bit_count() + high

    return max(random_deals(STRONG_OF, seed, STRONG_OF * number), key=strength)


@cache
def _strong(count: int) -> tuple[Position, ...]:
    random = Random(12)
    found = []
    for number in range(count):
        game, declarer = random.choice(FOR_POINTS), Seat(random.randrange(3))
        found.append(start(_strongest(12, number, game, declarer), game, declarer))
    return tuple(found)


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


@cache
def _games(count: int) -> tuple[GameInPlay, ...]:
    """Games with a strong declarer, who knows the Skat as after discarding."""
    games, found = tuple(BASE), []
    for number in range(count):
        random = Random((15 << 32) + number)
        game, declarer = games[int(random.random() * len(games))], Seat(int(random.random() * 3))
        found.append(begin(_strongest(15, number, game, declarer), Contract(game), declarer))
    return tuple(found)


@cache
def _chooser() -> Chooser:
    return Chooser(threads=2)


def _first_cards() -> None:
    player = Pimc(15, chooser=_chooser())
    for game in _games(10):
        player(game.known[game.known[Seat.FOREHAND].to_move])


def _match() -> None:
    program = pimc(chooser=_chooser())
    for number, game in enumerate(_games(5)):
        play_out(game, [program(game, seat_seed((15 << 32) + number, seat)) for seat in Seat])


BENCHMARKS = (
    Benchmark("won or lost, 1000 random deals", lambda: _won(_random(DEALS)), 0.7, 3),
    Benchmark("won or lost, 1000 strong hands", lambda: _won(_strong(DEALS)), 3.0, 3),
    Benchmark("points, 1000 random deals", lambda: _points(_random(DEALS)), 15.0, 3),
    Benchmark("Null, 1000 random deals", lambda: _nulls(_null(DEALS)), 0.1, 3),
    Benchmark("the first card of 10 games, 100 worlds each, two threads", _first_cards, 5.0, 3, wall=True),
    Benchmark("5 whole games, 100 worlds a card, two threads", _match, 25.0, 1, wall=True),
    Benchmark("twenty deals whole", lambda: _whole(20), 100.0, 1),
)


def _won_counts(positions: Sequence[Position]) -> Numbers:
    solver = DoubleDummy(18)
    won = [solver.won(position) for position in positions]
    return {"won": sum(won), "which": checksum(won), "nodes": solver.nodes}


def _points_counts(positions: Sequence[Position]) -> Numbers:
    solver = DoubleDummy(18)
    points = [solver.points(position) for position in positions]
    return {"points": sum(points), "each": checksum(points), "nodes": solver.nodes}


def _null_counts(positions: Sequence[Position]) -> Numbers:
    solver = NullSolver()
    won = [solver.won(position) for position in positions]
    return {"won": sum(won), "which": checksum(won), "nodes": solver.nodes}


def _ladder_counts(cards_each: int, deals: int) -> Numbers:
    """Nodes of every rung."""
    nodes = dict.fromkeys(map(str, Step), 0)
    values = []
    for deal in random_deals(deals, 16, cards_each=cards_each):
        for step in Step:
            found = climb(start(deal, Game.SPADES, Seat.FOREHAND), step, target=6 * cards_each)
            nodes[str(step)] += found.nodes
            values.append([-1 if found.value is None else found.value, int(bool(found.won))])
    return {**nodes, "values": checksum(values)}


def _card_counts(count: int) -> Numbers:
    """The first card of games, one thread."""
    player = Pimc(15, chooser=Chooser())
    choices = [player(game.known[game.known[Seat.FOREHAND].to_move]) for game in _games(10)[:count]]
    outcomes = [(one.card, one.wins, one.points_worlds, one.points) for choice in choices for one in choice.cards]
    return {"cards": checksum([choice.card for choice in choices]), "outcomes": checksum(outcomes)}


def _whole_counts(count: int) -> Numbers:
    layers = [whole_deal(deal, Game.SPADES, Seat.FOREHAND).layers for deal in random_deals(count, 14)]
    return {"positions": sum(map(sum, layers)), "layers": checksum(*layers)}


COUNTS = (
    Count("won or lost, 100 random deals", lambda: _won_counts(_random(DEALS)[:100])),
    Count("won or lost, 1000 random deals", lambda: _won_counts(_random(DEALS)), slow=True),
    Count("won or lost, 200 strong hands", lambda: _won_counts(_strong(200)), slow=True),
    Count("points, 5 random deals", lambda: _points_counts(_random(DEALS)[:5])),
    Count("points, 200 random deals", lambda: _points_counts(_random(DEALS)[:200]), slow=True),
    Count("Null, 1000 random deals", lambda: _null_counts(_null(DEALS))),
    Count("ladder, 4 cards in a hand", lambda: _ladder_counts(4, 4)),
    Count("ladder, 5 cards in a hand", lambda: _ladder_counts(5, 4), slow=True),
    Count("the first card of 2 games, 100 worlds each", lambda: _card_counts(2), slow=True),
    Count("two deals whole", lambda: _whole_counts(2), slow=True),
)
