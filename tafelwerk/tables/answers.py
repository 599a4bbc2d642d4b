"""Answers: what every one has, whatever was asked; the answer is the JSON document and the Python object."""

from collections.abc import Mapping
from dataclasses import Field, field, fields, is_dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import Any, ParamSpec, TypeVar, cast, dataclass_transform

from tafelwerk.frozen import frozen
from tafelwerk.tables.metadata import Certainty, Evidence

P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")

LEVEL, QUANTILE = 0.95, 1.959963984540054
"""Level of intervals, and the corresponding quantile of the normal distribution."""


class Source(StrEnum):
    """Source of an answer: its value in JSON, and as text for people."""

    BOOK = "book"
    POCKET = "pocket"
    RECORD = "record"
    COMPUTED = "computed"

    def __str__(self) -> str:
        return "pocket book" if self is Source.POCKET else self.value

    @property
    def is_stored(self) -> bool:
        """Whether rows of a book were read."""
        return self in (Source.BOOK, Source.POCKET)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def answer(kind: type[T]) -> type[T]:
    """Makes a class of answers: a frozen dataclass, whose methods are not generated where a shared one does."""
    return frozen(kind, eq=False, repr=False)


CARRIED = {"carried": True}
"""Metadata of a field of an answer that text and pictures need and no document has."""


def document_fields(kind: Any) -> "list[Field[Any]]":
    """The fields of a dataclass, or of a value of it, that its documents have."""
    return [field for field in fields(kind) if not field.metadata.get("carried")]


@frozen(kw_only=True, eq=False, repr=False)
class Answer:
    """Keys that every answer has.

    Attributes:
        certainty: exact, certified or sampled.
        error_bound: proven bound of the error, of certified numbers.
        samples, standard_error: number of samples and standard error, of sampled numbers; a single sample tells no error.
        interval, level: confidence interval of a sampled share, and its level.
        evidence: how the numbers are known, for stored answers.
        source: the source of the answer.
        build: the command line that repeats the run of a record.
        question: name and parameters of the question.
        notes: what of the question was read in a way that may surprise, a sentence each.
    """

    certainty: Certainty = "exact"
    error_bound: float | None = None
    samples: int | None = None
    standard_error: float | None = None
    interval: tuple[float, float] | None = None
    level: float | None = None
    evidence: Evidence | None = None
    source: Source | None = None
    build: str | None = None
    question: Mapping[str, Any] | None = None
    notes: tuple[str, ...] | None = None

    def __eq__(self, other: object) -> bool:
        """Whether all fields are equal."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in document_fields(self))

    __hash__ = None  # type: ignore[assignment]  # mappings are among the fields

    def __repr__(self) -> str:
        """The document in Python's words."""
        values = (f"{name}={value!r}" for name, value in document(self).items() if name != "question")
        return f"{type(self).__name__}({', '.join(values)})"

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        from html import escape

        rows = (
            f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in document(self).items()
        )
        return f"<table>{''.join(rows)}</table>"


_COMMON = tuple(field.name for field in fields(Answer))


def document(answer: Any) -> Any:
    """The JSON document of an answer, or of a list of them: its own fields, then the keys that every answer has.

    A field that is None by default and stays so is left out.
    """
    if isinstance(answer, list):
        return [document(part) for part in answer]
    written = _plain_value(answer)
    common = {name: written.pop(name) for name in _COMMON if name in written}
    return written | common


def _plain_value(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        members = ((member.name, getattr(value, member.name), member.default) for member in document_fields(value))
        return {
            name: _plain_value(member) for name, member, default in members if member is not None or default is not None
        }
    return [_plain_value(member) for member in value] if isinstance(value, list | tuple) else value


def with_provenance(answer: A, **said: Any) -> A:
    """The answer, or each of a list, with its source and evidence."""
    if isinstance(answer, list):
        # what is said of the whole stands in no element
        said.pop("question", None)
        said.pop("notes", None)
        return cast(A, [with_provenance(part, **said) for part in answer])
    return cast(A, replace(cast(Any, answer), **said))


def share_error(share: float, samples: float) -> float | None:
    """Standard error of a sampled share, sqrt(p (1 - p) / n); None of samples that are all the same, which do not tell it."""
    return sqrt(share * (1 - share) / samples) if samples > 1 and 0 < share < 1 else None


def sampled_share(share: float, samples: int, standard_error: float | None = None) -> dict[str, Any]:
    """Keys of an answer about a sampled share, with Wilson's interval; the standard error is by default that of `share_error`."""
    middle, squared = share * samples + QUANTILE**2 / 2, QUANTILE**2
    half = QUANTILE * sqrt(samples * share * (1 - share) + squared / 4)
    low, high = ((middle + sign * half) / (samples + squared) for sign in (-1, 1))
    interval = (max(0.0, low), min(1.0, high))
    return {
        "certainty": "sampled",
        "samples": samples,
        "standard_error": share_error(share, samples) if standard_error is None else standard_error,
        "interval": interval,
        "level": LEVEL,
    }
