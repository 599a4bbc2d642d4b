"""Claims about deals, their outcomes with open cards, deals stored whole, and the ladder.

Outcomes and the ladder's values were found by searches; the second solver, `open_cards`, proves each by two questions. Positions
of deals stored whole were found without any search, from the last trick back; each is proved by those that follow it.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from math import isfinite
from typing import Any

from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.skat.chance import random_deals
from tafelwerk.proofs.skat.deals import deal_number, numbered
from tafelwerk.proofs.skat.judge import Judge
from tafelwerk.proofs.skat.keys import Stored, keyed
from tafelwerk.proofs.skat.open_cards import tree_size
from tafelwerk.proofs.skat.rules import GAMES, SEATS, after, begin, cards_of, points_of
from tafelwerk.proofs.skat.whole import WholeDeals
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.skat import FAMILY, LADDER, ladder_steps

DEALS, SAMPLES, RESULTS, POSITIONS, STATISTICS = (
    f"{FAMILY}.{name}" for name in ("deals", "samples", "results", "positions", "statistics")
)

TREE_CARDS = 5
"""Cards in a hand up to which the tree of minimax is counted without --full."""


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield complete(book, DEALS, ("deal",), lambda: _deal_keys(book, stored))
    rows = Rows(book, DEALS, ("deal", "cards_each", "forehand", "middlehand", "rearhand", "skat"))
    columns = ("cards_each", "forehand", "middlehand", "rearhand", "skat")
    yield Claim(DEALS, "cards by the number", columns, "recomputed", len(rows), lambda at: _deals(rows.at(at)))
    yield complete(book, SAMPLES, ("seed", "number"), lambda: _sample_keys(stored))
    drawn = Rows(book, SAMPLES, ("seed", "number", "deal"))
    yield Claim(SAMPLES, "drawn again", ("deal",), "recomputed", len(drawn), lambda at: _drawn(drawn.at(at)))
    yield from _result_claims(book, stored)
    yield from _position_claims(book, stored)
    yield from _statistic_claims(book, stored)


def _result_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    yield complete(book, RESULTS, ("deal", "game", "declarer"), lambda: _result_keys(book, stored))
    rows = Rows(book, RESULTS, ("deal", "game", "declarer", "points", "won", "openings"))
    both = ("points", "won")
    yield Claim(
        RESULTS, "the best opening", both, "recomputed", len(rows), lambda at: _best_openings(rows.at(at)), whole=True
    )
    columns = ("openings", "points", "won")
    yield Claim(
        RESULTS, "a second solver", columns, "recomputed", len(rows), lambda at: _openings(rows.at(at)), seconds=0.05
    )


def _position_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    whole = [build for build in stored if build.get("whole")]
    contracts = [(build["deal"], *contract) for build in whole for contract in build["contracts"]]
    keys = ("deal", "game", "declarer")
    yield complete(book, POSITIONS, keys, lambda: keyed(keys, contracts), noun="games")
    if contracts:
        firsts = sorted(set(contracts))
        yield Claim(
            POSITIONS,
            "where play begins",
            ("position",),
            "recomputed",
            len(firsts),
            lambda at: WholeDeals(book).beginnings([firsts[place] for place in at]),
            noun="games",
        )
    rows = Rows(book, POSITIONS, ("deal", "game", "declarer", "position"))
    yield Claim(
        POSITIONS,
        "tricks and the positions behind them",
        ("position", "lower", "upper", "best"),
        "recomputed",
        len(rows),
        lambda at: WholeDeals(book).positions(rows.at(at)),
        noun="positions",
        seconds=2e-5,
    )


def _statistic_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    keys = ("deal", "game", "declarer", "step")
    yield complete(book, STATISTICS, keys, lambda: _statistic_keys(stored))
    names = (*keys, "target", "points", "won", "nodes", "milliseconds")
    rows = Rows(book, STATISTICS, names)
    columns = ("target", "points", "won", "nodes", "milliseconds")
    yield Claim(STATISTICS, "steps agree", columns, "single", len(rows), lambda at: _steps(rows.at(at)), whole=True)
    contests = book.rows(
        FAMILY,
        "SELECT deal, game, declarer, max(points), count(points), bool_or(won), bool_and(won), max(target)"
        f" FROM {STATISTICS} GROUP BY ALL ORDER BY ALL",
    )
    yield Claim(
        STATISTICS,
        "a second solver",
        ("points", "won"),
        "recomputed",
        len(contests),
        lambda at: _contests([contests[place] for place in at]),
        noun="deals",
        seconds=0.01,
    )
    small = f"deal IN (SELECT deal FROM {DEALS} WHERE cards_each <= {TREE_CARDS})"
    for words, condition, long in (("", small, False), (f" beyond {TREE_CARDS} cards", f"NOT {small}", True)):
        trees = Rows(book, STATISTICS, ("deal", "game", "declarer", "nodes"), f"step = 'minimax' AND {condition}")
        yield Claim(
            STATISTICS,
            f"the tree of play counted{words}",
            ("nodes",),
            "recomputed",
            len(trees),
            partial(_trees, trees),
            noun="trees",
            seconds=1.0 if long else 0.01,
            long=long,
        )


def _deal_keys(book: Book, stored: Stored) -> dict[str, Any]:
    given = {number for build in stored for number in (build.get("deals", ()) if "contracts" in build else ())}
    given |= {build["deal"] for build in stored if "deal" in build}
    sources = (
        f"SELECT deal FROM {SAMPLES} UNION SELECT deal FROM {STATISTICS} UNION SELECT deal FROM {FAMILY}.games"
        f" UNION SELECT dealt FROM {FAMILY}.rounds"
    )
    return keyed(("deal",), sorted((number,) for number in given | {row[0] for row in book.rows(FAMILY, sources)}))


def _sample_keys(stored: Stored) -> dict[str, Any]:
    spans = [build for build in stored if build.keys() == {"seed", "first", "last"}]
    pairs = [(build["seed"], number) for build in spans for number in range(build["first"], build["last"] + 1)]
    return keyed(("seed", "number"), pairs)


def _result_keys(book: Book, stored: Stored) -> dict[str, Any]:
    drawn = {row[0] for row in book.rows(FAMILY, f"SELECT deal FROM {SAMPLES}")}
    keys = {(deal, game, seat) for deal in drawn for game in GAMES for seat in SEATS}
    for build in stored:
        if "contracts" in build:
            deals = [build["deal"]] if "deal" in build else build["deals"]
            keys |= {(deal, *contract) for deal in deals for contract in build["contracts"]}
    return keyed(("deal", "game", "declarer"), sorted(keys))


def _statistic_keys(stored: Stored) -> dict[str, Any]:
    keys = set()
    for build in stored:
        if "ladder" not in build:
            continue
        numbers = range(build["first"], build["last"] + 1)
        dealt = random_deals(build["seed"], numbers, build["ladder"]).tolist()
        for number, deal in zip(numbers, dealt, strict=True):
            # suit games and Grand in turn, and then the seats
            contract = deal_number(deal), GAMES[number % 5], SEATS[number // 5 % 3]
            keys |= {(*contract, step) for step in ladder_steps(build["ladder"], build["question"])}
    return keyed(("deal", "game", "declarer", "step"), sorted(keys))


def _deals(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for number, cards_each, *parts in rows:
        found = numbered(number)
        faults.unless(found == tuple(parts), number, f"{parts} should be {found}")
        faults.unless(cards_each == found[0].bit_count(), number, f"{cards_each} cards each")
    return faults.texts


def _drawn(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for seed, group in groupby(rows, key=lambda row: row[0]):
        some = list(group)
        for (_, number, deal), parts in zip(some, random_deals(seed, [row[1] for row in some]).tolist(), strict=True):
            faults.unless(deal == deal_number(parts), f"seed {seed}, number {number}", f"another deal than {deal}")
    return faults.texts


def _best_openings(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for deal, game, declarer, points, won, openings in rows:
        name = f"{deal}, {game} by {declarer}"
        faults.unless(len(openings) == numbered(deal)[0].bit_count(), name, f"{len(openings)} openings")
        best = max(openings) if declarer == "forehand" else min(openings)
        null = game == "null"
        faults.unless(points == (None if null else best), name, f"points {points}, openings {openings}")
        faults.unless(won == (best >= (1 if null else 61)), name, f"won {won}, openings {openings}")
    return faults.texts


def _openings(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for deal, game, seat, _, _, openings in rows:
        *hands, skat = numbered(deal)
        held, declarer = (hands[0], hands[1], hands[2]), SEATS.index(seat)
        judge.load(held, game, declarer)
        state = begin(held, skat)
        for card, value in zip(cards_of(held[0]), openings, strict=True):
            if not judge.equals(after(state, game, declarer, card), value):
                yield f"{deal}, {game} by {seat}: openings {openings}, wrong at card {card}"


def _steps(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    exact = {step: question == "points" for question, steps in LADDER.items() for step in steps}
    for key, group in groupby(rows, key=lambda row: row[:3]):
        some = list(group)
        target = sum(map(points_of, numbered(key[0]))) // 2 + 1
        minimax = next((row[7] for row in some if row[3] == "minimax"), None)
        faults.unless(len({row[6] for row in some}) == 1, key, "steps do not agree who wins")
        faults.unless(len({row[5] for row in some} - {None}) < 2, key, "steps do not agree on the points")
        for *_, step, aim, points, won, nodes, milliseconds in some:
            name = f"{key}, {step}"
            faults.unless(aim == target, name, f"target {aim} should be {target}")
            faults.unless((points is not None) == exact.get(step), name, f"points {points}")
            faults.unless(points is None or won == (points >= target), name, f"won {won} with {points} points")
            faults.unless(nodes >= 1, name, f"{nodes} positions")
            # what cuts off, and asks once, looks at no more than the whole tree
            whole = minimax is None or not step.startswith("ab") or nodes <= minimax
            faults.unless(whole, name, f"{nodes} positions, of {minimax} in the tree")
            faults.unless(isfinite(milliseconds) and milliseconds >= 0, name, f"{milliseconds} milliseconds")
    return faults.texts


def _contests(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge = Judge()
    for deal, game, seat, points, exact, some_won, all_won, target in rows:
        *hands, skat = numbered(deal)
        held, declarer = (hands[0], hands[1], hands[2]), SEATS.index(seat)
        judge.load(held, game, declarer)
        state = begin(held, skat)
        if exact and not judge.equals(state, points):
            yield f"{deal}, {game} by {seat}: not {points} points"
        if some_won != all_won or judge.reaches(state, target) != all_won:
            yield f"{deal}, {game} by {seat}: won {some_won}"


def _trees(rows: Rows, at: Sequence[int]) -> Iterator[str]:
    for deal, game, seat, nodes in rows.at(at):
        hands = numbered(deal)
        found = tree_size((hands[0], hands[1], hands[2]), game, SEATS.index(seat))
        if nodes != found:
            yield f"{deal}, {game} by {seat}, minimax: {nodes} positions should be {found}"
