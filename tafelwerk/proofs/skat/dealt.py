"""Claims about deals, their outcomes with open cards, deals stored whole, and the ladder.

Outcomes and the ladder's values come from searches; the second solver, `open_cards`, proves each with two questions. Positions
of deals stored whole were computed without search, from the last trick back; each is proved from the positions after it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import comb
from typing import Any

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.limits import LADDER, TABLED, ladder_steps
from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.skat.chance import random_deals
from tafelwerk.proofs.skat.deals import deal_number, numbered
from tafelwerk.proofs.skat.judge import Judge
from tafelwerk.proofs.skat.rules import GAMES, SEATS, after, cards_of, points_of
from tafelwerk.proofs.skat.stored import Stored, has_keys, proved
from tafelwerk.proofs.skat.sure import sure_points
from tafelwerk.proofs.skat.tree import tree_size
from tafelwerk.proofs.skat.whole import WholeDeals
from tafelwerk.tables.book import Book

DEALS, SAMPLES, RESULTS, WINS, POSITIONS, STATISTICS = (
    f"{FAMILY}.{name}" for name in ("deals", "samples", "results", "wins", "positions", "statistics")
)

CONTRACT = ("deal", "game", "declarer")

TREE_CARDS = 5
"""Cards per hand up to which the tree of minimax is counted without --full."""


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield has_keys(book, DEALS, lambda: _deal_keys(book, stored))
    columns = ("cards_each", "forehand", "middlehand", "rearhand", "skat")
    yield proved(DEALS, "cards by the number", columns, Rows(book, DEALS, ("deal", *columns)), _deals)
    yield has_keys(book, SAMPLES, lambda: _sample_keys(stored))
    drawn = Rows(book, SAMPLES, ("seed", "number", "deal"))
    yield proved(SAMPLES, "drawn again", ("deal",), drawn, _drawn)
    yield has_keys(book, RESULTS, lambda: _result_keys(book, stored))
    bounds = Rows(book, RESULTS, (*CONTRACT, "points", "sure"))
    yield proved(RESULTS, "sure tricks played out", ("sure",), bounds, _sure, seconds=1e-3)
    results = Rows(book, RESULTS, (*CONTRACT, "points", "won", "openings"))
    yield proved(RESULTS, "the best opening", ("points", "won"), results, _best_openings, whole=True)
    yield proved(RESULTS, "a second solver", ("openings", "points", "won"), results, _openings, seconds=0.05)
    yield from _win_claims(book, stored)
    yield from _position_claims(book, stored)
    yield from _statistic_claims(book, stored)


def _win_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    yield has_keys(book, WINS, lambda: _win_keys(stored))
    columns = ("deal", "hand", "skat")
    rows = Rows(book, WINS, ("seed", "number", "declarer", "game", *columns, "won"))
    yield proved(WINS, "drawn again", columns, rows, _drawn_hands, seconds=5e-5)
    yield proved(WINS, "a second solver", ("won",), rows, _winners, seconds=0.01)


def _position_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    whole = [build for build in stored if build.get("whole")]
    contracts = sorted({(build["deal"], *contract) for build in whole for contract in build["contracts"]})
    yield has_keys(book, POSITIONS, lambda: contracts, CONTRACT, noun="games")
    deals = WholeDeals(book)
    if contracts:
        yield proved(
            POSITIONS, "where play begins", ("position",), contracts, deals.beginnings, noun="games", seconds=1e-3
        )
    rows, columns = Rows(book, POSITIONS, (*CONTRACT, "position")), ("position", "lower", "upper", "best")
    method = "tricks and the positions behind them"
    yield proved(POSITIONS, method, columns, rows, deals.positions, noun="positions", seconds=2e-5)


def _statistic_claims(book: Book, stored: Stored) -> Iterator[Claim]:
    yield has_keys(book, STATISTICS, lambda: _statistic_keys(stored))
    columns = ("target", "points", "won")
    rows = Rows(book, STATISTICS, (*CONTRACT, "step", *columns, "nodes", "entries"))
    yield proved(STATISTICS, "steps agree", columns, rows, _steps, "single", whole=True)
    contests = book.rows(
        FAMILY,
        "SELECT deal, game, declarer, max(points), count(points), bool_or(won), bool_and(won), max(target)"
        f" FROM {STATISTICS} GROUP BY ALL ORDER BY ALL",
    )
    yield proved(STATISTICS, "a second solver", ("points", "won"), contests, _contests, noun="deals", seconds=0.01)
    small = f"deal IN (SELECT deal FROM {DEALS} WHERE cards_each <= {TREE_CARDS})"
    for words, condition, long in (("", small, False), (f" beyond {TREE_CARDS} cards", f"NOT {small}", True)):
        trees = Rows(book, STATISTICS, (*CONTRACT, "nodes"), f"step = 'minimax' AND {condition}")
        method, seconds = f"the tree of play counted{words}", 1.0 if long else 0.01
        yield proved(STATISTICS, method, ("nodes",), trees, _trees, noun="trees", seconds=seconds, long=long)


def _deal_keys(book: Book, stored: Stored) -> list[tuple[int]]:
    given = {number for build in stored for number in (build.get("deals", ()) if "contracts" in build else ())}
    given |= {build["deal"] for build in stored if "deal" in build}
    sources = (
        f"SELECT deal FROM {SAMPLES} UNION SELECT deal FROM {STATISTICS} UNION SELECT deal FROM {FAMILY}.games"
        f" UNION SELECT dealt FROM {FAMILY}.rounds"
    )
    return [(number,) for number in given] + book.rows(FAMILY, sources)


def _sample_keys(stored: Stored) -> list[tuple[int, int]]:
    spans = [build for build in stored if build.keys() == {"seed", "first", "last"}]
    return [(build["seed"], number) for build in spans for number in range(build["first"], build["last"] + 1)]


def _win_keys(stored: Stored) -> Iterator[tuple[int, int, str, str]]:
    for build in stored:
        if build.keys() == {"seed", "first", "last", "question"}:
            for number in range(build["first"], build["last"] + 1):
                yield from ((build["seed"], number, seat, game) for seat in SEATS for game in GAMES)


def _result_keys(book: Book, stored: Stored) -> set[tuple[int, str, str]]:
    drawn = {row[0] for row in book.rows(FAMILY, f"SELECT deal FROM {SAMPLES}")}
    keys = {(deal, game, seat) for deal in drawn for game in GAMES for seat in SEATS}
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


def _drawn_hands(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for (seed, number), group in groupby(rows, key=lambda row: row[:2]):
        (parts,) = random_deals(seed, [number]).tolist()
        for _, _, seat, game, *columns, _ in group:
            wanted = [deal_number(parts), parts[SEATS.index(seat)], parts[3]]
            name = f"seed {seed}, number {number}, {game} by {seat}"
            faults.unless(columns == wanted, name, f"{columns} should be {wanted}")
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


def _sure(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    for deal, game, declarer, points, sure in rows:
        name = f"{deal}, {game} by {declarer}"
        if game == "null":
            faults.unless(sure is None, name, f"sure {sure} in Null")
            continue
        *hands, skat = numbered(deal)
        found = sure_points(game, SEATS.index(declarer), 0, (hands[0], hands[1], hands[2]))
        leads = declarer == "forehand"
        bound = points_of(skat) + (found if leads else sum(map(points_of, hands)) - found)
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
    for seed, number, seat, game, deal, _, _, won in rows:
        if judge.reaches(judge.take(deal, game, seat), 1 if game == "null" else 61) != won:
            yield f"seed {seed}, number {number}, {game} by {seat}: won {won}"


def _steps(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    exact = {step: step in LADDER["points"] for steps in LADDER.values() for step in steps}
    for key, group in groupby(rows, key=lambda row: row[:3]):
        some = list(group)
        null, hands = key[1] == "null", numbered(key[0])[:3]
        target = 0 if null else sum(map(points_of, numbered(key[0]))) // 2 + 1
        cards = hands[0].bit_count()
        # number of starts of tricks: the first one, then all remaining hands with any leader
        most = 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards))
        minimax = next((row[7] for row in some if row[3] == "minimax"), None)
        faults.unless(len({row[6] for row in some}) == 1, key, "steps do not agree who wins")
        faults.unless(len({row[5] for row in some} - {None}) < 2, key, "steps do not agree on the points")
        for *_, step, aim, points, won, nodes, entries in some:
            name = f"{key}, {step}"
            faults.unless(aim == target, name, f"target {aim} should be {target}")
            faults.unless((points is not None) == exact.get(step), name, f"points {points}")
            faults.unless(points is None or won == (points >= target), name, f"won {won} with {points} points")
            # a single search with cutoffs visits at most the whole tree
            whole = minimax is None or not step.startswith("ab") or nodes <= minimax
            faults.unless(whole, name, f"{nodes} positions, of {minimax} in the tree")
            faults.unless((entries is not None) == (step in TABLED), name, f"entries {entries}")
            kept = entries is None or entries <= min(nodes, most)
            faults.unless(kept, name, f"{entries} entries of {nodes} positions, {most} at most")
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
        hands = numbered(deal)
        found = tree_size((hands[0], hands[1], hands[2]), game, SEATS.index(seat))
        if nodes != found:
            yield f"{deal}, {game} by {seat}, minimax: {nodes} positions should be {found}"
