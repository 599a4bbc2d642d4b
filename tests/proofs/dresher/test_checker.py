"""The checker of certificates: what is proved passes, whatever is altered in it does not."""

import ast
import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from published import DRESHER_VALUES

from tafelwerk.proofs.dresher import checker
from tafelwerk.proofs.dresher.checker import best_tree, check

Certificate = dict[str, Any]


def certificate(n: int) -> Certificate:
    return naive.symmetric_certificate(n)


@pytest.mark.parametrize("n", [*range(1, 8), pytest.param(8, marks=pytest.mark.slow)])
def test_optimal_strategies_pass(n: int) -> None:
    proved = certificate(n)
    assert proved["value"] == DRESHER_VALUES[n - 1]
    check({**proved, "source": "what else it holds is left alone"})
    check(naive.certificate(*naive.solution(n)))


def refused(altered: Certificate, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        check(altered)


def test_integers_of_json_will_do() -> None:
    """They are proved as their texts are: one that is changed is refused."""
    proved = certificate(4)
    proved["hider"] = [int(weight) for weight in proved["hider"]]
    proved["hider_total"] = int(proved["hider_total"])
    for tree in proved["searcher"]:
        tree["weight"] = int(tree["weight"])
    value = int(proved["value"])
    check({**proved, "value": value})
    refused({**proved, "value": value + 1}, "lower bound")


def set_hider(altered: Certificate, i: int, weight: int) -> None:
    altered["hider"][i] = str(weight)
    altered["hider_total"] = str(sum(map(int, altered["hider"])))


def set_tree(altered: Certificate, t: int, weight: int) -> None:
    altered["searcher"][t]["weight"] = str(weight)
    altered["searcher_total"] = str(sum(int(tree["weight"]) for tree in altered["searcher"]))


@pytest.mark.parametrize("n", range(1, 8))
def test_an_altered_weight_of_the_hider(n: int) -> None:
    proved = certificate(n)
    for i in range(n):
        for change in (-1, 1):
            altered = copy.deepcopy(proved)
            altered["hider"][i] = str(int(proved["hider"][i]) + change)
            refused(altered, "not the sum" if int(altered["hider"][i]) >= 0 else "not an integer, 0")


@pytest.mark.parametrize("n", range(1, 8))
def test_an_altered_weight_of_the_hider_and_their_sum(n: int) -> None:
    """It passes exactly where the weights are optimal still: for n = 1, and for n = 4 at the ends, 3, 2, 2, 3 being stored."""
    proved = certificate(n)
    value = Fraction(proved["value"])
    optimal = set()
    for i in range(n):
        for change in (-1, 1, 2):
            altered = copy.deepcopy(proved)
            set_hider(altered, i, max(0, int(proved["hider"][i]) + change))
            weights = [int(weight) for weight in altered["hider"]]
            if sum(weights) and naive.least_guesses(weights) == value * sum(weights):
                check(altered)
                optimal.add(i + 1)
            else:
                refused(altered, "lower bound: the tree" if sum(weights) else "not an integer, 1")
    assert optimal == {1: {1}, 4: {1, 4}}.get(n, set())


@pytest.mark.parametrize("n", range(1, 8))
def test_an_altered_depth(n: int) -> None:
    proved = certificate(n)
    for t, tree in enumerate(proved["searcher"]):
        for i, depth in enumerate(tree["depths"]):
            for other in set(range(-1, n + 2)) - {depth}:
                altered = copy.deepcopy(proved)
                altered["searcher"][t]["depths"][i] = other
                refused(altered, f"tree {t + 1}: no search tree has these depths")


@pytest.mark.parametrize("n", range(1, 8))
def test_an_altered_weight_of_a_tree(n: int) -> None:
    proved = certificate(n)
    for t in range(len(proved["searcher"])):
        altered = copy.deepcopy(proved)
        altered["searcher"][t]["weight"] += "1"
        refused(altered, "searcher_total is not the sum")


@pytest.mark.parametrize("n", range(1, 8))
def test_an_altered_weight_of_a_tree_and_their_sum(n: int) -> None:
    """It passes exactly where no number takes the mixture more guesses than the value."""
    proved = certificate(n)
    value = Fraction(proved["value"])
    for t in range(len(proved["searcher"])):
        altered = copy.deepcopy(proved)
        set_tree(altered, t, int(proved["searcher"][t]["weight"]) + 1)
        trees = [(int(tree["weight"]), tree["depths"]) for tree in altered["searcher"]]
        most = max(sum(weight * depths[i] for weight, depths in trees) for i in range(n))
        if most <= value * sum(weight for weight, _ in trees):
            check(altered)
        else:
            refused(altered, r"upper bound: number \d takes the mixture \d+/\d+ guesses more than the value")


@pytest.mark.parametrize("n", range(1, 8))
def test_every_digit_of_the_value(n: int) -> None:
    proved = certificate(n)
    for place, digit in enumerate(proved["value"]):
        for other in set("0123456789/") - {digit}:
            value = proved["value"][:place] + other + proved["value"][place + 1 :]
            refused({**proved, "value": value}, "bound|reduced|not a fraction")


def test_a_fault_says_by_how_much() -> None:
    proved = certificate(3)
    refused({**proved, "value": "2"}, r"lower bound: the tree \[.*\] takes 1/5 guesses fewer than the value")
    refused({**proved, "value": "5/3"}, r"upper bound: number 1 takes the mixture 2/15 guesses more than the value")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        *(({key: None}, "not an object with") for key in certificate(1)),
        ({"n": 0}, "n is not a positive integer"),
        ({"n": "3"}, "n is not a positive integer"),
        ({"n": True}, "n is not a positive integer"),
        ({"n": 4}, "not a list of n weights"),
        ({"n": 10**4000}, "not a list of n weights"),
        ({"hider": ["2", "1"]}, "not a list of n weights"),
        ({"hider": "212"}, "not a list of n weights"),
        ({"hider": ["2", "-1", "2"]}, "hider, number 2: -1 is not an integer, 0 or more"),
        ({"hider": [2, True, 2]}, "hider, number 2: True"),
        ({"hider": [2, 1.0, 2]}, "hider, number 2"),
        ({"hider": ["2", "01", "2"]}, "hider, number 2"),
        ({"hider": ["2", "1 ", "2"]}, "hider, number 2"),
        ({"hider": ["2", "\N{ARABIC-INDIC DIGIT ONE}", "2"]}, "hider, number 2"),
        ({"hider": ["2", "1\n", "2"]}, "hider, number 2"),
        ({"hider": ["0", "0", "0"], "hider_total": "0"}, "hider_total: 0 is not an integer, 1 or more"),
        ({"hider_total": 5.0}, "hider_total"),
        ({"searcher_total": []}, "searcher_total"),
        ({"searcher": {}}, "searcher is not a list of trees"),
        ({"searcher": []}, "searcher_total is not the sum"),
        ({"searcher": [], "searcher_total": 0}, "searcher_total: 0 is not an integer, 1"),
        ({"searcher": [None]}, "tree 1: no weight or no depths"),
        ({"searcher": [{"weight": "1"}]}, "tree 1: no weight or no depths"),
        ({"searcher": [{"depths": [2, 1, 2]}]}, "tree 1: no weight or no depths"),
        ({"value": "18/10"}, "not reduced"),
        ({"value": "9/5 "}, "not a fraction"),
        ({"value": "9/0"}, "not a fraction"),
        ({"value": "09/5"}, "not reduced"),
        ({"value": "1.8"}, "not a fraction"),
        ({"value": True}, "not a fraction"),
        ({"value": "2/1"}, "not reduced"),
        ({"value": ""}, "not a fraction"),
    ],
)
def test_what_is_no_certificate(change: Certificate, match: str) -> None:
    altered = {**certificate(3), **change}
    refused({key: value for key, value in altered.items() if value is not None}, match)


@pytest.mark.parametrize(
    ("tree", "match"),
    [
        ({"weight": "0"}, "tree 2: 0 is not an integer, 1 or more"),
        ({"weight": 1.0}, "tree 2"),
        ({"weight": True}, "tree 2"),
        ({"depths": [1, 3]}, "tree 2: not n depths"),
        ({"depths": "132"}, "tree 2: not n depths"),
        ({"depths": ["1", "3", "2"]}, "tree 2: not n depths"),
        ({"depths": [1.0, 3.0, 2.0]}, "tree 2: not n depths"),
        ({"depths": [True, 3, 2]}, "tree 2: not n depths"),
        ({"depths": [2, 2, 2]}, "tree 2: no search tree"),
        ({"depths": [1, 2, 2]}, "tree 2: no search tree"),
        ({"depths": [2, 3, 1]}, "upper bound"),
    ],
)
def test_what_is_no_tree(tree: Certificate, match: str) -> None:
    altered = certificate(3)
    assert altered["searcher"][1] != tree
    altered["searcher"][1].update(tree)
    refused(altered, match)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=7))
def test_trees_are_told_from_other_rows(depths: list[int]) -> None:
    n = len(depths)
    altered = {
        "n": n,
        "value": "1",
        "hider_total": n,
        "hider": [1] * n,
        "searcher_total": 1,
        "searcher": [{"weight": 1, "depths": depths}],
    }
    if tuple(depths) not in naive.trees(n):
        refused(altered, "no search tree")
    elif n > 1:
        refused(altered, "bound")
    else:
        check(altered)


@given(st.lists(st.integers(0, 9) | st.integers(0, 10**30), min_size=1, max_size=7))
def test_no_tree_is_better(weights: list[int]) -> None:
    least, depths = best_tree(weights)
    assert least == naive.least_guesses(weights) == naive.guesses(weights, depths)
    assert tuple(depths) in naive.trees(len(weights))


@given(st.lists(st.integers(0, 2) | st.integers(0, 1000), min_size=8, max_size=24))
def test_no_root_is_better(weights: list[int]) -> None:
    least, depths = best_tree(weights)
    assert least == naive.least_by_recursion(weights) == naive.guesses(weights, depths)


def test_the_law_of_roots_is_looked_at() -> None:
    """It holds for weights of 0 or more; for others it need not."""
    with pytest.raises(ValueError, match="is false"):
        best_tree([1, -3, 1])


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The file alone, where nothing else of the package can be found."""
    folder = tmp_path / "alone"
    folder.mkdir()
    return Path(shutil.copy(checker.__file__, folder / "proof_of_values.py"))


def run(script: Path, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(script), *arguments],
        cwd=script.parent,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def lines(numbers: range) -> Iterator[str]:
    return (f"{n}: value {certificate(n)['value']}, proved" for n in numbers)


def test_it_runs_alone(script: Path, tmp_path: Path) -> None:
    one, more, rows = tmp_path / "one.json", tmp_path / "more.json", tmp_path / "rows.jsonl"
    one.write_text(json.dumps(certificate(3), indent=2))
    more.write_text(json.dumps([certificate(n) for n in range(1, 5)]))
    rows.write_text("".join(json.dumps(certificate(n)) + "\n" for n in range(2, 6)))
    done = run(script, str(one), str(more), str(rows))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [*lines(range(3, 4)), *lines(range(1, 5)), *lines(range(2, 6))]


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_it_reads_standard_input(arguments: list[str], script: Path) -> None:
    done = run(script, *arguments, given=json.dumps(certificate(4)))
    assert (done.returncode, done.stdout, done.stderr) == (0, "4: value 2, proved\n", "")


@pytest.mark.parametrize(
    ("text", "proved", "match"),
    [
        ("", [], "certificate 1: the file holds no certificate"),
        ("[]", [], "certificate 1: the file holds no certificate"),
        ("n = 3", [], "certificate 1: Expecting value"),
        ("3", [], "certificate 1: not an object"),
        ("[" * 100_000, [], "certificate 1: "),
        (json.dumps(certificate(3))[:-1], [], "certificate 1: "),
        (json.dumps(certificate(3)) + "\n,", ["3: value 9/5, proved"], "certificate 2: Expecting value"),
        (
            json.dumps([certificate(4), {**certificate(3), "value": "2"}]),
            ["4: value 2, proved"],
            "certificate 2: lower bound: the tree [",
        ),
        (json.dumps({**certificate(3), "value": float("nan")}), [], "certificate 1: value is not a fraction: nan"),
    ],
)
def test_it_names_a_fault(text: str, proved: list[str], match: str, script: Path, tmp_path: Path) -> None:
    (tmp_path / "file.json").write_text(text)
    done = run(script, str(tmp_path / "file.json"))
    assert done.returncode == 1
    assert done.stdout.splitlines() == proved
    assert done.stderr.startswith(f"{tmp_path / 'file.json'}, {match}")
    assert len(done.stderr.splitlines()) == 1


def test_it_names_what_cannot_be_read(script: Path, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe{}")
    for name, match in {"none.json": "No such file", "bytes": "can't decode", ".": "directory"}.items():
        done = run(script, str(tmp_path / name))
        assert (done.returncode, done.stdout) == (1, "")
        assert match in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_it_is_a_module_of_the_package_too(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(certificate(2)))
    command = [sys.executable, "-m", "tafelwerk.proofs.dresher.checker", str(tmp_path / "one.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2: value 3/2, proved\n", "")


def test_it_is_short_and_shares_nothing() -> None:
    source = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 100
    imported = [node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {alias.name for node in imported if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in imported if isinstance(node, ast.ImportFrom) and not node.level}
    assert not [node for node in imported if isinstance(node, ast.ImportFrom) and node.level]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
