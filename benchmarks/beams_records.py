"""Writes records from the builds that a book holds. Run by `make records`."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from tafelwerk import __version__
from tafelwerk.build.task import Build
from tafelwerk.errors import BookError, MissingTableError, TafelwerkError
from tafelwerk.families.beams.builds import TABLE_ALPHAS, StrategyBuild, VariantBuild, curve_builds, strategy_builds
from tafelwerk.families.beams.look_ups import counts_question, document, summary_question
from tafelwerk.families.beams.rules import TIES, Entropy, Improved, Strategy, Tie, curve_orders
from tafelwerk.rules.deduction import Alpha, order_name
from tafelwerk.tables.book import Book
from tafelwerk.tables.metadata import read_builds
from tafelwerk.tables.records import FORMAT, faults


@dataclass(frozen=True)
class Recipe:
    """Recipe of a record.

    Attributes:
        name: name of its file.
        build: the run as one build, with the name and parameters of the record.
        builds: the builds of the run in a book.
        questions: what is asked of such a book.
        evidence: how the numbers are known: "certificate", "recomputed" or "single".
    """

    name: str
    build: Build
    builds: Callable[[], Iterable[Build]]
    questions: Sequence[Mapping[str, Any]]
    evidence: str


def counts_recipe(name: str, variant: str, evidence: str) -> Recipe:
    """The record of the counts of a variant of Beams."""

    build = VariantBuild(variant)
    return Recipe(name, build, lambda: [build], [counts_question(variant)], evidence)


def summary_recipe(name: str, variant: str, strategy: Strategy, evidence: str) -> Recipe:
    """The record of the cost of a strategy of Beams over all codes."""
    builds = partial(strategy_builds, variant, strategy)
    return Recipe(name, StrategyBuild(variant, strategy), builds, [summary_question(variant, strategy)], evidence)


def curve_recipe(name: str, variant: str, tie: Tie, evidence: str, *, without: Collection[Alpha]) -> Recipe:
    """The record of the costs of entropy strategies of a large variant of Beams, by order.

    Args:
        name: name of its file.
        variant: the variant.
        tie: tie rule.
        evidence: how the numbers are known.
        without: orders whose strategies have records of their own.
    """
    (curve,) = curve_builds(variant, tie)
    questions = [summary_question(variant, Entropy(alpha, tie)) for alpha in curve_orders() if alpha not in without]
    return Recipe(name, curve, lambda: [curve], questions, evidence)


RECIPES = (
    # published by Kupferschmid (2013), section 4.6, from a program of his own
    counts_recipe("beams-6c6p", "6c6p", "recomputed"),
    *(
        summary_recipe(f"beams-6c6p-{order_name(alpha)}-{tie}", "6c6p", Entropy(alpha, tie), "single")
        for alpha in TABLE_ALPHAS
        for tie in TIES
        if tie != "mix"
    ),
    summary_recipe("beams-6c6p-improved", "6c6p", Improved(), "single"),
    curve_recipe("beams-6c6p-curve-lex-c", "6c6p", "lex-c", "single", without=TABLE_ALPHAS),
    counts_recipe("beams-square36", "square36", "single"),
    counts_recipe("beams-square36-directions", "square36-directions", "single"),
    summary_recipe("beams-hex30-h1-lex-c", "hex30", Entropy(Fraction(1)), "single"),
    summary_recipe("beams-hex30-h1-lex-d", "hex30", Entropy(Fraction(1), "lex-d"), "single"),
    summary_recipe("beams-hex30-improved", "hex30", Improved(), "single"),
)
"""The shipped records, if their runs were made: those of table 4.10 that break ties by an order, those of figure 4.12, and others
of Beams."""


def record_of(recipe: Recipe, book: Book) -> dict[str, Any]:
    """A record as a JSON document, from the builds that a book holds.

    Raises:
        MissingTableError: the book lacks one of the builds.
        BookError: the numbers do not add up.
    """
    family = recipe.build.family
    ask, path = book.metadata(family)
    held = {build.digest: build for build in read_builds(ask, f"{family}.meta.builds", path)}
    records = []
    for build in recipe.builds():
        if build.digest not in held:
            raise MissingTableError(build.name, f"tafelwerk build {recipe.build.name}", book.path)
        records.append(held[build.digest])
    answers = [answer for question in recipe.questions if (answer := document(book, question)) is not None]
    wrong = [fault for answer in answers for fault in faults(answer)]
    if wrong:
        raise BookError(f"{recipe.name}: {'; '.join(wrong)}")
    return {
        "format": FORMAT,
        "family": family,
        "build": f"tafelwerk build {recipe.build.name}",
        "parameters": dict(recipe.build.parameters),
        "certainty": recipe.build.certainty,
        "evidence": recipe.evidence,
        "answers": answers,
        "seconds": round(sum(record.seconds for record in records), 1),
        "built_at": f"{max(record.built_at for record in records):%Y-%m-%dT%H:%M:%S}",
        "machine": " | ".join(sorted({record.machine for record in records})),
        "fingerprint": ",".join(sorted({record.fingerprint for record in records})),
        "written_by": f"tafelwerk {__version__}",
        "builds": [
            {"digest": record.digest, "name": record.name, "rows": record.rows, "sha256": record.sha256}
            for record in records
        ],
    }


def text_of(document: Mapping[str, Any]) -> str:
    """Text of a record: one line per key, and per answer, build and histogram."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list):
            items = ",\n    ".join(json.dumps(item) for item in value)
            lines.append(f"  {json.dumps(key)}: [\n    {items}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: list[str]) -> int:
    """Write the records whose builds a book holds: BOOK and TARGET, the folder of the package.

    Returns:
        0, or the exit code of the error that prevented a record.
    """
    book, target = map(Path, arguments)
    target.mkdir(exist_ok=True)
    code = 0
    with Book(book) as opened:
        for recipe in RECIPES:
            path = target / f"{recipe.name}.json"
            try:
                path.write_text(text_of(record_of(recipe, opened)), encoding="utf-8")
            except TafelwerkError as error:
                sys.stderr.write(f"error: {path} not written: {error}\n")
                code = int(error.exit_code)
            else:
                sys.stdout.write(f"{path}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
