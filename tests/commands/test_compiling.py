"""Small questions are answered without compiling; otherwise it is announced before it begins, with the seconds to expect.
`tafelwerk warm`: kernels compiled ahead of use.
"""

import json
import pickle
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from program import run

from tafelwerk.build import kind
from tafelwerk.build.task import Task
from tafelwerk.cli import main
from tafelwerk.commands import compiling
from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.language import Language, speaking
from tafelwerk.solvers.machine import watching

QUESTION = ("switching", "move", "--order", "3", "--moves", "A5 C5 C3 A1", "--policy", "perfect", "--json")
JIT = "tafelwerk.solvers.machine.jit"
ANNOUNCED = re.compile(r"compiling for switching move: ([0-9.]+) s to [0-9.]+ s, once")


def test_kernels_of_the_measurement_exist() -> None:
    """After renaming: `make compile-times`."""
    known = compiling.times()
    for kernel in known.seconds:
        module, _, name = kernel.partition(":")
        source = PACKAGE.joinpath("solvers", *module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        function = name.rpartition(".")[2]
        assert function == "lambda" or re.search(rf"\bdef {function}\(", source), kernel
    assert set(known.seconds) == {kernel for kernels in known.questions.values() for kernel in kernels}
    assert all(seconds >= 0 for seconds in known.seconds.values())


def test_announced_while_it_is_to_come_and_not_again(tmp_path: Path) -> None:
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": "", "NUMBA_DISABLE_JIT": "0"}
    cold = run(*QUESTION, "--book", tmp_path / "book", **places)
    assert cold.returncode == 0, cold.stderr
    (said,) = cold.stderr.splitlines()
    announced = ANNOUNCED.fullmatch(said)
    assert announced
    assert 1 <= float(announced[1]) <= 30
    warm = run(*QUESTION, "--book", tmp_path / "book", **places)
    assert (warm.returncode, warm.stderr) == (0, "")
    assert json.loads(warm.stdout)["moves"] == json.loads(cold.stdout)["moves"]


@pytest.fixture
def dear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A question whose kernels take a tenth of a second, a third of which is enough for plain Python; nothing is compiled yet."""
    question, kernel = "montecarlo duel", "a:slow"
    monkeypatch.setattr(
        compiling, "times", lambda: compiling.Times({kernel: 0.1}, {question: [kernel]}, {question: 0.01})
    )
    monkeypatch.setattr(compiling, "WORTH_SAYING", 0.05)
    monkeypatch.setattr(compiling, "LEAST", 0.0)
    monkeypatch.setattr(compiling, "_TRIALS", compiling._Trials())
    monkeypatch.setattr("tafelwerk.solvers.machine.watching._interprets", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return question.split()


def load_kernels(monkeypatch: pytest.MonkeyPatch, words: list[str], tries: bool = True) -> bool:
    """What happens when kernels are about to be loaded. Returns whether they are interpreted."""
    watch = compiling.Watch(words, tries)
    monkeypatch.setattr(sys, "meta_path", [watch, *sys.meta_path])
    watch.find_spec(JIT, None)
    return watching.interprets()


def spend(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_what_takes_long_in_plain_python_is_given_up(dear: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is announced as long is not begun."""
    with compiling.trial(is_repeatable=True):
        assert load_kernels(monkeypatch, dear)
        with pytest.raises(compiling.CompileError):
            spend(5)
    spend(0.1)  # the clock has stopped
    with compiling.trial(is_repeatable=True), pytest.raises(compiling.CompileError):
        spend(5)
    monkeypatch.setattr(compiling, "LEAST", 100)
    with compiling.trial(is_repeatable=True) as announce, pytest.raises(compiling.CompileError):
        announce("computing: about 3 s")


@pytest.mark.parametrize("reason", ["the answer is kept", "no question", "compiling is wished", "it takes longer"])
def test_what_is_compiled_at_once(reason: str, dear: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if reason == "it takes longer":
        measured = compiling.times()._replace(interpreted={})
        monkeypatch.setattr(compiling, "times", lambda: measured)
    told: list[str] = []
    monkeypatch.setattr(compiling, "note", told.append)
    if reason == "no question":
        assert not load_kernels(monkeypatch, dear)
    else:
        with compiling.trial(is_repeatable=reason != "the answer is kept") as announce:
            assert not load_kernels(monkeypatch, dear, tries=reason != "compiling is wished")
            spend(0.2)
            announce("computing: about 3 s")
    assert told[0].startswith("compiling for montecarlo duel: ")


def test_the_same_command_line_is_run_again_and_compiled(dear: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a clock, which would end the program that takes the place of this one."""
    begun: list[tuple[object, ...]] = []

    def begin(program: str, words: list[str], environment: dict[str, str]) -> None:
        begun.append((program, words, environment["NUMBA_DISABLE_JIT"], signal.getitimer(signal.ITIMER_PROF)))
        raise SystemExit

    def give_up(words: list[str]) -> int:
        compiling._TRIALS.is_possible = True
        load_kernels(monkeypatch, dear)
        spend(5)
        return 0

    monkeypatch.setattr("os.execve", begin)
    monkeypatch.setattr("tafelwerk.cli._run", give_up)
    monkeypatch.setattr(sys, "orig_argv", ["python", "tafelwerk", *dear])
    monkeypatch.setattr(sys, "argv", ["tafelwerk", *dear])
    with pytest.raises(SystemExit):
        main()
    assert begun == [(sys.executable, ["python", "tafelwerk", *dear], "0", (0.0, 0.0))]


def test_what_may_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what somebody wants compiled, nor what was read from standard input; some commands say themselves what they compile."""
    for line, wish, tries in (
        ("search root 50", "", [True]),
        ("search root 50", "0", [False]),
        ("skat bid --hand -", "", [False]),
        ("search root 50", "1", []),
        ("build --dry-run", "", []),
        ("warm", "", []),
        ("--help", "", []),
        ("", "", []),
    ):
        finders: list[compiling.Watch] = []
        monkeypatch.setattr("sys.meta_path", finders)
        monkeypatch.setenv("NUMBA_DISABLE_JIT", wish)
        compiling.watch(line.split())
        assert [finder._tries for finder in finders] == tries, line


def test_the_picture_of_rules_is_drawn_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(watching, "interpret", lambda: calls.append("rules"))
    monkeypatch.setattr("sys.meta_path", [])
    for wish in ("", "0"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", wish)
        compiling.watch(["rules", "bridg-it"])
    assert calls == ["rules"]


def test_what_was_not_measured_is_announced_once_it_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(compiling, "note", told.append)
    seconds = {"a:fast": 0.9}
    monkeypatch.setattr("tafelwerk.solvers.machine.compiler.kernel_seconds", lambda: seconds)
    listeners: list[object] = []
    monkeypatch.setattr("tafelwerk.solvers.machine.watching.watch_compiling", listeners.append)
    watch = compiling.Watch(["verify"])
    monkeypatch.setattr("sys.meta_path", [watch])
    assert watch.find_spec("json", None) is None
    assert listeners == []
    watch.find_spec(JIT, None)
    (tell,) = listeners
    assert callable(tell)
    tell("tafelwerk.solvers.a", "slow")
    assert told == []
    seconds["a:slow"] = 0.1
    tell("tafelwerk.solvers.a", "next")
    tell("tafelwerk.solvers.a", "last")
    assert told == ["compiling for verify: some seconds, once"]


def test_announced_in_the_language_of_skat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compiling, "missing", lambda kernels: list(kernels))
    monkeypatch.setattr(compiling, "times", lambda: compiling.Times({"a:b": 65.0}, {"skat solve": ["a:b"]}, {}))
    monkeypatch.setattr("tafelwerk.solvers.machine.watching.watch_compiling", lambda told: None)
    with speaking(Language.GERMAN):
        watch = compiling.Watch(["skat", "solve"])
        monkeypatch.setattr(sys, "meta_path", [watch, *sys.meta_path])
        watch.find_spec(JIT, None)
    assert capsys.readouterr().err == "Übersetzen für skat solve: 1 min 05 s bis 2 min 10 s, einmalig\n"


def test_a_game_by_its_name_is_tried_in_plain_python_as_its_command_line_is(tmp_path: Path) -> None:
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": "", "NUMBA_DISABLE_JIT": ""}
    done = run("play", "dsc", "--book", tmp_path / "book", stdin="hint\nquit\n", **places)
    assert (done.returncode, done.stderr) == (0, "")
    assert "you win" in done.stdout


def test_second_time_nothing_is_compiled(tmp_path: Path) -> None:
    places = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    first = run("warm", "search", "--json", **places)
    assert first.returncode == 0, first.stderr
    document = json.loads(first.stdout)
    assert (document["families"], document["cache"]) == (["search"], str(tmp_path / "tafelwerk" / "kernels"))
    assert min(document["kernels"], document["cpu_seconds"]) > 0
    assert first.stderr.splitlines()[0].startswith("compiling the kernels of search")
    second = run("warm", "search", "--jobs", "1", **places)
    assert second.returncode == 0, second.stderr
    assert second.stdout.startswith("0 kernels compiled in ")


def test_every_family_has_steps_that_a_worker_can_be_sent() -> None:
    for family in FAMILIES:
        steps: list[Callable[[], object]] = list(kind.builders(family).warm())
        assert steps, family
        for step in steps:
            sent = pickle.loads(pickle.dumps(step))
            task = getattr(step, "__self__", None)
            assert task is None or (isinstance(task, Task) and sent.__self__ == task)
