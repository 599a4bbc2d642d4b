"""Claims about the hands that no distribution of the other cards beats in Null.

A suit is played out alone, against every distribution of its other cards: once so that the defenders have more than they ever
have at the table (either of them may lead to each trick, and the declarer plays second), once so that they have less (one
defender has all these cards and leads each trick). Holdings that never lose the former are safe, all others lose the latter.
Hands are then listed one by one, and the second solver plays deals that beat hands, and random distributions that must not.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, prod
from random import Random
from typing import Any

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.play import beating_hands
from tafelwerk.proofs.claims import Claim, Faults, Rows, Stored, proof
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.skat.second_program import ALL, Judge, begin, cards_of, rank_of, suits_of
from tafelwerk.tables.book import Book

SUITS, HANDS, DEALS = (f"{FAMILY}.{name}" for name in ("null_suits", "null_hands", "null_deals"))

LENGTHS, HOLDINGS = ("longest", "second", "third", "shortest"), ("clubs", "spades", "hearts", "diamonds")

PLAYED = 3000
"""Random distributions against hands that none beats."""

Held = tuple[int, int, int, int]


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    built = any(build.get("null") for build in stored)
    suits = ("holding", "cards", "safe", "opens")
    yield complete(book, SUITS, lambda: map(_suit, range(256)) if built else [], suits, noun="rows")
    rows = Rows(book, SUITS, ("holding", "safe"))
    yield proof(SUITS, "unsafe holdings beaten", ("safe",), rows, _beaten_holdings, noun="holdings", seconds=1e-3)
    lengths = [by_suit for by_suit in combinations_with_replacement(range(8, -1, -1), 4) if sum(by_suit) == 10]
    columns: tuple[str, ...] = ("hands", "defender", "declarer")
    listed = ((*by_suit, *_counts(*by_suit)) for by_suit in lengths if built)
    yield complete(book, HANDS, lambda: listed, (*LENGTHS, *columns), noun="rows")
    if built:
        method, more = "random distributions, a second solver", dict[str, Any](noun="distributions", seconds=1e-3)
        yield proof(HANDS, method, columns[1:], range(PLAYED), _check_wins, **more)
    yield complete(book, DEALS, lambda: _classes() if built else [])
    columns = ("hands", "after", "before", "skat")
    deals = Rows(book, DEALS, (*HOLDINGS, *columns))
    yield proof(DEALS, "a second solver", columns, deals, _beaten_classes, noun="classes", seconds=1e-3)


@cache
def loses_to_two(owners: str) -> bool:
    """Whether defenders who may both lead to each trick can give the declarer one, with nothing but one suit.

    The declarer plays second, follows suit if he can, and otherwise throws off. The partner plays third.

    Args:
        owners: owners of the cards left, the lowest first: D the declarer, A and B the defenders.
    """
    held = [rank for rank, owner in enumerate(owners) if owner == "D"]
    if not held:
        return False
    for leader, partner in ("AB", "BA"):
        replies = [rank for rank, owner in enumerate(owners) if owner == partner] or [-1]
        for lead, owner in enumerate(owners):
            if owner == leader and all(
                any(card > max(lead, reply) or loses_to_two(_without(owners, lead, card, reply)) for reply in replies)
                for card in held
            ):
                return True
    return False


@cache
def loses_to_one(owners: str) -> bool:
    """Whether one defender, who has all other cards of the suit and leads to every trick, gives the declarer one."""
    held = [rank for rank, owner in enumerate(owners) if owner == "D"]
    return bool(held) and any(
        all(card > lead or loses_to_one(_without(owners, lead, card)) for card in held)
        for lead, owner in enumerate(owners)
        if owner == "A"
    )


def _without(owners: str, *ranks: int) -> str:
    return "".join(owner for rank, owner in enumerate(owners) if rank not in ranks)


def _distributions(holding: int, most_in_skat: int) -> Iterator[str]:
    """The owners of the cards of a suit, in every way, with at most that many of them in the Skat."""
    choices = ["D" if holding >> rank & 1 else "AB-" for rank in range(8)]
    for owners in product(*choices):
        if owners.count("-") <= most_in_skat:
            yield "".join(owners).replace("-", "")


@cache
def is_safe(holding: int) -> bool:
    """Whether a holding is safe, by play."""
    safe = not any(map(loses_to_two, set(_distributions(holding, 8))))
    assert safe != loses_to_one("".join("D" if holding >> rank & 1 else "A" for rank in range(8)))
    return safe


@cache
def opens(holding: int) -> bool:
    """Whether some card of a suit can be led against every distribution, the suit alone, by play."""
    count = holding.bit_count()
    dealt = set(_distributions(holding, 2))
    return any(all(_survives_lead(owners, turn) for owners in dealt) for turn in range(count))


def _survives_lead(owners: str, turn: int) -> bool:
    """Whether the declarer gets no trick after leading a card, given by its place among his own."""
    card = [rank for rank, owner in enumerate(owners) if owner == "D"][turn]
    replies = ([rank for rank, owner in enumerate(owners) if owner == defender] or [-1] for defender in "AB")
    return all(max(pair) > card and not loses_to_two(_without(owners, card, *pair)) for pair in product(*replies))


@cache
def _unbeaten_hands() -> tuple[list[Held], list[Held]]:
    """Hands, as four holdings, that no distribution beats if a defender leads, and those of them that open."""
    by_count: dict[int, list[int]] = {}
    for holding in range(256):
        if is_safe(holding):
            by_count.setdefault(holding.bit_count(), []).append(holding)
    hands: list[Held] = []
    for clubs, spades, hearts in product(*(3 * [[holding for holdings in by_count.values() for holding in holdings]])):
        left = 10 - (clubs | spades << 8 | hearts << 16).bit_count()
        hands += [(clubs, spades, hearts, diamonds) for diamonds in by_count.get(left, [])]
    return hands, [held for held in hands if any(map(opens, held))]


def _classes() -> list[Held]:
    """Hands with safe suits that do not open, by their holdings in descending order, one per class."""
    safe, opening = map(set, _unbeaten_hands())
    return sorted({held for held in safe - opening if list(held) == sorted(held, reverse=True)})


def _mask(held: Sequence[int]) -> int:
    """The cards of four holdings."""
    mask = 0
    for suit, holding in zip(suits_of("null")[1:], held, strict=True):
        mask |= sum(1 << card for card in cards_of(suit) if holding >> rank_of("null", card) & 1)
    return mask


def _suit(holding: int) -> tuple[int, int, bool, bool]:
    """A holding, its number of cards, whether it is safe, and whether it opens, one suit played out."""
    return holding, holding.bit_count(), is_safe(holding), opens(holding)


def _beaten_holdings(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """With any other cards, whoever leads."""
    judge = Judge()
    for holding, safe in rows:
        if safe:
            continue
        clubs = _mask((holding, 0, 0, 0))
        others = Random(holding).sample(cards_of(ALL & ~suits_of("null")[1]), 10 - holding.bit_count())
        hand = clubs | sum(1 << card for card in others)
        first, other, skat = beating_hands(hand, 0)
        for declarer, hands in enumerate(((hand, first, other), (first, hand, other), (first, other, hand))):
            judge.load(hands, "null", declarer)
            if judge.reaches(begin(hands, skat), 1):
                yield f"holding {holding}: the declarer wins in seat {declarer}"


@cache
def _unbeaten_counts() -> tuple[Counter[tuple[int, ...]], ...]:
    """Numbers of hands that no distribution beats if a defender leads, and if the declarer does, by lengths of their suits."""
    lengths = (map(_lengths, hands) for hands in _unbeaten_hands())
    return tuple(map(Counter, lengths))


def _lengths(held: Held) -> tuple[int, ...]:
    return tuple(sorted(map(int.bit_count, held), reverse=True))


def _counts(*lengths: int) -> tuple[int, ...]:
    """Numbers of hands of some lengths of suits: of all, and of those that no distribution beats."""
    all_hands = len(set(permutations(lengths))) * prod(comb(8, length) for length in lengths)
    return all_hands, *(count[lengths] for count in _unbeaten_counts())


def _check_wins(numbers: Sequence[int]) -> Iterator[str]:
    judge, (defended, led) = Judge(), _unbeaten_hands()
    for number in numbers:
        random = Random(number)
        declarer = number % 3
        held = random.choice(defended if declarer else led)
        hand = _mask(held)
        others = random.sample(cards_of(ALL & ~hand), 22)
        left, right, skat = (sum(1 << card for card in others[at]) for at in (slice(10), slice(10, 20), slice(20, 22)))
        hands = (hand, left, right) if declarer == 0 else (left, hand, right) if declarer == 1 else (left, right, hand)
        judge.load(hands, "null", declarer)
        if not judge.reaches(begin(hands, skat), 1):
            yield f"holdings {held}: beaten in seat {declarer} by {hands}"


def _beaten_classes(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    judge, faults = Judge(), Faults()
    for *held, hands, after, before, skat in rows:
        name, hand = f"holdings {held}", _mask(held)
        parts = hand, after, before, skat
        sizes = [part.bit_count() for part in parts]
        is_deal = sizes == [10, 10, 10, 2] and hand | after | before | skat == ALL
        faults.unless(is_deal, name, "the four parts are no deal")
        orders = len(set(permutations(held)))
        faults.unless(hands == orders, name, f"{hands} hands should be {orders}")
        if is_deal:
            judge.load(parts[:3], "null", 0)
            faults.unless(not judge.reaches(begin(parts[:3], skat), 1), name, "the declarer wins")
    return faults.texts
