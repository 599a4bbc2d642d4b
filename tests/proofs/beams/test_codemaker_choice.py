"""The codemaker's choice: least weighted costs against brute force and the solver's, and errors that are found."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from marks import compiled
from mutations import Mutant, Mutation, planted
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams import rows
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.proofs.beams import codemaker_choice as proof
from tafelwerk.proofs.beams.beams_rules import GAMES, Game, codes, patterns
from tafelwerk.proofs.beams.least_totals import SMALL, LeastCost
from tafelwerk.proofs.claims import Faults
from tafelwerk.proofs.mixtures import TABLES
from tafelwerk.proofs.stored_trees import walk
from tafelwerk.solvers.beams.weighted_replies import Replies, code_classes
from tafelwerk.solvers.deduction.adversary_game import Program, Solution
from tafelwerk.solvers.deduction.adversary_game import Replies as AnyReplies

TINY = (Game(3, 2, 2), Game(2, 3, 2))


def weighted(game: Game, weights: Sequence[int], small: int = SMALL) -> LeastCost:
    """The search for the least cost of codes with these weights."""
    return LeastCost(game, small, small, weights=tuple(weights[:: len(weights) // len(patterns(game))]))


@compiled
def test_least_costs_equal_the_solver_s() -> None:
    game, draw = GAMES["3c6p"], Random(2)
    of, first = proof._classes(game)
    by_class = [draw.choice([*[0] * 6, draw.randint(1, 40)]) for _ in first]
    reply = Replies(problem_of("3c6p")).reply(by_class, None)
    assert reply is not None
    least = int(np.dot(by_class, reply.column))
    search = weighted(game, [by_class[place] for place in of])
    assert search.total(least + 1) == least <= search.total(least)


def test_weights_beyond_the_range_of_numbers() -> None:
    with pytest.raises(ValueError, match="too large"):
        weighted(TINY[0], [1 << 59] * len(codes(TINY[0])))


Nodes = list[tuple[Any, ...]]
GAME = GAMES["3c6p"]


@cache
def nodes_of(*weights: int) -> tuple[Nodes, list[int]]:
    """Nodes of a best reply, as they are stored, and its costs by class."""
    problem = problem_of("3c6p")
    reply = Replies(problem).reply(list(weights), None)
    assert reply is not None
    nodes: Nodes = [
        (node, None if parent < 0 else parent, None if parent < 0 else answer, query)
        for node, (parent, answer, query) in enumerate(rows._nodes(reply.tree))
    ]
    return nodes, list(reply.column)


def test_classes() -> None:
    of, first = proof._classes(GAME)
    classes = code_classes(problem_of("3c6p"))
    assert of.tolist() == classes.of.tolist()
    assert tuple(np.bincount(of)) == classes.sizes
    assert [first[0], len(first)] == ["111111222233223333", 29]


@compiled
def test_replays() -> None:
    for weights in ([1] * 29, range(1, 30)):
        nodes, column = nodes_of(*weights)
        walked = walk(proof.hidden_code(GAME), nodes, Faults())
        assert walked is not None
        assert np.bincount(proof._classes(GAME)[0], walked.spent).astype(int).tolist() == column


def _changed(nodes: Nodes, place: int, **values: Any) -> Nodes:
    row = dict(zip(("node", "parent", "answer", "query"), nodes[place], strict=True)) | values
    return [*nodes[:place], tuple(row.values()), *nodes[place + 1 :]]


@compiled
def test_no_strategies() -> None:
    (nodes, _), rules = nodes_of(*[1] * 29), proof.hidden_code(GAME)
    for changed in (
        nodes[:-1],
        nodes[1:],
        [],
        _changed(nodes, 0, query="111111222233223333"),
        _changed(nodes, 0, query="4@1"),
        _changed(nodes, 1, query="1@2"),
        _changed(nodes, 1, answer="1,2,3,4"),
        _changed(nodes, 2, parent=0),
        _changed(nodes, 2, node=3),
        _changed(nodes, 3, query="none"),
    ):
        assert walk(rules, changed, Faults()) is None


def _restricted(replies: AnyReplies[Any]) -> Solution[Any]:
    """The game in which the breaker has few strategies; it is solved in a second."""
    random = Random(1)
    weights = [[1] * len(replies.sizes), *([random.randrange(1, 9) for _ in replies.sizes] for _ in range(9))]
    strategies = [reply for one in weights if (reply := replies.reply(one, None)) is not None]
    program = Program.from_basis(replies.sizes, [one.column for one in strategies], None)
    program.improve()
    mixture = sorted(program.mixture.items(), key=lambda one: (-one[1], one[0]))
    return Solution(
        program.value,
        program.value,
        tuple(program.chances),
        tuple(strategies[place] for place, _ in mixture),
        tuple(share for _, share in mixture),
        len(strategies),
    )


def _make(folder: Path) -> None:
    with patch.object(rows, "solve_game", _restricted):
        run(folder, [kinds.VariantBuild("3c6p"), kinds.AdversaryBuild("3c6p")], executor="inline")


@pytest.fixture(scope="module")
def mutant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mutant]:
    """A book of the game with few strategies, of which the proof then takes the best."""
    book = made_once(tmp_path_factory, "beams-choosing-proof", _make, "beams")
    of, first = proof._classes(GAME)
    places = [of.tolist().index(place) for place in range(len(first))]
    with Mutant(book, "beams", tmp_path_factory.mktemp("mutant")) as opened:
        columns = [row[0] for row in opened.rows("beams", "SELECT totals FROM beams.adversary_trees")]

        def least(_: str, weights: Sequence[int], limit: int) -> int:
            return min(
                limit,
                *(sum(weights[place] * cost for place, cost in zip(places, column, strict=True)) for column in columns),
            )

        with patch.object(proof, "least_cost", least):
            yield opened


def _kinds() -> Iterator[Any]:
    own = {f"{table}.variant": "'6c3p'" for table in TABLES}
    for place, kind in enumerate(kind for kind in planted("beams", own) if kind.table in TABLES):
        yield pytest.param(kind, id=kind.name, marks=() if place % 6 == 0 else pytest.mark.slow)


@compiled
def test_a_sound_book_passes(mutant: Mutant) -> None:
    assert mutant.failed(None, 1) == []


@compiled
@pytest.mark.parametrize("kind", list(_kinds()))
def test_every_kind_is_found(kind: Mutation, mutant: Mutant) -> None:
    assert mutant.failed(kind, seed=7)
    assert mutant.failed(kind, seed=8, rows=1)


@compiled
def test_a_codemaker_who_is_not_optimal(mutant: Mutant) -> None:
    """The breaker's mixture alone does not show that the codemaker's falls short."""
    for sql, fault in (
        ("UPDATE adversary_codes SET chance = 1 / 1860, chance_num = '1', chance_den = '1860'", "the least mean"),
        ("UPDATE adversary_codes SET chance_num = '-1' WHERE class = 0", "do not sum to 1"),
        ("DELETE FROM adversary_codes WHERE class = 28", "no chances"),
        ("DELETE FROM adversaries", "or no value"),
    ):
        with mutant.planted(Mutation("chances", sql, "adversary_codes"), 7):
            parameters = [{"variant": "3c6p", "codemaker": "optimal"}]
            claims = {claim.method: claim for claim in proof.claims(mutant, parameters)}
            (text,) = claims["best replies by branch and bound"].prove([0])
        assert fault in text
