"""Records: results of long runs, shipped with the program, so that questions are answered without hours of computing.

A record is a JSON file, tafelwerk/records/FAMILY-NAME.json, written from a finished build by `make records`:

- `build`: the command line that repeats the run; `parameters`: what it depends on;
- `builds`: its builds as in `meta.builds`: digest of the parameters, name, rows and the canonical SHA-256 of the rows;
- `certainty`, `evidence`: as in answers;
- `answers`: documents as printed by the command line, each with its `question`, and data that the look-up needs beyond that;
- `seconds`, `built_at`, `machine`, `fingerprint`, `written_by`: origin of the record.

A record is identified by its parameters and its values. A book that holds builds with the same digests must have the same rows;
the fingerprint of the code that made them is for information. `proofs/running.py` compares the answers with the rows of a book.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from tafelwerk.errors import BookError
from tafelwerk.frozen import frozen

FORMAT = 1
FOLDER = Path(__file__).parent.parent / "records"


@frozen
class RecordedBuild:
    """One build of a recorded run: digest of its parameters, name, rows and their canonical SHA-256."""

    digest: str
    name: str
    rows: int
    sha256: str


@frozen
class Record:
    """One recorded run.

    Attributes:
        name: name of its file.
        family: family of games.
        build: command line that repeats it.
        parameters: what it depends on.
        builds: its builds.
        certainty: "exact" or "certified".
        evidence: "certificate", "recomputed" or "single".
        answers: documents, each with its "question".
        seconds: computing time.
        built_at: when it was committed, ISO 8601, UTC.
        machine: processor and C library.
        fingerprint: of the code that made it.
        written_by: program and version.
    """

    name: str
    family: str
    build: str
    parameters: Mapping[str, Any]
    builds: tuple[RecordedBuild, ...]
    certainty: str
    evidence: str
    answers: tuple[Mapping[str, Any], ...]
    seconds: float
    built_at: str
    machine: str
    fingerprint: str
    written_by: str


@cache
def records(family: str) -> tuple[Record, ...]:
    """The records of a family, by name.

    Raises:
        BookError: a file is not a record of this format.
    """
    return tuple(read_record(path) for path in sorted(FOLDER.glob(f"{family}-*.json")))


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        BookError: it is not a record of this format.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document.pop("format") != FORMAT:
            raise ValueError(f"format {FORMAT} is expected")
        builds = tuple(RecordedBuild(**build) for build in document.pop("builds"))
        return Record(name=path.stem, builds=builds, answers=tuple(document.pop("answers")), **document)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as fault:
        raise BookError(f"{path} is not a record of this program ({fault}): reinstall tafelwerk") from fault


def find_record(family: str, question: Mapping[str, Any]) -> tuple[Record, Mapping[str, Any]] | None:
    """The answer to a question, and its record; None if no record has it.

    Args:
        family: family of games.
        question: name of the command and parameters, as in the answer's "question".
    """
    for record in records(family):
        for answer in record.answers:
            if answer["question"] == question:
                return record, answer
    return None


def faults(answer: Mapping[str, Any]) -> list[str]:
    """Contradictions within a summary's document; none in other answers.

    Numbers of the histograms are codes by cost and by queries; `spent`: triples (queries, wrong fields, codes).
    """
    if "histogram" not in answer:
        return []
    codes, total = Fraction(answer["codes"]), Fraction(answer["total"])
    costs = {int(cost): Fraction(count) for cost, count in answer["histogram"].items()}
    words = []
    if sum(costs.values()) != codes:
        words.append("the histogram is not of all codes")
    if sum(cost * count for cost, count in costs.items()) != total:
        words.append("the histogram gives another total")
    if answer["mean"] != float(total / codes):
        words.append("the mean is not total / codes")
    if answer["max"] != max(costs):
        words.append("the histogram ends elsewhere than max")
    if "spent" in answer:
        words += _spent_faults(answer, costs)
    return words


def _spent_faults(answer: Mapping[str, Any], costs: Mapping[int, Fraction]) -> list[str]:
    by_cost: dict[int, Fraction] = {}
    by_queries: dict[int, Fraction] = {}
    penalty = Fraction(0)
    for queries, wrong, count in answer["spent"]:
        codes = Fraction(count)
        by_cost[queries + wrong] = by_cost.get(queries + wrong, Fraction(0)) + codes
        by_queries[queries] = by_queries.get(queries, Fraction(0)) + codes
        penalty += wrong * codes
    words = []
    if by_cost != costs:
        words.append("spent gives another histogram")
    if by_queries != {int(queries): Fraction(count) for queries, count in answer["query_histogram"].items()}:
        words.append("spent gives another query_histogram")
    if penalty != Fraction(answer["penalty"]):
        words.append("spent gives another penalty")
    return words
