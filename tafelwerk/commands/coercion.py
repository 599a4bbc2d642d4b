"""Converts words of the command line to numbers, paths and choices, without the library that typer imports for it.

typer passes every value to pydantic, whose import takes longer than the query of a look-up, and offers no alternative. This
replacement depends on one method, `process_value`, which typer's parameters inherit from Click. A typer without this method
would convert the values itself; look-ups would then start more slowly, which a test detects. Of the features of typer's
options, the least and greatest number, callbacks and environment variables are supported here.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

import typer

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.files import named_path
from tafelwerk.parameters import Slot
from tafelwerk.rules.numbers import between
from tafelwerk.spelling import compose

VERBATIM = object()
"""In the annotation of a parameter: text that is not composed, as that of a statement or of a file's path."""

_WHOLE = r"[+-]?[0-9]{1,4000}"
IS_RANGE = "is a range; one number is asked about at a time"
"""What messages say of a range in place of a number."""

_RANGE = r"[0-9]+\s*(\.{2,3}|-|–|:|to)\s*[0-9]+"
_TRUTH = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
    "": False,
}


def take_over(params: list[Any], function: Callable[..., Any] | None) -> list[Any]:
    """Replace the conversion of a command's parameters, if their types are known here; typer converts the others.

    Args:
        params: the parameters, as typer made them.
        function: the command, whose annotations give their types.
    """
    new = [param for param in params if "process_value" not in vars(param)]
    annotated = inspect.signature(function).parameters if new and function is not None else {}
    for param in new:
        is_flag = getattr(param, "is_flag", False)
        # typer's own options, such as --help, are no parameters of the command
        kind = bool if is_flag else _type(annotated[param.name].annotation) if param.name in annotated else None
        known = (str, bool, int, float, Path, list[str], list[Path])
        if kind in known or (isinstance(kind, type) and issubclass(kind, Enum)):
            verbatim = not is_flag and VERBATIM in get_args(annotated[param.name].annotation)
            param.process_value = partial(_process, param, kind, str if verbatim else compose)
    return params


def _type(annotation: Any) -> Any:
    """The type behind an annotation, which may be optional."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    alternatives = [kind for kind in get_args(annotation) if kind is not NoneType]
    return alternatives[0] if NoneType in get_args(annotation) else annotation


def _process(param: Any, kind: Any, spell: Callable[[str], str], ctx: Any, value: Any) -> Any:
    """The value of a parameter, as passed to the command.

    Args:
        param: the parameter.
        kind: its type.
        spell: gives a text its spelling.
        ctx: the command's context.
        value: a word, several for a list, or a default that has its type already.

    Raises:
        typer.BadParameter: with the value and what is allowed.
        InputError: a number out of range.
    """
    try:
        several = param.multiple or param.nargs == -1
        coerced = _several(param, kind, value, spell) if several else _single(param, kind, value, spell)
    except InputError:
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error), ctx=ctx, param=param) from None
    if param.required and param.value_is_missing(coerced) and not ctx.resilient_parsing:
        return type(param).process_value(param, ctx, value)  # names what is missing
    return coerced if param.callback is None else param.callback(ctx, param, coerced)


def _several(param: Any, kind: Any, value: Any, spell: Callable[[str], str]) -> Any:
    (of,) = get_args(kind) or (str,)
    return () if value is None else [_single(param, of, word, spell) for word in value]


def truth(word: str) -> bool:
    """What a word for yes or no says, such as "on", "0" or "".

    Raises:
        ValueError: it is none.
    """
    value = _TRUTH.get(word.strip().lower())
    if value is None:
        raise ValueError(f"{in_quotes(word)} is neither true nor false")
    return value


def _single(param: Any, kind: Any, value: Any, spell: Callable[[str], str]) -> Any:
    if value is None:
        return None
    if kind is str:
        return spell(str(value))
    if kind is Path:
        return named_path(value, _name(param))
    if kind is bool:
        return truth(str(value))
    if issubclass(kind, Enum):
        for choice in kind:
            if value in (choice, choice.value) or str(value).casefold() == str(choice.value).casefold():
                return choice
        raise ValueError(f"{in_quotes(value)} is not one of {', '.join(repr(choice.value) for choice in kind)}")
    number = _number(kind, value)
    return between(_name(param), number, param.min, param.max)


def _name(param: Any) -> str:
    """The option, or the argument as the help page has it."""
    return str(param.opts[0] if param.opts[0].startswith("-") else param.metavar or param.name)


def _number(kind: type, value: Any) -> Any:
    if kind is int:
        if isinstance(value, int):
            return value
        if re.fullmatch(_RANGE, value.strip()):
            raise ValueError(f"{in_quotes(value)} {IS_RANGE}")
        if not re.fullmatch(_WHOLE, value.strip()):
            raise ValueError(f"{in_quotes(value)} is not a whole number")
        return int(value)
    try:
        return float(value)
    except ValueError:
        raise ValueError(f"{in_quotes(value)} is not a number") from None


F = TypeVar("F", bound=Callable[..., Any])
_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def declare(
    function: F, slots: Iterable[Slot], text: str | None, others: Mapping[str, Any] | None = None, **bundles: type
) -> F:
    """A function declared as a command: its keywords are options, such as the fields of a class, and bundles of other options.

    Args:
        function: takes them.
        slots: its options.
        text: its help.
        others: annotations of further options that are None by default, by keyword.
        bundles: classes of options that every such command has, by keyword.
    """
    parameters = [
        inspect.Parameter(
            slot.name,
            _KEYWORD,
            default=_default(slot),
            annotation=slot.parameter.options or typer_annotation(slot),
        )
        for slot in slots
    ]
    parameters += [
        inspect.Parameter(name, _KEYWORD, default=None, annotation=hint) for name, hint in (others or {}).items()
    ]
    # what must be given comes first
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    parameters += [inspect.Parameter(name, _KEYWORD, annotation=bundle) for name, bundle in bundles.items()]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    function.__doc__ = text
    return function


def _default(slot: Slot) -> Any:
    """The default of an option, as text; that of several options is theirs."""
    if slot.default is MISSING or slot.parameter.options is not None:
        return inspect.Parameter.empty
    if slot.parameter.several:
        return None
    plain = slot.parameter.parse is None or slot.default is None or isinstance(slot.default, str)
    return slot.default if plain else slot.parameter.write(slot.default)


def typer_annotation(slot: Slot) -> Any:
    """A parameter as typer takes it."""
    declared = slot.parameter
    bounds: dict[str, Any] = (
        {} if slot.type is bool else {"metavar": declared.metavar or None, "min": declared.least, "max": declared.most}
    )
    kind = slot.type
    if declared.file is not None:
        kind = Path | None if NoneType in get_args(kind) else Path
    spelling = VERBATIM if declared.may_be_path else None
    if slot.is_argument:
        return Annotated[kind, typer.Argument(help=declared.help, **bounds), spelling]
    return Annotated[kind, typer.Option(slot.option, *declared.aliases, help=declared.help, **bounds), spelling]
