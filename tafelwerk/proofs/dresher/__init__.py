"""Proofs of the dresher family.

claims                    all claims about its tables
contents                  what a build owes, from its parameters alone
checker.check             proves a value from a certificate; runs alone
stored_rows.wrong_games   checks certificates, and all columns derived from them
stored_rows.fault_of      checks a certificate in doubles
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tafelwerk.families.dresher.rules import FAMILY, METHODS, check_size
from tafelwerk.proofs.claims import Claim, near_and_far, proof, statement_proof
from tafelwerk.proofs.frame import complete
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout
from tafelwerk.tables.metadata import Contents
from tafelwerk.tables.provenance import builds

NEAR = 256
"""Largest n whose certificates are always proved in integers: a game takes n^3 steps."""

NEAR_VALUE = 1e-9
"""Tolerance of bounds, in guesses: the linear program is solved to 1e-9."""

GAMES, HIDER, SEARCHER = f"{FAMILY}.games", f"{FAMILY}.hider", f"{FAMILY}.searcher"
RUNS, BOUNDS = f"{FAMILY}.runs", f"{FAMILY}.bounds"

_COUNTS = ("rounds", "pivots", "candidates")
_IMPOSSIBLE_COUNTS = "SELECT n || ': impossible counts or time'"
_NO_TIME = "NOT (isfinite(seconds) AND seconds >= 0)"


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about games, their strategies, and runs."""
    stored = [build.parameters for build in builds(book, FAMILY)]
    ranges = [(build["from"], build["to"]) for build in stored if "from" in build]
    yield from _game_claims(book, sorted({n for first, last in ranges for n in range(first, last + 1)}))
    ran = sorted({n for build in stored if "runs" in build for n in (*range(1, build["runs"] + 1), *build["watched"])})
    watched = sorted({n for build in stored if "runs" in build for n in build["watched"]})
    yield from _run_claims(book, ran, watched)


def _game_claims(book: Book, asked: Sequence[int]) -> Iterator[Claim]:
    yield complete(book, GAMES, lambda: ((n,) for n in asked))
    yield complete(book, HIDER, lambda: ((n, number) for n in asked for number in range(1, n + 1)))
    trees = f"SELECT n, unnest(range(1, trees + 1)) FROM {GAMES}"
    # the certificate proves that these are all trees of the strategy
    yield complete(book, SEARCHER, lambda: book.rows(FAMILY, trees), ("n", "tree"))
    numbers = [row[0] for row in book.rows(FAMILY, f"SELECT n FROM {GAMES} ORDER BY n")]
    tables = ", ".join((GAMES, HIDER, SEARCHER))
    columns = tuple(dict.fromkeys(_proved_by_certificates()))
    derived = tuple(name for name in columns if name != "hider_unique")
    near, far = [n for n in numbers if n <= NEAR], [n for n in numbers if n > NEAR]
    prove = partial(_certificates, book, exactly=True)
    more: dict[str, Any] = {"evidence": "certificate", "noun": "games", "whole": True}
    yield from near_and_far(tables, "certificates", columns, (near, far), prove, seconds=(1e-4, 1.0), **more)
    prove = partial(_certificates, book, exactly=False)
    method = f"certificates in doubles beyond n = {NEAR}"
    tiny = dict.fromkeys(
        ("value_num", "value_den", "weight"), f"within {NEAR_VALUE} guesses beyond n = {NEAR}, unless by --full"
    )
    yield proof(tables, method, derived, far, prove, noun="games", whole=True, within=tiny)
    # the trees of the mixture were in the program; mirror images count once
    used = f"(SELECT count(*) FILTER (tree <= mirror) FROM {SEARCHER} s WHERE s.n = g.n)"
    wrong = f"{_IMPOSSIBLE_COUNTS} FROM {GAMES} g WHERE NOT (rounds >= 1 AND candidates >= {used}) OR {_NO_TIME}"
    yield statement_proof(book, GAMES, "possible counts", (), wrong, "single")


def _proved_by_certificates() -> Iterator[str]:
    """Columns of games, hider and searcher, except keys, counts and times."""
    for table in layout(FAMILY):
        if table.name in ("games", "hider", "searcher"):
            left_out = {*table.key, *_COUNTS}
            yield from (column.name for column in table.columns if column.name not in left_out and not column.measured)


def _certificates(book: Book, numbers: Sequence[int], exactly: bool) -> Iterator[str]:
    from tafelwerk.proofs.dresher.stored_rows import wrong_games

    return wrong_games(book, numbers, exactly=exactly)


def _run_claims(book: Book, ran: Sequence[int], watched: Sequence[int]) -> Iterator[Claim]:
    yield complete(book, RUNS, lambda: ((n, method) for n in ran for method in METHODS))
    rounds = f"SELECT n, method, unnest(range(1, rounds + 1)) FROM {RUNS} WHERE list_contains(?, n)"
    yield complete(book, BOUNDS, lambda: book.rows(FAMILY, rounds, list(watched)))
    # the first tree precedes the rounds; every round but the last finds one tree, or several with mixtures
    trees = "candidates + 1 >= rounds AND (method = 'centred' OR candidates <= rounds)"
    counts = f"rounds >= 1 AND pivots >= 1 AND {trees}"
    wrong = f"SELECT n || ', ' || method || ': impossible counts or time' FROM {RUNS} WHERE NOT ({counts})"
    # how many there are depends on the version of HiGHS
    only = "only that it is possible"
    yield statement_proof(book, RUNS, "possible counts", _COUNTS, f"{wrong} OR {_NO_TIME}", "single", only)
    ends, value = ("upper", "lower"), f"within {NEAR_VALUE} guesses on its side of the value"
    yield statement_proof(book, BOUNDS, "bounds enclose the value", ends, _WRONG_BOUNDS, "single", value)


_WRONG_BOUNDS = f"""
SELECT n || ', ' || method || ', round ' || round || ': ' || lower || ' to ' || upper || ' does not enclose the value '
    || coalesce(value::VARCHAR, '') || ', rises above the previous round, or does not meet in the last round'
FROM (
    SELECT *, lag(upper) OVER run AS before, lead(round) OVER run IS NULL AS is_last
    FROM {BOUNDS} WINDOW run AS (PARTITION BY n, method ORDER BY round)
) LEFT JOIN (SELECT n, value FROM {GAMES}) USING (n)
WHERE NOT (
    0 < lower AND lower <= coalesce(value, upper) + {NEAR_VALUE} AND coalesce(value, lower) <= upper + {NEAR_VALUE}
    AND upper <= least(n, coalesce(before, n) + {NEAR_VALUE}) AND (NOT is_last OR abs(upper - lower) <= {NEAR_VALUE})
)"""
"""Rows that break a rule: bounds enclose the value, the upper bound never rises, and in the last round both meet."""


def contents(parameters: Mapping[str, Any]) -> Contents:
    """Contents of the build with these parameters.

    Of games the certificate proves values and strategies; what it took to find them is measured.
    """
    match dict(parameters):
        case {"from": int(first), "to": int(last), **none} if not none and check_size(first) <= check_size(last):
            rows = dict.fromkeys(("games", "hider", "searcher"), f"n BETWEEN {first} AND {last}")
            return Contents(f"dresher --from {first} --to {last}", "exact", "certificate", rows)
        case {"runs": int(last), "watched": [*watched], **none} if not none:
            numbers = ", ".join(str(check_size(n)) for n in watched)
            alone = f" OR n IN ({numbers})" if watched else ""
            rows = {
                "runs": f"n BETWEEN 1 AND {check_size(last)}{alone}",
                "bounds": f"n IN ({numbers})" if watched else "false",
            }
            words = "".join(f" --watch {n}" for n in watched)
            return Contents(f"dresher runs --to {last}{words}", "exact", "single", rows)
    raise ValueError("no such build")
