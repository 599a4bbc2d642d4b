"""What classifiers of hands are built from: trials, playouts, and the models fitted to those that a book holds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tafelwerk.build.skat.sections import SEED, sequence_builds
from tafelwerk.build.skat.tasks import Models, Playouts, Trials
from tafelwerk.build.task import Build
from tafelwerk.tables.builds.skat import FAMILY, contents
from tafelwerk.tables.provenance import builds

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

TRIAL_CHUNK, TRIAL_SECTION = 100, 1000
PLAYOUT_CHUNK, PLAYOUT_SECTION = 10, 200
"""Deals of a task, and deals that come into the book together."""

TRIALS, FULL_TRIALS = 1000, 3000
PLAYOUTS, FULL_PLAYOUTS = 30, 200
"""Deals whose trials are solved, and deals of which one is played out, in the standard and in the full set."""

LEAST = 15
"""Deals that the models ask for at least: three are held back."""


def trial_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Trials of the first deals of a seed's sequence, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    yield from sequence_builds(
        "--trials",
        deals,
        seed,
        lambda first, last: Trials(seed, first, last),
        section=TRIAL_SECTION,
        chunk=TRIAL_CHUNK,
        parameters={"trials": "solved"},
    )


def playout_builds(deals: int, seed: int = SEED) -> Iterator[Build]:
    """Of each of the first deals of a seed's sequence a trial played out, a build a section.

    Raises:
        InputError: there are no such deals.
    """
    yield from sequence_builds(
        "--playouts",
        deals,
        seed,
        lambda first, last: Playouts(seed, first, last),
        section=PLAYOUT_SECTION,
        chunk=PLAYOUT_CHUNK,
        parameters={"trials": "played out"},
    )


def models_build(book: str, seed: int, solved: int, played: int) -> Build:
    """Classifiers fitted to what a book holds of a seed: the trials and playouts of so many first deals."""
    parameters: dict[str, object] = {"models": solved, "played": played, "seed": seed}
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, (Models(book, seed, solved, played),), described.certainty)


def derived(book: "Book") -> Iterator[Build]:
    """The classifiers that a book's trials and playouts allow: for each seed those of the longest sequence from deal 0 on."""
    spans = learnt_spans(book)
    for seed in sorted({seed for _, seed in spans}):
        solved, played = (_length(spans.get((what, seed), [])) for what in ("solved", "played out"))
        played = min(solved, played)
        if played >= LEAST:
            yield models_build(str(book.path), seed, solved, played)


def learnt_spans(book: "Book") -> dict[tuple[str, int], list[tuple[int, int]]]:
    """First and last numbers of the deals whose trials were "solved" or "played out", by that and their seed."""
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for record in builds(book, FAMILY):
        given = record.parameters
        if "trials" in given:
            spans.setdefault((given["trials"], given["seed"]), []).append((given["first"], given["last"]))
    return spans


def _length(spans: list[tuple[int, int]]) -> int:
    """How many numbers from 0 on are covered without a gap."""
    length = 0
    for first, last in sorted(spans):
        if first > length:
            break
        length = max(length, last + 1)
    return length
