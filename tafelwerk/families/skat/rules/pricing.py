"""A game card by card: cost of each card to its side with all cards open, a better card, and best play from the end.

The value of a position is the declarer's final points under best play by all, in Null 1 (won) or 0 (lost). The cost of a card is
the difference in value that it makes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tafelwerk.families.skat.rules.cards import Game, Seat, mask_of, points
from tafelwerk.families.skat.rules.play import Judge, OpenGame, Position, play


@dataclass(frozen=True, slots=True)
class PricedCard:
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
        game: the game, with the cards played.
        values: values of its positions.
        best: for each card the card itself if it kept the value, otherwise the highest card that would have.
        line: the continuation, each card the highest of the best; in Null until the declarer takes a trick.
    """

    game: OpenGame
    values: tuple[int, ...]
    best: tuple[int, ...]
    line: tuple[int, ...]

    @property
    def won(self) -> bool:
        """Whether the declarer wins from the last position."""
        return self.values[-1] >= self.game.winning

    @cached_property
    def played(self) -> tuple[PricedCard, ...]:
        """The played cards, each with its effect."""
        return tuple(
            PricedCard(number // 3 + 1, card, position.to_move, before, after, best)
            for number, (card, position, before, after, best) in enumerate(
                zip(self.game.cards, self.game.positions, self.values, self.values[1:], self.best, strict=False)
            )
        )

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, played and to come."""
        return tuple(tricks_of(self.game.positions[0], (*self.game.cards, *self.line)))

    def cost(self, seat: Seat) -> int:
        """Total cost of a player's cards to the player's side."""
        return sum(one.cost for one in self.played if one.seat is seat)


def price(judge: Judge, game: OpenGame) -> PricedGame:
    """The game with its played cards priced, and its principal line.

    Args:
        judge: judge of this game.
        game: the game, with the cards played.
    """
    # backwards from the end, so that the solver's table serves earlier positions
    values = tuple(reversed([judge.value(position) for position in reversed(game.positions)]))
    best = tuple(
        card if before == after else judge.best_card(position, before)
        for position, card, before, after in zip(game.positions, game.cards, values, values[1:], strict=False)
    )
    return PricedGame(game, values, best, tuple(principal_line(judge, game.position, values[-1])))


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
