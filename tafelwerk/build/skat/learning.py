"""What classifiers of hands are built from: trials, playouts, and the models fitted to those that a book holds."""

from collections.abc import Iterator

from tafelwerk.build.skat.models import Models
from tafelwerk.build.skat.sections import SEED, check_seed, sections
from tafelwerk.build.skat.trials import Playouts, Trials
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds
from tafelwerk.tables.skat import FAMILY

TRIAL_CHUNK, TRIAL_SECTION = 100, 1000
PLAYOUT_CHUNK, PLAYOUT_SECTION = 10, 200
"""Deals of a task, and deals that come into the book together."""

TRIALS, QUICK_TRIALS = 3000, 200
PLAYOUTS, QUICK_PLAYOUTS = 200, 20
"""Deals whose trials are solved, and deals of which one is played out, in the standard and in the quick set."""

LEAST = 15
"""Deals that the models ask for at least: three are held back."""


def trial_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Trials of the first deals of a seed's sequence, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= 10_000_000:
        raise InputError(f"--trials is 1 to 10,000,000 deals, not {deals}")
    check_seed(seed)

    def build(first: int, last: int, covered_by: tuple[str, ...]) -> Build:
        tasks: tuple[Task, ...] = tuple(
            Trials(seed, begin, min(begin + TRIAL_CHUNK - 1, last)) for begin in range(first, last + 1, TRIAL_CHUNK)
        )
        parameters: dict[str, object] = {"trials": "solved", "seed": seed, "first": first, "last": last}
        return Build(FAMILY, f"{FAMILY} --trials {last + 1} --seed {seed}", parameters, tasks, "exact", covered_by)

    yield from sections(deals, TRIAL_SECTION, TRIAL_CHUNK, build)


def playout_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Of each of the first deals of a seed's sequence a trial played out, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= 10_000_000:
        raise InputError(f"--playouts is 1 to 10,000,000 deals, not {deals}")
    check_seed(seed)

    def build(first: int, last: int, covered_by: tuple[str, ...]) -> Build:
        tasks: tuple[Task, ...] = tuple(
            Playouts(seed, begin, min(begin + PLAYOUT_CHUNK - 1, last))
            for begin in range(first, last + 1, PLAYOUT_CHUNK)
        )
        parameters: dict[str, object] = {"trials": "played out", "seed": seed, "first": first, "last": last}
        return Build(FAMILY, f"{FAMILY} --playouts {last + 1} --seed {seed}", parameters, tasks, "sampled", covered_by)

    yield from sections(deals, PLAYOUT_SECTION, PLAYOUT_CHUNK, build)


def models_build(book: str, seed: int, solved: int, played: int) -> Build:
    """Classifiers fitted to what a book holds of a seed: the trials and playouts of so many first deals."""
    parameters: dict[str, object] = {"models": solved, "played": played, "seed": seed}
    name = f"{FAMILY} --trials {solved} --playouts {played} --seed {seed}: models"
    return Build(FAMILY, name, parameters, (Models(book, seed, solved, played),), "sampled")


def derived(book: Book) -> Iterator[Build]:
    """The classifiers that a book's trials and playouts allow: for each seed those of the longest sequence from deal 0 on."""
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for record in builds(book, FAMILY):
        given = record.parameters
        if "trials" in given:
            spans.setdefault((given["trials"], given["seed"]), []).append((given["first"], given["last"]))
    for seed in sorted({seed for _, seed in spans}):
        solved, played = (_length(spans.get((what, seed), [])) for what in ("solved", "played out"))
        if min(solved, played) >= LEAST:
            yield models_build(str(book.path), seed, solved, min(solved, played))


def _length(spans: list[tuple[int, int]]) -> int:
    """How many numbers from 0 on are covered without a gap."""
    length = 0
    for first, last in sorted(spans):
        if first > length:
            break
        length = max(length, last + 1)
    return length
