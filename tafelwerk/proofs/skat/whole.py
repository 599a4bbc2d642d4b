"""Positions of deals stored whole, proved from the positions that follow.

Each position has the value that follows from the tricks played from it and the values after them. All positions after it are
stored, and it is the start of play or follows another stored position. So the stored positions are exactly those that play can
reach.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.skat.deals import numbered
from tafelwerk.proofs.skat.numbering import size
from tafelwerk.proofs.skat.rules import ALL, GAMES, SEATS, cards_of, points_of, rank_of, suit_of, suits_of
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

Words = NDArray[np.int64]

_ORPHAN = "no stored position leads to it"


class WholeDeals:
    """Deals stored whole, read one game at a time."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def beginnings(self, contracts: Sequence[tuple[int, str, str]]) -> Iterator[str]:
        """Errors at the start of play, per game."""
        for deal, game, declarer in contracts:
            hands = numbered(deal)
            key = hands[0] | hands[1] | hands[2]
            sql = (
                f"SELECT count(*) FROM {FAMILY}.positions WHERE deal = ? AND game = ? AND declarer = ? AND position = ?"
            )
            if self._book.rows(FAMILY, sql, deal, game, declarer, key) != [(1,)]:
                yield f"{deal}, {game} by {declarer}: the first position is missing"

    def positions(self, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
        """Errors of positions, given by deal, game, declarer and key."""
        for (deal, game, declarer), group in groupby(rows, key=lambda row: row[:3]):
            columns = self._book.arrays(
                FAMILY,
                f"SELECT position, lower, upper, best FROM {FAMILY}.positions WHERE deal = {int(deal)}"
                f" AND game = '{GAMES[GAMES.index(game)]}' AND declarer = '{SEATS[SEATS.index(declarer)]}'"
                " ORDER BY position",
            )
            assert columns
            keys, lower, upper, best = (np.asarray(columns[name]) for name in ("position", "lower", "upper", "best"))
            wanted = np.array([row[3] for row in group], np.int64)
            tables, facts = _tables(deal, game, SEATS.index(declarer))
            out = np.zeros((len(wanted), 3), np.int64)
            _prove_kernel(wanted, keys.astype(np.int64), lower, tables, facts, out)
            places = np.searchsorted(keys, wanted)
            for key, place, (fault, value, card) in zip(wanted.tolist(), places.tolist(), out.tolist(), strict=True):
                name = f"{deal}, {game} by {declarer}, position {key}"
                if fault:
                    yield f"{name}: {('no trick starts so', 'a position behind it is missing', _ORPHAN)[fault - 1]}"
                elif (lower[place], upper[place], best[place]) != (value, value, card):
                    found = f"{lower[place]} to {upper[place]}, best {best[place]}"
                    yield f"{name}: {found} should be {value}, best {card}"


def _tables(deal: int, game: str, declarer: int) -> tuple[Words, Words]:
    """By card: its suit, its strength, its points; the hands, the cards that say who leads, the declarer, whether Null."""
    *hands, skat = numbered(deal)
    null, trumps = game == "null", suits_of(game)[0]
    table = np.zeros((3, 32), np.int64)
    for card in range(32):
        table[0, card] = suit_of(game, card)
        table[1, card] = rank_of(game, card) + (32 if trumps >> card & 1 else 0)
        table[2, card] = 0 if null else points_of(1 << card)
    high, low = cards_of(skat or ALL & ~(hands[0] | hands[1] | hands[2]))[:2]
    return table, np.array([*hands, high, low, declarer, null, trumps], np.int64)


@kernel
def _place(keys: Words, key: int) -> int:
    """Place of a key, or -1 if it is missing."""
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.size and keys[low] == key else -1


@kernel
def _winner(table: Words, leader: int, a: int, b: int, c: int) -> int:
    """The seat that takes a trick; cards in the order played."""
    best, seat = a, leader
    for step in (1, 2):
        card = b if step == 1 else c
        same = table[0, card] == table[0, best]
        if (same and table[1, card] > table[1, best]) or (not same and table[1, card] >= 32):
            best, seat = card, (leader + step) % 3
    return seat


@kernel
def _key(held: int, leader: int, facts: Words) -> int:
    return int(held | (leader >> 1) << facts[3] | (leader & 1) << facts[4])


@kernel
def _prove_kernel(
    wanted: Words, keys: Words, values: NDArray[np.uint8], table: Words, facts: Words, out: Words
) -> None:
    """For each wanted key: number of the error, value, and best lead."""
    declarer, null = facts[5], facts[6]
    every = facts[0] | facts[1] | facts[2]
    for row in range(wanted.size):
        key = wanted[row]
        leader = 2 * (key >> facts[3] & 1) + (key >> facts[4] & 1)
        held = key & every
        sizes = size(held & facts[0]), size(held & facts[1]), size(held & facts[2])
        if leader > 2 or sizes[0] != sizes[1] or sizes[0] != sizes[2] or not held or _key(held, leader, facts) != key:
            out[row, 0] = 1
            continue
        if held == every:
            if leader:
                out[row, 0] = 3
                continue
        elif not _has_parent(held, leader, keys, table, facts):
            out[row, 0] = 3
            continue
        second, third = (leader + 1) % 3, (leader + 2) % 3
        x, y, z = held & facts[leader], held & facts[second], held & facts[third]
        best_value, best_card = -1, -1
        for a in range(31, -1, -1):
            if not x >> a & 1:
                continue
            suit = table[0, a]
            to_b = y & suit or y
            to_c = z & suit or z
            value_a = -1
            for b in range(32):
                if not to_b >> b & 1:
                    continue
                value_b = -1
                for c in range(32):
                    if not to_c >> c & 1:
                        continue
                    winner = _winner(table, leader, a, b, c)
                    left = held & ~(1 << a | 1 << b | 1 << c)
                    value = null
                    if left:
                        place = _place(keys, _key(left, winner, facts))
                        if place < 0:
                            out[row, 0] = 2
                        value = values[max(place, 0)]
                    if winner == declarer:
                        value = 0 if null else value + table[2, a] + table[2, b] + table[2, c]
                    if value_b < 0 or (value > value_b) == (third == declarer):
                        value_b = value
                if value_a < 0 or (value_b > value_a) == (second == declarer):
                    value_a = value_b
            if best_value < 0 or (value_a > best_value if leader == declarer else value_a < best_value):
                best_value, best_card = value_a, a
        out[row, 1], out[row, 2] = best_value, best_card


@kernel
def _has_parent(held: int, leader: int, keys: Words, table: Words, facts: Words) -> bool:
    """Whether a stored position leads to the given one by a legal trick."""
    for first in range(3):
        second, third = (first + 1) % 3, (first + 2) % 3
        for a in range(32):
            if not (facts[first] & ~held) >> a & 1:
                continue
            suit = table[0, a]
            for b in range(32):
                if not (facts[second] & ~held) >> b & 1 or (not suit >> b & 1 and facts[second] & held & suit):
                    continue
                for c in range(32):
                    if not (facts[third] & ~held) >> c & 1 or (not suit >> c & 1 and facts[third] & held & suit):
                        continue
                    if _winner(table, first, a, b, c) != leader:
                        continue
                    if _place(keys, _key(held | 1 << a | 1 << b | 1 << c, first, facts)) >= 0:
                        return True
    return False
