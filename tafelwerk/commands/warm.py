"""`tafelwerk warm`: compile kernels in advance."""

import time
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JobsOption, JsonOption, answer, asked_families, note
from tafelwerk.commands.output import Ticker
from tafelwerk.wording import count_noun, seconds_text

app = App()


@app.command()
def warm(
    book: BookOption,
    family: Annotated[
        str | None, typer.Argument(metavar="FAMILY", help="Family of games. Default: every family.")
    ] = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Compile the kernels that are not in the cache yet, on every core; later commands then start at once.

    Example: tafelwerk warm

    Example: tafelwerk warm skat --jobs 2
    """
    from tafelwerk.build.warming import warm as warmed
    from tafelwerk.fingerprint import kernel_cache

    families = asked_families(family)
    begin = time.monotonic()
    is_time = Ticker()

    def tell(done: int, steps: int) -> None:
        if is_time():
            note(f"{done} of {steps} steps")

    note(f"compiling the kernels of {family or 'every family'} that {kernel_cache()} does not hold")
    kernels = warmed(families, jobs=jobs, tell=tell)
    seconds = time.monotonic() - begin
    document = {
        "families": families,
        "kernels": kernels.kernels,
        "seconds": seconds,
        "cpu_seconds": kernels.seconds,
        "cache": kernel_cache(),
    }
    answer(
        json,
        document,
        f"{count_noun(kernels.kernels, 'kernel')} compiled in {seconds_text(seconds)}; cache: {kernel_cache()}",
    )
