"""Commands made from classes whose fields are parameters: of questions and of builds."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args

import typer

from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.parameters import Slot, slots

F = TypeVar("F", bound=Callable[..., Any])
_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def declare(
    function: F, kind: type, more: Iterable[Slot] = (), others: Mapping[str, Any] | None = None, **bundles: type
) -> F:
    """A function whose keywords are the fields of a class, declared as a command's, and bundles of other options.

    Args:
        function: takes them; its help becomes that of the class.
        kind: the class.
        more: further options.
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
        for slot in (*slots(kind), *more)
    ]
    parameters += [
        inspect.Parameter(name, _KEYWORD, default=None, annotation=hint) for name, hint in (others or {}).items()
    ]
    # what must be given comes first
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    parameters += [inspect.Parameter(name, _KEYWORD, annotation=bundle) for name, bundle in bundles.items()]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    function.__doc__, function.__name__ = kind.__doc__, kind.__name__.lower()
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
