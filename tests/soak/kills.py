"""Builds of every family, killed at random moments: what was committed stays, and the build resumes with the same checksums."""

import os
import shutil
import signal
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from faults.scene import Sums, holds, left_over, sums
from program import PROGRAM, build_here, environment

LINES = {
    "montecarlo": "subtraction 20 --moves 1,2 --k-max 5; dsc 6 --k-max 5; esr 2 3 1 --k-max 5",
    "mastermind": "--pegs 2 --colors 3 --strategy h1; --pegs 3 --colors 3 --strategy h0; --pegs 3 --colors 3 --strategy optimal",
    "beams": "--variant 3c6p; --variant 6c3p; --variant 6c3p --strategy h1",
    "search": "free --codes 60 --width 3; curve --size 40 --points 3; root --size 50",
    "skat": "--deals 2 --seed 1; --deals 2 --seed 2; --deals 1 --seed 3",
    "dresher": "--from 1 --to 8; --from 9 --to 40; runs --to 4",
    "switching": "--order 2; --order 3; --order 6",
    "minimax": "grundy --heap 50; octal 0.77 --heap 200; subtraction 1,2,5",
}
"""Small builds of each family, in the order in which its book grows."""

Builds = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Reference:
    """Builds of a family that nothing disturbs: their words, the sums after each, seconds that a process takes for the last."""

    builds: Builds
    sums: list[Sums]
    seconds: float


def undisturbed(family: str, folder: Path) -> Reference:
    """Make the builds of a family."""
    builds = [(family, *line.split()) for line in LINES[family].split("; ")]
    states = []
    for words in builds:
        _make(words, folder / f"undisturbed-{family}")
        states.append(sums(folder / f"undisturbed-{family}"))
    begin = monotonic()
    process = _start(builds[-1], folder / f"timed-{family}")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return Reference(builds, states, monotonic() - begin)


def _make(words: tuple[str, ...], book: Path) -> None:
    done = build_here("build", *words, "--book", book)
    assert done.returncode == 0, f"{words}: {done.stderr}"


def _start(words: tuple[str, ...], book: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [str(PROGRAM), "build", *words, "--jobs", "2", "--book", str(book)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def kill_once(reference: Reference, place: int, draw: Random, book: Path) -> str:
    """Kill the build at a place at a random moment, look at the book, which holds those before, and resume it.

    Returns what is wrong, or "".
    """
    shutil.rmtree(book, ignore_errors=True)
    book.mkdir()
    for words in reference.builds[:place]:
        _make(words, book)
    before, words = sums(book), reference.builds[place]
    process = _start(words, book)
    after, alone = draw.uniform(0.0, reference.seconds), draw.random() < 0.5
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
    process.communicate(timeout=120)
    what = f"{' '.join(words)}, killed {'alone ' if alone else ''}after {after:.3f} s"
    if not holds(book, before):
        return f"{what}: something committed is lost"
    again = build_here("build", *words, "--book", book)
    if again.returncode:
        return f"{what}: resuming ends with exit {again.returncode}: {again.stderr[-300:]}"
    if not holds(book, reference.sums[place]):
        return f"{what}: the resumed build has other checksums"
    # a worker that outlives its parent by a moment may stage a part after the commit
    left = [] if alone else [path.name for path in left_over(book)]
    return f"{what}: left behind: {left}" if left else ""


def kill_many(kills: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Kill builds of all families in turn: kills by family, and what was wrong, one text per fault.

    Args:
        kills: how often.
        seed: determines families and moments.
        folder: for books.
    """
    references: dict[str, Reference] = {}
    by_family, wrong = Counter[str](), []
    for number in range(kills):
        family = list(LINES)[number % len(LINES)]
        by_family[family] += 1
        if family not in references:
            references[family] = undisturbed(family, folder)
        reference = references[family]
        place = number // len(LINES) % len(reference.builds)
        fault = kill_once(reference, place, Random(f"{seed} {number}"), folder / f"{family}-{place}")
        wrong += [f"seed {seed}, kill {number}: {fault}"] if fault else []
    return by_family, wrong
