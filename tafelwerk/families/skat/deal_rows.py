"""Rows for outcomes of deals: the work of the tasks of random deals, given deals and deals stored whole."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.rules.cards import Game, Seat, points, read_seat
from tafelwerk.families.skat.rules.deals import Deal, deal_number, numbered_deal, random_deals
from tafelwerk.families.skat.rules.play import Judge, Position, start, winning
from tafelwerk.families.skat.tasks import CONTRACTS, Contract
from tafelwerk.solvers.skat.open.judge import judge_of
from tafelwerk.solvers.skat.open.thesis_quick_tricks import sure_tricks
from tafelwerk.solvers.skat.open.whole_deal import whole_deal


@cache
def judge(null: bool) -> Judge:
    """The worker's judge of Null or of all other games; its table serves all contracts of a deal."""
    return judge_of(Game.NULL if null else Game.GRAND)


def deal_rows(numbers: Iterable[int]) -> Rows:
    """Rows of table deals for given numbers."""
    rows = []
    for number in numbers:
        deal = numbered_deal(number)
        hands = {seat.word: hand for seat, hand in zip(Seat, deal.hands, strict=True)}
        rows.append({"deal": number, "cards_each": deal.cards_each, **hands, "skat": deal.skat})
    return rows


def random_deal_tables(seed: int, first: int, last: int) -> Mapping[str, Rows]:
    """Rows of deals, samples and results: deals number `first` to `last` of a seed's sequence, for every game and declarer."""
    deals = [deal_number(deal) for deal in random_deals(last - first + 1, seed, first)]
    samples = {"seed": seed, "number": range(first, last + 1), "deal": deals}
    return {"samples": samples, **given_deal_tables(deals, CONTRACTS)}


def given_deal_tables(deals: Sequence[int], contracts: Sequence[Contract]) -> Mapping[str, Rows]:
    """Rows of deals and results: given deals by number, for given games and declarers."""
    results = [_result(number, *contract) for number in deals for contract in contracts]
    return {"deals": deal_rows(deals), "results": results}


def win_rows(seed: int, first: int, last: int) -> Rows:
    """Rows of table wins: deals number `first` to `last` of a seed's sequence, for every game and declarer."""
    rows: list[dict[str, Any]] = []
    for number, deal in enumerate(random_deals(last - first + 1, seed, first), first):
        common = {"seed": seed, "number": number, "deal": deal_number(deal), "skat": deal.skat}
        for game, declarer, won in winners(deal):
            hand = deal.hands[declarer]
            rows.append({**common, "declarer": declarer.word, "game": game.value, "hand": hand, "won": won})
    return rows


def winners(deal: Deal) -> Iterator[tuple[Game, Seat, bool]]:
    """Whether the declarer wins a deal, for every game and declarer."""
    for game in Game:
        for declarer in Seat:
            yield game, declarer, judge(game is Game.NULL).won(start(deal, game, declarer))


def _result(number: int, game: str, declarer: str) -> dict[str, Any]:
    """A row of table results."""
    position = start(numbered_deal(number), Game(game), read_seat(declarer))
    null = position.game is Game.NULL
    openings = list(judge(null).cards(position).values())
    best = (max if position.declarer is Seat.FOREHAND else min)(openings)
    return {
        "deal": number,
        "game": game,
        "declarer": declarer,
        "points": None if null else best,
        "won": best >= winning(position.game),
        "openings": openings,
        "sure": None if null else _sure(position),
    }


def _sure(position: Position) -> int:
    """The sure points of the side on lead, as a bound on the declarer's final points."""
    sure = sure_tricks(position)
    if position.leader is position.declarer:
        return position.declarer_points + sure
    return position.declarer_points + sum(map(points, position.hands)) - sure


def whole_deal_rows(deal: int, game: str, declarer: str) -> Rows:
    """Rows of table positions: every reachable start of a trick of one deal, game and declarer."""
    parts = list(whole_deal(numbered_deal(deal), Game(game), read_seat(declarer)).rows())
    keys, values, best = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("keys", "values", "best")
    )
    contract = {"deal": deal, "game": game, "declarer": declarer}
    return {**contract, "position": keys, "lower": values, "upper": values, "best": best}
