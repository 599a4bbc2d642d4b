"""Questions have the answers kept in tests/golden, on the command line and in Python, hit and miss, as JSON Schemas say."""

import json
import pickle
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_origin

import pytest
from golden.comparison import differences
from golden.questions import SOME, Asker, expected, some_questions
from jsonschema import Draft202012Validator

from tafelwerk import TafelwerkError, open_book
from tafelwerk.book import Book
from tafelwerk.build.kind import kinds as build_kinds
from tafelwerk.commands.asking import Ask
from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.families import FAMILIES
from tafelwerk.families.mastermind.parameters import InDigits
from tafelwerk.families.mastermind.rules import AnswerTable, Pegs, WordList
from tafelwerk.parameters import slots
from tafelwerk.tables import json_schema
from tafelwerk.tables.answers import Source, document
from tafelwerk.tables.metadata import EVIDENCE
from tafelwerk.tables.questions import Question, kinds


def _is_text(asked: Question[Any]) -> bool:
    """Whether its document alone asks it again: logs are objects, what a file holds is in no book, and a document has codes in
    letters, whatever digits or colours a person calls them."""
    values = asked.parameters.values()
    is_log = asked.document["name"] == "skat replay"
    has_file = any(isinstance(value, AnswerTable | WordList) for value in values)
    has_colours = any(isinstance(value, Pegs) and value.palette for value in values)
    has_digits = any(isinstance(value, InDigits) for value in values)
    return not (is_log or has_file or has_colours or has_digits)


class Asking:
    """Stands in for a book: its questions are not answered, but returned with their parameters."""

    def __getattr__(self, family: str) -> Any:
        return SimpleNamespace(**{asks.method: asks for asks in kinds(family)})


class Twin:
    """Stands in for `Ask.__call__`: asks in Python, too, and by the question that the answer repeats, and compares.

    All of these ask `Book.ask`. If its parameters are equal, it is not asked a second time.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: set[str] = set()
        self.differences: list[str] = []
        self._parameters = b""
        self._result: Any = None
        patch.setattr(Ask, "__call__", lambda ask, asks, *asked, **named: self._ask(ask, asks, *asked, **named))
        patch.setattr(Book, "ask", lambda book, asked, **options: self._answer(book, asked, **options))

    def _answer(self, book: Book, asked: Question[Any], *, compute: bool = False, **options: Any) -> Any:
        parameters = _bytes_of((book.path, compute, asked.document, asked.parameters))
        if not parameters or self._parameters != parameters:
            self._parameters = parameters
            try:
                self._result = ANSWERED(book, asked, compute=compute, **options)
            except TafelwerkError as error:
                self._result = error
            self.differences += _unlabelled(asked, self._result)
        if isinstance(self._result, TafelwerkError):
            raise self._result
        return self._result

    def _ask(self, ask: Ask, asks: type[Question[Any]], *asked: Any, **named: Any) -> Any:
        self._parameters = b""
        found = _outcome(lambda: ASKED(ask, asks, *asked, **named))
        asked_for = asks(*asked, **named)
        with open_book(ask.book) as book:
            function = getattr(getattr(book, asks.family), asks.method)
            in_python = _outcome(lambda: function(*asked, compute=ask.compute, **named))
            if _differ(found, in_python):
                self.differences.append(f"{asks.family} {asks.name}: {found} is {in_python} in Python")
            question = getattr(found, "question", None)
            if question is not None and _is_text(asked_for):
                parameters = {name: value for name, value in question.items() if name != "name"}
                again = _outcome(lambda: function(**parameters, compute=ask.compute))
                if _differ(found, again):
                    self.differences.append(f"{question} is answered by {again}")
        self.asked.add(asks.name)
        if _is_text(asked_for):
            read = eval(asked_for.call(), {"book": Asking()})
            if read.document != asked_for.document:
                self.differences.append(f"{asked_for.call()} asks {read.document}, not {asked_for.document}")
        if isinstance(found, TafelwerkError):
            raise found
        for fault in _validator(asks).iter_errors(json.loads(json_text(document(found)))):
            self.differences.append(f"{asks.family} {asks.name}: {fault.json_path}: {fault.message[:200]}")
        return found


def _bytes_of(parameters: object) -> bytes:
    """Parameters as bytes: arrays are among them, and 1 is not 1.0; none if Python cannot write them."""
    try:
        return pickle.dumps(parameters)
    except (AttributeError, TypeError, pickle.PicklingError):
        return b""


@cache
def _validator(asks: type[Question[Any]]) -> Draft202012Validator:
    return Draft202012Validator(json_schema.schema(asks))


def _unlabelled(asked: Question[Any], found: Any) -> list[str]:
    """What is wrong if a stored answer does not say how its builds' numbers are known."""
    answers = found if isinstance(found, list) else [found]
    stored = [one for one in answers if getattr(one, "source", None) in (Source.BOOK, Source.POCKET)]
    return [f"{asked.document}: no evidence" for one in stored if one.evidence not in EVIDENCE]


ASKED, ANSWERED = Ask.__call__, Book.ask


def _outcome(ask: Any) -> Any:
    """The answer, or the error."""
    try:
        return ask()
    except TafelwerkError as error:
        return error


def _differ(one: Any, other: Any) -> bool:
    """Whether two answers differ as JSON, or two errors as text."""
    if isinstance(one, TafelwerkError):
        return type(one) is not type(other) or str(one) != str(other)
    return one is not other and json_text(_untimed(document(one))) != json_text(_untimed(document(other)))


def _untimed(value: Any) -> Any:
    """A document without how long it took, which is another each time."""
    if isinstance(value, list):
        return [_untimed(one) for one in value]
    if isinstance(value, dict):
        return {key: one for key, one in value.items() if key not in ("seconds", "nodes")}
    return value


@pytest.mark.parametrize("every", [SOME, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", FAMILIES)
def test_answers_are_as_they_were_and_the_same_in_python(
    family: str, every: int, small_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make golden` shows by kind what changed."""
    twin, asker, answers = Twin(monkeypatch), Asker(small_book, tmp_path), expected(family)
    asked = {line: asker.ask(line) for line in some_questions(family, every)} | asker.ask_sums(family)
    changes = [str(change) for line in asked for change in differences(line, answers[line], asked[line])]
    assert not changes, f"{len(changes)} differences\n" + "\n".join(changes[:20])
    assert not twin.differences, "\n".join(twin.differences[:20])
    assert twin.asked == {asks.name for asks in kinds(family)}


SAID_OF_AN_ANSWER = frozenset({"source", "evidence", "nodes", "error_bound"})
"""Keys of how an answer came about."""

ONLY_STORED = frozenset({"bound", "bound_mean"})
"""Keys of what the book knows from other builds."""

ONE_OF_SEVERAL = frozenset({"curve", "searcher", "certificate", "explain", "bound"})
"""Commands whose points, optimal strategy or sharpest bound depend on what was built before; so does the number of trees."""


NEEDED = {"game": Pegs(4, 6), "order": 4, "length": 4, "tokens": 2, "variant": "6c6p"}
"""Values, by name, of fields that others need; None for all else."""


def _fail(*values: object) -> None:
    raise AttributeError(values)


@pytest.mark.parametrize("family", FAMILIES)
def test_parameters_take_values_of_their_types_alone_and_faults_of_parsers_come_through(family: str) -> None:
    for slot in (slot for kind in (*kinds(family), *build_kinds(family)) for slot in slots(kind)):
        parameter, before = slot.parameter, [NEEDED.get(name) for name in slot.parameter.needs]
        if slot.declared is not object:
            for value in [object()] if parameter.joins else [object(), [object()], [[object()]]]:
                with pytest.raises(InputError):
                    slot.read(value, *before)
        if parameter.parse is not None:
            holds_list = any(
                get_origin(part) in (tuple, Sequence) for part in (slot.declared, *get_args(slot.declared))
            )
            assert parameter.reads_lists or parameter.several or not holds_list, slot
            broken = replace(slot, parameter=replace(parameter, parse=_fail))
            for value in ["text", ["text"]] if parameter.reads_lists else ["text"]:
                with pytest.raises(AttributeError):
                    broken.read(value, *before)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_stored_is_what_is_computed(family: str, tmp_path: Path) -> None:
    """The golden answers that come from a book, asked of an empty one."""
    asker, compared = Asker(tmp_path / "none", tmp_path), 0
    for line, stored in expected(family).items():
        book, _, command, *_ = line.split()
        answer = stored.get("answer")
        if (
            book != "small"
            or command in ONE_OF_SEVERAL
            or not isinstance(answer, dict)
            or answer.get("source") != "book"
        ):
            continue
        computed = asker.ask(line)
        if computed["exit"] == 0:
            keys = {one.key.removeprefix("answer.") for one in differences(line, stored, computed)}
            assert "source" in keys, line
            assert keys <= SAID_OF_AN_ANSWER | ONLY_STORED | {"trees", "checked_to"}, line
            compared += 1
    assert compared > 2
