"""The checker of certificates: what is proved passes, whatever is altered in it does not."""

import ast
import copy
import json
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from naive import dresher as naive
from published import DRESHER_VALUES

from tafelwerk.commands.output import plain
from tafelwerk.families.dresher import questions
from tafelwerk.proofs.dresher import checker
from tafelwerk.proofs.dresher.checker import best_tree, check
from tafelwerk.tables.answers import document

Certificate = dict[str, Any]

GAMES = pytest.mark.parametrize("n", range(1, 8))


@cache
def solve_certificate(n: int) -> Certificate:
    answer: Certificate = plain(document(questions.Certificate(n).solve()))
    return answer


def certificate(n: int) -> Certificate:
    """A certificate to be altered."""
    return copy.deepcopy(solve_certificate(n))


def assert_refused(altered: Certificate, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        check(altered)


@GAMES
def test_optimal_strategies_pass(n: int) -> None:
    proved = certificate(n)
    assert proved["value"] == DRESHER_VALUES[n - 1]
    check({**proved, "source": "what else it holds is left alone"})
    integers = {"hider": [int(weight) for weight in proved["hider"]], "hider_total": int(proved["hider_total"])}
    check({**proved, **integers})


@GAMES
def test_other_strategies_pass_exactly_where_they_are_optimal(n: int) -> None:
    """Of hiders nearby only those with other weights at the ends of n = 4, and all where there is one number."""
    value, optimal = Fraction(certificate(n)["value"]), set()
    for i, change in product(range(n), (-1, 1, 2)):
        altered = certificate(n)
        weights = [int(weight) for weight in altered["hider"]]
        weights[i] = max(0, weights[i] + change)
        altered |= {"hider": weights, "hider_total": sum(weights)}
        if sum(weights) and naive.least_guesses(weights) == value * sum(weights):
            check(altered)
            optimal.add(i + 1)
        else:
            assert_refused(altered, "lower bound: the tree" if sum(weights) else "not an integer, 1")
    assert optimal == {1: {1}, 4: {1, 4}}.get(n, set())
    for t in range(len(certificate(n)["searcher"])):
        altered = certificate(n)
        trees = altered["searcher"]
        trees[t]["weight"] = int(trees[t]["weight"]) + 1
        altered["searcher_total"] = total = sum(int(tree["weight"]) for tree in trees)
        if max(sum(int(tree["weight"]) * tree["depths"][i] for tree in trees) for i in range(n)) <= value * total:
            check(altered)
        else:
            assert_refused(altered, r"upper bound: number \d takes the mixture \d+/\d+ guesses more than the value")


def tree(**change: Any) -> Certificate:
    """The certificate of three numbers, its second tree changed."""
    trees = certificate(3)["searcher"]
    return {"searcher": [trees[0], {**trees[1], **change}, *trees[2:]]}


def test_what_is_no_certificate() -> None:
    """Integers are JSON's, or decimals in ASCII as Python writes them; fractions are reduced."""
    digit = "\N{ARABIC-INDIC DIGIT ONE}"
    changes: list[tuple[Certificate, str]] = [
        *(
            ({key: None}, "not an object with")
            for key in ("n", "value", "hider_total", "hider", "searcher_total", "searcher")
        ),
        *(({"n": n}, "n is not a positive integer") for n in (0, "3", True)),
        ({"n": 10**4000}, "not a list of n weights"),
        ({"hider": ["2", "1"]}, "not a list of n weights"),
        ({"hider": "212"}, "not a list of n weights"),
        *(({"hider": ["2", weight, "2"]}, "hider, number 2") for weight in ("-1", True, 1.0, "01", "1 ", "1\n", digit)),
        ({"hider": ["0", "0", "0"], "hider_total": "0"}, "hider_total: 0 is not an integer, 1 or more"),
        ({"hider_total": 5.0}, "hider_total"),
        ({"searcher": {}}, "searcher is not a list of trees"),
        ({"searcher": [], "searcher_total": 0}, "searcher_total: 0 is not an integer, 1"),
        ({"searcher": [None]}, "tree 1: no weight or no depths"),
        ({"searcher": [{"weight": "1"}]}, "tree 1: no weight or no depths"),
        *((tree(weight=weight), "tree 2: .* is not an integer, 1 or more") for weight in ("0", 1.0, True)),
        *((tree(depths=depths), "tree 2: not n depths") for depths in ([1, 3], "132", [1.0, 3, 2], [True, 3, 2])),
        *((tree(depths=depths), "tree 2: no search tree") for depths in ([2, 2, 2], [1, 2, 4], [0, 2, 1], [1, 3, -1])),
        (tree(depths=[2, 3, 1]), "upper bound"),
        *(({"value": value}, "not reduced") for value in ("18/10", "09/5", "2/1")),
        *(({"value": value}, "not a fraction") for value in ("9/5 ", "9/0", "1.8", True, "")),
        ({"value": "2"}, r"lower bound: the tree \[.*\] takes 1/5 guesses fewer than the value"),
        ({"value": "5/3"}, r"upper bound: number 1 takes the mixture 2/15 guesses more than the value"),
    ]
    for change, match in changes:
        altered = {**certificate(3), **change}
        assert_refused({key: value for key, value in altered.items() if value is not None}, match)


def test_the_law_of_roots_is_looked_at() -> None:
    """It holds for weights of 0 or more; for others it need not."""
    with pytest.raises(ValueError, match="is false"):
        best_tree([1, -3, 1])


def lines(*numbers: int) -> list[str]:
    return [f"{n}: value {certificate(n)['value']}, proved" for n in numbers]


def test_it_runs_alone_and_shares_nothing(tmp_path: Path) -> None:
    """The file alone, where nothing else of the package can be found; of one certificate, a list, lines, and what comes in."""
    source = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 100
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    script = Path(shutil.copy(checker.__file__, tmp_path / "proof_of_values.py"))
    one, more, rows = tmp_path / "one.json", tmp_path / "more.json", tmp_path / "rows.jsonl"
    one.write_text(json.dumps(certificate(3), indent=2))
    more.write_text(json.dumps([certificate(n) for n in range(1, 5)]))
    rows.write_text("".join(json.dumps(certificate(n)) + "\n" for n in range(2, 6)))
    done = subprocess.run(
        [sys.executable, "-I", script, one, more, "-", rows],
        cwd=tmp_path,
        input=json.dumps(certificate(4)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == lines(3, 1, 2, 3, 4, 4, 2, 3, 4, 5)


def test_it_names_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the file, of its certificate by number, or that nothing can be read; what stood before it is proved."""
    three, file = certificate(3), tmp_path / "file.json"
    faults: list[tuple[str | bytes, list[str], str]] = [
        ("", [], "certificate 1: the file holds no certificate"),
        ("n = 3", [], "certificate 1: Expecting value"),
        ("3", [], "certificate 1: not an object"),
        ("[" * 100_000, [], "certificate 1: "),
        (json.dumps(three) + "\n,", lines(3), "certificate 2: Expecting value"),
        (json.dumps([certificate(4), {**three, "value": "2"}]), lines(4), "certificate 2: lower bound: the tree ["),
        (json.dumps({**three, "value": float("nan")}), [], "certificate 1: value is not a fraction: nan"),
        (b"\xff\xfe{}", [], "certificate 1: 'utf-8' codec can't decode"),
    ]
    monkeypatch.setattr(sys, "argv", ["checker.py", str(file)])
    for text, proved, match in faults:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(checker.__file__, run_name="__main__")
        assert str(ended.value).startswith(f"{file}, {match}")
        assert "\n" not in str(ended.value)
        assert capsys.readouterr().out.splitlines() == proved
    for name, match in {"none.json": "No such file", ".": "directory"}.items():
        monkeypatch.setattr(sys, "argv", ["checker.py", str(tmp_path / name)])
        with pytest.raises(SystemExit, match=match):
            runpy.run_path(checker.__file__, run_name="__main__")
