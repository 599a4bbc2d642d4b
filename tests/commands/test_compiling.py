"""Compiling is announced before it begins, with the seconds to expect, and only where there is any."""

import ast
import json
import re
import sys
from pathlib import Path

import pytest
from program import run

from tafelwerk.commands import compiling
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.rules.skat.words import Language, speaking

DEAL = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
QUESTION = ("skat", "solve", "--deal", DEAL, "--game", "null", "--declarer", "forehand", "--json")
ANNOUNCED = re.compile(r"compiling for skat solve: about ([0-9.]+) s, once")


def test_kernels_of_the_measurement_exist() -> None:
    """Renamed or new ones: `make compile-times`."""
    known, found = compiling.times(), {}
    for kernel in known.seconds:
        module, _, name = kernel.partition(":")
        if module not in found:
            path = PACKAGE.joinpath("solvers", *module.split(".")).with_suffix(".py")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found[module] = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name.rpartition(".")[2] in found[module] | {"lambda"}, kernel
    assert set(known.seconds) == {kernel for kernels in known.questions.values() for kernel in kernels}
    assert all(seconds >= 0 for seconds in known.seconds.values())


def test_the_command_of_a_line() -> None:
    for line, command in (
        ("search free 20 3", ("search", "free")),
        ("--book b search free", ("search", "free")),
        ("verify --sample 3", ("verify",)),
        ("minimax --help", ("minimax",)),
        ("--version", ()),
        ("", ()),
    ):
        assert compiling.command_of(line.split()) == command


def test_the_question_most_alike_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = {"search root 50": ["a:b"], "search root 50 --strategy h1.5": ["a:c"], "search free 20 3": ["a:d"]}
    monkeypatch.setattr(compiling, "times", lambda: compiling.Times({}, questions))
    assert compiling.needed(["search", "root", "9", "--strategy", "h2"]) == ["a:c"]
    assert compiling.needed(["search", "root", "9"]) == ["a:b"]
    assert compiling.needed(["search", "free", "9", "9"]) == ["a:d"]
    assert compiling.needed(["search", "play"]) is None


def test_announced_while_it_is_to_come_and_not_again(tmp_path: Path) -> None:
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    cold = run(*QUESTION, "--book", tmp_path / "book", **places)
    assert cold.returncode == 0, cold.stderr
    (said,) = cold.stderr.splitlines()
    announced = ANNOUNCED.fullmatch(said)
    assert announced
    assert 1 <= float(announced[1]) <= 30
    warm = run(*QUESTION, "--book", tmp_path / "book", **places)
    assert (warm.returncode, warm.stderr) == (0, "")
    assert json.loads(warm.stdout)["cards"] == json.loads(cold.stdout)["cards"]


def test_what_was_not_measured_is_announced_when_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(compiling, "note", told.append)
    monkeypatch.setattr(compiling, "times", lambda: compiling.Times({"a:slow": 3.0, "a:fast": 0.1}, {}))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    watching: list[object] = []
    monkeypatch.setattr("tafelwerk.solvers.machine.watching.watch_compiling", watching.append)
    watch = compiling.Watch(["verify"])
    monkeypatch.setattr("sys.meta_path", [watch])
    assert watch.find_spec("json", None) is None
    assert watching == []
    watch.find_spec("numba", None)
    (tell,) = watching
    assert callable(tell)
    tell("tafelwerk.solvers.a", "fast")
    assert told == []
    tell("tafelwerk.solvers.a", "slow")
    tell("tafelwerk.solvers.a", "slow")
    assert told == ["compiling for verify: some seconds, once"]


def test_commands_that_say_it_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    finders: list[object] = []
    monkeypatch.setattr("sys.meta_path", finders)
    for line in ("build --dry-run", "warm", "--help", ""):
        compiling.watch(line.split())
    assert finders == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ENGLISH, "compiling for skat solve: about 1 min 05 s, once"),
        (Language.GERMAN, "Übersetzen für skat solve: etwa 1 min 05 s, einmalig"),
    ],
)
def test_announced_in_the_language_of_skat(
    language: Language, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "missing", lambda kernels: list(kernels))
    monkeypatch.setattr(compiling, "times", lambda: compiling.Times({"a:b": 65.0}, {"skat solve": ["a:b"]}))
    monkeypatch.setattr("tafelwerk.build.forecast.machine_factor", lambda: 1.0)
    monkeypatch.setattr("tafelwerk.solvers.machine.watching.watch_compiling", lambda told: None)
    with speaking(language):
        watch = compiling.Watch(["skat", "solve"])
        monkeypatch.setattr(sys, "meta_path", [watch, *sys.meta_path])
        watch.find_spec("numba", None)
    assert capsys.readouterr().err == f"{said}\n"
