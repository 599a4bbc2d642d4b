"""Parameters of questions and builds: what the type of one says about its option, argument or form field.

    Codes = Annotated[int, Parameter("M", "Number of equally likely codes.", least=1, most=1000)]

Rules import this module, so it imports only errors, frozen classes and the check of bounds.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, field, fields
from operator import index
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.frozen import frozen
from tafelwerk.rules.numbers import between, span
from tafelwerk.spelling import compose_all

T = TypeVar("T")

_IN_WORDS: Mapping[type, str] = {Path: "the path of a file", Sequence: "a list", tuple: "a list"}
"""Types whose names say less than what they hold."""


@frozen
class Parameter:
    """How a parameter is given.

    Attributes:
        metavar: its name in help, such as "M"; "" where help lists its values.
        help: a sentence.
        least, most: bounds of a number.
        parse: reads it from text.
        reads_lists: whether `parse` reads lists and tuples, too, as documents and Python have them.
        write: gives that text again. Default: str().
        is_argument: whether it has no option's name on the command line. Default: if it must be given.
        option: the option's name. Default: that of the field.
        aliases: other names of the option.
        needs: fields before it, whose values `parse` and `fallback` are given first.
        options: a class of options, if it is given by several of them on the command line; then `write` names these as well.
        several: whether it may be given several times; the field holds a tuple, which `parse` makes of the list of them.
        joins: whether the last words on the command line, or a list, are joined by blanks to the text that it is.
        file: of a text that is given as a file on the command line, - for standard input: what such a file has, for messages,
            such as "one edge per line". `parse` raises ContentError for a text that it cannot read.
        converts: of a text: makes it of what else may be given in Python; gives back all else.
        notes: what of a value was read in a way that may surprise, such as a line of a file as its header; a sentence each.
        fallback: makes the value where None is given, such as a random seed.
        is_read: whether - stands on the command line for what standard input holds.
        may_be_path: whether it may be the path of a file, whose characters stay as they are typed.
    """

    metavar: str
    help: str
    least: int | None = None
    most: int | None = None
    parse: Callable[..., Any] | None = None
    reads_lists: bool = False
    write: Callable[[Any], str] = str
    is_argument: bool | None = None
    option: str | None = None
    aliases: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    options: "type[Options[Any]] | None" = None
    several: bool = False
    joins: bool = False
    file: str | None = None
    converts: Callable[[Any], Any] | None = None
    notes: Callable[[Any], Iterable[str]] | None = None
    fallback: Callable[..., Any] | None = None
    is_read: bool = False
    may_be_path: bool = False


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Options(Generic[T]):
    """Options that together say one parameter: its fields, whose types have Parameters of their own."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        frozen(cls)

    @property
    def value(self) -> T:
        """What they say.

        Raises:
            InputError: they do not go together.
        """
        raise NotImplementedError


if TYPE_CHECKING:

    class Parsed(Generic[T]):
        """The type of a field that may be given as text; the field holds what was read of it."""

        def __get__(self, instance: object, owner: object) -> T: ...
        def __set__(self, instance: object, value: T | str) -> None: ...

else:

    class Parsed:
        """The type of a field that may be given as text; the field holds what was read of it."""

        def __class_getitem__(cls, kind):
            return kind


def default(value: object) -> Any:
    """The default of a field whose type is `Parsed`."""
    return value


@frozen
class Slot:
    """A field of a question or of a build.

    Attributes:
        name: its name.
        type: its type as a command is given it: `str` if it is parsed, otherwise as declared, with `None` where that may be.
        declared: its type as Python is given it.
        parameter: how it is given.
        default: its default; MISSING if it must be given.
    """

    name: str
    type: Any
    declared: Any
    parameter: Parameter
    default: Any

    @property
    def is_argument(self) -> bool:
        """Whether it stands on the command line without an option's name."""
        parameter = self.parameter
        if parameter.is_argument is None:
            return self.default is MISSING and parameter.options is None
        return parameter.is_argument

    @property
    def option(self) -> str:
        """The option's name."""
        return self.parameter.option or f"--{self.name.replace('_', '-')}"

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords that give it in Python: its name, and those of its option."""
        options = (self.option, *self.parameter.aliases)
        return tuple(dict.fromkeys((self.name, *(option.removeprefix("--").replace("-", "_") for option in options))))

    @property
    def label(self) -> str:
        """What messages call it."""
        return self.parameter.metavar if self.is_argument else self.option

    def read(self, value: Any, *before: Any) -> Any:
        """A value that was given, as the field holds it.

        Args:
            value: the value, or the options that say it.
            before: values of the fields that it needs.

        Raises:
            InputError: it is of another kind, or out of bounds.
        """
        if isinstance(value, Options):
            value = value.value
        if value is None and self.parameter.fallback is not None:
            value = self.parameter.fallback(*before)
        if self.parameter.several:
            is_list = isinstance(value, Iterable) and not isinstance(value, str)
            words = list(value) if is_list else [] if value is None else [value]
            read: Callable[..., Any] = self.parameter.parse or tuple
            return read(*before, words) if words or self.default is MISSING else self.default
        if self.parameter.joins and isinstance(value, list | tuple):
            value = " ".join(map(str, value)) if value else self.default
        if self.parameter.parse is not None:
            if isinstance(value, float):
                # 0.1 is the tenth, not the double next to it
                value = str(value)
            if self.parameter.converts is not None:
                value = self.parameter.converts(value)
            if isinstance(value, str) or (self.parameter.reads_lists and isinstance(value, list | tuple)):
                value = self.parameter.parse(*before, value)
            return self._of_its_type(value)
        if self.type not in (int, int | None) or (value is None and self.type is not int):
            return self._of_its_type(value)
        try:
            number = None if isinstance(value, bool) else index(value)
        except TypeError:
            number = None
        if number is None:
            raise InputError(
                f"{self.label} must be {span(self.parameter.least, self.parameter.most)}, not {in_quotes(value)}"
            )
        return between(self.label, number, self.parameter.least, self.parameter.most)

    def _of_its_type(self, value: T) -> T:
        """The value, whose class is that of the field; a file's text may be still unread, and texts name members of classes."""
        is_union = get_origin(self.declared) in (Union, UnionType)
        declared = get_args(self.declared) if is_union else (self.declared,)
        kinds = [str if get_origin(kind) is Literal else get_origin(kind) or kind for kind in declared]
        is_checked = (
            value is not None and not isinstance(value, str | Path) and all(isinstance(kind, type) for kind in kinds)
        )
        if is_checked and not isinstance(value, tuple(kinds)):
            # texts alone come from a command line: this one is Python's
            raise InputError(f"{self.name}= must be {self._types_text(kinds)}, not {in_quotes(value)}")
        return value

    def _types_text(self, kinds: Sequence[type]) -> str:
        """What may be given in Python."""
        if self.parameter.file is not None:
            return f"the path of a file, or its text: {self.parameter.file}"
        names = [_IN_WORDS.get(kind, kind.__name__) for kind in kinds if kind not in (NoneType, str)]
        is_text = self.parameter.parse is not None or str in kinds
        return " or ".join([*(["text"] if is_text else []), *names])


def read_fields(instance: object) -> None:
    """Let the fields of a question or build hold what they were given; raises the errors of `Slot.read`."""
    for slot in slots(type(instance)):
        before = (getattr(instance, name) for name in slot.parameter.needs)
        value = getattr(instance, slot.name)
        spelled = value if slot.parameter.may_be_path else compose_all(value)
        try:
            object.__setattr__(instance, slot.name, slot.read(spelled, *before))
        except InputError as error:
            lists = [f"{other.keywords[-1]}=" for other in slots(type(instance)) if other.parameter.reads_lists]
            if not isinstance(value, list | tuple) or slot.parameter.reads_lists or not lists:
                raise
            raise InputError(f"{error}; a list is for {' or '.join(lists)}") from None


def by_fields(kind: type, name: str, values: Sequence[Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """What is given in Python, by the fields of a class of questions.

    A keyword may be the name of an option: `history` for a field `played`. One of several options that say a field together joins
    what the field itself was given: `next("4x6", palette="RGBYOW")`.

    Args:
        kind: the class.
        name: how it is called, for messages.
        values: values of the first fields, in order.
        keywords: values by keywords.

    Raises:
        TypeError: an unknown keyword, too many values, or a field given twice.
        InputError: options that do not go together.
    """
    declared = {each.name: each.kw_only for each in fields(kind)}
    positional = [field_name for field_name, is_keyword in declared.items() if is_keyword is not True]
    if len(values) > len(positional):
        raise TypeError(f"{name} takes {len(positional)} values without keywords at most, not {len(values)}")
    by_name, left = dict(zip(positional, values, strict=False)), dict(keywords)
    for slot in slots(kind):
        for key in slot.keywords:
            if key in left and (key == slot.name or key not in declared):
                if slot.name in by_name:
                    at = positional.index(slot.name) + 1 if slot.name in positional[: len(values)] else 0
                    by_place = (
                        f": value {at} without a keyword, {in_quotes(by_name[slot.name])}, is {slot.name} already"
                    )
                    if isinstance(first := values[0] if at else None, str) and isinstance(values[-1], int):
                        by_place += f"; a game is one text: '{first} {values[-1]}'"
                    raise TypeError(f"{name}: {slot.name} is given twice{by_place if at else ''}")
                by_name[slot.name] = left.pop(key)
        if slot.parameter.file is not None and slot.name in by_name:
            by_name[slot.name] = _file_text(by_name[slot.name], slot.parameter.file)
    for slot in slots(kind):
        words = {part.name: _word(part, left.pop(key)) for part in _parts(slot) for key in part.keywords if key in left}
        if words and slot.parameter.options is not None:
            base = _base(slot)
            if base is not None and by_name.get(slot.name) is not None:
                words[base.name] = _word(base, str(by_name[slot.name]))
            by_name[slot.name] = slot.parameter.options(**words)
    if unknown := [key for key in left if key not in declared]:
        from tafelwerk.wording import join_words, meant

        known = {*declared, *(word for slot in slots(kind) for each in (slot, *_parts(slot)) for word in each.keywords)}
        unknown_words = [f"{key!r}{meant(key, sorted(known))}" for key in unknown]
        raise TypeError(f"{name} has no {'keyword' if len(unknown) == 1 else 'keywords'} {join_words(unknown_words)}")
    return by_name | left


def _file_text(value: Any, contents: str) -> Any:
    """The text of a file that is given by its path, or by one word, which is no text of a file; all else as it is."""
    is_name = isinstance(value, str) and re.fullmatch(r"[^\s,;]+", value) is not None
    if not (isinstance(value, Path) or is_name):
        return value
    try:
        return Path(value).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{value} is not UTF-8 text; write {contents}") from None
    except OSError as fault:
        raise InputError(
            f"{value} cannot be read: {fault.strerror}; give a file with {contents}, or its text"
        ) from None


def options_beside(kind: type) -> tuple[Slot, ...]:
    """Options that say part of a field of a class of questions, other than the field itself."""
    taken = {word for slot in slots(kind) for word in slot.keywords}
    taken |= {base.name for slot in slots(kind) if (base := _base(slot))}
    parts = {part.name: part for slot in slots(kind) for part in _parts(slot) if part is not _base(slot)}
    return tuple(part for name, part in parts.items() if name not in taken and part.default is not MISSING)


def _parts(slot: Slot) -> tuple[Slot, ...]:
    """The options that together say a field."""
    return () if slot.parameter.options is None else slots(slot.parameter.options)


def _base(slot: Slot) -> Slot | None:
    """That of these options which says what the text of the field begins with."""
    of_its_name = [part for part in _parts(slot) if part.name == slot.name]
    return next(iter((*of_its_name, *(part for part in _parts(slot) if part.is_argument))), None)


def _word(part: Slot, value: Any) -> Any:
    """The value of an option, as the command line gives it."""
    if part.parameter.several and isinstance(value, str):
        return tuple(value.split())
    return Path(value) if isinstance(value, str) and Path in (part.type, *get_args(part.type)) else part.read(value)


def slots_of_function(function: Callable[..., Any]) -> dict[str, Slot]:
    """The parameters of a function whose types have a Parameter, by name."""
    hints = get_type_hints(function, include_extras=True)
    return slots_of_parameters(inspect.signature(function).parameters, hints)


def slots_of_parameters(parameters: Mapping[str, inspect.Parameter], hints: Mapping[str, Any]) -> dict[str, Slot]:
    """Those of some parameters whose types, given by name, have a Parameter."""
    slots = {}
    for name, parameter in parameters.items():
        marked = _marks_of(hints.get(name))
        if marked is not None:
            default = MISSING if parameter.default is parameter.empty else parameter.default
            slots[name] = Slot(name, *marked, default)
    return slots


def slots(kind: type) -> tuple[Slot, ...]:
    """The fields of a class of questions or builds whose types have a Parameter, in order."""
    known: tuple[Slot, ...] | None = vars(kind).get("_slots")
    if known is None:
        known = tuple(_read_slots(kind))
        type.__setattr__(kind, "_slots", known)
    return known


def _read_slots(kind: Any) -> Iterator[Slot]:
    hints = get_type_hints(kind, include_extras=True)
    for declared in fields(kind):
        marked = _marks_of(hints[declared.name])
        if marked is not None:
            yield Slot(declared.name, *marked, declared.default)


def _marks_of(hint: Any) -> tuple[Any, Any, Parameter] | None:
    """The types of an annotation, for commands and for Python, and its Parameter, which may stand inside `... | None`."""
    if get_origin(hint) is Annotated:
        plain, *extras = get_args(hint)
        for extra in extras:
            if isinstance(extra, Parameter):
                is_list = extra.several or extra.joins
                return (list[str] if is_list else str if extra.parse else plain), plain, extra
    for part in get_args(hint):
        marks = None if part is NoneType else _marks_of(part)
        if marks is not None:
            return marks[0] | None, marks[1] | None, marks[2]
    return None


def as_json(value: Any) -> Any:
    """A parameter in JSON's types: as text where it is an object of ours."""
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value if value is None or isinstance(value, str | int | float | Mapping) else str(value)


def command_line(name: str, instance: object) -> str:
    """The command line of a question or build: arguments in order, then the options that are not as by default.

    Args:
        name: what stands before them, such as "tafelwerk search root".
        instance: the question or build.
    """
    words, options = [name], list[str]()
    for slot in slots(type(instance)):
        value = getattr(instance, slot.name)
        if value is None or (slot.default is not MISSING and value == slot.default):
            continue
        if slot.parameter.file is not None:
            texts = [slot.parameter.metavar]
        else:
            texts = [slot.parameter.write(item) for item in (value if slot.parameter.several else (value,))]
        if slot.is_argument:
            words += texts
        elif slot.parameter.options is not None:
            options += texts
        elif value is True:
            options.append(slot.option)
        else:
            options += (f"{slot.option} {text}" for text in texts)
    return " ".join([*words, *options])
