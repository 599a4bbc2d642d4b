"""Whatever the words of a command line are, the program answers or refuses in one line, soon, and leaves no trace.

TAFELWERK_FUZZ_SEED and TAFELWERK_FUZZ_INPUTS set the seed and the number of inputs per command; TAFELWERK_FUZZ_BOOK names a book
in place of the quick one.
"""

import faulthandler
import json
import os
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from fuzzing import FILES, Leaf, Writer, leaves
from program import call

from tafelwerk.build import runner
from tafelwerk.errors import ExitCode

pytestmark = pytest.mark.slow

SEED = os.environ.get("TAFELWERK_FUZZ_SEED", "1")
INPUTS = int(os.environ.get("TAFELWERK_FUZZ_INPUTS", "200"))

MOST_SECONDS = 2.0
"""CPU time of an input, once its kernels are compiled."""

LONGER = {"beams counts": 10.0, "beams next": 10.0, "beams play": 40.0, "beams puzzle": 60.0, "skat play": 5.0}
"""The same where a line asks for more: a puzzle of 6c6p begins with its 4,234,462 patterns, and says so; of 6c10p codes are
sampled for some four seconds per query; in three rounds of Skat programs choose sixty cards."""

STUCK = 120
"""CPU seconds after which an input is broken off, and three times as many of the clock."""

LONGEST_LINE = 1500
"""Characters of a refusal; a list of what is possible is longer than what it repeats."""


class _StuckError(Exception):
    """An input took too long."""


@pytest.fixture(scope="module")
def fuzz_book(request: pytest.FixtureRequest) -> Path:
    given = os.environ.get("TAFELWERK_FUZZ_BOOK")
    return Path(given) if given else request.getfixturevalue("quick_book")


@pytest.fixture
def _no_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **options: Any) -> None:
        raise AssertionError("a build begins")

    monkeypatch.setattr(runner, "keep", refuse)
    monkeypatch.setattr(runner, "run", refuse)


@pytest.fixture
def _watched() -> Iterator[None]:
    """An input that does not end is broken off, at the latest by the end of the process."""

    def stop(*_: Any) -> None:
        raise _StuckError

    before = signal.signal(signal.SIGPROF, stop)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
    faulthandler.cancel_dump_traceback_later()


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder with its size and time."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


def run(words: list[str], typed: str, cwd: Path, book: Path) -> tuple[Any, float]:
    """What comes of a line, and the CPU seconds it took."""
    signal.setitimer(signal.ITIMER_PROF, STUCK)
    faulthandler.dump_traceback_later(3 * STUCK, exit=True)
    begin = process_time()
    done = call(*words, stdin=typed, cwd=cwd, TAFELWERK_BOOK=str(book))
    taken = process_time() - begin
    signal.setitimer(signal.ITIMER_PROF, 0)
    return done, taken


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
    elif leaf.is_asked(words, "--json") and not done.stdout.lstrip().startswith("Usage: "):
        try:
            json.loads(done.stdout)
        except ValueError:
            yield "no JSON"
    # a figure without a name for it is written here
    unasked = [name for name in created if not (words[0] == "plot" or any(name in word for word in words))]
    if created if done.returncode else unasked:
        yield f"files in the current folder: {created}"


@pytest.mark.usefixtures("_no_builds", "_watched")
@pytest.mark.parametrize("name", leaves())
def test_any_line_is_answered_or_refused(name: str, fuzz_book: Path, tmp_path: Path) -> None:
    leaf, draw = leaves()[name], Random(f"{SEED} {name}")
    assert leaf.examples, "a help page has no example"
    folder, cwd = tmp_path / "files", tmp_path / "here"
    folder.mkdir()
    cwd.mkdir()
    most = LONGER.get(name, MOST_SECONDS)
    writer, before, wrong = Writer(leaf, draw, folder), state(fuzz_book), []
    for _ in range(INPUTS):
        for file, content in FILES.items():
            (folder / file).write_bytes(content)
        words, typed = writer.line(), writer.typed()
        shown = f"{' '.join(map(shlex.quote, words))!a:.600} typed {typed!a:.200}"
        try:
            done, taken = run(words, typed, cwd, fuzz_book)
            if taken > most:  # kernels were compiled, or it takes so long
                done, taken = run(words, typed, cwd, fuzz_book)
        except _StuckError:
            wrong.append(f"over {STUCK} s: {shown}")
            continue
        created = sorted(path.name for path in cwd.iterdir())
        for file in cwd.iterdir():
            file.unlink()
        said = [*faults(leaf, words, done, created)]
        said += [f"{taken:.1f} s"] if taken > most else []
        wrong += [f"{'; '.join(said)}: {shown}\n    {done.stderr[-300:]!a}"] if said else []
    if state(fuzz_book) != before:
        wrong.append("the book has changed")
    assert not wrong, f"seed {SEED}, {len(wrong)} of {INPUTS} inputs\n" + "\n".join(wrong)
