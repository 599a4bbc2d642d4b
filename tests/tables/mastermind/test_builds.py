"""What builds hold is said by their parameters."""

from itertools import islice

import pytest

from tafelwerk.build.mastermind import sets
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import Named, Pegs, WordList
from tafelwerk.tables.builds import contents

WORDS = WordList(Named("words"), "wordle", ("ab", "ba"), ())
BUILDS = (
    *sets.quick(),
    *sets.standard(),
    *sets.pocket(),
    *islice(sets.full(), 30),
    sets.game_build(WORDS),
    sets.strategy_build(WORDS, Optimal()),
    sets.bounds_build(Pegs(3, 4), 10),
)


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_builds_are_what_their_parameters_say(build: Build) -> None:
    found = contents("mastermind", build.parameters)
    assert found is not None
    assert (found.name, found.certainty) == (build.name, build.certainty)
    assert set(found.rows) == {
        table
        for task in build.tasks
        for table in getattr(task, "tables", None) or (task.table,)  # type: ignore[attr-defined]
    }


@pytest.mark.parametrize(
    ("build", "evidence"),
    [
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
    ],
)
def test_optima_that_no_second_program_finds(build: Build, evidence: str) -> None:
    assert build.evidence == evidence


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"game": "4x6"},
        {"game": "4x6", "rules": "x"},
        {"game": "words", "rules": ""},
        {"game": "04x6", "rules": ""},
        {"game": "9x9", "rules": ""},
        {"game": "4x6", "rules": "", "more": 1},
        {"game": "4x6", "tries": 0},
        {"game": "words", "tries": 10},
        {"game": "4x6", "rules": "", "strategy": "h-1", "tie": "lex"},
        {"game": "4x6", "rules": "", "strategy": "h1.0", "tie": "lex"},
        {"game": "4x6", "rules": "", "strategy": "h1", "tie": "none"},
        {"game": "4x6", "rules": "", "strategy": "optimal max-depth 0", "tie": "none"},
        {"game": "4x6", "rules": "", "strategy": "h9999999999", "tie": "lex"},
        {"game": "4x6", "tie": "lex", "opening": None, "alphas": []},
        {"game": "4x6", "tie": "lex", "opening": None, "alphas": ["2/4"]},
        {"game": "4x6", "tie": "lex", "opening": None, "alphas": ["1/0"]},
        {"game": "4x6", "tie": "mix", "opening": "AABC", "alphas": ["1"]},
        {"game": "4x6", "tie": "lex", "opening": 5, "alphas": ["1"]},
    ],
)
def test_what_is_no_build_is_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(InputError, match="no build with parameters"):
        contents("mastermind", parameters)
