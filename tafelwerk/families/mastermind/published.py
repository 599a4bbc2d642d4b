"""Printed numbers of Mastermind: the dissertation's sections 4.3 and 4.6."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source, grid

GAMES = {"1296": "4x6", "360": "4x6 distinct"}
"""The dissertation's games by their numbers of codes, and their names in the book."""

STRATEGIES = ("h0", "h1", "h2", "hinf")


def _by_game(text: str) -> dict[tuple[str, str, str, str], str]:
    """Entries of table 4.5 by number of codes, strategy, tie rule and the name of the game in the book."""
    columns = [(codes, tie) for codes in GAMES for tie in ("lex", "mix")]
    table = grid(STRATEGIES, columns, text)
    return {(codes, strategy, tie, GAMES[codes]): entry for (strategy, (codes, tie)), entry in table.items()}


TOTALS = _by_game(
    "5668 5706.96 1457 1451.80 5722 11445/2 1450 1450 5696 5256409/924 1459 4375/3 5801 5791.42 1490 1483.67"
)
MEANS = _by_game(
    "4.3734 4.4035 4.0472 4.0328 4.4151 4.4155 4.0278 4.0278 4.3951 4.3895 4.0528 4.0509 4.4761 4.4687 4.1389 4.1216"
)
EXCESSES = _by_game("0.76 1.46 0.76 0.40 1.72 1.73 0.28 0.28 1.26 1.13 0.90 0.85 3.13 2.96 3.04 2.61")
"""By how many percent the mean exceeds the perfect one."""

_TWO_KINDS = (
    "the source gives the two tied kinds of first guess equal weight; under the rule as stated, over all tied codes, "
    "the book's number results"
)
_CUT_OFF = "truncated in the source instead of rounded: 5668/1296 = 4.37346"
_CUT_ORDER = "truncated in the source: the entropies cross between 1.3378999 and 1.3379"
_MISPRINT = "contradicts the total printed next to it: 1483.67/360 = 4.1213"


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.DISSERTATION
    yield from source.numbers(
        "section 4.3.2, {0} codes, lower bound of the {1}",
        "mastermind.bound('{2}').{1}",
        {
            ("1296", "total", "4x6"): "4986",
            ("1296", "mean", "4x6"): "3.8472",
            ("360", "total", "4x6 distinct"): "1242",
            ("360", "mean", "4x6 distinct"): "3.45",
        },
    )
    where = "FROM mastermind.strategies WHERE game = '{3}' AND strategy = '{1}' AND tie = '{2}'"
    yield from source.numbers(
        "table 4.5, {0} codes, {1}, {2}, total",
        f"SELECT total_num, total_den {where}",
        TOTALS,
        {("1296", "h0", "mix", "4x6"): _TWO_KINDS},
    )
    yield from source.numbers(
        "table 4.5, {0} codes, {1}, {2}, mean",
        f"SELECT mean {where}",
        MEANS,
        {
            ("1296", "h0", "mix", "4x6"): _TWO_KINDS,
            ("1296", "h0", "lex", "4x6"): _CUT_OFF,
            ("360", "hinf", "mix", "4x6 distinct"): _MISPRINT,
        },
    )
    excess = "SELECT 100 * (s.mean / p.mean - 1) FROM mastermind.strategies s JOIN mastermind.strategies p USING (game)"
    excess += (
        " WHERE p.strategy = 'optimal' AND p.tie = 'none' AND game = '{3}' AND s.strategy = '{1}' AND s.tie = '{2}'"
    )
    yield from source.numbers(
        "table 4.5, {0} codes, {1}, {2}, percent above the perfect mean",
        excess,
        EXCESSES,
        {("1296", "h0", "mix", "4x6"): _TWO_KINDS},
    )
    yield from source.numbers(
        "table 4.5, {0} codes, perfect, total",
        "SELECT total_num, total_den FROM mastermind.strategies WHERE game = '{1}' AND strategy = 'optimal' AND tie = 'none'",
        {("1296", "4x6"): "5625", ("360", "4x6 distinct"): "1446"},
    )
    yield from source.numbers(
        "table 4.5, {0} codes, perfect, mean",
        "SELECT mean FROM mastermind.strategies WHERE game = '{1}' AND strategy = 'optimal' AND tie = 'none'",
        {("1296", "4x6"): "4.3403", ("360", "4x6 distinct"): "4.0167"},
    )
    yield from source.numbers(
        "table 4.18, {0} codes, best order of Rényi's entropy, mean",
        "SELECT min(mean) FROM mastermind.curves WHERE game = '{1}' AND opening = '' AND tie = 'lex' AND alpha > 0",
        {("1296", "4x6"): "4.3827", ("360", "4x6 distinct"): "4.0278"},
    )
    yield from source.numbers(
        "table 4.18, {0} codes, percent by which the best order's mean exceeds the perfect one",
        "SELECT 100 * (min(c.mean) / any_value(p.mean) - 1) FROM mastermind.curves c JOIN mastermind.strategies p USING (game)"
        " WHERE p.strategy = 'optimal' AND p.tie = 'none' AND game = '{1}' AND opening = '' AND c.tie = 'lex' AND alpha > 0",
        {("1296", "4x6"): "0.98", ("360", "4x6 distinct"): "0.28"},
    )
    yield source.number(
        "section 4.3.3, 1296 codes, order from which AABC is the first query, not ABCD",
        "1.33789",
        "SELECT min(alpha) FROM (SELECT alpha, sum(codes ** alpha) FILTER (query = 'AABC') AS three,"
        " sum(codes ** alpha) FILTER (query = 'ABCD') AS four FROM mastermind.first_parts,"
        " (SELECT i / 1e6 AS alpha FROM range(1337000, 1339000) AS t(i)) WHERE game = '4x6' AND query IN ('AABC', 'ABCD')"
        " GROUP BY alpha) WHERE three < four",
        _CUT_ORDER,
    )
