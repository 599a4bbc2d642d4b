"""The codemaker's choice: least weighted costs against the solver's; a sound book passes, and errors are found."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from marks import compiled
from mutations import Mutant, Mutation, planted
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams import rows
from tafelwerk.proofs.beams import strategy_costs as proof
from tafelwerk.proofs.beams.beams_rules import GAMES, Game, patterns
from tafelwerk.proofs.beams.least_totals import SMALL, LeastCost
from tafelwerk.proofs.stored_trees import TABLES
from tafelwerk.solvers.deduction.adversary_game import Program, Solution
from tafelwerk.solvers.deduction.adversary_game import Replies as AnyReplies


def test_weights_beyond_the_range_of_numbers() -> None:
    game = Game(3, 2, 2)
    with pytest.raises(ValueError, match="too large"):
        LeastCost(game, SMALL, SMALL, weights=(1 << 59,) * len(patterns(game)))


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
    of, first = proof._classes(GAMES["3c6p"])
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
            claims = {claim.method: claim for claim in proof.mixture_claims(mutant, parameters)}
            (text,) = claims["best replies by branch and bound"].prove([0])
        assert fault in text
