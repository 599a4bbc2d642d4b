"""What people read of Dresher's game: bars, skylines, trees and proofs as text, on terminals of their width.
What the figures of Dresher's game show beyond tests/plots/contents.txt.
The proof line by line: lines of optimal strategies hold, sums are those of all trees, an error shows in its line.
Look-ups and commands: what is refused, proofs and certificates of the book, bars, runs that are watched.
"""

import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import pytest
from books import alter_file, copy_family
from figure_books import game, hider, write_dresher
from figures import draw_from, heading, records
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from naive.dresher import grown_at
from program import answered, build_here, call, on_terminal, refused
from published import DRESHER_VALUES
from rich.console import Console

from tafelwerk.errors import InputError
from tafelwerk.families.dresher import FIRST, answers, questions
from tafelwerk.families.dresher.figures import depth, pairs
from tafelwerk.families.dresher.layouts import HEIGHT, LEVELS, columns, proof_text, skyline
from tafelwerk.families.dresher.plain_text import MOST_ON_SIDE, draw_tree
from tafelwerk.families.dresher.proof_lines import MOST_PROVED, Proof
from tafelwerk.families.dresher.questions import Certificate, Explain, certificate_of
from tafelwerk.proofs.dresher.checker import check

VALUES = st.lists(st.floats(0, 100), min_size=1, max_size=200).filter(any)


def test_columns() -> None:
    """Few values get several columns each; of many the ends keep theirs."""
    for values, most, shown in (
        ([1.0, 2.0], 7, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
        ([1.0, 2.0], 100, [1.0] * 4 + [2.0] * 4),
        ([9.0, 1.0, 3.0, 5.0, 7.0, 8.0], 4, [9.0, 2.0, 6.0, 8.0]),
        ([9.0, 1.0, 3.0, 8.0], 3, [9.0, 2.0, 8.0]),
    ):
        assert columns(values, most) == shown


@given(VALUES, st.integers(3, 120), st.booleans())
def test_columns_keep_symmetry_and_range(values: list[float], most: int, odd: bool) -> None:
    both = values[odd:][::-1] + values
    found = columns(both, most)
    assert found == pytest.approx(found[::-1])
    assert (found[0], found[-1]) == (both[0], both[-1])
    assert min(len(both), most) - 1 <= len(found) <= most
    assert min(both) <= min(found) * (1 + 1e-12)
    assert max(found) <= max(both) * (1 + 1e-12)


@given(VALUES)
def test_a_skyline_is_as_high_as_its_values(values: list[float]) -> None:
    lines = skyline(values)
    assert len(lines) == HEIGHT
    assert {len(line) for line in lines} == {len(values)}
    for column, value in enumerate(values):
        height = sum(LEVELS.index(line[column]) for line in lines)
        assert height == max(round(value / max(values) * HEIGHT * 8), value > 0)
        assert [line[column] for line in lines] == sorted((line[column] for line in lines), key=LEVELS.index)
    assert skyline([1.0, 2.0], unicode=False) == [" #"] * (HEIGHT // 2) + ["##"] * (HEIGHT // 2)


def trees(most: int = 40) -> st.SearchStrategy[list[int]]:
    """Depths of any binary search tree."""
    return st.integers(1, most).flatmap(lambda n: st.permutations(range(n))).map(lambda order: [*grown_at(order)])


def test_small_trees() -> None:
    """Those of tests/shown are upright; too wide they lie on their side; some terminals have no signs for lines."""
    for width, unicode, lines in (
        (80, True, ("┌─2───┐", "1   ┌─4", "    3")),
        (80, False, (".-2---.", "1   .-4", "    3")),
        (3, True, ("┌─ 1", "2", "│  ┌─ 3", "└─ 4")),
        (3, False, (".- 1", "2", "|  .- 3", "`- 4")),
    ):
        drawing = draw_tree([2, 1, 3, 2], width=width, unicode=unicode)
        assert (drawing.lines, drawing.levels, drawing.cut) == (lines, 3, False)


@given(trees())
def test_upright_every_number_has_its_line_and_its_columns(depths: list[int]) -> None:
    drawing = draw_tree(depths, width=1000)
    found = {}
    for level, line in enumerate(drawing.lines, start=1):
        for label in re.finditer(r"\d+", line):
            found[int(label[0])] = (level, label.start(), label.end())
    assert [found[number][0] for number in range(1, len(depths) + 1)] == depths
    assert all(left[2] <= right[1] for left, right in pairwise([found[number] for number in sorted(found)]))
    # every number below the root hangs from a corner
    assert sum(line.count("┌") + line.count("┐") for line in drawing.lines) == len(depths) - 1
    for number, (level, start, end) in found.items():
        if level > 1:
            assert set(drawing.lines[level - 2][start:end]) & set("┌┐"), number


@given(trees())
def test_on_its_side_every_number_has_a_line(depths: list[int]) -> None:
    drawing = draw_tree(depths, width=0)
    labels = [re.search(r"\d+", line) for line in drawing.lines]
    assert [int(label[0]) for label in labels if label] == list(range(1, len(depths) + 1))
    assert [label.start() // 3 + 1 for label in labels if label] == depths


@given(trees(most=MOST_ON_SIDE + 40), st.integers(1, 6))
def test_a_cut_tree_accounts_for_every_number(depths: list[int], levels: int) -> None:
    drawing = draw_tree(depths, width=1000, levels=levels)
    text = "\n".join(drawing.lines)
    hidden = sum(int(count) for count in re.findall(r"\((\d+)\)", text))
    shown = {int(number) for number in re.findall(r"(?<![\d(])\d+(?![\d)])", text)}
    assert shown == {number for number, depth in enumerate(depths, start=1) if depth <= levels}
    assert hidden == len(depths) - len(shown)
    assert drawing.cut == (hidden > 0)


def test_numbers_that_take_less_are_named() -> None:
    """Strategies of three numbers that are not optimal: one tree, whose root takes 1 and not 2."""
    two, half = Fraction(2), Fraction(1, 2)
    taken, weights = (two, Fraction(1), two), (half, Fraction(0), half)
    found = replace(Explain(3).solve(), value=two, lower=two, upper=two, taken=taken, weights=weights)
    page = io.StringIO()
    Console(file=page, width=100).print(proof_text(found))
    lines = [line.split() for line in page.getvalue().splitlines()]
    assert ["1,", "3", "2", "2.000000", "the", "value"] in lines
    assert ["2", "1", "1.000000", "1.000000", "less"] in lines
    assert "An optimal hider never picks a number that takes fewer guesses." in page.getvalue()
    assert "The hider picks 1, 3, and for these numbers" in " ".join(page.getvalue().split())


@pytest.mark.parametrize(("words", "columns"), [(("hider", 16), 60), (("searcher", 11), 30), (("explain", 11), 30)])
def test_no_number_is_broken_over_lines(words: tuple[object, ...], columns: int, quick_book: Path) -> None:
    text = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("dresher", *words, columns=columns, book=quick_book))
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    wide = call("dresher", *map(str, words), "--book", quick_book).stdout
    # what is folded is folded between words: numbers of the narrow page stand in the wide one too
    known = set(re.findall(r"[\d./]*\d", wide))
    assert set(re.findall(r"[\d./]*\d", text)) <= known
    # no heading is folded: each table has one line of them, above its rule
    rules = [number for number, line in enumerate(lines) if line.lstrip().startswith("─")]
    headings = [lines[number - 1].split() for number in rules]
    assert {words[0] for words in headings} <= {"number", "tree", "first", "for", "rule"}
    assert len(rules) == sum(line.lstrip().startswith("─") for line in wide.splitlines())


def test_a_bar_keeps_to_its_line(quick_book: Path) -> None:
    for width, count in ((60, 3), (30, 0)):
        text = on_terminal("dresher", "hider", 5, columns=width, book=quick_book)
        bars = [line.split()[0] for line in text.splitlines() if "█" in line]
        assert len(bars) == len(set(bars)) == count
        assert all(first[0].isdigit() for first in bars)


def test_a_cut_tree_says_so_on_a_narrow_terminal(quick_book: Path) -> None:
    text = on_terminal("dresher", "searcher", 16, "--tree", 1, "--levels", 2, columns=40, book=quick_book)
    words = " ".join(re.sub(r"\x1b\[[\d;]*m", "", text).split())
    assert re.search(r"The first 2 of \d levels; \(k\) stands for k more numbers. --levels \d draws all.", words)


def test_a_smaller_game_where_the_printed_one_is_not_stored(tmp_path: Path) -> None:
    document = draw_from(write_dresher(tmp_path, games=[game(126)], hider=hider(126)), "dresher-3.4")
    assert len(records(document, "left", "v")) == 127
    assert heading(document).startswith("Hider, N = 126:")


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


@pytest.mark.parametrize("n", range(1, 8))
def test_every_line_holds_and_refers_to_lines_before_it(n: int) -> None:
    proof = Proof(Certificate(n).solve())
    assert str(proof.value) == DRESHER_VALUES[n - 1]
    assert len(proof) == 5 + n * (n + 1) // 2 + len(proof.trees) + n
    assert [part.first for part in proof.parts[1:]] == [part.last + 1 for part in proof.parts[:-1]]
    for number in range(1, len(proof) + 1):
        line = proof.line(number)
        assert line.holds, line
        assert line.number == number
        # the claim names the lines that show it
        cells = [cell for row in line.rows for cell in row if isinstance(cell, int)]
        assert number == 1 or all(0 <= cell < number for cell in cells)
    # least sums are those of all trees
    for first, last in combinations_with_replacement(range(1, min(n, 6) + 1), 2):
        line = proof.line(proof.interval_line(first, last))
        assert int(line.right) == naive.least_guesses(proof.weights[first - 1 : last])
        assert [row[0] for row in line.rows] == [str(guess) for guess in range(first, last + 1)]
    # a number takes its mean depth
    for place in range(n):
        line = proof.line(proof.parts[6].first + place)
        mean = sum(Fraction(weight, proof.trees_total) * depths[place] for weight, depths in proof.trees)
        assert line.left.endswith(f"= {mean}")
        assert sum(int(str(row[3])) for row in line.rows) == mean * proof.trees_total


def test_an_error_shows_in_its_line() -> None:
    proved = Certificate(5).solve()

    def wrong(altered: answers.Certificate) -> list[str]:
        proof = Proof(altered)
        return [line.part for line in map(proof.line, range(1, len(proof) + 1)) if not line.holds]

    assert not wrong(proved)
    assert "The lower bound" in wrong(replace(proved, value=proved.value + 1))
    assert "Every number against the trees" in wrong(replace(proved, value=proved.value - Fraction(1, 9)))
    assert wrong(replace(proved, hider_total=proved.hider_total + 1))[0] == "The hider's strategy"
    assert "The searcher's strategy" in wrong(replace(proved, searcher_total=proved.searcher_total + 1))
    tree = replace(proved.searcher[0], depths=(1, 1, 2, 3, 4))
    assert "The searcher's trees" in wrong(replace(proved, searcher=(tree, *proved.searcher[1:])))


def test_lines_and_sizes_that_there_are_not_are_refused() -> None:
    proof = Proof(Certificate(3).solve())
    for number in (0, len(proof) + 1):
        with pytest.raises(InputError, match="has lines 1 to"):
            proof.line(number)
    n = MOST_PROVED + 1
    with pytest.raises(InputError, match=f"at most {MOST_PROVED} numbers"):
        Proof(certificate_of(Fraction(1), [1] * n, [(1, tuple(range(1, n + 1)))]))


ASKED = (questions.Value, questions.Hider, questions.Searcher, questions.Certificate, questions.Explain)


def test_what_is_no_size_is_refused() -> None:
    odd = (-1, 4097, 10**40, 3.5, 3.0, "11", None, True, Fraction(3))
    for kind, n in [*((kind, 0) for kind in ASKED), *((questions.Value, n) for n in odd)]:
        with pytest.raises(InputError) as caught:
            kind(n)  # type: ignore[arg-type]
        said = "" if n == 10**40 else f"{n:,}" if type(n) is int else repr(n)
        assert str(caught.value).startswith(f"N must be 1 to 4,096, not {said}")


def test_strategies_that_do_not_prove_the_value_are_named(quick_book: Path, tmp_path: Path) -> None:
    copy_family(quick_book, "dresher", tmp_path)
    huge = f"{'1234567' * 100}89"
    for damage, said in (
        ("games SET value_num = '188'", "prove the bounds 187/62 and 187/62, not the stored value 94/31;"),
        (f"games SET value_num = '{huge}'", "not the stored value 123456712345...567123456789/62;"),
        ("searcher SET weight = (weight::BIGINT + 1)::VARCHAR", "prove the bounds"),
    ):
        alter_file(tmp_path / "dresher.duckdb", f"UPDATE {damage} WHERE n = 11")
        error = refused(call("dresher", "explain", "11", "--book", tmp_path), 4)
        assert said in error
        assert "tafelwerk verify dresher" in error
        assert len(error) < 250


def test_the_hider_is_drawn(quick_book: Path, tmp_path: Path) -> None:
    """A bar per number, each as high as its weight."""
    file = tmp_path / "bars.svg"
    text = call("dresher", "hider", 11, "--book", quick_book).stdout
    done = call("dresher", "hider", 11, "-o", file, "--book", quick_book)
    assert (done.returncode, done.stdout, done.stderr) == (0, text, f"{file} written\n")
    drawn = file.read_text(encoding="utf-8")
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)" rx="0.00" fill="#005a9c"', drawn)]
    weights = [float(Fraction(weight)) for weight in answered("dresher", "hider", 11, book=quick_book)["weights"]]
    assert heights == pytest.approx([180 * weight / max(weights) for weight in weights], abs=0.01)
    assert "An optimal strategy of the hider, 11 numbers" in drawn
    assert "Probabilities: 1" in drawn


def test_a_certificate_is_what_the_checker_takes(quick_book: Path, tmp_path: Path) -> None:
    printed = call("dresher", "certificate", "16", "--book", quick_book)
    document = json.loads(printed.stdout)
    assert document["n"] == 16
    check(document)
    file = tmp_path / "game.json"
    file.write_text("what was there before")
    written = call("dresher", "certificate", "16", "-o", file, "--book", quick_book)
    assert (written.returncode, written.stdout) == (0, "")
    assert f"{file} written" in written.stderr
    assert file.read_text() == printed.stdout
    assert list(tmp_path.iterdir()) == [file]
    answer = answered("dresher", "certificate", 16, "-o", file, book=quick_book)
    said = {"n": 16, "value": document["value"], "certainty": "exact", "evidence": "certificate", "source": "book"}
    assert answer == said | {"output": str(file), "question": {"name": "dresher certificate", "n": 16}}


def test_the_questions_to_begin_with_are_answered(small_book: Path) -> None:
    for line in FIRST:
        program, *words = line.split()
        assert program == "tafelwerk"
        assert call(*words, "--book", small_book).returncode == 0


def test_games_beyond_the_last_are_watched_too(tmp_path: Path) -> None:
    watch = ("--watch", "3", "--watch", "6")
    assert build_here("build", "dresher", "runs", "--to", "4", *watch, "--book", tmp_path).returncode == 0
    games = answered("sql", "SELECT DISTINCT n FROM dresher.bounds ORDER BY n", book=tmp_path)
    assert games == [{"n": 3}, {"n": 6}]
