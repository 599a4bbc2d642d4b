"""A look-up from process start beside the bare imports of three libraries, in pairs: `python -m benchmarks.start`.

On a machine with other work, seconds vary by half. So the two alternate, processor time (user and system) is read of each process
as it ends, and the median of the ratios is printed with its quartiles. Run it twice: the first run compiles sources.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

PAIRS = 30
BARE = (sys.executable, "-c", "import typer, duckdb, rich")
PROGRAM = str(Path(sysconfig.get_path("scripts")) / "tafelwerk")
LOOK_UPS = (
    "montecarlo duel dsc 10 --k 200",
    "mastermind next --pegs 4 --colors 6",
    "dresher hider 4",
    "minimax grundy 8 13 20",
)


def processor_time(argv: Sequence[str]) -> float:
    """User and system seconds of a process that succeeds."""
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, argv)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print a line for each look-up, as text and as JSON."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for line in (f"{look_up}{ending}" for look_up in LOOK_UPS for ending in ("", " --json")):
        argv = [PROGRAM, *shlex.split(line)]
        processor_time(argv)
        pairs = [(processor_time(argv), processor_time(BARE)) for _ in range(PAIRS)]
        ratios = [program / bare for program, bare in pairs]
        low, _, high = quantiles(ratios, n=4)
        program, bare = (1000 * median(times) for times in zip(*pairs, strict=True))
        print(f"{line}: {median(ratios):.2f} ({low:.2f} to {high:.2f}), {program:.0f} ms beside {bare:.0f} ms")


if __name__ == "__main__":
    main()
