"""Starts of tricks: their keys, and what positions are worth by those of the starts that can follow. In plain Python.

What a table of a deal has to hold is one row a start of a trick (Kupferschmid 2003, sections 5.1 and 5.3). A position inside a
trick is worth what best play of the cards still to fall into that trick makes of the starts behind it.
"""

from collections.abc import Iterator, Mapping

from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.rules import Position, legal, play

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


def start_of(key: int, deal: Deal, game: Game, declarer: Seat) -> Position | None:
    """The start of a trick that a key stands for, without points and tricks; None where it stands for none.

    Args:
        key: see `start_key`.
        deal: who held what when play began.
        game: what is played.
        declarer: who plays alone.
    """
    high, low = leader_cards(deal)
    leader = 2 * (key >> high & 1) + (key >> low & 1)
    forehand, middlehand, rearhand = (hand & key for hand in deal.hands)
    sizes = {forehand.bit_count(), middlehand.bit_count(), rearhand.bit_count()}
    if leader > 2 or len(sizes) != 1 or not forehand:
        return None
    return Position((forehand, middlehand, rearhand), (), Seat(leader), 0, 0, declarer, game)


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
