"""Compiles only for those who gain by it, and announces that first.

A question for which loading numba and compiling would take a second or more is first tried in plain Python. If that takes a third
of this time, but at least one to one and a half seconds, or announces long work, the program begins again and compiles: small
questions are answered ten times sooner. NUMBA_DISABLE_JIT=0 compiles always, NUMBA_DISABLE_JIT=1 never.

A command that will compile for more than a second says so, with the expected seconds. Loading numba itself takes half a second,
so the line must come before that. `benchmarks/compile_times.py` measured how long kernels take and which of them common
questions need; the cache folder shows what is compiled already.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from tafelwerk.commands.output import note

TIMES = Path(__file__).with_name("compile_times.json")
"""File of the measurements."""

WORTH_SAYING = 0.7
"""Measured seconds of compilation from which it is announced: more than one second on a slightly slower machine."""

UNFORESEEN = 1.0
"""Seconds of compilation that was not foreseen, after which it is announced."""

LOADING = 0.5
"""Processor time of loading numba, in seconds, which a question in plain Python saves, too."""

SHARE, LEAST, MOST = 1 / 3, 1.5, 4.0
"""Processor time of a trial in plain Python: share of the time of loading numba and compiling, and least and greatest number of
seconds; no more than that time where it is less than the least."""

_SOLVERS = "tafelwerk.solvers."
_JIT = "tafelwerk.solvers.machine.jit"
_SILENT = frozenset({"build", "warm"})
"""Commands that report their own progress."""

_PLAIN = frozenset({"rules"})
"""Commands whose pictures plain Python draws sooner than numba is loaded, compiled or not."""

_PLAYED = frozenset({"play", "watch"})
"""Commands of families that begin a game."""


class Times(NamedTuple):
    """The measurements. Kernels that the same questions need are a unit, named by the dearest: "playouts.policy:policies_kernel".

    Attributes:
        seconds: CPU seconds to compile each unit.
        questions: units that a question needs, by its command line.
        interpreted: CPU seconds of a question in plain Python, by its command line; those that take longer than compiling are
            left out.
    """

    seconds: dict[str, float]
    questions: dict[str, list[str]]
    interpreted: dict[str, float]


@cache
def times() -> Times:
    """The measurements shipped with the program."""
    return Times(**json.loads(TIMES.read_text(encoding="utf-8")))


class CompileError(BaseException):
    """Plain Python takes too long; the command line is to be run again, compiled."""


def run_compiled() -> NoReturn:
    """Run this process's command line again, compiled, in its place."""
    end_trial()  # the clock of a process outlives its program
    os.execve(sys.executable, sys.orig_argv, os.environ | {"NUMBA_DISABLE_JIT": "0"})


class _Trials:
    """Trials of this process.

    Attributes:
        is_possible: whether a question is being answered that can be asked again.
        seconds: processor time that plain Python may take; None if kernels are compiled.
    """

    is_possible: bool = False
    seconds: float | None = None

    def begin(self) -> None:
        """Interrupt the question when the time is over, and again should that be ignored."""
        if self.seconds is not None and self.is_possible:
            signal.setitimer(signal.ITIMER_PROF, self.seconds, 0.1)

    def end(self) -> None:
        """Stop the clock."""
        if self.seconds is not None:
            signal.setitimer(signal.ITIMER_PROF, 0)


_TRIALS = _Trials()


def _give_up(*_: object) -> None:
    raise CompileError


@contextmanager
def trial(is_repeatable: bool) -> Iterator[Callable[[str], None]]:
    """A question of a command, which may be tried in plain Python.

    Args:
        is_repeatable: whether nothing is changed before the answer is there.

    Yields:
        Announces long work.

    Raises:
        CompileError: plain Python takes too long.
    """

    def announce(text: str) -> None:
        if _TRIALS.seconds is not None:
            raise CompileError
        note(text)

    _TRIALS.is_possible = is_repeatable
    try:
        _TRIALS.begin()
        yield announce
    finally:
        end_trial()


def end_trial() -> None:
    """From here on the command line cannot be run again: something is about to be shown."""
    _TRIALS.end()
    _TRIALS.is_possible = False


def watch(words: Sequence[str]) -> None:
    """Decide and announce, when kernels are about to be loaded, what this process compiles to answer a command line.

    Args:
        words: the command line, without the program's name.
    """
    wish = os.environ.get("NUMBA_DISABLE_JIT", "")
    if wish not in ("", "0"):
        return
    command = command_of(words)
    if command and command[0] in _PLAIN and not wish:
        from tafelwerk.solvers.machine.watching import interpret

        interpret()
    elif command and command[0] not in _SILENT:
        # a game may begin anew until its first board is shown, see `end_trial`
        _TRIALS.is_possible = not _PLAYED.isdisjoint(command[1:])
        # a line that stands for another one, `play GAME`, is watched as that
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Watch)]
        # what came from standard input cannot be read again
        sys.meta_path.insert(0, Watch(words, tries=not wish and "-" not in words))


def watch_worker() -> None:
    """As `watch`, for a process that answers many questions, whichever they are, and announces nothing."""
    if not os.environ.get("NUMBA_DISABLE_JIT", ""):
        sys.meta_path.insert(0, Watch((), tries=True))


def missing_seconds(*families: str) -> float:
    """Expected processor time of compiling what measured questions of some families need and the cache lacks; see `_units`."""
    return _seconds(missing(_units(families)))


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """Names of a family and its command, or of a command for all families; empty if there is none."""
    from tafelwerk.families import FAMILIES

    for i, word in enumerate(words):
        if word in FAMILIES:
            return (word, *(name for name in words[i + 1 : i + 2] if not name.startswith("-")))
    return tuple(word for word in words[:1] if not word.startswith("-"))


def most_alike(words: Sequence[str]) -> str | None:
    """The measured question most similar to a command line; None if its command was not measured."""
    command, counts = command_of(words), Counter(words)
    alike = {
        question: (counts & Counter(question.split())).total()
        for question in times().questions
        if tuple(question.split()[:2]) == command
    }
    return max(alike, key=lambda question: alike[question], default=None)


def missing(units: Iterable[str]) -> list[str]:
    """The units whose dearest kernel is not in the cache."""
    return [unit for unit in units if not _is_compiled(unit)]


def _is_compiled(unit: str) -> bool:
    from tafelwerk.fingerprint import kernel_cache, kernel_folder

    module, _, name = unit.partition(":")
    # a module none of whose kernels was ever compiled need not be hashed
    if not (kernel_cache() / module).is_dir():
        return False
    version = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
    return (kernel_folder(_SOLVERS + module) / f"{module.rpartition('.')[2]}.{name}-kernel.{version}.nbi").is_file()


def _units(families: Collection[str]) -> set[str]:
    """Units of all measured questions of some families; of all families if none is named."""
    return {
        unit
        for question, units in times().questions.items()
        if not families or question.partition(" ")[0] in families
        for unit in units
    }


def _seconds(units: Iterable[str]) -> float:
    """Expected processor time of compiling units on an idle machine; how fast builds ran here says little of the compiler."""
    return sum(times().seconds[unit] for unit in units)


class Watch:
    """An import hook that finds no module, but notices that kernels are about to be loaded, the sign of a computation.

    Args:
        words: the command line.
        tries: whether plain Python may be tried.
    """

    def __init__(self, words: Sequence[str], tries: bool = False) -> None:
        self._words, self._tries = words, tries
        self._process = os.getpid()
        self._is_done = False

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        """Try plain Python, or announce expected compilation and watch for unexpected compilation."""
        if fullname != _JIT:
            return
        sys.meta_path.remove(self)
        if os.getpid() != self._process:
            return
        from tafelwerk.solvers.machine.watching import interpret, watch_compiling

        measured = most_alike(self._words)
        if measured is None:
            seconds, is_promising = missing_seconds(*command_of(self._words)[:1]), True
        else:
            seconds, is_promising = _seconds(missing(times().questions[measured])), measured in times().interpreted
        cost = seconds + LOADING if seconds else 0.0
        if self._tries and is_promising and _TRIALS.is_possible and cost > WORTH_SAYING:
            interpret()
            signal.signal(signal.SIGPROF, _give_up)
            _TRIALS.seconds = LEAST if measured is None else max(min(LEAST, cost), min(MOST, cost * SHARE))
            _TRIALS.begin()
            return
        if measured is not None and seconds > WORTH_SAYING:
            from tafelwerk.language import say, seconds_text

            # a busy or slower machine takes twice as long
            self._say(say("{least} to {most}", least=seconds_text(seconds), most=seconds_text(2 * seconds)))
        if self._words:
            watch_compiling(self._compile)

    def _compile(self, *_: str) -> None:
        from tafelwerk.solvers.machine.compiler import kernel_seconds

        if not self._is_done and sum(kernel_seconds().values()) >= UNFORESEEN:
            from tafelwerk.language import say

            self._say(say("some seconds"))

    def _say(self, duration: str) -> None:
        from tafelwerk.language import say

        self._is_done = True
        what = " ".join(command_of(self._words))
        note(say("compiling for {what}: {duration}, once", what=what, duration=duration))
