"""Rules for combining options, applied to those given on the command line, not to defaults."""

from collections.abc import Sequence

import typer

from tafelwerk.errors import InputError


def given(context: typer.Context) -> list[str]:
    """The options given on the command line, by their first names, in the order of the help."""
    return [
        param.opts[0]
        for param in context.command.params
        if (source := context.get_parameter_source(param.name or "")) is not None and source.name == "COMMANDLINE"
    ]


def exclusive(context: typer.Context, *alternatives: Sequence[str]) -> None:
    """Raise if two options of one group of alternatives are given.

    Raises:
        InputError: names the two.
    """
    options = given(context)
    for group in alternatives:
        several = [name for name in options if name in group]
        if len(several) > 1:
            raise InputError(f"{several[0]} and {several[1]} do not go together; give one of them")


def needs(context: typer.Context, *rules: tuple[Sequence[str], Sequence[str]]) -> None:
    """Raise if an option is given without any of those that it needs.

    Args:
        context: the command's.
        rules: pairs of options and of those of which one must be given with them.

    Raises:
        InputError: names the option and those that it needs.
    """
    options = given(context)
    for names, owners in rules:
        for name in names:
            if name in options and not set(owners) & set(options):
                *others, last = owners
                raise InputError(f"{name} needs {', '.join(others)}{' or ' * bool(others)}{last}")
