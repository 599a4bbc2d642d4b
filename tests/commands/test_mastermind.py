"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from naive import words as naive
from program import Runs, build_here, call, refused, run, tasks_here

GAME = ("--pegs", "4", "--colors", "6")
CODES = ["".join(word) for word in product("ABCDEF", repeat=4)]


def ask(*words: str, book: Path, by: Runs = call) -> Any:
    done = by("mastermind", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def left(history: list[tuple[str, str]], codes: list[str] = CODES) -> list[str]:
    """The codes that a history leaves."""
    return [code for code in codes if all(naive.mastermind(guess, code) == answer for guess, answer in history)]


def parts(guess: str, codes: list[str]) -> dict[str, int]:
    """The answers a guess may have, and how many codes each leaves."""
    return dict(Counter(naive.mastermind(guess, code) for code in codes))


def option(history: list[tuple[str, str]]) -> str:
    return "; ".join(map(" ".join, history))


def test_summary_for_people(quick_book: Path) -> None:
    done = call("mastermind", "summary", *GAME, "--book", quick_book)
    assert "5625 queries for 1,296 codes, 4.340278 on average" in done.stdout
    assert "queries" in done.stdout.splitlines()[1]


def test_keep_puts_a_strategy_into_the_book(tmp_path: Path) -> None:
    words = ("--pegs", "3", "--colors", "4", "--strategy", "h2")
    assert ask("summary", *words, "--keep", book=tmp_path / "book")["source"] == "computed"
    assert ask("summary", *words, book=tmp_path / "book")["source"] == "book"
    assert ask("next", *words, book=tmp_path / "book", by=run)["source"] == "book"


def test_next_along_the_stored_tree(quick_book: Path) -> None:
    history: list[tuple[str, str]] = []
    secret = "CADE"
    while True:
        answer = ask("next", *GAME, "--history", option(history), book=quick_book)
        codes = left(history)
        assert answer["source"] == "book"
        if "solved" in answer:
            assert codes == [secret] == [answer["solved"]]
            break
        assert answer["remaining"] == len(codes)
        assert answer["possible"] == (answer["guess"] in codes)
        assert answer["answers"] == parts(answer["guess"], codes)
        assert Fraction(answer["total"]) / len(codes) == pytest.approx(answer["expected"])
        assert answer["certainty"] == "exact"
        history.append((answer["guess"], naive.mastermind(answer["guess"], secret)))
    assert len(history) <= 5


@pytest.mark.parametrize("strategy", ["optimal", pytest.param("h0", marks=pytest.mark.slow)])
def test_next_after_queries_that_no_tree_asks(strategy: str, quick_book: Path) -> None:
    history = [("ABCC", "1,1"), ("DDAB", "1,1")]
    codes = left(history)
    answer = ask("next", *GAME, "--strategy", strategy, "--history", "abcc 1,1; DDAB 1 1;", book=quick_book)
    assert answer["source"] == "computed"
    assert answer["remaining"] == len(codes)
    assert answer["answers"] == parts(answer["guess"], codes)
    assert answer.get("best", True)
    # what it expects is what its own answers expect
    expected = Fraction(len(codes))
    for reply in answer["answers"]:
        if reply != "4,0":
            after = option([*history, (answer["guess"], reply)])
            rest = ask("next", *GAME, "--strategy", strategy, "--history", after, book=quick_book)
            expected += Fraction(rest["total"]) if "total" in rest else 1
    assert expected == Fraction(answer["total"])


def test_next_of_mix_names_what_is_as_good(tmp_path: Path) -> None:
    answer = ask("next", *GAME, "--strategy", "h1", "--tie", "mix", "--history", "AABC 1,2", book=tmp_path)
    assert answer["guess"] == answer["tied"][0]
    best = [sorted(parts(guess, left([("AABC", "1,2")])).values()) for guess in answer["tied"]]
    assert all(sizes == best[0] for sizes in best)


def test_next_for_people(quick_book: Path) -> None:
    done = call("mastermind", "next", *GAME, "--history", "AABC 1,2; ABDE 0,3", "--book", quick_book)
    assert done.returncode == 0
    assert f"{len(left([('AABC', '1,2'), ('ABDE', '0,3')]))} codes left" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("next", ["--pegs P --colors C", "--name NAME"]),
        ("next --pegs 4", ["--pegs P --colors C"]),
        ("next --pegs 4 --colors 6 --name words", ["--name goes without"]),
        ("next --pegs 0 --colors 6", ["--pegs", "0"]),
        ("next --pegs -4 --colors 6", ["--pegs", "-4"]),
        ("next --pegs four --colors 6", ["--pegs", "'four'"]),
        ("next --pegs 4 --colors 3 --distinct", ["--colors", "4", "3"]),
        ("next --pegs 4 --colors 60", ["codes"]),
        ("next --pegs 4 --colors 6 --strategy best", ["--strategy", "'best'"]),
        ("next --pegs 4 --colors 6 --strategy h-1", ["--strategy", "'h-1'"]),
        ("next --pegs 4 --colors 6 --tie lex", ["--tie lex", "optimal"]),
        ("next --pegs 4 --colors 6 --strategy h1 --tie any", ["--tie", "lex or mix", "'any'"]),
        ("next --pegs 4 --colors 6 --strategy h1 --max-depth 5", ["--max-depth 5", "optimal"]),
        ("next --pegs 4 --colors 6 --max-depth 5 --least-depth", ["--max-depth", "--least-depth"]),
        ("next --pegs 4 --colors 6 --max-depth 0", ["--max-depth", "0"]),
        ("summary --pegs 4 --colors 6 --history x", ["--history"]),
    ],
)
def test_bad_options_are_refused(words: str, said: list[str], tmp_path: Path) -> None:
    error = refused(call("mastermind", *words.split(), cwd=tmp_path), 2)
    for word in said:
        assert word in error


@pytest.mark.parametrize(
    ("options", "history", "said"),
    [
        (GAME, "AABC", "'AABC' has no answer"),
        (GAME, "AAB 1,2", "'AAB' has 3 pegs; a code of this game has 4"),
        (GAME, "AABZ 1,2", "'AABZ': there is no colour 'Z'; they go from A to F"),
        (GAME, "AABC 12", "'12' is no answer; write right places and right colours elsewhere, as 1,2"),
        (GAME, "AABC 3,2", "3,2 is no answer: together the numbers are 4 at most"),
        (GAME, "AABC 3,1", "3,1 cannot be: with all other pegs right"),
        (GAME, "AABC -1,2", "-1,2 is no answer: both numbers are 0 or more"),
        (GAME, "AABC 1,2; ABDE 4,0", "AABC 1,2 and ABDE 4,0 contradict each other"),
        (GAME, "AAAB 0,4", "AAAB 0,4 cannot be: no code has this answer"),
        ((*GAME, "--distinct"), "AABC 1,2", "'AABC' has colour A twice; no colour may repeat"),
        (("--pegs", "1", "--colors", "70"), "71 0,0", "'71': there is no colour 71; they go from 1 to 70"),
        (("--pegs", "1", "--colors", "70"), "A 0,0", "'A' is no code; write its colours as numbers"),
    ],
)
def test_a_history_that_cannot_be_is_refused(options: tuple[str, ...], history: str, said: str, tmp_path: Path) -> None:
    error = refused(call("mastermind", "next", *options, "--history", history, cwd=tmp_path), 2)
    assert said in error


def test_much_work_is_not_done_unasked(tmp_path: Path) -> None:
    error = refused(call("mastermind", "summary", "--pegs", "4", "--colors", "9", "--book", tmp_path), 3)
    assert "tafelwerk build mastermind --pegs 4 --colors 9 --strategy optimal" in error


def test_the_build_of_one_strategy(tmp_path: Path) -> None:
    words = ("--pegs", "3", "--colors", "4", "--distinct", "--strategy", "optimal", "--least-depth")
    plan = call("build", "mastermind", *words, "--book", tmp_path / "book", "--dry-run")
    assert plan.returncode == 0, plan.stderr
    assert not (tmp_path / "book").exists()
    done = build_here("build", "mastermind", *words, "--book", tmp_path / "book", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert ask("summary", *words, book=tmp_path / "book")["source"] == "book"
    assert ask("next", *words, book=tmp_path / "book")["source"] == "book"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--strategy h1", ["--strategy needs --pegs or --name"]),
        ("--pegs 4 --colors 6 --quick", ["--pegs and --quick do not go together"]),
        ("--codes words.txt --score wordle", ["--codes needs --name"]),
        ("--codes words.txt --name words", ["--codes needs --score"]),
        ("--codes words.txt --name words --score chess", ["--score must be wordle, jotto or mastermind, not 'chess'"]),
        ("--codes words.txt --name words --score wordle --pegs 4", ["--pegs and --name"]),
        ("--codes none.txt --name words --score wordle", ["none.txt", "no such file"]),
        ("--matrix none.csv --name words --score wordle", ["--score and --matrix"]),
        ("--matrix none.csv --name words", ["none.csv", "no such file"]),
        ("--queries words.txt --name words --score jotto", ["--queries needs --codes"]),
        ("--matrix none.csv --name 4x6", ["--name 4x6"]),
    ],
)
def test_builds_that_cannot_be_are_refused(words: str, said: list[str], tmp_path: Path) -> None:
    error = refused(call("build", "mastermind", *words.split(), "--book", "book", cwd=tmp_path), 2)
    for word in said:
        assert word in error
    assert not (tmp_path / "book").exists()


WORDS = ["crane", "crate", "trace", "grace", "brace", "speed", "erase", "steal", "least", "stale", "slate"]
MORE = ["adieu", "tiger", "pious"]


@pytest.fixture(scope="module")
def named_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a word list and a table of answers."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "codes.txt").write_text("\n".join(WORDS))
    (folder / "more.txt").write_text("\n".join(MORE))
    (folder / "table.csv").write_text(
        "query,x,y,z,w\nheavier?,no,no,yes,yes\nodd?,no,yes,no,yes\nfirst?,yes,no,no,no\n"
    )
    files = ("--codes", "codes.txt", "--queries", "more.txt", "--score")
    with tasks_here():
        for score in ("wordle", "jotto", "mastermind"):
            words = (*files, score, "--name", score, "--strategy", "h1", "--book", "book", "--jobs", "1")
            done = call("build", "mastermind", *words, cwd=folder)
            assert done.returncode == 0, done.stderr
        words = ("--matrix", "table.csv", "--name", "table", "--strategy", "optimal", "--book", "book")
        done = call("build", "mastermind", *words, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder / "book"


@pytest.mark.parametrize(
    ("name", "rule"), [("wordle", naive.wordle), ("jotto", naive.jotto), ("mastermind", naive.mastermind)]
)
def test_word_lists_by_name(name: str, rule: Any, named_book: Path) -> None:
    words = ("--name", name, "--strategy", "h1")
    summary = ask("summary", *words, book=named_book)
    assert (summary["codes"], summary["source"]) == (len(WORDS), "book")
    first = ask("next", *words, book=named_book)
    assert first["source"] == "book"
    assert first["guess"] in WORDS + MORE
    assert first["answers"] == Counter(rule(first["guess"], code) for code in WORDS)
    answer = ask("next", *words, "--history", f"ADIEU {rule('adieu', 'slate')}", book=named_book)
    codes = [code for code in WORDS if rule("adieu", code) == rule("adieu", "slate")]
    assert answer["remaining"] == len(codes)


def test_wordle_answers_as_people_write_them(named_book: Path) -> None:
    answers = [
        ask("next", "--name", "wordle", "--strategy", "h1", "--history", f"crane {text}", book=named_book)
        for text in ("--G-G", "__g_g", "bbgbg", "..G.G")
    ]
    assert all(answer["remaining"] == 2 for answer in answers)  # stale, slate
    error = refused(
        call(
            "mastermind", "next", "--name", "wordle", "--history", "crane GG", "--book", named_book, "--strategy", "h1"
        ),
        2,
    )
    assert "a sign for each of the 5 letters" in error


def test_a_table_of_answers_by_name(named_book: Path) -> None:
    assert ask("summary", "--name", "table", book=named_book)["total"] == "8"
    first = ask("next", "--name", "table", book=named_book)
    assert first["remaining"] == 4
    assert sum(first["answers"].values()) == 4
    solved = ask("next", "--name", "table", "--history", "odd? yes; heavier? no", book=named_book)
    assert solved["solved"] == "y"


def test_a_name_is_one_game(named_book: Path) -> None:
    folder = named_book.parent
    (folder / "others.txt").write_text("\n".join(WORDS[:5]))
    words = ("build", "mastermind", "--codes", "others.txt", "--score", "wordle", "--name", "wordle", "--book", "book")
    assert "--name wordle is already used by a different game" in refused(call(*words, cwd=folder), 2)
    (folder / "uneven.csv").write_text("query,x,y\nx,1,2\nodd?,1,3\n")
    words = ("build", "mastermind", "--matrix", "uneven.csv", "--name", "uneven", "--book", "book")
    assert "no query names 'y'" in refused(call(*words, cwd=folder), 2)


def test_a_name_that_is_not_in_the_book(named_book: Path) -> None:
    for command in ("summary", "next", "play"):
        error = refused(call("mastermind", command, "--name", "other", "--book", named_book), 3)
        assert "--name other" in error


def test_play_with_words(named_book: Path) -> None:
    words = ("mastermind", "play", "--name", "wordle", "--strategy", "h1", "--book", str(named_book), "--seed", "1")
    secret = call(*words, stdin="reveal\n").stdout.split("The code was ")[1].split(".")[0]
    done = call(*words, stdin=f"xxxxx\nADIEU\nhint\n{secret}\n")
    assert done.returncode == 0, done.stderr
    assert "'xxxxx' is no query of this game" in done.stdout
    assert f"1. adieu  {naive.wordle('adieu', secret)}" in done.stdout
    assert f"Found {secret} with 2 queries" in done.stdout
