"""The family's commands: what is stored is found, what is not is computed, and both agree with the rules said plainly."""

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
from program import Runs, call, on_terminal, refused, tasks_here

from tafelwerk.build.records import record_of, summary_recipe, text_of
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.rules.beams.strategies import Entropy
from tafelwerk.tables import records
from tafelwerk.tables.beams import questions
from tafelwerk.tables.book import open_book

THREE = ("--variant", "3c6p")
SIX = ("--variant", "6c3p")
BOARD = naive.lines(3)

History = list[tuple[int, int, frozenset[int]]]


def ask(*words: str, book: Path, by: Runs = call) -> Any:
    done = by("beams", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for answer in found if isinstance(found, list) else [found]:
        assert answer.pop("question", {"name": f"beams {words[0]}"})["name"] == f"beams {words[0]}"
        # what the book holds was proved, what is computed was not
        if answer.get("evidence") == "recomputed" and answer["source"] != "record":
            assert answer["source"] == "book"
            del answer["evidence"]
    return found


@cache
def codes() -> list[tuple[int, ...]]:
    return [tuple(code) for code in naive.codes(VARIANTS["3c6p"])]


def text(hits: frozenset[int], line: list[int]) -> str:
    return ",".join(str(line.index(field) + 1) for field in sorted(hits)) or "-"


def option(history: History) -> str:
    return "; ".join(f"{c + 1}@{d + 1} {text(hits, BOARD[d])}" for c, d, hits in history)


def left(history: History) -> list[tuple[int, ...]]:
    return [tuple(code) for code in naive.left_over(codes(), BOARD, history)]


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


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beams") / "book"
    builds = (
        *((*THREE, "--strategy", *words) for words in (("h1",), ("h1", "--tie", "lex-d"), ("h1", "--tie", "mix"))),
        *((*THREE, "--strategy", word) for word in ("optimal", "hinf", "u")),
        (*THREE, "--curve", "--from", "0.5", "--to", "1.5", "--step", "1/2"),
        (*THREE, "--curve", "--tie", "mix", "--from", "1", "--to", "1"),
        ("--variant", "6c10p"),
    )
    with tasks_here():
        for words in builds:
            done = call("build", "beams", *words, "--book", folder)
            assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize(
    ("variant", "pieces", "patterns", "codes", "diagonals"),
    [
        ("3c6p", 751, 310, 1860, 15),
        ("6c3p", 11, 311, 223_920, 15),
        pytest.param("6c6p", 814, 4_234_462, 3_048_812_640, 21, marks=pytest.mark.slow),
        ("6c10p", 361_648, None, None, 27),
    ],
)
def test_counts(
    variant: str,
    pieces: int,
    patterns: int | None,
    codes: int | None,
    diagonals: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records, "records", lambda family: ())
    answer = ask("counts", "--variant", variant, book=tmp_path / "none")
    assert answer == {
        "pieces": pieces,
        "patterns": patterns,
        "codes": codes,
        "diagonals": diagonals,
        "certainty": "exact",
        "source": "computed",
    }
    assert not (tmp_path / "none").exists()


def test_a_summary_of_a_record(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the record says is what the book says; a record is not asked where the answer is to be kept."""
    h1 = Entropy(Fraction(1))
    with open_book(book) as opened:
        made = record_of(summary_recipe("beams-3c6p-h1", "3c6p", h1, "single"), opened)
    (tmp_path / "beams-3c6p-h1.json").write_text(text_of(made), encoding="utf-8")
    found = (records.read_record(tmp_path / "beams-3c6p-h1.json"),)
    monkeypatch.setattr(records, "records", lambda family: found)
    asked = ("summary", "--variant", "3c6p", "--strategy", "h1")
    stored, recorded = ask(*asked, book=book), ask(*asked, book=tmp_path / "none")
    build = "tafelwerk build beams --variant 3c6p --strategy h1"
    origin = {"source": "record", "evidence": "single", "build": build}
    assert recorded == stored | origin | {"bound": None, "bound_mean": None}
    said = call("beams", *asked, "--book", tmp_path / "none").stdout
    assert f"(record); repeat the run with: {build}" in " ".join(said.split())
    with tasks_here():
        assert ask(*asked, "--keep", book=tmp_path / "kept")["source"] == "computed"


@pytest.mark.parametrize("variant", ["3c6p", "6c10p"])
def test_counts_from_the_book_are_those_computed(variant: str, book: Path, tmp_path: Path) -> None:
    stored = ask("counts", "--variant", variant, book=book)
    assert stored["source"] == "book"
    assert stored | {"source": "computed"} == ask("counts", "--variant", variant, book=tmp_path)
    assert f"{stored['diagonals']} diagonals" in call("beams", "counts", "--variant", variant, "--book", book).stdout


STRATEGIES = [("h1", "lex-c"), ("h1", "lex-d"), ("h1", "mix"), ("optimal", None)]


def tied(tie: str | None) -> tuple[str, ...]:
    return () if tie is None else ("--tie", tie)


@pytest.mark.parametrize(("strategy", "tie"), STRATEGIES)
def test_summary_from_the_book_is_that_computed(strategy: str, tie: str | None, book: Path, tmp_path: Path) -> None:
    words = ("summary", *THREE, "--strategy", strategy, *tied(tie))
    answer = ask(*words, book=book)
    assert list(answer) == [
        "codes",
        "total",
        "mean",
        "max",
        "histogram",
        "penalty",
        "query_histogram",
        "bound",
        "bound_mean",
        "certainty",
        "source",
    ]
    assert answer["source"] == "book"
    computed = ask(*words, book=tmp_path)
    known = {key: computed[key] for key in ("bound", "bound_mean")}
    assert answer | {"source": "computed"} | known == computed
    # the optimum is stored
    assert (answer["bound"], answer["bound_mean"]) == ("7334", 7334 / 1860)
    assert known["bound"] == ("7334" if strategy == "optimal" else None)
    cost = {int(cost): Fraction(count) for cost, count in answer["histogram"].items()}
    queries = {int(number): Fraction(count) for number, count in answer["query_histogram"].items()}
    total = Fraction(answer["total"])
    assert sum(cost.values()) == sum(queries.values()) == answer["codes"] == 1860
    assert sum(n * count for n, count in cost.items()) == total
    assert sum(n * count for n, count in queries.items()) + Fraction(answer["penalty"]) == total
    assert answer["mean"] == pytest.approx(total / 1860)
    assert answer["max"] == max(cost)


@pytest.mark.parametrize(
    ("alpha", "tie"),
    [
        ("h2", "lex-c"),
        ("hinf", "lex-d"),
        pytest.param("h0", "mix", marks=pytest.mark.slow),
        pytest.param("h0.5", "lex-c", marks=pytest.mark.slow),
    ],
)
def test_summaries_by_the_rules(alpha: str, tie: str, tmp_path: Path) -> None:
    answer = ask("summary", *THREE, "--strategy", alpha, "--tie", tie, book=tmp_path)
    order = None if alpha == "hinf" else Fraction(alpha[1:])
    found = naive.analyse(VARIANTS["3c6p"], order, tie)
    costs: Counter[int] = Counter()
    for (queries, wrong), count in found.ends.items():
        costs[queries + wrong] += count
    assert {int(cost): Fraction(count) for cost, count in answer["histogram"].items()} == dict(costs)


def test_summary_for_people(book: Path) -> None:
    done = call("beams", "summary", *THREE, "--strategy", "optimal", "--book", book)
    assert "7334 for 1,860 codes, 3.943011 on average, 6 at most" in done.stdout
    mixed = call("beams", "summary", *THREE, "--tie", "mix", "--book", book)
    assert "44479/6 for 1,860 codes" in mixed.stdout
    assert "; 0 of it for wrong fields" in mixed.stdout
    heading, *rows = [line for line in mixed.stdout.splitlines()[1:] if set(line.strip()) - {"─"}]
    assert heading.split() == ["cost", "codes", "of", "this", "cost", "codes", "of", "so", "many", "queries"]
    assert all(len(row) == len(heading) and row.count(".") == 2 for row in rows)


def test_what_is_too_much_work_is_not_begun(tmp_path: Path) -> None:
    done = call("beams", "summary", "--variant", "6c6p", "--strategy", "h1", "--tie", "lex-d", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c6p --strategy h1 --tie lex-d" in refused(done, 3)
    done = call("beams", "summary", "--variant", "6c6p", "--strategy", "h2", "--tie", "mix", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c6p --strategy h2 --tie mix" in refused(done, 3)
    done = call("beams", "summary", *SIX, "--strategy", "h0", "--tie", "mix", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c3p --strategy h0 --tie mix" in refused(done, 3)


@pytest.mark.parametrize(("strategy", "tie"), STRATEGIES[:2] + STRATEGIES[3:])
def test_a_whole_game_from_the_book(strategy: str, tie: str | None, book: Path) -> None:
    draw = random.Random(strategy + str(tie))
    secret = draw.choice(codes())
    history: History = []
    while True:
        among = left(history)
        answer = ask("next", *THREE, "--strategy", strategy, *tied(tie), "--history", option(history), book=book)
        assert answer["source"] == "book"
        if "solved" in answer:
            assert [answer["solved"]] == [word(code) for code in among] == [word(secret)]
            return
        assert list(answer) == ["query", "remaining", "answers", "expected", "total", "certainty", "source"]
        assert answer["remaining"] == len(among)
        assert answer["answers"] == parts(answer["query"], among)
        if strategy == "h1":
            alpha, asked = Fraction(1), [(colour, line) for colour, line, _ in history]
            best = naive.best(naive.splits(among, asked, 3, BOARD), alpha)
            colour, line = min(best, key=lambda query: query[::-1] if tie == "lex-d" else query)
            assert answer["query"] == f"{colour + 1}@{line + 1}"
        colour, line = (int(number) - 1 for number in answer["query"].split("@"))
        history.append((colour, line, naive.answer(secret, colour, BOARD[line])))
        assert len(history) <= 7


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 12))])
@pytest.mark.parametrize(("strategy", "tie"), STRATEGIES)
def test_beams_that_someone_chose(strategy: str, tie: str | None, seed: int, book: Path) -> None:
    history = beams(seed, 1 + seed % 6)
    among = left(history)
    answer = ask("next", *THREE, "--strategy", strategy, *tied(tie), "--history", option(history), book=book)
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


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_the_optimum_is_what_its_answers_promise(seed: int, book: Path) -> None:
    history = beams(seed, 2)
    words = ("next", *THREE, "--strategy", "optimal")
    answer = ask(*words, "--history", option(history), book=book)
    assert answer["source"] == "computed"
    total = answer["remaining"]
    for hits, size in answer["answers"].items():
        after = ask(*words, "--history", f"{option(history)}; {answer['query']} {hits}", book=book)
        total += int(after.get("total", 0)) if size > 1 else 0
    assert total == int(answer["total"])


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


@pytest.mark.slow
def test_a_stored_guess_is_the_best(tmp_path: Path) -> None:
    """6c3p is left with codes that no diagonal tells apart: the book answers as what is computed."""
    book = tmp_path / "book"
    with tasks_here():
        assert call("build", "beams", *SIX, "--strategy", "h1", "--book", book).returncode == 0
    with open_book(book) as opened:
        rows = opened.rows(
            "beams", "SELECT history, codes FROM beams.nodes WHERE colour IS NULL ORDER BY history LIMIT 3"
        )
        assert rows
        assert questions.summary(opened, "6c3p") is not None
    for history, remaining in rows:
        stored = ask("next", *SIX, "--history", history, book=book)
        computed = ask("next", *SIX, "--history", history, book=tmp_path / "none")
        assert stored["source"] == "book"
        assert (stored["remaining"], computed["remaining"]) == (remaining, remaining)
        assert stored["wrong"] == computed["wrong"]


def test_mix_says_what_it_costs_from_the_start(book: Path, tmp_path: Path) -> None:
    """The mean over its tied queries, also where the book alone knows it."""
    for folder in (book, tmp_path):
        assert ask("next", *THREE, "--tie", "mix", book=folder)["total"] == "44479/6"
    answer = ask("next", *THREE, "--tie", "mix", "--history", "3@2 1", book=tmp_path)
    assert answer["expected"] == pytest.approx(float(Fraction(answer["total"])) / answer["remaining"])


def test_colours_in_any_order(tmp_path: Path) -> None:
    """Colour 5 alone was asked for: it and colour 1 may be asked, with their own numbers."""
    answer = ask("next", *SIX, "--history", "5@3 1,2", book=tmp_path)
    first = ask("next", *SIX, "--history", "1@3 1,2", book=tmp_path)
    assert answer["remaining"] == first["remaining"]
    assert answer["query"].partition("@")[0] in "15"
    assert sorted(answer["answers"].values()) == sorted(first["answers"].values())
    assert sum(answer["answers"].values()) == answer["remaining"]
    # ties go to other queries than where colour 1 was asked for
    assert answer["expected"] == pytest.approx(first["expected"], rel=0.01)


def test_a_field_known_without_being_hit(book: Path) -> None:
    history = beams(3, 4)
    among = left(history)
    known = [len({code[field] for code in among}) == 1 for field in range(18)]
    assert any(known)
    shown = call("beams", "next", *THREE, "--history", option(history), "--book", book).stdout
    # the numbers of the diagonals stand around the fields
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in shown.splitlines()[3:8]]
    signs = [sign.strip("()") for row in rows for sign in row.split()]
    wanted = [str(among[0][field] + 1) if sure else None for field, sure in enumerate(known)]
    assert [sign if sign.isdigit() else None for sign in signs] == wanted


def test_next_on_a_terminal(book: Path) -> None:
    shown = on_terminal("beams", "next", *THREE, "--history", "1@2 1,2", columns=80, book=book)
    assert "\x1b[" in shown
    assert "codes left" in shown


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ("1@2 1,2,3,4; 2@7 9", "place 9"),
        ("1@2", "has no answer"),
        ("1@2 -; 2@2 1", "each diagonal may be used once"),
        ("4@2 -", "the colours of 3c6p are 1 to 3"),
        ("1@16 -", "the diagonals of 3c6p are 1 to 15"),
        ("1@1 1,2; 2@8 1", "leaves no code: it contradicts '1@1 1,2'"),
    ],
)
def test_histories_that_cannot_be(history: str, said: str, book: Path, tmp_path: Path) -> None:
    for folder in (book, tmp_path):
        line = refused(call("beams", "next", *THREE, "--history", history, "--book", folder), 2)
        assert line.startswith("error: --history: ")
        assert said in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("next", "--variant", "4c4p"), "--variant must be 3c6p, 6c3p, 6c6p or 6c10p"),
        (("next", *THREE, "--strategy", "best"), "--strategy must be optimal"),
        (("next", *THREE, "--tie", "lex"), "--tie must be lex-c, lex-d or mix"),
        (("next", *THREE, "--strategy", "optimal", "--tie", "mix"), "the optimal strategy has no tie rule"),
        (("next", "--variant", "6c10p"), "its codes are too many"),
        (("summary", *SIX, "--strategy", "optimal"), "optimal is known of 3c6p only"),
        (("curve", "--variant", "6c10p"), "curves are of 3c6p, 6c3p, 6c6p"),
        (("curve", *THREE, "--tie", "lex"), "--tie must be"),
        (("summary", *THREE, "--strategy", "improved"), "take optimal, which is better"),
        (("summary", *SIX, "--strategy", "optimal"), "take improved"),
        (("next", "--variant", "6c6p", "--strategy", "improved"), "improved is of 6c3p only"),
        (("next", *THREE, "--strategy", "u", "--tie", "mix"), "take lex-c or lex-d"),
        (("next", *THREE, "--strategy", "improved", "--tie", "lex-c"), "the improved strategy has no tie rule"),
    ],
)
def test_words_that_cannot_be(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refused(call("beams", *words, "--book", tmp_path), 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--strategy", "h1"), "--strategy needs --variant"),
        ((*THREE, "--tie", "mix"), "--tie needs --strategy or --curve"),
        ((*THREE, "--quick"), "--variant and --quick do not go together"),
        (("--variant", "6c6p", "--strategy", "h1", "--part", "3"), "--part must be I/N"),
        (("--variant", "6c6p", "--strategy", "h1", "--part", "5/4"), "--part must be I/N"),
        ((*THREE, "--strategy", "h1", "--part", "1/2"), "--part is for large variants"),
        ((*SIX, "--strategy", "optimal"), "optimal is known of 3c6p only"),
        (("--curve",), "--curve needs --variant"),
        ((*THREE, "--curve", "--strategy", "h1"), "--strategy and --curve do not go together"),
        ((*THREE, "--curve", "--bound", "5"), "--curve and --bound do not go together"),
        ((*THREE, "--from", "1"), "--from needs --curve"),
        ((*THREE, "--top"), "--top needs --strategy"),
        ((*THREE, "--strategy", "h1", "--tie", "mix", "--top"), "--top is for entropy strategies"),
        (("--variant", "6c6p", "--strategy", "u", "--top"), "--top is for entropy strategies"),
        (("--variant", "6c6p", "--strategy", "h1", "--top", "--part", "1/2"), "--part and --top do not"),
        (("--variant", "6c6p", "--bound", "5"), "--bound is for 3c6p and 6c3p"),
        ((*THREE, "--bound", "0"), "--bound must be 1 to"),
        ((*THREE, "--curve", "--from", "x"), "--from must be a number"),
        ((*THREE, "--curve", "--to", "inf"), "--to must be a number"),
        ((*THREE, "--curve", "--step", "0"), "--step must be above 0"),
        ((*THREE, "--curve", "--tie", "some"), "--tie must be"),
        (("--variant", "6c6p", "--strategy", "h1", "--tie", "mix", "--top"), "that break ties by an order"),
        ((*SIX, "--strategy", "optimal"), "take improved"),
    ],
)
def test_builds_that_cannot_be(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refused(call("build", "beams", *words, "--book", tmp_path / "book"), 2)
    assert not (tmp_path / "book").exists()


def test_where_the_optimum_is_out_of_reach_another_asks(tmp_path: Path) -> None:
    answer = ask("next", *SIX, "--strategy", "optimal", book=tmp_path)
    assert (answer["best"], answer["asked_by"]) == (False, "h1")
    assert answer["query"] == ask("next", *SIX, "--strategy", "h1", book=tmp_path)["query"]
    assert answer["remaining"] == 311 * factorial(6)


def test_keep_puts_a_strategy_into_the_book(tmp_path: Path) -> None:
    words = ("summary", *THREE, "--strategy", "h2", "--tie", "lex-d")
    assert ask(*words, "--keep", book=tmp_path / "book")["source"] == "computed"
    assert ask(*words, book=tmp_path / "book")["source"] == "book"


def test_a_curve_from_the_book(book: Path) -> None:
    points = ask("curve", *THREE, book=book)
    assert [point["alpha"] for point in points] == [0.5, 1, 1.5, "inf"]
    assert [point["strategy"] for point in points] == ["h0.5", "h1", "h1.5", "hinf"]
    for point in points:
        total = ask("summary", *THREE, "--strategy", point["strategy"], book=book)
        assert (point["total"], point["mean"]) == (total["total"], total["mean"])
        assert (point["certainty"], point["source"]) == ("exact", "book")
    (mixed,) = ask("curve", *THREE, "--tie", "mix", book=book)
    assert mixed["total"] == "44479/6"
    shown = call("beams", "curve", *THREE, "--book", book).stdout
    assert "4 orders, 3.984946 on average at best, by h1 (book)" in shown


@pytest.mark.slow
def test_a_curve_that_is_computed(tmp_path: Path) -> None:
    points = ask("curve", *THREE, book=tmp_path / "none")
    assert {point["source"] for point in points} == {"computed"}
    assert len(points) == 62
    assert min(Fraction(point["total"]) for point in points) == 7408
    assert not (tmp_path / "none").exists()


def test_a_curve_that_is_too_much_work(tmp_path: Path) -> None:
    done = call("beams", "curve", *SIX, "--tie", "mix", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c3p --curve --tie mix" in refused(done, 3)
    done = call("beams", "curve", "--variant", "6c6p", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c6p --curve" in refused(done, 3)


def test_bounds(tmp_path: Path) -> None:
    words = ("summary", *THREE, "--strategy", "hinf")
    assert call("build", "beams", *THREE, "--bound", "500", "--book", tmp_path / "book").returncode == 0
    answer, none = ask(*words, book=tmp_path / "book"), ask(*words, book=tmp_path)
    assert 0 < int(answer["bound"]) <= 7334
    assert answer["bound_mean"] == int(answer["bound"]) / 1860
    assert (none["bound"], none["bound_mean"]) == (None, None)
    assert "on average for any strategy" in call("beams", *words, "--book", tmp_path / "book").stdout


@pytest.mark.parametrize("strategy", ["h-prime", "u"])
def test_approximations(strategy: str, book: Path, tmp_path: Path) -> None:
    answer = ask("summary", *THREE, "--strategy", strategy, book=book)
    assert answer["source"] == ("book" if strategy == "u" else "computed")
    history = ""
    for _ in range(2):
        words = ("next", *THREE, "--strategy", strategy, "--history", history)
        found = ask(*words, book=book)
        assert found["source"] == answer["source"]
        computed = ask(*words, book=tmp_path)
        assert found | {"source": "computed"} == computed
        hits = max(found["answers"], key=lambda key: found["answers"][key])
        history = f"{history}; {found['query']} {hits}"


def test_the_improved_strategy_beside_its_tree(tmp_path: Path) -> None:
    """What it asks where few codes are left is computed; where many are, another asks."""
    words = ("next", *SIX, "--strategy", "improved")
    first = ask(*words, book=tmp_path)
    assert (first["best"], first["asked_by"]) == (False, "h1")
    history = "1@2 -; 2@9 1,2; 3@5 1"
    answer = ask(*words, "--history", history, book=tmp_path)
    assert "best" not in answer
    by_entropy = ask("next", *SIX, "--history", history, book=tmp_path)
    assert answer["remaining"] == by_entropy["remaining"]
    assert int(answer["total"]) <= int(by_entropy["total"])
