"""Proofs of the dresher family.

claims              all claims about its tables
checker.check       a value, from a certificate; runs alone
games.wrong_games   certificates, and all that is derived from them
doubles.fault_of    a certificate in doubles
runs.Run            a game solved once more, to count what that takes
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

from tafelwerk.proofs.claims import Claim, Faults
from tafelwerk.proofs.completeness import complete
from tafelwerk.rules.dresher import FAMILY
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    from tafelwerk.proofs.dresher.runs import Counts

NEAR = 256
"""Largest n of which certificates and counts are proved whatever is asked: a game takes n^3 steps, a chain of them n^4."""

METHODS = ("plain", "centred")
"""Ways of looking for the next tree."""

NEAR_VALUE, NEAR_BOUND = 1e-9, 1e-11
"""What bounds may be off, in guesses: against the exact value, for the program keeps to 1e-9; and against those found once more,
by the same doubles but for the last digits of sums."""

GAMES, HIDER, SEARCHER = f"{FAMILY}.games", f"{FAMILY}.hider", f"{FAMILY}.searcher"
RUNS, BOUNDS = f"{FAMILY}.runs", f"{FAMILY}.bounds"

_COUNTS = ("rounds", "pivots", "candidates")


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about games, their strategies, and runs."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    asked = [(build["from"], build["to"]) for build in stored if "from" in build]
    yield from _game_claims(book, sorted({n for first, last in asked for n in range(first, last + 1)}))
    ran = sorted({n for build in stored if "runs" in build for n in (*range(1, build["runs"] + 1), *build["watched"])})
    watched = sorted({n for build in stored if "runs" in build for n in build["watched"]})
    yield from _run_claims(book, ran, watched)


def _game_claims(book: Book, asked: Sequence[int]) -> Iterator[Claim]:
    yield complete(book, GAMES, ("n",), lambda: {"n": asked})
    pairs = [(n, number) for n in asked for number in range(1, n + 1)]
    expected = {"n": [n for n, _ in pairs], "number": [number for _, number in pairs]}
    yield complete(book, HIDER, ("n", "number"), lambda: expected)
    yield complete(book, SEARCHER, ("n", "tree"), lambda: _tree_keys(book))
    found = [row[0] for row in book.rows(FAMILY, f"SELECT n FROM {GAMES} ORDER BY n")]
    columns = (
        *(
            "value_num",
            "value_den",
            "value",
            "bound_num",
            "bound_den",
            "bound",
            "bound_met",
            "hider_total",
            "hider_unique",
        ),
        *("sum_rule", "double_rule", "ends_largest", "searcher_total", "trees", "depth"),
        *("weight", "probability", "root", "mirror", "depths"),
    )
    tables = ", ".join((GAMES, HIDER, SEARCHER))
    for numbers, beyond in _near_and_far(found):
        more: dict[str, Any] = {"long": True, "seconds": 1.0} if beyond else {"whole": True}
        prove = partial(_certificates, book, numbers, True)
        yield Claim(tables, f"certificates{beyond}", columns, "certificate", len(numbers), prove, noun="games", **more)
        if beyond:
            without = tuple(name for name in columns if name != "hider_unique")
            prove = partial(_certificates, book, numbers, False)
            method = f"certificates in doubles{beyond}"
            yield Claim(tables, method, without, "recomputed", len(numbers), prove, noun="games", whole=True)
    yield Claim(GAMES, "counts that can be", _COUNTS, "single", len(found), lambda _: _game_counts(book), whole=True)
    # rows of other games are found to be without a build, and may be of any size
    chains = [(begin, list(group)) for begin, group in groupby(sorted({*asked}.intersection(found)), key=_begin)]
    if not _is_comparable():
        return
    for near, beyond in ((True, ""), (False, f" beyond n = {NEAR}")):
        some = [(begin, numbers) for begin, numbers in chains if (begin < NEAR) == near]
        more = {"whole": True} if near else {"long": True, "seconds": 60.0}
        prove = partial(_chains, book, some)
        yield Claim(GAMES, f"solved once more{beyond}", _COUNTS, "single", len(some), prove, noun="chains", **more)


def _near_and_far(numbers: Sequence[int]) -> Iterator[tuple[list[int], str]]:
    yield [n for n in numbers if n <= NEAR], ""
    yield [n for n in numbers if n > NEAR], f" beyond n = {NEAR}"


def _is_comparable() -> bool:
    from tafelwerk.proofs.dresher.runs import is_comparable

    return is_comparable()


def _begin(n: int) -> int:
    """The game that a chain with n is begun with: each of 16 games up to 256, and twice as many from each power of two on."""
    size = max(16, (1 << (n - 1).bit_length()) // 16)
    return (n - 1) // size * size + 1


def _tree_keys(book: Book) -> dict[str, Any]:
    """As many trees as a game says; that they are all of the strategy, the certificate proves."""
    pairs = [
        (n, tree) for n, trees in book.rows(FAMILY, f"SELECT n, trees FROM {GAMES}") for tree in range(1, trees + 1)
    ]
    return {"n": [n for n, _ in pairs], "tree": [tree for _, tree in pairs]}


def _certificates(book: Book, numbers: Sequence[int], exactly: bool, places: Sequence[int]) -> Iterator[str]:
    from tafelwerk.proofs.dresher.games import wrong_games

    return wrong_games(book, [numbers[place] for place in places], exactly=exactly)


def _game_counts(book: Book) -> list[str]:
    """The trees that are mixed were in the program, mirror images counted once, and rounds found a tree each."""
    faults = Faults()
    used = "(SELECT count(*) FILTER (tree <= mirror) FROM dresher.searcher s WHERE s.n = games.n)"
    rows = book.rows(FAMILY, f"SELECT n, rounds, pivots, candidates, seconds, {used} FROM {GAMES} ORDER BY n")
    for n, rounds, pivots, candidates, seconds, trees in rows:
        faults.unless(rounds >= 1 and pivots >= 1 and candidates >= max(trees, rounds - 1), n, "counts that cannot be")
        faults.unless(isfinite(seconds) and seconds >= 0, n, f"{seconds} seconds")
    return faults.texts


def _chains(book: Book, chains: Sequence[tuple[int, list[int]]], places: Sequence[int]) -> Iterator[str]:
    from tafelwerk.proofs.dresher.runs import chain

    known = {n: tuple(counts) for n, *counts in book.rows(FAMILY, f"SELECT n, {', '.join(_COUNTS)} FROM {GAMES}")}
    for begin, numbers in (chains[place] for place in places):
        stored = {n: known[n] for n in numbers}
        for n, counts in chain(begin, stored):
            if n in stored and counts != stored[n]:
                yield f"{n}: rounds, pivots and candidates {stored[n]} should be {counts}"


def _run_claims(book: Book, ran: Sequence[int], watched: Sequence[int]) -> Iterator[Claim]:
    keys = [(n, method) for n in ran for method in METHODS]
    expected = {"n": [n for n, _ in keys], "method": [method for _, method in keys]}
    yield complete(book, RUNS, ("n", "method"), lambda: expected)
    yield complete(book, BOUNDS, ("n", "method", "round"), lambda: _bound_keys(book, watched))
    rows = book.rows(FAMILY, f"SELECT n, method FROM {RUNS} ORDER BY n, method")
    found: list[tuple[int, str]] = [row for row in rows if row[0] in ran]
    counted = book.one(FAMILY, f"SELECT count(*) FROM {BOUNDS}")
    count = counted[0] if counted else 0
    yield Claim(RUNS, "counts that can be", _COUNTS, "single", len(found), lambda _: _run_counts(book), whole=True)
    yield Claim(BOUNDS, "about the value", ("upper", "lower"), "single", count, lambda _: _bounds(book), whole=True)
    if not _is_comparable():
        return
    for near, beyond in ((True, ""), (False, f" beyond n = {NEAR}")):
        some = [(n, method) for n, method in found if (n <= NEAR) == near]
        more: dict[str, Any] = {"whole": True} if near else {"long": True, "seconds": 60.0}
        prove = partial(_solved, book, some)
        yield Claim(
            f"{RUNS}, {BOUNDS}",
            f"solved once more{beyond}",
            (*_COUNTS, "upper", "lower"),
            "single",
            len(some),
            prove,
            **more,
        )


def _bound_keys(book: Book, watched: Sequence[int]) -> dict[str, Any]:
    rows = [row for row in book.rows(FAMILY, f"SELECT n, method, rounds FROM {RUNS}") if row[0] in watched]
    keys = [(n, method, number) for n, method, rounds in rows for number in range(1, rounds + 1)]
    return {name: [key[place] for key in keys] for place, name in enumerate(("n", "method", "round"))}


def _run_counts(book: Book) -> list[str]:
    faults = Faults()
    rows = book.rows(FAMILY, f"SELECT n, method, rounds, pivots, candidates, seconds FROM {RUNS} ORDER BY n, method")
    for n, method, rounds, pivots, candidates, seconds in rows:
        row = f"{n}, {method}"
        # the first tree is there before, and each round but the last one finds one, or several where mixtures are asked
        some = candidates >= rounds - 1 and (method == "centred" or candidates <= rounds)
        faults.unless(rounds >= 1 and pivots >= 1 and some, row, "counts that cannot be")
        faults.unless(isfinite(seconds) and seconds >= 0, row, f"{seconds} seconds")
    return faults.texts


def _bounds(book: Book) -> list[str]:
    """Bounds enclose the value, the upper one never rises, and in the last round they meet."""
    faults = Faults()
    rows = book.rows(
        FAMILY,
        f"SELECT b.n, method, round, upper, lower, value FROM {BOUNDS} b LEFT JOIN {GAMES} g USING (n)"
        " ORDER BY b.n, method, round",
    )
    for (n, method), group in groupby(rows, key=lambda row: row[:2]):
        series = list(group)
        name = f"{n}, {method}"
        for _, _, number, upper, lower, value in series:
            low, high = (lower, upper) if value is None else (value, value)
            holds = 0 < lower <= high + NEAR_VALUE and low <= upper + NEAR_VALUE and upper <= n
            faults.unless(holds, f"{name}, round {number}", f"{lower} to {upper} is not about the value {value}")
        falls = all(after[3] <= before[3] + NEAR_VALUE for before, after in pairwise(series))
        faults.unless(falls, name, "the upper bound rises")
        faults.unless(abs(series[-1][3] - series[-1][4]) <= NEAR_VALUE, name, "the bounds do not meet")
    return faults.texts


def _solved(book: Book, runs: Sequence[tuple[int, str]], places: Sequence[int]) -> Iterator[str]:
    from tafelwerk.proofs.dresher.runs import Run

    sql = f"SELECT {', '.join(_COUNTS)} FROM {RUNS} WHERE n = ? AND method = ?"
    rounds = f"SELECT round, upper, lower FROM {BOUNDS} WHERE n = ? AND method = ? ORDER BY round"
    for n, method in (runs[place] for place in places):
        stored: Counts = book.rows(FAMILY, sql, n, method)[0]
        run = Run(n, method)
        counts = run.counts(stored)
        if counts != stored:
            yield f"{n}, {method}: rounds, pivots and candidates {stored} should be {counts}"
        for number, *bounds in book.rows(FAMILY, rounds, n, method):
            if number > len(run.bounds):
                continue
            found = run.bounds[number - 1]
            if max(abs(one - other) for one, other in zip(bounds, found, strict=True)) > NEAR_BOUND:
                yield f"{n}, {method}, round {number}: bounds {bounds} should be {found}"
