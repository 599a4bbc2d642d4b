"""Play with open cards: what may be played, who takes a trick, what a game is worth by the starts of its tricks.

One card at a time, in plain Python. A table of a deal holds one row per start of a trick (Kupferschmid 2003, sections 5.1 and
5.3). A position inside a trick is worth what best play of the cards still to fall into that trick makes of the starts behind it.

Source: International Skat Order; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 2."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Protocol

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import (
    ALL_CARDS,
    WIN,
    Game,
    Seat,
    bits,
    card_name,
    card_names,
    card_text,
    mask_of,
    order,
    points,
    read_game,
    read_list,
    read_seat,
)
from tafelwerk.rules.skat.deals import Deal, deal_number, deal_of
from tafelwerk.rules.skat.words import term, titled, worded


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
            raise InputError(f"{worded('card', 'Karte')} {number}: {fault}") from None
    return positions


@cache
def _suit_of(game: Game) -> tuple[int, ...]:
    """For each card the mask of the cards of its suit; trumps are one."""
    own = order(game)
    masks = [own.from_game(suit) for suit in (own.trumps, *own.suits)]
    return tuple(next(mask for mask in masks if mask >> card & 1) for card in range(32))


def _refusal(position: Position, card: int, allowed: int) -> str:
    if position.over:
        name = card_name(card)
        return worded(f"{name} cannot be played: all cards are played", f"{name} geht nicht: Alle Karten sind gespielt")
    seat, name, may = term(position.to_move.word), card_name(card), card_names(bits(allowed))
    holds = position.hands[position.to_move] >> card & 1
    why = worded("must follow suit", "muss bedienen") if holds else worded("does not hold it", "hat sie nicht")
    one = "" if len(bits(allowed)) == 1 else worded("one of ", "eine von ")
    return worded(
        f"{seat} cannot play {name}: {seat} {why} and may play {one}{may}",
        f"{seat} kann {name} nicht spielen: {seat} {why} und darf {one}{may} spielen",
    )


class Judge(Protocol):
    """Knows what positions of one game are worth to the declarer: points at the end; in Null 1 if won, else 0."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    def won(self, position: Position) -> bool:
        """Whether the declarer wins."""

    def value(self, position: Position) -> int:
        """What the position is worth."""

    def cards(self, position: Position) -> dict[int, int]:
        """What it is worth after each card that may be played, the highest first."""

    def best_card(self, position: Position, value: int) -> int:
        """The highest card that keeps what a position with cards left to play is worth, `value`."""


def winning(game: Game) -> int:
    """What a position is worth at least that is won: points, or in Null 1."""
    return 1 if game is Game.NULL else WIN


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
        game, seat = titled(self.game), term(self.declarer.word)
        return worded(f"{game}, {seat} plays alone", f"{game}, {seat} spielt allein")

    @property
    def words(self) -> tuple[str, str, str, str | None]:
        """Deal, game, declarer and played cards as `open_game` reads them."""
        played = " ".join(map(card_text, self.played)) or None
        return self.deal.text(), self.game.value, self.declarer.word, played


@lru_cache(16)
def open_game(deal: str, game: str, declarer: str, played: str | None = None) -> OpenGame:
    """The game that words name.

    Args:
        deal: as `deal_of` reads it.
        game: as `read_game` reads it.
        declarer: as `read_seat` reads it.
        played: cards in the order played.

    Raises:
        InputError: one of them is at fault, or a card cannot be played.
    """
    return game_of(deal_of(deal), read_game(game), read_seat(declarer), read_list(played or ""))


def game_of(deal: Deal, game: Game, declarer: Seat, played: Sequence[int]) -> OpenGame:
    """The game in which some cards were played.

    Raises:
        InputError: a card cannot be played.
    """
    return OpenGame(deal, game, declarer, tuple(played), tuple(replay(deal, game, declarer, played)))


Cards = tuple[int, int]
"""The two cards whose bits of a key say who leads."""


def leader_cards(deal: Deal) -> Cards:
    """The cards in no hand whose bits of a key say who leads: the two of the Skat or, where it is empty, the two highest."""
    high, low = bits(deal.skat or ALL_CARDS & ~(deal.hands[0] | deal.hands[1] | deal.hands[2]))[:2]
    return high, low


def start_key(hands: tuple[int, int, int], leader: Seat, cards: Cards) -> int:
    """The start of a trick in 32 bits: the cards still held, and who leads in the bits of two cards, the higher counting 2.

    Args:
        hands: masks of the cards still held by forehand, middlehand, rearhand.
        leader: who leads to the next trick.
        cards: the deal's `leader_cards`.
    """
    high, low = cards
    return hands[0] | hands[1] | hands[2] | leader // 2 << high | leader % 2 << low


def starts_behind(position: Position) -> Iterator[Position]:
    """The starts of tricks that the running trick can lead to; at the start of one, those that it can. Some come twice."""
    for card in bits(legal(position)):
        after = play(position, card)
        if after.table:
            yield from starts_behind(after)
        else:
            yield after


def needed_keys(position: Position, cards: Cards) -> set[int]:
    """Keys of the starts of tricks whose values tell what a position is worth, and what after each card that may be played.

    A start of a trick needs itself besides those behind it. What is settled needs none: a game that is over, a Null in which the
    declarer has a trick.

    Args:
        position: any position.
        cards: its deal's `leader_cards`.
    """
    if _settled(position) is not None:
        return set()
    starts = list(starts_behind(position)) if position.table else [position, *starts_behind(position)]
    return {start_key(one.hands, one.leader, cards) for one in starts if _settled(one) is None}


def worth(position: Position, values: Mapping[int, int], cards: Cards) -> int:
    """What a position is worth under best play by all: the declarer's points at the end, those already won included; in Null 1
    where the declarer takes no trick in the whole game, else 0.

    Args:
        position: any position.
        values: of starts of tricks by key: points still to come, without the Skat; in Null 1 where the declarer takes no further
            trick, else 0.
        cards: the deal's `leader_cards`.

    Raises:
        KeyError: a key of `needed_keys` has no value.
    """
    settled = _settled(position)
    if settled is not None:
        return settled
    if not position.table:
        value = values[start_key(position.hands, position.leader, cards)]
        return value if position.game is Game.NULL else position.declarer_points + value
    best = max if position.to_move is position.declarer else min
    return best(worth(play(position, card), values, cards) for card in bits(legal(position)))


def _settled(position: Position) -> int | None:
    """What a position is worth in which nothing is left to decide."""
    if position.game is Game.NULL:
        return 0 if position.declarer_tricks else 1 if position.over else None
    return position.declarer_points if position.over else None
