"""Fewest queries at worst: strategies that keep to a limit, and proofs that none does."""

from itertools import count
from pathlib import Path

import pytest
from beams_games import TINY
from checkpoints import resume_interrupted
from marks import compiled

from research.eleven_queries import proof
from research.eleven_queries.proof import Refutation, RefutationBuild
from research.eleven_queries.refutation import refute
from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams.look_ups import get_bounds
from tafelwerk.families.beams.rules import FEWEST_QUERIES, VARIANTS, Variant, variant_of
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.optimal_strategies import are_enough, limited_tree, walk
from tafelwerk.solvers.beams.patterns import make_problem

SMALL = [*TINY[:2], variant_of("2x3c2-directions")]


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_both_sides(variant: Variant) -> None:
    problem = make_problem(variant)
    depth = next(queries for queries in count(1) if limited_tree(problem, queries) is not None)
    for queries in range(1, depth + 3):
        assert refute(problem, queries) == (queries < depth)
        assert are_enough(problem, queries) == (queries >= depth)
        tree = limited_tree(problem, queries)
        assert (tree is None) == (queries < depth)
        if tree is not None:
            asked, wrong = walk(list_codes(variant), tree)
            assert asked.max() <= queries
            assert tree.total[0] == asked.sum() + wrong.sum()


@compiled
def test_3c6p_takes_five() -> None:
    problem, fewest = make_problem(VARIANTS["3c6p"]), FEWEST_QUERIES["3c6p"]
    assert [refute(problem, queries) for queries in (2, 4, fewest)] == [True, True, False]
    assert [are_enough(problem, queries) for queries in (2, 4, fewest)] == [False, False, True]
    assert limited_tree(problem, fewest - 1) is None
    tree = limited_tree(problem, fewest)
    assert tree is not None
    assert walk(list_codes(problem.variant), tree)[0].max() == fewest


@pytest.mark.slow
@compiled
def test_6c3p_takes_no_more_than_eleven() -> None:
    """Half of a theorem; the other half takes a quarter of an hour."""
    problem, fewest = make_problem(VARIANTS["6c3p"]), FEWEST_QUERIES["6c3p"]
    tree = limited_tree(problem, fewest)
    assert tree is not None
    asked, wrong = walk(list_codes(problem.variant), tree)
    assert (int(asked.max()), int(wrong.sum()), int(asked.sum() + wrong.sum())) == (fewest, 998, 1_706_291)


@compiled
def test_6c3p_takes_more_than_six() -> None:
    seen: list[int] = []
    known: dict[str, bool] = {}
    problem = make_problem(VARIANTS["6c3p"])
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == len(known) == 30
    assert seen == sorted(seen)
    # what is known is not proved again
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == 30
    # where the answers that leave most codes prove nothing, others are tried
    assert refute(problem, 6, dict.fromkeys(known, False), seen.append)
    assert len(seen) > 60


def test_windows_from_both_ends_are_refused() -> None:
    with pytest.raises(InputError, match="too long or too many"):
        refute(make_problem(variant_of("2x3c2")), 2)


@compiled
def test_an_interrupted_proof_goes_on() -> None:
    at_once, rows = resume_interrupted(Refutation("3c6p", 4))
    assert rows == {"variant": ["3c6p"], "queries": 4}
    assert len(at_once.state["known"]) == len(at_once.messages) > 3
    assert at_once.messages[-1] == f"{at_once.state['sets']:,} sets of codes"


def test_a_proof_that_fails_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "refute", lambda *_: False)
    with pytest.raises(TafelwerkError, match="not proved that 4 queries are not enough"):
        Refutation("3c6p", 4).run()


@compiled
def test_its_result_is_a_build_of_a_book(tmp_path: Path) -> None:
    """The same row, under the same digest, as by trying all strategies; what the claims of `verify` say of it is as before."""
    for build in (RefutationBuild("3c6p", 4), kinds.QueryBoundBuild("3c6p", 4)):
        assert build.digest == kinds.QueryBoundBuild("3c6p", 4).digest
        run(
            tmp_path / type(build).__name__,
            [kinds.VariantBuild("3c6p"), kinds.BoundBuild("3c6p", 1000), build],
            executor="inline",
        )
    for folder in tmp_path.iterdir():
        with open_book(folder, pocket=False) as book:
            bounds = get_bounds(book, "3c6p")
            assert bounds is not None
            assert bounds.queries == 5
    result = RefutationBuild("6c3p", 10)
    assert (result.name, result.evidence) == ("beams --variant 6c3p --more-than 10", "single")
    with pytest.raises(InputError, match="research/eleven_queries"):
        list(kinds.QueryBoundBuild("6c3p", 10).make_tasks())
