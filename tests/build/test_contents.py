"""What a build of any family holds follows from its parameters alone; other parameters are no build."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice
from math import inf
from typing import Any

import pytest

from tafelwerk.build.catalogue import FAMILIES, module
from tafelwerk.build.task import Build, tables_of, task_digest
from tafelwerk.errors import InputError
from tafelwerk.families.mastermind import builds as mastermind
from tafelwerk.families.mastermind.rules import Named, Pegs, WordList
from tafelwerk.families.montecarlo import builds as montecarlo
from tafelwerk.families.montecarlo.rules import Dsc, Esr, Subtraction, SubtractionRules
from tafelwerk.families.skat import builds as skat
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.metadata import contents

RULES = SubtractionRules((2, 5), "illegal")
WORDS = WordList(Named("words"), "wordle", ("ab", "ba"), ())


def besides(family: str) -> Iterator[Build]:
    """Builds of kinds that are in no set."""
    if family == "montecarlo":
        yield montecarlo.Duel(Subtraction(RULES, 0), inf, 7)
        yield montecarlo.Duel(Esr(2, 3, 1), 5, inf)
        yield montecarlo.Positions(Dsc(7))
        yield montecarlo.Positions(Subtraction(RULES, 30))
        yield montecarlo.Games(100, (RULES, SubtractionRules((1, 3))))
        yield montecarlo.Asymmetry(50, RULES, "informed", (Fraction(-1, 3),))
        yield montecarlo.Samples(Subtraction(RULES, 30), (("random", "careful"),), 10, 7, 5)
        yield montecarlo.Samples(Dsc(7), montecarlo.double_playouts((3, 5)), 10, 7)
    elif family == "mastermind":
        yield mastermind.GameBuild(WORDS)
        yield mastermind.StrategyBuild(WORDS, Optimal())
        yield mastermind.BoundsBuild(Pegs(3, 4), 10)
    elif family == "skat":
        for kind in (skat.Match(3, players=("pimc:3",) * 3), skat.RandomDeals(401), skat.Wins(3)):
            yield from kind.sections()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_build_is_described(family: str) -> None:
    builders = module(family)
    full = islice(builders.full(), 100)
    for build in chain(builders.quick(), builders.standard(), builders.pocket(), full, besides(family)):
        described = contents(family, build.parameters)
        assert described is not None
        assert (described.name, described.certainty) == (build.name, build.certainty)
        assert set(described.rows) == {table for task in build.tasks for table in tables_of(task)}, build.name
        assert build.operations() > 0, build.name
        assert build.expected_rows() > 0, build.name


@pytest.mark.parametrize("family", FAMILIES)
def test_no_build_of_a_set_is_another(family: str) -> None:
    """The full set of Beams names one twice, which is made once."""
    for make in (module(family).quick, module(family).standard, module(family).full):
        builds = list(islice(make(), 300))
        assert len({build.digest for build in builds}) == len({build.name for build in builds})
        assert make is module("beams").full or len({build.digest for build in builds}) == len(builds)
        for build in builds:
            assert len(set(map(task_digest, build.tasks))) == len(build.tasks), build.name


PARTED = {"variant": "6c6p", "strategy": "h1", "tie": "lex-c"}
CURVE = {"variant": "6c6p", "tie": "lex-c", "curve": ["h0", "h1"]}
PEGS = {"game": "4x6", "rules": ""}
ORDERS = {"game": "4x6", "tie": "lex", "opening": None}
SIMULATED = {"simulated": "dsc 5", "lowest": 0, "samples": 10, "seed": 1}
SEQUENCE = {"seed": 1, "first": 0, "last": 9}

REFUSED: dict[str, list[Mapping[str, Any]]] = {
    "beams": [
        {"variant": "3c7p"},
        {"variant": "3c6p", "bound": 0},
        {"variant": "6c6p", "bound": 5},
        {"variant": "3c6p", "strategy": "h1.0", "tie": "lex-c"},
        {"variant": "3c6p", "strategy": "h1"},
        {"variant": "3c6p", "strategy": "improved", "tie": "none"},
        {"variant": "6c6p", "strategy": "improved", "tie": "none", "top": 3},
        {"variant": "6c6p", "strategy": "improved", "tie": "lex-c"},
        {"variant": "6c10p", "strategy": "h1", "tie": "lex-c"},
        {"variant": "3c6p", "strategy": "h1", "tie": "lex-c", "part": 1, "parts": 2},
        PARTED | {"part": 3, "parts": 2},
        PARTED | {"tie": "mix", "top": 3},
        {"variant": "3c6p", "tie": "lex-c", "curve": ["h1", "h2", "h2.5"]},
        {"variant": "3c6p", "tie": "lex-c", "curve": []},
        {"variant": "3c6p", "tie": "none", "curve": ["h1"]},
        CURVE | {"tie": "mix"},
        CURVE | {"without": ["h0", "h1"]},
        CURVE | {"part": 1},
        CURVE | {"variant": "3c6p", "without": ["h0"]},
        {"variant": "3c6p", "foo": 1},
    ],
    "dresher": [
        {"from": 5},
        {"from": 5, "to": 4},
        {"from": 0, "to": 4},
        {"from": 5, "to": 4097},
        {"from": True, "to": True},
        {"from": 1, "to": 4, "more": 1},
        {"runs": 5, "watched": 7},
        {"runs": 5, "watched": ["7"]},
        {"runs": 0, "watched": []},
    ],
    "mastermind": [
        {"game": "4x6"},
        PEGS | {"rules": "x"},
        PEGS | {"game": "words"},
        PEGS | {"game": "04x6"},
        PEGS | {"game": "9x9"},
        PEGS | {"more": 1},
        {"game": "4x6", "tries": 0},
        {"game": "words", "tries": 10},
        PEGS | {"strategy": "h-1", "tie": "lex"},
        PEGS | {"strategy": "h1.0", "tie": "lex"},
        PEGS | {"strategy": "h1", "tie": "none"},
        PEGS | {"strategy": "optimal max-depth 0", "tie": "none"},
        PEGS | {"strategy": "h9999999999", "tie": "lex"},
        ORDERS | {"alphas": []},
        ORDERS | {"alphas": ["2/4"]},
        ORDERS | {"alphas": ["1/0"]},
        ORDERS | {"tie": "mix", "opening": "AABC", "alphas": ["1"]},
        ORDERS | {"opening": 5, "alphas": ["1"]},
    ],
    "minimax": [
        {"game": "go"},
        {"game": 1},
        {"game": "tictactoe", "heap": 5},
        {"game": "grundy", "heap": None},
        {"game": "octal 0.770", "heap": 5},
        {"game": "octal 0.77", "heap": 0},
        {"game": "octal 0.77", "heap": True},
        {"game": "octal 0.77", "heap": 61, "play": "misere"},
        {"game": "octal 0.77", "heap": 5, "play": "normal"},
        {"subtraction sets": 13},
        {"subtraction sets": True},
        {"game": "memory", "pairs": 101, "rule": "pass", "objective": "gain"},
        {"game": "memory", "pairs": 5, "rule": "none", "objective": "gain"},
    ],
    "montecarlo": [
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
        SIMULATED | {"pairs": ["mc:3"]},
        SIMULATED | {"pairs": ["mc:3 nobody"]},
        SIMULATED | {"pairs": ["mc:03 mc:6"]},
        SIMULATED | {"simulated": "subtraction 5 --moves 1,2", "lowest": 6, "pairs": ["random random"]},
    ],
    "search": [],
    "skat": [
        SEQUENCE | {"last": 10**12},
        SEQUENCE | {"first": 10},
        SEQUENCE | {"ladder": 11, "question": None},
        SEQUENCE | {"ladder": 5, "question": "who"},
        SEQUENCE | {"seed": "1"},
        SEQUENCE | {"question": "points"},
        {"deal": -1, "contracts": [["null", "rearhand"]], "whole": False},
        {"deal": 7, "contracts": [["ramsch", "rearhand"]], "whole": False},
        {"games": ["a"], "more": 1},
    ],
    "switching": [
        {"order": 1},
        {"order": 5, "openings": True},
        {"order": 4, "agent": "mc:3"},
        {"order": 2, "agent": "foo"},
        {"order": 2, "agent": "mc:07"},
        {"order": 2, "cut": "random", "short": "random", "games": 5, "seed": 1},
        {"order": 4, "cut": "random", "short": "random"},
        {"order": 4, "pairings": 7, "games": 5, "seed": 1},
        {"order": 4, "sizes": 7},
        {"order": 4, "cut": "heuristic", "short": "mc:inf", "games": 5, "seed": 1},
        {"order": 2, "agent": "gauss-seidel:3:warm"},
    ],
}
"""Parameters of no build: a limit passed, another spelling, what contradicts the rest."""


def is_refused(family: str, parameters: Mapping[str, Any]) -> bool:
    try:
        contents(family, parameters)
    except InputError:
        return True
    return False


@pytest.mark.parametrize("family", FAMILIES)
def test_other_parameters_are_no_build(family: str) -> None:
    """Those listed, none at all, and those of a build with one more or with another type."""
    altered = [{}, *REFUSED[family]]
    for build in module(family).quick():
        altered.append({**build.parameters, "no such parameter": 1})
        altered += [{**build.parameters, name: {"a": 1}} for name in build.parameters]
    assert [parameters for parameters in altered if not is_refused(family, parameters)] == []
