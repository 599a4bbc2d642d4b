"""Questions: each is defined once, by its look-up, and answered alike on the command line and in Python.

    @question("{game.title}, basins up to k = {k_max}", "tafelwerk montecarlo basins {game} --k-max {k_max} --compute --keep")
    def basins(book: Book, game: Game, k_max: int) -> Basins | None: ...

    basins(book, game, 100)                 the stored answer, or None
    basins.probe(book, game, 100)           the stored answer, or MissingTableError with the build line
    basins.of(game, 100)                    what is asked: its name and parameters, how it is computed, what is missing

The function of the same name in build/<family>/computed.py computes what no book holds. The answer, an `Answer` or a list of
them, is the JSON document and what Python returns.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cached_property, update_wrapper
from html import escape
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.tables.builds import Certainty, Evidence
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.records import Record

P = ParamSpec("P")
A = TypeVar("A")


class Source(StrEnum):
    """Where an answer comes from: its value in JSON, and as text what a person reads."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer says of itself.

    Attributes:
        certainty: exact, certified or sampled.
        error_bound: proven bound of the error, of certified numbers.
        samples, standard_error: number of samples and standard error, of sampled numbers.
        evidence: how the numbers are known, of stored answers.
        source: where the answer comes from.
        build: the command line that repeats a record.
        question: name and parameters of the question.
    """

    certainty: Certainty = "exact"
    error_bound: float | None = None
    samples: int | None = None
    standard_error: float | None = None
    evidence: Evidence | None = None
    source: Source | None = None
    build: str | None = None
    question: Mapping[str, Any] | None = None

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        rows = (
            f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in document(self).items()
        )
        return f"<table>{''.join(rows)}</table>"


_COMMON = tuple(field.name for field in fields(Answer))


def document(answer: Any) -> Any:
    """The JSON document of an answer, or of a list of them: its own fields, then what it says of itself.

    A field that is None by default and stays so is left out.
    """
    if isinstance(answer, list):
        return [document(one) for one in answer]
    values = {field.name: getattr(answer, field.name) for field in fields(answer)}
    absent = {field.name for field in fields(answer) if field.default is None and values[field.name] is None}
    order = [*(name for name in values if name not in _COMMON), *_COMMON]
    return {name: values[name] for name in order if name not in absent}


def provided(answer: A, **said: Any) -> A:
    """The answer, or each of a list, with what is known of where it comes from."""
    if isinstance(answer, list):
        # what is said of the whole stands in no element
        said.pop("question", None)
        return cast(A, [provided(one, **said) for one in answer])
    return cast(A, replace(cast(Any, answer), **said))


class Question(Generic[P, A]):
    """A question, made by `question`; called with a book and what is asked it gives the stored answer, or None.

    Attributes:
        family, name: as on the command line.
        look_up_function: the function that was decorated: it asks one layer of a book.
    """

    def __init__(
        self,
        get: "Callable[Concatenate[Book, P], A | None]",
        phrase: str | Callable[..., str],
        line: str | Callable[..., str],
        *,
        stored: bool = True,
        builds: Callable[..., Mapping[str, Any]] | None = None,
        record: "Callable[..., tuple[Any, Record] | None] | None" = None,
        resolve: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.family = get.__module__.split(".")[2]
        self.name = get.__name__.replace("_", "-")
        self.look_up_function = get
        self._phrase, self._line, self._stored = phrase, line, stored
        self._builds, self._record, self._resolve = builds, record, resolve
        update_wrapper(self, get)

    @cached_property
    def signature(self) -> inspect.Signature:
        """The parameters, without the book."""
        _, *parameters = inspect.signature(self.look_up_function).parameters.values()
        return inspect.Signature(parameters)

    def __call__(self, book: "Book", *asked: P.args, **named: P.kwargs) -> A | None:
        asks = self.of(*asked, **named)
        return layered(lambda layer: asks.look_up(layer))(book)

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
        if self._resolve is not None:
            self._resolve(bound.arguments)
        return Asked(self, bound.arguments)


@dataclass(frozen=True, slots=True)
class Asked(Generic[A]):
    """A question with its parameters.

    Attributes:
        asks: the question.
        parameters: every parameter by name.
    """

    asks: Question[..., A]
    parameters: Mapping[str, Any]

    @property
    def document(self) -> dict[str, Any]:
        """Name and parameters in canonical form; those that are None are left out."""
        named = {name: _canonical(value) for name, value in self.parameters.items() if value is not None}
        return {"name": f"{self.asks.family} {self.asks.name}", **named}

    @property
    def builds(self) -> Mapping[str, Any] | None:
        """Parameters of the builds that hold such answers; None: all builds of the tables asked."""
        return None if self.asks._builds is None else self.asks._builds(**self.parameters)

    def look_up(self, book: "Book") -> A | None:
        """The stored answer of one layer of a book, or None."""
        return self.asks.look_up_function(book, **self.parameters)

    def record(self) -> "tuple[A, Record] | None":
        """The answer of a shipped record, and that record; None where no record has it."""
        return None if self.asks._record is None else self.asks._record(**self.parameters)

    def missing(self, book: "Book") -> MissingTableError | UncomputedError:
        """What is raised where no book holds the answer."""
        phrase, line = (self._said(text) for text in (self.asks._phrase, self.asks._line))
        return MissingTableError(phrase, line, book.path) if self.asks._stored else UncomputedError(phrase, line)

    def _said(self, text: str | Callable[..., str]) -> str:
        return text.format(**self.parameters) if isinstance(text, str) else text(**self.parameters)


def question(
    phrase: str | Callable[..., str],
    line: str | Callable[..., str],
    *,
    stored: bool = True,
    builds: Callable[..., Mapping[str, Any]] | None = None,
    record: "Callable[..., tuple[Any, Record] | None] | None" = None,
    resolve: Callable[[dict[str, Any]], None] | None = None,
) -> "Callable[[Callable[Concatenate[Book, P], A | None]], Question[P, A]]":
    """Makes a look-up a question.

    Args:
        phrase: what it answers, a noun phrase with parameters in braces, or a function of the parameters.
        line: the command line that puts the answer into the book, likewise; where nothing is stored, that computes it.
        stored: whether a table can hold such answers.
        builds: parameters of the builds that hold them, a function of the question's parameters. Default: all builds.
        record: an answer of the shipped records, a function of the question's parameters. Default: none has one.
        resolve: puts in place, by name, what parameters mean that are left out; raises InputError for what cannot be.
    """
    return lambda get: Question(get, phrase, line, stored=stored, builds=builds, record=record, resolve=resolve)


def _canonical(value: Any) -> Any:
    """A parameter as it stands in a document: as text where it is an object of ours."""
    if is_dataclass(value):
        return str(value)
    return [_canonical(one) for one in value] if isinstance(value, list | tuple) else value
