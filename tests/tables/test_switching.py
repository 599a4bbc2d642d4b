"""The family's look-ups from Python."""

import shutil
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk import open_book
from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.solvers.switching.agent_names import parse_agent
from tafelwerk.tables import switching as tables


@pytest.mark.parametrize("order", [0, 1, 61, -3, True, 3.0, "3", None])
def test_what_is_no_order_is_refused(order: object, quick_book: Path) -> None:
    with open_book(quick_book) as book:
        for look_up in (tables.get_rate, tables.probe_rate):
            with pytest.raises(InputError) as caught:
                look_up(book, order)  # type: ignore[arg-type]
            assert str(caught.value) == f"an order is 2 to 60, not {order!r}"


def test_what_is_not_stored(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        assert tables.get_rate(book, 5) is None
        assert tables.get_position(book, 3, 0, 0) is None
        assert tables.get_pairing(book, 4, "heuristic", "mc:7") is None
        with pytest.raises(MissingTableError) as missing:
            tables.probe_rate(book, 5)
        assert missing.value.build == "tafelwerk build switching --order 5"
        with pytest.raises(MissingTableError) as missing:
            tables.probe_pairing(book, 4, "temperature:0", "mc:07")
        assert missing.value.build == "tafelwerk build switching --order 4 --cut heuristic --short mc:7"
        with pytest.raises(MissingTableError):
            tables.probe_position(book, 3, 1, 1)


def test_rates(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        found = [tables.probe_rate(book, order) for order in (2, 3, 4)]
    for order, rate in zip((2, 3, 4), found, strict=True):
        assert (rate.m, len(rate.openings), rate.cut, rate.losing, rate.mixed) == (order, order**2, 1, [], [])
        assert all(opening.shortest <= opening.longest for opening in rate.openings)
    assert found[0].gap == Fraction(1, 5)


def test_positions(quick_book: Path) -> None:
    """Figure 5.5 of the Jena dissertation: A5 C5 C3 A1, then the heuristic plays A3 or B4, and both lose."""
    with open_book(quick_book) as book:
        start = tables.probe_position(book, 3, 0, 0)
        number = dict(book.rows("switching", "SELECT name, edge FROM switching.edges WHERE m = 3"))

        def mask(names: str) -> int:
            return sum(1 << number[name] for name in names.split())

        critical = tables.probe_position(book, 3, mask("A5 C3"), mask("C5 A1"))
        assert tables.get_position(book, 3, 1, 1) is None
    assert (start.to_move, start.winner, start.decided, start.moves) == ("cut", "cut", False, 2**13 - 1)
    assert start.heuristic == mask("A1 C1 E1 A3 C3 E3 A5 C5 E5")
    assert (critical.to_move, critical.winner, critical.heuristic) == ("cut", "cut", mask("A3 B4"))
    assert critical.moves & critical.heuristic == 0


def test_pairings(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        plain = tables.probe_pairing(book, 2, "temperature:0", "heuristic")
        random = tables.probe_pairing(book, 2, "random", "random")
        assert tables.get_pairing(book, 2, "random", "mc:4") is None
        assert tables.get_pairing(book, 2, "random", "random", games=7, seed=3) == random
    assert (plain.exactly, plain.certainty, plain.error) == (0, "exact", 0.0)
    assert (random.certainty, random.games) == ("certified", None)
    assert abs(random.chance - 0.2) <= random.error < 1e-14


def test_a_perfect_cut_is_known(quick_book: Path, tmp_path: Path) -> None:
    """Exact where the book holds a row of it, sampled where games were asked for; another chance is damage."""
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("INSERT INTO pairings VALUES (4, 'perfect', 'mc:5', 0.0, 0.01, 'sampled', 500, 7)")
    with open_book(tmp_path) as book:
        for order, short in ((2, "mc:100"), (4, "mc:5")):
            found = tables.get_pairing(book, order, "perfect", short)
            assert found == tables.exact_pairing(order, "perfect", short, Fraction(0))
        sample = tables.get_pairing(book, 4, "perfect", "mc:5", 500, 7)
        assert sample == tables.Pairing(4, "perfect", "mc:5", 0.0, 0.01, "sampled", 500, 7)
        assert tables.get_pairing(book, 4, "perfect", "mc:6") is None
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("UPDATE pairings SET chance = 0.25 WHERE cut = 'perfect'")
    with open_book(tmp_path) as book, pytest.raises(BookError, match=r"pairings holds the chance 0\.25"):
        tables.get_pairing(book, 2, "perfect", "mc:100")


def test_samples_are_those_that_were_asked_for(quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("INSERT INTO pairings VALUES (4, 'heuristic', 'mc:5', 0.25, 0.01, 'sampled', 500, 7)")
    with open_book(tmp_path) as book:
        found = tables.get_pairing(book, 4, "heuristic", "mc:5")
        assert found == tables.Pairing(4, "heuristic", "mc:5", 0.25, 0.01, "sampled", 500, 7)
        assert tables.get_pairing(book, 4, "heuristic", "mc:5", 500, 7) == found
        assert tables.get_pairing(book, 4, "heuristic", "mc:5", 501) is None
        assert tables.get_pairing(book, 4, "heuristic", "mc:5", None, 8) is None


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
        tables.get_rate(book, 3)
    assert f"table switching.{said}" in str(caught.value)
    assert str(caught.value).endswith("for m = 3; see what is wrong with: tafelwerk verify switching")


def test_a_chance_that_cannot_be(quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "switching.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "switching.duckdb")) as connection:
        connection.execute("UPDATE pairings SET chance = 1.5 WHERE cut = 'random'")
    with open_book(tmp_path) as book, pytest.raises(BookError, match=r"pairings holds the chance 1\.5"):
        tables.get_pairing(book, 2, "random", "random")
