"""`python -m mutants`: plants small bugs one at a time in a copy of the package, and says which of them the tests catch."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from mutants import ROOT, Mutant, StaleError, read_mutants
from mutants.trial import SetupError, Trials

ALL = ("tests",)
"""Arguments of pytest for the whole suite."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tests say of a mutant.

    Attributes:
        mutant: the mutant.
        caught: whether a test failed that passes without it.
        text: that test, or why it is not caught.
        seconds: time taken.
    """

    mutant: Mutant
    caught: bool
    text: str
    seconds: float

    def __str__(self) -> str:
        mark = "caught" if self.caught else "MISSED"
        return f"{mark}  {self.mutant.name} ({self.mutant.kind}): {self.text}, {self.seconds:.0f} s"


def main() -> int:
    """Plant the mutants asked for. Returns the exit code: 0, 1 if too few were caught, 2 if the list is out of date."""
    given = _arguments()
    # a shell makes what it starts in the background ignore Ctrl-C, and so would the programs that tests interrupt
    signal.signal(signal.SIGINT, signal.default_int_handler)
    mutants = [mutant for mutant in read_mutants() if not given.only or mutant.name in given.only]
    unknown = set(given.only) - {mutant.name for mutant in mutants}
    if unknown:
        sys.stderr.write(f"error: no mutant is named {', '.join(sorted(unknown))}; --list shows all\n")
        return 2
    try:
        for mutant in mutants:
            mutant.plant((ROOT / "tafelwerk" / mutant.file).read_text(encoding="utf-8"))
        if given.list:
            for mutant in mutants:
                _say(f"{mutant.name}: {mutant.file}; {mutant.kind}; {mutant.why}")
            return 0
        with tempfile.TemporaryDirectory(prefix="mutants-") as work:
            trials = Trials(Path(work), Path(sys.prefix) / "mutants", 60 * given.minutes)
            verdicts = list(_verdicts(trials, mutants, given.jobs, given.all_tests))
    except (StaleError, SetupError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    caught = sum(verdict.caught for verdict in verdicts)
    _say(f"{caught} of {len(verdicts)} caught")
    return int(caught < min(given.at_least, len(verdicts)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="Mutants to plant. Default: all.")
    parser.add_argument("--list", action="store_true", help="Print the list and plant nothing.")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="Mutants at a time. Default: 1.")
    parser.add_argument(
        "--all-tests", action="store_true", help="Run the whole suite on a mutant that the tests named do not catch."
    )
    parser.add_argument("--minutes", type=float, default=15, metavar="N", help="Limit of a run. Default: 15 minutes.")
    parser.add_argument("--at-least", type=int, default=57, metavar="N", help="Mutants to be caught. Default: 57.")
    return parser.parse_args()


def _verdicts(trials: Trials, mutants: Sequence[Mutant], jobs: int, all_tests: bool) -> Iterable[Verdict]:
    """The verdicts, each printed as soon as it is known."""
    pool = ThreadPoolExecutor(jobs)
    try:
        pending = [pool.submit(_verdict, trials, mutant, all_tests) for mutant in mutants]
        for future in as_completed(pending):
            _say(future.result())
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _verdict(trials: Trials, mutant: Mutant, all_tests: bool) -> Verdict:
    begin = time.monotonic()
    # one after the other: most bugs are caught by the first, and the others need not even be collected
    runs = [(path,) for path in mutant.tests] + [ALL] * all_tests
    failing: list[str] = []  # without the mutant, too, as on a busy machine
    while True:
        run = trials.run_mutant(mutant, runs, failing)
        if run.passed or trials.sound([run.test] if run.test else mutant.tests):
            break
        if not run.test:
            raise SetupError(f"{mutant.name}: the tests end without it, too: {run.end}")
        failing.append(run.test)
    missed = f"not caught by {'the whole suite' if all_tests else 'the tests named'}"
    text = missed if run.passed else run.test or run.end
    if failing:
        text += f" (without it, too, fails {', '.join(failing)})"
    return Verdict(mutant, not run.passed, text, time.monotonic() - begin)


def _say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
