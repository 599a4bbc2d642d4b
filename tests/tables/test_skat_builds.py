"""What a build of Skat holds follows from its parameters alone."""

from itertools import chain

import pytest

from tafelwerk.build import skat
from tafelwerk.build.skat.ladder import rungs
from tafelwerk.build.skat.sets import match_builds
from tafelwerk.errors import InputError
from tafelwerk.proofs.skat.deals import deal_number as number_of
from tafelwerk.proofs.skat.deals import numbered
from tafelwerk.rules.skat.deals import MOST_DEALS, numbered_deal
from tafelwerk.tables import builds
from tafelwerk.tables.builds.skat import ladder_steps


def test_names_and_tables_of_builds() -> None:
    some = chain(
        skat.quick(),
        skat.standard(),
        skat.pocket(),
        match_builds(3, ("pimc:3",) * 3),
        skat.sample_builds(401),
        skat.win_builds(3),
    )
    for build in some:
        found = builds.contents("skat", build.parameters)
        assert found is not None
        assert (found.name, found.certainty) == (build.name, build.certainty)
        tables = {name for task in build.tasks for name in getattr(task, "tables", None) or (task.table,)}  # type: ignore[attr-defined]
        assert set(found.rows) == tables


@pytest.mark.parametrize("cards", [4, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("question", [None, "win", "points", "table", "null"])
def test_steps_of_the_ladder(cards: int, question: str | None) -> None:
    assert sorted(ladder_steps(cards, question)) == sorted(rung.step for rung in rungs(cards, question))


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"seed": 1, "first": 0, "last": 10**12},
        {"seed": 1, "first": 5, "last": 4},
        {"seed": 1, "first": 0, "last": 9, "ladder": 11, "question": None},
        {"seed": 1, "first": 0, "last": 9, "ladder": 5, "question": "who"},
        {"seed": "1", "first": 0, "last": 9},
        {"seed": 1, "first": 0, "last": 9, "question": "points"},
        {"deal": -1, "contracts": [["null", "rearhand"]], "whole": False},
        {"deal": 7, "contracts": [["ramsch", "rearhand"]], "whole": False},
        {"games": ["a"], "more": 1},
    ],
)
def test_what_is_no_build(parameters: dict[str, object]) -> None:
    with pytest.raises(InputError):
        builds.contents("skat", parameters)


@pytest.mark.parametrize("number", [0, 1, 10**9, MOST_DEALS // 3, 10**15, MOST_DEALS - 1])
def test_numbers_of_deals(number: int) -> None:
    deal = numbered_deal(number)
    assert numbered(number) == (*deal.hands, deal.skat)
    assert number_of(numbered(number)) == number


@pytest.mark.parametrize("number", [-1, MOST_DEALS])
def test_numbers_of_no_deal(number: int) -> None:
    with pytest.raises(ValueError, match="no deal"):
        numbered(number)
