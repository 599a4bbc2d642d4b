"""The other way through LEX and MIX, against their definitions."""

from fractions import Fraction

from answer_tables import stored, tables
from hypothesis import given
from hypothesis import strategies as st
from naive import mix as naive_mix
from naive import strategies as naive

from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.proofs.mastermind.entropy_play import Alpha, play_orders
from tafelwerk.proofs.mastermind.games_by_rules import pegs_game
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.mastermind.scoring import mastermind

NEAR = Fraction(2) + Fraction(1, 10**18)
ORDERS: tuple[Alpha, ...] = (*map(Fraction, ("0", "1/3", "1", "4/3", "2", "9/2")), NEAR, None)


@given(problem=tables(6, ordered=True).filter(lambda problem: len(problem.codes) > 1), alpha=st.sampled_from(ORDERS))
def test_lex_and_mix_are_their_definitions(problem: SearchProblem, alpha: Alpha) -> None:
    every = range(len(problem.codes))
    (lex,), (mix,) = (play_orders(stored(problem), (alpha,), mixed=mixed) for mixed in (False, True))
    nodes = naive.lex(problem, every, alpha)
    assert lex.first == mix.first == nodes[0][2]
    assert lex.total == sum(node[3] for node in nodes)
    assert sum(codes for _, codes in lex.histogram) == len(problem.codes)
    depth = [1]
    for parent, *_ in nodes[1:]:
        depth.append(depth[parent] + 1)
    assert lex.most in (max(depth), max(depth) + (problem.solved < 0))
    expected = naive_mix.mix(problem, every, alpha)
    assert dict(mix.histogram) == {queries: codes for queries, codes in expected.items() if codes}


def test_an_opening_is_asked_first() -> None:
    game, problem = pegs_game(Pegs(2, 4)), mastermind(2, 4)
    (play,) = play_orders(game, (Fraction(1),), opening=0)
    parts = [part for answer, part in naive.parts(problem, 0, range(16)).items() if answer != problem.solved]
    assert (play.first, play.histogram[0]) == (0, (1, 1))
    assert play.total == 16 + sum(node[3] for part in parts for node in naive.lex(problem, part, Fraction(1)))


def test_symmetries_change_nothing() -> None:
    game, plain = pegs_game(Pegs(3, 4)), stored(mastermind(3, 4))
    for mixed in (False, True):
        assert play_orders(game, ORDERS, mixed=mixed) == play_orders(plain, ORDERS, mixed=mixed)
