"""Which optima a second program finds again, and which it does not."""

from tafelwerk.families.mastermind import builds
from tafelwerk.families.mastermind.rules import Named, Pegs, WordList
from tafelwerk.rules.deduction import Optimal

WORDS = WordList(Named("words"), "wordle", ("ab", "ba"), ())


def test_optima_that_no_second_program_finds() -> None:
    for build, evidence in (
        (builds.StrategyBuild(Pegs(4, 6), Optimal()), "recomputed"),
        (builds.StrategyBuild(Pegs(4, 7), Optimal()), "recomputed"),
        (builds.StrategyBuild(Pegs(4, 9), Optimal()), "single"),
        (builds.StrategyBuild(Pegs(5, 5), Optimal()), "recomputed"),
        (builds.StrategyBuild(Pegs(5, 6), Optimal()), "single"),
        (builds.BoundsBuild(Pegs(5, 4), 10), "recomputed"),
        (builds.BoundsBuild(Pegs(5, 7), 10), "single"),
        (builds.StrategyBuild(Pegs(9, 2), Optimal()), "recomputed"),
        (builds.StrategyBuild(Pegs(10, 2), Optimal()), "single"),
        (builds.StrategyBuild(Pegs(2, 36), Optimal()), "recomputed"),
        (builds.StrategyBuild(Pegs(1, 101), Optimal()), "single"),
        (builds.AdversaryBuild(Pegs(4, 7)), "recomputed"),
        (builds.AdversaryBuild(Pegs(4, 8)), "single"),
        (builds.AdversaryBuild(WORDS), "single"),
        (builds.StrategyBuild(WORDS, Optimal()), "single"),
    ):
        assert build.evidence == evidence, build.name
