"""The rules of play: what may be played, who takes a trick, what has been won. One card at a time, in plain Python.

Source: International Skat Order; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import NAMES, Game, Seat, bits, cards_text, mask_of, points
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.order import order


@dataclass(frozen=True, slots=True)
class Position:
    """A state of play with open cards.

    Attributes:
        hands: masks of the cards still held by forehand, middlehand and rearhand.
        table: cards of the running trick in the order played, none to two.
        leader: who led to the running trick, or leads to the next one.
        declarer_points: card points of the tricks the declarer took, and of the Skat; Null counts them and does not use them.
        defender_points: card points of the tricks the defenders took.
        declarer_tricks: tricks the declarer took; a Null game with one of them is lost.
        declarer: who plays alone.
        game: what is played.
    """

    hands: tuple[int, int, int]
    table: tuple[int, ...]
    leader: Seat
    declarer_points: int
    defender_points: int
    declarer: Seat
    game: Game
    declarer_tricks: int = 0

    @property
    def to_move(self) -> Seat:
        """Who plays the next card."""
        return Seat((self.leader + len(self.table)) % 3)

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.hands)


def start(deal: Deal, game: Game, declarer: Seat) -> Position:
    """The position before forehand leads to the first trick; the Skat's points are the declarer's."""
    return Position(deal.hands, (), Seat.FOREHAND, points(deal.skat), 0, declarer, game)


def follow(game: Game, led: int, hand: int) -> int:
    """The cards of a hand that may be played to the card led: those of its suit, or any where there is none; trumps are a suit.

    Args:
        game: what is played.
        led: the first card of the trick.
        hand: mask of the cards held.
    """
    return hand & _suit_of(game)[led] or hand


def trick_winner(game: Game, leader: Seat, cards: Sequence[int]) -> Seat:
    """Who takes a trick, or would take it as it lies: the highest trump, else the highest card of the suit led.

    Args:
        game: what is played.
        leader: who led.
        cards: one to three cards in the order played.
    """
    place, suit, trumps = order(game).place, _suit_of(game), order(game).trumps
    # a card of another suit takes nothing, unless it is a trump
    best = max(cards, key=lambda card: place[card] if suit[card] == suit[cards[0]] or trumps >> place[card] & 1 else -1)
    return Seat((leader + cards.index(best)) % 3)


def legal(position: Position) -> int:
    """Mask of the cards that the player to move may play; 0 when the game is over."""
    hand = position.hands[position.to_move]
    return follow(position.game, position.table[0], hand) if position.table else hand


def play(position: Position, card: int) -> Position:
    """The position after a card of the player to move.

    Raises:
        InputError: the player does not hold it, or must follow suit; the message names the cards that may be played.
    """
    allowed = legal(position)
    if not 0 <= card < 32:
        raise InputError(f"a card is 0 to 31, not {card}")
    if not allowed >> card & 1:
        raise InputError(_refusal(position, card, allowed))
    forehand, middlehand, rearhand = (hand & ~(1 << card) for hand in position.hands)
    after = replace(position, hands=(forehand, middlehand, rearhand), table=(*position.table, card))
    if len(after.table) < 3:
        return after
    winner, won = trick_winner(after.game, after.leader, after.table), points(mask_of(after.table))
    after = replace(after, table=(), leader=winner)
    if winner != after.declarer:
        return replace(after, defender_points=after.defender_points + won)
    return replace(after, declarer_points=after.declarer_points + won, declarer_tricks=after.declarer_tricks + 1)


def replay(deal: Deal, game: Game, declarer: Seat, cards: Iterable[int]) -> list[Position]:
    """The positions of a game from its start on, one more than there are cards.

    Args:
        deal: who holds what.
        game: what is played.
        declarer: who plays alone.
        cards: the cards in the order played.

    Raises:
        InputError: a card may not be played; the message gives its number, counted from 1.
    """
    positions = [start(deal, game, declarer)]
    for number, card in enumerate(cards, 1):
        try:
            positions.append(play(positions[-1], card))
        except InputError as fault:
            raise InputError(f"card {number}: {fault}") from None
    return positions


@cache
def _suit_of(game: Game) -> tuple[int, ...]:
    """For each card the mask of the cards of its suit; trumps are one."""
    own = order(game)
    masks = [own.from_game(suit) for suit in (own.trumps, *own.suits)]
    return tuple(next(mask for mask in masks if mask >> card & 1) for card in range(32))


def _refusal(position: Position, card: int, allowed: int) -> str:
    if position.over:
        return f"{NAMES[card]} cannot be played: all cards are played"
    seat = position.to_move
    why = "must follow suit" if position.hands[seat] >> card & 1 else "does not hold it"
    one = "" if len(bits(allowed)) == 1 else "one of "
    return f"{seat.word} cannot play {NAMES[card]}: {seat.word} {why} and may play {one}{cards_text(allowed)}"
