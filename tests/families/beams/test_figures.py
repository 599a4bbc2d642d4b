"""What the figures of Beams show of other books than that of tests/plots/contents.txt; positions on boards."""

import json
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from figure_books import BEST, LARGE, costs_build, small_beams
from figures import draw, draw_from, heading, records
from marks import compiled

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import MissingTableError
from tafelwerk.families.beams.builds import StrategyBuild, curve_builds
from tafelwerk.families.beams.figures import CODES, PIECE, PIECES, RADIUS, Position, draw_position
from tafelwerk.families.beams.questions import Curve
from tafelwerk.families.beams.rules import VARIANTS, Entropy, Improved, fields_of, make_board
from tafelwerk.plots.style import FIELD
from tafelwerk.solvers.beams.codes_left import read_masks

COSTS = "beams-4.13"


@compiled
def test_a_book_that_grows(tmp_path: Path) -> None:
    """An order that is missing is named; then curves and whole strategies make one curve, and records stand for 6c6p."""
    later = [build for build in small_beams() if "--strategy h2" in build.name]
    run(tmp_path, [build for build in small_beams() if build not in later], executor="inline")
    for name in ("beams-4.11", "beams-4.17"):
        with pytest.raises(MissingTableError, match=r"--variant 3c6p --strategy h2 --book "):
            draw_from(tmp_path, name)
    curve = curve_builds("3c6p", "lex-c", Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    document = draw_from(tmp_path, "beams-4.11", *later, costs_build("6c3p", Improved(), BEST), *curve)
    left, right = document["hconcat"]
    assert "optimal 3.1900" in str(left)
    assert "improved 3.1900" in str(right)
    with open_book(tmp_path) as opened:
        wanted = {point.alpha: point.mean for point in Curve("3c6p", "lex-c").probe(opened)}
    marks = [mark for mark in records(document, "curve", part=left) if mark["curve"] == "LEX-c"]
    assert [mark["alpha"] for mark in marks] == [0, 0.25, 0.5, 1, 2, 7]
    assert [mark["mean"] for mark in marks] == [round(float(mean), 7) for mean in wanted.values()]
    assert {mark["curve"] for mark in records(draw_from(tmp_path, "beams-4.17"), "loss")} == {"3c6p", "6c3p", "6c6p"}
    assert heading(draw_from(tmp_path, COSTS)).startswith("Beams 6c6p: H₁ costs 10.2829")


@pytest.mark.parametrize("name", ["beams-4.11", "beams-4.17"])
def test_full_marks_are_drawn_last(name: str, figure_book: Book) -> None:
    """Hollow ones lie below them, and the legend shows marks in their own size."""
    document = draw(name, figure_book)
    for panel in document.get("hconcat", [document]):
        (layer,) = (layer for layer in panel.get("layer", [panel]) if "shape" in layer.get("encoding", {}))
        scales = {key: layer["encoding"][key]["scale"] for key in ("fill", "size", "stroke", "shape")}
        fills, sizes = (dict(zip(s["domain"], s["range"], strict=True)) for s in (scales["fill"], scales["size"]))
        assert len({json.dumps(layer["encoding"][key]["legend"]) for key in scales}) == 1
        curves = [mark["curve"] for mark in document["datasets"][layer.get("data", panel.get("data"))["name"]]]
        order = list(dict.fromkeys(curves))
        assert curves == sorted(curves, key=order.index)
        hollow = [fills[curve] == "transparent" for curve in order]
        assert hollow == sorted(hollow, reverse=True)
        assert sizes[order[-1]] == min(sizes.values())


def h1_mark(document: dict[str, Any]) -> dict[str, Any]:
    (mark,) = (one for one in records(document, "curve") if (one["strategy"], one["curve"]) == ("h1", "LEX-c"))
    return mark


def test_a_part_alone_is_no_strategy_and_orders_beyond_the_axis_are_left_out(tmp_path: Path) -> None:
    """The record of a whole run is drawn in the place of a part."""
    document = draw_from(tmp_path, "beams-4.12", costs_build("6c6p", Entropy(Fraction(1)), LARGE[0], parts=2))
    assert h1_mark(document)["mean"] == 10.2829203
    title = heading(draw_from(tmp_path, COSTS))
    assert title.startswith("Beams 6c6p: H₁ costs 10.2829 on average, 21 at most\n")
    assert "from the record of a whole run; variance 1.821" in title
    orders = (Fraction(1, 2), Fraction(6), Fraction(7), None)
    document = draw_from(tmp_path, "beams-4.12", *(costs_build("6c6p", Entropy(alpha), *LARGE) for alpha in orders))
    marks = {(mark["alpha"], mark["strategy"]) for mark in records(document, "curve")}
    assert marks >= {(0.5, "h0.5"), (1, "h1"), (6, "h6"), (7, "hinf")}
    assert "h7" not in {strategy for _, strategy in marks}


def test_examples_are_codes_and_a_piece() -> None:
    for code in CODES:
        read_masks(VARIANTS["6c6p"], code)
    assert len(set(PIECE)) == 6
    assert (min(q for q, _ in PIECE), max(r for _, r in PIECE)) == (-RADIUS, RADIUS)


@compiled
def test_costs_of_a_real_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """H_1 on three colours of six fields: 7412 over 1860 codes, none of them guessed wrong; no record at hand."""
    monkeypatch.setattr("tafelwerk.families.beams.figures.recorded_spent", lambda variant: ())
    document = draw_from(tmp_path, COSTS, StrategyBuild("3c6p", Entropy(Fraction(1))))
    bars = {bar["cost"]: bar["high"] for bar in records(document, "kind")}
    assert heading(document).startswith("Beams 3c6p: H₁ costs 3.9849 on average, 6 at most\n")
    assert "0.00 % of all codes are guessed wrong" in heading(document)
    assert len(document["hconcat"]) == 1
    assert sum(bars.values()) == pytest.approx(100)
    assert round(sum(cost * percent for cost, percent in bars.items()) * 18.60) == 7412


HISTORY = ((1, 4, "2,3"), (2, 15, "-"), (6, 9, "1,2,3"))


def shown(position: Position, field: str) -> list[dict[str, Any]]:
    document = draw_position(position, "A position", "below").to_dict()
    assert heading(document).startswith("A position\nbelow\n")
    return list({str(row): row for row in records(document, field)}.values())


def test_known_fields_are_filled_guessed_ones_pale_and_those_of_the_query_framed() -> None:
    board, guessed = make_board(4), tuple(1 + field % 6 for field in range(36))
    known = tuple(colour if field % 4 == 0 else 0 for field, colour in enumerate(guessed))
    plain, pale = (
        {(cell["x"], cell["y"]): cell for cell in shown(position, "width")}
        for position in (Position(board, known, HISTORY, (3, 17)), Position(board, known, HISTORY, None, guessed))
    )
    assert [cell["width"] for cell in plain.values()] == sorted(cell["width"] for cell in plain.values())
    framed = fields_of(board.diagonals[16])
    for field, (q, r) in enumerate(board.fields):
        cell, guess = (cells[round(q + r / 2, 5), round(-r * 3**0.5 / 2, 5)] for cells in (plain, pale))
        full, _ = PIECES[guessed[field] - 1]
        assert (cell["width"] > 1) == (field in framed)
        if known[field]:
            assert (cell["text"], cell["fill"]) == (guess["text"], guess["fill"]) == (str(known[field]), full)
            continue
        assert (cell["text"], cell["fill"], guess["text"]) == ("", FIELD, f"{guessed[field]}?")
        for place in (1, 3, 5):
            mine, theirs = (int(colour[place : place + 2], 16) for colour in (guess["fill"], full))
            assert 0 <= mine - 0.25 * theirs - 0.75 * 255 + 1 <= 1


@pytest.mark.parametrize("side", [3, 5])
def test_nothing_lies_on_anything_else(side: int) -> None:
    """Every diagonal was asked for, with the longest answers: what is written beyond one end stays clear of the next one's."""
    board = make_board(side)
    longest = ",".join(map(str, range(1, 2 * side)))
    history = tuple((1 + d % 3, d + 1, longest) for d in range(len(board.diagonals)))
    position = Position(board, (0,) * len(board.fields), history)
    turns = {0: (-1.0, 0.0), 60: (0.5, -(3**0.5) / 2), -60: (0.5, 3**0.5 / 2)}
    strips = []
    for chip in shown(position, "asked"):
        dx, dy = turns[chip["turn"]]
        length = 0.15 * len(chip["hits"])
        along = [length * step / 20 for step in range(21)]
        strips.append(
            [(chip["chip_x"], chip["chip_y"])] + [(chip["hits_x"] + dx * t, chip["hits_y"] + dy * t) for t in along]
        )
    gaps = [
        hypot(x - u, y - v)
        for place, strip in enumerate(strips)
        for other in strips[:place]
        for x, y in strip
        for u, v in other
    ]
    # letters are less than a third of a unit high, chips half a unit wide
    assert min(gaps) > 0.6
    places = [(q + r / 2, -r * 3**0.5 / 2) for q, r in board.fields]
    assert min(hypot(x - u, y - v) for strip in strips for x, y in strip for u, v in places) > 1
