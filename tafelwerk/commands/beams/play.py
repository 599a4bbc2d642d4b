"""`tafelwerk beams play`: a game against the program, as breaker of a hidden code or as maker of one."""

from random import SystemRandom
from typing import Annotated

import typer

from tafelwerk.commands.beams.words import HistoryOption, StrategyOption, TieOption, VariantOption, app
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import BookOption, ComputeOption
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.rules.beams.strategies import strategy as known_strategy
from tafelwerk.rules.numbers import LARGEST_SEED

ROLES = ("breaker", "maker")


@app.command()
def play(
    variant: VariantOption,
    book: BookOption,
    role: Annotated[
        str, typer.Option("--as", metavar="breaker|maker", help="You break the program's code, or it breaks yours.")
    ] = "breaker",
    history: HistoryOption = None,
    strategy: StrategyOption = "h1",
    tie: TieOption = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
    compute: ComputeOption = False,
) -> None:
    """Play: break a hidden code and have your queries compared with a strategy's, or think of a code and have it found.

    Example: tafelwerk beams play --variant 3c6p --strategy optimal

    Example: tafelwerk beams play --variant 6c6p --as maker --strategy h1
    """
    name, wanted = known_variant(variant), known_strategy(strategy, tie)
    if role not in ROLES:
        raise InputError(f"--as must be {' or '.join(ROLES)}, not {quoted(role)}")
    so_far = history_of(name, history)
    from tafelwerk.commands.beams.breaker import Breaker
    from tafelwerk.commands.beams.maker import Maker

    kind: type[Breaker | Maker] = Breaker if role == "breaker" else Maker
    number = SystemRandom().randrange(10**12) if seed is None else seed
    kind(name, wanted, so_far, book, compute=compute, seed=number).play()
