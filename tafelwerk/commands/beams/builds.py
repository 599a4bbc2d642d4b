"""`tafelwerk build beams`: the standard set, a variant, a strategy of a variant, or a part of a strategy."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

import typer

from tafelwerk.commands.beams.words import ShallowestOption, TieOption, part
from tafelwerk.commands.common import (
    App,
    BuildOptions,
    ChosenSet,
    bundled,
    run_builds,
)
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.errors import BookError, InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.beams.board import FAMILY, FEWEST_QUERIES, MOST_ABOVE, STORED, is_listed, variant, variant_options
from tafelwerk.rules.beams.strategies import strategy, tie_rule
from tafelwerk.rules.entropy import read_step

build_app = App()

MOST_QUERIES = max(FEWEST_QUERIES.values()) - 1
"""Largest number of queries that is proved not to be enough."""

ALTERNATIVES = (
    ("--variant", "--quick", "--full"),
    ("--strategy", "--curve", "--bound", "--more-than", "--adversary"),
    ("--part", "--top"),
)
"""Groups of options; at most one per group may be given."""

OWNERS = (
    (("--strategy", "--curve", "--bound", "--more-than", "--adversary"), ("--variant",)),
    (("--tie",), ("--strategy", "--curve")),
    (("--part", "--top", "--shallowest"), ("--strategy",)),
    (("--from", "--to", "--step"), ("--curve",)),
)
"""Options, and the options of which they need one."""


@frozen
class Curve:
    """A curve over the order of the entropy, with its first order, last order and step."""

    curve: Annotated[
        bool, typer.Option("--curve", help="Curve of the mean over the order of the entropy, instead of one strategy.")
    ] = False
    first: Annotated[str | None, typer.Option("--from", metavar="A", help="First order of the curve. Default: 0.")] = (
        None
    )
    last: Annotated[str | None, typer.Option("--to", metavar="B", help="Last order of the curve. Default: 4.")] = None
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="S", help="Step between orders. Default: 0.1, and 0.02 near order 1."),
    ] = None


@build_app.command()
@bundled
def build(
    *,
    context: typer.Context,
    variant_name: Annotated[
        str | None,
        typer.Option("--variant", metavar="V", help=f"Variant: {', '.join(STORED)}. Default: the standard set."),
    ] = None,
    strategy_word: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            metavar="S",
            help="Strategy: optimal, improved, h-prime, u or hA. Default: only pieces, patterns and answers.",
        ),
    ] = None,
    tie: TieOption = None,
    shallowest: ShallowestOption = False,
    part_text: Annotated[
        str | None,
        typer.Option("--part", metavar="I/N", help="Part I of N of a strategy of 6c6p. Default: all 32 parts."),
    ] = None,
    top: Annotated[
        bool, typer.Option("--top", help="Only the first three levels of the 6c6p tree (takes seconds).")
    ] = False,
    curve: Curve,
    bound: Annotated[
        int | None,
        typer.Option(
            "--bound",
            min=1,
            max=MOST_ABOVE,
            metavar="N",
            help="Lower bound of the total of every strategy, sharper for smaller N.",
        ),
    ] = None,
    more_than: Annotated[
        int | None,
        typer.Option(
            "--more-than",
            min=1,
            max=MOST_QUERIES,
            metavar="Q",
            help="Proof that every strategy takes more than Q queries for some code: 3c6p up to 4, 6c3p up to 10.",
        ),
    ] = None,
    adversary: Annotated[
        bool,
        typer.Option("--adversary", help="The game in which the codemaker chooses, too, instead of one strategy."),
    ] = False,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """Build the family's standard set, a variant, or a strategy of a variant: cost and tree, for 6c6p the top of the tree.

    A curve of 6c6p follows all orders together and takes a quarter of the time of the single strategies, some three hours of one
    core; if it is interrupted, the same command resumes it.

    A strategy of 6c6p is built in parts, each committed separately. Parts of the same N built on different machines complete
    each other. A strategy that is on a curve in the book is not built again. A lower bound searches sets of more than N codes
    with every query; for 6c3p, N = 450 takes about ten seconds, 300 forty. The proof that 10 queries are not enough for 6c3p
    takes a quarter of an hour, and comes with a coarse lower bound.

    Example: tafelwerk build beams --dry-run

    Example: tafelwerk build beams --variant 3c6p --strategy optimal

    Example: tafelwerk build beams --variant 3c6p --strategy optimal --shallowest

    Example: tafelwerk build beams --variant 6c3p --strategy h1 --tie lex-d

    Example: tafelwerk build beams --variant 6c3p --strategy improved

    Example: tafelwerk build beams --variant 6c3p --bound 300

    Example: tafelwerk build beams --variant 6c3p --strategy improved --shallowest

    Example: tafelwerk build beams --variant 6c3p --more-than 8

    Example: tafelwerk build beams --variant 3c6p --adversary

    Example: tafelwerk build beams --variant 6c6p --strategy h1 --part 1/32

    Example: tafelwerk build beams --variant hex30 --strategy h1

    Example: tafelwerk build beams --variant 3c6p --curve --tie mix

    Example: tafelwerk build beams --variant 6c3p --curve --from 0.7 --to 1 --step 0.01
    """
    exclusive(context, *ALTERNATIVES)
    needs(context, *OWNERS)
    chosen = None if variant_name is None else variant(variant_name)
    if chosen is not None and chosen not in STORED:
        raise InputError(
            f"--variant {chosen} is computed on demand and not stored; books hold {', '.join(STORED)}. Ask directly: "
            f"tafelwerk beams counts {variant_options(chosen)}"
        )
    wanted = None if strategy_word is None else strategy(strategy_word, tie, shallowest=shallowest)
    share = None if part_text is None else part(part_text)
    from tafelwerk.build.beams import sets

    if chosen is None:
        run_builds(chosen_set.of(sets), options)
        return
    builds = (
        [sets.variant_build(chosen)]
        if is_listed(chosen)
        or (wanted is None and not (curve.curve or bound is not None or more_than is not None or adversary))
        else []
    )
    if wanted is not None:
        asked = f"--variant {chosen} {wanted.options}"
        lines = [f"tafelwerk beams summary {asked}", f"tafelwerk beams next {asked}"]
        if share is not None:
            builds.append(sets.part_build(chosen, wanted, *share))
        elif top:
            builds.append(sets.top_build(chosen, wanted))
            del lines[0]
        else:
            builds += sets.strategy_builds(chosen, wanted, held=_held(options))
    elif curve.curve:
        rule, ends = tie_rule(tie), {"--from": curve.first, "--to": curve.last, "--step": curve.step}
        orders = [None if text is None else read_step(name, text) for name, text in ends.items()]
        builds += sets.curve_builds(chosen, rule, *orders, held=_held(options))
        lines = [f"tafelwerk beams curve --variant {chosen} --tie {rule}"]
    elif bound is not None:
        builds.append(sets.bound_build(chosen, bound))
        lines = [f"tafelwerk beams summary --variant {chosen}"]
    elif more_than is not None:
        proof = sets.query_bound_build(chosen, more_than)
        # a look-up gives both bounds
        builds += [sets.bound_build(chosen, sets.COARSE_BOUND), proof]
        lines = [f"tafelwerk beams bound --variant {chosen}"]
    elif adversary:
        builds.append(sets.adversary_build(chosen))
        lines = [f"tafelwerk beams adversary --variant {chosen}"]
    else:
        lines = [f"tafelwerk beams counts --variant {chosen}"]
    run_builds(builds, options, next_steps=lines)


def _held(options: BuildOptions) -> dict[str, Mapping[str, Any]]:
    """Parameters of the family's builds in the book, by digest; none if everything is to be built again."""
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.identity import build_digest
    from tafelwerk.tables.provenance import builds

    if options.force:
        return {}
    with Book(options.book) as opened, suppress(BookError):
        return {build_digest(FAMILY, one.parameters): one.parameters for one in builds(opened, FAMILY)}
    return {}
