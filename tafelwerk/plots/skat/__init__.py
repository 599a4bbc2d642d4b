"""Figures of double-dummy Skat: outcomes of random deals, what hands win, and what each step of the ladder spends."""

from tafelwerk.plots.figure import DrawnBy, Figure

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
"""A step and the next, and what is new in it: a panel each."""

NUMBERED: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("5.1", "5.3"): [("ab", "ab_tt")],
    ("6.3", "6.4"): [("ab_tt", "mws_tt")],
    ("7.2", "7.3"): [("mws_tt", "mws_equiv")],
    ("8.4", "8.3"): [("mtd_minus_inf", "mtd_plus_inf"), ("mtd_plus_inf", "mtd_f")],
    ("9.7", "9.8"): [("mws_equiv", "mws_ss")],
    ("10.2", "10.3"): [("mws_ss", "mws_mo")],
}
"""The source's figures of positions and of time, and the steps that they compare."""

WHAT = {"nodes": "positions looked at", "times": "time"}
"""What a step spends, by the name of the figure of the whole ladder."""

_LADDER = "tafelwerk build skat --ladder 40 --cards 8"
"""A build that holds rows of the ladder's figures and takes some seconds; the standard set holds more."""

_NULL = "tafelwerk build skat --ladder 1000 --question null"

FIGURES = (
    *(
        Figure(
            f"skat-{number}",
            f"The ladder: {WHAT[measure]} - {'; '.join(PAIRS[pair] for pair in pairs)}",
            DrawnBy("skat.ladder.steps", measure, pairs, build=_LADDER),
        )
        for numbers, pairs in NUMBERED.items()
        for number, measure in zip(numbers, WHAT, strict=True)
    ),
    Figure(
        "skat-5.4",
        "Positions in the transposition table",
        DrawnBy("skat.measured.entries", build="tafelwerk build skat --ladder 300 --question table"),
    ),
    Figure("skat-9.6", "What the side on lead is sure of, against what it gets", DrawnBy("skat.measured.sure")),
    Figure(
        "skat-11.3",
        "Positions that Null takes",
        DrawnBy("skat.measured.null_nodes", build=_NULL),
    ),
    Figure(
        "skat-11.4",
        "Time that Null takes",
        DrawnBy("skat.measured.null_times", build=_NULL),
    ),
    Figure("skat-hands", "The chance to win by trumps and aces", DrawnBy("skat.hands.hands")),
    Figure("skat-jacks", "The chance to win by game and jacks", DrawnBy("skat.outcomes.jacks")),
    Figure(
        "skat-ladder-nodes",
        "Positions that each step of the ladder looks at, against the step before",
        DrawnBy("skat.ladder.nodes", build=_LADDER),
    ),
    Figure(
        "skat-ladder-times",
        "Time that each step of the ladder takes, against the step before",
        DrawnBy("skat.ladder.times", build=_LADDER),
    ),
    Figure("skat-points", "The declarer's points on random deals", DrawnBy("skat.outcomes.points")),
)
