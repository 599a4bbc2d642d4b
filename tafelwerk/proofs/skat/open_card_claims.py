"""Claims about deals, their outcomes with open cards, deals stored whole, and the ladder.

Outcomes and the ladder's values come from searches; the second solver proves each with two questions. Positions
of deals stored whole were computed without search, from the last trick back; each is proved from the positions after it.

Positions of deals stored whole, proved from the positions that follow.

Each position has the value that follows from the tricks played from it and the values after them. The start of play is stored,
and so are all positions after a stored one; how many play can reach is counted again from the first one on, without the table. So
the stored positions are exactly those that play can reach.

Sure points of the side on lead, trick by trick: a second program besides the ladder's kernels.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 9. Every trick is played out;
cards that the declarer may have thrown off stay in the hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.limits import LADDER, TABLED, ladder_steps
from tafelwerk.proofs.claims import Claim, Faults, Rows, Stored, key_proof, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.skat.second_program import (
    ALL,
    GAMES,
    SEATS,
    Hands,
    Judge,
    Parts,
    Words,
    after,
    cards_of,
    deal_number,
    deal_of,
    points_of,
    random_deals,
    rank_of,
    size,
    suit_of,
    suits_of,
)
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

_ANY = 0
"""Stands for any suit when cards are counted by suit."""


def sure_points(game: str, declarer: int, leader: int, hands: Hands, *, printed: bool = False) -> int:
    """Sure points of the side on lead, without those already won.

    Args:
        game: the game, not Null.
        declarer: seat of the declarer.
        leader: seat to lead.
        hands: masks of the cards held at the start of a trick.
        printed: whether to follow figure 9.9 literally, which sometimes promises too much. Otherwise its second rule is stricter.
    """
    held = [set(cards_of(hand)) for hand in hands]
    if leader == declarer:
        return _one_against_two(game, held[leader], held[(leader + 1) % 3], held[(leader + 2) % 3])
    return _two_against_one(game, held[leader], held[3 - declarer - leader], held[declarer], printed)


def _one_against_two(game: str, hand: set[int], left: set[int], right: set[int]) -> int:
    total, trumps = 0, suits_of(game)[0]
    still = [set(hand), set(left), set(right)]
    tricks = [Counter[int](), Counter[int]()]
    for suit in filter(None, suits_of(game)):
        while True:
            mine, theirs = _of(game, still[0], suit), _of(game, still[1] | still[2], suit)
            if not mine or (theirs and not _beats(game, mine[-1], theirs[-1])):
                break
            if suit != trumps and any(not _of(game, other, suit) and _of(game, other, trumps) for other in still[1:]):
                break
            still[0].remove(mine[-1])
            total += _points(mine[-1:])
            for defender, count in zip(still[1:], tricks, strict=True):
                follow = _of(game, defender, suit)
                if follow:
                    defender.remove(follow[0])
                count[suit if follow else _ANY] += 1
    return total + _least(game, left, tricks[0]) + _least(game, right, tricks[1])


def _two_against_one(game: str, leader: set[int], partner: set[int], hand: set[int], printed: bool) -> int:
    total, loose, tricks = 0, 0, Counter[int]()
    still = set(hand)
    trump, *plain = suits_of(game)
    while leader:
        own_trumps, other_trumps, held_trumps = (_of(game, cards, trump) for cards in (leader, partner, still))
        highest = _highest(game, own_trumps + other_trumps, held_trumps)
        trick: tuple[int, int, int] | None = None
        free = False
        if own_trumps and highest is not None:  # rule 1
            own, other = highest, _dearest(game, other_trumps or partner)
            if highest not in leader:
                own, other = _dearest(game, own_trumps), highest
            trick = trump, own, other
        for suit in plain if trick is None else ():  # rule 2
            mine, others, held = (_of(game, cards, suit) for cards in (leader, partner, still))
            if not mine or (held_trumps and len(held) <= (0 if printed else loose)):
                continue
            if _highest(game, mine + others, held) is not None:
                alone = _highest(game, mine, held) is not None
                if others:
                    trick = suit, mine[-1], others[-1]
                else:
                    trick = suit, mine[-1], _dearest(game, partner if alone else other_trumps)
                break
            if not others and other_trumps:
                trick = suit, mine[-1], _dearest(game, other_trumps)
                break
        if trick is None and other_trumps and highest is not None:  # rule 3
            for suit in plain:
                mine = _of(game, leader, suit)
                if mine and not _of(game, partner, suit):
                    trick, free = (suit, _dearest(game, mine), highest), True
                    break
        if trick is None:
            break
        led, own, other = trick
        follow = _of(game, still, led)
        if follow and not free:
            still.remove(follow[0])
            tricks[led] += 1
        else:
            tricks[_ANY] += 1
            loose += free and bool(held_trumps)
        total += _points((own, other))
        leader.remove(own)
        partner.remove(other)
        if _beats(game, other, own):
            leader, partner = partner, leader
    return total + _least(game, hand, tricks)


def _of(game: str, cards: Iterable[int], suit: int) -> list[int]:
    """Cards of a suit, lowest first."""
    return sorted((card for card in cards if suit >> card & 1), key=lambda card: rank_of(game, card))


def _beats(game: str, card: int, other: int) -> bool:
    """Whether a card takes the trick from another."""
    if suit_of(game, card) == suit_of(game, other):
        return rank_of(game, card) > rank_of(game, other)
    return bool(suits_of(game)[0] >> card & 1)


def _highest(game: str, ours: list[int], theirs: list[int]) -> int | None:
    """The leader's highest card of a suit, if it is above all cards of the others."""
    best = max(ours, key=lambda card: rank_of(game, card), default=None)
    return best if best is not None and all(_beats(game, best, card) for card in theirs) else None


def _points(cards: Iterable[int]) -> int:
    return sum(points_of(1 << card) for card in cards)


def _dearest(game: str, cards: Iterable[int]) -> int:
    """The card with most points. Tie-break: the last in the order of the game."""
    order = suits_of(game)
    return min(cards, key=lambda card: (-points_of(1 << card), -order.index(suit_of(game, card)), rank_of(game, card)))


def _least(game: str, hand: set[int], tricks: Counter[int]) -> int:
    """Fewest points of the cards of a hand that must follow a number of times in each suit and play a number of other cards."""
    others, total = set(hand), 0
    for suit, number in tricks.items():
        if suit != _ANY:
            chosen = sorted(_of(game, hand, suit), key=lambda card: points_of(1 << card))[:number]
            others -= set(chosen)
            total += _points(chosen)
    return total + sum(sorted(points_of(1 << card) for card in others)[: tricks[_ANY]])


class WholeDeals:
    """Deals stored whole, read one game at a time."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def beginnings(self, contracts: Sequence[tuple[int, str, str]]) -> Iterator[str]:
        """Errors at the start of play, per game."""
        for deal, game, declarer in contracts:
            hands = deal_of(deal)
            key = hands[0] | hands[1] | hands[2]
            sql = (
                f"SELECT count(*) FROM {FAMILY}.positions WHERE deal = ? AND game = ? AND declarer = ? AND position = ?"
            )
            if self._book.rows(FAMILY, sql, deal, game, declarer, key) != [(1,)]:
                yield f"{deal}, {game} by {declarer}: the first position is missing"

    def counts(self, contracts: Sequence[tuple[int, str, str]]) -> Iterator[str]:
        """Errors in the number of positions after each number of tricks, per game; they are counted by playing every trick."""
        for deal, game, declarer in contracts:
            sql = (
                f"SELECT bit_count(position & d.forehand), count(*) FROM {FAMILY}.positions JOIN {FAMILY}.deals d USING (deal)"
                " WHERE deal = ? AND game = ? AND declarer = ? GROUP BY 1 ORDER BY 1 DESC"
            )
            stored = [count for _, count in self._book.rows(FAMILY, sql, deal, game, declarer)]
            wanted = count_starts(deal, game)
            if stored != wanted:
                yield f"{deal}, {game} by {declarer}: {stored} positions by tricks played should be {wanted}"

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
            for key, index, (fault, value, card) in zip(wanted.tolist(), places.tolist(), out.tolist(), strict=True):
                name = f"{deal}, {game} by {declarer}, position {key}"
                if fault:
                    yield f"{name}: {('no trick starts so', 'a position behind it is missing')[fault - 1]}"
                elif (lower[index], upper[index], best[index]) != (value, value, card):
                    stored = f"{lower[index]} to {upper[index]}, best {best[index]}"
                    yield f"{name}: {stored} should be {value}, best {card}"


def _tables(deal: int, game: str, declarer: int) -> tuple[Words, Words]:
    """By card: its suit, its strength, its points; the hands, the cards that say who leads, the declarer, whether Null."""
    *hands, skat = deal_of(deal)
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


def count_starts(deal: int, game: str) -> list[int]:
    """Number of starts of tricks that legal play can reach, after 0, 1, ... tricks.

    Every trick of every start is played, and a set keeps the different starts that follow.
    """
    table, facts = _tables(deal, game, 0)
    starts, counts = np.array([facts[0] | facts[1] | facts[2]], np.int64), []
    for _ in range(int(facts[0]).bit_count()):
        counts.append(len(starts))
        following, done, number = np.full(4096, -1, np.int64), 0, 0
        while True:
            done, number = _follow_kernel(starts, done, following, number, table, facts)
            if done == len(starts):
                break
            larger = np.full(2 * len(following), -1, np.int64)
            _put_kernel(larger, following[following >= 0])
            following = larger
        starts = following[following >= 0]
    return counts


@kernel
def _follow_kernel(
    starts: Words, done: int, following: Words, number: int, table: Words, facts: Words
) -> tuple[int, int]:
    """Add what follows the starts after the first `done` to a set that has `number` keys, and -1 in its free places.

    Returns:
        How many starts are done when the next one might fill more than half of the set, and the number of keys.
    """
    every = facts[0] | facts[1] | facts[2]
    # a start has at most 1000 tricks
    while done < starts.size and number + 1000 < following.size // 2:
        key = starts[done]
        done += 1
        leader = 2 * (key >> facts[3] & 1) + (key >> facts[4] & 1)
        held = key & every
        y, z = held & facts[(leader + 1) % 3], held & facts[(leader + 2) % 3]
        to_lead = held & facts[leader]
        while to_lead:
            a = size((to_lead & -to_lead) - 1)
            to_lead &= to_lead - 1
            to_second = y & table[0, a] or y
            while to_second:
                b = size((to_second & -to_second) - 1)
                to_second &= to_second - 1
                to_third = z & table[0, a] or z
                while to_third:
                    c = size((to_third & -to_third) - 1)
                    to_third &= to_third - 1
                    left = held & ~(1 << a | 1 << b | 1 << c)
                    number += _insert_key(following, _key(left, _winner(table, leader, a, b, c), facts))
    return done, number


def tree_size(deal: int, game: str) -> int:
    """Number of nodes of the tree of play of a deal, by number, in a game that goes on to the last trick."""
    table, facts = _tables(deal, game, 0)
    return int(_tree_kernel(facts[0] | facts[1] | facts[2], 0, table, facts))


@kernel
def _tree_kernel(held: int, leader: int, table: Words, facts: Words) -> int:
    """Number of nodes from the start of a trick on."""
    nodes = 1
    y, z = held & facts[(leader + 1) % 3], held & facts[(leader + 2) % 3]
    for a in range(32):
        if (held & facts[leader]) >> a & 1:
            nodes += 1
            for b in range(32):
                if (y & table[0, a] or y) >> b & 1:
                    nodes += 1
                    for c in range(32):
                        if (z & table[0, a] or z) >> c & 1:
                            left = held & ~(1 << a | 1 << b | 1 << c)
                            nodes += _tree_kernel(left, _winner(table, leader, a, b, c), table, facts)
    return nodes


@kernel
def _put_kernel(keys: Words, added: Words) -> None:
    for key in added:
        _insert_key(keys, key)


@kernel
def _insert_key(keys: Words, key: int) -> int:
    """Put a key into a set whose size is a power of two; the number of keys that it gains, 0 or 1."""
    place = (key * 0x9E3779B1 >> 15) & keys.size - 1
    while keys[place] >= 0 and keys[place] != key:
        place = place + 1 & keys.size - 1
    if keys[place] == key:
        return 0
    keys[place] = key
    return 1


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
        uneven = sizes[0] != sizes[1] or sizes[0] != sizes[2] or not held
        if leader > (2 if held != every else 0) or uneven or _key(held, leader, facts) != key:
            out[row, 0] = 1
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
                        index = _place(keys, _key(left, winner, facts))
                        if index < 0:
                            out[row, 0] = 2
                        value = values[max(index, 0)]
                    if winner == declarer:
                        value = 0 if null else value + table[2, a] + table[2, b] + table[2, c]
                    if value_b < 0 or (value > value_b) == (third == declarer):
                        value_b = value
                if value_a < 0 or (value_b > value_a) == (second == declarer):
                    value_a = value_b
            if best_value < 0 or (value_a > best_value if leader == declarer else value_a < best_value):
                best_value, best_card = value_a, a
        out[row, 1], out[row, 2] = best_value, best_card


DEALS, SAMPLES, RESULTS, WINS, POSITIONS, STATISTICS = (
    f"{FAMILY}.{name}" for name in ("deals", "samples", "results", "wins", "positions", "statistics")
)

CONTRACT = ("deal", "game", "declarer")

MOST_COUNTED = 4 * 10**6
"""Positions of a deal up to which they are counted again without --full."""

TREE_CARDS = 5
"""Cards per hand up to which the tree of minimax is counted without --full."""


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield complete(book, DEALS, lambda: _deal_keys(book, stored))
    columns = ("cards_each", "forehand", "middlehand", "rearhand", "skat")
    yield key_proof(book, DEALS, "cards by the number", ("deal",), columns, _deal)
    yield complete(book, SAMPLES, lambda: _sample_keys(stored))
    yield key_proof(book, SAMPLES, "drawn again", ("seed", "number"), ("deal",), lambda *key: (_draw_sample(*key)[0],))
    yield complete(book, RESULTS, lambda: _result_keys(book, stored))
    bounds = Rows(book, RESULTS, (*CONTRACT, "points", "sure"))
    yield proof(RESULTS, "sure tricks played out", ("sure",), bounds, _sure, seconds=1e-3)
    results = Rows(book, RESULTS, (*CONTRACT, "points", "won", "openings"))
    yield proof(RESULTS, "the best opening", ("points", "won"), results, _best_openings, whole=True)
    yield proof(RESULTS, "a second solver", ("openings", "points", "won"), results, _openings, seconds=0.05)
    yield from _win_claims(book, stored)
    yield from _position_claims(book, stored)
    yield from _statistic_claims(book, stored)


def _win_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    yield complete(book, WINS, lambda: _win_keys(stored))
    keys, columns = ("seed", "number", "declarer", "game"), ("deal", "hand", "skat")
    yield key_proof(book, WINS, "drawn again", keys, columns, _drawn_hand, seconds=5e-5)
    rows = Rows(book, WINS, (*keys, "deal", "won"))
    yield proof(WINS, "a second solver", ("won",), rows, _winners, seconds=0.01)


def _position_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    builds = [build for build in stored if build.get("whole")]
    contracts = sorted({(build["deal"], *contract) for build in builds for contract in build["contracts"]})
    yield complete(book, POSITIONS, lambda: contracts, CONTRACT, noun="games")
    deals = WholeDeals(book)
    more: dict[str, Any] = {"noun": "games", "seconds": 1e-3}
    if contracts:
        yield proof(POSITIONS, "where play begins", ("position",), contracts, deals.beginnings, **more)
    sql = f"SELECT {', '.join(CONTRACT)} FROM {POSITIONS} GROUP BY ALL HAVING count(*) > {MOST_COUNTED}"
    large = set(book.rows(FAMILY, sql))
    for words, is_large, seconds in (("", False, 0.5), (f" beyond {MOST_COUNTED // 10**6} million", True, 20.0)):
        chosen = [contract for contract in contracts if (contract in large) == is_large]
        if chosen:
            method, more = (
                f"reachable positions counted{words}",
                {"noun": "games", "seconds": seconds, "long": is_large},
            )
            yield proof(POSITIONS, method, ("position",), chosen, deals.counts, **more)
    rows, columns = Rows(book, POSITIONS, (*CONTRACT, "position")), ("position", "lower", "upper", "best")
    method = "tricks and the positions behind them"
    yield proof(POSITIONS, method, columns, rows, deals.positions, noun="positions", seconds=2e-5)


def _statistic_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    yield complete(book, STATISTICS, lambda: _statistic_keys(stored))
    columns = ("target", "points", "won")
    rows = Rows(book, STATISTICS, (*CONTRACT, "step", *columns, "nodes", "entries"))
    yield proof(STATISTICS, "steps agree", columns, rows, _steps, "single", whole=True)
    contests = book.rows(
        FAMILY,
        "SELECT deal, game, declarer, max(points), count(points), bool_or(won), bool_and(won), max(target)"
        f" FROM {STATISTICS} GROUP BY ALL ORDER BY ALL",
    )
    yield proof(STATISTICS, "a second solver", ("points", "won"), contests, _contests, noun="deals", seconds=0.01)
    small = f"deal IN (SELECT deal FROM {DEALS} WHERE cards_each <= {TREE_CARDS})"
    for words, condition, long in (("", small, False), (f" beyond {TREE_CARDS} cards", f"NOT {small}", True)):
        trees = Rows(book, STATISTICS, (*CONTRACT, "nodes"), f"step = 'minimax' AND {condition}")
        method, seconds = f"the tree of play counted{words}", 1.0 if long else 0.01
        yield proof(STATISTICS, method, ("nodes",), trees, _trees, noun="trees", seconds=seconds, long=long)


def _deal_keys(book: Book, stored: Stored) -> list[tuple[int]]:
    numbers = {number for build in stored for number in (build.get("deals", ()) if "contracts" in build else ())}
    numbers |= {build["deal"] for build in stored if "deal" in build}
    sources = (
        f"SELECT deal FROM {SAMPLES} UNION SELECT deal FROM {STATISTICS} UNION SELECT deal FROM {FAMILY}.games"
        f" UNION SELECT dealt FROM {FAMILY}.rounds"
    )
    return [(number,) for number in numbers] + book.rows(FAMILY, sources)


def _sample_keys(stored: Stored) -> list[tuple[int, int]]:
    spans = [build for build in stored if build.keys() == {"seed", "first", "last"}]
    return [(build["seed"], number) for build in spans for number in range(build["first"], build["last"] + 1)]


def _win_keys(stored: Stored) -> Iterator[tuple[int, int, str, str]]:
    for build in stored:
        if build.keys() == {"seed", "first", "last", "question"}:
            for number in range(build["first"], build["last"] + 1):
                yield from ((build["seed"], number, seat, game) for seat in SEATS for game in GAMES)


def _result_keys(book: Book, stored: Stored) -> set[tuple[int, str, str]]:
    samples = {row[0] for row in book.rows(FAMILY, f"SELECT deal FROM {SAMPLES}")}
    keys = {(deal, game, seat) for deal in samples for game in GAMES for seat in SEATS}
    for build in stored:
        if "contracts" in build:
            deals = [build["deal"]] if "deal" in build else build["deals"]
            keys |= {(deal, *contract) for deal in deals for contract in build["contracts"]}
    return keys


def _statistic_keys(stored: Stored) -> Iterator[tuple[int, str, str, str]]:
    for build in stored:
        if "ladder" not in build:
            continue
        numbers = range(build["first"], build["last"] + 1)
        dealt = random_deals(build["seed"], numbers, build["ladder"]).tolist()
        for number, deal in zip(numbers, dealt, strict=True):
            # suit games and Grand alternate first, then the seats
            contract = deal_number(deal), GAMES[number % 5], SEATS[number // 5 % 3]
            if build["question"] == "null":
                contract = deal_number(deal), "null", SEATS[number % 3]
            yield from ((*contract, step) for step in ladder_steps(build["ladder"], build["question"]))


def _deal(number: int) -> tuple[int, ...]:
    """Cards per hand of a deal, its hands and its Skat."""
    parts = deal_of(number)
    return parts[0].bit_count(), *parts


@cache
def _draw_sample(seed: int, number: int) -> tuple[int, Parts]:
    """Number and cards of a deal of a seed's sequence."""
    (parts,) = random_deals(seed, [number]).tolist()
    return deal_number(parts), parts


def _drawn_hand(seed: int, number: int, seat: str, _: str) -> tuple[int, int, int]:
    """Number of a deal, a seat's hand, and the Skat."""
    deal, parts = _draw_sample(seed, number)
    return deal, parts[SEATS.index(seat)], parts[3]


def _best_openings(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for deal, game, declarer, points, won, openings in rows:
        name = f"{deal}, {game} by {declarer}"
        faults.unless(len(openings) == deal_of(deal)[0].bit_count(), name, f"{len(openings)} openings")
        best = max(openings) if declarer == "forehand" else min(openings)
        null = game == "null"
        faults.unless(points == (None if null else best), name, f"points {points}, openings {openings}")
        faults.unless(won == (best >= (1 if null else 61)), name, f"won {won}, openings {openings}")
    return faults.texts


def _sure(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for deal, game, declarer, points, sure in rows:
        name = f"{deal}, {game} by {declarer}"
        if game == "null":
            faults.unless(sure is None, name, f"sure {sure} in Null")
            continue
        *hands, skat = deal_of(deal)
        certain = sure_points(game, SEATS.index(declarer), 0, (hands[0], hands[1], hands[2]))
        leads = declarer == "forehand"
        bound = points_of(skat) + (certain if leads else sum(map(points_of, hands)) - certain)
        faults.unless(sure == bound, name, f"sure {sure} should be {bound}")
        faults.unless(bound <= points if leads else bound >= points, name, f"sure {sure} with {points} points")
    return faults.texts


def _openings(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for deal, game, seat, _, _, openings in rows:
        state = judge.take(deal, game, seat)
        for card, value in zip(cards_of(state.hands[0]), openings, strict=True):
            if not judge.equals(after(state, game, SEATS.index(seat), card), value):
                yield f"{deal}, {game} by {seat}: openings {openings}, wrong at card {card}"


def _winners(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for seed, number, seat, game, deal, won in rows:
        if judge.reaches(judge.take(deal, game, seat), 1 if game == "null" else 61) != won:
            yield f"seed {seed}, number {number}, {game} by {seat}: won {won}"


def _steps(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    exact = {step: step in LADDER["points"] for steps in LADDER.values() for step in steps}
    for key, group in groupby(rows, key=lambda row: row[:3]):
        statistics = list(group)
        null, hands = key[1] == "null", deal_of(key[0])[:3]
        target = 0 if null else sum(map(points_of, deal_of(key[0]))) // 2 + 1
        cards = hands[0].bit_count()
        # number of starts of tricks: the first one, then all remaining hands with any leader
        most = 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards))
        minimax = next((row[7] for row in statistics if row[3] == "minimax"), None)
        faults.unless(len({row[6] for row in statistics}) == 1, key, "steps do not agree who wins")
        faults.unless(len({row[5] for row in statistics} - {None}) < 2, key, "steps do not agree on the points")
        for *_, step, aim, points, won, nodes, entries in statistics:
            name = f"{key}, {step}"
            faults.unless(aim == target, name, f"target {aim} should be {target}")
            faults.unless((points is not None) == exact.get(step), name, f"points {points}")
            faults.unless(points is None or won == (points >= target), name, f"won {won} with {points} points")
            # a single search with cutoffs visits at most the whole tree
            within_tree = minimax is None or not step.startswith("ab") or nodes <= minimax
            faults.unless(within_tree, name, f"{nodes} positions, of {minimax} in the tree")
            faults.unless((entries is not None) == (step in TABLED), name, f"entries {entries}")
            within_table = entries is None or entries <= min(nodes, most)
            faults.unless(within_table, name, f"{entries} entries of {nodes} positions, {most} at most")
    return faults.texts


def _contests(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for deal, game, seat, points, exact, some_won, all_won, target in rows:
        state = judge.take(deal, game, seat)
        if exact and not judge.equals(state, points):
            yield f"{deal}, {game} by {seat}: not {points} points"
        if some_won != all_won or judge.reaches(state, 1 if game == "null" else target) != all_won:
            yield f"{deal}, {game} by {seat}: won {some_won}"


def _trees(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    for deal, game, seat, nodes in rows:
        counted = tree_size(deal, game)
        if nodes != counted:
            yield f"{deal}, {game} by {seat}, minimax: {nodes} positions should be {counted}"
