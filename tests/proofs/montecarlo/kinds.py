"""Kinds of error in a book of races and subtraction games."""

from fractions import Fraction
from math import inf
from pathlib import Path

from mutations import Planted, lies

from tafelwerk.build.runner import run
from tafelwerk.families.montecarlo import builds as races
from tafelwerk.families.montecarlo.rules import Dsc, Dsr, Esr, Subtraction, SubtractionRules

DUELS = ("esr_duels", "dsc_duels", "dsr_duels", "subtraction_duels")


def _certified(column: str) -> str:
    """A value that lies beyond its error."""
    return f"{column} + (CASE WHEN {column} < 0.5 THEN 1 ELSE -1 END) * 1.01 * error"


LIES = (*lies("montecarlo"), *(lie for table in DUELS for lie in lies("montecarlo", "duels", table=table)))

OWN = {
    **{f"{table}.{column}": _certified(column) for table in DUELS for column in ("first", "second", "mean")},
    "basins.mean": _certified("mean"),
    # where there is none, too
    "lasting_blunders.modulus": "coalesce(modulus * (1 + 2.3e-16), 0.5)",
    "lasting_blunders.angle": "coalesce(angle * (1 + 2.3e-16), 0.5)",
    "lasting_blunders.played": "coalesce(list_transform(played, lambda x, i: x * (1 + 2.3e-16)), [0.5])",
    "asymmetry_bad_moves.share_num": "share_num + 1",
    # a sample says no more than its size
    "simulations.wins": "CASE WHEN 2 * wins > games THEN wins - games // 3 ELSE wins + games // 3 END",
}


def make(folder: Path) -> None:
    two, three = SubtractionRules((1, 2)), SubtractionRules((3, 5, 11), "loses")
    builds = [
        races.curve_build(Subtraction(two, 12), 6),
        races.Duel(Subtraction(three, 30), 9, 4),
        races.Duel(Subtraction(SubtractionRules((2, 3), "illegal"), 14), 2, inf),
        races.Duel(Subtraction(two, 20), 10**12, 2 * 10**12),
        races.Duel(Subtraction(three, 40), 100, 200),
        races.Duel(Esr(3, 4, 2), 50, 100),
        races.Duel(Esr(2, 2, 2), 3000, inf),
        races.Positions(Subtraction(three, 30)),
        races.curve_build(Esr(2, 3, 2), 6),
        races.curve_build(Esr(3, 2, 1), 5),
        races.curve_build(Dsc(8), 20),
        races.curve_build(Dsr(7), 20),
        races.Duel(Dsc(26), 50, 100),
        races.Minima(Dsc(26), 2000),
        # the last one has windows of several words
        races.Games(
            200, (SubtractionRules((2, 5)), SubtractionRules((2, 3), "illegal"), three, SubtractionRules((5, 64, 128)))
        ),
        races.Limits((three, two, SubtractionRules((2, 3), "illegal"), SubtractionRules((2, 4), "loses"))),
        races.Lasting(3),
        races.Agents(Subtraction(three, 25)),
        races.Agents(Subtraction(SubtractionRules((2, 3), "illegal"), 12)),
        races.Asymmetry(40, two, "static", (Fraction(-1, 2), Fraction(0), Fraction(1, 3))),
        races.Asymmetry(40, SubtractionRules((1, 3), "loses"), "static", (Fraction(-1), Fraction(1))),
        races.Asymmetry(30, two, "informed", (Fraction(-1, 3),)),
        races.Asymmetry(40, SubtractionRules((1, 3, 4), "illegal"), "informed", (Fraction(-1, 5),)),
        races.Samples(Subtraction(three, 20), (("random", "random"), ("careful", "perfect")), 400, 3, 1),
        races.Samples(Esr(2, 3, 2), races.double_playouts((2, 3)), 500, 4),
        races.Samples(Dsc(8), (("mc:2", "mc:inf"),), 500, 4),
    ]
    run(folder, builds, executor="inline")


PLANTED = Planted("montecarlo", make, LIES, own=OWN)
