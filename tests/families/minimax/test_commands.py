"""Heaps, trees and races on the command line: what a short search does not answer; values and chances."""

from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest
from program import answered, build_here, call, refused


def test_a_short_search_is_no_answer_where_a_longer_one_would_find_more(tmp_path: Path) -> None:
    assert build_here("build", "minimax", "octal", ".770", "--heap", "50", "--book", tmp_path).returncode == 0
    short = answered("minimax", "octal", "0.77", "--heap", 50, book=tmp_path)
    longer = answered("minimax", "octal", "0.77", book=tmp_path)
    assert (short["source"], longer["source"], longer["period"]) == ("book", "computed", 12)


THREE_BY_THREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
"""S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, figures 5.2 and 5.5."""


ask = partial(answered, "minimax", "tree")


def test_where_a_tree_comes_from(tmp_path: Path) -> None:
    wanted = ask(THREE_BY_THREE)
    assert ask("-", stdin=THREE_BY_THREE) == wanted
    file = tmp_path / "tree.json"
    file.write_text(f"\ufeff{THREE_BY_THREE}\n", encoding="utf-8")
    assert ask(file) == wanted
    for text, value in (("-5", "-5"), ("3", "3"), ('"-3/2"', "-3/2"), ("[0.5, 1.25]", "5/4")):
        assert ask(text)["value"] == value


def test_a_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelwerk.families.minimax import trees

    monkeypatch.setattr(trees, "MOST_MOVES", 1000)
    for extra in ("", " --alpha-beta --ordering best-first"):
        words = f"minimax tree --game tictactoe --at ....X....{extra}".split()
        said = refused(call(*words), 3)
        assert said.endswith(f"not stored and expensive to compute; run: tafelwerk {' '.join(words)} --compute")
        done = call(*said.split(": tafelwerk ")[1].split())
        assert (done.returncode, done.stderr) == (0, "")
    monkeypatch.setattr(trees, "MOST_COMPUTED", 10_000)
    for compute in ((), ("--compute",)):
        # with more states than can be gone through, --compute is not named as what helps
        said = refused(call("minimax", "tree", "--game", "octal:0.77:40", *compute), 2)
        assert "than the 10,000 moves that --compute allows: choose a later --at, or --look-ahead D" in said
    said = refused(call("minimax", "tree", "--game", "tictactoe", "--compute"), 2)
    assert "the tree of tictactoe takes more than the 10,000 moves" in said
    monkeypatch.setattr(trees, "MOST_SEARCHED", 11)
    assert "more than 11 nodes to search" in refused(call("minimax", "tree", THREE_BY_THREE), 2)


@cache
def race(own: tuple[int, ...], other: tuple[int, ...], sides: int) -> Fraction:
    """The chance of who is to roll, by the rules."""
    if not any(other):
        return Fraction(0)
    return sum((max(after_roll(own, other, sides, roll).values()) for roll in range(1, sides + 1)), Fraction(0)) / sides


def after_roll(own: tuple[int, ...], other: tuple[int, ...], sides: int, roll: int) -> dict[int, Fraction]:
    """The chance after each choice."""
    found = {}
    for place, distance in enumerate(own):
        if distance:
            after = tuple(sorted((*own[:place], max(0, distance - roll), *own[place + 1 :]), reverse=True))
            found[distance] = 1 - race(other, after, sides) if any(after) else Fraction(1)
    return found


def test_race() -> None:
    """Every position of a small race by its rules."""
    tokens = [(a, b) for a in range(4) for b in range(a + 1) if a]
    for own in tokens:
        for other in tokens:
            words = f"--length 3 --tokens 2 --sides 2 --own {own[1]},{own[0]} --other".split()
            found = answered("minimax", "race", *words, f"{other[0]} {other[1]}")
            assert Fraction(found["chance"]) == race(own, other, 2)
            assert found["moves"] is None
            for rolled in found["rolls"]:
                wanted = after_roll(own, other, 2, rolled["roll"])
                assert {one["move"]: Fraction(one["chance"]) for one in rolled["choices"]} == wanted
                assert rolled["moves"] == [move for move, chance in wanted.items() if chance == max(wanted.values())]
