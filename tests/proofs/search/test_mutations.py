"""Whatever is falsified in a book of search models is found."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from mutations import Mutant, Mutation, planted
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.search import sets
from tafelwerk.tables.search import Entropy

KINDS = tuple(planted("search"))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [
        sets.free_build(150, 3),
        sets.free_build(120, 10),
        sets.free_build(1300, 700),
        *(sets.root_build(200, strategy) for strategy in sets.STRATEGIES),
        sets.root_build(20_000, Entropy(Fraction(3, 2)), 3),
        sets.root_build(15_000, None, 4),
        sets.curve_build(60, 3, 6),
    ]
    return made_once(tmp_path_factory, "search-proof", lambda folder: run(folder, builds, executor="inline"), "search")


@pytest.fixture(scope="module")
def mutant(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mutant]:
    with Mutant(book, "search", tmp_path_factory.mktemp("mutant")) as opened:
        yield opened


def test_a_sound_book_passes(mutant: Mutant) -> None:
    assert mutant.failed(None, 1, full=True) == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_error_is_found(kind: Mutation, mutant: Mutant) -> None:
    assert mutant.failed(kind, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_one_row_is_found_by_a_full_proof(kind: Mutation, mutant: Mutant) -> None:
    assert mutant.failed(kind, seed=8, full=True, rows=1)
