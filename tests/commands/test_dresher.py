"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
import re
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from program import build_here, call, refused, run

SMALL = range(1, 17)


def ask(*words: object, book: Path) -> Any:
    done = call("dresher", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(*words: object, book: Path) -> str:
    """What a person is answered."""
    done: subprocess.CompletedProcess[str] = call("dresher", *map(str, words), "--book", book)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def best(weights: list[Fraction]) -> Any:
    """Least sum of weight times depth over first..last, by the recursion over all first guesses."""

    @cache
    def least(first: int, last: int) -> Fraction:
        if first > last:
            return Fraction()
        return sum(weights[first - 1 : last], Fraction()) + min(
            least(first, guess - 1) + least(guess + 1, last) for guess in range(first, last + 1)
        )

    return least


def test_both_strategies_have_the_value(quick_book: Path) -> None:
    for n in (1, 2, 3, 5, 8, 13, 16):
        value = ask("value", n, book=quick_book)
        hider, searcher = ask("hider", n, book=quick_book), ask("searcher", n, book=quick_book)
        assert (hider["n"], searcher["n"], hider["source"], searcher["source"]) == (n, n, "book", "book")
        weights = [Fraction(text) for text in hider["weights"]]
        assert [str(weight) for weight in weights] == hider["weights"]
        assert (len(weights), sum(weights), min(weights) >= 0) == (n, 1, True)
        assert best(weights)(1, n) == Fraction(value["value"])
        shares = [Fraction(tree["probability"]) for tree in searcher["trees"]]
        assert (len(shares), sum(shares), min(shares) > 0) == (value["trees"], 1, True)
        assert max(max(tree["depths"]) for tree in searcher["trees"]) == value["depth"]
        for number in range(n):
            taken = sum(share * tree["depths"][number] for share, tree in zip(shares, searcher["trees"], strict=True))
            assert taken <= Fraction(value["value"])


@pytest.mark.parametrize(
    ("n", "value", "bound", "rules"), [(3, "9/5", "9/5", None), (4, "2", "2", None), (11, "187/62", "3", True)]
)
def test_the_proof_for_programs(n: int, value: str, bound: str, rules: bool | None, quick_book: Path) -> None:
    found = ask("explain", n, book=quick_book)
    assert (found["n"], found["value"], found["lower"], found["upper"]) == (n, value, value, value)
    assert found["guarantees"] == {"hider": value, "searcher": value, "weights_2_1_1_2": bound}
    assert (found["bound"], found["bound_met"]) == (bound, bound == value)
    assert (found["certainty"], found["source"]) == ("exact", "book")
    weights = [Fraction(text) for text in found["weights"]]
    least = best(weights)
    firsts = [str(1 + least(1, guess - 1) + least(guess + 1, n)) for guess in range(1, n + 1)]
    assert found["first_guesses"] == firsts
    assert found["best_reply"]["first_guesses"] == [guess for guess in range(1, n + 1) if firsts[guess - 1] == value]
    depths = found["best_reply"]["depths"]
    assert sum(weight * depth for weight, depth in zip(weights, depths, strict=True)) == Fraction(value)
    assert found["taken"] == [value] * n
    if rules is None:
        assert set(found["conjectures"].values()) == {None}
    else:
        a = [Fraction(), *weights]
        assert found["conjectures"] == {
            "sum_rule": a[1] == a[2] + a[3],
            "double_rule": a[1] == 2 * a[2],
            "ends_largest": a[1] > max(a[2:n]),
        }


@pytest.mark.parametrize("n", [1, 2, 3, 4, 11])
def test_the_proof_for_people(n: int, quick_book: Path) -> None:
    text = read("explain", n, book=quick_book)
    value = ask("value", n, book=quick_book)["value"]
    assert f"the value is {value}" in text
    assert f"A best reply of the searcher takes {value}" in text
    assert f"No number takes more than {value}" in text
    assert f"tafelwerk dresher certificate {n} -o dresher-{n}.json" in text
    assert f"python -m tafelwerk.proofs.dresher.checker dresher-{n}.json" in text
    trees = {1: "1 binary search tree", 2: "2 ", 3: "5 ", 4: "14 ", 11: "58,786 "}[n]
    assert f"Of {trees}" in text
    if n == 11:
        assert re.search(r"^ *4-8 +187/62 +3\.016129 +best", text, re.MULTILINE)
        assert "a1 = a2 + a3" in text
        assert "1/62 (0.016129) less than the value" in text
    if n == 4:
        assert "That is the value: the weights are optimal for the hider." in text


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE hider SET weight = (weight::BIGINT + 1)::VARCHAR WHERE n = 11 AND number = 6", "as bounds, not the"),
        ("UPDATE searcher SET weight = (weight::BIGINT + 1)::VARCHAR WHERE n = 11 AND tree = 1", "as bounds, not the"),
        (
            "UPDATE games SET value_num = '188' WHERE n = 11",
            "prove 187/62 and 187/62 as bounds, not the stored value 94/31;",
        ),
        (
            f"UPDATE games SET value_num = '{'1234567' * 100}89' WHERE n = 11",
            "not the stored value 123456712345...567123456789/62;",
        ),
    ],
)
def test_strategies_that_do_not_prove_the_value_are_named(
    damage: str, said: str, quick_book: Path, tmp_path: Path
) -> None:
    error = refused(call("dresher", "explain", "11", "--book", damaged(quick_book, tmp_path, damage)), 4)
    assert said in error
    assert "tafelwerk verify dresher" in error
    assert len(error) < 250


def damaged(quick_book: Path, folder: Path, statement: str) -> Path:
    """A copy of the family's file after a statement."""
    shutil.copy(quick_book / "dresher.duckdb", folder)
    with duckdb.connect(str(folder / "dresher.duckdb")) as connection:
        connection.execute(statement)
    return folder


def test_value_for_people(quick_book: Path) -> None:
    text = read("value", 11, book=quick_book)
    assert "11 numbers: 187/62 (3.016129032) guesses on average when both sides play best (book)." in text
    assert "L(11) = 3, less by 1/62 (0.016129)." in text
    assert "The value is L(4) = 2: the weights 2, 1, ..., 1, 2 are optimal" in read("value", 4, book=quick_book)
    assert read("value", 1, book=quick_book).startswith("1 number: 1 guess on average")


def test_hider_for_people(quick_book: Path) -> None:
    lines = read("hider", 3, book=quick_book).splitlines()
    assert lines[1] == "weight: probability times N + 2, here 5"
    assert re.fullmatch(r"1, 3 +2/5 +0\.400000 +2 +█{32} *", lines[4])
    assert re.fullmatch(r"2 +1/5 +0\.200000 +1 +█{16} *", lines[5])
    text = read("hider", 11, book=quick_book)
    assert "\x1b" not in text
    named = re.findall(r"^([\d, -]+?)  ", text, re.MULTILINE)
    assert sorted(number for line in named for number in spelled(line)) == list(range(1, 12))


def spelled(text: str) -> list[int]:
    """Numbers listed as "1, 3-5"."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def test_hider_of_many_numbers_is_a_skyline(quick_book: Path) -> None:
    text = read("hider", 16, book=quick_book)
    assert "weight: probability times N + 2, here 18" in text
    assert "│████" in text
    weights = [Fraction(share) * 18 for share in ask("hider", 16, book=quick_book)["weights"]]
    assert f"\n{float(max(weights)):>5.2f} │" in text
    assert f" {float(weights[0]):.4f} " in text
    plain = run("dresher", "hider", "16", "--book", quick_book, PYTHONIOENCODING="ascii").stdout
    assert "|####" in plain
    assert plain.isascii()


def test_searcher_for_people(quick_book: Path) -> None:
    lines = read("searcher", 4, book=quick_book).splitlines()
    assert lines[0] == "An optimal strategy of the searcher, 4 numbers: 2 trees, 3 guesses at most (book)"
    assert [line.split() for line in lines[3:5]] == [
        ["1", "1/2", "0.500000", "2", "1", "4", "3", "2"],
        ["2", "1/2", "0.500000", "3", "1", "4", "3", "1"],
    ]
    assert [line.rstrip() for line in lines[6:10]] == [
        "Tree 1 of 2, probability 0.500000 = 1/2, 3 guesses at most",
        "  ┌─2───┐",
        "  1   ┌─4",
        "      3",
    ]
    text = read("searcher", 11, book=quick_book)
    assert "tafelwerk dresher searcher 11 --tree 1" in text
    drawn = read("searcher", 11, "--tree", 3, "--levels", 2, book=quick_book)
    assert f"Tree 3 of {ask('value', 11, book=quick_book)['trees']}" in drawn
    assert "--levels 4 draws all" in drawn


def test_a_certificate_is_what_the_checker_takes(quick_book: Path, tmp_path: Path) -> None:
    from tafelwerk.proofs.dresher.checker import check

    for n in SMALL:
        done = call("dresher", "certificate", str(n), "--book", quick_book)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["n"] == n
        check(document)
    file = tmp_path / "game.json"
    file.write_text("what was there before")
    written = call("dresher", "certificate", "16", "-o", file, "--book", quick_book)
    assert (written.returncode, written.stdout) == (0, "")
    assert f"{file} written" in written.stderr
    assert file.read_text() == done.stdout
    assert list(tmp_path.iterdir()) == [file]
    answer = ask("certificate", 16, "-o", file, book=quick_book)
    found: dict[str, Any] = {"certainty": "exact", "evidence": "certificate", "source": "book"}
    found["question"] = {"name": "dresher certificate", "n": 16}
    assert answer == {"n": 16, "value": document["value"], "output": str(file)} | found
    assert ask("certificate", 16, book=quick_book) == document | found


def test_a_certificate_to_standard_output(quick_book: Path, tmp_path: Path) -> None:
    for words in ((), ("--json",)):
        done = call("dresher", "certificate", "3", *words, "--book", quick_book, cwd=tmp_path)
        same = call("dresher", "certificate", "3", "-o", "-", *words, "--book", quick_book, cwd=tmp_path)
        assert (same.returncode, same.stdout, same.stderr) == (0, done.stdout, "")
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_with_nowhere_to_go(quick_book: Path, tmp_path: Path) -> None:
    for file, said in ((tmp_path, "is a folder"), (tmp_path / "none" / "x.json", "there is no folder")):
        assert said in refused(call("dresher", "certificate", "3", "-o", file, "--book", quick_book), 2)


def test_small_games_are_computed_and_kept_when_asked(quick_book: Path, tmp_path: Path) -> None:
    computed = ask("value", 5, book=tmp_path)
    assert computed.pop("source") == "computed"
    assert list(tmp_path.iterdir()) == []
    stored = ask("value", 5, book=quick_book)
    assert stored["value"] == computed["value"]
    assert ask("explain", 5, book=tmp_path)["lower"] == stored["value"]
    assert ask("hider", 5, "--keep", book=tmp_path)["source"] == "computed"
    for question in ("value", "hider", "searcher", "explain"):
        assert ask(question, 5, book=tmp_path)["source"] == "book"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("value 4097", "N must be 1 to 4,096, not 4,097"),
        ("value 1.5", "'1.5' is not a whole number"),
        ("hider 0", "N must be 1 to 4,096, not 0"),
        ("searcher 3 --tree 0", "--tree must be 1 to 4,096, not 0"),
        ("searcher 4 --tree 99", "not 99"),
        ("searcher 4 --levels 0", "--levels must be 1 to 4,096, not 0"),
        ("play 5 --as judge", "--as must be searcher or hider, not 'judge'"),
        ("play 5 --seed x", "'x' is not a whole number"),
    ],
)
def test_bad_input_gets_one_clear_line(words: str, said: str, quick_book: Path) -> None:
    assert said in refused(call("dresher", *words.split(), "--book", quick_book), 2)


def test_games_beyond_the_last_are_watched_too(tmp_path: Path) -> None:
    words = ("build", "dresher", "runs", "--to", "4", "--book", tmp_path)
    assert build_here(*words, "--watch", "3", "--watch", "6").returncode == 0
    answer = call("sql", "SELECT DISTINCT n FROM dresher.bounds ORDER BY n", "--json", "--book", tmp_path)
    assert json.loads(answer.stdout) == [{"n": 3}, {"n": 6}]
    for number in ("0", "4097"):
        assert f"--watch must be 1 to 4,096, not {int(number):,}" in refused(call(*words, "--watch", number), 2)


def test_the_questions_to_begin_with_are_answered(quick_book: Path) -> None:
    from tafelwerk.commands.dresher import QUESTIONS

    for line in QUESTIONS:
        program, *words = line.split()
        assert program == "tafelwerk"
        assert call(*words, "--help").returncode == 0
        if int(words[2]) in SMALL:
            assert call(*words, "--book", quick_book).returncode == 0
