"""Starts of tricks by number, the tricks that can be played from one, and what their values say of each card.

The number of a start is its key in 32 bits, as in table positions (`start_key`): no two starts of a deal share one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, mask_of, points
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Cards, Position, follow, leader_cards, play, start_key, trick_winner
from tafelwerk.language import say


class StartValue(NamedTuple):
    """The points that the declarer still takes from a start, in Null 1 if no trick; and the highest best lead, as a bit."""

    value: int
    best: int


LookUp = Callable[[Collection[int]], Mapping[int, StartValue]]
"""Values of starts of tricks by key; those that play cannot reach are left out."""


class PlayedTrick(NamedTuple):
    """A trick from a start.

    Attributes:
        cards: its cards in the order played.
        winner: the seat that takes it.
        key: the key of the start after it; None if no card is to come, or if Null is lost.
        gain: what it adds to the value of that start: the points that the declarer takes with it; in Null 1 if it is the last
            and not the declarer's.
    """

    cards: tuple[int, int, int]
    winner: Seat
    key: int | None
    gain: int


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Best play from the start of a trick.

    Attributes:
        leads: the value after each card that can be led, the highest card first.
        value: the value of the start.
        keys: the numbers of the starts of the tricks.
        tricks: the tricks to come, each card the highest of the best; in Null until the declarer takes one.
    """

    leads: Mapping[int, int]
    value: int
    keys: tuple[int, ...]
    tricks: tuple[PlayedTrick, ...]


def position_at(deal: Deal, game: Game, declarer: Seat, key: int) -> Position:
    """The start of a trick with a key, before which nobody has points.

    Raises:
        InputError: no trick of this deal starts so.
    """
    high, low = leader_cards(deal)
    leader, held = 2 * (key >> high & 1) + (key >> low & 1), key & ~(1 << high | 1 << low)
    forehand, middlehand, rearhand = (hand & held for hand in deal.hands)
    sizes = forehand.bit_count(), middlehand.bit_count(), rearhand.bit_count()
    if held != forehand | middlehand | rearhand or leader > Seat.REARHAND or len({*sizes}) > 1 or not sizes[0]:
        raise InputError(
            say(
                "no trick of this deal starts with number {key}: the bits of the cards held, equally many in each hand, "
                "and the leader in the bits of two cards that nobody holds",
                key=key,
            )
        )
    return Position((forehand, middlehand, rearhand), (), Seat(leader), 0, 0, declarer, game)


def list_tricks(start: Position, cards: Cards, leads: int) -> Iterator[PlayedTrick]:
    """The legal tricks from a start.

    Args:
        start: the start of a trick.
        cards: the deal's `leader_cards`.
        leads: mask of the cards that are led.
    """
    leader, null = start.leader, start.game is Game.NULL
    hand, partner = start.hands[(leader + 1) % 3], start.hands[(leader + 2) % 3]
    held = start.hands[0] | start.hands[1] | start.hands[2]
    for lead in bits(leads):
        thirds = bits(follow(start.game, lead, partner))
        for second in bits(follow(start.game, lead, hand)):
            for third in thirds:
                played = lead, second, third
                winner, trick = trick_winner(start.game, leader, played), mask_of(played)
                left, own = held & ~trick, winner is start.declarer
                key = start_key((left, 0, 0), winner, cards) if left and not (null and own) else None
                gain = int(not left and not own) if null else points(trick) * own
                yield PlayedTrick(played, winner, key, gain)


def values_within(
    start: Position, tricks: list[PlayedTrick], values: Mapping[int, StartValue]
) -> dict[tuple[int, ...], int]:
    """The value of a start after every beginning of some tricks, from none of their cards to all three.

    Args:
        start: the start.
        tricks: tricks from it.
        values: values of the starts after them, by key.

    Raises:
        KeyError: one of these is unknown.
    """
    worths: dict[tuple[int, ...], int] = {
        trick.cards: trick.gain + (0 if trick.key is None else values[trick.key].value) for trick in tricks
    }
    known = dict(worths)
    for size in (2, 1, 0):
        best = max if Seat((start.leader + size) % 3) is start.declarer else min
        shorter: dict[tuple[int, ...], int] = {}
        for cards, worth in worths.items():
            beginning = cards[:size]
            shorter[beginning] = best(shorter.get(beginning, worth), worth)
        known |= shorter
        worths = shorter
    return known


def best_trick(tricks: list[PlayedTrick], known: Mapping[tuple[int, ...], int]) -> PlayedTrick:
    """The trick of best play; of several cards that keep the value, the highest.

    Args:
        tricks: tricks from a start.
        known: their `values_within`.
    """
    value = known[()]
    best_tricks = [trick for trick in tricks if all(known[trick.cards[:size]] == value for size in (1, 2, 3))]
    return max(best_tricks)


def best_play(start: Position, cards: Cards, look_up: LookUp) -> BestPlay | None:
    """Best play from the start of a trick, read from the values of starts; None if play cannot reach it.

    Args:
        start: the start of a trick.
        cards: the deal's `leader_cards`.
        look_up: asked once per trick.

    Raises:
        LookupError: a start that follows has no value, or the values contradict each other.
    """
    key: int | None = start_key(start.hands, start.leader, cards)
    keys: list[int] = []
    line: list[PlayedTrick] = []
    leads: dict[int, int] = {}
    value = 0
    rows: Mapping[int, StartValue] = {}
    while key is not None:
        tried = 1 << rows[key].best if keys else start.hands[start.leader]
        tricks = list(list_tricks(start, cards, tried))
        following = {trick.key for trick in tricks if trick.key is not None}
        rows = look_up(following | {key})
        if key not in rows:
            return None
        known = values_within(start, tricks, rows)
        if known[()] != rows[key].value:
            raise LookupError(f"the value of a start of a trick is not that of its best lead: {start}")
        if not keys:
            value, leads = known[()], {trick.cards[0]: known[trick.cards[:1]] for trick in tricks}
        keys.append(key)
        line.append(best_trick(tricks, known))
        for card in line[-1].cards:
            start = play(start, card)
        key = line[-1].key
    return BestPlay(leads, value, tuple(keys), tuple(line))
