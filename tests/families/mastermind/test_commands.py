"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from math import log2
from pathlib import Path

import pytest
from naive import hard as naive_hard
from naive import mastermind as naive_pegs
from naive import words as naive
from program import answered, build_here, call, refused, tasks_here

from tafelwerk.solvers.mastermind.word_problems import wordle

ask = partial(answered, "mastermind")

GAME = ("--pegs", "4", "--colors", "6")
CODES = ["".join(word) for word in product("ABCDEF", repeat=4)]


def left(history: list[tuple[str, str]], codes: list[str] = CODES) -> list[str]:
    """The codes that a history leaves."""
    return [code for code in codes if all(naive.mastermind(guess, code) == answer for guess, answer in history)]


def parts(guess: str, codes: list[str]) -> dict[str, int]:
    """The answers a guess may have, and how many codes each leaves."""
    return dict(Counter(naive.mastermind(guess, code) for code in codes))


def option(history: list[tuple[str, str]]) -> str:
    return "; ".join(map(" ".join, history))


def test_next_after_queries_that_no_tree_asks(quick_book: Path) -> None:
    history = [("ABCC", "1,1"), ("DDAB", "1,1")]
    codes = left(history)
    answer = ask("next", *GAME, "--strategy", "optimal", "--history", "abcc 1,1; DDAB 1 1;", book=quick_book)
    assert answer["source"] == "computed"
    assert answer["remaining"] == len(codes)
    assert answer["answers"] == parts(answer["guess"], codes)
    assert answer.get("best", True)
    # what it expects is what its own answers expect
    expected = Fraction(len(codes))
    for reply in answer["answers"]:
        if reply != "4,0":
            after = option([*history, (answer["guess"], reply)])
            rest = ask("next", *GAME, "--strategy", "optimal", "--history", after, book=quick_book)
            expected += Fraction(rest["total"]) if "total" in rest else 1
    assert expected == Fraction(answer["total"])


@pytest.mark.parametrize(
    ("guess", "history"), [("CFCF", []), ("ABDE", [("AABC", "1,2")]), ("CAFA", [("AABC", "1,2"), ("ABDE", "0,3")])]
)
def test_parts_of_a_guess(guess: str, history: list[tuple[str, str]], tmp_path: Path) -> None:
    codes = left(history)
    expected = parts(guess, codes)
    chances = [size / len(codes) for size in expected.values()]
    answer = ask("parts", guess, *GAME, "--history", option(history), book=tmp_path)
    assert (answer["parts"], answer["remaining"]) == (expected, len(codes))
    assert answer["consistent"] == (guess in codes)
    assert answer["entropies"] == pytest.approx(
        {
            "0": log2(len(chances)),
            "1": -sum(chance * log2(chance) for chance in chances),
            "2": -log2(sum(chance**2 for chance in chances)),
            "inf": -log2(max(chances)),
        },
        abs=1e-12,
    )


def test_bounds_without_a_search(tmp_path: Path) -> None:
    """The first two: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2."""
    for line, total in (
        ("--pegs 4 --colors 6", "4986"),
        ("--pegs 4 --colors 6 --distinct", "1242"),
        ("--pegs 1 --colors 3", "6"),
        ("--pegs 9 --colors 2", "1481"),
    ):
        assert ask("bound", *line.split(), book=tmp_path)["total"] == total


def test_next_of_mix_names_what_is_as_good(tmp_path: Path) -> None:
    answer = ask("next", *GAME, "--strategy", "h1", "--tie", "mix", "--history", "AABC 1,2", book=tmp_path)
    assert answer["guess"] == answer["tied"][0]
    best = [sorted(parts(guess, left([("AABC", "1,2")])).values()) for guess in answer["tied"]]
    assert all(sizes == best[0] for sizes in best)


WORDS = ["crane", "crate", "trace", "grace", "brace", "speed", "erase", "steal", "least", "stale", "slate"]
MORE = ["adieu", "tiger", "pious"]


@pytest.fixture(scope="module")
def named_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a word list."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "codes.txt").write_text("\n".join(WORDS))
    (folder / "more.txt").write_text("\n".join(MORE))
    line = "--codes codes.txt --queries more.txt --score wordle --name wordle --strategy h1"
    with tasks_here():
        done = call("build", "mastermind", *line.split(), "--book", "book", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "book"


def test_a_name_is_one_game(named_book: Path) -> None:
    folder = named_book.parent
    (folder / "others.txt").write_text("\n".join(WORDS[:5]))
    words = ("build", "mastermind", "--codes", "others.txt", "--score", "wordle", "--name", "wordle", "--book", "book")
    assert "--name wordle is already used by a different game" in refused(call(*words, cwd=folder), 2)
    (folder / "uneven.csv").write_text("query,x,y\nx,1,2\nodd?,1,3\n")
    words = ("build", "mastermind", "--matrix", "uneven.csv", "--name", "uneven", "--book", "book")
    assert "no query names 'y'" in refused(call(*words, cwd=folder), 2)
    asked = ("mastermind", "summary", "--name", "Wordle", "--strategy", "h1", "--book", named_book)
    assert "a game named Wordle (did you mean wordle?): not in the book " in refused(call(*asked), 3)


def test_play_with_words(named_book: Path) -> None:
    words = ("mastermind", "play", "--name", "wordle", "--strategy", "h1", "--book", str(named_book), "--seed", "1")
    secret = call(*words, stdin="reveal\n").stdout.split("The code was ")[1].split(".")[0]
    done = call(*words, stdin=f"xxxxx\nADIEU\nhint\n{secret}\n")
    assert done.returncode == 0, done.stderr
    assert "'xxxxx' is not a query of this game" in done.stdout
    assert f"1. adieu  {naive.wordle('adieu', secret)}" in done.stdout
    assert f"Found {secret} with 2 queries" in done.stdout


def test_words_in_hard_mode(named_book: Path) -> None:
    game = ("--name", "wordle", "--strategy", "h1", "--hard")
    problem = wordle(WORDS, MORE)
    codes, queries = range(len(problem.codes)), range(len(problem.queries))
    nodes = naive_hard.lex(problem, codes, queries, Fraction(1))
    computed = ask("summary", *game, book=named_book)
    assert computed["total"] == str(sum(left for _, _, _, left in nodes))
    assert computed["source"] == "computed"
    done = build_here("build", "mastermind", *game, "--book", named_book, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    stored = ask("summary", *game, book=named_book)
    assert (stored["total"], stored["source"], stored["evidence"]) == (computed["total"], "book", "recomputed")
    first = ask("next", *game, book=named_book)
    assert (first["guess"], first["source"]) == (problem.queries[nodes[0][2]], "book")
    asked = ("--history", f"speed {naive.wordle('speed', 'erase')}; crate {naive.wordle('crate', 'erase')}")
    error = refused(call("mastermind", "next", *game, *asked, "--book", named_book), 2)
    assert "crate is refused in hard mode: it must have s, as speed" in error


def test_play_in_hard_mode(named_book: Path) -> None:
    words = ("mastermind", "play", "--name", "wordle", "--strategy", "h1", "--hard", "--book", str(named_book))
    secret = call(*words, "--seed", "1", stdin="reveal\n").stdout.split("The code was ")[1].split(".")[0]
    shown = naive.wordle("crane", secret)
    refused_words = [word for word in (*WORDS, *MORE) if not naive_hard.takes("crane", shown, word)]
    taken = [word for word in (*WORDS, *MORE) if word not in refused_words]
    assert refused_words
    done = call(*words, "--seed", "1", stdin=f"crane\n{refused_words[0]}\nhint\n{secret}\n")
    assert done.returncode == 0, done.stderr
    assert f"{refused_words[0]} is refused in hard mode: " in done.stdout
    assert f"Found {secret} with 2 queries" in done.stdout
    assert done.stdout.split(" more queries expected")[0].split("h1 hard asks ")[-1].split(",")[0] in taken
    # the program keeps to it, too
    made = call(*words, "--as", "maker", "--history", f"crane {shown}", stdin="quit\n")
    assert made.returncode == 0, made.stderr
    assert made.stdout.split(" 2. ")[1].split()[0] in taken
    error = refused(call(*words, "--history", f"crane {shown}; {refused_words[0]} -----", stdin=""), 2)
    assert "is refused in hard mode" in error


def test_a_large_game_goes_on_with_the_same_code(tmp_path: Path) -> None:
    words = ("mastermind", "play", "--pegs", "5", "--colors", "8", "--strategy", "h1", "--book", str(tmp_path / "none"))
    done = call(*words, "--seed", "5", stdin="AABCD\nHHHGG\nreveal\nquit\n")
    assert done.returncode == 0, done.stderr
    secret = done.stdout.split("The code was ")[1].split(".")[0]
    history = done.stdout.rsplit('--history "', 1)[1].split('"')[0]
    again = call(*words, "--seed", "5", "--history", history, stdin="reveal\n")
    assert f"The code was {secret}." in again.stdout
    assert history == "; ".join(
        f"{query} {right},{elsewhere}"
        for query in ("AABCD", "HHHGG")
        for right, elsewhere in [naive_pegs.feedback(secret, query)]
    )


def test_a_game_of_millions_of_codes_is_answered(tmp_path: Path) -> None:
    game = ("--pegs", "7", "--colors", "9", "--strategy", "h1")
    first = ask("next", *game, book=tmp_path / "none")
    assert (first["remaining"], first["certainty"]) == (9**7, "exact")
    assert sum(first["answers"].values()) == 9**7
    found = ask("next", *game, "--history", f"{first['guess']} 1,2", book=tmp_path / "none")
    assert found["remaining"] == first["answers"]["1,2"]
    assert (found["certainty"], found["asked_by"]) == ("sampled", "h1")
    assert sum(found["answers"].values()) == found["remaining"]
    low, high = found["interval"]
    assert low < found["value"] < high
    told = ask("parts", found["guess"], *game[:4], "--history", f"{first['guess']} 1,2", book=tmp_path / "none")
    # the greatest of some estimates: a little too high at most
    assert abs(told["entropies"]["1"] - found["value"]) < 5 * found["standard_error"]


def test_the_notation_of_games_codes_and_strategies(tmp_path: Path) -> None:
    """British spelling, codes in digits and names of the literature stand for what is stored."""
    usual = ("--pegs", 2, "--colors", 3, "--strategy", "hinf", "--history", "AB 0,1")
    other = ("--pegs", 2, "--colours", 3, "--strategy", "knuth", "--history", "12 0,1")
    assert answered("mastermind", "next", *other, book=tmp_path) == answered(
        "mastermind", "next", *usual, book=tmp_path
    )
    build = call("build", "mastermind", *other[:6], "--dry-run", "--book", tmp_path)
    assert (build.returncode, "--colors 3 --strategy hinf" in build.stdout) == (0, True), build.stderr
