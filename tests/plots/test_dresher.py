"""The family's figures: each draws from a book, shows what the book says, and names the build where rows are missing."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import log2
from pathlib import Path

import duckdb
import pytest
from figures import chart, drawn, records

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figures, save
from tafelwerk.tables.book import Book, family_file, open_book
from tafelwerk.tables.layout import schema_sql
from tafelwerk.tables.provenance import FORMAT_VERSION

FIGURES = figures("dresher")

GAMES = 70
"""Consecutive games of the book that figures are drawn from; a gap follows."""

Rows = Iterable[tuple[object, ...]]


def weights(n: int) -> list[int]:
    """A hider of the toy book: 2, 1, ..., 1, 2, in every third game with a hollow in the middle."""
    found = [20, *[10] * (n - 2), 20] if n > 1 else [10]
    if n > 4 and n % 3 == 0:
        found[n // 2 - 1 : n - n // 2 + 1] = [7] * len(found[n // 2 - 1 : n - n // 2 + 1])
    return found


def met(n: int) -> bool:
    return n < 5 or n % 3 != 0


def bound(n: int) -> tuple[int, int]:
    """L(n) as numerator and denominator."""
    height = (n + 2).bit_length()
    return height * (n + 2) - (2**height - height + 1), n + 2


def game(n: int) -> tuple[object, ...]:
    """A row of games; the value is L(n), and 1/8 more in every third game."""
    above, below = bound(n)
    value = above / below + (0 if met(n) else 0.125)
    rules = (True, n % 4 == 0, True) if n >= 5 else (None, None, None)
    return (
        n,
        "58",
        "10",
        value,
        above,
        below,
        above / below,
        met(n),
        "1",
        False,
        *rules,
        "1",
        1,
        9,
        n % 7,
        2 * n,
        n,
        0.5,
    )


def hider(n: int) -> Iterator[tuple[object, ...]]:
    total = sum(weights(n))
    return ((n, number, str(weight), weight / total) for number, weight in enumerate(weights(n), 1))


def runs(last: int) -> Iterator[tuple[object, ...]]:
    for n in range(1, last + 1):
        yield n, "centred", n, 3 * n, n, 0.25
        yield n, "plain", 4 * n, 9 * n, n, 0.75


def bounds(n: int, *methods: str) -> Iterator[tuple[object, ...]]:
    for method in methods:
        for number in range(1, 31 if method == "plain" else 11):
            yield n, method, number, 5.8 + 1 / number, 5.8 - 2 / number


def write(path: Path, **tables: Rows) -> Path:
    """A book with these rows and no others."""
    path.mkdir()
    with duckdb.connect(str(family_file(path, "dresher"))) as connection:
        connection.execute(schema_sql("meta"))
        connection.execute(schema_sql("dresher"))
        connection.execute("INSERT INTO meta.format VALUES (?, 'dresher', 'a test')", [FORMAT_VERSION])
        for name, rows in tables.items():
            listed = list(rows)
            marks = ", ".join(["(" + ", ".join(["?"] * len(listed[0])) + ")"] * len(listed))
            connection.execute(f"INSERT INTO {name} VALUES {marks}", [value for row in listed for value in row])
    return path


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    stored = [*range(1, GAMES + 1), 90, 100, 253]
    path = write(
        tmp_path_factory.mktemp("figures") / "book",
        games=map(game, stored),
        hider=(row for n in stored for row in hider(n)),
        runs=[*runs(40), *(row for row in runs(45) if row[0] == 45)],
        bounds=bounds(100, "centred", "plain"),
    )
    with open_book(path) as opened:
        yield opened


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_draws(name: str, book: Book, tmp_path: Path) -> None:
    document = drawn(name, book)
    assert document["title"]["text"]
    assert document["title"]["subtitle"]
    svg = tmp_path / "figure.svg"
    save(chart(name, book), svg)
    text = svg.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert document["title"]["text"].split(":")[0].partition(" ≤")[0] in text
    assert "NaN" not in text
    assert "undefined" not in text


@pytest.mark.parametrize("name", FIGURES)
def test_an_empty_book_is_answered_with_the_build_to_run(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as empty, pytest.raises(MissingTableError) as caught:
        FIGURES[name].draw(empty)
    options = {"3.1": " --from 1 --to 40", "3.2": " --from 1 --to 40", "3.4": " --from 253 --to 253"}
    assert caught.value.build == "tafelwerk build dresher" + options.get(name.removeprefix("dresher-"), "")


@pytest.fixture(scope="module")
def gaps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A book where each figure lacks something: the game 12, runs and bounds by both methods, a number."""
    stored = [n for n in range(1, 80) if n != 12]
    path = write(
        tmp_path_factory.mktemp("gaps") / "book",
        games=map(game, [*stored, 100]),
        hider=[row for n in [*stored, 253] for row in hider(n)][:-1],
        runs=[row for row in runs(40) if row[1] == "plain" or row[0] in range(35, 42)],
        bounds=bounds(100, "plain"),
    )
    with open_book(path) as opened:
        yield opened


@pytest.mark.parametrize("name", FIGURES)
def test_a_book_with_gaps_is_answered_alike(name: str, gaps: Book) -> None:
    with pytest.raises(MissingTableError):
        FIGURES[name].draw(gaps)


def test_bounds_need_the_value(tmp_path: Path) -> None:
    path = write(tmp_path / "book", bounds=bounds(100, "plain", "centred"))
    with open_book(path) as book, pytest.raises(MissingTableError):
        FIGURES["dresher-3.6"].draw(book)


@pytest.mark.parametrize(("name", "last"), [("dresher-3.1", 40), ("dresher-3.3", GAMES)])
def test_a_row_of_a_picture_is_its_strategy(name: str, last: int, book: Book) -> None:
    document = drawn(name, book)
    cells = records(document, "top", "bottom", "left", "right", "v")
    for n in range(1, last + 1):
        row = [cell for cell in cells if cell["top"] < n < cell["bottom"] and cell["top"] == n - 0.5]
        assert (row[0]["left"], row[-1]["right"]) == (0, 1)
        # a cell reaches under the next one, but its colour ends where that begins
        assert all(a["left"] < b["left"] <= a["right"] and a["v"] != b["v"] for a, b in pairwise(row))
        total = sum(weights(n))
        for number, weight in enumerate(weights(n), 1):
            (shown,) = [cell["v"] for cell in row if cell["left"] * n < number - 0.5][-1:]
            assert shown == min(max(round(weight / total * (n + 2) * 40) / 40, 0.6), 1.4)
    assert max(cell["top"] for cell in cells) == last - 0.5


def test_a_picture_has_few_cells(book: Book) -> None:
    cells = records(drawn("dresher-3.3", book), "top", "bottom", "left", "right", "v")
    assert len(cells) <= 5 * GAMES


def test_the_games_of_two_and_one_are_counted(book: Book) -> None:
    flat = sum(met(n) for n in range(1, GAMES + 1))
    assert f"N ≤ {GAMES}" in drawn("dresher-3.3", book)["title"]["text"]
    assert f" {flat} games" in drawn("dresher-3.3", book)["title"]["text"]
    assert f"is L(N) in {flat} of {GAMES} games" in drawn("dresher-value", book)["title"]["text"]
    few = sum(met(n) for n in range(3, 41))
    assert f" {few} of 38 games" in drawn("dresher-3.2", book)["title"]["text"]


def test_profiles_lie_at_their_game_where_the_weight_is_one(book: Book) -> None:
    points = records(drawn("dresher-3.2", book), "n", "left", "top", "bottom", "flat")
    assert {point["n"] for point in points} == set(range(3, 41))
    assert {point["n"] for point in points if point["flat"]} == {n for n in range(3, 41) if met(n)}
    inner = [point for point in points if point["flat"] and 0 < point["left"] < 1 - 1 / point["n"] - 1e-3]
    assert inner
    assert all(point["top"] == point["n"] for point in inner)
    assert all(len([point for point in points if point["n"] == n]) == n + 1 for n in range(3, 41))


def test_one_game(book: Book) -> None:
    document = drawn("dresher-3.4", book)
    steps = records(document, "left", "v")
    assert len(steps) == 254
    total = sum(weights(253))
    for step, weight in zip(steps, weights(253), strict=False):
        assert step["v"] == pytest.approx(weight * 255 / total, abs=1e-5)
    assert "between" in document["title"]["text"]


def test_a_smaller_game_where_the_printed_one_is_not_stored(tmp_path: Path) -> None:
    path = write(tmp_path / "book", games=[game(126)], hider=hider(126))
    with open_book(path) as book:
        document = drawn("dresher-3.4", book)
    assert len(records(document, "left", "v")) == 127
    assert document["title"]["text"].startswith("Hider, N = 126:")


def test_effort_is_that_of_the_tables(book: Book) -> None:
    document = drawn("dresher-3.5", book)
    for field, (plain, centred) in {"rounds": (4, 1), "pivots": (9, 3)}.items():
        shown = {(row["how"], row["n"]): row[field] for row in records(document, "how", "n", field)}
        for n in range(2, 41):
            assert shown["from nothing, plain", n] == plain * n
            assert shown["from nothing, centred", n] == centred * n
            assert shown["as built: 20 iterations per round, from the game before", n] == (n % 7 if field == "rounds" else 2 * n)
        assert len(shown) == 3 * 39
    assert "plain takes 4.0 times" in document["title"]["text"]


def test_bounds_close_in_on_the_value(book: Book) -> None:
    document = drawn("dresher-3.6", book)
    assert "after 30 rounds" in document["title"]["text"]
    assert "centred after 10" in document["title"]["text"]
    assert "58/10" in document["title"]["subtitle"][0]
    upper = [row for row in records(document, "round", "bound", "what") if row["what"].startswith("upper")]
    assert [row["bound"] for row in upper[:30]] == [round(5.8 + 1 / number, 5) for number in range(1, 31)]
    assert len(upper) == 40


def test_values_and_what_they_exceed_the_bound_by(book: Book) -> None:
    document = drawn("dresher-value", book)
    shown = {row["n"]: row for row in records(document, "n", "v", "l", "excess")}
    assert set(shown) == set(range(1, GAMES + 1))
    for n, row in shown.items():
        above, below = bound(n)
        assert row["l"] == round(above / below - log2(n), 6)
        assert row["excess"] == (0 if met(n) else 0.125)
        assert row["v"] == pytest.approx(row["l"] + row["excess"], abs=2e-6)
    bands = {(band["left"], band["right"]) for band in records(document, "left", "right")}
    assert (0.9, 5.5) in bands
    assert (6.5, 8.5) in bands
    assert f"in {sum(map(met, range(1, GAMES + 1)))} of {GAMES} games" in document["title"]["text"]
    assert "0.1250 more (N = 6)" in document["title"]["text"]


def test_rules_are_shown_where_they_hold(book: Book) -> None:
    document = drawn("dresher-conjectures", book)
    strips = records(document, "left", "right", "rule", "held")
    for rule in {strip["rule"] for strip in strips}:
        strip = [part for part in strips if part["rule"] == rule]
        assert (strip[0]["left"], strip[-1]["right"]) == (4.5, GAMES + 0.5)
        assert all(a["right"] == b["left"] and a["held"] != b["held"] for a, b in pairwise(strip))
    double = [part for part in strips if part["rule"] == "a1 = 2 a2" and part["held"]]
    assert [part["left"] for part in double] == [n - 0.5 for n in range(8, GAMES + 1, 4)]
    assert f"a1 = a2 + a3 in {GAMES - 4} of {GAMES - 4} games, a1 = 2 a2 in {len(double)}" in document["title"]["text"]


def test_a_small_book_as_it_is_built(quick_book: Path) -> None:
    """The plateaus 1 to 4, 7 to 10, 17 to 23 and 38 to 52, and Johnson's rules up to 11 numbers (A search game, 1964)."""
    with open_book(quick_book) as book:
        bands = {(band["left"], band["right"]) for band in records(drawn("dresher-value", book), "left", "right")}
        strips = records(drawn("dresher-conjectures", book), "left", "right", "rule", "held")
        effort = records(drawn("dresher-3.5", book), "how", "n", "rounds")
    assert bands == {(0.9, 4.5), (6.5, 10.5), (16.5, 23.5), (37.5, 52.5)}
    held = [(part["rule"], part["left"], part["right"]) for part in strips if part["held"]]
    for rule, first in (("a1 = a2 + a3", 4.5), ("a1 > aj, 1 < j < N", 4.5), ("a1 = 2 a2", 6.5)):
        assert any(name == rule and left <= first and right >= 11.5 for name, left, right in held)
    assert {row["n"] for row in effort} == set(range(2, 17))
