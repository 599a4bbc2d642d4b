"""Printed numbers of Dresher's guessing game: Stassen's thesis, and the values that it takes from others."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source

V_509 = (
    "2801502958915667971701898342801970475106864163534168947198342637184804598745936500730055179424539352778/"
    "348972672955484856233658315037997346375742461317044535132989692886701957083971510200299209532106971303"
)
"""Value for N = 509, section 3.3."""

INVERSES = (
    "5 0 -1; 1 0 0; 0 1 -1",
    "5 -1 0; 1 -1/2 1/2; 0 1/2 -1/2",
    "13/3 -2/3 -1/3; 1/3 -1/6 1/6; 2/3 1/6 -1/6",
    "4 -1/2 -1/2; 1 -1/2 1/2; 0 1/2 -1/2",
)
"""Section 1.13: inverses of the bases of N = 4, row by row."""

PLACEMENTS = ("6 4 4 2 2 2 2", "- 8 7 5 5 4 4", "- - 11 8 8 7 7", "- - - 13 13 12 12")
"""Table 2.3: W(i, j), least cost of the first i numbers on the first j places of a tree of height 3, against 2, 1, 1, 2. Tables
2.1 and 2.2 have the same numbers as far as W(3, 5), with all the arrows that lead there and with those that may decide."""

PATHS = ("2 1 3 2", "2 3 1 2")
"""Table 2.4: depths of the numbers along the paths through the table, the two best trees."""

DEPTHS = (1, 2, 4, 10, 23, 52, 110, 226, 460, 930)
"""Table 3.1: last N whose optimal strategy of the searcher keeps to 1, 2, ..., 10 guesses."""


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.DRESHER
    yield from source.numbers(
        "section 1.13, N = 4, inverse of the basis after {0} steps of the simplex method, row by row",
        "dresher.simplex(4).steps[{0}].inverse",
        dict(enumerate(INVERSES)),
    )
    yield from source.numbers(
        "section 2.3, best trees against the weights 2, 1, 1, 2: {0}",
        "dresher.reply('2,1,1,2').{1}",
        {("guesses in all", "total"): "12", ("number of trees", "count"): "2"},
    )
    yield from source.numbers(
        "table 2.3, N = 4, W({0}, {1})",
        "dresher.placements('2,1,1,2').least[{2}][{3}]",
        {
            (i, j, i - 1, j - 1): cost
            for i, row in enumerate(PLACEMENTS, 1)
            for j, cost in enumerate(row.split(), 1)
            if cost != "-"
        },
    )
    yield from source.numbers(
        "table 2.4, N = 4, path {0}: depths",
        "dresher.reply('2,1,1,2').trees[{1}]",
        {(path, path - 1): depths for path, depths in enumerate(PATHS, 1)},
    )
    yield from source.numbers(
        "section 1.13, hider's weight of number {0} for N = 4",
        "SELECT weight, (SELECT hider_total FROM dresher.games WHERE n = 4) FROM dresher.hider WHERE n = 4 AND number = {0}",
        dict.fromkeys(range(1, 5), "1/4"),
        dict.fromkeys(range(1, 5), "the optimum is not unique for N = 4: both guarantee 2, and the book holds another"),
    )
    yield source.number(
        "section 1.13, value for N = 4", "2", "SELECT value_num, value_den FROM dresher.games WHERE n = 4"
    )
    yield from source.numbers(
        "table 3.1, last N with at most {0} guesses",
        "SELECT CASE WHEN max(n) > {1} THEN max(n) FILTER (depth <= {0}) END FROM dresher.games",
        {(depth, last): str(last) for depth, last in enumerate(DEPTHS, 1)},
    )
    yield source.number("section 3.3, value for N = 509", V_509, "dresher.value(509).value")
    yield from source.numbers(
        "section 3.4, pattern {0}: the {1} of N from {2} on that break it",
        "SELECT count(*) FILTER (NOT {3}) FROM dresher.conjectures WHERE n >= {2}",
        {(1, "number", 5, "sum_rule"): "0", (3, "number", 5, "ends_largest"): "0"},
    )
