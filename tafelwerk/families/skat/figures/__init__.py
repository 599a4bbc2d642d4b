"""Figures of double-dummy Skat: outcomes of random deals, chances of hands, and the cost of each step of the solvers' ladder."""

from tafelwerk.plots.figure import Figure

PAIRS = {
    ("minimax", "ab"): "Alpha-beta",
    ("ab", "ab_tt"): "Transposition table",
    ("ab_tt", "mws_tt"): "Who wins, not points",
    ("mws", "mws_tt"): "Table of bounds",
    ("mws_tt", "mws_equiv"): "Equivalence classes",
    ("mws_equiv", "mws_ss"): "Sure tricks",
    ("mws_ss", "mws_mo"): "Order of moves",
    ("mws_mo", "fast_win"): "Fast solver",
    ("mtd_minus_inf", "mtd_plus_inf"): "From above, not below",
    ("mtd_plus_inf", "mtd_f"): "From the middle",
    ("mtd_plus_inf", "mtd_mo"): "Sure tricks, order",
    ("mtd_mo", "fast_points"): "Fast solver, points",
}
"""A step, the next one, and what is new in it; one panel each."""

NUMBERED: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("5.1", "5.3"): [("ab", "ab_tt")],
    ("6.3", "6.4"): [("ab_tt", "mws_tt")],
    ("7.2", "7.3"): [("mws_tt", "mws_equiv")],
    ("8.4", "8.3"): [("mtd_minus_inf", "mtd_plus_inf"), ("mtd_plus_inf", "mtd_f")],
    ("9.7", "9.8"): [("mws_equiv", "mws_ss")],
    ("10.2", "10.3"): [("mws_ss", "mws_mo")],
}
"""Numbers of the source's figures of positions and of time, and the steps that they compare."""

WHAT = {"nodes": "positions searched", "times": "time"}
"""What is measured, by the last word of the name of the whole ladder's figure."""

_LADDER = "tafelwerk build skat --ladder 40 --cards-each 8"
"""A build that holds rows of the ladder's figures and takes some seconds; the standard set holds more."""

_NULL = "tafelwerk build skat --ladder 1000 --question null"

FIGURES = (
    *(
        Figure(
            f"skat-{number}",
            f"Ladder of solvers, {WHAT[measure]}: {'; '.join(PAIRS[pair] for pair in pairs)}",
            "skat.ladder.steps",
            (measure, pairs),
            build=_LADDER,
        )
        for numbers, pairs in NUMBERED.items()
        for number, measure in zip(numbers, WHAT, strict=True)
    ),
    Figure(
        "skat-5.4",
        "Positions in the transposition table",
        "skat.ladder.entries",
        build="tafelwerk build skat --ladder 300 --question table",
    ),
    Figure("skat-9.6", "Sure tricks of the side on lead against the points that it gets", "skat.ladder.sure"),
    Figure("skat-11.3", "Positions searched for Null", "skat.ladder.null_nodes", build=_NULL),
    Figure("skat-11.4", "Time for Null", "skat.ladder.null_times", build=_NULL),
    Figure("skat-hands", "The chance to win by trumps and aces", "skat.outcomes.hands"),
    Figure("skat-jacks", "The chance to win by game and jacks", "skat.outcomes.jacks"),
    Figure(
        "skat-ladder-nodes",
        "Ladder of solvers: positions searched at each step, against the step before",
        "skat.ladder.nodes",
        build=_LADDER,
    ),
    Figure(
        "skat-ladder-times",
        "Ladder of solvers: time of each step, against the step before",
        "skat.ladder.times",
        build=_LADDER,
    ),
    Figure("skat-points", "The declarer's points on random deals", "skat.outcomes.points"),
)
