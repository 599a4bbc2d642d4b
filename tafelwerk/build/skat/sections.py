"""How a sequence of deals is divided into builds and tasks, so that a longer or a shorter run later finds what is there."""

from collections.abc import Callable, Iterator, Mapping

from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.tables.builds.skat import FAMILY, contents

SEED = 1
"""The sequence of the standard and the quick set."""


def sequence_builds(
    option: str,
    deals: int,
    seed: int,
    task: Callable[[int, int], Task],
    *,
    section: int,
    chunk: int,
    of_task: int | None = None,
    parameters: Mapping[str, object] | None = None,
    most: int = MOST_DRAWN,
) -> Iterator[Build]:
    """Builds of the first deals of a seed's sequence, a section each; of what is left over a chunk each, so that a longer or a
    shorter run later finds them.

    Args:
        option: of the command line, that says how many.
        deals: how many.
        seed: which sequence.
        task: makes the task of a first and a last deal, counted from 0.
        section: deals of a section, a multiple of those of a chunk.
        chunk: deals of a chunk.
        of_task: deals of a task; None: a chunk.
        parameters: of the builds, besides the seed and the first and the last deal.
        most: deals there are.

    Raises:
        InputError: there are no such deals.
    """
    if not 1 <= deals <= most:
        raise InputError(f"{option} must be 1 to {most:,} deals, not {deals:,}")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"--seed must be 0 to {LARGEST_SEED:,}, not {seed:,}")
    size = of_task or chunk

    def build(first: int, last: int, covered_by: tuple[str, ...] = ()) -> Build:
        tasks = tuple(task(begin, min(begin + size - 1, last)) for begin in range(first, last + 1, size))
        given = {**(parameters or {}), "seed": seed, "first": first, "last": last}
        described = contents(given)
        return Build(FAMILY, described.name, given, tasks, described.certainty, covered_by)

    for first in range(0, deals, section):
        if first + section <= deals:
            yield build(first, first + section - 1)
            continue
        whole = build(first, first + section - 1).digest
        for begin in range(first, deals, chunk):
            last = begin + chunk - 1
            covered = (whole,) if last < deals else (whole, build(begin, last).digest)
            yield build(begin, min(last, deals - 1), covered)
