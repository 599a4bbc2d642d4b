"""Words of the command line to numbers, paths and choices, without the library that typer would import for it.

typer hands every value to pydantic, whose import costs a look-up more than its query does. The house uses few types.
"""

import re
from enum import Enum
from pathlib import Path
from typing import Any

import typer

_WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")
_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
_OTHER_WORK = ("parser", "click_type", "exists", "resolve_path", "writable", "allow_dash")


class Coercion:
    """Stands in for typer's own coercion of one parameter."""

    def __init__(self, annotation: Any, info: Any) -> None:
        self._kind = annotation
        self._info = info

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter.

        Args:
            value: a word, several for a list, or a default that has its type already.
            param: the parameter, for messages.
            ctx: the command's context, for messages.

        Raises:
            typer.BadParameter: saying what the value was and what it may be.
        """
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        try:
            if self._kind == list[str]:
                return [str(word) for word in value]
            return self._single(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None

    def _single(self, value: Any) -> Any:
        if self._kind is str or self._kind is Path:
            return self._kind(value)
        if self._kind is bool:
            if str(value).lower() not in _TRUTH:
                raise ValueError(f"{value!r} is neither true nor false")
            return _TRUTH[str(value).lower()]
        if issubclass(self._kind, Enum):
            for choice in self._kind:
                if value in (choice, choice.value):
                    return choice
            raise ValueError(f"{value!r} is not one of {', '.join(repr(choice.value) for choice in self._kind)}")
        return self._in_range(self._number(value))

    def _number(self, value: Any) -> Any:
        if self._kind is int:
            if isinstance(value, int):
                return value
            if not _WHOLE.fullmatch(value.strip()):
                raise ValueError(f"{value!r} is not a whole number")
            return int(value)
        try:
            return float(value)
        except ValueError:
            raise ValueError(f"{value!r} is not a number") from None

    def _in_range(self, number: Any) -> Any:
        low, high = self._info.min, self._info.max
        if (low is None or number >= low) and (high is None or number <= high):
            return number
        if high is None:
            raise ValueError(f"{number} is too small; it may be {low} or more")
        raise ValueError(
            f"{number} is out of range; it may be {f'{low} to {high}' if low is not None else f'at most {high}'}"
        )


def stand_in(params: list[Any]) -> list[Any]:
    """The parameters, coerced here as far as their types are known here; typer does the rest itself."""
    for param in params:
        described = getattr(param, "type_descriptor", None)
        if described is None or any(getattr(described.parameter_info, name, None) for name in _OTHER_WORK):
            continue
        kind = described.annotation
        known = kind in (str, bool, int, float, Path) or kind == list[str]
        if known or (isinstance(kind, type) and issubclass(kind, Enum)):
            coercion = Coercion(kind, described.parameter_info)
            param.get_runtime_param = lambda coercion=coercion: coercion
    return params
