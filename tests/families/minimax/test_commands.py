"""Heaps and trees on the command line: what a short search does not answer; where a tree comes from, searches given up.
What the figures of the classic toolbox show beyond tests/plots/contents.txt.
"""

from functools import partial
from pathlib import Path

import pytest
from figures import draw_from, heading
from program import answered, build_here, call, refused

from tafelwerk.errors import MissingTableError
from tafelwerk.families.minimax.builds import GamePositions, OctalHeaps


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


def test_a_picture_says_that_its_tree_goes_on(tmp_path: Path) -> None:
    """Of the nodes at the last level those that are no ends are marked; a small game is drawn to its ends."""
    picture = tmp_path / "tree.svg"
    for words, goes_on, option in (
        ("--game nim:2+1", 0, None),
        ("--game nim:2+1 --levels 2", 2, "--levels"),
        ("--game tictactoe --at XO.X.O...", 16, "--levels"),
        ("--game nim:2+1 --most 4", 0, "--most"),
    ):
        assert call("minimax", "tree", *words.split(), "-o", picture).returncode == 0
        drawing = picture.read_text(encoding="utf-8")
        assert drawing.count(">goes on<") == goes_on
        assert {name for name in ("--levels", "--most") if f"more with {name} N." in drawing} == {option} - {None}


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


@pytest.mark.parametrize("game", [("2,3", 1), ("1,3", 12), ("1,2", 1)])
def test_both_conventions_of_subtraction_games_name_each_other(game: tuple[str, int], tmp_path: Path) -> None:
    """The command that one answer ends with, typed as it is, answers and ends with the first."""
    here = f"minimax subtraction {game[0]} --heap {game[1]}"
    there = f"montecarlo perfect subtraction {game[1]} --moves {game[0]}"
    for line, other in ((here, there), (there, here)):
        assert call(*line.split(), "--book", tmp_path).stdout.rstrip().endswith(f": tafelwerk {other}")


def test_heaps_that_are_too_few_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingTableError, match=r"build minimax octal 0\.07"):
        draw_from(tmp_path, "minimax-grundy", OctalHeaps("0.77", heap=170))


def test_pancakes_of_one_size(tmp_path: Path) -> None:
    document = draw_from(tmp_path, "minimax-pancakes", GamePositions("burnt-pancakes-2"))
    assert heading(document).startswith("2 burnt pancakes take up to 4 flips; one stack needs as many")
    assert "fewer," not in heading(document)
