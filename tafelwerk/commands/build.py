"""`tafelwerk build`: the standard set of every family, or one family's builds."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
import typer.main

from tafelwerk.commands import common
from tafelwerk.commands.families import build_app
from tafelwerk.families import FAMILIES, KNOWN

if TYPE_CHECKING:
    from tafelwerk.build.task import Build


class Families(common.LazyGroup):
    """Loads a family's builds when its name is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(KNOWN)

    def make_command(self, ctx: Any, name: str) -> Any:
        return typer.main.get_command(build_app(name))


app = common.App(cls=Families, invoke_without_command=True)


@app.callback()
@common.bundle_options
def build(
    context: typer.Context,
    chosen_set: common.ChosenSet,
    options: common.BuildOptions,
) -> None:
    """Build the standard set of every family. Builds that the book already holds are skipped.

    An interrupted build resumes.

    Example: tafelwerk build --quick

    Example: tafelwerk build --jobs 2 --dry-run

    Example: tafelwerk build --full --dry-run
    """
    if context.invoked_subcommand is not None:
        common.refuse_options_before(context)
        return
    common.run_builds(_sets(chosen_set), options, next_steps=_next_steps())


def _sets(chosen_set: common.ChosenSet) -> "Iterator[Build]":
    from tafelwerk.build import kind

    for family in FAMILIES:
        yield from chosen_set.of(kind.builders(family))


def first_questions() -> list[str]:
    """The first question that each room suggests, in the families' order: `make tables` ends with their answers."""
    return [import_module(f"tafelwerk.families.{family}").FIRST[0] for family in FAMILIES]


def _next_steps() -> "Iterator[str]":
    """Questions suggested by each family's room, and where to read on."""
    for family in FAMILIES:
        yield from import_module(f"tafelwerk.families.{family}").FIRST
    yield from ("tafelwerk tables", "tafelwerk plot --list")
