"""A game card by card: what each card cost its side with every card open, what was better, and how best play goes on.

The value of a position is the declarer's points at the end under best play by all from there, in Null 1 if won, else 0. A card
costs its side the difference that it makes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tafelwerk.rules.skat.cards import Game, Seat, mask_of, points
from tafelwerk.rules.skat.play import Judge, Position, play, winning


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, and what it did.

    Attributes:
        trick: which trick it belongs to, from 1.
        card: the card.
        seat: who played it.
        before: what the position was worth to the declarer.
        after: what it is worth once the card lies.
        best: the card itself where it kept what there was, else the highest that would have.
    """

    trick: int
    card: int
    seat: Seat
    before: int
    after: int
    best: int

    @property
    def cost(self) -> int:
        """What it cost the side that played it."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, and what has been won when it is over; the last one may have fewer than three cards.

    Attributes:
        leader: who led.
        cards: in the order played.
        after: the position behind it.
        points: its card points.
    """

    leader: Seat
    cards: tuple[int, ...]
    after: Position
    points: int

    @property
    def winner(self) -> Seat | None:
        """Who took it; None while it runs."""
        return None if self.after.table else self.after.leader


@dataclass(frozen=True)
class PricedGame:
    """A game, its played cards priced, and how it goes on under best play.

    Attributes:
        positions: before each played card, and the one behind the last.
        values: what they are worth.
        played: the played cards.
        line: the rest, each card the highest of the best; in Null until the declarer takes a trick.
    """

    positions: tuple[Position, ...]
    values: tuple[int, ...]
    played: tuple[Played, ...]
    line: tuple[int, ...]

    @property
    def game(self) -> Game:
        """What is played."""
        return self.positions[0].game

    @property
    def null(self) -> bool:
        """Whether tricks count, not points."""
        return self.game is Game.NULL

    @property
    def won(self) -> bool:
        """Whether the declarer wins from the last position on."""
        return self.values[-1] >= winning(self.game)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, those played and those to come."""
        return tuple(tricks_of(self.positions[0], (*(one.card for one in self.played), *self.line)))

    def cost(self, seat: Seat) -> int:
        """What a player's cards have cost the player's side."""
        return sum(one.cost for one in self.played if one.seat is seat)


def price(judge: Judge, positions: Sequence[Position], cards: Sequence[int]) -> PricedGame:
    """The played cards of a game priced, and its principal line from there.

    Args:
        judge: of this game.
        positions: before each card and behind the last, as `rules.replay` gives them.
        cards: those played.
    """
    # from the end on, what was found serves the positions before
    values = tuple(reversed([judge.value(position) for position in reversed(positions)]))
    played = tuple(
        Played(place // 3 + 1, card, position.to_move, before, after, _best(judge, position, card, before, after))
        for place, (position, card, before, after) in enumerate(
            zip(positions[:-1], cards, values[:-1], values[1:], strict=True)
        )
    )
    return PricedGame(tuple(positions), values, played, tuple(principal_line(judge, positions[-1], values[-1])))


def principal_line(judge: Judge, position: Position, value: int) -> Iterator[int]:
    """Cards of best play, each the highest that keeps the value; in Null until the declarer takes a trick.

    Args:
        judge: of this game.
        position: where it begins.
        value: what that is worth.
    """
    while not position.over and not (position.game is Game.NULL and position.declarer_tricks):
        card = judge.best_card(position, value)
        yield card
        position = play(position, card)


def tricks_of(position: Position, cards: Sequence[int]) -> Iterator[Trick]:
    """The tricks that cards make from the start of one on."""
    for first in range(0, len(cards), 3):
        leader, trick = position.leader, tuple(cards[first : first + 3])
        for card in trick:
            position = play(position, card)
        yield Trick(leader, trick, position, points(mask_of(trick)))


def _best(judge: Judge, position: Position, card: int, before: int, after: int) -> int:
    return card if before == after else judge.best_card(position, before)
