"""The tasks of Skat: outcomes of random deals and of given ones, deals stored whole."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, ClassVar

import numpy as np

from tafelwerk.build.task import columns
from tafelwerk.solvers.skat.cards import WIN, Game, Seat, bits
from tafelwerk.solvers.skat.deal_numbers import deal_number, numbered_deal
from tafelwerk.solvers.skat.deals import Deal, random_deals
from tafelwerk.solvers.skat.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.null import null_cards
from tafelwerk.solvers.skat.rules import start
from tafelwerk.solvers.skat.whole_deal import whole_deal

Columns = Mapping[str, Any]
Contract = tuple[str, str]
"""Game and declarer, as words."""

CONTRACTS: tuple[Contract, ...] = tuple((game.value, seat.word) for game in Game for seat in Seat)

OPENINGS_OPERATIONS = 5e7
"""Estimated work of the values of ten opening cards; less with fewer cards in a hand."""

POSITION_OPERATIONS = 900.0
"""Estimated work of a position of a deal stored whole; most of it is writing it down."""


@cache
def solver() -> DoubleDummy:
    """The worker's solver: its table serves all contracts of a deal in turn."""
    return DoubleDummy(20)


def result_row(number: int, deal: Deal, contract: Contract) -> tuple[Any, ...]:
    """A row of table results."""
    game, declarer = Game(contract[0]), Seat[contract[1].upper()]
    position = start(deal, game, declarer)
    openings: list[int]
    if game is Game.NULL:
        outcomes = null_cards(position)
        openings = [int(outcomes[card]) for card in bits(deal.hands[0])]
    else:
        values = solver().cards(position)
        openings = [values[card] for card in bits(deal.hands[0])]
    best = max(openings) if declarer is Seat.FOREHAND else min(openings)
    points = None if game is Game.NULL else best
    return (number, *contract, points, best >= (1 if points is None else WIN), openings)


def deal_columns(numbered: Iterable[tuple[int, Deal]]) -> Columns:
    """Rows of table deals."""
    rows = [(number, deal.cards_each, *deal.hands, deal.skat) for number, deal in numbered]
    names = ("deal", "cards_each", "forehand", "middlehand", "rearhand", "skat")
    return columns(names, rows)


def result_columns(rows: Sequence[tuple[Any, ...]]) -> Columns:
    """Rows of table results as columns."""
    return columns(("deal", "game", "declarer", "points", "won", "openings"), rows)


@dataclass(frozen=True, slots=True)
class RandomDeals:
    """Deals number `first` to `last` of a seed's sequence, under every game and declarer."""

    seed: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("deals", "samples", "results")

    def run(self) -> Mapping[str, Columns]:
        deals = list(random_deals(self.last - self.first + 1, self.seed, self.first))
        numbers = [deal_number(deal) for deal in deals]
        numbered = list(zip(numbers, deals, strict=True))
        rows = [result_row(number, deal, contract) for number, deal in numbered for contract in CONTRACTS]
        count = len(deals)
        return {
            "deals": deal_columns(numbered),
            "samples": {
                "seed": np.full(count, self.seed, np.uint32),
                "number": np.arange(self.first, self.last + 1, dtype=np.uint32),
                "deal": np.array(numbers, np.uint64),
            },
            "results": result_columns(rows),
        }

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(CONTRACTS) * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return (2 + len(CONTRACTS)) * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class GivenDeals:
    """Some deals by their numbers, under some games and declarers."""

    deals: tuple[int, ...]
    contracts: tuple[Contract, ...]
    tables: ClassVar[tuple[str, ...]] = ("deals", "results")

    def run(self) -> Mapping[str, Columns]:
        numbered = [(number, numbered_deal(number)) for number in self.deals]
        rows = [result_row(number, deal, contract) for number, deal in numbered for contract in self.contracts]
        return {"deals": deal_columns(numbered), "results": result_columns(rows)}

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(self.contracts) * len(self.deals)

    def expected_rows(self) -> int:
        return (1 + len(self.contracts)) * len(self.deals)


@dataclass(frozen=True, slots=True)
class WholeDeals:
    """Every reachable start of a trick of one deal, game and declarer."""

    deal: int
    game: str
    declarer: str
    table: ClassVar[str] = "positions"

    def run(self) -> Columns:
        found = whole_deal(numbered_deal(self.deal), Game(self.game), Seat[self.declarer.upper()])
        parts = list(found.rows())
        keys, values, best = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("keys", "values", "best")
        )
        count = len(keys)

        return {
            "deal": np.full(count, self.deal, np.uint64),
            "game": [self.game] * count,
            "declarer": [self.declarer] * count,
            "position": keys,
            "lower": values,
            "upper": values,
            "best": best.astype(np.uint8),
        }

    def operations(self) -> float:
        return POSITION_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        cards = numbered_deal(self.deal).cards_each
        # a sixth of the bound is reached, of some deals a third
        return 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards)) // 6
