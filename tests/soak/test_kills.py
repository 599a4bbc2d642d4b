"""Builds of every family, killed at random moments: what was committed stays, and the build resumes with the same checksums."""

import os
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest
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


@pytest.mark.soak
@pytest.mark.parametrize("number", range(500))
def test_a_killed_build_resumes(number: int, tmp_path: Path) -> None:
    """Families take turns, and so do their builds."""
    family = list(LINES)[number % len(LINES)]
    builds = [(family, *line.split()) for line in LINES[family].split("; ")]
    *earlier, words = builds[: 1 + number // len(LINES) % len(builds)]
    scene = Scene(tmp_path, thorough=True, draw=Random(number))
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
    assert trial.kept, trial
    assert trial.resumed, trial
    assert not trial.broke, trial
    assert holds(book, before), trial
