"""A game card by card: cost of each card to its side with all cards open, a better card, and best play from the end.

The value of a position is the declarer's final points under best play by all, in Null 1 (won) or 0 (lost). The cost of a card is
the difference in value that it makes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tafelwerk.rules.skat.cards import Game, Seat, mask_of, points
from tafelwerk.rules.skat.play import Judge, Position, play, winning


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, and its effect.

    Attributes:
        trick: number of its trick, from 1.
        card: the card.
        seat: its player.
        before: value of the position before it, for the declarer.
        after: value of the position after it.
        best: the card itself if it kept the value, otherwise the highest card that would have.
    """

    trick: int
    card: int
    seat: Seat
    before: int
    after: int
    best: int

    @property
    def cost(self) -> int:
        """Its cost to the side that played it."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, and the position after it; the last trick may have fewer than three cards.

    Attributes:
        leader: its leader.
        cards: cards in the order played.
        after: position after it.
        points: its card points.
    """

    leader: Seat
    cards: tuple[int, ...]
    after: Position
    points: int

    @property
    def winner(self) -> Seat | None:
        """Its winner; None while it is incomplete."""
        return None if self.after.table else self.after.leader


@dataclass(frozen=True)
class PricedGame:
    """A game with priced cards, and its continuation under best play.

    Attributes:
        positions: positions before each played card, and after the last.
        values: their values.
        played: the played cards.
        line: the continuation, each card the highest of the best; in Null until the declarer takes a trick.
    """

    positions: tuple[Position, ...]
    values: tuple[int, ...]
    played: tuple[Played, ...]
    line: tuple[int, ...]

    @property
    def game(self) -> Game:
        """The game."""
        return self.positions[0].game

    @property
    def null(self) -> bool:
        """Whether tricks count, not points."""
        return self.game is Game.NULL

    @property
    def won(self) -> bool:
        """Whether the declarer wins from the last position."""
        return self.values[-1] >= winning(self.game)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, played and to come."""
        return tuple(tricks_of(self.positions[0], (*(one.card for one in self.played), *self.line)))

    def cost(self, seat: Seat) -> int:
        """Total cost of a player's cards to the player's side."""
        return sum(one.cost for one in self.played if one.seat is seat)


def price(judge: Judge, positions: Sequence[Position], cards: Sequence[int]) -> PricedGame:
    """The game with its played cards priced, and its principal line.

    Args:
        judge: judge of this game.
        positions: positions before each card and after the last, as given by `play.replay`.
        cards: the cards played.
    """
    # backwards from the end, so that the solver's table serves earlier positions
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
        judge: judge of this game.
        position: where the line begins.
        value: value of that position.
    """
    while not position.over and not (position.game is Game.NULL and position.declarer_tricks):
        card = judge.best_card(position, value)
        yield card
        position = play(position, card)


def tricks_of(position: Position, cards: Sequence[int]) -> Iterator[Trick]:
    """The tricks formed by cards from the start of a trick."""
    for first in range(0, len(cards), 3):
        leader, trick = position.leader, tuple(cards[first : first + 3])
        for card in trick:
            position = play(position, card)
        yield Trick(leader, trick, position, points(mask_of(trick)))


def _best(judge: Judge, position: Position, card: int, before: int, after: int) -> int:
    return card if before == after else judge.best_card(position, before)
