"""`tafelwerk published`: the printed numbers of the sources beside the book's own."""

from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import App, BookOption, FamilyArgument, JsonOption, asked_families
from tafelwerk.commands.output import answer, note, table, with_heading
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.places import with_book
from tafelwerk.tables.published import Comparison, Number, Verdict, compare_numbers, parse_question, value_text
from tafelwerk.tables.readings import boundary
from tafelwerk.texts import Group
from tafelwerk.wording import count_noun, join_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tafelwerk.book import Book

app = App()

SHOWN = 44
"""Greatest number of characters shown of a number; --json has all."""


@app.command()
def published(
    book: BookOption,
    family: FamilyArgument = None,
    *,
    differing: Annotated[bool, typer.Option("--differing", help="Only numbers that differ, with the reasons.")] = False,
    compute: Annotated[
        bool, typer.Option("--compute", help="Compute numbers that are not stored, however long it takes.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page of the documentation.")] = False,
    json: JsonOption = False,
) -> None:
    """Compare the numbers printed in the sources with the book's: the place, both numbers, and whether they agree.

    In SQL these rows are the table meta.published: tafelwerk sql "SELECT verdict, count(*) FROM meta.published GROUP BY ALL".

    Example: tafelwerk published

    Example: tafelwerk published dresher

    Example: tafelwerk published --differing
    """
    from tafelwerk.book import open_book

    if markdown and json:
        raise InputError("--markdown and --json do not go together; give one of them")
    if family is not None and family not in FAMILIES:
        asked_families(family)
        raise InputError(f"no source prints numbers of {family}; choose {join_words(FAMILIES, last='or')}")
    with open_book(book) as opened:
        faults: dict[str, TafelwerkError] = {}
        comparisons = list(
            compare_numbers(lambda name, number: ours(opened, name, number, compute=compute, faults=faults), family)
        )
        if not (markdown or json):
            comparisons = [*with_builds(opened, comparisons, faults)]
    for fault in faults.values():
        note(f"left out: {fault}")
    selected = [comparison for comparison in comparisons if comparison.verdict is Verdict.DIFFERS or not differing]
    if markdown:
        typer.echo("\n".join(page(selected)))
        return
    answer(json, [comparison.row() for comparison in selected], lambda: Group(*_parts(selected, comparisons)))


def ours(
    book: "Book",
    family: str,
    number: Number,
    *,
    compute: bool = False,
    faults: dict[str, TafelwerkError] | None = None,
) -> str | None:
    """The book's number as text; None if it is neither stored nor computed.

    Args:
        book: the book.
        family: the family whose tables the query reads.
        number: the printed number.
        compute: compute what is not stored, however long it takes.
        faults: receives the first fault of each family's file. Default: a number that cannot be used is None, too.

    Raises:
        BookError, StorageError, MissingTableError: it cannot be used, or a build stores it, and `faults` is given.
    """
    try:
        with boundary():
            if number.is_sql:
                return value_text(book.one(family, number.query))
            return value_text((parse_question(number.query).of(book, compute=compute),))
    except (BookError, StorageError) as fault:
        if faults is None:
            return None
        faults.setdefault(family, fault)
        raise
    except TafelwerkError as fault:
        if faults is not None and isinstance(fault, MissingTableError):
            raise
        return None


def with_builds(
    book: "Book", found: "Iterable[Comparison]", left_out: "Collection[str]" = ()
) -> "Iterator[Comparison]":
    """The comparisons, each number that the book lacks with the line that stores it: its question's, or the family's standard or,
    where the book holds that, full set; or with the line that computes it. Families are left out whose files cannot be used."""
    from tafelwerk.build.commit import held_builds
    from tafelwerk.build.kind import builders

    @cache
    def set_line(family: str) -> str:
        held = held_builds(book.path, family)
        return (
            f"tafelwerk build {family}{' --full' * all(build.is_held(held) for build in builders(family).standard())}"
        )

    for one in found:
        if one.verdict is not Verdict.MISSING or one.family in left_out:
            yield one
            continue
        line = one.build or (
            set_line(one.family) if one.number.is_sql else f"tafelwerk published {one.family} --compute"
        )
        yield replace(one, build=with_book(line, book.path))


def _parts(kept: list[Comparison], found: list[Comparison]) -> "Iterator[Any]":
    why = reasons(kept)
    for source, numbers in groupby(kept, lambda one: one.number.source):
        rows = (_row(one, why) for one in numbers)
        yield with_heading(source.value, table(("place", "printed", "ours", "verdict"), rows))
        yield ""
    yield from (f"({number}) {reason}" for reason, number in why.items())
    yield summary(found)


def _row(one: Comparison, why: "Mapping[str, int]") -> tuple[str, str, str, str]:
    """A number, with the number of its reason if it has one."""
    number = f" ({why[_reason(one)]})" if _reason(one) else ""
    return one.number.place, _short(one.number.printed), _short(one.ours or ""), one.verdict.value + number


def _reason(one: Comparison) -> str:
    """Why a number differs, or what stores it; "" of one that agrees."""
    if one.verdict is Verdict.DIFFERS:
        return f"{one.number.reason}."
    return f"not stored; run: {one.build}" if one.build else ""


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


_VERBS = {Verdict.AGREES: "agree", Verdict.DIFFERS: "differ"}
"""Verdicts of several numbers."""


def summary(found: "Iterable[Comparison]") -> str:
    """Count of numbers per verdict."""
    verdicts = [comparison.verdict for comparison in found]
    parts = [
        f"{verdicts.count(comparison)} {_VERBS.get(comparison, comparison.value)}"
        for comparison in Verdict
        if comparison in verdicts
    ]
    return f"{count_noun(len(verdicts), 'printed number')}: {', '.join(parts)}."


def page(found: list[Comparison]) -> "Iterator[str]":
    """The page of the documentation, line by line."""
    yield "# Printed numbers"
    yield ""
    yield "Made by `tafelwerk published --markdown`: numbers printed in the sources that a query answers, beside the book's own."
    yield "`meta.published` in SQL has the same rows, with the queries; `tafelwerk verify` compares those of the book at hand."
    yield ""
    yield summary(found)
    found = [replace(number, build="") for number in found]
    why = reasons(found)
    for source, numbers in groupby(found, lambda number: number.number.source):
        yield ""
        yield f"## {source.value}"
        yield ""
        yield "| place | printed | ours | verdict |"
        yield "|---|---|---|---|"
        for number in numbers:
            yield f"| {' | '.join(_row(number, why))} |"
    yield ""
    yield "## Why numbers differ"
    for reason, index in why.items():
        yield ""
        yield f"({index}) {reason}"


def reasons(found: "Iterable[Comparison]") -> dict[str, int]:
    """Why numbers differ, and what stores those that are missing, numbered from 1 in the order of the numbers."""
    return {reason: index for index, reason in enumerate(filter(None, dict.fromkeys(map(_reason, found))), 1)}
