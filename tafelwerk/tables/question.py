"""Questions: each is defined once, by its look-up, and has the same answers on the command line and in Python.

    @question("{game.title}, basins up to k = {k_max}", "tafelwerk montecarlo basins {game} --k-max {k_max} --compute --keep")
    def basins(book: Book, game: Game, k_max: int) -> Basins | None: ...

    basins(book, game, 100)                 the stored answer, or None
    basins.probe(book, game, 100)           the stored answer, or MissingTableError with the build line
    basins.of(game, 100)                    the question with its parameters: name, computation, error of a miss

A parameter may be given as text if PARSERS in the question's module has a function under the parameter's name. The function of
the same name in build/<family>/computed.py computes answers that no book holds. The answer, an `Answer` or a list of them, is the
JSON document and the Python object.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cached_property, update_wrapper
from math import isfinite, sqrt
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    dataclass_transform,
)

from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.frozen import frozen
from tafelwerk.parameters import as_json
from tafelwerk.spelling import compose_all
from tafelwerk.tables.builds import Certainty, Evidence
from tafelwerk.tables.layers import layered
from tafelwerk.tables.stored import boundary

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.records import Record

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
    return [one for one in fields(kind) if not one.metadata.get("carried")]


@frozen(kw_only=True, eq=False, repr=False)
class Answer:
    """Keys that every answer has.

    Attributes:
        certainty: exact, certified or sampled.
        error_bound: proven bound of the error, of certified numbers.
        samples, standard_error: number of samples and standard error, of sampled numbers.
        interval, level: confidence interval of a sampled share, and its level.
        evidence: how the numbers are known, for stored answers.
        source: the source of the answer.
        build: the command line that repeats the run of a record.
        question: name and parameters of the question.
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

    def __eq__(self, other: object) -> bool:
        """Whether all fields are equal."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, one.name) == getattr(other, one.name) for one in document_fields(self))

    __hash__ = None  # type: ignore[assignment]  # mappings are among the fields

    def __repr__(self) -> str:
        """The document in Python's words."""
        said = (f"{name}={value!r}" for name, value in document(self).items() if name != "question")
        return f"{type(self).__name__}({', '.join(said)})"

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
        return [document(one) for one in answer]
    written = _written(answer)
    common = {name: written.pop(name) for name in _COMMON if name in written}
    return written | common


def _written(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        named = ((one.name, getattr(value, one.name), one.default) for one in document_fields(value))
        return {name: _written(one) for name, one, default in named if one is not None or default is not None}
    return [_written(one) for one in value] if isinstance(value, list | tuple) else value


def provided(answer: A, **said: Any) -> A:
    """The answer, or each of a list, with its source and evidence."""
    if isinstance(answer, list):
        # what is said of the whole stands in no element
        said.pop("question", None)
        return cast(A, [provided(one, **said) for one in answer])
    return cast(A, replace(cast(Any, answer), **said))


def sampled_share(share: float, samples: int, standard_error: float) -> dict[str, Any]:
    """Keys of an answer about a sampled share of games, with Wilson's interval."""
    middle, squared = share * samples + QUANTILE**2 / 2, QUANTILE**2
    half = QUANTILE * sqrt(samples * share * (1 - share) + squared / 4)
    low, high = ((middle + sign * half) / (samples + squared) for sign in (-1, 1))
    interval = (max(0.0, low), min(1.0, high))
    return {
        "certainty": "sampled",
        "samples": samples,
        "standard_error": standard_error,
        "interval": interval,
        "level": LEVEL,
    }


class Question(Generic[P, A]):
    """A question, made by `question`; called with a book and its parameters, it returns the stored answer or None.

    Attributes:
        family, name: as on the command line.
        method: its name in Python.
        look_up_function: the function that was decorated: it asks one layer of a book.
    """

    def __init__(
        self,
        get: "Callable[Concatenate[Book, P], A | None]",
        phrase: str | Callable[..., str],
        line: str | Callable[..., str],
        options: "Options",
    ) -> None:
        self.family = get.__module__.split(".")[2]
        self.name = get.__name__.replace("_", "-")
        self.look_up_function, self.method = get, get.__name__
        self.phrase, self.line, self.options = phrase, line, options
        update_wrapper(self, get)

    @cached_property
    def signature(self) -> inspect.Signature:
        """The parameters, without the book."""
        _, *parameters = inspect.signature(self.look_up_function).parameters.values()
        return inspect.Signature(parameters)

    @boundary()
    def __call__(self, book: "Book", *asked: P.args, **named: P.kwargs) -> A | None:
        asks = self.of(*asked, **named)
        found = layered(lambda layer: asks.look_up(layer))(book)
        return None if found is None else asks.completed(book, found)

    def probe(self, book: "Book", *asked: P.args, **named: P.kwargs) -> A:
        """The stored answer.

        Raises:
            MissingTableError: there is none; it names the build line.
        """
        found = self(book, *asked, **named)
        if found is None:
            raise self.of(*asked, **named).missing(book)
        return found

    def of(self, *asked: P.args, **named: P.kwargs) -> "Asked[A]":
        """The question with its parameters."""
        bound = self.signature.bind(*asked, **named)
        bound.apply_defaults()
        bound.arguments.update((name, compose_all(value)) for name, value in bound.arguments.items())
        for name, parse in self.look_up_function.__globals__.get("PARSERS", {}).items():
            if isinstance(bound.arguments.get(name), str):
                bound.arguments[name] = parse(bound.arguments[name])
        if "resolve" in self.options:
            self.options["resolve"](bound.arguments)
        return Asked(self, bound.arguments)


@frozen
class Asked(Generic[A]):
    """A question with its parameters.

    Attributes:
        asks: the question.
        parameters: every parameter by name.
    """

    asks: Question[..., A]
    parameters: Mapping[str, Any]

    @property
    def family(self) -> str:
        """The question's family."""
        return self.asks.family

    @property
    def name(self) -> str:
        """The question's name on the command line."""
        return self.asks.name

    @property
    def document(self) -> dict[str, Any]:
        """Name and parameters in canonical form; those that are None are left out."""
        named = {name: as_json(value) for name, value in self.parameters.items() if value is not None}
        return {"name": f"{self.asks.family} {self.asks.name}", **named}

    def call(self, *, compute: bool = False) -> str:
        """The question as Python asks it of a book, such as `book.dresher.value(n=11)`; defaults are left out.

        Args:
            compute: whether it asks to compute a missing answer.
        """
        defaults = {name: one.default for name, one in self.asks.signature.parameters.items()}
        return python_call(f"book.{self.family}.{self.asks.method}", self.parameters, defaults, compute)

    @boundary(checked=True)
    def look_up(self, book: "Book") -> A | None:
        """The stored answer of one layer of a book, or None."""
        return self.asks.look_up_function(book, **self.parameters)

    def material(self, book: "Book") -> Any:
        """Stored rows of one layer of a book from which the answer is computed, or None."""
        return self._by("material", book)

    def record(self) -> "tuple[A, Record] | None":
        """The answer of a shipped record, and that record; None if no record has it."""
        return cast("tuple[A, Record] | None", self._by("record"))

    def completed(self, book: "Book", answer: A) -> A:
        """The answer, from any source, with additions from the whole book."""
        return self._by("complete", book, answer) if "complete" in self.asks.options else answer

    def missing(self, book: "Book") -> MissingTableError | UncomputedError:
        """The error if no book holds the answer."""
        phrase, line = (self._said(text, book) for text in (self.asks.phrase, self.asks.line))
        stored = self.asks.options.get("stored", True)
        storable = stored if isinstance(stored, bool) else stored(**self.parameters)
        return MissingTableError(phrase, line, book.path) if storable else UncomputedError(phrase, line)

    def _by(self, option: str, *first: Any) -> Any:
        """Result of one of the question's option functions for the parameters; None if there is no such function."""
        function: Callable[..., Any] | None = self.asks.options.get(option)  # type: ignore[assignment]
        return None if function is None else function(*first, **self.parameters)

    def _said(self, text: str | Callable[..., str], book: "Book") -> str:
        if isinstance(text, str):
            return text.format(**self.parameters)
        given = {"book": book} if "book" in inspect.signature(text).parameters else {}
        return text(**given, **self.parameters)


class Options(TypedDict, total=False):
    """Options of a question: functions of its parameters, by name.

    Attributes:
        stored: whether a table can hold such answers, or a function that tells. Default: True.
        record: an answer of the shipped records. Default: none has one.
        resolve: fills in omitted parameters, by name; raises InputError for invalid ones. Only this function receives the
            parameters as one dictionary.
        material: a look-up, its book first, of rows from which an answer is computed; the computing function receives them
            as `material`.
        complete: adds facts from the whole book to an answer from any source; book and answer come first.
    """

    stored: bool | Callable[..., bool]
    record: "Callable[..., tuple[Any, Record] | None]"
    resolve: Callable[[dict[str, Any]], None]
    material: Callable[..., Any]
    complete: Callable[..., Any]


def question(
    phrase: str | Callable[..., str], line: str | Callable[..., str], **options: Unpack[Options]
) -> "Callable[[Callable[Concatenate[Book, P], A | None]], Question[P, A]]":
    """Makes a look-up a question.

    Args:
        phrase: what it answers, a noun phrase with parameters in braces, or a function of the parameters;
            one with a parameter `book` is given the book that was asked.
        line: the command line that puts the answer into the book, likewise; where nothing is stored, that computes it.
        options: see `Options`.
    """
    return lambda get: Question(get, phrase, line, options)


def python_call(name: str, parameters: Mapping[str, Any], defaults: Mapping[str, Any], compute: bool) -> str:
    """A question as Python asks it, without parameters that are as by default."""
    given = {
        name: _source(value)
        for name, value in parameters.items()
        if value is not None and (defaults[name] is None or as_json(defaults[name]) != as_json(value))
    }
    given |= {"compute": "True"} if compute else {}
    return f"{name}({', '.join(f'{name}={value}' for name, value in given.items())})"


def _source(value: Any) -> str:
    """A parameter as Python's source, in its canonical form."""
    found = as_json(value)
    if isinstance(found, list):
        return f"[{', '.join(map(_source, found))}]"
    if isinstance(found, float) and not isfinite(found):
        return f'float("{found}")'
    # a name of an enumeration is text
    return repr(str(found) if isinstance(found, str) else found)
