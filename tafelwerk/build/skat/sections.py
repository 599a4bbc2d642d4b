"""How a sequence of deals is divided into builds and tasks, so that a longer or a shorter run later finds what is there."""

from collections.abc import Callable, Iterator

from tafelwerk.build.task import Build
from tafelwerk.errors import InputError

SEED = 1
"""The sequence of the standard and the quick set."""


def sections(
    count: int, section: int, chunk: int, build: Callable[[int, int, tuple[str, ...]], Build]
) -> Iterator[Build]:
    """Builds of numbers 0 to count - 1, a section each; of what is left over a chunk each, so that a longer or a shorter run
    later finds them.

    Args:
        count: how many.
        section: numbers of a section, a multiple of those of a chunk.
        chunk: numbers of a chunk.
        build: makes the build of a first and a last number, told which larger builds hold all of it.
    """
    for first in range(0, count, section):
        if first + section <= count:
            yield build(first, first + section - 1, ())
            continue
        whole = build(first, first + section - 1, ()).digest
        for begin in range(first, count, chunk):
            last = begin + chunk - 1
            covered = (whole,) if last < count else (whole, build(begin, last, ()).digest)
            yield build(begin, min(last, count - 1), covered)


def check_seed(seed: int) -> None:
    """Raise InputError where there is no such sequence."""
    if not 0 <= seed < 2**32:
        raise InputError(f"--seed is 0 to {2**32 - 1}, not {seed}")
