"""What the figures of Dresher's game show of a toy book."""

from itertools import pairwise
from math import log2
from pathlib import Path

import pytest
from figure_books import GAMES, bound, game, hider, met, weights, write_dresher
from figures import draw, draw_from, heading, records

from tafelwerk.book import Book
from tafelwerk.families.dresher.figures.games import depth, pairs


@pytest.mark.parametrize(("name", "last"), [("dresher-3.1", 40), ("dresher-3.3", GAMES)])
def test_a_row_of_a_picture_is_its_strategy(name: str, last: int, figure_book: Book) -> None:
    document = draw(name, figure_book)
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
    assert len(cells) <= 5 * last


def test_the_games_of_two_and_one_are_counted(figure_book: Book) -> None:
    flat, few = (sum(met(n) for n in numbers) for numbers in (range(1, GAMES + 1), range(3, 41)))
    for name, part in (
        ("dresher-3.3", f"N ≤ {GAMES}"),
        ("dresher-3.3", f" {flat} games"),
        ("dresher-value", f"is L(N) in {flat} of {GAMES} games"),
        ("dresher-3.2", f" {few} of 38 games"),
    ):
        assert part in heading(draw(name, figure_book))


def test_profiles_lie_at_their_game_where_the_weight_is_one(figure_book: Book) -> None:
    points = records(draw("dresher-3.2", figure_book), "n", "left", "top", "bottom", "flat")
    assert {point["n"] for point in points} == set(range(3, 41))
    assert {point["n"] for point in points if point["flat"]} == {n for n in range(3, 41) if met(n)}
    inner = [point for point in points if point["flat"] and 0 < point["left"] < 1 - 1 / point["n"] - 1e-3]
    assert inner
    assert all(point["top"] == point["n"] for point in inner)
    assert all(len([point for point in points if point["n"] == n]) == n + 1 for n in range(3, 41))


def test_one_game(figure_book: Book, tmp_path: Path) -> None:
    """A smaller one where the printed one is not stored."""
    document = draw("dresher-3.4", figure_book)
    steps = [step["v"] for step in records(document, "left", "v")]
    total = sum(weights(253))
    assert steps[:253] == pytest.approx([weight * 255 / total for weight in weights(253)], abs=1e-5)
    assert len(steps) == 254
    assert "between" in heading(document)
    document = draw_from(write_dresher(tmp_path, games=[game(126)], hider=hider(126)), "dresher-3.4")
    assert len(records(document, "left", "v")) == 127
    assert heading(document).startswith("Hider, N = 126:")


def test_effort_and_seconds_are_those_of_the_tables(figure_book: Book) -> None:
    """From scratch by both methods up to 40 numbers, and as the games were built."""
    built = "as built: 20 iterations per round, from the game before"
    expected = {
        "rounds": ("dresher-3.5", lambda n: 4 * n, lambda n: n, lambda n: n % 7 + 1),
        "pivots": ("dresher-3.5", lambda n: 9 * n, lambda n: 3 * n, lambda n: 2 * n),
        "seconds": ("dresher-times", lambda n: 0.75, lambda n: 0.25, None),
    }
    for field, (name, plain, centred, as_built) in expected.items():
        document = draw(name, figure_book)
        shown = {(row["how"], row["n"]): row[field] for row in records(document, "how", "n", field)}
        for n in range(2, 41):
            assert shown["from scratch, plain", n] == plain(n)
            assert shown["from scratch, centred", n] == centred(n)
        assert as_built is None or all(shown[built, n] == as_built(n) for n in range(2, GAMES + 1))
        assert len(shown) == 2 * 39 + GAMES - 1
    assert "plain takes 4.0 times" in heading(draw("dresher-3.5", figure_book))
    times = heading(draw("dresher-times", figure_book))
    assert times.startswith("Seconds per game: plain to 0.75, centred to 0.25, as built to 0.5")


def test_bounds_close_in_on_the_value(figure_book: Book) -> None:
    document = draw("dresher-3.6", figure_book)
    assert "after 30 rounds" in heading(document)
    assert "centred after 10" in heading(document)
    assert "58/10" in heading(document)
    upper = [row for row in records(document, "round", "bound", "what") if row["what"].startswith("upper")]
    assert [row["bound"] for row in upper[:30]] == [round(5.8 + 1 / number, 5) for number in range(1, 31)]
    assert len(upper) == 40


def test_values_and_what_they_exceed_the_bound_by(figure_book: Book) -> None:
    document = draw("dresher-value", figure_book)
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
    assert f"in {sum(map(met, range(1, GAMES + 1)))} of {GAMES} games" in heading(document)
    assert "0.1250 more (N = 6)" in heading(document)


def test_what_even_picks_lose(figure_book: Book) -> None:
    document = draw("dresher-evenly", figure_book)
    losses = {row["n"]: row["loss"] for row in records(document, "n", "loss")}
    rows = figure_book.rows("dresher", "SELECT n, value, even_total FROM dresher.games WHERE n <= ?", GAMES)
    assert losses == {n: pytest.approx(value - total / n, abs=1e-6) for n, value, total in rows}
    worst = max(losses, key=lambda n: (losses[n], -n))
    assert f"{losses[worst]:.4f} guesses (N = {worst})" in heading(document)


def test_rules_are_shown_where_they_hold(figure_book: Book) -> None:
    document = draw("dresher-conjectures", figure_book)
    strips = records(document, "left", "right", "rule", "held")
    for rule in {strip["rule"] for strip in strips}:
        strip = [part for part in strips if part["rule"] == rule]
        assert (strip[0]["left"], strip[-1]["right"]) == (4.5, GAMES + 0.5)
        assert all(a["right"] == b["left"] and a["held"] != b["held"] for a, b in pairwise(strip))
    double = [part for part in strips if part["rule"] == "a₁ = 2 a₂" and part["held"]]
    assert [part["left"] for part in double] == [n - 0.5 for n in range(8, GAMES + 1, 4)]
    assert f"a₁ = a₂ + a₃ in {GAMES - 4} of {GAMES - 4} games, a₁ = 2 a₂ in {len(double)}" in heading(document)


def test_all_trees_in_pairs(tmp_path: Path) -> None:
    """As many trees as Catalan numbers say, each in order and once, its mirror image behind it."""
    for n, catalan in ((1, 1), (2, 2), (3, 5), (4, 14), (5, 42)):
        shown = [tree for pair in pairs(n) for tree in pair]
        assert len({tuple(sorted(tree.items())) for tree in shown}) == len(shown) == catalan
        assert sum(len(pair) == 1 for pair in pairs(n)) == {1: 1, 3: 1, 5: 2}.get(n, 0)
        for pair in pairs(n):
            depths = [[depth(tree, number) for number in range(1, n + 1)] for tree in pair]
            assert depths[0] == depths[-1][::-1]
    document = draw_from(tmp_path, "dresher-1.3")
    assert heading(document).startswith("4 numbers: 14 search trees")
    assert len(records(document, "x2")) == 14 * 3
