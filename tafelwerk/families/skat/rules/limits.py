"""Limits of requests, agents by name, and the steps of the ladder that are measured."""

from enum import StrEnum

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.language import message, say

MOST_DRAWN, LARGEST_SEED = 1_000_000, 2**32 - 1
"""Largest number of random deals, and largest seed."""

MOST_PLAYED = 100_000
"""Largest number of random deals in a stored match or in a measurement of the ladder."""

MOST_WAYS = 10_000
"""Upper limit for a number of discards with announcement; there are fewer."""

MOST_CARDS, LEAST_LADDER_CARDS = 10, 4
"""Cards per hand, and the fewest for which the ladder is stored: with fewer, random deals may repeat."""


WORLDS = 100
"""Default number of worlds per card. By the source, programs for Bridge play worse with fewer."""

MOST_WORLDS = 1_000_000
"""Largest number of worlds per choice."""

MOST_WEIGHTED = 50_000
"""Largest number of worlds per choice that are weighted by the bids: each comes from up to twenty candidates in memory."""

MOST_THREADS = 4
"""Largest number of threads per choice: more bring little."""

AGENTS = {
    "pimc:K": message("samples K worlds per card; pimc means pimc:{worlds}"),
    "informed:K": message("the same; as defender it weights worlds by the announcement"),
    "open": message("sees all cards"),
    "random": message("plays any legal card"),
}
"""Names of the agents and their descriptions."""


def agent_name(text: str, worlds: int = WORLDS) -> str:
    """The full name of an agent: `pimc:100`, `open` or `random`.

    Args:
        text: A name from `AGENTS`, or `pimc` or `informed` without a number.
        worlds: number of worlds if none is given.

    Raises:
        InputError: unknown agent, or number of worlds out of range.
    """
    word, colon, number = text.strip().lower().partition(":")
    if word in ("open", "random") and not colon:
        return word
    if word in ("pimc", "informed"):
        if not colon:
            number = str(worlds)
        if number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= MOST_WORLDS:
            return f"{word}:{int(number)}"
        quoted_name = in_quotes(number)
        raise InputError(
            say(
                "K of {word}:K must be from 1 to {most_worlds}, not {given}",
                word=word,
                most_worlds=MOST_WORLDS,
                given=quoted_name,
            )
        )
    quoted_name, names = (
        in_quotes(text.strip()),
        "; ".join(f"{name} ({say(what, worlds=WORLDS)})" for name, what in AGENTS.items()),
    )
    raise InputError(say("unknown player {given}; players are {names}", given=quoted_name, names=names))


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
"""A step of the ladder, the next one, and what is new in it: one panel each of a figure."""

WHAT = {"nodes": "positions searched", "times": "time"}
"""What is measured, by the last word of the name of the whole ladder's figure."""

TRIED = ("mws_hh", "mws_eib", "mws_sets", "mws_ps", "pn")
"""Steps that the thesis names and did not try: they find the winner, and are measured one by one."""

PRINTED, PRINTED_GAMES = "kupferschmid", 9
"""Beginning of the names of the games printed in the thesis, and their number."""

WHOLE_GAME = f"{PRINTED}-4"
"""The printed game whose deal the standard set stores whole: of the nine the one with the fewest positions."""

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
    questions = ALL if question is None else (question,)
    return [step for name in questions for step, most in LADDER[name].items() if cards <= most]
