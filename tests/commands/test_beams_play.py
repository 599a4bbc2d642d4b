"""Games and puzzles: what is hidden is found by asking, answers agree with the rules, and a game can be gone on with."""

import json
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from naive import beams as naive
from program import PROGRAM, call, environment, on_terminal, refused, run, tasks_here

from tafelwerk.commands.session import say
from tafelwerk.rules.beams.board import VARIANTS

THREE = ("--variant", "3c6p")
BOARD = naive.lines(3)

History = list[tuple[int, int, frozenset[int]]]


@cache
def codes() -> list[tuple[int, ...]]:
    return naive.codes(VARIANTS["3c6p"])


def word(code: tuple[int, ...]) -> str:
    return "".join(str(colour + 1) for colour in code)


def code_of(text: str) -> tuple[int, ...]:
    return tuple(int(digit) - 1 for digit in text)


def hits(code: tuple[int, ...], query: str) -> str:
    colour, diagonal = (int(number) - 1 for number in query.split("@"))
    line = BOARD[diagonal]
    return ",".join(str(line.index(field) + 1) for field in sorted(naive.answer(code, colour, line))) or "-"


def left(history: str) -> list[tuple[int, ...]]:
    beams = []
    for entry in filter(None, history.split("; ")):
        query, places = entry.split()
        colour, diagonal = (int(number) - 1 for number in query.split("@"))
        line = BOARD[diagonal]
        chosen = [] if places == "-" else [line[int(place) - 1] for place in places.split(",")]
        beams.append((colour, diagonal, frozenset(chosen)))
    return naive.left_over(codes(), BOARD, beams)


def told(code: tuple[int, ...], colour: int, diagonals: range) -> str:
    """What a code answers to a colour on some diagonals."""
    return "; ".join(f"{colour}@{diagonal} {hits(code, f'{colour}@{diagonal}')}" for diagonal in diagonals)


def play(*words: str, typed: list[str], book: Path) -> str:
    done = call("beams", "play", *words, "--book", book, stdin="".join(f"{line}\n" for line in typed))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def fields(board: list[str]) -> list[str]:
    """The signs of the fields of a board, without the numbers of diagonals around them."""
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in board]
    return [sign.strip("()") for row in rows for sign in row.split()]


def revealed(text: str) -> str:
    return re.findall(r"The code is (\d+)\.", text)[-1]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beams") / "book"
    with tasks_here():
        for strategy in ("h1", "optimal"):
            assert call("build", "beams", *THREE, "--strategy", strategy, "--book", folder).returncode == 0
    return folder


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


@pytest.mark.parametrize(
    ("strategy", "seed"),
    [
        ("h1", "1"),
        ("optimal", "2"),
        pytest.param("h1", "2", marks=pytest.mark.slow),
        pytest.param("optimal", "1", marks=pytest.mark.slow),
    ],
)
def test_breaker_who_takes_every_hint(strategy: str, seed: str, book: Path) -> None:
    """Pays what the strategy pays, and is told so."""
    words = (*THREE, "--strategy", strategy, "--seed", seed)
    secret = code_of(revealed(play(*words, typed=["reveal"], book=book)))
    typed, history = ["hint"], ""
    while len(left(history)) > 1:
        shown = play(*words, typed=typed, book=book)
        query = re.findall(rf"{strategy} asks (\d+@\d+)", shown)[-1]
        typed += [query, "hint"]
        history += f"{'; ' if history else ''}{query} {hits(secret, query)}"
    shown = play(*words, typed=typed[:-1], book=book)
    asked = [line for line in typed if "@" in line]
    assert [f"{n}. {beam}" for n, beam in enumerate(history.split("; "), start=1)] == re.findall(
        r"^\d+\. \d+@\d+ [\d,-]+$", shown, re.MULTILINE
    )
    assert f"Solved. You pay {len(asked)}: {len(asked)} queries." in shown
    assert f"{strategy} pays {len(asked)} for this code: {', '.join(asked)}." in shown
    mean = Fraction({"h1": 7412, "optimal": 7334}[strategy], 1860)
    assert f"It pays {float(mean):.4f} on average over all codes." in shown
    assert fields(shown.partition("Solved")[0].splitlines()[-6:-1]) == list(word(secret))


def test_queries_are_compared_with_the_strategy(book: Path) -> None:
    shown = play(*THREE, "--seed", "3", typed=["1@1", "2@9"], book=book)
    sizes = [len(part) for part in naive.split(codes(), (0, 0), BOARD)]
    best = [len(part) for part in naive.split(codes(), (0, 1), BOARD)]
    own, theirs = (sum(size * size for size in parts) / 1860 for parts in (sizes, best))
    assert f"Your query leaves {own:,.1f} on average, 1@2 of h1 {theirs:,.1f}." in shown
    cost = Fraction(1860)
    for part in naive.split(codes(), (0, 0), BOARD):
        line, some = BOARD[0], part[0]
        places = ",".join(str(line.index(f) + 1) for f in sorted(naive.answer(some, 0, line))) or "-"
        done = call("beams", "next", *THREE, "--history", f"1@1 {places}", "--json", "--book", book)
        cost += Fraction(json.loads(done.stdout).get("total", "0"))
    assert f"Expected cost: {float(cost / 1860):.4f} with yours, 3.9849 with 1@2." in shown
    first = re.findall(r"^1\. (.*)$", shown, re.MULTILINE)[0]
    assert f"{len(left(first))} codes left." in shown


def test_lines_that_are_no_query(book: Path) -> None:
    typed = ["undo", "3", "4@1", "1@16", "1@1", "2@1", ":undo", "1@1", "codes", "", "board", "help", "?", "quit"]
    shown = play(*THREE, "--seed", "3", typed=typed, book=book)
    for said in (
        "There is nothing to take back.",
        "as #1 or by its colours; every wrong field costs 1",
        "'3' is no colour@diagonal",
        "the colours of 3c6p are 1 to 3",
        "the diagonals of 3c6p are 1 to 15",
        "diagonal 1 was used for '1@1 ",
        "Taken back: 1@1 ",
        "Type colour@diagonal",
        "To go on: tafelwerk beams play --variant 3c6p --as breaker --strategy h1 --seed 3 --history",
    ):
        assert said in shown, said
    assert shown.count("Type colour@diagonal") == 3
    assert "--history" not in shown.partition("To go on")[0]
    assert "\x1b" not in shown


def test_a_query_that_tells_nothing_costs_one_all_the_same(none: Path) -> None:
    """Where all of colour 1 is known, to ask for it again is allowed as long as another query tells something."""
    for secret in codes():
        history = told(secret, 1, range(1, 14))
        among = left(history)
        splits = [len(naive.split(among, (colour, 14), BOARD)) for colour in range(3)]
        if splits[0] == 1 < splits[1]:
            break
    shown = play(*THREE, "--history", history, typed=["1@15", "quit"], book=none)
    assert f"{len(among)} codes left. All codes left answer so: this query told nothing" in shown
    assert f"14. 1@15 {hits(secret, '1@15')}" in shown


def test_a_game_that_is_gone_on_with_hides_the_same_code(none: Path) -> None:
    before = play(*THREE, "--tie", "lex-d", typed=["1@2", "2@9", "reveal"], book=none)
    line = before.partition("To go on: tafelwerk beams play ")[2].strip()
    options, _, history = line.partition(" --history ")
    assert options.startswith("--variant 3c6p --as breaker --strategy h1 --tie lex-d --seed ")
    after = play(*options.split(), "--history", history.strip('"'), typed=["reveal"], book=none)
    assert revealed(after) == revealed(before)
    assert f"one of {len(left(history.strip(chr(34)))):,} code" in after
    assert f"So far: {history.strip(chr(34))}" in after
    # a seed whose code the history excludes hides one that it allows
    for seed in ("1", "2", "3"):
        other = play(*THREE, "--seed", seed, "--history", history.strip('"'), typed=["reveal"], book=none)
        assert code_of(revealed(other)) in left(history.strip('"'))


def guessing() -> tuple[tuple[int, ...], str]:
    """A code of which one colour alone was asked for, on every diagonal: the others cannot be told apart."""
    secret = codes()[5]
    return secret, told(secret, 1, range(1, 16))


def test_breaker_guesses_where_no_query_is_left(none: Path) -> None:
    _, history = guessing()
    among = left(history)
    assert len(among) > 1
    words = (*THREE, "--seed", "4", "--history", history)
    start = play(*words, typed=["reveal", "hint", "codes"], book=none)
    secret = code_of(revealed(start))
    assert secret in among
    known = [len(set(fields)) == 1 for fields in zip(*among, strict=True)]
    short = ["".join(c for c, sure in zip(word(code), known, strict=True) if not sure) for code in among]
    shown = re.findall(r"#(\d+) (\d+)", start.partition("guess: reveal")[0])
    assert {text for _, text in shown} <= set(short)
    assert len(shown) == min(20, len(among))
    assert f"The {known.count(False)} fields not certain" in start
    wrong = naive.wrong_fields(naive.guess(among), secret)
    least = min(sum(naive.wrong_fields(mine, code) for code in among) for mine in among)
    hint = re.findall(r"guesses (\d+) in the fields not certain", start)[0]
    guessed = among[short.index(hint)]
    assert sum(naive.wrong_fields(guessed, code) for code in among) == least
    # by its colours where they are not certain, by all of them, by its place
    first = among[short.index(shown[0][1])]
    for typed, code in ((hint, guessed), (word(guessed), guessed), ("#1", first), (word(secret), secret)):
        end = play(*words, typed=[typed], book=none)
        wrong = naive.wrong_fields(code, secret)
        said = f"{wrong} fields wrong. You pay {15 + wrong}: 15 queries and {wrong} wrong fields." if wrong else None
        assert (said or "Solved. You pay 15: 15 queries and no wrong field.") in end
        theirs = naive.wrong_fields(guessed, secret)
        assert f"h1 pays {15 + theirs} for this code: 1@1, 1@2," in end
        assert "on average over all codes" not in end


@pytest.mark.parametrize("role", ["breaker", "maker"])
def test_beams_that_a_game_began_with_are_taken_back(role: str, book: Path) -> None:
    words = (*THREE, "--as", role, "--history", "1@2 -; 2@9 -", "--seed", "5")
    shown = play(*words, typed=["undo", "undo", "undo"], book=book)
    assert re.findall(r"^(Taken back: .*|There is nothing.*)$", shown, re.MULTILINE) == [
        "Taken back: 2@9 -",
        "Taken back: 1@2 -",
        "There is nothing to take back.",
    ]
    assert shown.rstrip().endswith(f"--as {role} --strategy h1" + (" --seed 5" if role == "breaker" else ""))


def test_the_strategy_pays_from_the_beams_that_stay(book: Path) -> None:
    words = (*THREE, "--history", "1@2 -", "--seed", "5")
    typed = ["reveal", "undo"]
    secret, history = code_of(revealed(play(*words, typed=typed, book=book))), ""
    while len(left(history)) > 1:
        shown = play(*words, typed=[*typed, "hint"], book=book)
        query = re.findall(r"h1 asks (\d+@\d+)", shown)[-1]
        typed.append(query)
        history += f"{'; ' if history else ''}{query} {hits(secret, query)}"
    shown = play(*words, typed=typed, book=book)
    asked = [line for line in typed if "@" in line]
    assert f"h1 pays {len(asked)} for this code: {', '.join(asked)}. It pays 3.9849 on average over all codes." in shown


def test_another_strategy_in_place_of_the_optimal_one_says_so(none: Path) -> None:
    words = ("--variant", "6c3p", "--strategy", "optimal", "--seed", "2")
    shown = play(*words, typed=["hint", "1@2", "3@1", "quit"], book=none)
    assert "h1 asks 1@2 (optimal is not known here)." in shown
    sizes = json.loads(call("beams", "next", *words[:2], "--json", "--book", none).stdout)["answers"].values()
    average = sum(size * size for size in sizes) / sum(sizes)
    assert f"h1 asks the same: {average:,.1f} left on average (optimal is not known here)." in shown
    assert re.search(
        r"Your query leaves [\d,.]+ on average, \d@\d+ of h1 [\d,.]+ \(optimal is not known here\)\.", shown
    )
    assert "optimal asks" not in shown
    assert "xpected" not in shown
    asked = play(*words, "--as", "maker", typed=[], book=none)
    assert "1@2 (223,920 codes left; h1 asks, optimal is not known here): " in asked


def test_mix_is_compared_by_the_mean_of_its_queries(book: Path) -> None:
    shown = play(*THREE, "--tie", "mix", "--seed", "3", typed=["1@1"], book=book)
    assert re.search(r"Expected cost: 4\.\d{4} with yours, 3\.9856 with what h1 asks\.", shown)


def test_long_lists_are_folded_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [f"#{number} {number:012}" for number in range(30)]
    say(", ".join(words))
    assert capsys.readouterr().out == f"{', '.join(words)}\n"
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say(", ".join(words))
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines) == ", ".join(words)
    assert all(50 < len(line) <= 70 for line in lines[:-1])


def test_guesses_that_cannot_be(none: Path) -> None:
    _, history = guessing()
    among = left(history)
    outside = next(code for code in codes() if code not in among)
    typed = ["#0", "#99", "12", "1" * 18, word(outside), "1@1", "quit"]
    shown = play(*THREE, "--history", history, typed=typed, book=none)
    for said in (
        "'#0' is none of the codes shown, #1 to #",
        "'#99' is none",
        "'12' is no code",
        "the fields of colour 1 are 18, not 6",
        "this code is not left: it contradicts '1@",
        "'1@1' is no code",
    ):
        assert said in shown, said
    assert "You pay" not in shown


@pytest.mark.parametrize(
    "strategy", [("h1", "--tie", "mix"), ("optimal",), pytest.param(("h1",), marks=pytest.mark.slow)]
)
def test_maker_is_found_out(strategy: tuple[str, ...], book: Path) -> None:
    secret = codes()[1234]
    words = (*THREE, "--as", "maker", "--seed", "2", "--strategy", *strategy)
    typed: list[str] = []
    while True:
        shown = play(*words, typed=typed, book=book)
        if "Found" in shown:
            break
        query = re.findall(r"^(\d+@\d+) \([\d,]+ codes left\): ", shown, re.MULTILINE)[-1]
        typed.append(hits(secret, query))
        assert len(typed) < 8
    assert f"Found {word(secret)} with {len(typed)} queries." in shown
    assert "think of one of 1,860 codes, 3 colours, each on 6 fields" in shown


def test_maker_who_contradicts_is_told_how(book: Path) -> None:
    typed = ["2,3", "4,2", "9", "yes", "-", "undo", "1", "quit"]
    shown = play(*THREE, "--as", "maker", typed=typed, book=book)
    for said in (
        "place 2 after 4",
        "place 9 in '9'",
        "'yes' is no answer",
        "Taken back: 2@7 -",
        'To go on: tafelwerk beams play --variant 3c6p --as maker --strategy h1 --history "1@2 2,3; 2@7 1"',
    ):
        assert said in shown, said
    shown = play(*THREE, "--as", "maker", typed=["2,3", "-", "2", "1,2,3", "undo", "undo"], book=book)
    assert "beam 4, '3@8 1,2,3', leaves no code: it contradicts '1@2 2,3'; answer again, or take an earlier" in shown
    assert "history" not in shown.partition("To go on")[0]


def test_maker_is_asked_for_the_wrong_fields_of_a_guess(none: Path) -> None:
    secret, history = guessing()
    among = left(history)
    words = (*THREE, "--as", "maker", "--history", history)
    start = play(*words, typed=[], book=none)
    assert f"No unused diagonal tells {len(among)} codes apart." in start
    guess = code_of(re.findall(r"I guess (\d+)\.", start)[0])
    wrong = naive.wrong_fields(guess, secret)
    possible = sorted({naive.wrong_fields(guess, code) for code in among})
    impossible = next(number for number in range(19) if number not in possible)
    shown = play(*words, typed=["x", "99", str(impossible), str(wrong)], book=none)
    assert "type how many of the 18 fields are wrong, 0 if none, not 'x'" in shown
    assert f"it may be {', '.join(map(str, possible))}." in shown
    paid = f"I pay {15 + wrong}: 15 queries and {f'{wrong} wrong field' if wrong else 'no wrong field'}"
    assert paid in shown
    alone = [code for code in among if naive.wrong_fields(guess, code) == wrong]
    assert (f"So it is {word(secret)}." in shown) == (len(alone) == 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", *THREE, "--as", "judge"), "--as must be breaker or maker, not 'judge'"),
        (("play", *THREE, "--strategy", "improved"), "--strategy improved is of 6c3p only, not of 3c6p"),
        (("play", "--variant", "6c6p", "--strategy", "improved"), "improved is of 6c3p only, not of 6c6p; take h1"),
        (("play", "--variant", "6c6p", "--strategy", "improved", "--as", "maker"), "improved is of 6c3p only"),
        (("play", "--variant", "6c10p"), "--variant 6c10p: its codes are too many to be listed"),
        (("puzzle", "--variant", "6c10p"), "--variant 6c10p: its codes are too many to be listed"),
        (("play", *THREE, "--history", "1@1 1,2; 2@8 1"), "--history: beam 2, '2@8 1', leaves no code"),
        (("play", *THREE, "--history", "1@1"), "has no answer"),
        (("puzzle", *THREE, "--beams", "1"), "a puzzle of 3c6p has 2 to 15 beams, not 1"),
        (("puzzle", *THREE, "--beams", "15", "--attempts", "3"), "no puzzle of 15 beams in 3 attempts, which gave"),
        (("puzzle", *THREE, "-o", "puzzle.txt"), "--output puzzle.txt: a figure is written as"),
        (("next", *THREE, "-o", "board.txt"), "--output board.txt: a figure is written as"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], said: str, none: Path) -> None:
    assert said in refused(call("beams", *words, "--book", none), 2)


def test_no_game_begins_where_the_code_is_found(none: Path) -> None:
    secret = codes()[0]
    history = f"{told(secret, 1, range(1, 8))}; {told(secret, 2, range(8, 16))}"
    assert left(history) == [secret]
    line = refused(call("beams", "play", *THREE, "--history", history, "--book", none), 2)
    assert "there is nothing left to play" in line


@pytest.mark.parametrize("role", [pytest.param("breaker", marks=pytest.mark.slow), "maker"])
def test_ctrl_c_ends_a_game_well(role: str, book: Path) -> None:
    command = [PROGRAM, "beams", "play", *THREE, "--as", role, "--book", str(book)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as playing:
        assert playing.stdout is not None
        assert "Beams 3c6p" in playing.stdout.readline()
        time.sleep(1)
        playing.send_signal(signal.SIGINT)
        rest, narrated = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert f"To go on: tafelwerk beams play --variant 3c6p --as {role} --strategy h1" in rest
    assert narrated == "interrupted\n"


@pytest.mark.slow
def test_bytes_that_are_no_text_cost_no_turn(book: Path) -> None:
    command = [str(PROGRAM), "beams", "play", *THREE, "--book", str(book)]
    done = subprocess.run(
        command, input=b"\xff\n\xfe3\n1@2\n", capture_output=True, env=environment(), timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"That is no text.") == 2
    assert b"1. 1@2 " in done.stdout


def puzzle(*words: str, book: Path) -> Any:
    done = call("beams", "puzzle", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_puzzle_has_one_solution_and_no_beam_too_many(seed: str, none: Path) -> None:
    found = puzzle(*THREE, "--seed", seed, book=none)
    keys = ["variant", "seed", "history", "beams", "remaining", "solution", "certainty", "source", "question"]
    assert list(found) == keys
    assert (found["remaining"], found["certainty"], found["source"]) == (1, "exact", "computed")
    beams = found["history"].split("; ")
    assert len(beams) == found["beams"]
    assert [word(code) for code in left(found["history"])] == [found["solution"]]
    assert all(len(left("; ".join(fewer))) > 1 for fewer in combinations(beams, len(beams) - 1))
    assert found == puzzle(*THREE, "--seed", seed, book=none)
    again = puzzle(*THREE, book=none)
    assert again == puzzle(*THREE, "--seed", str(again["seed"]), book=none)


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


def test_a_puzzle_on_a_terminal(book: Path) -> None:
    shown = on_terminal("beams", "puzzle", *THREE, "--seed", "1", columns=80, book=book)
    assert "\x1b[" in shown
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert all(len(line) <= 80 for line in plain.splitlines())
    for number in range(1, 16):
        assert re.search(rf"(?<!\d){number}(?!\d)", plain)


@pytest.mark.parametrize("words", [("puzzle", *THREE, "--seed", "1"), ("next", *THREE, "--history", "1@2 1,2")])
def test_boards_as_pictures(words: tuple[str, ...], book: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = call("beams", *words, "-o", file, "--book", book)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    text = file.read_text()
    assert text.startswith("<svg")
    title = "a puzzle of" if words[0] == "puzzle" else "112 codes are left"
    assert title in text
    assert done.stdout == call("beams", *words, "--book", book).stdout


@pytest.mark.slow
def test_the_standard_game(tmp_path: Path) -> None:
    done = run("beams", "play", "--variant", "6c6p", "--seed", "5", "--book", tmp_path, stdin="1@4\n1@4\nhint\n")
    assert done.returncode == 0
    assert done.stderr == (
        "finding the 4,234,462 patterns of 6c6p first; `tafelwerk build beams --variant 6c6p` would keep them\n"
    )
    assert "one of 3,048,812,640 codes is hidden" in done.stdout
    assert "diagonal 4 was used" in done.stdout
    found = puzzle("--variant", "6c6p", "--seed", "1", book=tmp_path)
    done = call("beams", "next", "--variant", "6c6p", "--history", found["history"], "--json", "--book", tmp_path)
    assert json.loads(done.stdout)["solved"] == found["solution"]
