"""The one reader of what a family's file says about itself: meta.format, meta.builds, meta.tables, meta.seals.

A file may come from anywhere, or from a later version. Whatever is read here is checked first: types, NULL, lengths, numbers,
dates, labels, and how deep parameters are nested; in a file with more than a build may have, nothing is read at all. What is
not as it should be is a BookError, which names the build or the table.

    Version and family of an attached file .... read_format
    What asks statements of a connection ...... asking
    Whether its tables are the usual ones ..... problem_of_tables
    The builds of a family .................... read_builds, read_labels
    Whether they are few and short enough ..... check_sizes
    How their numbers are known ............... read_evidence
    The recorded state of its tables .......... read_tables
    The recorded hashes of the rest ........... read_seals
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, cast

from tafelwerk.errors import BookError, InputError, shorten
from tafelwerk.frozen import frozen
from tafelwerk.tables.readings import literal as text
from tafelwerk.tables.storage import remedy

if TYPE_CHECKING:
    import duckdb

__all__ = ["CERTAINTY", "EVIDENCE", "Certainty", "Contents", "Evidence", "contents", "text"]


def build_digest(family: str, parameters: Mapping[str, Any]) -> str:
    """Digest of the build of a family with these parameters."""
    return digest([family, plain(dict(parameters))])


def build_number(digest: str) -> int:
    """Number by which rows name the build with this digest: its first 52 bits, which a double of JSON holds exactly.

    Raises:
        ValueError: it is no digest.
    """
    return int(digest[:13], 16)


def digest(value: object) -> str:
    """Digest of a value of JSON's types."""
    import hashlib  # loads OpenSSL, which no look-up needs

    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """The value in JSON's types, distinct for distinct values.

    Raises:
        TypeError: it has no canonical form.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, Enum):
        return {type(value).__name__: value.name}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {type(value).__qualname__: {field.name: plain(getattr(value, field.name)) for field in fields(value)}}
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        return {"array": [str(value.dtype), list(value.shape), value.tobytes().hex()]}
    raise TypeError(f"a task's field has no canonical form: {type(value).__name__}")


Certainty = Literal["exact", "certified", "sampled"]
Evidence = Literal["certificate", "recomputed", "single"]

_PROOFS = Path(__file__).parent.parent / "proofs"

CERTAINTY: tuple[Certainty, ...] = ("exact", "certified", "sampled")
"""How far a number can be trusted, the best first."""

EVIDENCE: tuple[Evidence, ...] = ("certificate", "recomputed", "single")
"""How a number is known, the best first: a small plain program checks a certificate; a second program, or another seed and
order, agreed; a single program computed it."""


@frozen
class Contents:
    """Contents of a build.

    Attributes:
        name: arguments of `tafelwerk build` for this build.
        certainty: how far its numbers can be trusted.
        evidence: how they are known; the weakest evidence of its rows.
        rows: condition on the rows that it delivered, by table, in SQL over the table's columns; each of the build's tables is
            named.
    """

    name: str
    certainty: Certainty
    evidence: Evidence
    rows: Mapping[str, str]


def contents(family: str, parameters: Mapping[str, Any]) -> Contents | None:
    """Contents of the build of a family with these parameters, whatever they are; None if the family has no such description.

    Raises:
        InputError: the family has no build with such parameters.
    """
    if not (_PROOFS / family / "__init__.py").exists():
        return None
    try:
        described: Contents = import_module(f"tafelwerk.proofs.{family}").contents(parameters)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, IndexError) as fault:
        raise InputError(f"{family} has no build with parameters {dict(parameters)!r:.200}") from fault
    return described


MOST_BUILDS = 20_000
"""Greatest number of builds of a family."""

LONGEST = 1000
"""Bytes of a text of the metadata: names, hashes, machines."""

LONGEST_PARAMETERS = 4_000_000
"""Bytes of the parameters of a build, which may list the words of a game."""

MOST_BYTES = 64_000_000
"""Bytes of the parameters of all builds of a family."""

DEEPEST = 16
"""Levels of lists and objects in the parameters of a build."""

MOST_TABLES = 1000
"""Greatest number of tables of a family."""

TEXTS = ("digest", "name", "sha256", "fingerprint", "machine", "certainty", "evidence")
"""Columns of meta.builds that are short texts."""

_BATCH = 1000  # rows read at a time
_BIGGEST = 2**63  # rows; seconds
_HASH = 64  # characters of a hash; whether it is the right one is for `verify` to say
_COLUMN = r'(?:^|,)\s*(?:"((?:[^"]|"")+)"|(\w+))\s+(\w+)((?:\[\d*\])*)'


@frozen
class BuildRecord:
    """A row of meta.builds; see the comments of the schema. `parameters` is what `text` says; `built_at` is UTC."""

    number: int
    digest: str
    name: str
    text: str
    rows: int
    sha256: str
    fingerprint: str
    machine: str
    seconds: float
    certainty: Certainty
    evidence: Evidence
    built_at: datetime
    parameters: dict[str, Any]


class State(NamedTuple):
    """A row of meta.tables: name of the table, number of its rows, and their canonical SHA-256."""

    name: str
    rows: int
    sha256: str


Ask = Callable[[str, Callable[["duckdb.DuckDBPyConnection"], Any]], Any]
"""Asks a statement about the family's file and returns what a function reads of its answer; None without a file."""


def asking(connection: "duckdb.DuckDBPyConnection") -> Ask:
    """Asks statements of a connection."""
    return lambda sql, read: read(connection.execute(sql))


def read_builds(ask: Ask, source: str, path: "Path") -> list[BuildRecord]:
    """The builds in the order of their names and digests.

    Args:
        ask: asks a statement.
        source: the table, such as "family.meta.builds".
        path: the family's file, for messages.

    Raises:
        BookError: there are too many, or one is not as it should be.
    """
    check_sizes(ask, source, path)
    return list(
        ask(
            f"SELECT {', '.join(_CHECKS)}, certainty, evidence,"
            " CASE WHEN built_at BETWEEN TIMESTAMP '1970-01-01' AND TIMESTAMP '9999-12-30' THEN built_at END"
            f" FROM {source} ORDER BY name, digest",
            lambda answer: [_build(row, number, path) for number, row in enumerate(_stream(answer), 1)],
        )
        or ()
    )


def read_labels(
    ask: Ask, source: str, path: "Path", said: Sequence[str]
) -> list[tuple[str, dict[str, Any], dict[str, str | None]]]:
    """Name, parameters and other facts of each build, of a file of any format.

    Args:
        ask, source, path: as in `read_builds`.
        said: the columns of the facts, which become text.
    """
    check_sizes(ask, source, path, ("name", *said))

    def with_names(answer: "duckdb.DuckDBPyConnection") -> list[tuple[str, dict[str, Any], dict[str, str | None]]]:
        builds = []
        for number, (name, parameters_text, *values) in enumerate(_stream(answer), 1):
            what = f"build {shorten(name)!r} (row {number} of meta.builds)"
            if not isinstance(name, str) or not isinstance(parameters_text, str):
                _refuse(path, f"has no name or no parameters of {what}")
            builds.append((name, _parameters(parameters_text, what, path), dict(zip(said, values, strict=True))))
        return builds

    columns = ", ".join(f"{column}::VARCHAR" for column in ("name", "parameters", *said))
    return list(ask(f"SELECT {columns} FROM {source} ORDER BY name, digest", with_names) or ())


def read_evidence(ask: Ask, source: str, path: "Path") -> dict[int, Evidence]:
    """How the numbers of builds are known, by the builds' numbers: the weakest evidence, should a file record a build twice.

    Arguments and errors as in `read_builds`.
    """
    rows = ask(
        f"SELECT DISTINCT build, left(evidence, {LONGEST}) FROM {source} LIMIT {MOST_BUILDS}",
        lambda answer: answer.fetchall(),
    )
    for _, label in rows or ():
        _check_label(label, "evidence", EVIDENCE, "a build", path)
    return dict(sorted(rows or (), key=lambda row: EVIDENCE.index(row[1])))


def read_tables(ask: Ask, source: str, path: "Path") -> list[State]:
    """The recorded state of each table, by name. Arguments and errors as in `read_builds`."""
    rows = _few(ask, f'SELECT left(name, {LONGEST}), "rows", left(sha256, 65) FROM {source}', path, "tables")
    states = []
    for number, (name, count, sha256) in enumerate(rows, 1):
        what = f"table {shorten(name)!r} (row {number} of meta.tables)"
        if not _is_text(name) or not _is_count(count) or not _is_hash(sha256):
            _refuse(path, f"does not say how many rows its {what} had, and their hash")
        states.append(State(name, count, sha256))
    return states


def read_seals(ask: Ask, source: str, path: "Path") -> list[tuple[str, str]]:
    """The recorded hashes, by name. Arguments and errors as in `read_builds`."""
    rows = _few(ask, f"SELECT left(name, {LONGEST}), left(sha256, 65) FROM {source}", path, "seals")
    for number, (name, sha256) in enumerate(rows, 1):
        if not _is_text(name) or not _is_hash(sha256):
            _refuse(path, f"has no hash in row {number} of meta.seals ({shorten(name)!r})")
    return [(name, sha256) for name, sha256 in rows]


def read_format(connection: "duckdb.DuckDBPyConnection", database: str) -> tuple[int, str, str] | str:
    """Version, family and writer of an attached file; or, as a text, why they cannot be read.

    Args:
        connection: where it is attached.
        database: the name that it has there.
    """
    rows = connection.execute(
        f"SELECT version, left(family, {LONGEST}), left(written_by, {LONGEST}) FROM {database}.meta.format LIMIT 2"
    ).fetchall()
    if len(rows) != 1:
        return "does not say what it is" if not rows else "says twice what it is"
    version, family, written_by = rows[0]
    if not _is_count(version) or not _is_text(family) or not _is_text(written_by):
        return f"does not say what it is (format {shorten(version)!r} of {shorten(family)!r})"
    return version, family, written_by


def problem_of_tables(tables: Mapping[tuple[str, str], str]) -> str | None:
    """Why the tables of the schema meta are not those of this format; None if they are.

    Args:
        tables: the statements that make the tables of a file, in DuckDB's words, by schema and name.
    """
    for name, wanted in _usual().items():
        if ("meta", name) not in tables:
            return f"it has no table meta.{name}"
        columns = _columns(tables["meta", name])
        for column, kind in wanted.items():
            if columns.get(column) != kind:
                return f"meta.{name} has no column {column} of type {kind}"
    return None


@cache
def _usual() -> dict[str, dict[str, str]]:
    """The columns of the schema meta and their types, by table."""
    from tafelwerk.tables.layout import schema_sql

    statements = re.findall(r"^CREATE TABLE meta\.(\w+) \((.*?)^\);", schema_sql("meta"), re.MULTILINE | re.DOTALL)
    return {name: _columns(f"({text})") for name, text in statements}


def _columns(statement: str) -> dict[str, str]:
    """The columns that a statement makes and their types."""
    text = statement.partition("(")[2]
    return {(quoted or plain): kind + lists for quoted, plain, kind, lists in re.findall(_COLUMN, text)}


def check_sizes(ask: Ask, source: str, path: "Path", texts: Sequence[str] = TEXTS) -> None:
    """Raise if there are too many builds, or too long texts, before one is read. Lengths are bytes here."""
    longest_text = ", ".join(f"strlen({name}::VARCHAR)" for name in texts)
    sizes = ask(
        "SELECT count(*), coalesce(sum(strlen(parameters::VARCHAR)), 0), coalesce(max(strlen(parameters::VARCHAR)), 0),"
        f" coalesce(max(greatest({longest_text})), 0) FROM {source}",
        lambda answer: answer.fetchone(),
    )
    count, together, longest, text = sizes or (0, 0, 0, 0)
    if count > MOST_BUILDS:
        _refuse(path, f"records {count:,} builds, of which a family may have {MOST_BUILDS:,}")
    if together > MOST_BYTES or longest > LONGEST_PARAMETERS or text > LONGEST:
        most = f"{LONGEST_PARAMETERS:,} bytes of parameters and {LONGEST:,} of any other text"
        _refuse(path, f"records a build with more than {most}, or more than {MOST_BYTES:,} in all")


def _build(row: Sequence[Any], number: int, path: "Path") -> BuildRecord:
    """A build of a row of meta.builds."""
    values = [*row, {}]
    record = BuildRecord(*values)
    what = f"build {shorten(record.name)!r} (row {number} of meta.builds)"
    for value, (is_right, problem) in zip(row, _CHECKS.values(), strict=False):
        if not is_right(value):
            _refuse(path, problem.format(what))
    _check_label(record.certainty, "certainty", CERTAINTY, what, path)
    _check_label(record.evidence, "evidence", EVIDENCE, what, path)
    if not isinstance(record.built_at, datetime):
        _refuse(path, f"has no time of {what} between 1970 and 9999")
    parameters = _parameters(record.text, what, path)
    return replace(record, built_at=record.built_at.replace(tzinfo=UTC), parameters=parameters)


def _parameters(text: str, what: str, path: "Path") -> dict[str, Any]:
    """The parameters of a build, of JSON."""
    try:
        parameters = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise _error(path, f"has parameters of {what} that are no JSON, or too deep or long") from fault
    if not isinstance(parameters, dict):
        _refuse(path, f"has parameters of {what} that are no JSON object")
    if _is_deep(parameters):
        _refuse(path, f"has parameters of {what} that are nested more than {DEEPEST} levels deep")
    return cast("dict[str, Any]", parameters)


def _is_deep(value: Any) -> bool:
    """Whether lists and objects are nested too deep."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _check_label(label: object, noun: str, known: Sequence[str], what: str, path: "Path") -> None:
    if label not in known:
        _refuse(path, f"gives {what} the unknown {noun} {shorten(label)!r}", ", ".join(known))


def _few(ask: Ask, sql: str, path: "Path", what: str) -> list[tuple[Any, ...]]:
    """The rows of a short table, by name."""
    rows: list[tuple[Any, ...]] = (
        ask(f"{sql} ORDER BY 1 LIMIT {MOST_TABLES + 1}", lambda answer: answer.fetchall()) or []
    )
    if len(rows) > MOST_TABLES:
        _refuse(path, f"records more than {MOST_TABLES:,} {what}")
    return rows


def _stream(answer: "duckdb.DuckDBPyConnection") -> Iterator[tuple[Any, ...]]:
    while batch := answer.fetchmany(_BATCH):
        yield from batch


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _BIGGEST


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _HASH


def _is_duration(value: object) -> bool:
    return isinstance(value, float) and isfinite(value) and 0 <= value < _BIGGEST


_CHECKS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "build": (_is_count, "has no number of {}"),
    **{name: (_is_string, f"has no {name} of {{}}") for name in ("digest", "name", "parameters")},
    '"rows"': (_is_count, "does not say how many rows {} delivered"),
    "sha256": (_is_hash, "has no SHA-256 of {}"),
    **{name: (_is_text, f"has no {name} of {{}}") for name in ("fingerprint", "machine")},
    "seconds": (_is_duration, "has no computing time of {}"),
}
"""The first columns of `BuildRecord` as meta.builds has them: what their values are, and what is said of others."""


def _refuse(path: "Path", problem: str, known: str = "") -> NoReturn:
    raise _error(path, problem, known)


def _error(path: "Path", problem: str, known: str = "") -> BookError:
    """The error; `known`: the labels that this version knows, where a later one may know more."""
    update = f" (this version knows {known}): update tafelwerk, or" if known else ":"
    return BookError(f"{path} {problem}{update} {remedy(path)}")
