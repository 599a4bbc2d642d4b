"""A game with every card open, up to some card of it: what questions with open cards are about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tafelwerk.rules.skat.cards import WIN, Game, Seat, card_text, points, read_game, read_list, read_seat
from tafelwerk.rules.skat.deal_numbers import deal_number, numbered_deal
from tafelwerk.rules.skat.deals import Deal, read_deal
from tafelwerk.rules.skat.judge import winning
from tafelwerk.rules.skat.rules import Position, replay


@dataclass(frozen=True)
class OpenGame:
    """A deal, what is played, and the cards played so far.

    Attributes:
        deal: who holds what at the start.
        game: what is played.
        declarer: who plays alone.
        played: the cards in the order played.
        positions: before each of them, and the one that is asked about at the end.
    """

    deal: Deal
    game: Game
    declarer: Seat
    played: tuple[int, ...]
    positions: tuple[Position, ...]

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        return self.positions[-1]

    @property
    def null(self) -> bool:
        """Whether tricks count, not points."""
        return self.game is Game.NULL

    @property
    def winning(self) -> int:
        """What a position is worth at least that is won: points, or in Null 1."""
        return winning(self.game)

    @property
    def points(self) -> int:
        """Card points in the deal, the Skat's included."""
        held = self.deal.hands[0] | self.deal.hands[1] | self.deal.hands[2]
        return points(held | self.deal.skat)

    @property
    def winnable(self) -> bool:
        """Whether the deal holds what it takes to win; in Null it always does."""
        return self.null or self.points >= WIN

    @property
    def number(self) -> int:
        """The deal's number."""
        return deal_number(self.deal)

    @property
    def name(self) -> str:
        """The game and who plays it."""
        return f"{self.game.value.capitalize()}, {self.declarer.word} plays alone"

    @property
    def words(self) -> tuple[str, str, str, str | None]:
        """Deal, game, declarer and played cards as `open_game` reads them."""
        played = " ".join(map(card_text, self.played)) or None
        return self.deal.text(), self.game.value, self.declarer.word, played


@lru_cache(16)
def open_game(deal: str, game: str, declarer: str, played: str | None = None) -> OpenGame:
    """The game that words name.

    Args:
        deal: as `read_deal` reads it, or the deal's number.
        game: as `read_game` reads it.
        declarer: as `read_seat` reads it.
        played: cards in the order played.

    Raises:
        InputError: one of them is at fault, or a card cannot be played.
    """
    given = numbered_deal(int(deal)) if deal.strip().isdecimal() else read_deal(deal)
    return game_of(given, read_game(game), read_seat(declarer), read_list(played or ""))


def game_of(deal: Deal, game: Game, declarer: Seat, played: Sequence[int]) -> OpenGame:
    """The game in which some cards were played.

    Raises:
        InputError: a card cannot be played.
    """
    return OpenGame(deal, game, declarer, tuple(played), tuple(replay(deal, game, declarer, played)))
