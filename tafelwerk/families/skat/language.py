"""Language of the Skat commands: --lang before or after the command's name, and help in German.

The language is read from the command line before the line is parsed, so that `--help` and error messages of the parser are in
that language too. With --json everything is in English, messages on standard error included.
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, partial, wraps
from typing import Annotated, Any, TypeVar

import typer

from tafelwerk.commands.common import LANGUAGE, App, Command, Group, language_in, options_of
from tafelwerk.commands.help_page import paragraphs
from tafelwerk.commands.output import encodes, shows_signs
from tafelwerk.commands.usage_errors import usage_text
from tafelwerk.errors import FaultsError, InputError, MissingTableError, UncomputedError
from tafelwerk.families.skat import COMMAND_SYNONYMS, OPTION_SYNONYMS
from tafelwerk.families.skat.rules.cards import SIGNS
from tafelwerk.language import Language, in_german, join_words, message, say, speaking, translate
from tafelwerk.wording import localize

F = TypeVar("F", bound=Callable[..., Any])

LangOption = Annotated[
    Language | None, typer.Option("--lang", help="Language of the text: de or en. Default: that of the locale.")
]


class _LocalizedHelp:
    """Shared by groups and commands: help in the current language, or in English where there is no German text."""

    name: str | None

    @property
    def help(self) -> str | None:
        """The command's text in --help."""
        return self._help and help_text(self._help)

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        return list(map(self._translate, params)) if in_german() else params

    def _translate(self, param: Any) -> Any:
        twin = _twin(param, self.name)
        vars(twin).update(vars(param), help=param.help and help_text(param.help))
        return twin


def help_text(text: str) -> str:
    """A help text in the current language; its paragraphs are the key, however their lines are broken."""
    if not in_german():
        return text

    return translate("\n\n".join(paragraphs(text)), "help")


@cache
def _twin(param: Any, command: str | None) -> Any:
    """A command's copy of a parameter. Always the same object, since typer identifies parameters by it."""
    return copy(param)


FAULTS = (
    message("missing option '{option}'"),
    message("missing options {options}"),
    message("missing argument '{argument}'"),
    message("missing command"),
    message("option '{option}' requires an argument"),
    message("option '{option}' does not take a value"),
    message("invalid value for '{option}': {given} is not one of {values}"),
    message("invalid value for '{option}': {given} is not a whole number"),
    message("invalid value for '{option}': {given} is not a number"),
    message("invalid value for '{option}'"),
    message("unknown option {option}"),
    message("unexpected {words}"),
    message("unknown command {command}"),
    message("got unexpected extra argument ({words})"),
    message("got unexpected extra arguments ({words})"),
    message("got unexpected extra argument(s) ({words})"),
    message("{line} takes no argument {argument}"),
    message("{line} takes {arguments} alone, not {words}"),
    message("{parameter} follows the command's name: {line} COMMAND"),
    message("{parameter} must be {least} to {most}, not {number}"),
    message("{parameter} must be {least} or more, not {number}"),
    message("{parameter} must be a whole number, {least} to {most}, not {given}"),
    message("; a flag such as --json takes no value"),
    message("; write: --"),
    message("; it belongs to: tafelwerk "),
    message("; the value of {option} is one word: --"),
    message("{log} has no round {round}"),
    message("{path}: there is no such file; give a file with {contents}"),
    message("standard input: "),
    message("{option} is given twice; give it once"),
    message("--output {path}: there is no folder {folder}; create it first"),
    message("{option} needs {names}"),
    message("--output {path} ends in {ending}; a picture is written as {files}"),
    message("--output {path} has no ending; a picture is written as {files}"),
    message("no deal agrees with what is known: a player must have revoked"),
    message("nothing can be announced at a bid of {bid}: Null is worth less, and --game excludes all other games"),
    message("unknown game {game}"),
    message("; did you mean {names}?"),
    message("; it is: tafelwerk "),
    message(" All names: tafelwerk "),
    message("; all names: tafelwerk "),
    message("; it may be {names}"),
    message("; as in: tafelwerk "),
    message("; it follows {option}: tafelwerk "),
    message("; try: tafelwerk "),
    message("; or look for it: tafelwerk "),
    message("; figures: tafelwerk "),
    message("; rows: tafelwerk "),
)
"""Faults that are found where only English is spoken, in parts: each at the beginning of a line unless it begins with a blank
or a semicolon."""

_NUMBER = r"[\d.,-]+"
_PATTERNS = {"parameter": r"(?:\w+ )?\S+", "least": _NUMBER, "most": _NUMBER, "number": _NUMBER}
"""What stands at a place of a fault, where that is not just anything."""


def fault_text(text: str) -> str:
    """A fault in the current language, from the English one."""
    for fault in FAULTS:
        text = _pattern(fault).sub(partial(_translate_fault, fault), text)
    return text


@cache
def _pattern(fault: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", fault)
    pattern = "" if fault[0] in " ;" else "^"
    for number, piece in enumerate(pieces):
        pattern += f"(?P<{piece}>{_PATTERNS.get(piece, '.+?')})" if number % 2 else re.escape(piece)
    return re.compile(pattern + ("" if pieces[-1] else "(?=; |$)"))


def _translate_fault(fault: str, match: re.Match[str]) -> str:
    parts = match.groupdict()
    for name in parts.keys() & {"least", "most", "number"}:
        parts[name] = localize(parts[name])
    for name in parts.keys() & {"names", "files"}:
        parts[name] = parts[name].replace(" or ", say(" or ")).replace(" and ", f" {say('and')} ")
    if contents := parts.get("contents"):
        parts["contents"] = say(contents)
    if "options" in parts:
        parts["options"] = join_words(re.findall(r"--[\w-]+", parts["options"]))
    return say(fault, **parts)


@contextmanager
def _faults_said() -> Iterator[None]:
    """Faults that are found where only English is spoken, in the current language.

    Raises:
        InputError: the words of the command line are wrong, in German.
    """
    try:
        yield
    except (MissingTableError, UncomputedError) as error:
        error.form = say(error.form)
        raise
    except (typer.TyperException, InputError) as error:
        if not in_german():
            raise
        kind = FaultsError if isinstance(error, FaultsError) else InputError
        raise kind(fault_text(str(error) if isinstance(error, InputError) else usage_text(error))) from error


class SkatCommand(_LocalizedHelp, Command):
    """A command of the family."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [*_with_known_options(iter(args), options_of(self, ctx))])


def _with_known_options(words: Iterator[str], names: Collection[str]) -> Iterator[str]:
    """The words of a command line, with the options that the command has for what players write."""
    for word in words:
        name, sign, value = word.partition("=")
        option, is_value, form = OPTION_SYNONYMS.get(name, name).partition("=")
        if name in names or option not in names or not name.startswith("--"):
            yield word
        elif is_value:
            follows = "{}" in form and not sign
            yield f"{option}={form.format(next(words, '') if follows else value)}"
        else:
            yield f"{option}{sign}{value}"


class SkatGroup(_LocalizedHelp, Group):
    """The family's group, which sets the language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        language = language_in(args)
        signs = encodes("".join(SIGNS.values())) if language is Language.GERMAN else shows_signs()
        ctx.meta[LANGUAGE] = language
        ctx.with_resource(speaking(language, signs=signs))
        with _faults_said():
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        return super().resolve_command(ctx, [COMMAND_SYNONYMS.get(args[0], args[0]), *args[1:]])

    def invoke(self, ctx: Any) -> Any:
        # commands are found, and their words parsed, in here
        with _faults_said():
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
