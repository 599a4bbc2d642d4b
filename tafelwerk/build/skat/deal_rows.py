"""Outcomes of deals as the book's rows: what the tasks of random, given and whole deals run."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tafelwerk.build.skat.tasks import CONTRACTS, Columns, Contract
from tafelwerk.rules.skat.cards import WIN, Game, Seat, bits
from tafelwerk.rules.skat.deals import Deal, deal_number, numbered_deal, random_deals
from tafelwerk.rules.skat.play import start
from tafelwerk.solvers.skat.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.null import null_cards
from tafelwerk.solvers.skat.whole_deal import whole_deal


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
    types = ("u8", "u1", "u4", "u4", "u4", "u4")
    return {
        name: np.array(column, kind) for name, kind, column in zip(names, types, zip(*rows, strict=True), strict=True)
    }


def result_columns(rows: Sequence[tuple[Any, ...]]) -> Columns:
    """Rows of table results as columns."""
    deal, game, declarer, points, won, openings = zip(*rows, strict=True)
    return {
        "deal": deal,
        "game": game,
        "declarer": declarer,
        "points": points,
        "won": won,
        "openings": openings,
    }


def random_deal_tables(seed: int, first: int, last: int) -> Mapping[str, Columns]:
    """Rows of deals, samples and results: deals number `first` to `last` of a seed's sequence, under every game and declarer."""
    deals = list(random_deals(last - first + 1, seed, first))
    numbers = [deal_number(deal) for deal in deals]
    numbered = list(zip(numbers, deals, strict=True))
    rows = [result_row(number, deal, contract) for number, deal in numbered for contract in CONTRACTS]
    count = len(deals)
    return {
        "deals": deal_columns(numbered),
        "samples": {
            "seed": np.full(count, seed, np.uint32),
            "number": np.arange(first, last + 1, dtype=np.uint32),
            "deal": np.array(numbers, np.uint64),
        },
        "results": result_columns(rows),
    }


def given_deal_tables(deals: Sequence[int], contracts: Sequence[Contract]) -> Mapping[str, Columns]:
    """Rows of deals and results: deals by their numbers, under some games and declarers."""
    numbered = [(number, numbered_deal(number)) for number in deals]
    rows = [result_row(number, deal, contract) for number, deal in numbered for contract in contracts]
    return {"deals": deal_columns(numbered), "results": result_columns(rows)}


def whole_deal_columns(deal: int, game: str, declarer: str) -> Columns:
    """Rows of table positions: every reachable start of a trick of one deal, game and declarer."""
    found = whole_deal(numbered_deal(deal), Game(game), Seat[declarer.upper()])
    parts = list(found.rows())
    keys, values, best = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("keys", "values", "best")
    )
    count = len(keys)
    return {
        "deal": np.full(count, deal, np.uint64),
        "game": [game] * count,
        "declarer": [declarer] * count,
        "position": keys,
        "lower": values,
        "upper": values,
        "best": best.astype(np.uint8),
    }
