"""Announces compilation: a command that will compile for more than a second says so first, with the expected seconds.

Loading numba itself takes half a second, so the line must come before that. `benchmarks/compile_times.py` measured how long each
kernel takes and which kernels common questions need; the cache folder shows what is compiled already.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any, NamedTuple

from tafelwerk.commands.output import note
from tafelwerk.rules.skat.words import seconds_text, worded

TIMES = Path(__file__).with_name("compile_times.json")
"""File of the measurements."""

WORTH_SAYING = 0.7
"""Measured seconds of compilation from which it is announced: more than one second on a slightly slower machine."""

_SOLVERS = "tafelwerk.solvers."
_SILENT = frozenset({"build", "warm"})
"""Commands that report their own progress."""


class Times(NamedTuple):
    """The measurements; kernels are named by `kernel_name`.

    Attributes:
        seconds: CPU seconds to compile each kernel, without the kernels that it calls.
        questions: kernels that a question needs, by its command line.
    """

    seconds: dict[str, float]
    questions: dict[str, list[str]]


@cache
def times() -> Times:
    """The measurements shipped with the program."""
    return Times(**json.loads(TIMES.read_text(encoding="utf-8")))


def kernel_name(module: str, function: str) -> str:
    """Name of a kernel as its file in the cache spells it: "core.entropy:same_kernel".

    Args:
        module: full name of a module of the solvers.
        function: qualified name in it.
    """
    return f"{module.removeprefix(_SOLVERS)}:{function}".replace("<", "").replace(">", "")


def watch(words: Sequence[str]) -> None:
    """Announce once, in advance, what this process has to compile to answer a command line.

    Args:
        words: the command line, without the program's name.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return
    command = command_of(words)
    if command and command[0] not in _SILENT:
        sys.meta_path.insert(0, Watch(words))


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """Names of a family and its command, or of a command for all families; empty if there is none."""
    from tafelwerk.build.catalogue import FAMILIES

    for i, word in enumerate(words):
        if word in FAMILIES:
            return (word, *(name for name in words[i + 1 : i + 2] if not name.startswith("-")))
    return tuple(word for word in words[:1] if not word.startswith("-"))


def needed(words: Sequence[str]) -> list[str] | None:
    """Kernels of the measured question most similar to a command line; None if its command was not measured."""
    command, asked = command_of(words), Counter(words)
    alike = {
        question: (asked & Counter(question.split())).total()
        for question in times().questions
        if tuple(question.split()[:2]) == command
    }
    return times().questions[max(alike, key=lambda question: alike[question])] if alike else None


def missing(kernels: Iterable[str]) -> list[str]:
    """The kernels that are not in the cache."""
    return [kernel for kernel in kernels if not _is_compiled(kernel)]


def _is_compiled(kernel: str) -> bool:
    from tafelwerk.fingerprint import kernel_cache, kernel_folder

    module, _, name = kernel.partition(":")
    # a module none of whose kernels was ever compiled need not be hashed
    if not (kernel_cache() / module).is_dir():
        return False
    version = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
    return (kernel_folder(_SOLVERS + module) / f"{module.rpartition('.')[2]}.{name}-kernel.{version}.nbi").is_file()


class Watch(MetaPathFinder):
    """An import hook that finds no module, but notices that numba is about to be loaded, the sign of a computation."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._process = os.getpid()
        self._foreseen: frozenset[str] = frozenset()
        self._unforeseen = 0.0
        self._is_done = False

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        """Announce expected compilation, and watch for unexpected compilation."""
        if fullname != "numba":
            return
        sys.meta_path.remove(self)
        if os.getpid() != self._process:
            return
        from tafelwerk.build.forecast import machine_factor
        from tafelwerk.solvers.machine.watching import watch_compiling

        self._foreseen = frozenset(missing(needed(self._words) or ()))
        seconds = sum(times().seconds.get(kernel, 0.0) for kernel in self._foreseen) * machine_factor()
        if seconds > WORTH_SAYING:
            self._say(worded("about {}", "etwa {}").format(seconds_text(round(seconds))))
        watch_compiling(self._compile)

    def _compile(self, module: str, name: str) -> None:
        kernel = kernel_name(module, name)
        if self._is_done or kernel in self._foreseen or not module.startswith(_SOLVERS):
            return
        self._unforeseen += times().seconds.get(kernel, WORTH_SAYING)
        if self._unforeseen >= WORTH_SAYING:
            self._say(worded("some seconds", "einige Sekunden"))

    def _say(self, duration: str) -> None:
        self._is_done = True
        what = " ".join(command_of(self._words))
        note(worded(f"compiling for {what}: {duration}, once", f"Übersetzen für {what}: {duration}, einmalig"))
