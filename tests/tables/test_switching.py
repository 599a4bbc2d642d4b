"""The family's look-ups from Python."""

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk import open_book
from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.tables import switching as tables
from tafelwerk.tables.question import sampled_share
from tafelwerk.tables.switching import questions


@pytest.mark.parametrize("order", [0, 1, 61, -3, True, 3.0, "3", None])
def test_what_is_no_order_is_refused(order: object, quick_book: Path) -> None:
    with open_book(quick_book) as book:
        for look_up in (questions.winrate, questions.winrate.probe):
            with pytest.raises(InputError) as caught:
                look_up(book, order)  # type: ignore[arg-type]
            assert str(caught.value) == f"an order is 2 to 60, not {order!r}"


def test_what_is_not_stored(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        assert questions.winrate(book, 13) is None
        assert questions.duel(book, 4, "heuristic", "mc:7") is None
        with pytest.raises(MissingTableError) as missing:
            questions.winrate.probe(book, 13)
        assert missing.value.build == "tafelwerk build switching --order 13"
        with pytest.raises(MissingTableError) as missing:
            questions.duel.probe(book, 4, "temperature:0", "mc:07")
        assert missing.value.build == "tafelwerk build switching --order 4 --cut heuristic --short mc:7"


def test_rates(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        found = [questions.winrate.probe(book, order) for order in (2, 3, 4)]
    for order, rate in zip((2, 3, 4), found, strict=True):
        assert (rate.order, rate.openings, rate.cut) == (order, order**2, 1)
        assert (rate.losing_openings, rate.mixed_openings) == ([], [])
        assert rate.shortest <= rate.longest
    assert found[0].gap == Fraction(1, 5)


def test_positions(quick_book: Path) -> None:
    """Figure 5.5 of the Jena dissertation: A5 C5 C3 A1, then the heuristic plays A3 or B4, and both lose."""
    with open_book(quick_book) as book:
        number = dict(book.rows("switching", "SELECT name, edge FROM switching.edges WHERE m = 3"))

        def mask(names: str) -> int:
            return sum(1 << number[name] for name in names.split())

        def row(deleted: int, marked: int) -> Any:
            statement = (
                "SELECT to_move, winner, decided, moves, heuristic FROM switching.positions "
                "WHERE m = 3 AND deleted = ? AND marked = ?"
            )
            return book.one("switching", statement, deleted, marked)

        assert row(1, 1) is None
        assert row(0, 0) == ("cut", "cut", False, 2**13 - 1, mask("A1 C1 E1 A3 C3 E3 A5 C5 E5"))
        to_move, winner, _, moves, heuristic = row(mask("A5 C3"), mask("C5 A1"))
    assert (to_move, winner, heuristic) == ("cut", "cut", mask("A3 B4"))
    assert moves & heuristic == 0


def test_pairings(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        plain = questions.duel.probe(book, 2, "temperature:0", "heuristic")
        random = questions.duel.probe(book, 2, "random", "random")
        assert questions.duel(book, 2, "random", "mc:4") is None
        with pytest.raises(InputError, match="nothing is sampled"):
            questions.duel(book, 2, "random", "random", games=7, seed=3)
    assert plain == tables.ExactDuel(2, "heuristic", "heuristic", 0.0, Fraction(0))
    assert random.error_bound is not None
    assert (random.certainty, random.samples) == ("certified", None)
    assert abs(random.short - 0.2) <= random.error_bound < 1e-14


def sample(cut: str, chance: float) -> tables.SampledDuel:
    return tables.SampledDuel(4, cut, "mc:5", chance, 7, **sampled_share(chance, 500, 0.01))


def test_a_perfect_cut_is_known(quick_book: Path, tmp_path: Path) -> None:
    """Exact where the book holds a row of it, sampled where games were asked for; another chance is damage."""
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("INSERT INTO pairings VALUES (4, 'perfect', 'mc:5', 0.0, 0.01, 'sampled', 500, 7)")
    with open_book(tmp_path) as book:
        for order, short in ((2, "mc:100"), (4, "mc:5")):
            found = questions.duel(book, order, "perfect", short)
            assert found == tables.ExactDuel(order, "perfect", short, 0.0, Fraction(0))
        assert questions.duel(book, 4, "perfect", "mc:5", 500, 7) == sample("perfect", 0.0)
        assert questions.duel(book, 4, "perfect", "mc:6") is None
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("UPDATE pairings SET chance = 0.25 WHERE cut = 'perfect'")
    with open_book(tmp_path) as book, pytest.raises(BookError, match=r"pairings holds the chance 0\.25"):
        questions.duel(book, 2, "perfect", "mc:100")


def test_samples_are_those_that_were_asked_for(quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("INSERT INTO pairings VALUES (4, 'heuristic', 'mc:5', 0.25, 0.01, 'sampled', 500, 7)")
    with open_book(tmp_path) as book:
        found = questions.duel(book, 4, "heuristic", "mc:5")
        assert found == sample("heuristic", 0.25)
        assert questions.duel(book, 4, "heuristic", "mc:5", 500, 7) == found
        assert questions.duel(book, 4, "heuristic", "mc:5", 501) is None
        assert questions.duel(book, 4, "heuristic", "mc:5", None, 8) is None


NUMBERS = st.one_of(
    st.sampled_from(
        [
            "inf",
            "0",
            "00",
            "0.10",
            "1/10",
            "2/6",
            "1e3",
            ".5",
            "5.",
            ".",
            ".0",
            "1_0",
            "+1",
            "1/0",
            "0/5",
            "1/",
            "٣",
            "000000000000000007",
            "-1",
            "1000001",
            "0.0000001",
            "",
        ]
    ),
    st.integers(0, 2000).map(str),
    st.tuples(st.integers(0, 99), st.integers(0, 10**6)).map(lambda p: f"{p[0]}.{p[1]}"),
    st.tuples(st.integers(0, 99), st.integers(0, 30)).map(lambda p: f"{p[0]}/{p[1]}"),
)
KINDS = st.sampled_from(["perfect", "heuristic", "random", "temperature", "mc", "gauss-seidel", "MC", "greedy", ""])


@given(KINDS, st.lists(NUMBERS, max_size=3))
def test_agents_have_the_solvers_names(kind: str, rest: list[str]) -> None:
    text = ":".join([kind, *rest])
    try:
        name = tables.agent_name(text)
    except InputError:
        name = None
    try:
        wanted = str(parse_agent(text))
    except InputError:
        wanted = None
    assert name == wanted
    assert name is None or name == tables.agent_name(name) == str(parse_agent(name))


@pytest.mark.parametrize(("text", "name"), [(".5", "0.5"), (".250", "0.25"), ("1/2", "0.5"), ("00.1", "0.1")])
def test_temperatures_are_written_in_many_ways(text: str, name: str) -> None:
    for parsed in (tables.agent_name, lambda word: str(parse_agent(word))):
        assert parsed(f"temperature:{text}") == f"temperature:{name}"
        assert parsed(f"gauss-seidel:3:{text}") == f"gauss-seidel:3:{name}"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE openings SET rate_num = 'abc' WHERE edge = 0", "openings holds 'abc' / '1' as a fraction"),
        ("UPDATE openings SET rate_den = '0' WHERE edge = 0", "openings holds '1' / '0' as a fraction"),
        ("UPDATE openings SET rate_num = '2' WHERE edge = 0", "openings holds a rate of 2"),
        ("UPDATE openings SET gap_num = '-1' WHERE edge = 0", "openings holds '-1' / "),
        ("DELETE FROM openings WHERE edge = 0 AND m = 3", "openings holds 8 openings"),
    ],
)
def test_rows_that_cannot_be(damage: str, said: str, quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute(damage)
    with open_book(tmp_path) as book, pytest.raises(BookError) as caught:
        questions.winrate(book, 3)
    assert f"table switching.{said}" in str(caught.value)
    assert str(caught.value).endswith("for m = 3; see what is wrong with: tafelwerk verify switching")


def test_a_chance_that_cannot_be(quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("UPDATE pairings SET chance = 1.5 WHERE cut = 'random'")
    with open_book(tmp_path) as book, pytest.raises(BookError, match=r"pairings holds the chance 1\.5"):
        questions.duel(book, 2, "random", "random")
