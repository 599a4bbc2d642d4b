"""Printed numbers of Monte-Carlo agents: the dissertation's chapters 2 and 3, and the number game 3-5-11."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source, grid

TABLE_2_4 = grid(
    (3, 5, 10, 15, 20, 25, 30),
    ("first", "second", "mean"),
    "0.3758100195 0.3153747770 0.3455923983 "
    "0.4037732550 0.3242759771 0.3640246161 "
    "0.4111841910 0.3048624298 0.3580233104 "
    "0.4196865181 0.2893856412 0.3545360797 "
    "0.4319218854 0.2781711913 0.3550465383 "
    "0.4454074238 0.2688789094 0.3571431666 "
    "0.4590431929 0.2604627193 0.3597529561",
)
"""ESR(5,6,1), MC(k) against MC(2k): chances by k and by who moves first, exact rows only."""

SIMULATED_2_4 = grid(
    (3, 5, 10, 15, 20, 25, 30),
    ("first", "second", "mean"),
    "0.3757581800 0.3153726200 0.3455654000 "
    "0.4038141000 0.3243585000 0.3640863000 "
    "0.4109209000 0.3047928000 0.3578568500 "
    "0.4197141000 0.2896762000 0.3546951500 "
    "0.4321263000 0.2782291000 0.3551777000 "
    "0.4453044000 0.2688080000 0.3570562000 "
    "0.4300287000 0.2741187000 0.3520737000",
)
"""The same, simulated rows."""

_SAMPLED = "simulated in the source, 10^8 games for k = 3 and 10^7 for the others; within 2.1 standard errors of the exact chance"
_WRONG_ROW = "no chance result: 73 to 184 standard errors of 10^7 games away from the exact chance printed below it"

TABLE_2_14 = {"1,2": "14", "1,4": "59", "2,3": "148", "2,5": "333", "3,4": "816"}
"""Smallest heap at which MC(inf) plays a losing move in a won position."""

PERIODS = {"1,2": (0, 3), "1,3": (2, 2), "1,4": (2, 5), "2,3": (0, 5), "2,5": (3, 7), "3,4": (0, 7)}
"""Pre-period and period of win and loss, from the rows of table 2.14."""

FIRST_BAD_HEAPS = {
    ("0.01", "97/300", 100): "74",
    ("0.0001", "9997/30000", 800): "767",
    ("0.000001", "999997/3000000", 8000): "7694",
}
"""Example 3.18: first heap at which MC(inf) may lose, by 1/3 - epsilon; epsilon, and a heap beyond it."""


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the sources."""
    dissertation = Source.DISSERTATION
    yield from dissertation.numbers(
        "table 2.4, exact rows, k = {0}, {1}",
        "SELECT {1} FROM montecarlo.esr_duels WHERE n = 5 AND m = 6 AND s = 1 AND k = {0} AND rival = 2 * k",
        TABLE_2_4,
    )
    yield from dissertation.numbers(
        "table 2.4, simulated rows, k = {0}, {1}",
        "SELECT {1} FROM montecarlo.esr_duels WHERE n = 5 AND m = 6 AND s = 1 AND k = {0} AND rival = 2 * k",
        SIMULATED_2_4,
        {(k, column): _WRONG_ROW if k == 30 else _SAMPLED for k, column in SIMULATED_2_4},
    )
    yield from dissertation.numbers(
        "section 2.4.1, ESR(5,6,1), {0}",
        "montecarlo.size('esr 5 6 1').{1}",
        {("positions of a player", "player_positions"): "462", ("configurations", "configurations"): "21434"},
    )
    yield from dissertation.numbers(
        "section 2.5.1, DSC(10), chance in percent after a step of {0}",
        "SELECT 100 * chance FROM montecarlo.dsc_moves WHERE n = 10 AND own = 0 AND other = 0 AND step = {0}",
        {1: "53.1", 2: "55.5"},
    )
    yield dissertation.number(
        "section 2.5.1, smallest DSC(n) at which MC(inf) errs",
        "10",
        "SELECT min(n) FROM (SELECT n FROM montecarlo.dsc_moves WHERE own = 0 AND other = 0 AND best"
        " GROUP BY n HAVING NOT bool_or(wins)) JOIN montecarlo.dsc_positions USING (n) WHERE own = 0 AND other = 0 AND won"
        # of later games alone, the first that errs says nothing
        " AND 10 IN (SELECT n FROM montecarlo.dsc_positions)",
    )
    yield dissertation.number(
        "section 2.5.1, DSC(10), smallest k with a mean over one half",
        "147",
        "SELECT min(k) FROM montecarlo.dsc_duels WHERE n = 10 AND rival = 2 * k AND mean > 0.5",
    )
    yield dissertation.number(
        "section 2.5.1, number of basins of DSC(40)",
        "3",
        "SELECT nullif(count(*), 0) FROM montecarlo.basins WHERE game = 'dsc 40' AND k_max = 1000000",
    )
    yield from dissertation.numbers(
        "section 2.5.1, number of basins of DSC({0}) to k = 5000; the first double basin is that of DSC(26)",
        "montecarlo.basins('dsc {0}', 5000).count",
        {25: "1", 26: "2"},
    )
    yield from dissertation.numbers(
        "section 2.5.2, number of basins of S(1,2)({0}) to k = 5000; the first double basin is that of S(1,2)(11)",
        "montecarlo.basins('subtraction {0} --moves 1,2', 5000).count",
        {10: "1", 11: "2"},
    )
    yield from dissertation.numbers(
        "table 2.14, n* of S({0})",
        "SELECT blunder FROM montecarlo.subtraction_games WHERE moves = '{0}' AND overshoot = 'wins'",
        TABLE_2_14,
    )
    yield from dissertation.numbers(
        "table 2.14, pre-period and period of S({0})",
        "SELECT preperiod || ', ' || period FROM montecarlo.subtraction_games WHERE moves = '{0}' AND overshoot = 'wins'",
        {moves: f"{before}, {period}" for moves, (before, period) in PERIODS.items()},
    )
    yield dissertation.number(
        "section 2.5.2, S(1,2), k from which a mean over one half is seen",
        "2500",
        "montecarlo.first_over_half('subtraction 12 --moves 1,2', 3000).k",
        "at heap 12 the mean exceeds one half earlier, but by at most 0.00012, which is invisible in figure 2.15",
    )
    yield from dissertation.numbers(
        "example 3.17, S(1,2), even playouts, {0}",
        "montecarlo.bias('--moves 1,2', epsilon='0').{1}",
        {("frequency", "phase"): "1.932", ("beat period", "beat_period"): "38.730"},
    )
    yield from dissertation.numbers(
        "example 3.18, informed playouts, epsilon 1/3 - {0}, first heap at which MC(inf) may lose",
        "montecarlo.asymmetry({2}, '1,2', 'informed', '{1}').bad_moves[0][0]",
        FIRST_BAD_HEAPS,
    )
    page = Source.NUMBER_GAME
    yield from page.numbers(
        "getPQ(N = 9), p({0})",
        "SELECT chance FROM montecarlo.subtraction_positions WHERE moves = '3,5,11' AND overshoot = 'loses' AND heap = {0}",
        dict(enumerate(["0.0000", "0.0000", "0.3333", "0.3333", "0.6667", "0.5556", "0.5556", "0.3333", "0.3704"], 1)),
    )
    yield page.number(
        "period of win and loss",
        "8",
        "SELECT period FROM montecarlo.subtraction_games WHERE moves = '3,5,11' AND overshoot = 'loses'",
    )
