"""`tafelwerk build beams`: the standard set, a variant, a strategy of it, or a part of one."""

from typing import Annotated

import typer

from tafelwerk.commands.beams.words import TieOption, part
from tafelwerk.commands.common import App, BuildOptions, QuickOption, run_builds, takes_build_options
from tafelwerk.errors import InputError
from tafelwerk.tables.beams import LISTED, strategy, variant

build_app = App()


@build_app.command()
@takes_build_options
def build(
    variant_name: Annotated[
        str | None, typer.Option("--variant", metavar="V", help="3c6p, 6c3p, 6c6p or 6c10p; else the standard set.")
    ] = None,
    strategy_word: Annotated[
        str | None,
        typer.Option("--strategy", metavar="S", help="optimal or hA; without it pieces, patterns and answers."),
    ] = None,
    tie: TieOption = None,
    part_text: Annotated[
        str | None, typer.Option("--part", metavar="I/N", help="Part I of N of a strategy of 6c6p; else all of 32.")
    ] = None,
    quick: QuickOption = False,
    *,
    options: BuildOptions,
) -> None:
    """The family's standard set, a variant, or a strategy of it: what it costs and its tree, of 6c6p the top of it.

    A strategy of 6c6p is made in parts that come into the book one by one; elsewhere made parts of the same N complete each
    other.

    Example: tafelwerk build beams --dry-run

    Example: tafelwerk build beams --variant 3c6p --strategy optimal

    Example: tafelwerk build beams --variant 6c3p --strategy h1 --tie lex-d

    Example: tafelwerk build beams --variant 6c6p --strategy h1 --part 1/32
    """
    if quick and variant_name is not None:
        raise InputError("--quick is a set of its own; it goes without --variant")
    if variant_name is None:
        for name, value in (("--strategy", strategy_word), ("--tie", tie), ("--part", part_text)):
            if value is not None:
                raise InputError(f"{name} belongs to a variant: name it by --variant V")
    elif strategy_word is None:
        for name, value in (("--tie", tie), ("--part", part_text)):
            if value is not None:
                raise InputError(f"{name} belongs to a strategy: name it by --strategy S")
    chosen = None if variant_name is None else variant(variant_name)
    wanted = None if strategy_word is None else strategy(strategy_word, tie)
    share = None if part_text is None else part(part_text)
    from tafelwerk.build import beams

    if chosen is None:
        run_builds(beams.quick() if quick else beams.standard(), options)
        return
    if wanted is None:
        lines = [f"tafelwerk beams counts --variant {chosen}"]
        run_builds([beams.variant_build(chosen)], options, next_steps=lines)
        return
    builds = [beams.variant_build(chosen)] if chosen in LISTED else []
    if share is not None:
        builds.append(beams.part_build(chosen, wanted, *share))
    else:
        builds += beams.strategy_builds(chosen, wanted)
    asked = f"--variant {chosen} {wanted.options}"
    run_builds(builds, options, next_steps=[f"tafelwerk beams summary {asked}", f"tafelwerk beams next {asked}"])
