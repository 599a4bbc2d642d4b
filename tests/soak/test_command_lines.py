"""Command lines at random: whatever the words are, the program answers or refuses in one line, soon, and leaves no trace."""

import gc
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from program import call

from soak import CASES, limit_time, with_seeds
from soak.command_lines import FILES, Leaf, Writer, leaves
from tafelwerk.build import runner
from tafelwerk.errors import ExitCode

MOST_SECONDS = 2.0
"""CPU time of an input, once its kernels are compiled, if it announces no wait."""

LONGER = {
    "beams counts": 10.0,
    "beams next": 10.0,
    "beams play": 40.0,
    "beams puzzle": 60.0,
    "export": 10.0,
    "skat play": 5.0,
}
"""The same where a line asks for more: a puzzle of 6c6p begins with its 4,234,462 patterns, and says so; of 6c10p codes are
sampled for some four seconds per query; a whole book is exported table by table, with a line for each; in three rounds of Skat
programs choose sixty cards."""

MOST_MEMORY = 10**9
"""Bytes by which the memory of the process that answers may grow; it has answered many others before."""

TOLD = re.compile(r"^(?:computing: (?:about|at most)|Berechnung: (?:geschätzt etwa|höchstens)) (.*)", re.MULTILINE)
"""A line that tells a wait in advance."""

TOLD_MARGIN = 3.0
"""How many times the wait that a line told in advance it may last; with --json, too, it is told on standard error."""

STUCK = 120
"""CPU seconds after which an input is broken off."""

NAMED = frozenset({"plot", "export", "sheet"})
"""Commands that write to a file or folder of their own name if none is given."""

LONGEST_LINE = 1500
"""Characters of a refusal; a list of what is possible is longer than what it repeats."""


COMMANDS = [pytest.param(name, marks=() if name == "search free" else pytest.mark.soak) for name in sorted(leaves())]


@with_seeds(CASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_line_is_answered_or_refused(name: str, seed: int, quick_book: Path, tmp_path: Path) -> None:
    leaf, folder, cwd = leaves()[name], tmp_path / "files", tmp_path / "here"
    assert leaf.examples, "a help page has no example"
    for place in (folder, cwd):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    for file, content in FILES.items():
        (folder / file).write_bytes(content)
    writer, before = Writer(leaf, Random(seed), folder), state(quick_book)
    words, typed = writer.line(), writer.typed()
    line = f"{' '.join(map(shlex.quote, words))!a:.600} typed {typed!a:.200}"
    with _no_builds():
        done, taken, memory = _asked(words, typed, cwd, quick_book)
        most = max(LONGER.get(name, MOST_SECONDS), TOLD_MARGIN * told_wait(done.stderr))
        if taken > most or memory > MOST_MEMORY:  # kernels were compiled, or it takes so much
            gc.collect()
            done, taken, memory = _asked(words, typed, cwd, quick_book)
    created = sorted(path.name for path in cwd.iterdir())
    assert [*faults(leaf, words, done, created)] == [], f"{line}\n{done.stderr[-300:]!a}"
    assert taken <= most, line
    assert memory <= MOST_MEMORY, line
    assert state(quick_book) == before, line


def told_wait(said: str) -> float:
    """Seconds that lines on standard error told in advance, 0 if none did."""
    told = " ".join(TOLD.findall(said))
    units = {"h": 3600.0, "Std.": 3600.0, "min": 60.0, "s": 1.0}
    parts = re.findall(r"([\d.,]+) (h|Std\.|min|s)", told)
    return sum(float(number.replace(",", ".")) * units[unit] for number, unit in parts)


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder with its size and time."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


def faults(leaf: Leaf, words: list[str], done: Any, created: list[str]) -> Iterator[str]:
    """What is wrong with an answer or a refusal."""
    lines = done.stderr.splitlines()
    expected = {ExitCode.ANSWERED, ExitCode.BAD_INPUT, ExitCode.NOT_BUILT, ExitCode.STORAGE}
    # another book may be anything
    is_named = words[0] == "diff" or "--book" in " ".join(words)
    if done.returncode not in expected | ({ExitCode.DAMAGED} if is_named else set()):
        yield f"exit code {done.returncode}"
    if "Traceback" in done.stderr or any(line.startswith("defect:") for line in lines):
        yield "a defect"
    if done.returncode:
        # a report is printed whatever it says
        is_report = words[0] in ("doctor", "diff") and done.returncode == ExitCode.DAMAGED
        if done.stdout and not is_report:
            yield f"{len(done.stdout)} characters on standard output"
        if not is_report and [line for line in lines if line.startswith("error:")] != lines[-1:]:
            yield "no error in one line"
        if len(lines[-1]) > LONGEST_LINE if lines else False:
            yield f"a line of {len(lines[-1])} characters"
    elif leaf.is_asked(words, "--json") and not (
        done.stdout.lstrip().startswith("Usage: ")
        # the rows go to a file, in any folder
        or (words[0] == "sql" and not done.stdout and any(" written: " in line for line in lines))
    ):
        try:
            json.loads(done.stdout)
        except ValueError:
            yield "no JSON"
    # a figure or a folder of tables without a name for it is written here
    unasked = [name for name in created if not (words[0] in NAMED or any(name in word for word in words))]
    if created if done.returncode else unasked:
        yield f"files in the current folder: {created}"


def _asked(words: list[str], typed: str, cwd: Path, book: Path) -> tuple[Any, float, int]:
    """What comes of a line, the CPU seconds it took, and the bytes by which the process grew at its largest."""
    _forget_peak()
    before = _peak()
    begin = process_time()
    with limit_time(STUCK):
        done = call(*words, stdin=typed, cwd=cwd, TAFELWERK_BOOK=str(book))
    return done, process_time() - begin, _peak() - before


def _forget_peak() -> None:
    """Let Linux count the process's largest memory anew."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak() -> int:
    """Largest memory of this process since then, in bytes; 0 if the system does not tell."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


@contextmanager
def _no_builds() -> Iterator[None]:
    def refuse(*_: Any, **options: Any) -> None:
        raise AssertionError("a build begins")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "keep", refuse)
        patch.setattr(runner, "run", refuse)
        yield
