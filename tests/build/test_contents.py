"""What a build of any family holds follows from its parameters alone; other parameters are no build. How many rows it has."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import Any

import pytest
from golden import small_book as small

from tafelwerk.book import open_book
from tafelwerk.build.kind import builders
from tafelwerk.build.task import Build, tables_of, task_digest
from tafelwerk.errors import InputError
from tafelwerk.families import FAMILIES
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
    room = builders(family)
    full = islice(room.full(), 100)
    for build in chain(room.quick(), room.standard(), room.pocket(), full, besides(family)):
        described = contents(family, build.parameters)
        assert described is not None
        assert (described.name, described.certainty) == (build.name, build.certainty)
        assert set(described.rows) == {table for task in build.tasks for table in tables_of(task)}, build.name
        assert build.operations() > 0, build.name
        assert build.expected_rows() > 0, build.name


@pytest.mark.parametrize("family", FAMILIES)
def test_no_build_of_a_set_is_another(family: str) -> None:
    """The full set of Beams names one twice, which is made once."""
    for make in (builders(family).quick, builders(family).standard, builders(family).full):
        builds = list(islice(make(), 300))
        assert len({build.digest for build in builds}) == len({build.name for build in builds})
        assert make is builders("beams").full or len({build.digest for build in builds}) == len(builds)
        for build in builds:
            assert len(set(map(task_digest, build.tasks))) == len(build.tasks), build.name


KNOWN_BEFORE = ("minimax", "search free", "search curve", "search root --size 300")
"""Builds whose rows are all known before they are made."""


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_are_as_many_as_expected(family: str, small_book: Path, tmp_path: Path) -> None:
    """Of all builds of the small book: exactly as many where they are known before, of others not many more."""
    small.write_files(tmp_path)
    with open_book(small_book, pocket=False) as opened, small._collected() as builds:
        for line in small.command_lines(family)[0]:
            small._run(line, tmp_path / "none", tmp_path)
        stored = dict(opened.rows(family, f"SELECT name, rows FROM {family}.meta.builds"))
    for build in builds:
        rows, expected = stored[build.name], build.expected_rows()
        most = 1 + (1.2 if family == "montecarlo" else 1.6) * expected
        assert rows == expected if build.name.startswith(KNOWN_BEFORE) else rows <= most, build.name


def refused_parameters() -> dict[str, list[Mapping[str, Any]]]:
    """Parameters of no build, by family."""
    file = Path(__file__).parent / "refused_parameters.txt"
    parameters: dict[str, list[Mapping[str, Any]]] = {family: [] for family in FAMILIES}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            family, _, document = line.partition(" ")
            parameters[family].append(json.loads(document))
    return parameters


def is_refused(family: str, parameters: Mapping[str, Any]) -> bool:
    try:
        contents(family, parameters)
    except InputError:
        return True
    return False


@pytest.mark.parametrize("family", FAMILIES)
def test_other_parameters_are_no_build(family: str) -> None:
    """Those listed, none at all, and those of a build with one more or with another type."""
    altered = [{}, *refused_parameters()[family]]
    for build in builders(family).quick():
        altered.append({**build.parameters, "no such parameter": 1})
        altered += [{**build.parameters, name: {"a": 1}} for name in build.parameters]
    assert [parameters for parameters in altered if not is_refused(family, parameters)] == []
