"""Questions: a class for each. Its fields are its parameters: on the command line, in Python, in addresses and in documents.

    class Root(Question[RootTotal], title="the root model, {size} codes, {strategy}"):
        \"\"\"Number of queries in the root model.

        Example: tafelwerk search root 1000 --strategy h1.5
        \"\"\"

        size: Size
        strategy: Parsed[Strategy] = default(OPTIMAL)

        def look_up(self, book: Book) -> RootTotal | None: ...     the stored answer: a statement
        def operations(self) -> float: ...                         estimate of the work of `solve`
        def solve(self) -> RootTotal: ...                          the answer, computed
        def build(self) -> Build: ...                              the build that keeps it
        def computation(self, book: Book) -> Computation: ...      instead of these three, where they do not say enough
        def text(self, answer: RootTotal) -> Text: ...             what a person reads; a sentence first

Its name is that of the class (`OpenCards`: `open-cards`), its family that of the folder. The command, the page and its form,
the method of `book.FAMILY` with its types, the JSON document and the page of the reference follow from it.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib import import_module
from math import isfinite
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NoReturn,
    ParamSpec,
    Protocol,
    TypeGuard,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from tafelwerk.errors import MissingTableError, TafelwerkError, UncomputedError
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Slot, as_json, by_fields, command_line, options_beside, read_fields, slots
from tafelwerk.tables.book import in_layers
from tafelwerk.tables.readings import boundary

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.records import Record


T = TypeVar("T")


class OverBudgetError(TafelwerkError):
    """The work exceeded the budget of a look-up, by a count that is the same on every machine.

    Attributes:
        instead: gives a weaker answer, for questions that are always answered.
        most: greatest number of operations of the whole work, if known.
    """

    def __init__(
        self, message: str = "", *, instead: Callable[[], Any] | None = None, most: float | None = None
    ) -> None:
        super().__init__(message)
        self.instead = instead
        self.most = most


BUDGET = 1e9
"""Greatest number of operations of a look-up without --compute: about a second on one core."""

MOST_OPERATIONS = 1e12
"""Greatest number of operations on request where the work cannot be estimated: a quarter of an hour."""


class Keeps(Protocol):
    """A build that keeps an answer: `name` has the arguments of `tafelwerk build`."""

    @property
    def name(self) -> str: ...


class Reporting(Protocol):
    """Tells how far long work is."""

    def __call__(self, share: float) -> None:
        """Report the finished share of the work, above 0."""

    def tell(self, text: str) -> None:
        """Report the state of work whose finished share is not known."""


@dataclass(slots=True)
class Allowance:
    """Number of operations that searches which count them may still take together."""

    left: float


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """An answer that can be computed.

    Attributes:
        operations: the solver's estimate of the work.
        run: computes and returns the answer.
        build: the build that would store the answer; None if no table holds such answers.
        attempt: replaces `run` if the work cannot be estimated; stops with OverBudgetError.
        always: whether the question is answered however large the estimate, which is only announced.
        watched: replaces `run`; tells its argument from time to time how far the work is.
        counted: whether `attempt` comes first even if the answer is wanted whatever the work: its error tells the wait.
        most: greatest number of operations of a `run` that counts them; None if it takes as many as it needs.
    """

    operations: float
    run: Callable[[], T]
    build: Keeps | None = None
    attempt: Callable[[], T] | None = None
    always: bool = False
    watched: Callable[[Reporting], T] | None = None
    counted: bool = False
    most: float | None = None

    def settle(self, compute: bool) -> T:
        """The answer, or a weaker one; `compute`: whatever the work.

        Raises:
            OverBudgetError: it takes too many operations, and there is no weaker one.
        """
        try:
            return self.run() if compute or self.attempt is None else self.attempt()
        except OverBudgetError as error:
            if error.instead is None:
                raise
            weaker: T = error.instead()
            return weaker


@frozen
class Step:
    """The same question with other values, which an answer leads to.

    Attributes:
        name: what is done, as it stands in the first column of a table of the answer, or in words.
        values: the parameters that change, as they are typed, by the names of their options.
        place: where it is done in the scene: x, y, width and height. None: nowhere.
    """

    name: str
    values: Mapping[str, str]
    place: tuple[float, float, float, float] | None = None


P = ParamSpec("P")
A = TypeVar("A")
Text = str | Callable[[], Any]
"""What a person reads: a text, or a function that makes it: a string or a rich renderable."""

_MODULE = r"\b(?:tafelwerk|collections\.abc|fractions)(?:\.[a-z_]+)*\.(?=[A-Z])"

AT_ONCE = 0.0
"""Work of what is always answered at once."""


class Answers(Protocol):
    """A book that answers questions, see `tafelwerk.book.Book.ask`."""

    def ask(self, asked: "Question[A]", *, compute: bool = False, keep: bool = False) -> A: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Declaration:
    """Makes every subclass a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        frozen(cls)


class Question(_Declaration, Generic[A]):
    """A question with its parameters.

    Attributes:
        compute, keep: whether a missing answer is computed whatever the work, and committed to the book; no parameters.
    """

    family: ClassVar[str]
    name: ClassVar[str]
    method: ClassVar[str]
    title: ClassVar[str] = ""
    """What it answers, a noun phrase with parameters in braces."""
    at_once: ClassVar[bool] = False
    """Whether `compute` changes nothing: it is answered whatever the work, or never computed."""
    rows_line: ClassVar[tuple[str, str] | None] = None
    """Command that writes rows behind its answers, for those who want a file of rows, and what these rows are."""

    compute: bool = field(default=False, kw_only=True, compare=False)
    keep: bool = field(default=False, kw_only=True, compare=False)

    def __init_subclass__(cls, *, title: str | None = None) -> None:
        for name in vars(cls).get("__annotations__", {}):
            if callable(getattr(Question, name, None)):
                raise TypeError(
                    f"{cls.__name__}: a parameter cannot be called {name}, as a method of every question is"
                )
        super().__init_subclass__()
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        if title is not None:
            cls.title = title
        cls.family, cls.method = cls.__module__.split(".")[2], cls.name.replace("-", "_")

    def __post_init__(self) -> None:
        read_fields(self)
        self.check()

    def check(self) -> None:
        """Raise InputError where the parameters do not go together."""

    def look_up(self, book: "Book") -> A | None:
        """The stored answer of one layer of a book, or None."""
        return None

    @boundary(checked=True)
    def stored(self, book: "Book") -> A | None:
        """The answer that a book holds, or the one that supplements it; None if neither does."""
        answer = self.bare(book)
        return None if answer is None else self.complete(book, answer)

    @boundary(checked=True)
    def bare(self, book: "Book") -> A | None:
        """The same without what `complete` adds, for whoever needs the numbers alone."""
        return in_layers(self.look_up)(book)

    def probe(self, book: "Book") -> A:
        """The stored answer.

        Raises:
            MissingTableError, UncomputedError: there is none.
        """
        answer = self.stored(book)
        if answer is None:
            raise self.missing(book)
        return answer

    def record(self) -> "tuple[A, Record] | None":
        """The answer of a shipped record, and that record; None if no record has it."""
        return None

    def operations(self) -> float:
        """Estimate of the work of `solve`."""
        return AT_ONCE

    def solve(self) -> A:
        """The answer, computed."""
        raise NotImplementedError

    def build(self) -> Keeps | None:
        """The build that keeps the answer; None if no table holds such answers."""
        return None

    def computation(self, book: "Book") -> Computation[A]:
        """How the answer is computed, where no layer of a book has it."""
        return Computation(self.operations(), self.solve, self.build())

    def complete(self, book: "Book", answer: A) -> A:
        """The answer, from any source, with additions from the whole book."""
        return answer

    def text(self, answer: A) -> Text:
        """What a person reads of the answer."""
        raise NotImplementedError

    def picture(self, answer: A) -> Any:
        """The answer as a `Picture`; a question that has this method has the option --output.

        Keywords that `text` has, too, are the same options.
        """
        raise NotImplementedError

    def as_rows(self, answer: A) -> "Sequence[Mapping[str, Any]]":
        """The answer as rows, values by column; a question that has this method, too, writes them to FILE.csv or FILE.parquet."""
        raise NotImplementedError

    def scene(self, answer: A, **looks: Any) -> Any:
        """What the picture shows without its title and tables, for a page that has these itself; keywords as of `picture`."""
        picture = self.picture(answer, **looks)
        return picture.scene or picture

    def steps(self, answer: A, **looks: Any) -> "Sequence[Step]":
        """What can be asked next by a click on the answer, such as the position after each move; keywords as of `picture`."""
        return ()

    def check_picture(self) -> None:
        """Raise InputError if no picture is drawn of the answer; called before any work."""

    @property
    def phrase(self) -> str:
        """What it answers, a noun phrase."""
        return self.title.format(**self.parameters)

    @property
    def document(self) -> dict[str, Any]:
        """Name and parameters in canonical form; those that are None are left out."""
        return {"name": f"{self.family} {self.name}"} | {
            name: as_json(value) for name, value in self.parameters.items() if value is not None
        }

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the parameters was read in a way that may surprise, a sentence each."""
        values = ((slot.parameter.notes, getattr(self, slot.name)) for slot in slots(type(self)))
        return tuple(
            note for notes, value in values if notes is not None and value is not None for note in notes(value)
        )

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Every parameter by name."""
        return {slot.name: getattr(self, slot.name) for slot in slots(type(self))}

    def call(self, *, compute: bool = False) -> str:
        """The question as Python asks it of a book, such as `book.dresher.value(n=11)`; defaults are left out."""
        defaults = {slot.name: slot.default for slot in slots(type(self))}
        return python_call(f"book.{self.family}.{self.method}", self.parameters, defaults, compute)

    def missing(self, book: "Book") -> MissingTableError | UncomputedError:
        """The error if no book holds the answer and it takes long to compute."""
        title, build = self.phrase, self.build()
        if build is not None:
            return MissingTableError(title, f"tafelwerk build {build.name}", book.path, is_computable=not self.at_once)
        return UncomputedError(title, f"{command_line(f'tafelwerk {self.family} {self.name}', self)} --compute")


def python_call(name: str, parameters: Mapping[str, Any], defaults: Mapping[str, Any], compute: bool) -> str:
    """A question as Python asks it, without parameters that are as by default."""
    values = {
        name: _source(value)
        for name, value in parameters.items()
        if value is not None and (defaults[name] is None or as_json(defaults[name]) != as_json(value))
    }
    values |= {"compute": "True"} if compute else {}
    return f"{name}({', '.join(f'{name}={value}' for name, value in values.items())})"


def _source(value: Any) -> str:
    """A parameter as Python's source, in its canonical form."""
    plain = as_json(value)
    if isinstance(plain, list):
        return f"[{', '.join(map(_source, plain))}]"
    if isinstance(plain, float) and not isfinite(plain):
        return f'float("{plain}")'
    # a name of an enumeration is text
    return repr(str(plain) if isinstance(plain, str) else plain)


class Asks(Generic[P, A]):
    """A method of a family's questions: `book.search.root(1000, "h1.5", compute=True)`."""

    def __init__(self, kind: Callable[P, Question[A]]) -> None:
        self.kind = kind

    def __get__(self, family: "Questions", owner: object) -> Callable[P, A]:
        def function(*given: Any, **named: Any) -> A:
            return family.ask(self.kind, *given, **named)

        kind = cast(Any, self.kind)
        function.__name__, function.__qualname__ = kind.method, f"{kind.family}.{kind.method}"
        function.__module__, function.__doc__ = kind.__module__, _python_doc(kind)
        function.__signature__ = signature(kind)  # type: ignore[attr-defined]
        return cast("Callable[P, A]", function)


@cache
def _python_doc(kind: type[Question[Any]]) -> str:
    """What a question says of itself in Python: its text without command lines, and its parameters."""
    text = inspect.cleandoc(kind.__doc__ or "").partition("\n\nExample: ")[0]
    parts = [f"    {part.name}: {part.parameter.help}" for part in (*slots(kind), *options_beside(kind))]
    return "\n".join([text, "", "Args:", *parts]) if parts else text


@cache
def signature(kind: type[Question[Any]]) -> inspect.Signature:
    """How a question is asked in Python, and the class of its answer."""
    marked = {slot.name: slot for slot in slots(kind)}
    parameters = [
        inspect.Parameter(
            declared.name,
            inspect.Parameter.KEYWORD_ONLY if declared.kw_only is True else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=_default(declared.default),
            annotation=_PlainType(_declared_type(kind, marked[declared.name]))
            if declared.name in marked
            else declared.type,
        )
        for declared in sorted(fields(kind), key=lambda declared: declared.kw_only is True)
    ]
    parameters += [
        inspect.Parameter(
            part.name, inspect.Parameter.KEYWORD_ONLY, default=part.default, annotation=_PlainType(part.declared)
        )
        for part in options_beside(kind)
    ]
    return inspect.Signature(parameters, return_annotation=_PlainType(answer_type(kind)))


def _default(value: Any) -> Any:
    """A default in a signature: as a text that would be read as it, where it is an object of ours."""
    if value is MISSING:
        return inspect.Parameter.empty
    return value if isinstance(value, tuple) else as_json(value)


def _declared_type(kind: type, slot: Slot) -> Any:
    """The type of a parameter; one that is read may be text as well."""
    annotation = next(
        str(base.__annotations__[slot.name])
        for base in kind.__mro__
        if slot.name in vars(base).get("__annotations__", {})
    )
    return slot.declared | str if annotation.startswith("Parsed[") else slot.declared


class _PlainType:
    """A type in a signature, without the modules of its classes."""

    def __init__(self, hint: Any) -> None:
        self._hint = hint

    def __repr__(self) -> str:
        parts = get_args(self._hint) if get_origin(self._hint) in (Union, UnionType) else (self._hint,)
        texts = (re.sub(_MODULE, "", inspect.formatannotation(part)) for part in parts)
        return " | ".join("None" if text == "NoneType" else text for text in texts)


class Questions:
    """The questions of a family, asked of a book."""

    def __init__(self, book: Answers) -> None:
        self._book = book

    def ask(self, kind: Callable[..., Question[A]], /, *given: Any, **named: Any) -> A:
        """The answer to a question, by its class and parameters; see `by_fields` for their keywords."""
        asked = cast("type[Question[A]]", kind)
        question = asked(**by_fields(asked, f"book.{asked.family}.{asked.method}", given, named))
        return self._book.ask(question, compute=question.compute, keep=question.keep)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from tafelwerk.wording import meant

            hint = meant(name, [known for known in dir(type(self)) if not known.startswith("_")])
            raise AttributeError(f"{type(self).__module__.split('.')[2]} has no question {name!r}{hint}")


def questions_of(family: str) -> type[Questions]:
    """The class of a family's questions, which has a method for each."""
    module = import_module(f"tafelwerk.families.{family}.questions")
    questions: type[Questions] = getattr(module, f"{family.capitalize()}Questions")
    return questions


def kinds(family: str) -> tuple[type[Question[Any]], ...]:
    """The questions of a family, in order."""
    classes = (value.kind for value in vars(questions_of(family)).values() if isinstance(value, Asks))
    return tuple(cast("type[Question[Any]]", kind) for kind in classes)


def is_question(value: object) -> TypeGuard[type[Question[Any]]]:
    """Whether a value is the class of a question."""
    return isinstance(value, type) and issubclass(value, Question) and value is not Question


def answer_type(kind: type[Question[Any]]) -> Any:
    """The class of the answers to a question, or a union of classes."""
    (base,) = (base for base in kind.__orig_bases__ if isinstance(base.__origin__, type))  # type: ignore[attr-defined]
    return get_args(base)[0]
