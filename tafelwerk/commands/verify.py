"""`tafelwerk verify`: prove the contents of the book again."""

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.commands import common
from tafelwerk.commands.output import answer, note, pick_fields
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
from tafelwerk.places import with_book
from tafelwerk.streams import legible
from tafelwerk.wording import count_noun, join_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from tafelwerk.tables.checks import Check

app = common.App()
_NAMED = 3

MOST_SAMPLE = 1_000_000_000
"""Greatest number of rows per claim for --sample."""

MOST_SEED = 2**32 - 1


@app.command()
def verify(
    book: common.BookOption,
    family: Annotated[
        str | None, typer.Argument(metavar="FAMILY", help="Family of games. Default: every family that is built.")
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            max=MOST_SAMPLE,
            metavar="N",
            help="Rows per claim. Default: enough to find 1 % of wrong rows in 9,999 of 10,000 runs (917 of a large table).",
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Proof of every row (hours); an interrupted run resumes.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=MOST_SEED, metavar="S", help="Random seed of the samples. Default: random."),
    ] = None,
    json: common.JsonOption = False,
) -> None:
    """Check the book's files, and prove stored rows by methods independent of those that made them.

    Every table is checked for completeness, and each exact column is proved: cheap columns for every row, the others for a
    random sample, or for every row with --full. After a sample of n rows without an error, at most 3/n of all rows are
    wrong (95 % confidence); the report says so.

    If the book holds nothing of the family, the pocket book is checked. Records of long runs, which ship with the program,
    are checked too: each answer is compared with the rows of the book or of the pocket book, or computed again if that is
    quick. The report is always printed; exit code 0 if all checks passed, 4 if one failed, 5 if none failed but a file
    cannot be read, such as one that another program writes to. A claim without a checked row, such as one about a game
    whose code is missing, is reported as not proved, and so are answers of a record whose rows no book holds; in --json
    their `proved` is 0.

    Example: tafelwerk verify montecarlo --sample 20

    Example: tafelwerk verify search --full
    """
    common.asked_families(family)
    if full and sample is not None:
        raise InputError("--full and --sample do not go together; give one of them")
    prove_rows(book, family, sample=sample, full=full, seed=seed, json=json)


def prove_rows(
    book: "Path",
    family: str | None,
    *,
    sample: int | None = None,
    full: bool = False,
    seed: int | None = None,
    json: bool = False,
    games: "Collection[str]" = (),
) -> None:
    """Print the report of `verify`, of rows of some games if any are named, and end with its exit code."""
    from secrets import randbelow

    from tafelwerk.proofs.claims import Sampling
    from tafelwerk.proofs.running import families_held, family_checks

    seed = randbelow(MOST_SEED + 1) if seed is None else seed
    done: list[tuple[str, Check]] = []
    failed: list[tuple[str, Check]] = []
    refused: list[StorageError] = []
    with open_book(book) as opened:
        layer, names = families_held(opened, family)
        if not names:
            raise MissingTableError("rows to verify", f"tafelwerk build {family or ''}".rstrip(), book)
        book = layer.path
        for name in names if layer is opened.layers[0] else ():
            with suppress(BookError, StorageError):  # said by the checks
                common.note_stale(layer, (name,))
        note(f"seed {seed}")
        for name in names:
            try:
                for check in family_checks(layer, name, Sampling(seed, sample, full), note, games):
                    done.append((name, check))
                    if not check.ok:
                        failed.append((name, check))
                    note(f"{check.verdict:<6} {check.name}: {check.detail}")
            except StorageError as error:  # says nothing about rows, nor about other files
                refused.append(error)
                note(f"left out: {error}")
    answer(
        json,
        {
            "book": book,
            "ok": not failed and not refused,
            "seed": seed,
            "checks": [
                {"family": name, **pick_fields(check, "name", "ok", "detail", "proved", "of", "missed")}
                for name, check in done
            ],
        },
        f"{legible(book)}: {_total(len(failed), [check for _, check in done], len(refused))}",
    )
    if failed:
        # a file that is not as it should be comes with its own remedy: a build would refuse it, too
        failed.sort(key=lambda item: not isinstance(item[1].cause, BookError))
        failures = "; ".join(f"{check.name} ({check.detail})" for _, check in failed[:_NAMED])
        more = f" and {len(failed) - _NAMED} more" if len(failed) > _NAMED else ""
        refusing = {name for name, check in failed if isinstance(check.cause, BookError)}
        rows = [name for name, _ in failed if name not in refusing]
        lines = _rebuild_lines(book, rows[0], [check for name, check in failed if name == rows[0]]) if rows else []
        remedy = f"; rebuild with: {'; '.join(with_book(line, book) for line in lines)}" if lines else ""
        (_, first), *_ = failed
        raise BookError(
            f"{len(failed)} of {len(done)} checks of {book} failed: {failures}{more}{remedy}"
        ) from first.cause
    if refused:
        raise refused[0]


def _rebuild_lines(book: "Path", family: str, failed: "list[Check]") -> list[str]:
    """The command lines that make rows of failed checks anew: that of the standard set, and those of builds outside it."""
    from tafelwerk.build.kind import builders
    from tafelwerk.families import OWN
    from tafelwerk.tables.provenance import table_builds

    tables = {table for check in failed for table in re.findall(rf"{family}\.(\w+)", check.name.partition(": ")[0])}
    try:
        with open_book(book) as opened:
            delivered = table_builds(opened.layers[0], family)
    except (BookError, StorageError):
        delivered = {}
    names = {build.name for table in tables for build in delivered.get(table, ())}
    others = sorted(names - {build.name for build in builders(family).standard()}) if family != OWN else []
    lines = [] if others and len(others) == len(names) else [common.rebuild_line(family)]
    return lines + [f"tafelwerk build {name.partition(': ')[0]} --force" for name in others[:_NAMED]]


def _total(failed: int, checks: "Sequence[Check]", refused: int) -> str:
    """What came of all checks."""
    if not checks:
        return f"{count_noun(refused, 'file')} left out, nothing checked"
    unproved = [check.name for check in checks if check.verdict == "not proved"]
    made = count_noun(len(checks) - len(unproved), "check")
    left = f"; {len(unproved)} not proved: {join_words(unproved, _NAMED)}" if unproved else ""
    left += f"; {count_noun(refused, 'file')} left out" if refused else ""
    return f"{failed} of {made} failed{left}" if failed else f"all {made} passed{left}"
