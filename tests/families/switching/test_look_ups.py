"""The family's look-ups from Python."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from books import alter_file, copy_family

from tafelwerk import open_book
from tafelwerk.families.switching.agents import Duel
from tafelwerk.families.switching.answers import ExactDuel, SampledDuel
from tafelwerk.tables.answers import sampled_share


@pytest.fixture
def altered(quick_book: Path, tmp_path: Path) -> Callable[[str], Path]:
    """The quick book after a statement."""

    def alter(statement: str) -> Path:
        alter_file(copy_family(quick_book, "switching", tmp_path) / "switching.duckdb", statement)
        return tmp_path

    return alter


@pytest.mark.parametrize(("cut", "chance"), [("perfect", 0.0), ("heuristic", 0.25)])
def test_samples_are_those_that_were_asked_for(cut: str, chance: float, altered: Callable[[str], Path]) -> None:
    """A perfect Cut is exact unless games are asked for."""
    row = f"4, '{cut}', 'mc:5', {chance}, 0.01, 'sampled', 500, 7"
    sample = SampledDuel(4, cut, "mc:5", chance, 7, **sampled_share(chance, 500, 0.01))
    exact = ExactDuel(4, cut, "mc:5", 0.0, Fraction(0))
    with open_book(altered(f"INSERT INTO pairings VALUES ({row})")) as book:
        assert Duel(4, cut, "mc:5").look_up(book) == (exact if cut == "perfect" else sample)
        assert Duel(4, cut, "mc:5", 500, 7).look_up(book) == sample
        for other in ((501, None), (None, 8), (501, 7), (500, 8)):
            assert Duel(4, cut, "mc:5", *other).look_up(book) is None
        assert Duel(4, cut, "mc:6").look_up(book) is None


def test_rows_that_cannot_be_are_refused_by_the_schema(altered: Callable[[str], Path]) -> None:
    for lie in [
        "UPDATE openings SET rate = 1.5",
        "UPDATE openings SET shortest = longest + 1",
        "UPDATE pairings SET chance = 1.5 WHERE cut = 'random'",
        "UPDATE pairings SET error = 'nan'::DOUBLE",
        "UPDATE pairings SET games = 5",
    ]:
        with pytest.raises(duckdb.ConstraintException, match="CHECK"):
            altered(lie)
