"""What the figures of the classic toolbox show."""

from fractions import Fraction
from pathlib import Path

import pytest
from figure_books import PAIRS
from figures import draw, draw_from, heading, records

from tafelwerk.errors import MissingTableError
from tafelwerk.families.minimax.builds import GamePositions, OctalHeaps
from tafelwerk.tables.book import Book


def test_kayles_has_its_exceptions(figure_book: Book) -> None:
    """Guy and Smith: 14 exceptions, the last 70; every square is the value of its heap."""
    document = draw("minimax-grundy", figure_book)
    kayles = document["vconcat"][0]
    squares = {square["row"] + square["column"]: square for square in records(document, "column", part=kayles)}
    assert sorted(squares) == list(range(84))
    exceptions = "0 3 6 9 11 15 18 21 22 28 34 39 57 70"
    assert [heap for heap, square in sorted(squares.items()) if square["odd"]] == [*map(int, exceptions.split())]
    assert [squares[heap]["value"] for heap in range(72, 84)] == [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    assert heading(kayles) == "Kayles (0.77): period 12, 14 exceptions, the last of them heap 70"
    dawson = document["vconcat"][1]
    assert heading(dawson) == "Dawson's Kayles (0.07): period 34, 8 exceptions, the last of them heap 52"


def test_the_picture_of_grundys_game(figure_book: Book) -> None:
    document = draw("minimax-grundy", figure_book)
    assert heading(document).startswith(
        "Kayles repeats after heap 70; 41 heaps of Grundy's game up to 2,000 are lost, the last 1,222"
    )
    cells = records(document, "share")
    # every heap is in one cell
    assert sum(cell["share"] / 100 * (cell["high"] - cell["low"]) for cell in cells) == pytest.approx(2000, abs=1)
    lost = [record["heap"] for record in records(document, "heap") if "row" not in record]
    assert lost[:11] == [1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270]


def test_heaps_that_are_too_few_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingTableError, match=r"build minimax octal 0\.07"):
        draw_from(tmp_path, "minimax-grundy", OctalHeaps("0.77", heap=170))


def test_memory_as_a_map(figure_book: Book) -> None:
    document = draw("minimax-memory", figure_book)
    assert heading(document).startswith(
        "Memory: it can be better to pass from 5 pairs on, and to decline a match from 9 pairs on"
    )
    for place, rule in enumerate(("pass", "forced")):
        cells = {
            (cell["pairs"], cell["known"]): cell
            for cell in records(document, "shade", part=document["concat"][2 + place])
        }
        rows = figure_book.rows(
            "minimax",
            "SELECT pairs, known, value_num, value_den FROM minimax.memory WHERE rule = ? AND objective = 'gain'",
            rule,
        )
        assert len(rows) == len(cells) == PAIRS * (PAIRS + 3) // 2
        for pairs, known, above, below in rows:
            cell, value = cells[pairs, known], Fraction(int(above), int(below))
            assert Fraction(cell["text"]) == value
            assert cell["shade"] ** 3 == pytest.approx(max(-1.0, min(1.0, float(value))), abs=1e-4)
        marked = {where for where, cell in cells.items() if cell["marked"]}
        # a tie is no mark: (4, 3) with passes, (8, 7) without
        assert marked == {(n, n - 1) for n in range(5 if rule == "pass" else 9, PAIRS + 1)}
        written = records(document, "shade", part=document["concat"][place])
        assert {cell["pairs"] for cell in written} == set(range(1, 7))


def test_the_fresh_game(figure_book: Book) -> None:
    document = draw("minimax-memory-start", figure_book)
    assert "favour the first player, even ones the second, from 7 (pass) and 9 (forced) to 10\n" in heading(document)
    assert "1 pair, worth 1 on average; 2 pairs, worth -2/3 on average" in heading(document)
    gain, win = document["vconcat"]
    found = {(record["pairs"], record["rule"]): record["value"] for record in records(document, "rule", part=gain)}
    assert found[9, "forced"] == 359587 / 11486475
    assert len(found) == 2 * (PAIRS - 2)
    assert {record["pairs"] for record in records(document, "rule", part=win)} == {3, 4}


def test_look_ahead(figure_book: Book) -> None:
    document = draw("minimax-look-ahead", figure_book)
    shares: dict[int, list[float]] = {}
    for record in sorted(records(document, "percent"), key=lambda record: record["kind"], reverse=True):
        shares.setdefault(record["depth"], []).append(record["percent"])
        assert (record["text"] == "100") == (record["percent"] == 100)
    assert sorted(shares) == list(range(1, 10))
    assert all(every <= one <= 100 for every, one in shares.values())
    assert shares[1] == pytest.approx([100 * 3782 / 4520, 100 * 4230 / 4520], abs=1e-4)
    errs = next(depth for depth, (every, _) in sorted(shares.items()) if every == 100)
    assert f", {errs} moves ahead in none\n" in heading(document)
    assert "4,520 positions" in heading(document)


def test_pancakes(figure_book: Book, tmp_path: Path) -> None:
    """Cohen and Blum: 6 flips for three pancakes, 10 for five."""
    document = draw("minimax-pancakes", figure_book)
    assert heading(document).startswith("5 burnt pancakes take up to 10 flips; 4 stacks need as many")
    counts: dict[int, set[tuple[int, int]]] = {}
    for record in records(document, "distance"):
        counts.setdefault(record["n"], set()).add((record["distance"], record["count"]))
    stacks = {n: (sum(count for _, count in rows), max(rows)[0]) for n, rows in counts.items()}
    assert stacks == {1: (2, 1), 3: (48, 6), 5: (3840, 10)}
    document = draw_from(tmp_path, "minimax-pancakes", GamePositions("burnt-pancakes-2"))
    assert heading(document).startswith("2 burnt pancakes take up to 4 flips; one stack needs as many")
    assert "fewer," not in heading(document)
