"""`tafelwerk warm`: compile kernels in advance."""

import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import as_completed

from tafelwerk.build import kind
from tafelwerk.build.executors import cores, local
from tafelwerk.commands.common import App, BookOption, FamilyArgument, JobsOption, JsonOption, asked_families
from tafelwerk.commands.output import answer, note
from tafelwerk.commands.progress import status
from tafelwerk.wording import count_noun, seconds_text

app = App()


@app.command()
def warm(
    book: BookOption,
    family: FamilyArgument = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Compile the kernels that are not in the cache yet, on every core; later commands then start at once.

    Example: tafelwerk warm

    Example: tafelwerk warm skat --jobs 2
    """
    from tafelwerk.fingerprint import kernel_cache

    families = asked_families(family)
    begin = time.monotonic()
    note(f"compiling the kernels of {family or 'every family'} that {kernel_cache()} does not hold")
    with status("compiling") as tell:
        kernels, cpu_seconds = compile_kernels(families, jobs, tell)
    seconds = time.monotonic() - begin
    document = {
        "families": families,
        "kernels": kernels,
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "cache": kernel_cache(),
    }
    answer(
        json,
        document,
        f"{count_noun(kernels, 'kernel')} compiled in {seconds_text(seconds)}; cache: {kernel_cache()}",
    )


def compile_kernels(families: Iterable[str], jobs: int | None, tell: Callable[[str], None]) -> tuple[int, float]:
    """Compile every kernel of some families that is not in the cache yet.

    Args:
        families: names of families.
        jobs: worker processes; None: one per processor.
        tell: called with the progress.

    Returns:
        The number of kernels, and the processor time of compiling them, of all workers together.

    Raises:
        InputError: there is no such family.
    """
    # the families alternate, so that workers begin with different kernels
    queues = [list(kind.builders(family).warm()) for family in families]
    steps = [queue[i] for i in range(max(map(len, queues), default=0)) for queue in queues if i < len(queue)]
    kernels, seconds = 0, 0.0
    with local(min(jobs or cores(), max(1, len(steps)))) as pool:
        for done, future in enumerate(as_completed([pool.submit(_run, step) for step in steps]), start=1):
            count, time = future.result()
            kernels, seconds = kernels + count, seconds + time
            tell(f"{done} of {len(steps)} steps")
    return kernels, seconds


def _run(step: Callable[[], object]) -> tuple[int, float]:
    """Run one step in a worker; kernels compiled by it, and their seconds."""
    count, seconds = _compile_counts()
    step()
    count_after, seconds_after = _compile_counts()
    return count_after - count, seconds_after - seconds


def _compile_counts() -> tuple[int, float]:
    compiler = sys.modules.get("tafelwerk.solvers.machine.compiler")
    return (0, 0.0) if compiler is None else (compiler.compiled_kernels(), compiler.compiling_seconds())
