"""Language of the Skat commands: --lang before or after the command's name, and help in German.

The language is read from the command line before the line is parsed, so that `--help` and error messages of the parser are in
that language too. With --json everything is in English, messages on standard error included.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, wraps
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tafelwerk.commands.common import App, Command, Group
from tafelwerk.commands.line_language import LANGUAGE, language_in
from tafelwerk.commands.output import encodes, shows_signs
from tafelwerk.commands.usage import usage_text
from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.rules.skat.words import SIGNS, Language, in_german, speaking

if TYPE_CHECKING:
    from tafelwerk.commands.help_page import PageWords

F = TypeVar("F", bound=Callable[..., Any])

LangOption = Annotated[
    Language | None, typer.Option("--lang", help="Language of the text: de or en. Default: that of the locale.")
]


class _Spoken:
    """Shared by groups and commands: help in the current language, or in English where there is no German text."""

    name: str | None

    @property
    def help(self) -> str | None:
        """The command's text in --help."""
        if in_german() and self._help is not None:
            from tafelwerk.families.skat.german import COMMANDS

            return COMMANDS.get(self.name or "", self._help)
        return self._help

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        return list(map(self._translated, params)) if in_german() else params

    def _translated(self, param: Any) -> Any:
        from tafelwerk.families.skat.german import OPTIONS

        found, name = _twin(param, self.name), "--help" if "--help" in param.opts else param.opts[0]
        vars(found).update(vars(param), help=OPTIONS.get(f"{self.name} {name}", OPTIONS.get(name, param.help)))
        return found

    @property
    def page_words(self) -> "PageWords":
        """Fixed words of a help page."""
        from tafelwerk.commands.help_page import ENGLISH

        if not in_german():
            return ENGLISH
        from tafelwerk.families.skat.german import PAGE

        return PAGE


@cache
def _twin(param: Any, command: str | None) -> Any:
    """A command's copy of a parameter. Always the same object, since typer identifies parameters by it."""
    return copy(param)


@contextmanager
def _faults_worded() -> Iterator[None]:
    """Faults that are worded in English wherever they are found, in the language that is spoken.

    Raises:
        InputError: the words of the command line are wrong, in German.
    """
    try:
        yield
    except (MissingTableError, UncomputedError) as error:
        if in_german():
            from tafelwerk.families.skat.german import MISSING

            error.form = MISSING[type(error)]
        raise
    except (typer.TyperException, InputError) as error:
        if not in_german():
            raise
        from tafelwerk.families.skat.german import FAULTS

        text = str(error) if isinstance(error, InputError) else usage_text(error)
        for english, german in FAULTS:
            text = re.sub(english, german, text)
        raise InputError(text) from error


class SkatCommand(_Spoken, Command):
    """A command of the family."""


class SkatGroup(_Spoken, Group):
    """The family's group, which sets the language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        language = language_in(args)
        signs = encodes("".join(SIGNS.values())) if language is Language.GERMAN else shows_signs()
        ctx.meta[LANGUAGE] = language
        ctx.with_resource(speaking(language, signs=signs))
        with _faults_worded():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        # commands are found, and their words parsed, in here
        with _faults_worded():
            return super().invoke(ctx)


class FamilyApp(App):
    """The family's app: its commands and the group itself take --lang."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=SkatGroup, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Register a command that takes --lang."""
        register = super().command(name, cls=SkatCommand, **settings)
        return lambda function: register(_with_language(function))

    def callback(self, **settings: Any) -> Callable[[F], F]:
        """Register the group's callback, which takes --lang."""
        register = super().callback(**settings)
        return lambda function: register(_with_language(function))


def _with_language(function: F) -> F:
    """The function with an option --lang, which it ignores: the group has read it already."""

    @wraps(function)
    def command(lang: Any = None, **words: Any) -> Any:
        return function(**words)

    signature = inspect.signature(function)
    option = inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=LangOption)
    command.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]
    command.__annotations__ = {**function.__annotations__, "lang": LangOption}
    return command  # type: ignore[return-value]
