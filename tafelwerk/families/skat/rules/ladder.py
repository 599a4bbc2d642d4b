"""The ladder: which steps from minimax to the fast solver are measured, with how many cards per hand."""

from enum import StrEnum


class Question(StrEnum):
    """Who wins, how many points, how large the transposition table of alpha-beta gets, and who wins in Null."""

    WIN = "win"
    POINTS = "points"
    TABLE = "table"
    NULL = "null"


LADDER = {
    "points": {
        "minimax": 6,
        "ab": 7,
        **dict.fromkeys(("ab_tt", "mtd_minus_inf", "mtd_plus_inf", "mtd_f", "mtd_mo"), 10),
    }
    | {"fast_points": 10},
    "win": {"mws": 9, **dict.fromkeys(("mws_tt", "mws_equiv", "mws_ss", "mws_mo", "fast_win"), 10)},
    "null": dict.fromkeys(("null_tt", "null_safe", "null_mo", "fast_null"), 10),
    "table": {"ab_tt": 10},
}
"""Steps of the ladder by question, with the largest number of cards per hand for which they are measured; `table`: the step whose
transposition table is measured."""

ALL = ("points", "win")
"""Default questions."""

TABLED = {
    step for question in ("points", "win", "null") for step in LADDER[question] if not step.startswith("fast")
} - {
    "minimax",
    "ab",
    "mws",
}
"""Steps whose transposition tables are counted."""


def ladder_steps(cards: int, question: str | None) -> list[str]:
    """Steps measured with a number of cards per hand without giving up any deal."""
    asked = ALL if question is None else (question,)
    return [step for one in asked for step, most in LADDER[one].items() if cards <= most]
