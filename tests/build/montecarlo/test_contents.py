"""What builds hold, as their parameters say."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from tafelwerk.build.montecarlo import sets
from tafelwerk.build.task import tables_of
from tafelwerk.errors import InputError
from tafelwerk.rules.montecarlo import Dsc, Esr, Subtraction, SubtractionRules
from tafelwerk.tables.builds import contents

RULES = SubtractionRules((2, 5), "illegal")


def test_every_build_is_described() -> None:
    builds = [
        *sets.standard(),
        *sets.quick(),
        *sets.pocket(),
        *sets.full(),
        sets.duel_build(Subtraction(RULES, 0), inf, 7),
        sets.duel_build(Esr(2, 3, 1), 5, inf),
        sets.position_build(Dsc(7)),
        sets.position_build(Subtraction(RULES, 30)),
        sets.games_build((RULES,), 100),
        sets.games_build((RULES, SubtractionRules((1, 3))), 100),
        sets.asymmetry_build(RULES, "informed", (Fraction(-1, 3),), 50),
        sets.simulations_build(Subtraction(RULES, 30), (("mc:3", "random"),), 10, 7, 5),
        sets.simulations_build(Dsc(7), sets.doubled((3, 5)), 10, 7),
    ]
    for build in builds:
        found = contents("montecarlo", build.parameters)
        assert found is not None
        assert (found.name, found.certainty, found.evidence) == (build.name, build.certainty, "recomputed")
        assert set(found.rows) == {table for task in build.tasks for table in tables_of(task)}


def test_names() -> None:
    assert sets.duel_build(Subtraction(RULES, 9), inf, 7).name == (
        "montecarlo duel subtraction 9 --moves 2,5 --overshoot illegal --k inf --rival 7"
    )
    assert sets.simulations_build(Dsc(7), (("mc:3", "mc:inf"),), 10, 7).name == (
        "montecarlo simulate dsc 7 --first mc:3 --second mc:inf --games 10 --seed 7"
    )
    assert sets.games_build((RULES,), 100).name == "montecarlo blunder --moves 2,5 --overshoot illegal --limit 100"


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"game": "foo 3"},
        {"game": 3},
        {"game": "esr 5 6"},
        {"game": "esr 05 6 1"},
        {"game": "dsc 0"},
        {"game": "dsc 5 6"},
        {"game": "subtraction 5"},
        {"game": "subtraction 5 --moves a,b"},
        {"game": "subtraction 5 --moves 2,1"},
        {"game": "subtraction 5 --moves 1,2 --overshoot wins"},
        {"game": "dsc 5", "k": 3},
        {"game": "dsc 5", "k": "3", "rival": 6},
        {"game": "dsc 5", "k_max": 10, "points": 1},
        {"game": "dsc 5", "k_max": 10, "points": 3, "more": 1},
        {"games": [], "limit": "x"},
        {"games": [3], "limit": 100},
        {"limits": ["--moves"]},
        {"rules": "--moves 1,2", "kind": "strange", "epsilon": ["1/2"], "heaps": 10},
        {"rules": "--moves 1,2", "kind": "static", "epsilon": ["1/0"], "heaps": 10},
        {"agents": "dsc 5"},
        {"simulated": "dsc 5", "lowest": 0, "pairs": ["mc:3"], "samples": 10, "seed": 1},
        {"simulated": "dsc 5", "lowest": 0, "pairs": ["mc:3 nobody"], "samples": 10, "seed": 1},
        {"simulated": "dsc 5", "lowest": 0, "pairs": ["mc:03 mc:6"], "samples": 10, "seed": 1},
        {"simulated": "subtraction 5 --moves 1,2", "lowest": 6, "pairs": ["random random"], "samples": 10, "seed": 1},
    ],
)
def test_no_such_build(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        contents("montecarlo", parameters)
