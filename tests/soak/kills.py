"""Builds of every family, killed at random moments: what was committed stays, and the build resumes with the same checksums."""

import os
import signal
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

from faults.scene import Scene, holds, sums
from program import build_here

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

LONGEST = 3.0
"""Seconds within which a kill comes; a build takes some two."""


def kill_once(builds: list[tuple[str, ...]], scene: Scene) -> str:
    """Kill the last of these builds, in a book that holds those before, and resume it. Returns what is wrong, or ""."""
    *earlier, words = builds
    book, after = scene.book(), scene.draw.uniform(0.0, LONGEST)
    for line in earlier:
        done = build_here("build", *line, "--book", book)
        assert done.returncode == 0, f"{line}: {done.stderr}"
    before = sums(book)
    process = scene.start("build", *words, "--jobs", "2", "--book", book)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    trial = scene.trial(process, err, book, resume=words)
    is_right = trial.kept and trial.resumed and not trial.broke and holds(book, before)
    return "" if is_right else f"{' '.join(words)}, killed after {after:.3f} s: {trial}"


def kill_many(kills: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Kill builds of all families in turn: kills by family, and what was wrong, one text per fault.

    Args:
        kills: how often.
        seed: determines families and moments.
        folder: for books.
    """
    by_family, wrong = Counter[str](), []
    for number in range(kills):
        family = list(LINES)[number % len(LINES)]
        by_family[family] += 1
        builds = [(family, *line.split()) for line in LINES[family].split("; ")]
        place = number // len(LINES) % len(builds)
        scene = Scene(folder / str(number), thorough=True, draw=Random(f"{seed} {number}"))
        fault = kill_once(builds[: place + 1], scene)
        wrong += [f"seed {seed}, kill {number}: {fault}"] if fault else []
    return by_family, wrong
