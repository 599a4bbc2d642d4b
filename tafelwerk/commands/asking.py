"""A question on the command line: its options, the query to the book, the printed answer.

    @app.command()
    @asks
    def basins(played: Played, k_max: KMaxOption, ask: Ask) -> Text:
        found = ask(questions.basins, played.game, k_max)
        return lambda: table(...)

`ask` represents --book, --json, --compute and --keep; a parameter whose class is a dataclass represents the options that are
its fields. With --json the last answer is printed, otherwise the text that the command returns; an empty text prints nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import signature
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from tafelwerk.commands.coercion import declare
from tafelwerk.commands.common import BookOption, ComputeOption, JsonOption, KeepOption, bundle_options
from tafelwerk.commands.compiling import trial
from tafelwerk.commands.output import (
    ROWS_OF_ANSWERS,
    OutputOption,
    RowsOption,
    answer,
    has_rows,
    is_read,
    note,
    save_picture,
    save_rows,
)
from tafelwerk.errors import ContentError, FaultsError, InputError, StorageError, UncomputedError
from tafelwerk.files import STANDARD_INPUT, name_in_text, read_limited, read_standard_input, standard_text
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Options, slots, slots_of_function
from tafelwerk.places import quote_path
from tafelwerk.spelling import compose
from tafelwerk.streams import legible
from tafelwerk.tables.answers import document
from tafelwerk.tables.questions import Question, Step, Text
from tafelwerk.tables.readings import fault_of_last

__all__ = ["HEARD", "Ask", "AtOnce", "Computes", "Text", "Unkept", "asks", "question_command"]

P = ParamSpec("P")
A = TypeVar("A")
HEARD: ContextVar[tuple[Question[Any], bool] | None] = ContextVar("heard", default=None)
"""The last question that a command asked, and whether it asked to compute."""


@frozen
class Look:
    """What is seen of an answer beside its text.

    Attributes:
        scene: draws what it is about, as a picture, or returns None. None: nothing is drawn of it.
        steps: what can be asked next.
        picture: draws the answer as `--output` does. None: nothing is drawn of it.
    """

    scene: Callable[[], Any] | None = None
    steps: Callable[[], Sequence[Step]] = tuple
    picture: Callable[[], Any] | None = None


@dataclass(eq=False, repr=False)
class Ask:
    """Asks questions of the given book, and remembers the last question and its answer."""

    book: BookOption
    json: JsonOption = False
    compute: ComputeOption = False
    keep: KeepOption = False
    answer: Any = field(default=None, init=False)
    question: Any = field(default=None, init=False)
    look: "Look | None" = field(default=None, init=False)

    def __call__(self, asks: Callable[P, Question[A]], *asked: P.args, **named: P.kwargs) -> A:
        """The answer; errors as of `Book.ask`."""
        from tafelwerk.book import open_book

        self.answer = None
        options: dict[str, Any] = {"compute": self.compute, "keep": self.keep}
        self.question = question = asks(*asked, **named, **options)
        HEARD.set((question, self.compute))
        with open_book(self.book) as opened, trial(is_repeatable=not self.keep) as announce:
            answer = opened.ask(question, compute=self.compute, keep=self.keep, note=announce)
        self.answer = answer
        # what a person reads is made of these texts
        return answer if self.json else legible(answer)


@dataclass(eq=False, repr=False)
class Unkept(Ask):
    """Asks questions that no table holds, so nothing can be kept."""

    keep: bool = field(default=False, init=False)


@dataclass(eq=False, repr=False)
class AtOnce(Unkept):
    """Asks questions that are always cheap."""

    compute: bool = field(default=False, init=False)


@dataclass(eq=False, repr=False)
class Computes(Unkept):
    """Asks questions that are computed whatever their cost."""

    compute: bool = field(default=True, init=False)


def asks(function: Callable[..., Text]) -> Callable[..., None]:
    """Make a command of a function that takes bundles of options, `Ask` among them, and returns the output for people."""

    @bundle_options
    @wraps(function)
    def command(**words: Any) -> None:
        ask = next(word for word in words.values() if isinstance(word, Ask))
        try:
            text = function(**words)
            for sentence in () if ask.json or ask.question is None else ask.question.notes:
                note(sentence)
            if ask.json or text:
                answer(ask.json, document(ask.answer) if ask.json or is_read() else {}, text, ask.look)
        except InputError as error:
            # once there is an answer, no word of the user's is left to refuse
            fault = None if ask.answer is None else fault_of_last(error)
            if fault is None:
                raise
            raise fault from error

    return command


def question_command(kind: type[Question[Any]]) -> Callable[..., None]:
    """The command that asks a question: its parameters, options of its text, a file for its picture, those of every question."""
    has = {
        name
        for name in ("build", "operations", "computation", "picture")
        if getattr(kind, name) is not getattr(Question, name)
    }
    computed = bool(has & {"operations", "computation"}) and not kind.at_once
    bundle = Ask if "build" in has else Unkept if computed else AtOnce
    layout = slots_of_function(kind.text).values()
    of_picture = signature(kind.picture).parameters
    drawing = [slot.name for slot in layout if slot.name in of_picture]
    reads_file = any(slot.parameter.file is not None for slot in slots(kind))

    def command(ask: Ask, output: Path | None = None, **given: Any) -> Text:
        layout_values = {slot.name: given.pop(slot.name) for slot in layout}
        # once: a value may come from standard input
        given = {name: value.value if isinstance(value, Options) else value for name, value in given.items()}
        for slot in slots(kind):
            if slot.parameter.is_read and given[slot.name] == STANDARD_INPUT:
                given[slot.name] = standard_text()
        if output is not None:
            kind(**given).check_picture()
        try:
            if reads_file:
                with contents_of(kind, given) as words:
                    answer = ask(kind, **words)
            else:
                answer = ask(kind, **given)
        except UncomputedError as missing:
            if output is None:
                raise
            raise UncomputedError(missing.what, f"{missing.line} --output {quote_path(output)}") from None
        question = ask.question
        looks = {name: layout_values[name] for name in drawing}
        if output is not None and output.suffix in ROWS_OF_ANSWERS:
            save_rows(question.as_rows(answer), output)
        elif output is not None:
            save_picture(question.picture(answer, **looks), output)
        ask.look = Look(
            partial(_scene, question, answer, looks) if "picture" in has else None,
            partial(question.steps, answer, **looks),
            partial(question.picture, answer, **looks) if "picture" in has else None,
        )

        def make_text() -> Any:
            text: Text = question.text(answer, **layout_values)
            return text() if callable(text) else text

        return make_text

    others = {}
    if "picture" in has:
        others["output"] = RowsOption if has_rows(kind) else OutputOption
    return asks(declare(command, [*slots(kind), *layout], kind.__doc__, others, ask=bundle))


def _scene(question: Question[A], answer: A, looks: Mapping[str, Any]) -> Any:
    """What an answer is about, as a picture; None where nothing is drawn of it."""
    try:
        question.check_picture()
    except InputError:
        return None
    return question.scene(answer, **looks)


@contextmanager
def contents_of(kind: type[Question[Any]], given: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Parameters of a question with the text of its file instead of the path, if it has one.

    Raises:
        InputError: another parameter is invalid, there is no such file, or, also in the block, the text is invalid.
        StorageError: the file cannot be read.
    """
    slot = next((slot for slot in slots(kind) if slot.parameter.file is not None), None)
    if slot is None or slot.parameter.file is None or given[slot.name] is None:
        yield given
        return
    # what is wrong whatever the file contains is said before it is read
    kind(**given)
    path: Path = given[slot.name]
    text = read_text(path, slot.parameter.file)
    try:
        yield {**given, slot.name: text}
    except ContentError as fault:
        about = str(fault)
        error = FaultsError if isinstance(fault, FaultsError) else InputError
        raise error(f"{name_in_text(path)}{', ' if about.startswith('line ') else ': '}{about}") from None


def read_text(path: Path, contents: str) -> str:
    try:
        content = read_standard_input() if str(path) == STANDARD_INPUT else read_limited(path)
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{name_in_text(path)} is not UTF-8 text; write {contents}") from None
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; give a file with {contents}") from None
    except OSError as fault:
        raise StorageError(f"{name_in_text(path)}: cannot be read: {fault.strerror}") from None
