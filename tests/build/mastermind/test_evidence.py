"""Which optima a second program finds again, and which it does not."""

from tafelwerk.build.mastermind import sets
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import Named, Pegs, WordList

WORDS = WordList(Named("words"), "wordle", ("ab", "ba"), ())


def test_optima_that_no_second_program_finds() -> None:
    for build, evidence in (
        (sets.strategy_build(Pegs(4, 6), Optimal()), "recomputed"),
        (sets.strategy_build(Pegs(4, 7), Optimal()), "recomputed"),
        (sets.strategy_build(Pegs(4, 9), Optimal()), "single"),
        (sets.strategy_build(Pegs(5, 5), Optimal()), "recomputed"),
        (sets.strategy_build(Pegs(5, 6), Optimal()), "single"),
        (sets.bounds_build(Pegs(5, 4), 10), "recomputed"),
        (sets.bounds_build(Pegs(5, 7), 10), "single"),
        (sets.strategy_build(Pegs(9, 2), Optimal()), "recomputed"),
        (sets.strategy_build(Pegs(10, 2), Optimal()), "single"),
        (sets.strategy_build(Pegs(2, 36), Optimal()), "recomputed"),
        (sets.strategy_build(Pegs(1, 101), Optimal()), "single"),
        (sets.adversary_build(Pegs(4, 7)), "recomputed"),
        (sets.adversary_build(Pegs(4, 8)), "single"),
        (sets.adversary_build(WORDS), "single"),
        (sets.strategy_build(WORDS, Optimal()), "single"),
    ):
        assert build.evidence == evidence, build.name
