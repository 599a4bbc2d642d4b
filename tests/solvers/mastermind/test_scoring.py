"""Mastermind's answers are those of its rules."""

from tafelwerk.solvers.mastermind.scoring import mastermind

GAMES = [(1, 5, False), (3, 5, True), (5, 2, False)]


def test_the_rule_of_the_source() -> None:
    """AABB is answered (1,2) if the code is ABAA. Jena dissertation on the exact analysis of heuristics for combinatorial
    games, section 4.3.1."""
    problem = mastermind(4, 6)
    assert problem.labels[problem.answers[problem.query_index["AABB"], problem.query_index["ABAA"]]] == "1,2"


def test_many_colours_are_numbers_and_the_most_pegs_have_answers_of_their_own() -> None:
    problem = mastermind(2, 70)
    assert len(problem.codes) == 4900
    assert problem.codes[:2] == ("1.1", "1.2")
    assert problem.labels[problem.answers[problem.query_index["17.3"], problem.query_index["3.17"]]] == "0,2"
    assert mastermind(1, 62).codes[-1] == "9"
    most = mastermind(21, 1)
    assert (most.labels[most.answers[0, 0]], most.solved, len(most.labels)) == ("21,0", 252, 253)
