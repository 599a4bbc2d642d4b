"""Strategies played once more, tops and parts: a sound book passes and errors are found; what the book does not show.
Pieces counted by the cells of rows, against those that are listed one by one.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from loose_builds import LooseBuild
from mutations import Mutant, lies
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.task import Task
from tafelwerk.families.beams.builds import StrategyPart, StrategyTop
from tafelwerk.families.beams.rules import STORED, Entropy, Square, variant_of
from tafelwerk.proofs.beams import strategy_costs
from tafelwerk.proofs.beams.beams_rules import GAMES, Game, codes, lines, near, patterns
from tafelwerk.proofs.beams.strategy_play import MIX, measure_of, play
from tafelwerk.proofs.beams.variant_counts import cover_count, grown_shapes, list_covers, shapes_again
from tafelwerk.solvers.beams.pieces import shapes
from tafelwerk.solvers.machine.jit import INTERPRETED

TINY = (Game(3, 2, 2), Game(2, 3, 2))
H1 = Entropy(Fraction(1))


def test_covers_are_counted_and_listed() -> None:
    for game in (*TINY, GAMES["3c6p"], GAMES["6c3p"]):
        found = np.array(sorted(map(tuple, list_covers(game).tolist())))
        assert (found == patterns(game)).all()
        assert cover_count(game) == len(found)


@pytest.mark.parametrize("strategy", [H1, Entropy(Fraction(2), "mix"), Entropy(Fraction(41, 50), "lex-d")], ids=str)
def test_exact_comparisons_decide_as_doubles_and_marks_do(strategy: Entropy) -> None:
    """Every comparison that is not of equal sums is made exactly where no double is trusted."""
    game = TINY[0] if INTERPRETED else GAMES["3c6p"]
    measure = measure_of(strategy, len(codes(game)), game.colours)
    usual, exact = (
        play(game, one, strategy.alpha, 1 << 20) for one in (measure, measure._replace(close=0.02, sure=0.02))
    )
    assert usual.spent == exact.spent
    assert measure.tie == MIX or (usual.nodes == exact.nodes).all()


@pytest.fixture(scope="module")
def divided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The top and two parts of a strategy of six colours, as those of a large variant are stored."""
    tasks: tuple[Task, ...] = (StrategyTop("6c3p", H1), *(StrategyPart("6c3p", H1, number, 2) for number in (1, 2)))
    build = LooseBuild("beams", "top", {"variant": "6c6p"}, tasks, "exact")
    return made_once(tmp_path_factory, "beams-parts", lambda book: run(book, [build], executor="inline"), "beams")


@pytest.fixture(scope="module")
def mutant(divided: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mutant]:
    with Mutant(divided, "beams", tmp_path_factory.mktemp("mutant")) as opened:
        yield opened


def test_parts_that_are_sound_and_that_are_not(mutant: Mutant) -> None:
    stored = strategy_costs.StoredStrategy("6c3p", H1)
    division = strategy_costs.Division(stored, 2, frozenset((1, 2)))
    assert list(strategy_costs.division_faults(mutant, division, has_nodes=True)) == []
    assert list(strategy_costs.top_faults(mutant, stored)) == []
    for lie in lies("beams", "parts"):
        with mutant.planted(lie, 1):
            assert list(strategy_costs.division_faults(mutant, division, has_nodes=True)), lie
            if "nodes SET" in lie.sql:
                assert list(strategy_costs.top_faults(mutant, stored)), lie


def test_as_many_pieces_as_are_listed() -> None:
    for size, side in product(range(1, 8), (2, 3, 4)):
        assert shapes_again(size, 2 * side - 1, 2 * side - 1) == shapes(size, side)
    for size, (height, width) in product(range(1, 6), [(2, 5), (3, 4), (4, 4), (5, 6)]):
        assert grown_shapes(size, height, width) == shapes(size, Square(height, width))


@pytest.mark.parametrize("name", STORED)
def test_the_boards_are_those_of_the_rules(name: str) -> None:
    """Fields by number, windows and neighbours, written down twice."""
    side, board = GAMES[name].side, variant_of(name).board
    assert lines(side) == board.windows
    assert near(side) == board.neighbours
    assert GAMES[name].fields == len(board.fields)


@pytest.mark.slow
def test_those_of_the_expert_game() -> None:
    assert shapes_again(10, 9, 9) == 361_648
