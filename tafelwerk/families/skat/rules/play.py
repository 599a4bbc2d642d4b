"""Play with open cards: legal cards, winners of tricks, values of positions, the cost of each card, and Null suit by suit.

One card at a time, in plain Python. A table of a deal holds one row per start of a trick (Kupferschmid 2003, sections 5.1 and
5.3). The value of a position within a trick follows from the starts after it, by best play of the remaining cards of the trick.

Source: International Skat Order; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 2.

The cost of a card is the difference that it makes in the value of the position, the declarer's final points under best play by
all; in Null 1 (won) or 0 (lost).

Null by suits: a holding is a mask of the cards held in one suit, bit 0 for the 7 up to bit 7 for the ace, in the order
7 8 9 10 J Q K A. The outside cards of a suit are those that the declarer does not hold. A holding is safe if at most k - 1
outside cards are below its k-th lowest card, for every k. docs/results.md proves that a Null is won against every distribution
if a defender leads and all four suits are safe, and otherwise lost to some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Protocol

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import (
    ALL_CARDS,
    SUITS,
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
    term,
    titled,
)
from tafelwerk.families.skat.rules.deals import Deal, deal_before_trick, deal_number, deal_of
from tafelwerk.language import say


@dataclass(frozen=True, slots=True)
class Position:
    """A state of play with open cards.

    Attributes:
        hands: masks of the cards still held by forehand, middlehand and rearhand.
        table: cards of the current trick in the order played, none to two.
        leader: leader of the current trick, or of the next one between tricks.
        declarer_points: card points of the declarer's tricks and of the Skat; counted in Null too, but without effect.
        defender_points: card points of the defenders' tricks.
        declarer_tricks: number of the declarer's tricks; a Null game is lost with one.
        declarer: the declarer.
        game: the game.
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
        """The seat to play the next card."""
        return Seat((self.leader + len(self.table)) % 3)

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.hands)


def start(
    deal: Deal, game: Game, declarer: Seat, leader: Seat = Seat.FOREHAND, declarer_points: int | None = None
) -> Position:
    """The position before a trick: the first, which forehand leads, or one in the middle of a game.

    Args:
        deal: the cards held, and the Skat.
        game: the game.
        declarer: the declarer.
        leader: leader of the trick.
        declarer_points: card points that the declarer has, those of the Skat among them; the defenders have all others that
            are not in the hands. Default: the Skat's.
    """
    if declarer_points is None:
        return Position(deal.hands, (), leader, points(deal.skat), 0, declarer, game)
    to_defenders = points(ALL_CARDS) - declarer_points - sum(map(points, deal.hands))
    return Position(deal.hands, (), leader, declarer_points, to_defenders, declarer, game)


def follow(game: Game, led: int, hand: int) -> int:
    """The cards of a hand that follow the card led: those of its suit, or all if there are none; trumps are one suit.

    Args:
        game: the game.
        led: the first card of the trick.
        hand: mask of the hand.
    """
    return hand & _suit_of(game)[led] or hand


def trick_winner(game: Game, leader: Seat, cards: Sequence[int]) -> Seat:
    """The winner of a trick so far: the highest trump or, without trumps, the highest card of the suit led.

    Args:
        game: the game.
        leader: leader of the trick.
        cards: one to three cards in the order played.
    """
    bit_of, suit, trumps = order(game).place, _suit_of(game), order(game).trumps
    # a card of another suit cannot win, unless it is a trump
    best = max(
        cards, key=lambda card: bit_of[card] if suit[card] == suit[cards[0]] or trumps >> bit_of[card] & 1 else -1
    )
    return Seat((leader + cards.index(best)) % 3)


def legal(position: Position) -> int:
    """Mask of the legal cards of the player to move; 0 when the game is over."""
    hand = position.hands[position.to_move]
    return follow(position.game, position.table[0], hand) if position.table else hand


def play(position: Position, card: int) -> Position:
    """The position after a card of the player to move.

    Raises:
        InputError: the player does not hold the card, or must follow suit; the message names the legal cards.
    """
    allowed = legal(position)
    if not 0 <= card < 32:
        raise InputError(f"a card must be from 0 to 31, not {card}")
    if not allowed >> card & 1:
        raise InputError(_refusal(position, card, allowed))
    forehand, middlehand, rearhand = (hand & ~(1 << card) for hand in position.hands)
    table, leader, game, declarer = (*position.table, card), position.leader, position.game, position.declarer
    declarer_points, defender_points = position.declarer_points, position.defender_points
    tricks = position.declarer_tricks
    if len(table) == 3:
        leader, won = trick_winner(game, leader, table), points(mask_of(table))
        table = ()
        if leader == declarer:
            declarer_points, tricks = declarer_points + won, tricks + 1
        else:
            defender_points += won
    hands = forehand, middlehand, rearhand
    return Position(hands, table, leader, declarer_points, defender_points, declarer, game, tricks)


def replay(deal: Deal, game: Game, declarer: Seat, cards: Iterable[int]) -> list[Position]:
    """The positions of a game from its start, one more than there are cards; errors as of `play_cards`."""
    return play_cards(start(deal, game, declarer), cards)


def play_cards(first: Position, cards: Iterable[int]) -> list[Position]:
    """The positions from one on, one more than there are cards.

    Args:
        first: the position before the first card.
        cards: cards in the order played.

    Raises:
        InputError: A card is not legal; the message gives its number, counted from 1.
    """
    positions = [first]
    for number, card in enumerate(cards, 1):
        try:
            positions.append(play(positions[-1], card))
        except InputError as fault:
            raise InputError(f"{say('card')} {number}: {fault}") from None
    return positions


@cache
def _suit_of(game: Game) -> tuple[int, ...]:
    """For each card the mask of the cards of its suit; trumps are one suit."""
    own = order(game)
    masks = [own.from_game(suit) for suit in (own.trumps, *own.suits)]
    return tuple(next(mask for mask in masks if mask >> card & 1) for card in range(32))


def _refusal(position: Position, card: int, allowed: int) -> str:
    if position.over:
        name = card_name(card)
        return say("{name} cannot be played: all cards are played", name=name)
    seat, name, may = term(position.to_move.word), card_name(card), card_names(bits(allowed))
    holds = position.hands[position.to_move] >> card & 1
    why = say("must follow suit") if holds else say("does not hold it")
    one_of = "" if len(bits(allowed)) == 1 else say("one of ")
    return say(
        "{seat} cannot play {name}: {seat} {why} and may play {one}{may}",
        seat=seat,
        name=name,
        why=why,
        one=one_of,
        may=may,
    )


class Judge(Protocol):
    """Gives values of positions of one game: the declarer's final points; in Null 1 (won) or 0 (lost)."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    def won(self, position: Position) -> bool:
        """Whether the declarer wins."""

    def value(self, position: Position) -> int:
        """The value of the position."""

    def cards(self, position: Position) -> dict[int, int]:
        """The value after each legal card, highest card first."""

    def best_card(self, position: Position, value: int) -> int:
        """The highest card that keeps the value, `value`, of a position that is not over."""


def winning(game: Game) -> int:
    """The smallest value of a won position: points, or in Null 1."""
    return 1 if game is Game.NULL else WIN


@dataclass(frozen=True)
class OpenGame:
    """A game with open cards, and the cards played so far.

    Attributes:
        deal: the deal at the start; of a game taken up in the middle, the cards held before its first trick.
        game: the game.
        declarer: the declarer.
        cards: cards in the order played.
        positions: positions before each of these cards, and the current one.
        ouvert: whether it is played Ouvert: then, but for Null, the declarer must take all tricks.
    """

    deal: Deal
    game: Game
    declarer: Seat
    cards: tuple[int, ...]
    positions: tuple[Position, ...]
    ouvert: bool = False

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def all_tricks(self) -> bool:
        """Whether the declarer must take every trick."""
        return self.ouvert and self.game is not Game.NULL

    @property
    def null(self) -> bool:
        """Whether tricks count, not points."""
        return self.game is Game.NULL or self.all_tricks

    @property
    def winning(self) -> int:
        """The smallest value of a won position: points, or 1 where tricks count."""
        return 1 if self.null else winning(self.game)

    def go_on(self, cards: Sequence[int]) -> OpenGame:
        """The game after some more cards.

        Raises:
            InputError: A card is not legal; the message gives its number, counted from 1.
        """
        positions = (*self.positions, *play_cards(self.position, cards)[1:])
        return replace(self, cards=(*self.cards, *cards), positions=positions)

    @property
    def is_whole(self) -> bool:
        """Whether it begins with forehand's lead and the points of the Skat, not in the middle of a game."""
        return self.positions[0] == start(self.deal, self.game, self.declarer)

    @property
    def points(self) -> int:
        """Card points that the declarer has or can still win."""
        first = self.positions[0]
        return first.declarer_points + sum(map(points, first.hands))

    @property
    def winnable(self) -> bool:
        """Whether the deal has enough points to win; always true where tricks count."""
        return self.null or self.points >= WIN

    @property
    def number(self) -> int:
        """The deal's number."""
        return deal_number(self.deal)

    @property
    def name(self) -> str:
        """The game and the declarer, in words."""
        game, seat = f"{titled(self.game)}{' Ouvert' * self.ouvert}", term(self.declarer.word)
        return say("{game}, {seat} plays alone", game=game, seat=seat)

    @property
    def words(self) -> tuple[str, str, str, str | None]:
        """Deal, game, declarer and played cards as arguments of `open_game`."""
        cards = " ".join(map(card_text, self.cards)) or None
        return self.deal.text(), self.game.value, self.declarer.word, cards


@lru_cache(16)
def open_game(
    deal: str,
    game: str,
    declarer: str,
    played: str | None = None,
    leader: str | None = None,
    declarer_points: int | None = None,
    table: str | None = None,
) -> OpenGame:
    """The game given by words.

    Args:
        deal: deal as for `deal_of`; with cards on the table, the cards still held.
        game: game as for `read_game`.
        declarer: seat as for `read_seat`.
        played: cards in the order played.
        leader: leader of the first trick, as for `read_seat`. Default: forehand.
        declarer_points: card points that the declarer has before that trick. Default: the Skat's.
        table: cards of that trick, the leader's first, played before `played`.

    Raises:
        InputError: an argument is invalid, or a card is not legal; the message names the option that gives it.
    """
    first = read_seat(leader) if leader else Seat.FOREHAND
    lying = read_list(table or "")
    try:
        dealt = deal_before_trick(deal, first, lying) if lying else deal_of(deal)
    except InputError as fault:
        raise InputError(f"--deal: {fault}") from None
    if declarer_points is not None:
        _check_points(dealt, declarer_points)
    begin = start(dealt, read_game(game), read_seat(declarer), first, declarer_points)
    try:
        positions = play_cards(begin, lying)
    except InputError as fault:
        raise InputError(f"--table: {fault}") from None
    return OpenGame(dealt, begin.game, begin.declarer, tuple(lying), tuple(positions)).go_on(read_list(played or ""))


def _check_points(deal: Deal, declarer_points: int) -> None:
    """Refuse points that the declarer cannot have before a trick."""
    least, most = points(deal.skat), points(ALL_CARDS) - sum(map(points, deal.hands))
    if not least <= declarer_points <= most:
        raise InputError(
            say(
                "--points must be {least} to {most}, not {given}: the Skat has {least}, and {held} of the 120 are still in play",
                least=least,
                most=most,
                given=declarer_points,
                held=points(ALL_CARDS) - most,
            )
        )


def game_of(deal: Deal, game: Game, declarer: Seat, cards: Sequence[int]) -> OpenGame:
    """The game after some cards.

    Raises:
        InputError: A card is not legal.
    """
    return OpenGame(deal, game, declarer, (), (start(deal, game, declarer),)).go_on(cards)


Cards = tuple[int, int]
"""The two cards whose bits in a key encode the leader."""


def leader_cards(deal: Deal) -> Cards:
    """The two cards, in no hand, whose bits in a key encode the leader: the Skat or, if it is empty, the two highest."""
    high, low = bits(deal.skat or ALL_CARDS & ~(deal.hands[0] | deal.hands[1] | deal.hands[2]))[:2]
    return high, low


def start_key(hands: tuple[int, int, int], leader: Seat, cards: Cards) -> int:
    """Key of a start of a trick, in 32 bits: the cards still held, and the leader in the bits of two cards, the higher being 2.

    Args:
        hands: masks of the cards still held by forehand, middlehand, rearhand.
        leader: leader of the next trick.
        cards: the deal's `leader_cards`.
    """
    high, low = cards
    return hands[0] | hands[1] | hands[2] | leader // 2 << high | leader % 2 << low


def starts_behind(position: Position) -> Iterator[Position]:
    """Starts of tricks that can follow the current trick, with repetitions."""
    for card in bits(legal(position)):
        after = play(position, card)
        if after.table:
            yield from starts_behind(after)
        else:
            yield after


def needed_keys(position: Position, cards: Cards) -> set[int]:
    """Keys of the starts of tricks that determine the value of a position, and the value after each legal card.

    A start of a trick needs itself and the starts after it. A decided position needs none: a game that is over, or a Null in
    which the declarer has a trick.

    Args:
        position: any position.
        cards: the deal's `leader_cards`.
    """
    if _decided_value(position) is not None:
        return set()
    starts = list(starts_behind(position)) if position.table else [position, *starts_behind(position)]
    return {start_key(begin.hands, begin.leader, cards) for begin in starts if _decided_value(begin) is None}


def worth(position: Position, values: Mapping[int, int], cards: Cards) -> int:
    """The value of a position under best play by all: the declarer's final points, including those already won; in Null 1 if the
    declarer takes no trick in the whole game, otherwise 0.

    Args:
        position: any position.
        values: values of starts of tricks by key: points still to come, without the Skat; in Null 1 if the declarer takes no
            further trick, otherwise 0.
        cards: the deal's `leader_cards`.

    Raises:
        KeyError: A key of `needed_keys` has no value.
    """
    settled = _decided_value(position)
    if settled is not None:
        return settled
    if not position.table:
        value = values[start_key(position.hands, position.leader, cards)]
        return value if position.game is Game.NULL else position.declarer_points + value
    best = max if position.to_move is position.declarer else min
    return best(worth(play(position, card), values, cards) for card in bits(legal(position)))


def _decided_value(position: Position) -> int | None:
    """The value of a decided position; None if it is not decided."""
    if position.game is Game.NULL:
        return 0 if position.declarer_tricks else 1 if position.over else None
    return position.declarer_points if position.over else None


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
        return sum(card.cost for card in self.played if card.seat is seat)


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


RANKS = "789TJQKA"
"""Ranks of a suit in Null, the lowest first."""

WHOLE_SUIT = 0xFF
"""All eight cards of a suit."""

HAND_CARDS, SUIT_CARDS, SKAT_CARDS = 10, len(RANKS), 2


def holdings(hand: int) -> tuple[int, int, int, int]:
    """The holdings of a hand in clubs, spades, hearts and diamonds."""
    placed = order(Game.NULL).to_game(hand)
    clubs, spades, hearts, diamonds = (placed >> SUIT_CARDS * (3 - suit) & WHOLE_SUIT for suit in range(4))
    return clubs, spades, hearts, diamonds


def hand_with(held: Iterable[int]) -> int:
    """The hand with the given holdings in clubs, spades, hearts and diamonds."""
    placed = 0
    for holding in held:
        placed = placed << SUIT_CARDS | holding
    return order(Game.NULL).from_game(placed)


def suit_cards(suit: int) -> int:
    """Mask of the cards of a suit: 0 for clubs, 1 spades, 2 hearts, 3 diamonds."""
    return hand_with(WHOLE_SUIT if number == suit else 0 for number in range(len(SUITS)))


def beating_hands(hand: int, suit: int) -> tuple[int, int, int]:
    """A distribution of the other 22 cards that beats a hand with an unsafe suit, whoever leads.

    The first defender holds all outside cards of the suit, and the highest outside card of every other suit. The lead comes to
    this defender, who then leads the suit from the lowest card up.

    Args:
        hand: mask of ten cards.
        suit: a suit whose holding is not safe.

    Returns:
        Masks of the hand of the defender with the suit, of the other one, and of the Skat.
    """
    own = order(Game.NULL)
    outside = ALL_CARDS & ~hand
    first = outside & suit_cards(suit)
    for other in range(len(SUITS)):
        first |= mask_of(own.sorted(outside & suit_cards(other))[:1])
    others = bits(outside & ~first)
    missing = HAND_CARDS - first.bit_count()
    first |= mask_of(others[:missing])
    others = others[missing:]
    return first, mask_of(others[:HAND_CARDS]), mask_of(others[HAND_CARDS:])
