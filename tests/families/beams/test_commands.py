"""The family's commands: what is stored is found, what is not is computed, and both agree with the rules; puzzles."""

import json
import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from naive import beams as naive
from program import answered, build_here, call, on_terminal, tasks_here

from tafelwerk.book import open_book
from tafelwerk.families.beams.record_making import record_of, summary_recipe, text_of
from tafelwerk.families.beams.rules import VARIANTS, Entropy, curve_orders
from tafelwerk.rules.entropy import order_name
from tafelwerk.tables import records

THREE = ("--variant", "3c6p")
SIX = ("--variant", "6c3p")
STRATEGIES = [("h1", "lex-c"), ("h1", "lex-d"), ("h1", "mix"), ("optimal", None)]
BOARD = naive.lines(3)

History = list[tuple[int, int, frozenset[int]]]


def ask(*words: str, book: Path) -> Any:
    answer = answered("beams", *words, book=book)
    del answer["question"]
    # what the book holds was proved, what is computed was not
    if answer["source"] == "book":
        del answer["evidence"]
    return answer


@cache
def codes() -> list[tuple[int, ...]]:
    return [tuple(code) for code in naive.codes(VARIANTS["3c6p"])]


def text(hits: frozenset[int], line: list[int]) -> str:
    return ",".join(str(line.index(field) + 1) for field in sorted(hits)) or "-"


def option(history: History) -> str:
    return "; ".join(f"{c + 1}@{d + 1} {text(hits, BOARD[d])}" for c, d, hits in history)


def left(history: History) -> list[tuple[int, ...]]:
    return [tuple(code) for code in naive.left_over(codes(), BOARD, history)]


def tied(tie: str | None) -> tuple[str, ...]:
    return () if tie is None else ("--tie", tie)


def word(code: tuple[int, ...]) -> str:
    return "".join(str(colour + 1) for colour in code)


def parts(query: str, among: list[tuple[int, ...]]) -> dict[str, int]:
    """The answers a query may have, and how many codes each leaves."""
    colour, diagonal = (int(number) - 1 for number in query.split("@"))
    line = BOARD[diagonal]
    return dict(Counter(text(naive.answer(code, colour, line), line) for code in among))


def beams(seed: int, count: int) -> History:
    """Beams that someone chose without a plan, answered by a code."""
    draw = random.Random(seed)
    code = draw.choice(codes())
    lines = draw.sample(range(len(BOARD)), count)
    chosen = [(draw.randrange(3), line) for line in lines]
    return [(colour, line, naive.answer(code, colour, BOARD[line])) for colour, line in chosen]


def test_a_summary_of_a_record(small_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the record says is what the book says; a record is not asked where the answer is to be kept."""
    h1 = Entropy(Fraction(1))
    with open_book(small_book) as opened:
        made = record_of(summary_recipe("beams-3c6p-h1", "3c6p", h1, "single"), opened)
    (tmp_path / "beams-3c6p-h1.json").write_text(text_of(made), encoding="utf-8")
    found = (records.read_record(tmp_path / "beams-3c6p-h1.json"),)
    monkeypatch.setattr(records, "records", lambda family: found)
    asked = ("summary", "--variant", "3c6p", "--strategy", "h1")
    stored, recorded = ask(*asked, book=small_book), ask(*asked, book=tmp_path / "none")
    build = "tafelwerk build beams --variant 3c6p --strategy h1"
    origin = {"source": "record", "evidence": "single", "build": build}
    assert recorded == stored | origin | {"bound": None, "bound_mean": None}
    said = call("beams", *asked, "--book", tmp_path / "none").stdout
    assert f"(record); repeat the run with: {build}" in " ".join(said.split())
    with tasks_here():
        assert ask(*asked, "--keep", book=tmp_path / "kept")["source"] == "computed"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("strategy", "tie"), STRATEGIES)
def test_beams_that_someone_chose(strategy: str, tie: str | None, seed: int, small_book: Path) -> None:
    history = beams(seed, 1 + 2 * seed)
    among = left(history)
    answer = ask("next", *THREE, "--strategy", strategy, *tied(tie), "--history", option(history), book=small_book)
    if len(among) == 1:
        assert answer == {"solved": word(among[0]), "certainty": "exact", "source": "book"}
        return
    assert answer["remaining"] == len(among)
    assert answer["answers"] == parts(answer["query"], among)
    possible = naive.splits(among, [(colour, line) for colour, line, _ in history], 3, BOARD)
    asked = {f"{colour + 1}@{line + 1}": (colour, line) for colour, line in possible}
    assert answer["query"] in asked
    if strategy == "h1":
        best = naive.best(possible, Fraction(1))
        first = min(best, key=lambda query: query[::-1] if tie == "lex-d" else query)
        assert asked[answer["query"]] == first
        if tie == "mix":
            assert [asked[query] for query in answer.get("tied", [answer["query"]])] == best


def test_a_guess_where_no_diagonal_is_left(tmp_path: Path) -> None:
    """One colour asked for on every diagonal tells nothing of how the others lie beside it."""
    secret = codes()[5]
    history = [(0, line, naive.answer(secret, 0, BOARD[line])) for line in range(len(BOARD))]
    among = left(history)
    assert len(among) > 1
    answer = ask("next", *THREE, "--history", option(history), book=tmp_path)
    wrong = {word(mine): sum(naive.wrong_fields(mine, code) for code in among) for mine in among}
    assert wrong[answer["guess"]] == min(wrong.values()) == int(answer["wrong"])
    assert answer["remaining"] == len(among)
    shown = call("beams", "next", *THREE, "--history", option(history), "--book", tmp_path).stdout
    assert f"guess {answer['guess']}" in shown
    assert answer["expected"] == pytest.approx(int(answer["wrong"]) / len(among))
    # what is known stands as it is, the rest of the guess in doubt
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in shown.splitlines()[3:8]]
    signs = [sign for row in rows for sign in row.split()]
    sure = [len({code[field] for code in among}) == 1 for field in range(18)]
    assert signs == [sign if known else f"{sign}?" for sign, known in zip(answer["guess"], sure, strict=True)]
    assert not shown.endswith("\n\n\n")
    assert not all(sure)


def test_a_field_known_without_being_hit(small_book: Path) -> None:
    history = beams(3, 4)
    among = left(history)
    known = [len({code[field] for code in among}) == 1 for field in range(18)]
    assert any(known)
    shown = call("beams", "next", *THREE, "--history", option(history), "--book", small_book).stdout
    # the numbers of the diagonals stand around the fields
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in shown.splitlines()[3:8]]
    signs = [sign.strip("()") for row in rows for sign in row.split()]
    wanted = [str(among[0][field] + 1) if sure else None for field, sure in enumerate(known)]
    assert [sign if sign.isdigit() else None for sign in signs] == wanted


def test_where_the_optimum_is_out_of_reach_another_asks(tmp_path: Path) -> None:
    """Where few codes are left, the improved strategy looks for the optimum."""
    by_entropy = ask("next", *SIX, "--strategy", "h1", book=tmp_path)
    for strategy in ("optimal", "improved"):
        answer = ask("next", *SIX, "--strategy", strategy, book=tmp_path)
        assert (answer["best"], answer["asked_by"], answer["query"]) == (False, "h1", by_entropy["query"])
        assert answer["remaining"] == 311 * factorial(6)
    history = ("--history", "1@2 -; 2@9 1,2; 3@5 1")
    answer, by_entropy = (ask("next", *SIX, "--strategy", name, *history, book=tmp_path) for name in ("improved", "h1"))
    assert "best" not in answer
    assert answer["remaining"] == by_entropy["remaining"]
    assert int(answer["total"]) <= int(by_entropy["total"])


def test_bounds(tmp_path: Path) -> None:
    words = ("summary", *THREE, "--strategy", "hinf")
    assert build_here("build", "beams", *THREE, "--bound", "500", "--book", tmp_path / "book").returncode == 0
    answer, none = ask(*words, book=tmp_path / "book"), ask(*words, book=tmp_path)
    assert 0 < int(answer["bound"]) <= 7334
    assert answer["bound_mean"] == int(answer["bound"]) / 1860
    assert (none["bound"], none["bound_mean"]) == (None, None)
    assert "any strategy costs at least" in call("beams", *words, "--book", tmp_path / "book").stdout


def test_the_curve_of_the_standard_game_by_records(tmp_path: Path) -> None:
    """Every order that a record has, some of them beside the total that their own summaries tell."""
    expected = {
        "lex-c": ([order_name(alpha) for alpha in curve_orders()], "tafelwerk build beams --variant 6c6p --curve"),
        "lex-d": (["h0", "h1", "h2", "hinf"], "tafelwerk build beams --full"),
    }
    for tie, (orders, line) in expected.items():
        points = answered("beams", "curve", "--variant", "6c6p", "--tie", tie, book=tmp_path)
        assert [point["strategy"] for point in points] == orders
        assert {(point["source"], point["build"]) for point in points} == {("record", line)}
        for point in points[:: len(points) // 2]:
            rule = ("--strategy", point["strategy"], "--tie", tie)
            cost = ask("summary", "--variant", "6c6p", *rule, book=tmp_path)
            assert (cost["total"], cost["mean"]) == (point["total"], point["mean"])


def test_colours_and_strategies_of_the_literature(tmp_path: Path) -> None:
    counts = [
        answered("beams", "counts", "--board", "3x4", name, 3, book=tmp_path) for name in ("--colors", "--colours")
    ]
    assert counts[0] == counts[1]
    build = call("build", "beams", "--variant", "3c6p", "--strategy", "parts", "--dry-run", "--book", tmp_path)
    assert (build.returncode, "--strategy h0" in build.stdout) == (0, True), build.stderr


def fields(board: list[str]) -> list[str]:
    """The signs of the fields of a board, without the numbers of diagonals around them."""
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in board]
    return [sign.strip("()") for row in rows for sign in row.split()]


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def puzzle(*words: str, book: Path) -> Any:
    done = call("beams", "puzzle", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_puzzle_for_people(none: Path) -> None:
    words = (*THREE, "--seed", "6", "--beams", "4")
    found = puzzle(*words, book=none)
    assert found["beams"] == 4
    shown = call("beams", "puzzle", *words, "--book", none).stdout
    assert "Beams 3c6p: a puzzle of 4 beams (--seed 6)" in shown
    assert found["history"] in shown
    assert found["solution"] not in shown
    for query, _ in (beam.split() for beam in found["history"].split("; ")):
        assert query in shown.partition(found["history"])[0]  # at the edge
    solved = call("beams", "puzzle", *words, "--solution", "--book", none).stdout
    assert f"Solution: {found['solution']}" in solved
    assert "".join(fields(solved.splitlines()[4:9])) == found["solution"]


def test_boards_as_pictures(none: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    for words, title in (
        (("puzzle", *THREE, "--seed", "1"), "a puzzle of"),
        (("next", *THREE, "--history", "1@2 1,2"), "112 codes are left"),
    ):
        done = call("beams", *words, "-o", file, "--book", none)
        assert (done.returncode, done.stderr) == (0, f"{file} written\n")
        assert title in file.read_text()
        assert done.stdout == call("beams", *words, "--book", none).stdout
    shown = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("beams", "puzzle", *THREE, "--seed", 1, columns=80, book=none))
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert all(re.search(rf"(?<!\d){number}(?!\d)", shown) for number in range(1, 16))
