"""The other way through LEX and MIX, against their definitions."""

from collections import Counter
from fractions import Fraction

import pytest
from naive import mix as naive_mix
from naive import strategies as naive

from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import AnswerTable, Named, Pegs, Rules, WordList
from tafelwerk.proofs.mastermind.entropy_play import Alpha, play_orders
from tafelwerk.proofs.mastermind.games_by_rules import StoredGame, pegs_game

ORDERS: tuple[Alpha, ...] = (*map(Fraction, ("0", "1/3", "1", "4/3", "2", "9/2")), None)
GAMES: tuple[Rules, ...] = (
    Pegs(1, 3),
    Pegs(2, 4),
    Pegs(3, 3),
    Pegs(3, 4, True),
    WordList(Named("w"), "jotto", ("abc", "abd", "bca", "cab", "dab", "dca"), ("aad", "xyz")),
    AnswerTable(
        Named("t"), tuple("123456"), tuple("abcd"), tuple(map(tuple, ("001122", "010203", "123123", "011111")))
    ),
)


def stored(rules: Rules) -> StoredGame:
    if isinstance(rules, Pegs):
        return pegs_game(rules)
    problem = problem_from(rules)
    name = rules.game.name
    return StoredGame(name, None, "", problem.codes, problem.queries, problem.labels, problem.solved, problem.answers)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: str(getattr(rules, "game", rules)))
def test_lex_and_mix_are_their_definitions(rules: Rules) -> None:
    problem, game = problem_from(rules), stored(rules)
    every = range(len(problem.codes))
    for alpha, lex, mix in zip(ORDERS, play_orders(game, ORDERS), play_orders(game, ORDERS, mixed=True), strict=True):
        nodes = naive.lex(problem, list(every), alpha)
        assert lex.first == nodes[0][2]
        assert lex.total == sum(node[3] for node in nodes)
        assert sum(codes for _, codes in lex.histogram) == len(problem.codes)
        depth = [1]
        for parent, *_ in nodes[1:]:
            depth.append(depth[parent] + 1)
        assert lex.most == max(depth)
        found = naive_mix.mix(problem, every, alpha)
        assert dict(mix.histogram) == {queries: codes for queries, codes in found.items() if codes}
        assert mix.first == naive.best(problem, list(every), alpha)[0]


def test_an_opening_is_asked_first() -> None:
    game = pegs_game(Pegs(2, 4))
    (found,) = play_orders(game, (Fraction(1),), opening=0)
    after = Counter(game.answers[0].tolist())
    assert found.first == 0
    assert found.histogram[0] == (1, 1)
    assert found.total > sum(after.values())


def test_symmetries_change_nothing() -> None:
    game = pegs_game(Pegs(3, 4))
    plain = StoredGame("plain", None, "", game.codes, game.queries, game.labels, game.solved, game.answers)
    assert play_orders(game, ORDERS, mixed=True) == play_orders(plain, ORDERS, mixed=True)


def test_orders_of_large_denominators() -> None:
    game = pegs_game(Pegs(3, 3))
    near = Fraction(2) + Fraction(1, 10**18)
    found, other = play_orders(game, (near, Fraction(2)))
    assert found.total >= other.total - 1000
    assert sum(codes for _, codes in found.histogram) == 27
